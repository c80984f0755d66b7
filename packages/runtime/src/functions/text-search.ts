// Looking for a text in another, and replacing it.

import { type Fn, type Functions, numOr, text } from '../functions.ts'
import { burn, codePoints, textFind, textLength, textSlice, textSplit } from '../primitives.ts'
import { folded } from '../text-case.ts'
import { errorOf } from '../values.ts'
import { type Wildcard, wildcardOf } from '../wildcard.ts'
import { truncated } from './arguments.ts'
import { joinedTexts } from './text-limit.ts'

const NOT_FOUND = errorOf('VALUE!', 'the text was not found')
const BAD_START = errorOf('VALUE!', 'the search starts outside the text')

const find: Fn = (a) => {
  const within = text(a, 1)
  const start = truncated(numOr(a, 2, 1))
  const length = textLength(within)
  if (start < 1 || start > length + 1) return BAD_START
  burn(length)
  const at = textFind(within, text(a, 0), start - 1)
  return at < 0 ? NOT_FOUND : at + 1
}

const search: Fn = (a) => {
  const points = codePoints(folded(text(a, 1)))
  const start = truncated(numOr(a, 2, 1))
  if (start < 1 || start > points.length + 1) return BAD_START
  const at = findWildcard(wildcardOf(text(a, 0)), points, start - 1)
  return at < 0 ? NOT_FOUND : at + 1
}

/**
 * Where a pattern first fits, -1 if nowhere. Between stars it is pieces that follow each other; where
 * the first piece fits first, the others have the most room, so no other place needs a try.
 */
function findWildcard(pattern: Wildcard, points: readonly number[], from: number): number {
  const star = wildcardOf('*')[0]!
  const anyOne = wildcardOf('?')[0]!
  let found = -1
  let place = from
  let start = 0
  for (let i = 0; i <= pattern.length; i++) {
    if (i < pattern.length && pattern[i] !== star) continue
    const piece = pattern.slice(start, i)
    const at = findPiece(piece, points, place, anyOne)
    if (at < 0) return -1
    if (start === 0) found = at
    place = at + piece.length
    start = i + 1
  }
  return found
}

function findPiece(
  piece: Wildcard,
  points: readonly number[],
  from: number,
  anyOne: number,
): number {
  for (let at = from; at + piece.length <= points.length; at++) {
    let fits = 0
    while (fits < piece.length && (piece[fits] === anyOne || piece[fits] === points[at + fits]))
      fits++
    burn(fits + 1)
    if (fits === piece.length) return at
  }
  return -1
}

const substitute: Fn = (a) => {
  const whole = text(a, 0)
  const old = text(a, 1)
  const by = text(a, 2)
  const wanted = a[3] === undefined ? 0 : truncated(numOr(a, 3, 1))
  if (a[3] !== undefined && wanted < 1) return errorOf('VALUE!', 'occurrences count from 1')
  if (old === '') return whole
  const parts = textSplit(whole, old)
  if (wanted === 0) return joinedTexts(parts, by)
  if (wanted >= parts.length) return whole
  const before = parts.slice(0, wanted).join(old)
  return joinedTexts([before, by, parts.slice(wanted).join(old)], '')
}

const includes: Fn = (a) => textFind(folded(text(a, 0)), folded(text(a, 1)), 0) >= 0

const startsWith: Fn = (a) => {
  const length = textLength(text(a, 1))
  return folded(textSlice(text(a, 0), 0, length)) === folded(text(a, 1))
}

const endsWith: Fn = (a) => {
  const whole = textLength(text(a, 0))
  const length = textLength(text(a, 1))
  if (length > whole) return false
  return folded(textSlice(text(a, 0), whole - length, whole)) === folded(text(a, 1))
}

export const textSearchFunctions: Functions = {
  ENDS_WITH: endsWith,
  FIND: find,
  INCLUDES: includes,
  SEARCH: search,
  STARTS_WITH: startsWith,
  SUBSTITUTE: substitute,
}
