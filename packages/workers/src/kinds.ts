// The kinds of values as a handler meets them: plain JSON. A datetime and a duration are ISO texts, a blank is null,
// a list of one row is flat.

import type { ArgumentKind } from '@cellwake/language'
import { parseDuration, parseInstant } from '@cellwake/language/time'
import type { Value } from '@cellwake/store'

/** Plain JSON. */
export type Plain = Value

/** The kinds that an argument or an answer of an external function may have. */
export const plainKinds = {
  any: true,
  number: true,
  text: true,
  logical: true,
  datetime: true,
  duration: true,
  array: true,
  object: true,
} as const satisfies Partial<Record<ArgumentKind, true>>

export type PlainKind = keyof typeof plainKinds

export function isPlainKind(kind: unknown): kind is PlainKind {
  return typeof kind === 'string' && Object.hasOwn(plainKinds, kind)
}

/** Whether a value is of a kind. Blank is of none but `any`. */
export function isOfKind(value: unknown, kind: ArgumentKind): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string'
    case 'logical':
      return typeof value === 'boolean'
    case 'datetime':
      return typeof value === 'string' && canRead(parseInstant, value)
    case 'duration':
      return typeof value === 'string' && canRead(parseDuration, value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}

function canRead(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text)
    return true
  } catch {
    return false
  }
}

/** A value in a sentence. */
export function inWords(value: unknown): string {
  if (value === null) return 'blank'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'a text'
    case 'boolean':
      return 'a logical value'
    case 'object':
      return 'an object'
    default:
      return `a ${typeof value}`
  }
}
