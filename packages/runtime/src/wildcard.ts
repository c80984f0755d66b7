// Patterns with `*` for any text, `?` for one character and `~` before one that means itself. Upper and
// lower case are equal. The matcher goes back to the last star only, so it never takes more steps than
// the text times the pattern.

import { burn, codePoints } from './primitives.ts'
import { folded } from './text-case.ts'

const STAR = -1
const ANY_ONE = -2
const STAR_POINT = 42
const QUESTION_POINT = 63
const TILDE_POINT = 126

/** Code points, with negative numbers for the wildcards. */
export type Wildcard = readonly number[]

export function wildcardOf(pattern: string): Wildcard {
  const points = codePoints(folded(pattern))
  const found: number[] = []
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!
    const next = i + 1 < points.length ? points[i + 1]! : 0
    if (point === TILDE_POINT && isSpecial(next)) {
      found.push(next)
      i++
    } else if (point === STAR_POINT) found.push(STAR)
    else if (point === QUESTION_POINT) found.push(ANY_ONE)
    else found.push(point)
  }
  return found
}

function isSpecial(point: number): boolean {
  return point === STAR_POINT || point === QUESTION_POINT || point === TILDE_POINT
}

/** Whether a whole text fits. */
export function fitsWildcard(pattern: Wildcard, text: string): boolean {
  const points = codePoints(folded(text))
  let at = 0
  let place = 0
  let star = -1
  let resume = 0
  while (at < points.length) {
    burn(1)
    const wanted = place < pattern.length ? pattern[place]! : -3
    if (wanted === STAR) {
      star = place
      resume = at
      place++
    } else if (wanted === ANY_ONE || wanted === points[at]) {
      at++
      place++
    } else if (star >= 0) {
      resume++
      at = resume
      place = star + 1
    } else return false
  }
  while (place < pattern.length && pattern[place] === STAR) place++
  return place === pattern.length
}

/** Whether there is anything in a text that a pattern reads in its own way. */
export function hasWildcard(text: string): boolean {
  return text.includes('*') || text.includes('?') || text.includes('~')
}
