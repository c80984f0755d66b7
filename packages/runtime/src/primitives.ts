// The few things that JavaScript and Lua do differently, each behind one function. This is the
// JavaScript half; `lua/primitives.lua` is the other, with the same names and the same results. Text is counted,
// cut and compared by code point; numbers are printed and read in one form.

import { OutOfFuel } from './errors.ts'
import { DIGITS_STEPS, NUMBER_TEXT_STEPS, ORDER_STEPS, READ_STEPS } from './limits.ts'
import { burn } from './primitive-budgets.ts'

export { breathe, burn, grow, refuel, UNLIMITED, unmetered } from './primitive-budgets.ts'
export * from './primitive-texts.ts'

// Numbers

/** Decimal digits and exponent: `digits[0].digits[1…] × 10^exponent`, rounded half up to `count`. */
export function decimalDigits(value: number, count: number): { digits: string; exponent: number } {
  burn(DIGITS_STEPS)
  const [mantissa = '0', exponent = '0'] = Math.abs(value)
    .toExponential(count - 1)
    .split('e')
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

/** The shortest text that reads back as the same number. */
export function shortestNumber(value: number): string {
  burn(Math.floor(value) === value ? NUMBER_TEXT_STEPS : DIGITS_STEPS)
  return String(value)
}

/** Reads digits with an optional point and exponent. NaN if it is anything else. */
export function parseDecimal(text: string): number {
  burn(READ_STEPS + (text.length >> 2))
  let i = 0
  let digits = 0
  if (text[i] === '-' || text[i] === '+') i++
  for (; isDigit(text, i); i++) digits++
  if (text[i] === '.') for (i++; isDigit(text, i); i++) digits++
  if (digits === 0) return Number.NaN
  if (text[i] === 'e' || text[i] === 'E') {
    i++
    if (text[i] === '-' || text[i] === '+') i++
    if (!isDigit(text, i)) return Number.NaN
    while (isDigit(text, i)) i++
  }
  return i === text.length ? Number(text) : Number.NaN
}

function isDigit(text: string, i: number): boolean {
  const code = text.charCodeAt(i)
  return code >= 48 && code <= 57
}

// Running

/** Whether an argument of a call is left out. In the representation it is null, which Lua does not have. */
export function isLeftOut(expr: unknown): boolean {
  return expr === null || (Array.isArray(expr) && expr[0] === 'none')
}

/** Runs something so many levels deeper, and restores the depth even after an exception. */
export function runDeeper<T>(
  depth: { calls: number; levels: number },
  levels: number,
  fn: (this: void) => T,
): T {
  depth.calls++
  depth.levels += levels
  try {
    return fn()
  } finally {
    depth.calls--
    depth.levels -= levels
  }
}

/** The exception that ended an attempt. */
export interface Ended<T> {
  /** Undefined if it did not end before. */
  readonly by: unknown
  readonly value: T | undefined
}

/** Ends a run under `attempt`, which returns this exception. */
export function unwind(by: object): never {
  throw by
}

/** Runs something that may end before its end: by `unwind`, or since its steps or bytes are used up. */
export function attempt<T>(fn: (this: void) => T): Ended<T> {
  try {
    return { by: undefined, value: fn() }
  } catch (error) {
    return { by: error, value: undefined }
  }
}

/** The message of an exception for a used-up budget; undefined for any other. */
export function budgetMessage(by: unknown): string | undefined {
  if (by instanceof OutOfFuel) return by.message
  // Too many calls inside each other, which Lua ends as well.
  return by instanceof RangeError ? TOO_DEEP : undefined
}

const TOO_DEEP = 'the formula is too deep or too large'

// Lists

/**
 * How many arguments there are, up to the last that was given. Lua does not know the length of a list
 * with gaps, so a list of arguments is never asked for its own.
 */
export function argCount(args: readonly unknown[]): number {
  let count = args.length
  while (count > 0 && args[count - 1] === undefined) count--
  return count
}

/** The cost of a sort: the logarithm of the count for each element. */
export function sortSteps(count: number): number {
  let steps = 1
  for (let n = count; n > 1; n = n / 2) steps++
  return count * steps
}

/** Stable, by a comparison that is total. */
export function sortStably<T>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
  return [...items].sort(compare)
}

/** The places of numbers in rising order; of equal ones, the first place first. */
export function orderOfNumbers(numbers: readonly number[]): number[] {
  burn(ORDER_STEPS * numbers.length)
  if (numbers.length >= RADIX_FROM_COUNT) return orderByDigits(numbers)
  return [...numbers.keys()].sort((a, b) => numbers[a]! - numbers[b]! || a - b)
}

/** Fewer numbers than this are compared with each other. */
const RADIX_FROM_COUNT = 1024
const DIGIT_BITS = 11
const DIGITS = 2 ** DIGIT_BITS

/** Halves of numbers, turned so that they are in order as whole numbers are, and where they stood. */
interface Halves {
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly places: Uint32Array
}

/** Digit by digit, the lowest first: each time equals keep their order. It takes the same for any numbers. */
function orderByDigits(numbers: readonly number[]): number[] {
  const count = numbers.length
  let from = halvesOf(numbers)
  let to: Halves = {
    high: new Uint32Array(count),
    low: new Uint32Array(count),
    places: new Uint32Array(count),
  }
  for (let shift = 0; shift < 64; shift += shift === 22 || shift === 54 ? 10 : DIGIT_BITS) {
    if (!moveByDigit(from, to, shift)) continue
    const spare = from
    from = to
    to = spare
  }
  const order: number[] = []
  for (let i = 0; i < count; i++) order.push(from.places[i]!)
  return order
}

function halvesOf(numbers: readonly number[]): Halves {
  const count = numbers.length
  const whole = new Float64Array(1)
  const halves = new Uint32Array(whole.buffer)
  const high = new Uint32Array(count)
  const low = new Uint32Array(count)
  const places = new Uint32Array(count)
  whole[0] = 1
  const topAt = halves[0] === 0 ? 1 : 0
  for (let i = 0; i < count; i++) {
    // Adding 0 turns -0 into 0, which is equal to it.
    whole[0] = numbers[i]! + 0
    const top = halves[topAt]!
    const bottom = halves[1 - topAt]!
    // Of a number below 0 the size falls as it rises.
    const negative = top >= 0x8000_0000
    high[i] = negative ? ~top : top | 0x8000_0000
    low[i] = negative ? ~bottom : bottom
    places[i] = i
  }
  return { high, low, places }
}

/** False if all have the same digit, and nothing has to move. */
function moveByDigit(from: Halves, to: Halves, shift: number): boolean {
  const half = shift < 32 ? from.low : from.high
  const by = shift % 32
  const ends = new Uint32Array(DIGITS)
  for (let i = 0; i < half.length; i++) ends[(half[i]! >>> by) % DIGITS]!++
  if (ends[(half[0]! >>> by) % DIGITS] === half.length) return false
  let start = 0
  for (let digit = 0; digit < DIGITS; digit++) {
    const many = ends[digit]!
    ends[digit] = start
    start += many
  }
  for (let i = 0; i < half.length; i++) {
    const place = ends[(half[i]! >>> by) % DIGITS]!++
    to.high[place] = from.high[i]!
    to.low[place] = from.low[i]!
    to.places[place] = from.places[i]!
  }
  return true
}
