// When two values are the same in every respect, so that nothing that follows from them can differ.

import { isArray, isError, isObject, type Value } from '../values.ts'

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a.k !== b.k) return false
  if (isArray(a) && isArray(b)) {
    return a.rows === b.rows && a.columns === b.columns && sameValues(a.items, b.items)
  }
  if (isObject(a) && isObject(b)) {
    return sameTexts(a.keys, b.keys) && sameValues(a.values, b.values)
  }
  if (isError(a) && isError(b)) {
    return a.code === b.code && a.message === b.message && a.origin === b.origin
  }
  if (a.k === 1 || a.k === 6) return true
  if (a.k === 2) return a.ms === (b as typeof a).ms
  if (a.k === 3) {
    const other = b as typeof a
    return a.months === other.months && a.days === other.days && a.ms === other.ms
  }
  return a.k === 4 && a.cron === (b as typeof a).cron
}

function sameValues(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i]!, b[i]!)) return false
  return true
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
