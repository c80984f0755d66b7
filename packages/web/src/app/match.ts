// The score of a text for a typed query. Every typed word must be found; the beginning of a word counts
// most.

/** 0 if it does not fit; higher is better. */
export function matchScore(typed: string, text: string): number {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const inside = text.toLowerCase()
  let total = 1
  for (const word of words) {
    const score = wordScore(word, inside)
    if (score === 0) return 0
    total += score
  }
  // Of two equal matches the shorter one is closer to the query.
  return total - Math.min(0.9, inside.length / 1000)
}

function wordScore(word: string, text: string): number {
  if (text === word) return 8
  if (text.startsWith(word)) return 6
  const at = text.indexOf(word)
  if (at > 0) return /[^\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 4 : 2
  return isSubsequence(word, text) ? 1 : 0
}

/** `mgt` finds `margin_target`: the first letter must be the first, or everything would be found. */
function isSubsequence(word: string, text: string): boolean {
  if (word.length < 3 || word.charAt(0) !== text.charAt(0)) return false
  let from = 0
  for (const letter of word) {
    const at = text.indexOf(letter, from)
    if (at < 0) return false
    from = at + 1
  }
  return true
}
