// The few things that JavaScript and Lua do differently, each behind one function. This is the
// JavaScript half; `lua/primitives.lua` is the other, with the same names and the same results. Text is counted,
// cut and compared by code point; numbers are printed and read in one form.

import { OutOfFuel } from './errors.ts'

/** As steps: as many as it takes. A whole number, since others are an object of their own each time. */
export const UNLIMITED: number = 2 ** 30

const fuel = { left: UNLIMITED }

/** Gives the next evaluation its steps. Gives back what was left; below zero when they were not enough. */
export function refuel(steps: number): number {
  const { left } = fuel
  fuel.left = steps
  return left
}

/** Uses up steps. Every loop whose length an author controls burns as many as it takes. */
export function burn(steps: number): void {
  const { left } = fuel
  if (left === UNLIMITED) return
  fuel.left = left - steps
  if (left < steps) throw new OutOfFuel()
}

// Text

/** How many code points. */
export function textLength(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if (isLead(text.charCodeAt(i)) && isTrail(text.charCodeAt(i + 1))) {
      length--
      i++
    }
  }
  return length
}

export function codePoints(text: string): number[] {
  const points: number[] = []
  for (const char of text) points.push(char.codePointAt(0)!)
  return points
}

export function fromCodePoints(points: readonly number[]): string {
  let text = ''
  // In parts, because a call takes only so many arguments.
  for (let i = 0; i < points.length; i += 4096) {
    text += String.fromCodePoint(...points.slice(i, i + 4096))
  }
  return text
}

/** The code points from `start` (from 0) up to, not including, `end`. */
export function textSlice(text: string, start: number, end: number): string {
  if (isNarrow(text)) return text.slice(start, end)
  return fromCodePoints(codePoints(text).slice(start, end))
}

/** Where `part` first stands at or after `from`, in code points; -1 if nowhere. */
export function textFind(text: string, part: string, from: number): number {
  if (isNarrow(text)) return text.indexOf(part, from)
  const before = textSlice(text, 0, from)
  const at = text.indexOf(part, before.length)
  return at < 0 ? -1 : textLength(text.slice(0, at))
}

/** Every place of a part replaced. */
export function textReplaceAll(text: string, part: string, by: string): string {
  return part === '' ? text : text.split(part).join(by)
}

/** An empty separator splits between code points. */
export function textSplit(text: string, separator: string): string[] {
  return separator === '' ? [...text] : text.split(separator)
}

/** -1, 0 or 1, by code point. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // A pair stands for a code point above all others, so halves of pairs go last.
    const high = Number(x >= 0xd800 && x < 0xe000) - Number(y >= 0xd800 && y < 0xe000)
    return high > 0 || (high === 0 && x > y) ? 1 : -1
  }
  return a.length > b.length ? 1 : -1
}

/** Without white space at both ends, as Unicode and JavaScript know it. */
export function textTrim(text: string): string {
  return text.trim()
}

export function repeatText(text: string, times: number): string {
  return text.repeat(times)
}

function isLead(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isTrail(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}

/** No code point takes two units, so places are the same. */
function isNarrow(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isLead(text.charCodeAt(i))) return false
  return true
}

// Numbers

/** Decimal digits and exponent: `digits[0].digits[1…] × 10^exponent`, rounded half up to `count`. */
export function decimalDigits(value: number, count: number): { digits: string; exponent: number } {
  const [mantissa = '0', exponent = '0'] = Math.abs(value)
    .toExponential(count - 1)
    .split('e')
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

/** The shortest text that reads back as the same number. */
export function shortestNumber(value: number): string {
  return String(value)
}

/** Reads digits with an optional point and exponent. NaN if it is anything else. */
export function parseDecimal(text: string): number {
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

/** Stable, by a comparison that is total. */
export function sortStably<T>(items: readonly T[], compare: (a: T, b: T) => number): T[] {
  return [...items].sort(compare)
}
