// Cutting, joining and reshaping arrays.

import { type Args, array, type Functions, flagOr, num, numOr } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { argCount, burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  type ErrorValue,
  errorOf,
  isBlank,
  isError,
  itemAt,
  NOT_AVAILABLE,
  stops,
  type Value,
} from '../values.ts'
import { asArray, itemsFrom, picked, places, single, stopAmong, truncated } from './arguments.ts'

const TOO_LARGE = errorOf('CALC!', 'the array would be too large')
export const EMPTY_ARRAY = errorOf('CALC!', 'nothing would be left of the array')

/** Numbered lines, negative ones from the end, as places from 0. */
function chosen(args: Args, count: number): number[] | ErrorValue {
  const found: number[] = []
  for (const item of itemsFrom(args, 1)) {
    const number = typeof item === 'number' ? truncated(item) : 0
    if (number === 0 || Math.abs(number) > count) {
      return errorOf('VALUE!', 'there is no row or column of that number')
    }
    found.push(number > 0 ? number - 1 : count + number)
  }
  return found
}

function chooseColumns(args: Args): Value {
  const source = array(args, 0)
  const columns = chosen(args, source.columns)
  if ('k' in columns) return columns
  return picked(source, places(0, source.rows), columns)
}

function chooseRows(args: Args): Value {
  const source = array(args, 0)
  const rows = chosen(args, source.rows)
  if ('k' in rows) return rows
  return picked(source, rows, places(0, source.columns))
}

function taken(count: number, wanted: number): number[] {
  if (wanted >= 0) return places(0, Math.min(count, wanted))
  return places(Math.max(0, count + wanted), count)
}

function dropped(count: number, unwanted: number): number[] {
  if (unwanted >= 0) return places(Math.min(count, unwanted), count)
  return places(0, Math.max(0, count + unwanted))
}

function cut(args: Args, kept: (count: number, by: number) => number[], all: number): Value {
  const source = array(args, 0)
  const rows = kept(source.rows, truncated(numOr(args, 1, all)))
  const columns = kept(source.columns, truncated(numOr(args, 2, all)))
  if (rows.length === 0 || columns.length === 0) return EMPTY_ARRAY
  return picked(source, rows, columns)
}

function expand(args: Args): Value {
  const stop = stopAmong(args, [0, 1, 2])
  if (stop !== undefined) return stop
  const source = array(args, 0)
  const rows = truncated(numOr(args, 1, source.rows))
  const columns = truncated(numOr(args, 2, source.columns))
  if (rows < source.rows || columns < source.columns) {
    return errorOf('VALUE!', 'an array can only be made larger')
  }
  const pad = args[3] === undefined ? NOT_AVAILABLE : single(args[3])
  return padded([source], rows, columns, pad, false)
}

/** Arrays one below the other, or side by side, with the rest filled up. */
function padded(
  sources: readonly ArrayValue[],
  rows: number,
  columns: number,
  pad: Value,
  beside: boolean,
): Value {
  if (rows * columns > ARRAY_MAX_ELEMENTS) return TOO_LARGE
  burn(4 * rows * columns)
  const items: Value[] = []
  for (let i = 0; i < rows * columns; i++) items.push(pad)
  let start = 0
  for (const source of sources) {
    for (let row = 0; row < source.rows; row++) {
      for (let column = 0; column < source.columns; column++) {
        const place = beside ? row * columns + start + column : (start + row) * columns + column
        items[place] = itemAt(source, row, column)
      }
    }
    start += beside ? source.columns : source.rows
  }
  return arrayOf(rows, columns, items)
}

function stack(args: Args, beside: boolean): Value {
  const sources: ArrayValue[] = []
  let rows = 0
  let columns = 0
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    const arg = args[at]
    if (arg === undefined) continue
    const source = asArray(arg)
    sources.push(source)
    rows = beside ? Math.max(rows, source.rows) : rows + source.rows
    columns = beside ? columns + source.columns : Math.max(columns, source.columns)
  }
  return padded(sources, rows, columns, NOT_AVAILABLE, beside)
}

function line(args: Args): Value[] | Value {
  const stop = stopAmong(args, [1, 2])
  if (stop !== undefined) return stop
  const source = asArray(args[0])
  const ignore = truncated(numOr(args, 1, 0))
  if (ignore < 0 || ignore > 3) return errorOf('VALUE!', 'what to ignore is 0, 1, 2 or 3')
  const ordered = flagOr(args, 2, false) ? transposed(source) : source
  const found: Value[] = []
  burn(2 * ordered.items.length)
  for (const item of ordered.items) {
    if (isBlank(item) && ignore % 2 === 1) continue
    if (isError(item) && ignore >= 2) continue
    found.push(item)
  }
  return found.length === 0 ? EMPTY_ARRAY : found
}

export function transposed(source: ArrayValue): ArrayValue {
  const items: Value[] = []
  burn(4 * source.items.length)
  for (let column = 0; column < source.columns; column++) {
    for (let row = 0; row < source.rows; row++) items.push(itemAt(source, row, column))
  }
  return arrayOf(source.columns, source.rows, items)
}

function wrap(args: Args): Value {
  const stop = stopAmong(args, [0, 1])
  if (stop !== undefined) return stop
  const source = array(args, 0)
  const width = truncated(num(args, 1))
  if (source.rows !== 1 && source.columns !== 1) {
    return errorOf('VALUE!', 'only one row or one column can be broken')
  }
  if (width < 1) return errorOf('NUM!', 'a length is at least 1')
  // Nothing has no lines to break; a line of any length would be taken apart again by WRAPCOLS.
  if (source.items.length === 0) return arrayOf(1, 0, [])
  const columns = width
  const rows = Math.ceil(source.items.length / columns)
  if (rows * columns > ARRAY_MAX_ELEMENTS) return TOO_LARGE
  const pad = args[2] === undefined ? NOT_AVAILABLE : single(args[2])
  const items: Value[] = []
  burn(3 * rows * columns)
  for (let i = 0; i < rows * columns; i++) {
    items.push(i < source.items.length ? source.items[i]! : pad)
  }
  return arrayOf(rows, columns, items)
}

function wrapColumns(args: Args): Value {
  const rows = wrap(args)
  return stops(rows) ? rows : transposed(asArray(rows))
}

/** The first and last line with something in it, as far as each edge may be cut. */
function trimmed(source: ArrayValue, byRow: boolean, mode: number): number[] {
  const count = byRow ? source.rows : source.columns
  const across = byRow ? source.columns : source.rows
  const empty = (at: number): boolean => {
    for (let i = 0; i < across; i++) {
      if (!isBlank(byRow ? itemAt(source, at, i) : itemAt(source, i, at))) return false
    }
    return true
  }
  let from = 0
  let end = count
  if (mode % 2 === 1) while (from < end && empty(from)) from++
  if (mode >= 2) while (end > from && empty(end - 1)) end--
  return places(from, end)
}

function trimRange(args: Args): Value {
  const source = array(args, 0)
  const rowMode = truncated(numOr(args, 1, 3))
  const columnMode = truncated(numOr(args, 2, 3))
  if (rowMode < 0 || rowMode > 3 || columnMode < 0 || columnMode > 3) {
    return errorOf('VALUE!', 'what to cut is 0, 1, 2 or 3')
  }
  burn(2 * source.items.length)
  const rows = trimmed(source, true, rowMode)
  const columns = trimmed(source, false, columnMode)
  if (rows.length === 0 || columns.length === 0) return EMPTY_ARRAY
  return picked(source, rows, columns)
}

function asLine(args: Args, down: boolean): Value {
  const items = line(args)
  if (typeof items !== 'object' || 'k' in items) return items as Value
  return down ? arrayOf(items.length, 1, items) : arrayOf(1, items.length, items)
}

export const shapeFunctions: Functions = {
  CHOOSECOLS: chooseColumns,
  CHOOSEROWS: chooseRows,
  DROP: (a) => cut(a, dropped, 0),
  EXPAND: expand,
  HSTACK: (a) => stack(a, true),
  TAKE: (a) => cut(a, taken, ARRAY_MAX_ELEMENTS),
  TOCOL: (a) => asLine(a, true),
  TOROW: (a) => asLine(a, false),
  TRANSPOSE: (a) => transposed(array(a, 0)),
  TRIMRANGE: trimRange,
  VSTACK: (a) => stack(a, false),
  WRAPCOLS: wrapColumns,
  WRAPROWS: wrap,
}
