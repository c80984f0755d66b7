// Sets of characters that have a name in patterns, as ranges: first, last, first, last, …

import { alikePoints } from '../text-case.ts'
import type { CharSet } from './tree.ts'

const LAST_POINT = 0x10ffff

const DIGITS = [48, 57]
const WORD = [48, 57, 65, 90, 95, 95, 97, 122]
const SPACES = [
  9, 13, 32, 32, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
]
/** Line terminators, as pairs of first and last. */
export const LINE_ENDS = [10, 10, 13, 13, 0x2028, 0x2029]

/** `\d \w \s` and their opposites, by the letter's code; undefined for any other. */
export function shorthand(letter: number): readonly number[] | undefined {
  if (letter === 100) return DIGITS
  if (letter === 119) return WORD
  if (letter === 115) return SPACES
  if (letter === 68) return others(DIGITS)
  if (letter === 87) return others(WORD)
  if (letter === 83) return others(SPACES)
  return undefined
}

/** `[:alpha:]` and its kind, in ASCII; undefined for a name that is not one. */
export function namedSet(name: string): readonly number[] | undefined {
  if (name === 'alnum') return [48, 57, 65, 90, 97, 122]
  if (name === 'alpha') return [65, 90, 97, 122]
  if (name === 'blank') return [9, 9, 32, 32]
  if (name === 'digit') return DIGITS
  if (name === 'lower') return [97, 122]
  if (name === 'punct') return [33, 47, 58, 64, 91, 96, 123, 126]
  if (name === 'space') return SPACES
  if (name === 'upper') return [65, 90]
  if (name === 'word') return WORD
  if (name === 'xdigit') return [48, 57, 65, 70, 97, 102]
  return undefined
}

/** All characters that are not in these ranges, which are in order. */
export function others(ranges: readonly number[]): number[] {
  const found: number[] = []
  let next = 0
  for (let i = 0; i < ranges.length; i += 2) {
    if (ranges[i]! > next) found.push(next, ranges[i]! - 1)
    next = ranges[i + 1]! + 1
  }
  if (next <= LAST_POINT) found.push(next, LAST_POINT)
  return found
}

function inRanges(ranges: readonly number[], point: number): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (point >= ranges[i]! && point <= ranges[i + 1]!) return true
  return false
}

export function isWordPoint(point: number): boolean {
  return inRanges(WORD, point)
}

export function isLineEnd(point: number): boolean {
  return inRanges(LINE_ENDS, point)
}

export function setHolds(set: CharSet, point: number, ignoreCase: boolean): boolean {
  return holds(set, point, ignoreCase) !== set.negated
}

function holds(set: CharSet, point: number, ignoreCase: boolean): boolean {
  if (inRanges(set.exact, point) || inRanges(set.written, point)) return true
  if (!ignoreCase) return false
  for (const other of alikePoints(point)) if (inRanges(set.written, other)) return true
  return false
}
