// Values as a store keeps them: no larger and no deeper than it takes. The last good value of a conditional formula is
// one of these, so a value that cannot be kept is refused before anything depends on it.

import { KEPT_VALUE_CHARS, KEPT_VALUE_LEVELS } from '../limits.ts'
import { codePoints } from '../primitives.ts'
import { type ErrorValue, errorOf, isArray, isObject, type Value } from '../values.ts'

interface Walk {
  room: number
  isTooDeep: boolean
}

/** The reason why a value cannot be kept; undefined if it can. Scalars always can. */
export function beyondKeeping(value: Value): ErrorValue | undefined {
  if (typeof value !== 'object' || !(isArray(value) || isObject(value))) return undefined
  const walk: Walk = { room: KEPT_VALUE_CHARS, isTooDeep: false }
  visit(value, 0, walk)
  if (walk.isTooDeep) {
    return refused(`it is nested deeper than ${KEPT_VALUE_LEVELS}`)
  }
  return walk.room < 0 ? refused(`over ${KEPT_VALUE_CHARS} characters`) : undefined
}

function refused(why: string): ErrorValue {
  return errorOf('CALC!', `the value cannot be kept: ${why}`)
}

/** The serialized size: records count with the names of their fields. */
function visit(value: Value, level: number, walk: Walk): void {
  if (walk.room < 0 || walk.isTooDeep) return
  if (typeof value === 'string') walk.room -= unitsOf(value) + 2
  else if (typeof value !== 'object') walk.room -= 2
  else if (level >= KEPT_VALUE_LEVELS) walk.isTooDeep = true
  else if (isArray(value)) {
    // k, rows, columns and items, with three numbers and a list.
    walk.room -= 2 + 17 + 6 + 2
    for (const item of value.items) visit(item, level + 2, walk)
  } else if (isObject(value)) {
    walk.room -= 2 + 11 + 2 + 2 + 2
    for (const key of value.keys) walk.room -= unitsOf(key) + 2
    for (const inner of value.values) visit(inner, level + 2, walk)
  } else walk.room -= SIMPLE_CHARS[value.k] ?? 2
}

/** Blank, datetime, duration, schedule, error, pending: the approximate size of their records. */
const SIMPLE_CHARS: Readonly<Record<number, number>> = { 1: 5, 2: 9, 3: 24, 4: 11, 5: 25, 6: 5 }

/** As in UTF-16. */
function unitsOf(text: string): number {
  let units = 0
  for (const point of codePoints(text)) units += point > 0xffff ? 2 : 1
  return units
}
