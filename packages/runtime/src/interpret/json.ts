// Values as text: one text for each value, the same bytes in both languages, and JSON. Numbers, texts and booleans are
// themselves; everything else is a list that starts with its kind, blank too, so that `null` never occurs.

import { burn, codePoints, fromCodePoints, joinTexts, shortestNumber } from '../primitives.ts'
import {
  BLANK,
  datetime,
  durationOf,
  type ErrorCode,
  isArray,
  isObject,
  PENDING,
  schedule,
  type Value,
} from '../values.ts'

/** Such a text, as a host's JSON parser returns it. */
export type ValueJson = number | string | boolean | readonly ValueJson[]

export function textOf(value: Value): string {
  const parts: string[] = []
  write(value, parts)
  return joinTexts(parts, '')
}

function write(value: Value, parts: string[]): void {
  burn(1)
  if (typeof value === 'number') parts.push(numberText(value))
  else if (typeof value === 'string') parts.push(quoted(value))
  else if (typeof value === 'boolean') parts.push(value ? 'true' : 'false')
  else if (isArray(value)) {
    parts.push(`["array",${value.rows},${value.columns}`)
    for (const item of value.items) {
      parts.push(',')
      write(item, parts)
    }
    parts.push(']')
  } else if (isObject(value)) {
    parts.push('["object"')
    for (let i = 0; i < value.keys.length; i++) {
      parts.push(`,${quoted(value.keys[i]!)},`)
      write(value.values[i]!, parts)
    }
    parts.push(']')
  } else parts.push(simple(value))
}

function simple(value: Exclude<Value, number | string | boolean>): string {
  if (value.k === 2) return `["dt",${numberText(value.ms)}]`
  if (value.k === 3) {
    const { months, days, ms } = value
    return `["dur",${numberText(months)},${numberText(days)},${numberText(ms)}]`
  }
  if (value.k === 4) return `["cron",${quoted(value.cron)}]`
  if (value.k === 5) {
    return `["err",${quoted(value.code)},${quoted(value.message)},${quoted(value.origin)}]`
  }
  return value.k === 6 ? '["pending"]' : '["blank"]'
}

/** With its sign, which the shortest text of 0 does not have. */
function numberText(value: number): string {
  if (value === 0) return 1 / value < 0 ? '-0' : '0'
  return shortestNumber(value)
}

const HEX = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f']

function quoted(text: string): string {
  const points = codePoints(text)
  let isPlain = true
  for (const point of points) {
    if (point < 32 || point === 34 || point === 92 || point === 127) isPlain = false
  }
  if (isPlain) return `"${text}"`
  const out: number[] = []
  const put = (ascii: string) => {
    for (const point of codePoints(ascii)) out.push(point)
  }
  for (const point of points) {
    if (point === 34 || point === 92) {
      out.push(92)
      out.push(point)
    } else if (point < 32 || point === 127) {
      put(`\\u00${HEX[Math.floor(point / 16)]}${HEX[point % 16]}`)
    } else out.push(point)
  }
  return `"${fromCodePoints(out)}"`
}

/** The value of such a text, once a JSON reader has read it. */
export function valueFrom(json: ValueJson): Value {
  if (typeof json !== 'object') return json
  const kind = json[0]
  if (kind === 'dt') return datetime(json[1] as number)
  if (kind === 'dur') return durationOf(json[1] as number, json[2] as number, json[3] as number)
  if (kind === 'cron') return schedule(json[1] as string)
  if (kind === 'err') {
    return {
      k: 5,
      code: json[1] as ErrorCode,
      message: json[2] as string,
      origin: json[3] as string,
    }
  }
  if (kind === 'pending') return PENDING
  if (kind === 'array') {
    const items: Value[] = []
    for (let i = 3; i < json.length; i++) items.push(valueFrom(json[i]!))
    return { k: 7, rows: json[1] as number, columns: json[2] as number, items }
  }
  if (kind !== 'object') return BLANK
  const keys: string[] = []
  const values: Value[] = []
  for (let i = 1; i + 1 < json.length; i += 2) {
    keys.push(json[i] as string)
    values.push(valueFrom(json[i + 1]!))
  }
  return { k: 8, keys, values }
}
