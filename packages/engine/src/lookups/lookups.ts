// Lookups of equal values in ranges, through an index of the column or row that is searched. A formula
// then follows the place of its key and the cell that it shows, and not the whole table: an edit of one
// key runs the lookups of the old and the new one.

import {
  arrayOf,
  type Code,
  functions,
  hasWildcard,
  isArray,
  isBlank,
  isDatetime,
  listOf,
  NOT_AVAILABLE,
  stops,
  toLogical,
  toNumber,
  type Value,
} from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import { columnKey } from '../graph/grid.ts'
import { INDEX_ROW_CELLS, SHEET_COLUMNS } from '../limits.ts'
import { type Region, shown } from '../ranges/region.ts'
import type { IndexedCall } from './indexed-call.ts'
import { isEndless, isTooLong } from './indexes.ts'
import { lookupKey, NEVER } from './keys.ts'

/** Gives undefined where an index cannot tell. */
type Lookup = (
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
) => Value | undefined

const lookups: Readonly<Record<string, Lookup>> = {
  MATCH: match,
  XMATCH: (call, node, values) => placeByModes(call, node, values, 2),
  VLOOKUP: (call, node, values) => tableLookup(call, node, values, true),
  HLOOKUP: (call, node, values) => tableLookup(call, node, values, false),
  XLOOKUP: xlookup,
}

/** Result of the functions themselves when they find nothing. */
const NOT_FOUND = functions.MATCH!([true, listOf([false]), 0])

export function lookupCode(call: IndexedCall): Code<CellNode> | undefined {
  const lookup = Object.hasOwn(lookups, call.name) ? lookups[call.name]! : undefined
  if (lookup === undefined) return undefined
  return (node, slots) => {
    const values = call.values(node, slots)
    const wanted = values[0]!
    // The first argument that stops decides in each of these functions.
    if (stops(wanted)) return wanted
    for (const value of values) {
      // Each element of an array is a call of its own.
      if (value !== undefined && isArray(value)) return call.plainly(node, values)
    }
    return lookup(call, node, values) ?? call.plainly(node, values)
  }
}

function match(
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
): Value | undefined {
  if (toNumber(values[2]!) !== 0) return undefined
  return found(placeIn(call, call.region(1, node), keyOf(values[0]!), true, false))
}

function placeByModes(
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
  modesAt: number,
): Value | undefined {
  const last = isLastFirst(values, modesAt)
  if (last === undefined) return undefined
  return found(placeIn(call, call.region(1, node), values[0]!, false, last))
}

/** Whether the search goes from the end; undefined if it is not for an equal value in any order. */
function isLastFirst(values: readonly (Value | undefined)[], at: number): boolean | undefined {
  const mode = values[at] === undefined ? 0 : toNumber(values[at])
  const search = values[at + 1] === undefined ? 1 : toNumber(values[at + 1]!)
  if (mode !== 0 || (search !== 1 && search !== -1)) return undefined
  return search === -1
}

function found(place: number | undefined): Value | undefined {
  return place === 0 ? NOT_FOUND : place
}

function tableLookup(
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
  down: boolean,
): Value | undefined {
  if (toLogical(values[3]!) !== false) return undefined
  const asked = toNumber(values[2]!)
  if (typeof asked !== 'number') return undefined
  const at = Math.trunc(asked)
  const table = call.region(1, node)
  const { column, row, lastColumn, lastRow } = table.own
  // Whole rows and columns end where the cells do, so that places beyond are no part of them.
  const ends = down ? lastColumn < SHEET_COLUMNS : !isEndless(table)
  if (at < 1 || at > (down ? lastColumn - column : lastRow - row) + 1 || !ends) return undefined
  const index = down ? columnPlace : rowPlace
  const place = index(call, table, keyOf(values[0]!), true, false)
  if (place === undefined) return undefined
  if (place === 0) return NOT_FOUND
  return down ? valueAt(call, table, place, at) : valueAt(call, table, at, place)
}

function xlookup(
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
): Value | undefined {
  const last = isLastFirst(values, 4)
  if (last === undefined) return undefined
  const keys = call.region(1, node)
  const results = call.region(2, node)
  const { own } = keys
  const height = results.own.lastRow - results.own.row
  const width = results.own.lastColumn - results.own.column
  const down = own.column === own.lastColumn && height === own.lastRow - own.row
  const across = own.row === own.lastRow && width === own.lastColumn - own.column
  // The result is a row or a column of the results, and is read cell by cell.
  if ((!down && !across) || (down ? width : height) >= INDEX_ROW_CELLS) return undefined
  const place = (down ? columnPlace : rowPlace)(call, keys, values[0]!, false, last)
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

/** In a line, whichever way it goes. */
function placeIn(
  call: IndexedCall,
  region: Region,
  wanted: Value,
  like: boolean,
  last: boolean,
): number | undefined {
  const { own } = region
  if (own.column === own.lastColumn) return columnPlace(call, region, wanted, like, last)
  if (own.row === own.lastRow) return rowPlace(call, region, wanted, like, last)
  return undefined
}

/** The place of a value in the first column, from 1, or 0; `like` if a text may have wildcards. */
function columnPlace(
  call: IndexedCall,
  region: Region,
  wanted: Value,
  like: boolean,
  last: boolean,
): number | undefined {
  if (like && typeof wanted === 'string' && hasWildcard(wanted)) return undefined
  const key = lookupKey(wanted)
  if (key === NEVER) return 0
  if (key === undefined && isEndless(region)) return undefined
  if (isTooLong(region)) return undefined
  const index = call.cells.indexes.ofColumn(region)
  if (index !== undefined) return index.place(key, last, instantOf(wanted))
  const { sheet, column, row, lastRow } = region.own
  return placeBySearch(call, call.cells.region(sheet, column, row, column, lastRow), wanted, last)
}

function rowPlace(
  call: IndexedCall,
  region: Region,
  wanted: Value,
  like: boolean,
  last: boolean,
): number | undefined {
  if (like && typeof wanted === 'string' && hasWildcard(wanted)) return undefined
  const key = lookupKey(wanted)
  if (key === NEVER) return 0
  const { sheet, column, row, lastColumn } = region.own
  if (lastColumn - column >= INDEX_ROW_CELLS) return undefined
  const index = call.cells.indexes.ofRow(region)
  if (index !== undefined) return index.place(key, last, instantOf(wanted))
  return placeBySearch(call, call.cells.region(sheet, column, row, lastColumn, row), wanted, last)
}

/** Linear search, without an index: the same answer. Whether there is one must not show. */
function placeBySearch(
  { cells }: IndexedCall,
  line: Region,
  wanted: Value,
  last: boolean,
): number | undefined {
  cells.graph.read(line)
  const keys = cells.regions.arrayOf(line)
  if (!isArray(keys)) return undefined
  const place = functions.XMATCH!([wanted, keys, 0, last ? -1 : 1])
  return typeof place === 'number' ? place : 0
}

function instantOf(wanted: Value): number | undefined {
  return typeof wanted === 'object' && isDatetime(wanted) ? wanted.ms : undefined
}

/** Value at a place of a region, counted from 1. */
function valueAt({ cells }: IndexedCall, region: Region, row: number, column: number): Value {
  const key = columnKey(region.own.sheet, region.own.column + column - 1)
  return shown(cells.graph.read(cells.cellAt(key, region.own.row + row - 1)) as Value)
}
