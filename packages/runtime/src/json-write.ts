// Writes a value as JSON. A list is flat, several rows are lists in a list; datetimes and durations are
// texts in ISO-8601, blank is null.

import type { Stop } from './coerce.ts'
import { JSON_MAX_LEVELS } from './limits.ts'
import { burn, codePoints, fromCodePoints, shortestNumber } from './primitives.ts'
import { datetimeText, durationText } from './time-text.ts'
import {
  type ArrayValue,
  errorOf,
  isArray,
  isObject,
  K_BLANK,
  K_DATETIME,
  K_DURATION,
  K_SCHEDULE,
  type ObjectValue,
  stops,
  type Value,
} from './values.ts'

interface Writer {
  readonly parts: string[]
  /** The white space of one level; none writes everything on one line. */
  readonly indent: string
  wrong: Stop | undefined
}

export function writeJson(value: Value, indent: string): Value {
  const writer: Writer = { parts: [], indent, wrong: undefined }
  writeValue(writer, value, 0)
  return writer.wrong ?? writer.parts.join('')
}

function writeValue(writer: Writer, value: Value, level: number): void {
  burn(4)
  if (typeof value === 'number') writer.parts.push(shortestNumber(value + 0))
  else if (typeof value === 'string') writer.parts.push(quoted(value))
  else if (typeof value === 'boolean') writer.parts.push(value ? 'true' : 'false')
  else if (value.k === K_BLANK) writer.parts.push('null')
  else if (value.k === K_DATETIME) writer.parts.push(quoted(datetimeText(value.ms)))
  else if (value.k === K_DURATION) writer.parts.push(quoted(durationText(value)))
  else if (value.k === K_SCHEDULE) writer.parts.push(quoted(value.cron))
  else if (stops(value)) writer.wrong = value
  else if (level >= JSON_MAX_LEVELS) writer.wrong = errorOf('VALUE!', 'too many levels for JSON')
  else if (isArray(value)) writeArray(writer, value, level)
  else if (isObject(value)) writeObject(writer, value, level)
  else writer.wrong = errorOf('VALUE!', 'a function or a place has no form in JSON')
}

function writeArray(writer: Writer, value: ArrayValue, level: number): void {
  if (value.rows === 1) {
    writeList(writer, value.items, level)
    return
  }
  const count = value.rows
  writer.parts.push('[')
  for (let row = 0; row < count; row++) {
    between(writer, row, level + 1)
    const items: Value[] = []
    for (let at = 0; at < value.columns; at++) items.push(value.items[row * value.columns + at]!)
    writeList(writer, items, level + 1)
  }
  close(writer, ']', count, level)
}

function writeList(writer: Writer, items: readonly Value[], level: number): void {
  writer.parts.push('[')
  for (let i = 0; i < items.length; i++) {
    between(writer, i, level + 1)
    writeValue(writer, items[i]!, level + 1)
  }
  close(writer, ']', items.length, level)
}

function writeObject(writer: Writer, value: ObjectValue, level: number): void {
  writer.parts.push('{')
  for (let i = 0; i < value.keys.length; i++) {
    between(writer, i, level + 1)
    writer.parts.push(quoted(value.keys[i]!))
    writer.parts.push(writer.indent === '' ? ':' : ': ')
    writeValue(writer, value.values[i]!, level + 1)
  }
  close(writer, '}', value.keys.length, level)
}

function between(writer: Writer, place: number, level: number): void {
  if (place > 0) writer.parts.push(',')
  newLine(writer, level)
}

function close(writer: Writer, bracket: string, count: number, level: number): void {
  if (count > 0) newLine(writer, level)
  writer.parts.push(bracket)
}

function newLine(writer: Writer, level: number): void {
  if (writer.indent === '') return
  writer.parts.push('\n')
  for (let i = 0; i < level; i++) writer.parts.push(writer.indent)
}

const HEX_DIGITS = '0123456789abcdef'

function quoted(text: string): string {
  const points = codePoints(text)
  burn(2 * points.length)
  const found: number[] = [34]
  for (const point of points) {
    if (point === 34 || point === 92) {
      found.push(92)
      found.push(point)
    } else if (point >= 32) found.push(point)
    else for (const part of codePoints(escaped(point))) found.push(part)
  }
  found.push(34)
  return fromCodePoints(found)
}

function escaped(point: number): string {
  if (point === 8) return '\\b'
  if (point === 9) return '\\t'
  if (point === 10) return '\\n'
  if (point === 12) return '\\f'
  if (point === 13) return '\\r'
  const low = point % 16
  return `\\u00${point >= 16 ? '1' : '0'}${HEX_DIGITS.substring(low, low + 1)}`
}
