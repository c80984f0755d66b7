// Looking values up: by key in a table, by place in a row or column.

import { type Args, array, type Functions, flagOr, num, numOr } from '../functions.ts'
import {
  type ArrayValue,
  BAD_REFERENCE,
  type ErrorValue,
  errorOf,
  isBlank,
  itemAt,
  NOT_AVAILABLE,
  type Value,
} from '../values.ts'
import { asArray, columnOf, rowOf, single, stopAmong, truncated, unwrapped } from './arguments.ts'
import {
  findExact,
  findFitting,
  findLastDownTo,
  findLastUpTo,
  findLike,
  findNearest,
  findSorted,
} from './find-place.ts'

const NOT_FOUND = errorOf('N/A', 'the value looked for is not there')
const NOT_A_LINE = errorOf('VALUE!', 'what is searched must be one row or one column')

/** The older functions look for 0 when they are given an empty cell; XLOOKUP looks for an empty one. */
function keyOf(value: Value | undefined): Value {
  const wanted = single(value)
  return isBlank(wanted) ? 0 : wanted
}

function vlookup(args: Args): Value {
  const table = array(args, 1)
  const at = truncated(num(args, 2))
  if (at < 1) return errorOf('VALUE!', 'columns are counted from 1')
  if (at > table.columns) return BAD_REFERENCE
  const found = tablePlace(keyOf(args[0]), columnOf(table, 0).items, flagOr(args, 3, true))
  return found < 0 ? NOT_FOUND : itemAt(table, found, at - 1)
}

function hlookup(args: Args): Value {
  const table = array(args, 1)
  const at = truncated(num(args, 2))
  if (at < 1) return errorOf('VALUE!', 'rows are counted from 1')
  if (at > table.rows) return BAD_REFERENCE
  const found = tablePlace(keyOf(args[0]), rowOf(table, 0).items, flagOr(args, 3, true))
  return found < 0 ? NOT_FOUND : itemAt(table, at - 1, found)
}

function tablePlace(wanted: Value, keys: readonly Value[], sorted: boolean): number {
  return sorted ? findLastUpTo(wanted, keys, 1) : findLike(wanted, keys, false)
}

function lookup(args: Args): Value {
  const wanted = keyOf(args[0])
  const keys = array(args, 1)
  if (args[2] !== undefined) {
    const results = array(args, 2)
    const found = findLastUpTo(wanted, keys.items, 1)
    if (found < 0) return NOT_FOUND
    return found < results.items.length ? results.items[found]! : BAD_REFERENCE
  }
  // A table alone is searched along its longer side and answers from the last row or column.
  if (keys.columns > keys.rows) {
    const found = findLastUpTo(wanted, rowOf(keys, 0).items, 1)
    return found < 0 ? NOT_FOUND : itemAt(keys, keys.rows - 1, found)
  }
  const found = findLastUpTo(wanted, columnOf(keys, 0).items, 1)
  return found < 0 ? NOT_FOUND : itemAt(keys, found, keys.columns - 1)
}

function match(args: Args): Value {
  const wanted = keyOf(args[0])
  const keys = array(args, 1)
  if (!isLine(keys)) return errorOf('N/A', 'what is searched must be one row or one column')
  const type = numOr(args, 2, 1)
  let found: number
  if (type === 0) found = findLike(wanted, keys.items, false)
  else if (type > 0) found = findLastUpTo(wanted, keys.items, 1)
  else found = findLastDownTo(wanted, keys.items)
  return found < 0 ? NOT_FOUND : found + 1
}

function isLine(values: ArrayValue): boolean {
  return values.rows === 1 || values.columns === 1
}

/** The place by XMATCH's modes, from 0; -1 if there is none. */
function placeByModes(
  wanted: Value,
  keys: ArrayValue,
  mode: number,
  search: number,
): number | ErrorValue {
  if (!isLine(keys)) return NOT_A_LINE
  if (mode !== 0 && mode !== -1 && mode !== 1 && mode !== 2 && mode !== 3) {
    return errorOf('VALUE!', 'the match mode is 0, -1, 1, 2 or 3')
  }
  if (search === 2 || search === -2) {
    if (mode > 1) return errorOf('VALUE!', 'patterns need a search from first or last')
    return findSorted(wanted, keys.items, mode, search > 0 ? 1 : -1)
  }
  if (search !== 1 && search !== -1) return errorOf('VALUE!', 'the search mode is 1, -1, 2 or -2')
  const backward = search === -1
  if (mode === 0) return findExact(wanted, keys.items, backward)
  if (mode === 2) return findLike(wanted, keys.items, backward)
  if (mode === 3) return findFitting(wanted, keys.items, backward)
  return findNearest(wanted, keys.items, mode, backward)
}

function xmatch(args: Args): Value {
  const found = placeByModes(single(args[0]), array(args, 1), numOr(args, 2, 0), numOr(args, 3, 1))
  if (typeof found !== 'number') return found
  return found < 0 ? NOT_FOUND : found + 1
}

function xlookup(args: Args): Value {
  const stop = stopAmong(args, [0, 1, 2, 4, 5])
  if (stop !== undefined) return stop
  const wanted = single(args[0])
  const keys = array(args, 1)
  const results = asArray(args[2])
  const found = placeByModes(wanted, keys, numOr(args, 4, 0), numOr(args, 5, 1))
  if (typeof found !== 'number') return found
  const down = keys.columns === 1 && results.rows === keys.rows
  if (!down && !(keys.rows === 1 && results.columns === keys.columns)) {
    return errorOf('VALUE!', 'the results must be as long as what is searched')
  }
  if (found < 0) return args[3] === undefined ? NOT_AVAILABLE : single(args[3])
  return unwrapped(down ? rowOf(results, found) : columnOf(results, found))
}

export const searchFunctions: Functions = {
  HLOOKUP: hlookup,
  LOOKUP: lookup,
  MATCH: match,
  VLOOKUP: vlookup,
  XLOOKUP: xlookup,
  XMATCH: xmatch,
}
