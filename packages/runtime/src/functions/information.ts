// Predicates on the kind of a value.

import { daysOf, serialOf } from '../coerce.ts'
import { type Functions, num } from '../functions.ts'
import {
  BLANK,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isDuration,
  isError,
  isObject,
  isPending,
  isReference,
  K_ARRAY,
  K_BLANK,
  K_BOOLEAN,
  K_DATETIME,
  K_DURATION,
  K_ERROR,
  K_NUMBER,
  K_OBJECT,
  K_PENDING,
  K_SCHEDULE,
  K_TEXT,
  kindOf,
  NOT_AVAILABLE,
  PENDING,
  type Value,
} from '../values.ts'
import { single, truncated } from './arguments.ts'

/** Excel's number for an error; the codes that Excel lacks have none. */
function errorNumber(code: string): number | undefined {
  if (code === 'NULL!') return 1
  if (code === 'DIV/0!') return 2
  if (code === 'VALUE!') return 3
  if (code === 'REF!') return 4
  if (code === 'NAME?') return 5
  if (code === 'NUM!') return 6
  if (code === 'N/A') return 7
  if (code === 'SPILL!') return 9
  if (code === 'CONNECT!') return 10
  return code === 'CALC!' ? 14 : undefined
}

function errorType(value: Value): Value {
  if (isPending(value)) return PENDING
  const number = isError(value) ? errorNumber(value.code) : undefined
  return number ?? errorOf('N/A', 'that has no number among the errors')
}

function kindWord(value: Value): Value {
  const kind = kindOf(value)
  if (kind === K_NUMBER) return 'number'
  if (kind === K_TEXT) return 'string'
  if (kind === K_BOOLEAN) return 'boolean'
  if (kind === K_BLANK) return 'blank'
  if (kind === K_DATETIME) return 'datetime'
  if (kind === K_DURATION) return 'duration'
  if (kind === K_SCHEDULE) return 'schedule'
  if (kind === K_ERROR) return 'error'
  if (kind === K_PENDING) return 'pending'
  if (kind === K_ARRAY) return 'array'
  return kind === K_OBJECT ? 'object' : errorOf('VALUE!', 'a function or a place is no value')
}

/** A blank, a datetime and a duration are numbers to Excel. */
function typeNumber(value: Value): Value {
  if (typeof value === 'string') return 2
  if (typeof value === 'boolean') return 4
  if (isError(value)) return 16
  if (isArray(value)) return 64
  if (isObject(value)) return 128
  return isPending(value) ? value : 1
}

function asNumber(value: Value): Value {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  // A length of time is its days where a number is expected.
  if (isDuration(value)) return daysOf(value)
  return isDatetime(value) ? serialOf(value) : 0
}

function isOdd(value: number): boolean {
  return Math.abs(truncated(value)) % 2 === 1
}

export const informationFunctions: Functions = {
  'ERROR.TYPE': (a) => errorType(single(a[0])),
  ISARRAY: (a) => isArray(single(a[0])),
  ISBLANK: (a) => isBlank(a[0] ?? BLANK),
  ISDATE: (a) => isDatetime(a[0] ?? BLANK),
  ISDURATION: (a) => isDuration(a[0] ?? BLANK),
  ISERR: (a) => {
    const value = a[0] ?? BLANK
    return isError(value) && value.code !== NOT_AVAILABLE.code
  },
  ISERROR: (a) => isError(a[0] ?? BLANK),
  ISEVEN: (a) => !isOdd(num(a, 0)),
  ISLOGICAL: (a) => typeof a[0] === 'boolean',
  ISNA: (a) => {
    const value = a[0] ?? BLANK
    return isError(value) && value.code === NOT_AVAILABLE.code
  },
  ISNONTEXT: (a) => typeof a[0] !== 'string',
  ISNUMBER: (a) => typeof a[0] === 'number' || isDatetime(a[0] ?? BLANK),
  ISOBJECT: (a) => isObject(single(a[0])),
  ISODD: (a) => isOdd(num(a, 0)),
  ISPENDING: (a) => isPending(a[0] ?? BLANK),
  ISREF: (a) => isReference(a[0] ?? BLANK),
  ISTEXT: (a) => typeof a[0] === 'string',
  KIND: (a) => kindWord(single(a[0])),
  N: (a) => asNumber(a[0] ?? BLANK),
  NA: () => NOT_AVAILABLE,
  TYPE: (a) => typeNumber(single(a[0])),
}
