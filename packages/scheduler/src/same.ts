// When a value is the same: identical, both not a number, or JSON of the same shape. Anything else
// with an identity of its own, such as a Map or a class instance, is the same only as itself, also
// inside JSON.

import { SAME_DEPTH_LEVELS } from './limits.ts'

export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object') return Number.isNaN(a) && Number.isNaN(b)
  return a !== null && b !== null && sameShape(a, b, 0)
}

function sameShape(a: object, b: object, depth: number): boolean {
  const kind = Object.getPrototypeOf(a)
  if (kind !== Object.prototype && kind !== Array.prototype && kind !== null) return false
  // What holds itself is never the same; it would be looked at forever.
  if (kind !== Object.getPrototypeOf(b) || depth === SAME_DEPTH_LEVELS) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false
    const [x, y] = [(a as Fields)[key], (b as Fields)[key]]
    if (x === y) continue
    if (typeof x !== 'object' || typeof y !== 'object') {
      if (!Number.isNaN(x) || !Number.isNaN(y)) return false
    } else if (x === null || y === null || !sameShape(x, y, depth + 1)) return false
  }
  return true
}

type Fields = Readonly<Record<string, unknown>>
