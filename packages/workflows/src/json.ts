// Serialization at the border of a handler: JSON, of a bounded size. A value comes back as JSON would carry it, so
// a phase sees the same after a restart as before it.

import { take, type Value } from '@cellwake/store'
import { NotJson } from './errors.ts'

/** The value as JSON carries it; undefined becomes null. */
export function asJson(value: unknown, what: string, maxChars: number): Value {
  if (value === undefined || value === null) return null
  let text: string
  try {
    text = JSON.stringify(value, plain)
  } catch (error) {
    // The engine draws a circle over several lines.
    const [why] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new NotJson(`${what} is not JSON: ${why}`)
  }
  if (text === undefined) throw new NotJson(`${what} is not JSON: a ${typeof value}`)
  if (text.length > maxChars) {
    throw new NotJson(
      `${what} has ${text.length} characters as JSON; ${maxChars} are allowed`,
      true,
    )
  }
  return take(JSON.parse(text))
}

function plain(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError(`${key === '' ? 'it' : key} is ${value}`)
  }
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`${key === '' ? 'it' : key} is a ${typeof value}`)
  }
  return value
}

/** Plain objects only: not null, no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A moment as people and machines read it. */
export function iso(at: number): string {
  return new Date(at).toISOString()
}
