// Expectations of a test, compared with the values that are there: exact in kind and value. Plain JSON is
// meant as it stands, null is blank; a kind that JSON has no form for has one here, such as `{ "error": … }`.

import { parseDuration, parseInstant, TimeError } from '@cellwake/language/time'
import { ERROR_CODES, type Json } from '@cellwake/runtime'
import { ModelTestError } from '../errors.ts'
import type { CellView } from '../views/cell-view.ts'
import { type Fields, isFields, isList, shownJson } from './fields.ts'

/** Each form and the keys that it has, all of them. */
const forms = {
  error: ['error'],
  datetime: ['datetime'],
  duration: ['duration'],
  schedule: ['schedule'],
  status: ['status'],
  near: ['near', 'within'],
} as const satisfies Record<string, readonly string[]>

type Form = keyof typeof forms

// `expr` is a form of `set` alone: an expectation that computes would test itself.
const formWords = new Set<string>([...Object.values(forms).flat(), 'expr'])

const errorCodes = new Set<string>(ERROR_CODES)

const statuses = new Set(['ready', 'stale', 'queued', 'running', 'dirty', 'failed'])

/** Throws unless every form in it is one that there is. */
export function checkExpected(expected: Json, what: string, inside = false): void {
  if (isList(expected)) {
    for (const item of expected) checkExpected(item, what, true)
    return
  }
  if (!isFields(expected)) return
  const form = formOf(expected)
  if (form !== undefined) {
    checkForm(form, expected, what, inside)
    return
  }
  const keys = Object.keys(expected)
  if (keys.length > 0 && keys.every((key) => formWords.has(key))) {
    throw new ModelTestError(`${what}: there is no form ${shownJson(expected)}; ${formsText}.`)
  }
  for (const item of Object.values(expected)) checkExpected(item, what, true)
}

const formsText =
  'there are { error }, { datetime }, { duration }, { schedule }, { near, within } and { status }'

function checkForm(form: Form, fields: Fields, what: string, inside: boolean): void {
  const given = fields[form]
  const bad = (why: string) => new ModelTestError(`${what}: ${shownJson(fields)} ${why}.`)
  if (form === 'near') {
    if (typeof given === 'number' && typeof fields.within === 'number' && fields.within >= 0) return
    throw bad('needs two numbers')
  }
  if (typeof given !== 'string') throw bad('needs a text')
  if (form === 'error' && !errorCodes.has(given)) throw bad('is no error of the language')
  if (form === 'status' && inside) throw bad('stands for a cell, not inside of a value')
  if (form === 'status' && !statuses.has(given)) throw bad('is no status')
  if (form === 'datetime' && instant(given) === undefined) throw bad('is no datetime')
  if (form === 'duration' && length(given) === undefined) throw bad('is no duration')
}

function formOf(fields: Fields): Form | undefined {
  const keys = Object.keys(fields)
  for (const [form, wanted] of Object.entries(forms)) {
    if (keys.length === wanted.length && wanted.every((key) => Object.hasOwn(fields, key))) {
      return form as Form
    }
  }
  return undefined
}

/** True if the cell is as expected. */
export function meetsCell(expected: Json, view: CellView): boolean {
  const { kind, value, status } = view
  if (!isFields(expected)) return kind === plainKind(expected) && meets(expected, value)
  const form = formOf(expected)
  if (form === undefined) return kind === 'object' && meets(expected, value)
  if (form === 'status') return status === expected.status
  if (form === 'near') return kind === 'number' && isNear(expected, value)
  if (kind !== form) return false
  return form === 'error'
    ? isFields(value) && value.code === expected.error
    : meets(expected, { [form]: value })
}

function plainKind(expected: Exclude<Json, Fields>): string {
  if (expected === null) return 'blank'
  return isList(expected) ? 'array' : typeof expected
}

/** The same for a value without a cell: an item of an array, a field, an argument of an event. */
export function meets(expected: Json, actual: Json): boolean {
  if (isList(expected)) {
    return (
      isList(actual) &&
      expected.length === actual.length &&
      expected.every((item, i) => meets(item, actual[i]!))
    )
  }
  if (!isFields(expected)) return expected === actual
  const form = formOf(expected)
  if (form === 'near') return isNear(expected, actual)
  if (!isFields(actual)) return false
  const keys = Object.keys(expected)
  if (keys.length !== Object.keys(actual).length) return false
  if (form === 'datetime') return sameText(instant, expected.datetime, actual.datetime)
  if (form === 'duration') return sameText(length, expected.duration, actual.duration)
  return keys.every((key) => Object.hasOwn(actual, key) && meets(expected[key]!, actual[key]!))
}

function isNear({ near, within }: Fields, actual: Json): boolean {
  return typeof actual === 'number' && Math.abs(actual - Number(near)) <= Number(within)
}

/** Two spellings of one datetime are the same. */
function sameText(
  read: (text: string) => string | undefined,
  expected: Json | undefined,
  actual: Json | undefined,
): boolean {
  return (
    typeof expected === 'string' && typeof actual === 'string' && read(expected) === read(actual)
  )
}

function instant(text: string): string | undefined {
  return reading(() => String(parseInstant(text)))
}

function length(text: string): string | undefined {
  return reading(() => {
    const { months, days, ms } = parseDuration(text)
    return `${months} ${days} ${ms}`
  })
}

function reading(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof TimeError) return undefined
    throw error
  }
}

// As people read it

export function shownExpected(expected: Json): string {
  if (!isFields(expected)) return expected === null ? 'blank' : shownJson(expected)
  switch (formOf(expected)) {
    case 'error':
      return `#${expected.error}`
    case 'near':
      return `within ${expected.within} of ${expected.near}`
    case 'status':
      return `${expected.status}`
    case 'datetime':
    case 'duration':
    case 'schedule':
      return Object.entries(expected).flat().join(' ')
    default:
      return shownJson(expected)
  }
}

export function shownCell({ kind, value, status }: CellView): string {
  return status === 'ready' ? shownValue(kind, value) : `${shownValue(kind, value)} (${status})`
}

function shownValue(kind: string, value: Json): string {
  if (kind === 'blank') return 'blank'
  if (kind === 'error' && isFields(value)) {
    const from = value.origin === '' ? '' : `, from ${value.origin}`
    return `#${value.code} (${value.message}${from})`
  }
  const plain = ['number', 'string', 'boolean', 'array', 'object'].includes(kind)
  return plain ? shownJson(value) : `${kind} ${value}`
}
