// "Did you mean": the known word that is nearest to a mistyped one.

import { SUGGESTION_MAX_CHARS } from './limits.ts'

/**
 * The nearest of the known words, or undefined when none is near: a third of the letters may be
 * wrong, a swap of two neighbours counts as one mistake, and case does not count.
 */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > SUGGESTION_MAX_CHARS) return undefined
  const wanted = word.toLowerCase()
  let allowed = Math.max(1, Math.floor(wanted.length / 3))
  let best: string | undefined
  for (const candidate of known) {
    if (candidate === word || Math.abs(candidate.length - wanted.length) > allowed) continue
    const mistakes = distance(wanted, candidate.toLowerCase(), allowed)
    if (mistakes > allowed || (mistakes === allowed && best !== undefined)) continue
    if (mistakes === 0) return candidate
    // One letter for another says nothing about a word of one letter.
    if (wanted.length < 2) continue
    best = candidate
    allowed = mistakes
  }
  return best
}

/** Damerau-Levenshtein distance; anything above `most` comes back as more than `most`. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1)
      current.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = previous
    previous = current
  }
  return previous[b.length]!
}
