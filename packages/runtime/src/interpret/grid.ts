// The cells of a model: sheets of columns of leaves of 32 rows, names, and what stands around a cell. What nothing has
// assigned comes into being, blank, when something reads it.

import { LEAF_ROWS, MODEL_CELLS, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { codePoints, textSlice, unwind } from '../primitives.ts'
import { lower } from '../text-case.ts'
import { cellCreated } from './marking.ts'
import { newNode } from './node.ts'
import type { Column, ModelState, Node } from './state.ts'

/** Ends an evaluation that would need one cell too many. */
export const TOO_MANY_CELLS = { code: 'too-many-cells' }

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
  return m.columns[`k${key}`]
}

export function makeColumn(m: ModelState, key: number): Column {
  const known = m.columns[`k${key}`]
  if (known !== undefined) return known
  const made: Column = { key, leaves: {}, lastLeaf: -1, blocks: {}, near: {}, far: [] }
  m.columns[`k${key}`] = made
  m.columnList.push(made)
  return made
}

export function findIn(column: Column, row: number): Node | undefined {
  return column.leaves[leafOf(row)]?.cells[(row - 1) % LEAF_ROWS]
}

export function findCell(m: ModelState, key: number, row: number): Node | undefined {
  const column = findColumn(m, key)
  return column === undefined ? undefined : findIn(column, row)
}

export function cellAt(m: ModelState, key: number, row: number): Node {
  const column = makeColumn(m, key)
  const at = leafOf(row)
  let leaf = column.leaves[at]
  if (leaf === undefined) {
    leaf = { cells: {} }
    column.leaves[at] = leaf
    if (at > column.lastLeaf) column.lastLeaf = at
  }
  const known = leaf.cells[(row - 1) % LEAF_ROWS]
  if (known !== undefined) return known
  if (m.cells >= MODEL_CELLS) unwind(TOO_MANY_CELLS)
  const made = newNode(key, row)
  leaf.cells[(row - 1) % LEAF_ROWS] = made
  m.cells++
  if (m.isBuilt) cellCreated(m, column, made)
  return made
}

export function cell(m: ModelState, sheet: number, column: number, row: number): Node {
  return cellAt(m, columnKey(sheet, column), row)
}

/** Whether there is a cell at a place, or may be. */
export function hasRoom(m: ModelState, key: number, row: number): boolean {
  return m.cells < MODEL_CELLS || findCell(m, key, row) !== undefined
}

/** A place relative to a cell, on the same sheet. */
export function near(m: ModelState, at: Node, columns: number, rows: number): Node {
  const row = at.row + rows
  const column = (at.key % SHEET_COLUMNS) + columns
  if (column < 0 || column >= SHEET_COLUMNS || row < 1 || row > SHEET_ROWS) return m.offSheet
  return cellAt(m, at.key + columns, row)
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

// Names and sheets

export function nameNode(m: ModelState, name: string): Node {
  const known = m.names[`n${name}`]
  if (known !== undefined) return known
  const made = newNode(-1, m.nameList.length)
  m.nameList.push(name)
  m.nameNodes.push(made)
  m.names[`n${name}`] = made
  m.cells++
  return made
}

export function findName(m: ModelState, name: string): Node | undefined {
  return m.names[`n${name}`]
}

/** The number of a sheet whatever its case, -1 if there is none of that name. */
export function findSheet(m: ModelState, name: string): number {
  const wanted = lower(name)
  for (let i = 0; i < m.sheets.length; i++) if (lower(m.sheets[i]!.name) === wanted) return i
  return -1
}

// Symbols

export function columnName(column: number): string {
  let name = ''
  let rest = column
  while (rest > 0) {
    const letter = (rest - 1) % 26
    name = LETTERS[letter]! + name
    rest = Math.floor((rest - 1) / 26)
  }
  return name
}

const LETTERS = [
  ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M'],
  ...['N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'],
]

export function symbolAt(m: ModelState, key: number, row: number): string {
  return `${m.sheets[sheetOf(key)]!.prefix}${columnName(columnOf(key))}${row}`
}

export function symbolOf(m: ModelState, node: Node): string {
  if (node.key >= 0) return symbolAt(m, node.key, node.row)
  if (node.key === -1) return m.nameList[node.row]!
  return node.call?.symbol ?? ''
}

/** A place that a canonical symbol names. */
export interface Place {
  readonly sheet: number
  readonly column: number
  readonly row: number
}

/** Undefined for a name, or where the sheet is not known. */
export function placeOf(m: ModelState, symbol: string): Place | undefined {
  const points = codePoints(symbol)
  let bang = points.length - 1
  while (bang >= 0 && points[bang] !== 33) bang--
  const place = corner(points, bang + 1)
  if (place === undefined) return undefined
  const prefix = bang < 0 ? '' : textSlice(symbol, 0, bang + 1)
  for (let i = 0; i < m.sheets.length; i++) {
    if (m.sheets[i]!.prefix === prefix) return { sheet: i, column: place.column, row: place.row }
  }
  return undefined
}

/** `A1` from a place of a text on, to its end. */
function corner(
  points: readonly number[],
  from: number,
): { column: number; row: number } | undefined {
  let column = 0
  let at = from
  while (at < points.length && points[at]! >= 65 && points[at]! <= 90) {
    column = column * 26 + points[at]! - 64
    at++
  }
  const letters = at - from
  let row = 0
  const digits = points.length - at
  for (; at < points.length; at++) {
    const digit = points[at]! - 48
    if (digit < 0 || digit > 9) return undefined
    row = row * 10 + digit
  }
  if (letters < 1 || letters > 3 || digits < 1 || digits > 7) return undefined
  if (column > SHEET_COLUMNS || row < 1 || row > SHEET_ROWS) return undefined
  return { column, row }
}
