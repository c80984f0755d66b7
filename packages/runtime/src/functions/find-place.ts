// Finding the place of a value in a row or column: exactly, by wildcard, or next to it. Only values of
// the same kind are compared, so texts among numbers do no harm.

import { compareValues } from '../compare.ts'
import { burn, codePoints } from '../primitives.ts'
import { compilePattern } from '../regex/compile.ts'
import { findMatch } from '../regex/match.ts'
import { type ErrorValue, isBlank, isDatetime, isDuration, type Value } from '../values.ts'
import { fitsWildcard, hasWildcard, type Wildcard, wildcardOf } from '../wildcard.ts'

/** The class of comparable values; 0 for a value that is never found. */
function kindToFind(value: Value): number {
  if (typeof value === 'number' || isDatetime(value)) return 1
  if (typeof value === 'string') return 2
  if (typeof value === 'boolean') return 3
  if (isBlank(value)) return 4
  return isDuration(value) && value.months === 0 ? 5 : 0
}

function orderOf(a: Value, b: Value): number {
  const order = compareValues(a, b)
  return typeof order === 'number' ? order : 0
}

/** The first place, or the last, of an equal value; -1 if there is none. */
export function findExact(wanted: Value, items: readonly Value[], backward: boolean): number {
  const kind = kindToFind(wanted)
  if (kind === 0) return -1
  const count = items.length
  for (let i = 0; i < count; i++) {
    burn(2)
    const at = backward ? count - 1 - i : i
    const item = items[at]!
    if (kindToFind(item) === kind && orderOf(item, wanted) === 0) return at
  }
  return -1
}

/** As `findExact`, with wildcards if the wanted value is a text that has some. */
export function findLike(wanted: Value, items: readonly Value[], backward: boolean): number {
  if (typeof wanted !== 'string' || !hasWildcard(wanted)) return findExact(wanted, items, backward)
  const pattern: Wildcard = wildcardOf(wanted)
  const count = items.length
  for (let i = 0; i < count; i++) {
    burn(1)
    const at = backward ? count - 1 - i : i
    const item = items[at]!
    if (typeof item === 'string' && fitsWildcard(pattern, item)) return at
  }
  return -1
}

/** The first place, or the last, of a text with a match of a pattern; -1 if there is none. */
export function findFitting(
  wanted: Value,
  items: readonly Value[],
  backward: boolean,
): number | ErrorValue {
  if (typeof wanted !== 'string') return findExact(wanted, items, backward)
  const program = compilePattern(wanted, false)
  if ('k' in program) return program
  const count = items.length
  for (let i = 0; i < count; i++) {
    burn(1)
    const at = backward ? count - 1 - i : i
    const item = items[at]!
    if (typeof item === 'string' && findMatch(program, codePoints(item), 0) !== undefined) return at
  }
  return -1
}

/** An equal value, or else the nearest below (`side` -1) or above (1), in any order of the items. */
export function findNearest(
  wanted: Value,
  items: readonly Value[],
  side: number,
  backward: boolean,
): number {
  const exact = findExact(wanted, items, backward)
  if (exact >= 0) return exact
  const kind = kindToFind(wanted)
  let best = -1
  const count = items.length
  for (let i = 0; i < count; i++) {
    burn(3)
    const at = backward ? count - 1 - i : i
    const item = items[at]!
    if (kindToFind(item) !== kind || orderOf(item, wanted) * side < 0) continue
    if (best < 0 || orderOf(item, items[best]!) * side < 0) best = at
  }
  return best
}

/** The places that hold values of the kind of the wanted one. */
function comparable(wanted: Value, items: readonly Value[]): number[] {
  const kind = kindToFind(wanted)
  const found: number[] = []
  if (kind === 0) return found
  burn(2 * items.length)
  for (let at = 0; at < items.length; at++) if (kindToFind(items[at]!) === kind) found.push(at)
  return found
}

/**
 * In sorted items, rising (`direction` 1) or falling (-1): the last place whose value does not come
 * after the wanted one. -1 if all do.
 */
export function findLastUpTo(wanted: Value, items: readonly Value[], direction: number): number {
  const candidates = comparable(wanted, items)
  let low = 0
  let high = candidates.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (orderOf(items[candidates[middle]!]!, wanted) * direction <= 0) low = middle + 1
    else high = middle
  }
  return low === 0 ? -1 : candidates[low - 1]!
}

/** In sorted items: the first place whose value does not come before the wanted one; -1 if all do. */
export function findFirstFrom(wanted: Value, items: readonly Value[], direction: number): number {
  const candidates = comparable(wanted, items)
  let low = 0
  let high = candidates.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (orderOf(items[candidates[middle]!]!, wanted) * direction < 0) low = middle + 1
    else high = middle
  }
  return low === candidates.length ? -1 : candidates[low]!
}

/**
 * In falling items: the first place of an equal value, or else the last place of a larger one. Nothing
 * is found in items that start below the wanted value, which they do if they rise instead.
 */
export function findLastDownTo(wanted: Value, items: readonly Value[]): number {
  const candidates = comparable(wanted, items)
  if (candidates.length === 0 || orderOf(items[candidates[0]!]!, wanted) < 0) return -1
  const first = findFirstFrom(wanted, items, -1)
  const exact = first >= 0 && orderOf(items[first]!, wanted) === 0
  return exact ? first : findLastUpTo(wanted, items, -1)
}

/** By the modes of XMATCH: exact or the next below or above, in items that are sorted. */
export function findSorted(
  wanted: Value,
  items: readonly Value[],
  mode: number,
  direction: number,
): number {
  const from = findFirstFrom(wanted, items, direction)
  if (from >= 0 && orderOf(items[from]!, wanted) === 0) return from
  if (mode === 0) return -1
  // The next smaller stands before in rising items and behind in falling ones.
  return mode * direction < 0 ? findLastUpTo(wanted, items, direction) : from
}
