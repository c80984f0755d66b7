// The arguments of an external call, as they are sent: each of the kind of its parameter, blank ones as they are.
// An error fails the call, and a pending value makes it wait, also inside of an array.

import { parameterAt, type Signature } from '@cellwake/language'
import {
  coerced,
  type ErrorValue,
  errorOf,
  isArray,
  isBlank,
  isError,
  isObject,
  type Pending,
  toWire,
  type Value,
  type Wire,
} from '@cellwake/runtime'

/** Kinds of parameters that take an array as it is. */
const TAKE_ARRAYS = new Set(['any', 'array'])

/** The arguments, or the value that keeps the call from being made. */
export function sentArguments(
  signature: Signature,
  values: readonly Value[],
): Wire[] | ErrorValue | Pending {
  const args: Wire[] = []
  let waits: Pending | undefined
  for (const [i, value] of values.entries()) {
    const stopped = stopIn(value)
    if (stopped !== undefined && isError(stopped)) return stopped
    waits ??= stopped
    if (stopped !== undefined) continue
    const arg = argumentAt(signature, i, value)
    if (isError(arg)) return arg
    args.push(toWire(arg))
  }
  return waits ?? args
}

function argumentAt(signature: Signature, place: number, value: Value): Value {
  const parameter = parameterAt(signature, place)
  if (parameter === undefined || isBlank(value)) return value
  const { name, kind } = parameter
  if (isArray(value) && !TAKE_ARRAYS.has(kind)) {
    const what = `${signature.name} takes one ${kind} for ${name}, not an array`
    return errorOf('VALUE!', what)
  }
  return coerced(value, kind)
}

/** The first error in a value, or that some of it has not arrived. */
function stopIn(value: Value): ErrorValue | Pending | undefined {
  if (typeof value !== 'object') return undefined
  if (isError(value) || value.k === 6) return value
  const parts = isArray(value) ? value.items : isObject(value) ? value.values : []
  let waits: Pending | undefined
  for (const part of parts) {
    const stopped = stopIn(part)
    if (stopped !== undefined && isError(stopped)) return stopped
    waits ??= stopped
  }
  return waits
}
