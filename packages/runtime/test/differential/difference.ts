// An intended difference, and the conditions under which it holds.

import { type Argument, type Cell, cellsOf, isFailure, type Outcome } from './argument.ts'
import { near } from './compare.ts'

export interface Compared {
  readonly args: readonly Argument[]
  readonly here: Outcome
  readonly there: Outcome
}

export type Condition = (call: Compared) => boolean

export interface Difference {
  /** By name, with blanks between them; `*` is every function. Each differs in every run; there may be none. */
  readonly functions: string
  /** Functions that differ only when there are many more calls than in a usual run. */
  readonly rarely?: string
  readonly peer: 'formulajs' | 'hyperformula'
  /** Which calls; all of them if it is left out. */
  readonly when?: Condition
  /** Our result and why, and the peer's. */
  readonly why: string
}

/** It gives an error, and we do not. */
export const refused: Condition = ({ here, there }) => isFailure(there) && !isFailure(here)

/** It gives a value, and we give an error. */
export const unchecked: Condition = ({ here, there }) => isFailure(here) && !isFailure(there)

/** Both give errors, with other codes. */
export const otherError: Condition = ({ here, there }) => isFailure(here) && isFailure(there)

/** A bad argument is #NUM! in one program and #VALUE! in another. */
export const badArgument: Condition = ({ here, there }) =>
  [here, there].every((one) => isFailure(one) && /^(NUM|VALUE)!$/.test(one.error))

/** Something that is no value of a spreadsheet. */
export const noValue: Condition = ({ here, there }) =>
  isFailure(here) && isFailure(there) && /^(thrown|no value)$/.test(there.error)

/** The first digits are the same. */
export const roughly: Condition = ({ here, there }) =>
  typeof here === 'number' &&
  typeof there === 'number' &&
  (near(here, there, 1e-4) || (Math.abs(here) < 1e-6 && Math.abs(there) < 1e-6))

/** The same letters in another case. */
export const otherCase: Condition = ({ here, there }) =>
  typeof here === 'string' &&
  typeof there === 'string' &&
  here.toLowerCase() === there.toLowerCase()

/** A number that is not whole, or the digits of one. */
function hasFraction(cell: Argument): boolean {
  const number = typeof cell === 'string' ? Number(cell) : cell
  return typeof number === 'number' && Number.isFinite(number) && number % 1 !== 0
}

/** Some argument is a number that is not whole. */
export const notWhole: Condition = ({ args }) => args.some(hasFraction)

/** Some cell of the arguments is such a one. */
export const holding =
  (fits: (cell: Cell) => boolean): Condition =>
  ({ args }) =>
    args.some((arg) => cellsOf(arg).some(fits))

export const holdingError = holding((cell) => isFailure(cell))
export const holdingFraction = holding(hasFraction)
export const holdingOther = holding(
  (cell) => cell === null || typeof cell === 'string' || typeof cell === 'boolean',
)

/** A blank goes through us as it is; as the result of a formula Excel shows it as 0. */
export const blankHere: Condition = ({ here, there }) => here === null && there === 0

export const both =
  (...conditions: readonly Condition[]): Condition =>
  (call) =>
    conditions.every((condition) => condition(call))

export const either =
  (...conditions: readonly Condition[]): Condition =>
  (call) =>
    conditions.some((condition) => condition(call))

/** An argument by its place. */
export const at =
  (place: number, fits: (argument: Argument | undefined) => boolean): Condition =>
  ({ args }) =>
    fits(args[place])
