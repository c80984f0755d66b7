// The cells of a model: sheets of columns of leaves of 32 rows, names, and the neighbourhood of a cell. A cell that
// nothing has assigned is created, blank, when it is read.

import { LEAF_ROWS, MODEL_CELLS, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { unwind } from '../primitives.ts'
import { lower } from '../text-case.ts'
import { columnKey, findCell, leafOf, makeColumn } from './columns.ts'
import { cellCreated } from './marking.ts'
import { newNode } from './node.ts'
import type { ModelState, Node } from './state.ts'

/** Ends an evaluation that would need one cell too many. */
export const TOO_MANY_CELLS = { code: 'too-many-cells' }

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

/** The number of a sheet, ignoring case; -1 if there is none of that name. */
export function findSheet(m: ModelState, name: string): number {
  const wanted = lower(name)
  for (let i = 0; i < m.sheets.length; i++) if (lower(m.sheets[i]!.name) === wanted) return i
  return -1
}
