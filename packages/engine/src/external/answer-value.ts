// An answer as a value: a provider's answer is plain JSON, and means nothing but itself. Nothing in it is read as an
// error, a date or a formula, unless the function is declared to give a datetime or a duration; an answer that does not
// fit the declared kind, or is too large or too deep, is refused with a sentence.

import type { ArgumentKind, Signature } from '@cellwake/language'
import {
  arrayOf,
  BLANK,
  beyondBounds,
  datetime,
  isArray,
  isObject,
  type Json,
  listOf,
  objectOf,
  parseDatetime,
  parseDuration,
  type Value,
} from '@cellwake/runtime'
import { ANSWER_LEVELS } from '../limits.ts'
import { isKeepable } from '../model/kept-form.ts'

export type AnswerValue = { readonly value: Value } | { readonly wrong: string }

/** The value of an answer, or the problem with it. */
export function answerValue({ name, returns }: Signature, json: Json | undefined): AnswerValue {
  const value = asKind(json ?? null, returns)
  if (value === undefined) {
    return { wrong: `type: ${name} gave ${described(json)}, and it must give ${kindText(returns)}` }
  }
  const beyond = beyondBounds(value)
  if (beyond !== undefined)
    return { wrong: `size: what ${name} gave is refused: ${beyond.message}` }
  return isKeepable(value) ? { value } : { wrong: `size: what ${name} gave is too large to keep` }
}

/** Undefined if it is no such thing. Nothing is blank, whatever the kind. */
function asKind(json: Json, kind: ArgumentKind): Value | undefined {
  if (json === null) return BLANK
  switch (kind) {
    case 'number':
      return typeof json === 'number' && Number.isFinite(json) ? json : undefined
    case 'text':
      return typeof json === 'string' ? json : undefined
    case 'logical':
      return typeof json === 'boolean' ? json : undefined
    case 'datetime': {
      const ms = typeof json === 'string' ? parseDatetime(json) : undefined
      return ms === undefined ? undefined : datetime(ms)
    }
    case 'duration':
      return typeof json === 'string' ? parseDuration(json) : undefined
    case 'array': {
      const value = plain(json, 0)
      return value !== undefined && isArray(value) ? value : undefined
    }
    case 'object': {
      // A JSON document may be a list as well.
      const value = plain(json, 0)
      return value !== undefined && (isObject(value) || isArray(value)) ? value : undefined
    }
    default:
      return plain(json, 0)
  }
}

/** Undefined for a value that is nested too deep, and for numbers that cannot be held. */
function plain(json: Json, level: number): Value | undefined {
  if (json === null) return BLANK
  if (typeof json === 'number') return Number.isFinite(json) ? json : undefined
  if (typeof json !== 'object') return json
  if (level >= ANSWER_LEVELS) return undefined
  if (Array.isArray(json)) return list(json as readonly Json[], level)
  const keys = Object.keys(json)
  const values = all(
    keys.map((key) => (json as Readonly<Record<string, Json>>)[key]!),
    level,
  )
  return values === undefined ? undefined : objectOf(keys, values)
}

/** Lists of one length in a list are rows. */
function list(items: readonly Json[], level: number): Value | undefined {
  const [first] = items
  const columns = Array.isArray(first) ? first.length : 0
  const isTable = items.every((row) => Array.isArray(row) && row.length === columns)
  if (!isTable || columns === 0) {
    const values = all(items, level)
    return values === undefined ? undefined : listOf(values)
  }
  const values = all((items as readonly Json[][]).flat(), level + 1)
  return values === undefined ? undefined : arrayOf(items.length, columns, values)
}

function all(items: readonly Json[], level: number): Value[] | undefined {
  const values: Value[] = []
  for (const item of items) {
    const value = plain(item, level + 1)
    if (value === undefined) return undefined
    values.push(value)
  }
  return values
}

function kindText(kind: ArgumentKind): string {
  if (kind === 'logical') return 'TRUE or FALSE'
  if (kind === 'array' || kind === 'object') return `an ${kind}`
  return kind === 'any' ? 'a value of at most 100 levels' : `a ${kind}`
}

function described(json: Json | undefined): string {
  if (json === undefined || json === null) return 'nothing'
  if (Array.isArray(json)) return 'a list'
  if (typeof json === 'object') return 'an object'
  return typeof json === 'string' ? 'a text' : `the ${typeof json} ${json}`
}
