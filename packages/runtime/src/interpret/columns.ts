// Columns of cells, in leaves of 32 rows. The columns of all sheets are numbered through.

import { LEAF_ROWS, SHEET_COLUMNS } from '../limits.ts'
import type { Column, ModelState, Node } from './state.ts'

/** The columns of all sheets are numbered through. */
export function columnKey(sheet: number, column: number): number {
  return sheet * SHEET_COLUMNS + column - 1
}

export function sheetOf(key: number): number {
  return Math.floor(key / SHEET_COLUMNS)
}

export function columnOf(key: number): number {
  return (key % SHEET_COLUMNS) + 1
}

export function leafOf(row: number): number {
  return Math.floor((row - 1) / LEAF_ROWS)
}

export function findColumn(m: ModelState, key: number): Column | undefined {
  return m.columns[key]
}

export function makeColumn(m: ModelState, key: number): Column {
  const known = m.columns[key]
  if (known !== undefined) return known
  const made: Column = {
    key,
    leaves: {},
    lastLeaf: -1,
    blocks: {},
    hasBlocks: false,
    near: {},
    far: [],
  }
  m.columns[key] = made
  m.columnList.push(made)
  return made
}

export function findIn(column: Column, row: number): Node | undefined {
  return column.leaves[leafOf(row)]?.cells[(row - 1) % LEAF_ROWS]
}

/** The last row of a column that has a cell; 0 for none. */
export function lastRowIn(column: Column): number {
  for (let at = column.lastLeaf; at >= 0; at--) {
    const leaf = column.leaves[at]
    if (leaf === undefined) continue
    for (let i = LEAF_ROWS - 1; i >= 0; i--) {
      if (leaf.cells[i] !== undefined) return at * LEAF_ROWS + i + 1
    }
  }
  return 0
}

/** The cells of a column in some rows, from above. */
export function cellsIn(column: Column, first: number, last: number, into: Node[]): void {
  const lastLeaf = Math.min(leafOf(last), column.lastLeaf)
  for (let at = leafOf(first); at <= lastLeaf; at++) {
    const leaf = column.leaves[at]
    if (leaf === undefined) continue
    const top = at * LEAF_ROWS + 1
    for (let i = 0; i < LEAF_ROWS; i++) {
      const found = leaf.cells[i]
      if (found !== undefined && top + i >= first && top + i <= last) into.push(found)
    }
  }
}

/** The columns of a rectangle that have cells, from the left. */
export function columnsIn(m: ModelState, firstKey: number, lastKey: number): Column[] {
  const found: Column[] = []
  if (lastKey - firstKey <= m.columnList.length) {
    for (let key = firstKey; key <= lastKey; key++) {
      const column = findColumn(m, key)
      if (column !== undefined) found.push(column)
    }
    return found
  }
  for (const column of m.columnList) {
    if (column.key >= firstKey && column.key <= lastKey) insert(found, column)
  }
  return found
}

function insert(columns: Column[], column: Column): void {
  columns.push(column)
  for (let i = columns.length - 1; i > 0 && columns[i - 1]!.key > column.key; i--) {
    columns[i] = columns[i - 1]!
    columns[i - 1] = column
  }
}

export function findCell(m: ModelState, key: number, row: number): Node | undefined {
  const column = findColumn(m, key)
  return column === undefined ? undefined : findIn(column, row)
}
