// Values on the wire: `{ kind, value, typeTag }`. A datetime is ISO-8601 in UTC, a duration ISO-8601, a
// list of one row is flat. Reading what was written gives the same value.

import { datetimeText, durationText, parseDatetime, parseDuration } from './time-text.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  type ErrorCode,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isDuration,
  isError,
  isObject,
  isPending,
  listOf,
  objectOf,
  schedule,
  type Value,
} from './values.ts'

export type Json =
  | number
  | string
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json }

export interface Wire {
  readonly kind: string
  readonly value: Json
  readonly typeTag: string
}

/** `tag` is that of the source; untagged means the kind. */
export function toWire(value: Value, tag?: string): Wire {
  const kind = kindName(value)
  if (isError(value)) {
    const { code, message, origin } = value
    return { kind, value: { code, message, origin }, typeTag: `error:${code}` }
  }
  return { kind, value: plain(value), typeTag: tag ?? kind }
}

export function kindName(value: Value): string {
  if (typeof value !== 'object') return typeof value
  if (isBlank(value)) return 'blank'
  if (isDatetime(value)) return 'datetime'
  if (isDuration(value)) return 'duration'
  if (isError(value)) return 'error'
  if (isPending(value)) return 'pending'
  if (isArray(value)) return 'array'
  if (isObject(value)) return 'object'
  return value.k === 4 ? 'schedule' : 'lambda'
}

/** Inside arrays and objects, values that JSON has no literal for are written with their kind. */
function plain(value: Value): Json {
  if (typeof value !== 'object') return value
  if (isBlank(value) || isPending(value)) return null
  if (isDatetime(value)) return datetimeText(value.ms)
  if (isDuration(value)) return durationText(value)
  if (isArray(value)) {
    const { rows, columns, items } = value
    if (rows === 1) return items.map(inside)
    return Array.from({ length: rows }, (_, row) =>
      items.slice(row * columns, (row + 1) * columns).map(inside),
    )
  }
  if (isObject(value)) {
    return Object.fromEntries(value.keys.map((key, i) => [key, inside(value.values[i]!)]))
  }
  if (isError(value)) return { error: value.code }
  return value.k === 4 ? value.cron : null
}

function inside(value: Value): Json {
  if (typeof value !== 'object' || isBlank(value) || isArray(value) || isObject(value)) {
    return plain(value)
  }
  if (isError(value)) return { error: value.code }
  if (isPending(value)) return { pending: true }
  return { [kindName(value)]: plain(value) }
}

/** Plain JSON as a value: null is blank; a list of lists of equal length is an array with rows. */
export function fromJson(json: Json): Value {
  if (json === null) return BLANK
  if (typeof json !== 'object') return json
  if (Array.isArray(json)) return arrayFrom(json as readonly Json[])
  const object = json as { readonly [key: string]: Json }
  const keys = Object.keys(object)
  const [only] = keys
  if (keys.length === 1 && only !== undefined) {
    const special = specialFrom(only, object[only]!)
    if (special !== undefined) return special
  }
  return objectOf(
    keys,
    keys.map((key) => fromJson(object[key]!)),
  )
}

function specialFrom(key: string, json: Json): Value | undefined {
  if (typeof json !== 'string') return undefined
  if (key === 'error') return errorOf(json as ErrorCode, `#${json}`)
  if (key === 'schedule') return schedule(json)
  if (key === 'duration') return parseDuration(json)
  if (key !== 'datetime') return undefined
  const ms = parseDatetime(json)
  return ms === undefined ? undefined : datetime(ms)
}

function arrayFrom(rows: readonly Json[]): Value {
  const [first] = rows
  const columns = Array.isArray(first) ? first.length : 0
  const isTable = rows.every((row) => Array.isArray(row) && row.length === columns)
  if (!isTable || columns === 0) return listOf(rows.map(fromJson))
  return arrayOf(rows.length, columns, (rows as readonly Json[][]).flat().map(fromJson))
}
