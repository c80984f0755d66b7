// When two values are the same in every respect, so that nothing that follows from them can differ.

import { isArray, isError, isObject, type Value } from '@cellwake/runtime'

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
  switch (a.k) {
    case 1:
    case 6:
      return true
    case 2:
      return a.ms === (b as typeof a).ms
    case 3: {
      const other = b as typeof a
      return a.months === other.months && a.days === other.days && a.ms === other.ms
    }
    case 4:
      return a.cron === (b as typeof a).cron
    default:
      return false
  }
}

function sameValues(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i]!, b[i]!)) return false
  return true
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}
