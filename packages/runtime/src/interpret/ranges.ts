// Ranges: rectangles that formulas read as one, a node for each however many read it. An invalid range waits for its
// invalid cells; its aggregate and its array are made lazily.

import {
  LEAF_ROWS,
  RANGE_ARRAY_ELEMENTS,
  SHEET_COLUMNS,
  SHEET_ROWS,
  SMALL_RANGE_CELLS,
} from '../limits.ts'
import { burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  type ErrorValue,
  errorOf,
  isArray,
  type Value,
} from '../values.ts'
import type { Aggregate } from './aggregate.ts'
import { cellsIn, columnKey, columnsIn, lastRowIn } from './columns.ts'
import { cellAt } from './grid.ts'
import { isWhole, listenToCells } from './marking.ts'
import { newNode, runs } from './node.ts'
import { CHECK, CLEAN, type Extent, type ModelState, type Node } from './state.ts'
import { aggregateIn } from './stretches.ts'

/** The node of a rectangle. */
export function rangeAt(
  m: ModelState,
  sheet: number,
  column: number,
  row: number,
  lastColumn: number,
  lastRow: number,
): Node {
  const name = `${sheet},${column},${row},${lastColumn},${lastRow}`
  const known = m.ranges[name]
  if (known !== undefined) return known
  const made = newNode(-2, -2)
  made.extent = {
    sheet,
    column,
    row,
    lastColumn,
    lastRow,
    waiting: [],
    aggregate: undefined,
    items: undefined,
    lastRowMade: 0,
    lastColumnMade: 0,
  }
  m.ranges[name] = made
  makeCells(m, made.extent)
  listenToCells(m, made)
  // Before its first run it does not know its cells.
  made.state = CHECK
  return made
}

/** Finds the stale cells of a range. Cells that are created later, or change, mark the range. */
export function awaitCells(m: ModelState, range: Node): void {
  const extent = range.extent!
  const { sheet, column, row, lastColumn, lastRow } = extent
  const cells: Node[] = []
  for (const found of columnsIn(m, columnKey(sheet, column), columnKey(sheet, lastColumn))) {
    cellsIn(found, row, lastRow, cells)
  }
  extent.waiting = []
  for (const node of cells) if (node.state !== CLEAN && runs(node)) extent.waiting.push(node)
  range.ranIn ??= 0
}

/** A small range has all its cells; one of a single column those behind its last whole leaf. */
function makeCells(m: ModelState, { sheet, column, row, lastColumn, lastRow }: Extent): void {
  const isSmall = (lastColumn - column + 1) * (lastRow - row + 1) <= SMALL_RANGE_CELLS
  if (!isSmall && (column !== lastColumn || lastRow % LEAF_ROWS === 0)) return
  const first = isSmall ? row : lastRow - (lastRow % LEAF_ROWS) + 1
  for (let c = column; c <= lastColumn; c++) {
    const key = columnKey(sheet, c)
    for (let r = first; r <= lastRow; r++) cellAt(m, key, r)
  }
}

/** The aggregate of its cells. The range must be up to date. */
export function aggregateOf(m: ModelState, range: Node): Aggregate {
  const extent = range.extent!
  extent.aggregate ??= aggregateIn(m, columnKey(extent.sheet, extent.column), extent)
  return extent.aggregate
}

/** Its cells as an array. It must be up to date. */
export function arrayFrom(m: ModelState, range: Node): ArrayValue | ErrorValue {
  const end = endOf(m, range)
  return made(m, range.extent!, end.row, end.column)
}

/** The same for one of several in a formula: whole columns are equally long, as they look. */
export function arrayAmong(
  m: ModelState,
  range: Node,
  others: readonly Node[],
): ArrayValue | ErrorValue {
  if (!isWhole(range)) return arrayFrom(m, range)
  const { row, column } = endOf(m, range)
  let lastRow = row
  let lastColumn = column
  for (const other of others) {
    const end = endOf(m, other)
    if (other.extent!.lastRow === range.extent!.lastRow) lastRow = Math.max(lastRow, end.row)
    if (other.extent!.lastColumn === range.extent!.lastColumn) {
      lastColumn = Math.max(lastColumn, end.column)
    }
  }
  return made(m, range.extent!, lastRow, lastColumn)
}

interface End {
  readonly row: number
  readonly column: number
}

/** Whole columns and rows end where the cells do. */
function endOf(m: ModelState, range: Node): End {
  const { sheet, column, row, lastColumn, lastRow } = range.extent!
  if (!isWhole(range)) return { row: lastRow, column: lastColumn }
  const columns = columnsIn(m, columnKey(sheet, column), columnKey(sheet, lastColumn))
  let endRow = lastRow
  let endColumn = lastColumn
  if (lastRow === SHEET_ROWS) {
    endRow = row
    for (const found of columns) endRow = Math.max(endRow, lastRowIn(found))
  }
  if (lastColumn === SHEET_COLUMNS) {
    const last = columns[columns.length - 1]
    endColumn = last === undefined ? column : last.key - columnKey(sheet, column) + column
  }
  return { row: endRow, column: endColumn }
}

function made(
  m: ModelState,
  extent: Extent,
  lastRow: number,
  lastColumn: number,
): ArrayValue | ErrorValue {
  if (
    extent.items !== undefined &&
    extent.lastRowMade === lastRow &&
    extent.lastColumnMade === lastColumn
  ) {
    return extent.items as ArrayValue
  }
  const { sheet, column, row } = extent
  const rows = lastRow - row + 1
  const columns = lastColumn - column + 1
  if (rows * columns > RANGE_ARRAY_ELEMENTS) {
    return errorOf('CALC!', `a range of ${rows * columns} cells is more than an array may hold`)
  }
  burn(rows * columns)
  const items: Value[] = []
  for (let i = 0; i < rows * columns; i++) items.push(BLANK)
  const firstKey = columnKey(sheet, column)
  for (const found of columnsIn(m, firstKey, firstKey + columns - 1)) {
    const cells: Node[] = []
    cellsIn(found, row, lastRow, cells)
    for (const node of cells) {
      items[(node.row - row) * columns + found.key - firstKey] = shown(node.value)
    }
  }
  const array = arrayOf(rows, columns, items)
  extent.items = array
  extent.lastRowMade = lastRow
  extent.lastColumnMade = lastColumn
  return array
}

/** The shown value: the first element of an array that spills from the cell. */
export function shown(value: Value): Value {
  if (typeof value !== 'object' || !isArray(value)) return value
  return value.items.length > 0 ? value.items[0]! : BLANK
}
