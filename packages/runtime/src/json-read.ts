// Reads JSON. A list of equally long lists becomes an array with rows, null becomes blank; of two fields
// with one name the later one wins.

import { JSON_MAX_LEVELS } from './limits.ts'
import { burn, codePoints, fromCodePoints, parseDecimal } from './primitives.ts'
import { arrayOf, BLANK, errorOf, isArray, listOf, objectOf, type Value } from './values.ts'

interface Reader {
  readonly points: readonly number[]
  at: number
  /** The first error, once there is one. */
  wrong: string
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

export function readJson(text: string): Value {
  const points = codePoints(text)
  burn(6 * points.length)
  const reader: Reader = { points, at: 0, wrong: '' }
  const value = readValue(reader, 0)
  skipSpace(reader)
  if (reader.wrong === '' && reader.at < points.length) fail(reader, 'more text behind the end')
  return reader.wrong === '' ? value : errorOf('VALUE!', `not JSON: ${reader.wrong}`)
}

function fail(reader: Reader, what: string): Value {
  if (reader.wrong === '') reader.wrong = `${what} at character ${reader.at + 1}`
  return BLANK
}

function peek(reader: Reader): number {
  return reader.at < reader.points.length ? reader.points[reader.at]! : -1
}

function skipSpace(reader: Reader): void {
  let point = peek(reader)
  while (point === 32 || point === 10 || point === 13 || point === 9) {
    reader.at++
    point = peek(reader)
  }
}

/** Goes past a character if it comes next. */
function passes(reader: Reader, point: number): boolean {
  skipSpace(reader)
  if (peek(reader) !== point) return false
  reader.at++
  return true
}

function readValue(reader: Reader, level: number): Value {
  if (level > JSON_MAX_LEVELS) return fail(reader, 'too many levels')
  skipSpace(reader)
  const point = peek(reader)
  if (point === OPEN_OBJECT) return readObject(reader, level)
  if (point === OPEN_LIST) return readList(reader, level)
  if (point === QUOTE) return readText(reader)
  if (point === 45 || isDigit(point)) return readNumber(reader)
  if (readWord(reader, 'true')) return true
  if (readWord(reader, 'false')) return false
  if (readWord(reader, 'null')) return BLANK
  return fail(reader, point < 0 ? 'the text ends too early' : 'an unexpected character')
}

function readWord(reader: Reader, word: string): boolean {
  const points = codePoints(word)
  for (let i = 0; i < points.length; i++) {
    if (reader.points[reader.at + i] !== points[i]) return false
  }
  reader.at += points.length
  return true
}

function readObject(reader: Reader, level: number): Value {
  reader.at++
  const keys: string[] = []
  const values: Value[] = []
  const known: Record<string, number> = {}
  if (passes(reader, CLOSE_OBJECT)) return objectOf(keys, values)
  while (reader.wrong === '') {
    skipSpace(reader)
    if (peek(reader) !== QUOTE) return fail(reader, 'a name in quotes is missing')
    const key = readText(reader)
    if (!passes(reader, COLON)) return fail(reader, 'a colon is missing')
    const value = readValue(reader, level + 1)
    const before = known[`.${key}`]
    if (before !== undefined) values[before] = value
    else {
      known[`.${key}`] = keys.length
      keys.push(key)
      values.push(value)
    }
    if (passes(reader, CLOSE_OBJECT)) break
    if (!passes(reader, COMMA)) return fail(reader, 'a comma is missing')
  }
  return objectOf(keys, values)
}

function readList(reader: Reader, level: number): Value {
  reader.at++
  const items: Value[] = []
  if (passes(reader, CLOSE_LIST)) return listOf(items)
  while (reader.wrong === '') {
    items.push(readValue(reader, level + 1))
    if (passes(reader, CLOSE_LIST)) break
    if (!passes(reader, COMMA)) return fail(reader, 'a comma is missing')
  }
  return tableOf(items)
}

/** Rows of single values are an array; anything else is a list of its items. */
function tableOf(items: readonly Value[]): Value {
  let columns = 0
  const all: Value[] = []
  for (let i = 0; i < items.length; i++) {
    const row = items[i]!
    if (!isArray(row) || row.rows !== 1 || row.items.length === 0) return listOf(items)
    if (i > 0 && row.columns !== columns) return listOf(items)
    columns = row.columns
    for (const item of row.items) {
      if (isArray(item)) return listOf(items)
      all.push(item)
    }
  }
  return arrayOf(items.length, columns, all)
}

function readText(reader: Reader): string {
  reader.at++
  const found: number[] = []
  while (reader.wrong === '') {
    const point = peek(reader)
    if (point < 32) {
      fail(reader, point < 0 ? 'a text does not end' : 'a control character in a text')
      break
    }
    reader.at++
    if (point === QUOTE) break
    found.push(point === BACKSLASH ? readEscape(reader) : point)
  }
  return fromCodePoints(found)
}

function readEscape(reader: Reader): number {
  const point = peek(reader)
  reader.at++
  if (point === QUOTE || point === BACKSLASH || point === 47) return point
  if (point === 98) return 8
  if (point === 102) return 12
  if (point === 110) return 10
  if (point === 114) return 13
  if (point === 116) return 9
  if (point !== 117) fail(reader, 'an unknown escape')
  const first = readHex(reader)
  if (first < 0xd800 || first > 0xdfff) return first
  // Two halves make one character; half of one is none.
  if (first < 0xdc00 && peek(reader) === BACKSLASH && reader.points[reader.at + 1] === 117) {
    reader.at += 2
    const second = readHex(reader)
    if (second >= 0xdc00 && second <= 0xdfff) {
      return 0x10000 + (first - 0xd800) * 0x400 + (second - 0xdc00)
    }
  }
  return 0xfffd
}

function readHex(reader: Reader): number {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const digit = hexDigit(peek(reader))
    if (digit < 0) {
      fail(reader, 'four hexadecimal digits are missing')
      return 0
    }
    value = value * 16 + digit
    reader.at++
  }
  return value
}

function hexDigit(point: number): number {
  if (isDigit(point)) return point - 48
  if (point >= 65 && point <= 70) return point - 55
  return point >= 97 && point <= 102 ? point - 87 : -1
}

function isDigit(point: number): boolean {
  return point >= 48 && point <= 57
}

function readNumber(reader: Reader): Value {
  const start = reader.at
  if (peek(reader) === 45) reader.at++
  const leading = peek(reader)
  const whole = readDigits(reader)
  if (whole === 0 || (leading === 48 && whole > 1)) return fail(reader, 'a wrong number')
  if (peek(reader) === 46) {
    reader.at++
    if (readDigits(reader) === 0) return fail(reader, 'a wrong number')
  }
  if (peek(reader) === 101 || peek(reader) === 69) {
    reader.at++
    if (peek(reader) === 43 || peek(reader) === 45) reader.at++
    if (readDigits(reader) === 0) return fail(reader, 'a wrong number')
  }
  const value = parseDecimal(fromCodePoints(reader.points.slice(start, reader.at)))
  return value - value === 0 ? value : fail(reader, 'a number too large')
}

function readDigits(reader: Reader): number {
  const start = reader.at
  while (isDigit(peek(reader))) reader.at++
  return reader.at - start
}
