// When a value is the same: identical, both not a number, or JSON of the same shape. Anything else
// with an identity of its own, such as a Map or a class instance, is the same only as itself, also
// inside JSON.

import { SAME_DEPTH_LEVELS } from '../limits.ts'

export function same(a: unknown, b: unknown): boolean {
  // Most changed values are numbers. Apart, they are compared without a call.
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b || (Number.isNaN(a) && Number.isNaN(b))
  }
  if (a === b) return true
  return typeof a === 'object' && typeof b === 'object' && sameInside(a, b, 0)
}

function sameInside(a: unknown, b: unknown, depth: number): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return Number.isNaN(a) && Number.isNaN(b)
  if (a === null || b === null) return false
  const kind = Object.getPrototypeOf(a)
  // Circular structures are never the same: comparing them would not end.
  if (kind !== Object.getPrototypeOf(b) || depth === SAME_DEPTH_LEVELS) return false
  if (kind === Array.prototype) return sameArray(a as unknown[], b as unknown[], depth + 1)
  if (kind !== Object.prototype && kind !== null) return false
  return sameObject(a as Fields, b as Fields, depth + 1)
}

function sameArray(a: readonly unknown[], b: readonly unknown[], depth: number): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i] && !sameInside(a[i], b[i], depth)) return false
  }
  return true
}

function sameObject(a: Fields, b: Fields, depth: number): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false
    if (a[key] !== b[key] && !sameInside(a[key], b[key], depth)) return false
  }
  return true
}

type Fields = Readonly<Record<string, unknown>>
