// The signature of an implementation. The catalogue in `language` has the parameters of a function;
// by the time it is called, arguments have been prepared: errors have been passed on (unless it sees
// errors), each argument has the kind of its parameter, and arrays have been taken apart for
// parameters that take one value at a time. A result that is no finite number becomes `#NUM!`
// afterwards.

import {
  type ArrayValue,
  type Datetime,
  type Duration,
  type ErrorValue,
  isError,
  isPending,
  type Pending,
  type Value,
} from './values.ts'

/** In the places of the signature; undefined for one left out. Repeated ones follow. */
export type Args = readonly (Value | undefined)[]

export type Fn = (args: Args) => Value

export type Functions = Readonly<Record<string, Fn>>

export function num(args: Args, at: number): number {
  return args[at] as number
}

export function numOr(args: Args, at: number, otherwise: number): number {
  const value = args[at]
  return value === undefined ? otherwise : (value as number)
}

export function text(args: Args, at: number): string {
  return args[at] as string
}

export function textOr(args: Args, at: number, otherwise: string): string {
  const value = args[at]
  return value === undefined ? otherwise : (value as string)
}

export function flag(args: Args, at: number): boolean {
  return args[at] as boolean
}

export function flagOr(args: Args, at: number, otherwise: boolean): boolean {
  const value = args[at]
  return value === undefined ? otherwise : (value as boolean)
}

export function instant(args: Args, at: number): Datetime {
  return args[at] as Datetime
}

export function length(args: Args, at: number): Duration {
  return args[at] as Duration
}

/** Of kind array: a single value comes as one row and one column. */
export function array(args: Args, at: number): ArrayValue {
  return args[at] as ArrayValue
}

/** The numbers of an array, or the first error in it. Blanks, texts and booleans do not count. */
export function numbersOf(values: ArrayValue): number[] | ErrorValue | Pending {
  const found: number[] = []
  for (const item of values.items) {
    if (typeof item === 'number') found.push(item)
    else if (isError(item) || isPending(item)) return item
  }
  return found
}
