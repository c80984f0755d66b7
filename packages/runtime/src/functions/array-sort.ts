// Sorting and filtering the rows or columns of an array.

import { toLogical } from '../coerce.ts'
import { compareForSort } from '../compare.ts'
import { type Args, array, type Functions, flagOr } from '../functions.ts'
import { argCount, burn, orderOfNumbers, sortStably, sortSteps } from '../primitives.ts'
import { type ArrayValue, errorOf, itemAt, type Value } from '../values.ts'
import { asArray, picked, places, single, stopAmong, truncated } from './arguments.ts'
import { EMPTY_ARRAY } from './array-shape.ts'

interface Key {
  readonly values: readonly Value[]
  readonly falling: boolean
}

/** The places in order, by the first key that differs. */
function sortedPlaces(count: number, keys: readonly Key[]): number[] {
  const only = keys.length === 1 ? numbersOf(keys[0]!) : undefined
  if (only !== undefined) return orderOfNumbers(only)
  // The first comparison is the cost of a sort; further keys cost as often as they are compared.
  burn(2 * sortSteps(count))
  return sortStably(places(0, count), (a, b) => {
    for (const key of keys) {
      burn(1)
      const order = compareForSort(key.values[a]!, key.values[b]!, key.falling)
      if (order !== 0) return order
    }
    return a - b
  })
}

/** The numbers to sort by, those that fall with their signs turned; undefined if there is anything else. */
function numbersOf(key: Key): number[] | undefined {
  const found: number[] = []
  burn(key.values.length)
  for (const value of key.values) {
    if (typeof value !== 'number') return undefined
    found.push(key.falling ? -value : value)
  }
  return found
}

function sort(args: Args): Value {
  const source = array(args, 0)
  const byColumn = flagOr(args, 3, source.rows === 1 && source.columns > 1)
  const indexes = args[1] === undefined ? [1] : asArray(args[1]).items
  const orders = args[2] === undefined ? [1] : asArray(args[2]).items
  const across = byColumn ? source.rows : source.columns
  const count = byColumn ? source.columns : source.rows
  const keys: Key[] = []
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i]!
    const order = i < orders.length ? orders[i]! : orders[orders.length - 1]!
    const line = typeof index === 'number' ? truncated(index) : 0
    if (line < 1 || line > across)
      return errorOf('VALUE!', 'there is no such row or column to sort by')
    if (order !== 1 && order !== -1) return errorOf('VALUE!', 'the order is 1 or -1')
    keys.push({ values: lineOf(source, line - 1, byColumn), falling: order === -1 })
  }
  return arranged(source, sortedPlaces(count, keys), byColumn)
}

function lineOf(source: ArrayValue, at: number, row: boolean): Value[] {
  const count = row ? source.columns : source.rows
  const found: Value[] = []
  burn(count)
  for (let i = 0; i < count; i++) found.push(row ? itemAt(source, at, i) : itemAt(source, i, at))
  return found
}

function arranged(source: ArrayValue, order: readonly number[], columns: boolean): ArrayValue {
  return columns
    ? picked(source, places(0, source.rows), order)
    : picked(source, order, places(0, source.columns))
}

function sortBy(args: Args): Value {
  const source = array(args, 0)
  const first = array(args, 1)
  // A row as long as the array is wide sorts its columns, also if the array is as high as it is wide.
  const isWide = first.columns > 1 && source.columns === first.columns
  const columns = first.rows === 1 && (isWide || source.rows === 1)
  const count = columns ? source.columns : source.rows
  const keys: Key[] = []
  const last = argCount(args)
  for (let at = 1; at < last; at += 2) {
    const by = asArray(args[at])
    const order = args[at + 1] === undefined ? 1 : single(args[at + 1])
    if (order !== 1 && order !== -1) return errorOf('VALUE!', 'the order is 1 or -1')
    const isLine = by.rows === 1 || by.columns === 1
    if (!isLine || by.items.length !== count) {
      return errorOf('VALUE!', 'what it is sorted by must be as long as the array')
    }
    keys.push({ values: by.items, falling: order === -1 })
  }
  return arranged(source, sortedPlaces(count, keys), columns)
}

function filter(args: Args): Value {
  const stop = stopAmong(args, [0, 1])
  if (stop !== undefined) return stop
  const source = array(args, 0)
  const include = array(args, 1)
  const byRow = include.columns === 1 && include.rows === source.rows
  if (!byRow && !(include.rows === 1 && include.columns === source.columns)) {
    return errorOf('VALUE!', 'there must be one condition for each row or for each column')
  }
  const kept: number[] = []
  burn(include.items.length)
  for (let i = 0; i < include.items.length; i++) {
    const truth = toLogical(include.items[i]!)
    if (typeof truth !== 'boolean') return truth
    if (truth) kept.push(i)
  }
  if (kept.length === 0) return args[2] === undefined ? EMPTY_ARRAY : single(args[2])
  return arranged(source, kept, !byRow)
}

function reverse(args: Args): Value {
  const source = array(args, 0)
  const columns = source.rows === 1
  const order: number[] = []
  burn(columns ? source.columns : source.rows)
  for (let at = (columns ? source.columns : source.rows) - 1; at >= 0; at--) order.push(at)
  return arranged(source, order, columns)
}

export const sortFunctions: Functions = {
  FILTER: filter,
  REVERSE: reverse,
  SORT: sort,
  SORTBY: sortBy,
}
