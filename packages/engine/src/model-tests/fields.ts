// Reading a test file key by key. Nothing is skipped: an unknown key is a mistake of its author, and a
// test that silently claims less than it says is worse than none.

import { type Duration, duration, parseDuration, TimeError } from '@cellwake/language/time'
import type { Json } from '@cellwake/runtime'
import { ModelTestError } from '../errors.ts'
import { SHOWN_VALUE_CHARS } from '../limits.ts'

export type Fields = Readonly<Record<string, Json>>

export function isFields(json: Json | undefined): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

export function isList(json: Json | undefined): json is readonly Json[] {
  return Array.isArray(json)
}

/** The object, which has no other keys than these. */
export function fieldsOf(json: Json | undefined, what: string, known: readonly string[]): Fields {
  if (!isFields(json)) throw new ModelTestError(`${what} is an object, not ${shownJson(json)}.`)
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) {
      throw new ModelTestError(`${what} has no key "${key}"; there are ${known.join(', ')}.`)
    }
  }
  return json
}

export function anyFieldsOf(json: Json | undefined, what: string): Fields {
  if (!isFields(json)) throw new ModelTestError(`${what} is an object, not ${shownJson(json)}.`)
  return json
}

export function listOf(json: Json | undefined, what: string): readonly Json[] {
  if (!isList(json)) throw new ModelTestError(`${what} is a list, not ${shownJson(json)}.`)
  return json
}

export function textOf(json: Json | undefined, what: string): string {
  if (typeof json !== 'string')
    throw new ModelTestError(`${what} is a text, not ${shownJson(json)}.`)
  return json
}

export function countOf(json: Json | undefined, what: string): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json) || json < 0) {
    throw new ModelTestError(`${what} is a whole number from 0 on, not ${shownJson(json)}.`)
  }
  return json
}

const units: Readonly<Record<string, Partial<Duration>>> = {
  ms: { ms: 1 },
  s: { ms: 1000 },
  min: { ms: 60_000 },
  h: { ms: 3_600_000 },
  d: { days: 1 },
  w: { days: 7 },
}

/** A length of time as in the language, `90s` or `2h`, or in ISO 8601, `PT90S`. */
export function lengthOf(json: Json | undefined, what: string): Duration {
  const text = textOf(json, what)
  const found = /^(\d{1,12})(ms|s|min|h|d|w)$/.exec(text)
  try {
    if (found === null) return forward(parseDuration(text))
    const { days = 0, ms = 0 } = units[found[2]!]!
    return duration({ days: days * Number(found[1]), ms: ms * Number(found[1]) })
  } catch (error) {
    if (!(error instanceof TimeError)) throw error
    throw new ModelTestError(
      `${what} is a length of time such as "10s", "2h" or "PT90S", not ${shownJson(json)}.`,
    )
  }
}

function forward(length: Duration): Duration {
  if (length.months < 0 || length.days < 0 || length.ms < 0) {
    throw new ModelTestError('Time does not run backwards.')
  }
  return length
}

export function shownJson(json: Json | undefined): string {
  const text = json === undefined ? 'nothing' : JSON.stringify(json)
  return text.length <= SHOWN_VALUE_CHARS ? text : `${text.slice(0, SHOWN_VALUE_CHARS)}…`
}
