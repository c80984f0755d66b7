// Lookups of equal values in ranges. A formula follows the column or row that is searched and the cell that it shows,
// and not the whole table.

import { toLogical, toNumber } from '../coerce.ts'
import type { Arguments, Code } from '../compile/linker.ts'
import { LOOKUP_ROW_CELLS, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import {
  arrayOf,
  errorOf,
  isArray,
  isBlank,
  isDuration,
  NOT_AVAILABLE,
  stops,
  type Value,
} from '../values.ts'
import { hasWildcard } from '../wildcard.ts'
import { truncated } from './call-arguments.ts'
import { columnKey } from './columns.ts'
import type { FormHost } from './form-host.ts'
import { cellAt } from './grid.ts'
import { searchedRanges } from './indexed-ranges.ts'
import { arrayFrom, rangeAt, shown } from './ranges.ts'
import { read } from './reading.ts'
import {
  callPlainly,
  type SearchCall,
  searchCall,
  searchedRange,
  searchValues,
} from './search-call.ts'
import type { Extent, Node } from './state.ts'

/** Gives undefined where only the function itself can decide. */
type Lookup = (
  call: SearchCall,
  at: Node,
  values: readonly (Value | undefined)[],
) => Value | undefined

const LOOKUPS: Readonly<Record<string, Lookup>> = {
  MATCH: match,
  XMATCH: (call, at, values) => {
    const last = isLastFirst(values, 2)
    if (last === 0) return undefined
    return found(placeIn(call, searchedRange(call, 1, at), values[0]!, false, last))
  },
  VLOOKUP: (call, at, values) => tableLookup(call, at, values, true),
  HLOOKUP: (call, at, values) => tableLookup(call, at, values, false),
  XLOOKUP: xlookup,
}

/** Longer than an array may be. */
const LONG_COLUMN_ROWS = 1_000_000

export function lookupCall(host: FormHost, name: string, args: Arguments): Code<Node> | undefined {
  const lookup = LOOKUPS[name]
  if (lookup === undefined) return undefined
  const places = searchedRanges(name, args)
  const call = places.length === 0 ? undefined : searchCall(host, name, args, places)
  if (call === undefined) return undefined
  return (at, slots) => {
    const values = searchValues(call, at, slots)
    const wanted = values[0]!
    // The first argument that stops decides in each of these functions.
    if (stops(wanted)) return wanted
    for (let i = 0; i < call.parts.length; i++) {
      const value = values[i]
      // Each element of an array is a call of its own.
      if (value !== undefined && isArray(value)) return callPlainly(call, at, values)
    }
    return lookup(call, at, values) ?? callPlainly(call, at, values)
  }
}

function match(
  call: SearchCall,
  at: Node,
  values: readonly (Value | undefined)[],
): Value | undefined {
  if (toNumber(values[2]!) !== 0) return undefined
  return found(placeIn(call, searchedRange(call, 1, at), keyOf(values[0]!), true, 1))
}

/** 1 for a search from the front, -1 from the end; 0 if it is not for an equal value in any order. */
function isLastFirst(values: readonly (Value | undefined)[], at: number): number {
  const mode = values[at]
  const order = values[at + 1]
  if (mode !== undefined && toNumber(mode) !== 0) return 0
  if (order === undefined) return 1
  const search = toNumber(order)
  return search === 1 || search === -1 ? search : 0
}

function found(place: number | undefined): Value | undefined {
  return place === 0 ? NOT_FOUND : place
}

/** The errors of these functions themselves. */
const NOT_FOUND = errorOf('N/A', 'the value looked for is not there')

function tableLookup(
  call: SearchCall,
  at: Node,
  values: readonly (Value | undefined)[],
  down: boolean,
): Value | undefined {
  if (toLogical(values[3]!) !== false) return undefined
  const asked = toNumber(values[2]!)
  if (typeof asked !== 'number') return undefined
  const wanted = truncated(asked)
  const table = searchedRange(call, 1, at)
  const { column, row, lastColumn, lastRow } = table.extent!
  // Whole rows and columns end with the used range, so that cells beyond are no part of them.
  const ends = down ? lastColumn < SHEET_COLUMNS : lastRow < SHEET_ROWS
  const count = (down ? lastColumn - column : lastRow - row) + 1
  if (wanted < 1 || wanted > count || !ends) return undefined
  const key = keyOf(values[0]!)
  const place = down
    ? columnPlace(call, table.extent!, key, true, 1)
    : rowPlace(call, table.extent!, key, true, 1)
  if (place === undefined) return undefined
  if (place === 0) return NOT_FOUND
  return down
    ? valueAt(call, table.extent!, place, wanted)
    : valueAt(call, table.extent!, wanted, place)
}

function xlookup(
  call: SearchCall,
  at: Node,
  values: readonly (Value | undefined)[],
): Value | undefined {
  const last = isLastFirst(values, 4)
  if (last === 0) return undefined
  const keys = searchedRange(call, 1, at).extent!
  const results = searchedRange(call, 2, at).extent!
  const height = results.lastRow - results.row
  const width = results.lastColumn - results.column
  const down = keys.column === keys.lastColumn && height === keys.lastRow - keys.row
  const across = keys.row === keys.lastRow && width === keys.lastColumn - keys.column
  // A match is a row or a column of the results, and is read cell by cell.
  if ((!down && !across) || (down ? width : height) >= LOOKUP_ROW_CELLS) return undefined
  const place = down
    ? columnPlace(call, keys, values[0]!, false, last)
    : rowPlace(call, keys, values[0]!, false, last)
  if (place === undefined) return undefined
  if (place === 0) return values[3] ?? NOT_AVAILABLE
  const items: Value[] = []
  if (down) for (let c = 1; c <= width + 1; c++) items.push(valueAt(call, results, place, c))
  else for (let r = 1; r <= height + 1; r++) items.push(valueAt(call, results, r, place))
  if (items.length === 1) return items[0]!
  return down ? arrayOf(1, items.length, items) : arrayOf(items.length, 1, items)
}

/** The older functions look for 0 when they are given an empty cell. */
function keyOf(wanted: Value): Value {
  return isBlank(wanted) ? 0 : wanted
}

/** In a line of either direction. */
function placeIn(
  call: SearchCall,
  range: Node,
  wanted: Value,
  like: boolean,
  last: number,
): number | undefined {
  const extent = range.extent!
  if (extent.column === extent.lastColumn) return columnPlace(call, extent, wanted, like, last)
  if (extent.row === extent.lastRow) return rowPlace(call, extent, wanted, like, last)
  return undefined
}

/** The place of a value in the first column, from 1, or 0; `like` if a text may have wildcards. */
function columnPlace(
  call: SearchCall,
  extent: Extent,
  wanted: Value,
  like: boolean,
  last: number,
): number | undefined {
  if (like && typeof wanted === 'string' && hasWildcard(wanted)) return undefined
  if (isNever(wanted)) return 0
  const { sheet, column, row, lastRow } = extent
  const isEndless = lastRow === SHEET_ROWS
  if (isBlank(wanted) && isEndless) return undefined
  if (lastRow - row + 1 > LONG_COLUMN_ROWS && !isEndless) return undefined
  return placeBySearch(call, rangeAt(call.m, sheet, column, row, column, lastRow), wanted, last)
}

function rowPlace(
  call: SearchCall,
  { sheet, column, row, lastColumn }: Extent,
  wanted: Value,
  like: boolean,
  last: number,
): number | undefined {
  if (like && typeof wanted === 'string' && hasWildcard(wanted)) return undefined
  if (isNever(wanted)) return 0
  if (lastColumn - column >= LOOKUP_ROW_CELLS) return undefined
  return placeBySearch(call, rangeAt(call.m, sheet, column, row, lastColumn, row), wanted, last)
}

/** Values that no search finds. */
function isNever(wanted: Value): boolean {
  if (typeof wanted !== 'object' || isBlank(wanted) || wanted.k === 2) return false
  return !isDuration(wanted) || wanted.months !== 0
}

function placeBySearch(
  { m }: SearchCall,
  line: Node,
  wanted: Value,
  last: number,
): number | undefined {
  read(m, line)
  const keys = arrayFrom(m, line)
  if (!isArray(keys)) return undefined
  const search = m.callables.functions.XMATCH
  if (search === undefined) return undefined
  const place = search([wanted, keys, 0, last])
  return typeof place === 'number' ? place : 0
}

/** The value at a place of a range, counted from 1. */
function valueAt({ m }: SearchCall, extent: Extent, row: number, column: number): Value {
  const key = columnKey(extent.sheet, extent.column + column - 1)
  return shown(read(m, cellAt(m, key, extent.row + row - 1)))
}
