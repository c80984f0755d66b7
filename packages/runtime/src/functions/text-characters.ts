// Single characters by number: Windows-1252 for CHAR and CODE, Unicode for UNICHAR and UNICODE.

import { type Fn, type Functions, num, text } from '../functions.ts'
import { codePoints, firstPoint, fromCodePoints } from '../primitives.ts'
import { errorOf } from '../values.ts'
import { truncated } from './arguments.ts'

/** The characters of the codes 128 to 159 in Windows-1252. Five codes have none and stay as they are. */
const WINDOWS_POINTS = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152,
  0x8d, 0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122,
  0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
]
const FIRST_WINDOWS_CODE = 128
const LAST_CODE = 255
const LAST_POINT = 0x10ffff
/** Excel's replacement for a character outside the set. */
const QUESTION_MARK = 63

const EMPTY_TEXT = errorOf('VALUE!', 'an empty text has no first character')

const char: Fn = (a) => {
  const code = truncated(num(a, 0))
  if (code < 1 || code > LAST_CODE) return errorOf('VALUE!', 'codes go from 1 to 255')
  const windows = WINDOWS_POINTS[code - FIRST_WINDOWS_CODE]
  const special = code >= FIRST_WINDOWS_CODE && windows !== undefined
  return fromCodePoints([special ? windows : code])
}

const code: Fn = (a) => {
  const point = firstPoint(text(a, 0))
  if (point < 0) return EMPTY_TEXT
  for (let i = 0; i < WINDOWS_POINTS.length; i++)
    if (WINDOWS_POINTS[i] === point) return FIRST_WINDOWS_CODE + i
  const known = point < FIRST_WINDOWS_CODE || (point >= 160 && point <= LAST_CODE)
  return known ? point : QUESTION_MARK
}

const unichar: Fn = (a) => {
  const point = truncated(num(a, 0))
  if (point < 1 || point > LAST_POINT) return errorOf('VALUE!', 'there is no such character')
  const isHalf = point >= 0xd800 && point < 0xe000
  if (isHalf) return errorOf('N/A', 'this number is only half of a character')
  return fromCodePoints([point])
}

const unicode: Fn = (a) => {
  const point = firstPoint(text(a, 0))
  return point < 0 ? EMPTY_TEXT : point
}

const clean: Fn = (a) => {
  const kept: number[] = []
  for (const point of codePoints(text(a, 0))) if (point >= 32) kept.push(point)
  return fromCodePoints(kept)
}

export const textCharacterFunctions: Functions = {
  CHAR: char,
  CLEAN: clean,
  CODE: code,
  UNICHAR: unichar,
  UNICODE: unicode,
}
