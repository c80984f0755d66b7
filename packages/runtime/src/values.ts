// The values of the language, the same in every runtime. Numbers, texts and booleans are themselves;
// everything else is a record with its kind in `k`. Blank is a record too, because Lua has no way to
// keep nothing in a list. Values never change once they are made.
//
// Files that Lua shares (`lua/files.ts` has the others) use only what both languages do alike: no exceptions,
// regular expressions, bit operators, Map or Set; text and number forms only through `primitives.ts`;
// loops burn fuel. `lua/subset.ts` holds them to it.

import { ARRAY_BYTES, ARRAY_STEPS, OBJECT_BYTES } from './limits.ts'
import { burn, grow } from './primitives.ts'

export const K_BLANK = 1
export const K_DATETIME = 2
export const K_DURATION = 3
export const K_SCHEDULE = 4
export const K_ERROR = 5
export const K_PENDING = 6
export const K_ARRAY = 7
export const K_OBJECT = 8
export const K_LAMBDA = 9
export const K_REFERENCE = 10

export interface Blank {
  readonly k: 1
}

/** An instant, in milliseconds since 1970. */
export interface Datetime {
  readonly k: 2
  readonly ms: number
}

/** Calendar months, calendar days and exact milliseconds, never carried into each other. */
export interface Duration {
  readonly k: 3
  readonly months: number
  readonly days: number
  readonly ms: number
}

export interface Schedule {
  readonly k: 4
  readonly cron: string
}

export type ErrorCode =
  | 'N/A'
  | 'DIV/0!'
  | 'VALUE!'
  | 'REF!'
  | 'NAME?'
  | 'NULL!'
  | 'NUM!'
  | 'CALC!'
  | 'SPILL!'
  | 'TYPE!'
  | 'CIRC!'
  | 'CONNECT!'

export interface ErrorValue {
  readonly k: 5
  readonly code: ErrorCode
  readonly message: string
  /** The symbol where it came up, once that is known. */
  readonly origin: string
}

/** An external value that has never arrived. */
export interface Pending {
  readonly k: 6
}

/** Two dimensions, row by row in one list. A list is one row. */
export interface ArrayValue {
  readonly k: 7
  readonly rows: number
  readonly columns: number
  readonly items: readonly Value[]
}

/** Fields in the order in which they were written. */
export interface ObjectValue {
  readonly k: 8
  readonly keys: readonly string[]
  readonly values: readonly Value[]
}

/** Never leaves a formula. */
export interface Lambda {
  readonly k: 9
  readonly arity: number
  /** Without `this`, or Lua would be called with one. */
  readonly call: (this: void, args: readonly Value[]) => Value
}

/** A reference, for functions that ask for the place and not for the value. */
export interface Reference {
  readonly k: 10
  readonly sheet: number
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
}

export type Value =
  | number
  | string
  | boolean
  | Blank
  | Datetime
  | Duration
  | Schedule
  | ErrorValue
  | Pending
  | ArrayValue
  | ObjectValue
  | Lambda
  | Reference

export const BLANK: Blank = { k: K_BLANK }
/** A parameter of a lambda that was not given: blank in all but its identity, which ISOMITTED asks for. */
export const OMITTED: Blank = { k: K_BLANK }
export const PENDING: Pending = { k: K_PENDING }

/** The kind of a value: its `k`, or 0 for numbers, -1 for texts and -2 for booleans. */
export function kindOf(value: Value): number {
  if (typeof value === 'number') return 0
  if (typeof value === 'string') return -1
  if (typeof value === 'boolean') return -2
  return value.k
}

export const K_NUMBER = 0
export const K_TEXT = -1
export const K_BOOLEAN = -2

export function isBlank(value: Value): value is Blank {
  return typeof value === 'object' && value.k === K_BLANK
}

export function isError(value: Value): value is ErrorValue {
  return typeof value === 'object' && value.k === K_ERROR
}

export function isPending(value: Value): value is Pending {
  return typeof value === 'object' && value.k === K_PENDING
}

/** Values that propagate through operators and functions: errors and pending values. */
export function stops(value: Value): value is ErrorValue | Pending {
  return typeof value === 'object' && (value.k === K_ERROR || value.k === K_PENDING)
}

export function isArray(value: Value): value is ArrayValue {
  return typeof value === 'object' && value.k === K_ARRAY
}

export function isObject(value: Value): value is ObjectValue {
  return typeof value === 'object' && value.k === K_OBJECT
}

export function isDatetime(value: Value): value is Datetime {
  return typeof value === 'object' && value.k === K_DATETIME
}

export function isDuration(value: Value): value is Duration {
  return typeof value === 'object' && value.k === K_DURATION
}

export function isLambda(value: Value): value is Lambda {
  return typeof value === 'object' && value.k === K_LAMBDA
}

export function isReference(value: Value): value is Reference {
  return typeof value === 'object' && value.k === K_REFERENCE
}

export function datetime(ms: number): Datetime {
  return { k: K_DATETIME, ms }
}

export function durationOf(months: number, days: number, ms: number): Duration {
  return { k: K_DURATION, months, days, ms }
}

export function schedule(cron: string): Schedule {
  return { k: K_SCHEDULE, cron }
}

export function errorOf(code: ErrorCode, message: string): ErrorValue {
  return { k: K_ERROR, code, message, origin: '' }
}

export function arrayOf(rows: number, columns: number, items: readonly Value[]): ArrayValue {
  burn(ARRAY_STEPS)
  grow(ARRAY_BYTES + 8 * items.length)
  return { k: K_ARRAY, rows, columns, items }
}

/** One row. */
export function listOf(items: readonly Value[]): ArrayValue {
  return arrayOf(1, items.length, items)
}

export function objectOf(keys: readonly string[], values: readonly Value[]): ObjectValue {
  burn(2 * ARRAY_STEPS + 4 * keys.length)
  grow(OBJECT_BYTES + 16 * keys.length)
  return { k: K_OBJECT, keys, values }
}

/** The element in a row and column, both from 0. */
export function itemAt(array: ArrayValue, row: number, column: number): Value {
  return array.items[row * array.columns + column]!
}

// The errors that come up most, made once: they carry no place of their own.
export const NOT_AVAILABLE = errorOf('N/A', 'there is no such value')
export const DIVISION_BY_ZERO = errorOf('DIV/0!', 'a division by zero')
export const BAD_NUMBER = errorOf('NUM!', 'the result is not a number that can be held')
export const BAD_REFERENCE = errorOf('REF!', 'there is no such place')
