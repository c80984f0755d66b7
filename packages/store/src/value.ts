// Values: immutable JSON-like trees. `undefined` means absent, and only at the top: inside a value
// it is refused, so absent and blank never blur. A value that was taken in is frozen and shared;
// taking it in again costs nothing. Negative zero is stored as zero: JSON cannot carry it.

import type { Path } from './address.ts'
import { StoreError } from './errors.ts'
import { VALUE_DEPTH_LEVELS, VALUE_SIZE_CHARS } from './limits.ts'

export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | { readonly [key: string]: Value }

export type Depth = 'deep' | 'shallow'

function given(container: object): object {
  return container
}

/**
 * The mark of containers made here: frozen, checked, safe to share. A private field can be put on any object
 * and is invisible elsewhere; a set of weak references would cost as much as all the rest of a small commit.
 */
class Taken extends (given as unknown as new (container: object) => object) {
  #isTaken = true

  static has(container: object): boolean {
    return #isTaken in container
  }
}

/** Rest of the size limit of the value being taken in. */
let room = 0

/** Checks, copies and freezes a value of a caller. */
export function take(value: unknown): Value {
  // Most written values are numbers.
  if (typeof value === 'number' && ((value | 0) === value || Number.isFinite(value))) {
    return value === 0 ? 0 : value
  }
  return takeAny(value)
}

function takeAny(value: unknown): Value {
  room = VALUE_SIZE_CHARS
  return takeIn(value, 0)
}

function takeIn(value: unknown, depth: number): Value {
  room -= typeof value === 'string' ? value.length + 2 : 2
  if (room < 0) throw new StoreError('value-too-large', `over ${VALUE_SIZE_CHARS} characters`)
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!Number.isFinite(value)) throw new StoreError('value-malformed', `${value} is not JSON`)
      return value === 0 ? 0 : value
    case 'object':
      if (value === null) return null
      if (Taken.has(value)) return value as Value
      if (depth >= VALUE_DEPTH_LEVELS) {
        throw new StoreError('value-malformed', `it is nested deeper than ${VALUE_DEPTH_LEVELS}`)
      }
      return Array.isArray(value) ? takeArray(value, depth) : takeObject(value, depth)
    default: {
      const found = value === undefined ? 'undefined' : `a ${typeof value}`
      throw new StoreError('value-malformed', `${found} is not JSON`)
    }
  }
}

function takeArray(value: readonly unknown[], depth: number): Value {
  const copy: Value[] = new Array(value.length)
  for (let i = 0; i < value.length; i++) copy[i] = takeIn(value[i], depth + 1)
  return seal(copy)
}

function takeObject(value: object, depth: number): Value {
  const proto = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) {
    throw new StoreError('value-malformed', `a ${proto.constructor?.name ?? 'class'} is not JSON`)
  }
  const copy: Record<string, Value> = {}
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw new StoreError('value-malformed', 'the key __proto__ is refused')
    room -= key.length
    copy[key] = takeIn((value as Record<string, unknown>)[key], depth + 1)
  }
  return seal(copy)
}

/** Marks a container of values, made here and not shared yet, as taken in. */
function seal<T extends object & Value>(container: T): T {
  new Taken(container)
  return Object.freeze(container)
}

/** Reads text that this store wrote. Anything else is corruption, and says so. */
export function parseValue(text: string, where: string): Value {
  try {
    // The value was accepted once: whatever it has grown to by paths, it must be readable.
    room = Number.POSITIVE_INFINITY
    return takeIn(JSON.parse(text), Number.NEGATIVE_INFINITY)
  } catch (cause) {
    throw new StoreError('store-corrupt', `${where} does not hold a value`, { cause })
  }
}

/** The value at a path, or undefined where the path leads nowhere. */
export function getAt(value: Value | undefined, path: Path): Value | undefined {
  let current = value
  for (let i = 0; i < path.length; i++) {
    if (typeof current !== 'object' || current === null) return undefined
    current = child(current, path[i]!)
  }
  return current
}

function child(container: object, segment: string | number): Value | undefined {
  if (Array.isArray(container)) {
    const index = arrayIndex(segment)
    return index === undefined ? undefined : container[index]
  }
  const key = String(segment)
  return Object.hasOwn(container, key) ? (container as Record<string, Value>)[key] : undefined
}

function arrayIndex(segment: string | number): number | undefined {
  if (typeof segment === 'number') {
    return Number.isSafeInteger(segment) && segment >= 0 ? segment : undefined
  }
  return /^(0|[1-9][0-9]{0,9})$/.test(segment) ? Number(segment) : undefined
}

/** A copy with the value at the path replaced. Missing or blank containers become objects. */
export function setAt(value: Value | undefined, path: Path, to: Value): Value {
  return change(value, path, 0, to) as Value
}

/** A copy without the value at the path. The document itself, for an empty path. */
export function deleteAt(value: Value | undefined, path: Path): Value | undefined {
  if (path.length === 0) return undefined
  if (getAt(value, path) === undefined) return value
  return change(value, path, 0, undefined)
}

function change(
  value: Value | undefined,
  path: Path,
  at: number,
  to: Value | undefined,
): Value | undefined {
  if (at === path.length) return to
  const segment = path[at]!
  if (Array.isArray(value)) {
    const index = arrayIndex(segment)
    if (index === undefined || index > value.length) {
      throw new StoreError('path-malformed', `${segment} is not an index of a ${value.length} list`)
    }
    const copy = value.slice()
    const next = change(value[index], path, at + 1, to)
    if (next === undefined) copy.splice(index, 1)
    else copy[index] = next
    return seal(copy)
  }
  const key = String(segment)
  if (key === '__proto__') throw new StoreError('path-malformed', 'the key __proto__ is refused')
  if (value !== undefined && value !== null && typeof value !== 'object') {
    throw new StoreError('path-malformed', `there is a ${typeof value} where ${key} should stand`)
  }
  const source = value ?? {}
  const copy: Record<string, Value> = { ...(source as Record<string, Value>) }
  const next = change(child(source, key), path, at + 1, to)
  if (next === undefined) delete copy[key]
  else copy[key] = next
  return seal(copy)
}

/** Structural equality. Shared structure is equal at once. */
export function equal(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a === undefined || b === undefined) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i])) return false
    return true
  }
  if (Array.isArray(b)) return false
  // Most often they differ in one of the first fields, and the rest need not be listed.
  const keys = Object.keys(a)
  for (const key of keys) {
    if (!equal(field(a, key), field(b, key)) || !Object.hasOwn(b, key)) return false
  }
  return keys.length === Object.keys(b).length
}

function field(container: object, key: string): Value | undefined {
  return (container as Record<string, Value>)[key]
}

/** Compares as a shallow read sees: the shape of a container, or the value of a leaf. */
export function equalShallow(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a === undefined || b === undefined) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length
  }
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  for (const key of keys) if (!Object.hasOwn(b, key)) return false
  return true
}

/**
 * Whether a read of `path` sees a difference between two states of its document. Where the path
 * cannot be walked in either, the read saw how far it could be walked, and only that.
 */
export function differsAt(
  before: Value | undefined,
  after: Value | undefined,
  path: Path,
  depth: Depth,
): boolean {
  if (before === after) return false
  const walkedBefore = walk(before, path)
  const walkedAfter = walk(after, path)
  if (walkedBefore !== walkedAfter) return true
  if (walkedBefore < path.length) return false
  const a = getAt(before, path)
  const b = getAt(after, path)
  return depth === 'deep' ? !equal(a, b) : !equalShallow(a, b)
}

/** Number of segments that can be walked; the last one only needs a container to stand in. */
function walk(value: Value | undefined, path: Path): number {
  let current = value
  for (let i = 0; i < path.length; i++) {
    if (typeof current !== 'object' || current === null) return i
    current = child(current, path[i]!)
  }
  return path.length
}
