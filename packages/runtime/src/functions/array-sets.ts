// Arrays as sets of values. Two values are the same here if they are of one kind and equal, upper and
// lower case alike; a text key for each makes that quick.

import { equalValues } from '../compare.ts'
import { type Args, array, type Functions, flagOr } from '../functions.ts'
import { KEY_STEPS } from '../limits.ts'
import { burn, orderOfNumbers, shortestNumber, textLength, textsFit } from '../primitives.ts'
import { folded } from '../text-case.ts'
import {
  type ArrayValue,
  arrayOf,
  isArray,
  isObject,
  itemAt,
  K_BLANK,
  K_DATETIME,
  K_DURATION,
  K_ERROR,
  K_SCHEDULE,
  stops,
  type Value,
} from '../values.ts'
import { asArray, itemsFrom, picked, places, single } from './arguments.ts'
import { EMPTY_ARRAY } from './array-shape.ts'

/** Up to here a machine finds a text without reading it again. */
const QUICK_KEY_UNITS = 8192
const LONG_KEY_STEPS = 4

/** The same text for the same value and for no other. */
export function keyOf(value: Value): string {
  burn(KEY_STEPS)
  if (typeof value === 'number') return `n${shortestNumber(value + 0)}`
  if (typeof value === 'string') {
    // Long texts take long to compare, by any index.
    if (!textsFit([value], QUICK_KEY_UNITS)) burn(textLength(value) * LONG_KEY_STEPS)
    return `t${folded(value)}`
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value.k === K_BLANK) return 'b'
  if (value.k === K_DATETIME) return `d${shortestNumber(value.ms)}`
  if (value.k === K_DURATION) {
    return `p${shortestNumber(value.months)},${shortestNumber(value.days)},${shortestNumber(value.ms)}`
  }
  if (value.k === K_SCHEDULE) return `c${value.cron}`
  if (value.k === K_ERROR) return `e${value.code}`
  if (isArray(value)) return joined(`a${value.rows},${value.columns}`, value.items)
  if (isObject(value)) return joined(joined('o', value.keys), value.values)
  return `x${value.k}`
}

/** Each part with its length before it, so that no two lists give one text. */
function joined(start: string, parts: readonly Value[]): string {
  let key = start
  burn(parts.length)
  for (const part of parts) {
    const text = keyOf(part)
    key = `${key};${text.length}:${text}`
  }
  return key
}

/** Cost of looking up or inserting a key, in steps. */
const PLACE_STEPS = 15

/** The first place of each different key, in order, and how often it occurs. */
export function distinctPlaces(keys: readonly string[]): { at: number; count: number }[] {
  const found: { at: number; count: number }[] = []
  const known: Record<string, { at: number; count: number }> = {}
  burn(PLACE_STEPS * keys.length)
  for (let i = 0; i < keys.length; i++) {
    const before = known[keys[i]!]
    if (before !== undefined) {
      before.count++
      continue
    }
    const entry = { at: i, count: 1 }
    known[keys[i]!] = entry
    found.push(entry)
  }
  return found
}

/** The same for values that are all numbers, which are put in order instead; undefined if they are not. */
export function distinctNumbers(
  items: readonly Value[],
): { at: number; count: number }[] | undefined {
  const numbers: number[] = []
  burn(8 * items.length)
  for (const item of items) {
    if (typeof item !== 'number') return undefined
    numbers.push(item)
  }
  // How often the number at each place occurs; 0 where it has come up before.
  const counts: number[] = []
  for (let i = 0; i < numbers.length; i++) counts.push(0)
  let first = 0
  for (const at of orderOfNumbers(numbers)) {
    if (counts[first] === 0 || numbers[at] !== numbers[first]) first = at
    counts[first] = counts[first]! + 1
  }
  const found: { at: number; count: number }[] = []
  for (let at = 0; at < counts.length; at++)
    if (counts[at]! > 0) found.push({ at, count: counts[at]! })
  return found
}

/** By text keys, or quicker by numbers alone. */
function distinctValues(items: readonly Value[]): { at: number; count: number }[] {
  return distinctNumbers(items) ?? distinctPlaces(keysOf(items))
}

function keysOf(items: readonly Value[]): string[] {
  const keys: string[] = []
  for (const item of items) keys.push(keyOf(item))
  return keys
}

function firstStop(items: readonly Value[]): Value | undefined {
  for (const item of items) if (stops(item)) return item
  return undefined
}

function row(items: readonly Value[]): Value {
  return items.length === 0 ? EMPTY_ARRAY : arrayOf(1, items.length, items)
}

function union(args: Args): Value {
  const items = itemsFrom(args, 0)
  const stop = firstStop(items)
  if (stop !== undefined) return stop
  const found: Value[] = []
  for (const { at } of distinctValues(items)) found.push(items[at]!)
  return row(found)
}

/** The different values of the first array that the second has, or has not. */
function sifted(args: Args, wanted: boolean): Value {
  const items = array(args, 0).items
  const others = array(args, 1).items
  burn(PLACE_STEPS * (items.length + others.length))
  const stop = firstStop(items) ?? firstStop(others)
  if (stop !== undefined) return stop
  const known: Record<string, boolean> = {}
  for (const key of keysOf(others)) known[key] = true
  const keys = keysOf(items)
  const found: Value[] = []
  for (const { at } of distinctPlaces(keys)) {
    if ((known[keys[at]!] === true) === wanted) found.push(items[at]!)
  }
  return row(found)
}

function unique(args: Args): Value {
  const source = array(args, 0)
  const byColumn = flagOr(args, 1, source.rows === 1 && source.columns > 1)
  const once = flagOr(args, 2, false)
  const across = byColumn ? source.rows : source.columns
  const kept: number[] = []
  const entries =
    across === 1 ? distinctValues(source.items) : distinctPlaces(lineKeys(source, byColumn))
  for (const entry of entries) if (!once || entry.count === 1) kept.push(entry.at)
  if (kept.length === 0) return EMPTY_ARRAY
  return byColumn
    ? picked(source, places(0, source.rows), kept)
    : picked(source, kept, places(0, source.columns))
}

/** A key for each row, or for each column. */
function lineKeys(source: ArrayValue, byColumn: boolean): string[] {
  const keys: string[] = []
  const count = byColumn ? source.columns : source.rows
  const across = byColumn ? source.rows : source.columns
  for (let at = 0; at < count; at++) {
    const parts: Value[] = []
    for (let i = 0; i < across; i++) {
      parts.push(byColumn ? itemAt(source, i, at) : itemAt(source, at, i))
    }
    keys.push(joined('r', parts))
  }
  return keys
}

function contains(args: Args): Value {
  const wanted = single(args[1])
  for (const item of asArray(args[0]).items) {
    burn(2)
    if (stops(item)) return item
    if (equalValues(item, wanted) === true) return true
  }
  return false
}

function countUnique(args: Args): Value {
  const counted: Value[] = []
  for (const item of itemsFrom(args, 0)) {
    if (typeof item === 'object' && item.k === K_BLANK) continue
    if (typeof item === 'object' && item.k === K_ERROR) continue
    if (stops(item)) return item
    counted.push(item)
  }
  return distinctValues(counted).length
}

export const setFunctions: Functions = {
  CONTAINS: contains,
  COUNTUNIQUE: countUnique,
  EXCEPT: (a) => sifted(a, false),
  INTERSECT: (a) => sifted(a, true),
  UNION: union,
  UNIQUE: unique,
}
