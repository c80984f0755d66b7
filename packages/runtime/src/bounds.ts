// Bounds on a formula's result: its nesting depth, its size, and that every part is a value. A result beyond them is
// an error, so that each walk over values is short and needs little of the machine's stack.

import {
  ARRAY_MAX_ELEMENTS,
  STRING_MAX_CHARS,
  VALUE_MAX_CHARS,
  VALUE_MAX_LEVELS,
} from './limits.ts'
import { burn } from './primitives.ts'
import {
  type ErrorValue,
  errorOf,
  isArray,
  isObject,
  K_ARRAY,
  K_LAMBDA,
  K_REFERENCE,
  type Value,
} from './values.ts'

/** Approximate size, as text, of a part that is no text itself. */
const PART_CHARS = 8

const A_FUNCTION = errorOf('CALC!', 'a function is no value of a cell; call it')
const A_REFERENCE = errorOf('VALUE!', 'a reference is no value')
const TOO_DEEP = errorOf('CALC!', `the value is nested deeper than ${VALUE_MAX_LEVELS}`)
const TOO_LARGE = errorOf('CALC!', 'the value is too large')

interface Walk {
  /** Characters that may still come. Parts that are in it twice count twice, as they do when it is written. */
  left: number
  wrong: ErrorValue | undefined
}

/** The bound that a value violates; undefined if none. */
export function beyondBounds(value: Value): ErrorValue | undefined {
  // A scalar is bounded by the operation that made it.
  if (typeof value !== 'object' || value.k < K_ARRAY) return undefined
  const walk: Walk = { left: VALUE_MAX_CHARS, wrong: undefined }
  visit(value, 0, walk)
  return walk.wrong
}

function visit(value: Value, level: number, walk: Walk): void {
  if (typeof value === 'string') {
    walk.left -= value.length
    if (value.length > STRING_MAX_CHARS) walk.wrong = TOO_LARGE
  } else if (typeof value === 'object') {
    if (isArray(value)) visitAll(value.items, level, walk)
    else if (isObject(value)) {
      for (const key of value.keys) walk.left -= key.length
      visitAll(value.values, level, walk)
    } else if (value.k === K_LAMBDA) walk.wrong = A_FUNCTION
    else if (value.k === K_REFERENCE) walk.wrong = A_REFERENCE
  }
}

function visitAll(values: readonly Value[], level: number, walk: Walk): void {
  if (level >= VALUE_MAX_LEVELS) walk.wrong = TOO_DEEP
  if (values.length > ARRAY_MAX_ELEMENTS) walk.wrong = TOO_LARGE
  burn(values.length)
  walk.left -= values.length * PART_CHARS
  for (let i = 0; i < values.length; i++) {
    if (walk.wrong !== undefined) return
    // Most are numbers.
    const item = values[i]!
    if (typeof item !== 'number') visit(item, level + 1, walk)
    if (walk.left < 0) walk.wrong = TOO_LARGE
  }
}
