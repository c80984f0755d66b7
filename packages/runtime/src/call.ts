// Calls a function as its signature says: errors propagate unless it handles them, each argument
// becomes the kind of its parameter, and arrays are taken apart for parameters that take one value.

import type { ArgumentKind, Signature } from '@cellwake/language'
import { broadcastMany } from './broadcast.ts'
import { describe, type Stop, toDatetime, toLogical, toNumber, toText } from './coerce.ts'
import type { Args, Fn } from './functions.ts'
import { ELEMENT_STEPS } from './limits.ts'
import { finite } from './operators.ts'
import { argCount, burn, holdText, releaseText } from './primitives.ts'
import { parseDuration } from './time-text.ts'
import {
  arrayOf,
  BLANK,
  durationOf,
  errorOf,
  isArray,
  isDuration,
  isLambda,
  isObject,
  isReference,
  NOT_AVAILABLE,
  stops,
  type Value,
} from './values.ts'

/** Excel wants something at these places, and takes nothing between two commas for the default. */
const EMPTY_IS_DEFAULT = [
  'EXPAND rows',
  'REDUCE initial_value',
  'SCAN initial_value',
  'SEQUENCE rows',
  'TAKE rows',
  'TEXTSPLIT col_delimiter',
]

/** Functions that once were an add-in: to them TRUE and FALSE are no numbers, as in Excel. */
const WITHOUT_BOOLEANS = [
  ['ACCRINT', 'ACCRINTM', 'AMORDEGRC', 'AMORLINC', 'BESSELI', 'BESSELJ', 'BESSELK', 'BESSELY'],
  ['BIN2HEX', 'BIN2OCT', 'COMPLEX', 'CONVERT', 'COUPDAYBS', 'COUPDAYS', 'COUPDAYSNC', 'COUPNCD'],
  ['COUPNUM', 'COUPPCD', 'CUMIPMT', 'CUMPRINC', 'DEC2BIN', 'DEC2HEX', 'DEC2OCT', 'DELTA', 'DISC'],
  ['DOLLARDE', 'DOLLARFR', 'DURATION', 'EDATE', 'EFFECT', 'EOMONTH', 'ERF', 'ERFC', 'FACTDOUBLE'],
  ['FVSCHEDULE', 'GESTEP', 'HEX2BIN', 'HEX2OCT', 'IMPOWER', 'INTRATE', 'ISEVEN', 'ISODD'],
  ['MDURATION', 'MROUND', 'NETWORKDAYS', 'NOMINAL', 'OCT2BIN', 'OCT2HEX', 'ODDFPRICE', 'ODDFYIELD'],
  ['ODDLPRICE', 'ODDLYIELD', 'PRICE', 'PRICEDISC', 'PRICEMAT', 'QUOTIENT', 'RANDBETWEEN'],
  ['RECEIVED', 'SERIESSUM', 'SQRTPI', 'TBILLEQ', 'TBILLPRICE', 'TBILLYIELD', 'WEEKNUM', 'WORKDAY'],
  ['XIRR', 'XNPV', 'YEARFRAC', 'YIELD', 'YIELDDISC', 'YIELDMAT'],
]

const A_BOOLEAN = errorOf('VALUE!', 'TRUE and FALSE are no numbers here')

/** Others of the add-in. All of it give `#N/A` in Excel where something they must have is left empty. */
const ADDED_TOO = [
  ['BIN2DEC', 'GCD', 'HEX2DEC', 'IMDIV', 'IMPRODUCT', 'IMSUB', 'IMSUM', 'LCM', 'MULTINOMIAL'],
  ['OCT2DEC'],
]

/** Whether TRUE and FALSE count as 1 and 0 where the function wants a number. */
export function takesBooleans(name: string): boolean {
  for (const names of WITHOUT_BOOLEANS) if (names.includes(name)) return false
  return true
}

function isAddedToo(name: string): boolean {
  for (const names of ADDED_TOO) if (names.includes(name)) return true
  return false
}

/** The fields of a signature that a call needs. */
export type CallSignature = Pick<Signature, 'name' | 'params' | 'repeats' | 'seesErrors'>

/** The kind of the parameter at a place; undefined beyond the last. */
export function parameterKind(
  { params, repeats }: CallSignature,
  at: number,
): ArgumentKind | undefined {
  if (at < params.length || repeats === 0) return params[at]?.kind
  return params[params.length - repeats + ((at - params.length) % repeats)]?.kind
}

/** A function that takes arguments as they come. Undefined is one left out. */
export function callable(signature: CallSignature, fn: Fn): Fn {
  const { params, repeats, seesErrors } = signature
  const booleans = takesBooleans(signature.name)
  const takesEmpty = booleans && !isAddedToo(signature.name)
  const kinds = params.map(({ kind }) => kind)
  const needed = params.map(
    (param) => !param.optional && !EMPTY_IS_DEFAULT.includes(`${signature.name} ${param.name}`),
  )
  const kindAt = (at: number): ArgumentKind =>
    at < kinds.length || repeats === 0
      ? kinds[at]!
      : kinds[kinds.length - repeats + ((at - kinds.length) % repeats)]!

  function once(args: Args): Value {
    const ready: (Value | undefined)[] = []
    const count = Math.max(argCount(args), kinds.length)
    for (let i = 0; i < count; i++) {
      if (!takesEmpty && args[i] === undefined && needed[i] === true) return NOT_AVAILABLE
      // A required argument left empty is blank: `ROUND(2.5, )` is 3.
      const arg = args[i] ?? (needed[i] === true ? BLANK : undefined)
      if (arg === undefined) continue
      if (!booleans && typeof arg === 'boolean' && countsNumber(kindAt(i))) return A_BOOLEAN
      const value = seesErrors && stops(arg) ? arg : coerced(arg, kindAt(i))
      if (!seesErrors && typeof value === 'object' && stops(value)) return value
      ready[i] = value
    }
    const result = fn(ready)
    return held(result)
  }

  return (args) => {
    let spreads = false
    const count = argCount(args)
    for (let i = 0; i < count; i++) {
      const arg = args[i]
      if (arg === undefined) continue
      if (isArray(arg)) {
        if (isSingle(kindAt(i))) spreads = true
      } else if (!seesErrors && stops(arg)) return arg
    }
    if (!spreads) return once(args)
    return spread(args, kindAt, once)
  }
}

/** The result of a function, in which an infinite number or NaN becomes an error. */
export function held(result: Value): Value {
  if (typeof result === 'number') return finite(result)
  if (!isArray(result)) return result
  let at = 0
  const { items } = result
  while (at < items.length && isSound(items[at]!)) at++
  if (at === items.length) return result
  const mended: Value[] = []
  for (const item of items) mended.push(isSound(item) ? item : finite(item as number))
  return arrayOf(result.rows, result.columns, mended)
}

/** Only of a finite number the difference from itself is 0. */
function isSound(value: Value): boolean {
  return typeof value !== 'number' || value - value === 0
}

function countsNumber(kind: ArgumentKind): boolean {
  return kind === 'number' || kind === 'datetime'
}

/** Arrays for parameters that take them whole stay; the others are taken apart. */
function spread(args: Args, kindAt: (at: number) => ArgumentKind, once: Fn): Value {
  const apart: (Value | undefined)[] = []
  const count = argCount(args)
  for (let i = 0; i < count; i++) if (isSingle(kindAt(i))) apart[i] = args[i]
  for (let i = 0; i < count; i++) hold(apart[i], holdText)
  const all: (Value | undefined)[] = []
  const found = broadcastMany(apart, (values) => {
    burn(ELEMENT_STEPS)
    for (let i = 0; i < count; i++) all[i] = values[i] ?? args[i]
    return once(all)
  })
  for (let i = 0; i < count; i++) hold(apart[i], releaseText)
  return found
}

/** A text that is the same for each element. */
function hold(value: Value | undefined, fn: (text: string) => void): void {
  if (typeof value === 'string') fn(value)
}

/** Whether a parameter takes one value at a time, so that arrays are taken apart for it. */
export function isSingle(kind: ArgumentKind): boolean {
  return kind !== 'array' && kind !== 'reference' && kind !== 'lambda'
}

export function coerced(value: Value, kind: ArgumentKind): Value | Stop {
  switch (kind) {
    case 'number':
      return toNumber(value)
    case 'text':
      return toText(value)
    case 'logical':
      return toLogical(value)
    case 'datetime':
      return toDatetime(value)
    case 'duration':
      return toDuration(value)
    case 'array':
      // MAP takes arrays and then a function, all by the same parameter.
      return isArray(value) || isLambda(value) ? value : arrayOf(1, 1, [value])
    case 'object':
      return isObject(value) ? value : errorOf('VALUE!', `${describe(value)} is not an object`)
    case 'lambda':
      return isLambda(value) ? value : errorOf('VALUE!', `${describe(value)} is not a function`)
    case 'reference':
      return isReference(value) ? value : errorOf('VALUE!', 'a cell or a range is needed here')
    default:
      return value
  }
}

/** A number is days, as in a sum with a datetime. */
function toDuration(value: Value): Value {
  if (isDuration(value)) return value
  if (typeof value === 'string') {
    const parsed = parseDuration(value)
    if (parsed !== undefined) return parsed
  }
  const days = toNumber(value)
  if (typeof days !== 'number') return days
  const whole = days < 0 ? Math.ceil(days) : Math.floor(days)
  return durationOf(0, whole, Math.floor((days - whole) * 86_400_000 + 0.5))
}
