// Character classes: `[a-z_]`, `[^\d]`, `[[:alpha:]]`.

import { fromCodePoints } from '../primitives.ts'
import type { ErrorValue } from '../values.ts'
import { escapedPoint, peek, type Reader, refusal, takes } from './escapes.ts'
import { namedSet, shorthand } from './sets.ts'
import type { CharSet } from './tree.ts'

/** The reader is behind the opening bracket, and ends behind the closing one. */
export function parseClass(reader: Reader): CharSet | ErrorValue {
  const exact: number[] = []
  const written: number[] = []
  const negated = takes(reader, '^')
  // As in most engines, a bracket that would close an empty class is itself a member.
  let first = true
  while (first || peek(reader) !== 93) {
    if (peek(reader) < 0) return refusal('a class [ is not closed')
    first = false
    const set = memberSet(reader)
    if (set !== undefined) {
      for (const bound of set) exact.push(bound)
      continue
    }
    const low = member(reader)
    if (typeof low !== 'number') return low
    const isRange = peek(reader) === 45 && reader.points[reader.at + 1] !== 93
    if (!isRange) {
      written.push(low, low)
      continue
    }
    reader.at++
    if (peek(reader) < 0) return refusal('a class [ is not closed')
    if (memberSet(reader) !== undefined) return refusal('a range ends with a class')
    const high = member(reader)
    if (typeof high !== 'number') return high
    if (high < low) return refusal('a range in a class runs backwards')
    written.push(low, high)
  }
  reader.at++
  return { exact, written, negated }
}

/** A set with a name, if one comes next. */
function memberSet(reader: Reader): readonly number[] | undefined {
  const { points, at } = reader
  if (points[at] === 92 && at + 1 < points.length) {
    const set = shorthand(points[at + 1]!)
    if (set !== undefined) reader.at += 2
    return set
  }
  if (points[at] !== 91 || points[at + 1] !== 58) return undefined
  let end = at + 2
  while (end < points.length && points[end]! >= 97 && points[end]! <= 122) end++
  if (points[end] !== 58 || points[end + 1] !== 93) return undefined
  const set = namedSet(fromCodePoints(points.slice(at + 2, end)))
  if (set !== undefined) reader.at = end + 2
  return set
}

function member(reader: Reader): number | ErrorValue {
  const point = peek(reader)
  reader.at++
  if (point !== 92) return point
  // Inside a class there are no edges of words.
  if (peek(reader) === 98) {
    reader.at++
    return 8
  }
  return escapedPoint(reader)
}
