// Numbers in binary, octal and hexadecimal, of up to ten digits. A number of ten digits whose first is in
// the upper half is negative, in two's complement.

import { toText } from '../coerce.ts'
import { type Args, type Fn, type Functions, num } from '../functions.ts'
import { codePoints } from '../primitives.ts'
import { errorOf, type Value } from '../values.ts'
import { single, truncated } from './arguments.ts'

const DIGITS = '0123456789ABCDEF'
const PLACES = 10

function powerOf(base: number, exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power *= base
  return power
}

function digitOf(point: number): number {
  if (point >= 48 && point <= 57) return point - 48
  if (point >= 65 && point <= 70) return point - 55
  return point >= 97 && point <= 102 ? point - 87 : 99
}

/** The number that a text of digits stands for. */
function read(value: Value, base: number): number | Value {
  const text =
    typeof value === 'boolean' ? errorOf('VALUE!', 'a number is needed here') : toText(value)
  if (typeof text !== 'string') return text
  const points = codePoints(text)
  if (points.length > PLACES) return errorOf('NUM!', 'there are more than ten digits')
  let number = 0
  for (const point of points) {
    const digit = digitOf(point)
    if (digit >= base) return errorOf('NUM!', `a digit does not belong to base ${base}`)
    number = number * base + digit
  }
  const all = powerOf(base, PLACES)
  return number >= all / 2 ? number - all : number
}

/** A number in a base, filled up with zeros to so many places. */
function write(value: number, base: number, places: Value | undefined): Value {
  const all = powerOf(base, PLACES)
  const number = Math.floor(value)
  if (number < -all / 2 || number >= all / 2) return errorOf('NUM!', 'the number is too large')
  let rest = number < 0 ? number + all : number
  let text = ''
  while (rest > 0 || text === '') {
    const digit = rest % base
    text = DIGITS.substring(digit, digit + 1) + text
    rest = Math.floor(rest / base)
  }
  if (places === undefined) return text
  const width = truncated(places as number)
  if (width < 1 || width > PLACES) return errorOf('NUM!', 'there are one to ten places')
  // A negative number has all ten digits, however many are asked for.
  if (number < 0) return text
  if (width < text.length) return errorOf('NUM!', 'it does not fit those places')
  while (text.length < width) text = `0${text}`
  return text
}

function converted(from: number, to: number): Fn {
  return (args: Args) => {
    const number = read(single(args[0]), from)
    return typeof number === 'number' ? write(number, to, args[1]) : number
  }
}

function written(base: number): Fn {
  return (args: Args) => write(truncated(num(args, 0)), base, args[1])
}

export const baseFunctions: Functions = {
  BIN2DEC: (a) => read(single(a[0]), 2),
  BIN2HEX: converted(2, 16),
  BIN2OCT: converted(2, 8),
  DEC2BIN: written(2),
  DEC2HEX: written(16),
  DEC2OCT: written(8),
  HEX2BIN: converted(16, 2),
  HEX2DEC: (a) => read(single(a[0]), 16),
  HEX2OCT: converted(16, 8),
  OCT2BIN: converted(8, 2),
  OCT2DEC: (a) => read(single(a[0]), 8),
  OCT2HEX: converted(8, 16),
}
