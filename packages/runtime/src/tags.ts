// Tags: what a value must be. A mismatch is `#TYPE!`; blank, errors and pending values pass.

import { dayMs, describe } from './coerce.ts'
import { context, offsetAt } from './context.ts'
import {
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isDuration,
  isObject,
  stops,
  type Value,
} from './values.ts'

export function checkTag(value: Value, tag: string): Value {
  if (stops(value) || isBlank(value) || fits(value, tag)) return value
  return errorOf('TYPE!', `${describe(value)} is not ${tag}`)
}

/** Tags of functions, such as `fx_rate`, name where a value comes from and ask for nothing. */
function fits(value: Value, tag: string): boolean {
  if (tag === 'number' || tag === 'percentage' || tag === 'currency')
    return typeof value === 'number'
  if (tag.startsWith('currency:')) return typeof value === 'number'
  if (tag === 'integer') return typeof value === 'number' && Math.floor(value) === value
  if (tag === 'text') return typeof value === 'string'
  if (tag === 'boolean') return typeof value === 'boolean'
  if (tag === 'datetime') return isDatetime(value)
  if (tag === 'date') return isDatetime(value) && isMidnight(value.ms)
  if (tag === 'duration') return isDuration(value)
  if (tag === 'list') return isArray(value)
  if (tag === 'object') return isObject(value)
  return true
}

function isMidnight(ms: number): boolean {
  const days = (ms + offsetAt(context.zone, ms)) / dayMs
  return Math.floor(days) === days
}
