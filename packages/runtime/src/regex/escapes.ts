// Escapes of a pattern, in a class or outside.

import { fromCodePoints } from '../primitives.ts'
import { type ErrorValue, errorOf } from '../values.ts'

/** Where the reading of a pattern is. */
export interface Reader {
  readonly points: readonly number[]
  at: number
}

const LAST_POINT = 0x10ffff

export function refusal(message: string): ErrorValue {
  return errorOf('VALUE!', `the pattern cannot be used: ${message}`)
}

/** The next character, without taking it; -1 at the end. */
export function peek(reader: Reader): number {
  return reader.at < reader.points.length ? reader.points[reader.at]! : -1
}

/** Whether these ASCII characters come next. They are taken if so. */
export function takes(reader: Reader, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (reader.at + i >= reader.points.length) return false
    if (fromCodePoints([reader.points[reader.at + i]!]) !== word.substring(i, i + 1)) return false
  }
  reader.at += word.length
  return true
}

/** The character that an escape stands for. The reader is behind the backslash. */
export function escapedPoint(reader: Reader): number | ErrorValue {
  const point = peek(reader)
  if (point < 0) return refusal('it ends with a backslash')
  reader.at++
  if (point === 116) return 9
  if (point === 110) return 10
  if (point === 118) return 11
  if (point === 102) return 12
  if (point === 114) return 13
  if (point === 48) return 0
  if (point === 120) return hexadecimal(reader, 2)
  if (point === 117) return hexadecimal(reader, 4)
  if (point >= 49 && point <= 57)
    return refusal('references back to a group (\\1) are not supported')
  if (point === 112 || point === 80) return refusal('classes of Unicode (\\p) are not supported')
  const isLetter = (point >= 65 && point <= 90) || (point >= 97 && point <= 122)
  if (isLetter) return refusal(`there is no escape \\${fromCodePoints([point])}`)
  return point
}

/** So many digits, or any number of them in braces. */
function hexadecimal(reader: Reader, digits: number): number | ErrorValue {
  const braced = takes(reader, '{')
  let value = 0
  let count = 0
  while (braced ? peek(reader) !== 125 : count < digits) {
    const digit = hexDigit(peek(reader))
    if (digit < 0 || count >= 6) return refusal('a character number is not hexadecimal')
    value = value * 16 + digit
    count++
    reader.at++
  }
  if (braced) reader.at++
  const isHalf = value >= 0xd800 && value < 0xe000
  if (count === 0 || value > LAST_POINT || isHalf) return refusal('there is no such character')
  return value
}

function hexDigit(point: number): number {
  if (point >= 48 && point <= 57) return point - 48
  if (point >= 65 && point <= 70) return point - 55
  if (point >= 97 && point <= 102) return point - 87
  return -1
}
