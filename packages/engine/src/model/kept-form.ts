// Values as the store keeps them. A value that it cannot keep is found out here, before anything is built on it.

import { isArray, isObject, type Value } from '@cellwake/runtime'
import { StoreError, take } from '@cellwake/store'

/** The same value, which the store need not look through again. Throws if it cannot keep it: see `isRefusal`. */
export function keptForm(value: Value): Value {
  if (typeof value !== 'object' || !(isArray(value) || isObject(value))) return value
  return take(value) as unknown as Value
}

export function isKeepable(value: Value): boolean {
  try {
    keptForm(value)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** Whether the store said that it never takes such a thing, and not that it cannot take anything now. */
export function isRefusal(error: unknown): error is StoreError {
  return error instanceof StoreError && error.status < 500
}
