// How values compare: numbers before texts before booleans, texts regardless of case, blank as 0, ""
// or FALSE. Sorting has an order of its own, because it must place every two values and can refuse none.

import { dayMs, daysOf, serialOf } from './coerce.ts'
import { burn, compareAscii, compareCodePoints, sameText } from './primitives.ts'
import { folded } from './text-case.ts'
import {
  type ArrayValue,
  type Duration,
  type ErrorValue,
  errorOf,
  isArray,
  isBlank,
  isDuration,
  isError,
  isObject,
  K_ARRAY,
  K_BLANK,
  K_BOOLEAN,
  K_DATETIME,
  K_DURATION,
  K_ERROR,
  K_NUMBER,
  K_OBJECT,
  K_SCHEDULE,
  K_TEXT,
  kindOf,
  type ObjectValue,
  type Value,
} from './values.ts'

const WITHOUT_ORDER = errorOf('VALUE!', 'these values have no order')
const MONTHS_VARY = errorOf('VALUE!', 'months have no fixed length, so this has no order')

/** Negative, 0 or positive; an error if the two have no order. */
export function compareValues(a: Value, b: Value): number | ErrorValue {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (isError(a)) return a
  if (isError(b)) return b
  if (isBlank(a)) return isBlank(b) ? 0 : compareWithBlank(b, -1)
  if (isBlank(b)) return compareWithBlank(a, 1)
  if (isDuration(a) && isDuration(b)) return compareDurations(a, b)
  // A length against a number is so many days.
  if (isDuration(a) && typeof b === 'number') return compareDays(a, b, 1)
  if (isDuration(b) && typeof a === 'number') return compareDays(b, a, -1)
  if (isDuration(a) && isOther(b)) return -1
  if (isDuration(b) && isOther(a)) return 1
  const first = classOf(a)
  const second = classOf(b)
  if (first === 0 || second === 0) return WITHOUT_ORDER
  return first === second ? compareAlike(a, b) : first - second
}

/** Equality of two values. Different kinds are unequal; only durations with months can refuse to compare. */
export function equalValues(a: Value, b: Value): boolean | ErrorValue {
  if (isError(a)) return a
  if (isError(b)) return b
  if (isArray(a)) return isArray(b) ? equalArrays(a, b) : false
  if (isObject(a)) return isObject(b) ? equalObjects(a, b) : false
  if (isDuration(a) && isDuration(b)) {
    if (a.months === b.months && a.days === b.days && a.ms === b.ms) return true
    const order = compareDurations(a, b)
    return typeof order === 'number' ? order === 0 : order
  }
  if (typeof a === 'object' && a.k === K_SCHEDULE) {
    return typeof b === 'object' && b.k === K_SCHEDULE && a.cron === b.cron
  }
  const order = compareValues(a, b)
  return typeof order === 'number' && order === 0
}

/** 1 numbers and instants, 2 texts, 3 booleans, 0 values without an order. */
function classOf(value: Value): number {
  const kind = kindOf(value)
  if (kind === K_NUMBER || kind === K_DATETIME) return 1
  if (kind === K_TEXT) return 2
  return kind === K_BOOLEAN ? 3 : 0
}

function compareAlike(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return a === b ? 0 : a ? 1 : -1
  if (kindOf(a) === K_DATETIME && kindOf(b) === K_DATETIME) return instantMs(a) - instantMs(b)
  return onLine(a) - onLine(b)
}

/** By code point, upper and lower case alike. */
export function compareTexts(a: string, b: string): number {
  const order = compareAscii(a, b)
  if (order < 2) return order
  return sameText(a, b) ? 0 : compareCodePoints(folded(a), folded(b))
}

/** A value against blank, times a sign: blank takes the kind of the other value. */
function compareWithBlank(value: Value, sign: number): number | ErrorValue {
  if (typeof value === 'string') return value === '' ? 0 : sign
  if (typeof value === 'boolean') return value ? sign : 0
  if (isDuration(value)) {
    if (value.months !== 0) return MONTHS_VARY
    return durationMs(value) * sign
  }
  return classOf(value) === 0 ? WITHOUT_ORDER : onLine(value) * sign
}

/** Texts and booleans come after every number. */
function isOther(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'boolean'
}

function compareDays(length: Duration, days: number, sign: number): number | ErrorValue {
  const own = daysOf(length)
  if (typeof own !== 'number') return own
  return own < days ? -sign : own > days ? sign : 0
}

function compareDurations(a: Duration, b: Duration): number | ErrorValue {
  // The same number of months on both sides does not matter.
  if (a.months !== b.months) return MONTHS_VARY
  return durationMs(a) - durationMs(b)
}

function durationMs(value: Duration): number {
  return value.days * dayMs + value.ms
}

function instantMs(value: Value): number {
  return typeof value === 'object' && value.k === K_DATETIME ? value.ms : 0
}

/** The place of a number or an instant among numbers. */
function onLine(value: Value): number {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value.k === K_DATETIME ? serialOf(value) : 0
}

function equalArrays(a: ArrayValue, b: ArrayValue): boolean | ErrorValue {
  if (a.rows !== b.rows || a.columns !== b.columns) return false
  burn(a.items.length)
  for (let i = 0; i < a.items.length; i++) {
    const same = equalValues(a.items[i]!, b.items[i]!)
    if (same !== true) return same
  }
  return true
}

/** Fields in another order are the same fields. */
function equalObjects(a: ObjectValue, b: ObjectValue): boolean | ErrorValue {
  if (a.keys.length !== b.keys.length) return false
  burn(a.keys.length)
  const places: Record<string, number> = {}
  for (let i = 0; i < b.keys.length; i++) places[`.${b.keys[i]!}`] = i
  for (let i = 0; i < a.keys.length; i++) {
    const at = places[`.${a.keys[i]!}`]
    if (at === undefined) return false
    const same = equalValues(a.values[i]!, b.values[at]!)
    if (same !== true) return same
  }
  return true
}

/**
 * A total order: numbers, instants, durations, texts, booleans, the rest; then errors, then blanks,
 * which stay last when the order falls.
 */
export function compareForSort(a: Value, b: Value, falling: boolean): number {
  const first = sortClass(a)
  const second = sortClass(b)
  if (first !== second) {
    const last = first >= LAST_CLASSES || second >= LAST_CLASSES
    return falling && !last ? second - first : first - second
  }
  const order = compareInClass(a, b)
  return falling ? -order : order
}

const LAST_CLASSES = 8

function sortClass(value: Value): number {
  const kind = kindOf(value)
  if (kind === K_NUMBER) return 1
  if (kind === K_DATETIME) return 2
  if (kind === K_DURATION) return 3
  if (kind === K_TEXT) return 4
  if (kind === K_BOOLEAN) return 5
  if (kind === K_ARRAY || kind === K_OBJECT) return 7
  if (kind === K_ERROR) return LAST_CLASSES
  return kind === K_BLANK ? LAST_CLASSES + 1 : 6
}

function compareInClass(a: Value, b: Value): number {
  if (isDuration(a) && isDuration(b)) {
    // Sorting takes a month as 30 days, so that there is some order.
    const order = (a.months - b.months) * 30 * dayMs + durationMs(a) - durationMs(b)
    return order !== 0 ? order : a.months - b.months
  }
  return classOf(a) === 0 ? 0 : compareAlike(a, b)
}
