// Arguments in a form that every side can be handed, and outcomes in a form that can be compared.
// Dates are serials with a mark, because each side has its own kind of date.

import {
  arrayOf,
  BLANK,
  datetime,
  type ErrorCode,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isError,
  type Value,
} from '../../src/values.ts'

export type Serial = { readonly serial: number }
export type Failure = { readonly error: string }
/** One cell: null is an empty one. */
export type Cell = number | string | boolean | null | Serial | Failure
export type Argument = Cell | readonly (readonly Cell[])[]
export type Outcome = number | string | boolean | null | Failure | readonly (readonly Outcome[])[]

const DAY_MS = 86_400_000
const SERIAL_OF_1970 = 25_569

export function isTable(value: Argument): value is readonly (readonly Cell[])[]
export function isTable(value: Outcome): value is readonly (readonly Outcome[])[]
export function isTable(value: Argument | Outcome): boolean {
  return Array.isArray(value)
}

export function isSerial(value: Argument): value is Serial {
  return typeof value === 'object' && value !== null && 'serial' in value
}

export function isFailure(value: Argument | Outcome): value is Failure {
  return typeof value === 'object' && value !== null && 'error' in value
}

/** Every cell of an argument, one after the other. */
export function cellsOf(argument: Argument): readonly Cell[] {
  return isTable(argument) ? argument.flat() : [argument]
}

export function msOfSerial(serial: number): number {
  return Math.round((serial - SERIAL_OF_1970) * DAY_MS)
}

export function serialOfMs(ms: number): number {
  return ms / DAY_MS + SERIAL_OF_1970
}

/** As our functions take it. */
export function toValue(argument: Argument): Value {
  if (isTable(argument))
    return arrayOf(argument.length, argument[0]?.length ?? 0, argument.flat().map(toValue))
  if (argument === null) return BLANK
  if (isSerial(argument)) return datetime(msOfSerial(argument.serial))
  if (isFailure(argument)) return errorOf(argument.error as ErrorCode, 'as given')
  return argument
}

/** As our functions answer. */
export function fromValue(value: Value): Outcome {
  if (typeof value !== 'object') return value
  if (isBlank(value)) return null
  if (isDatetime(value)) return serialOfMs(value.ms)
  if (isError(value)) return { error: value.code }
  if (!isArray(value)) return { error: `a value of kind ${value.k}` }
  return tidied(rowsOf(value.items.map(fromValue), value.columns))
}

/** An array of one element is that element: peers differ in how they hand it over. */
export function tidied(rows: readonly (readonly Outcome[])[]): Outcome {
  return rows.length === 1 && rows[0]?.length === 1 ? rows[0][0]! : rows
}

function rowsOf(items: readonly Outcome[], columns: number): Outcome[][] {
  const rows: Outcome[][] = []
  for (let i = 0; i < items.length; i += columns) rows.push(items.slice(i, i + columns))
  return rows
}

/** A call as a reader would write it. */
export function shown(name: string, args: readonly Argument[]): string {
  return `${name}(${args.map(shownArgument).join(', ')})`
}

function shownArgument(argument: Argument): string {
  if (isTable(argument))
    return `[${argument.map((row) => row.map(shownArgument).join(', ')).join('; ')}]`
  if (argument === null) return 'BLANK'
  if (isSerial(argument)) return `dt"${new Date(msOfSerial(argument.serial)).toISOString()}"`
  if (isFailure(argument)) return `#${argument.error}`
  return JSON.stringify(argument)
}

export function shownOutcome(outcome: Outcome): string {
  if (isTable(outcome))
    return `[${outcome.map((row) => row.map(shownOutcome).join(', ')).join('; ')}]`
  if (outcome !== null && typeof outcome === 'object') return `#${outcome.error}`
  return JSON.stringify(outcome)
}
