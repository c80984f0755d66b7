// Arrays in cells. An array spills right and down over cells that nothing owns and nothing has set; where it cannot,
// its cell shows `#SPILL!`. The cell keeps the whole array, each covered cell reads its element from there. Covered
// cells come and go between passes, never in the middle of one.

import { CELL_STEPS, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { breathe } from '../primitives.ts'
import { type ArrayValue, BLANK, errorOf, stops, type Value } from '../values.ts'
import { originAt, setValue } from './changes.ts'
import { cellsIn, columnKey, columnOf, findCell, findColumn } from './columns.ts'
import { cellAt, hasRoom } from './grid.ts'
import { isRangeMarked, touch, unwant, want } from './marking.ts'
import { appendRead, isAssigned, trimReads } from './node.ts'
import { type Anchor, CLEAN, DIRTY, type ModelState, type Node } from './state.ts'
import { symbolOf } from './symbols.ts'

/** The value of a cell whose formula gives an array. Decided at once; covering comes later. */
export function holdArray(m: ModelState, node: Node, array: ArrayValue): Value {
  if (array.items.length === 0) return errorOf('CALC!', 'an empty array has no value for a cell')
  if (array.items.length === 1) {
    releaseAnchor(m, node)
    const only = array.items[0]!
    // It stays an array, so that `A1#` finds one; an error is the cell's own.
    return stops(only) ? only : array
  }
  const anchor = anchorOf(m, node)
  const blocker = blockerOf(m, node, array.rows, array.columns)
  anchor.isBlocked = blocker !== undefined
  anchor.wantsRows = blocker === undefined ? array.rows : 0
  anchor.wantsColumns = blocker === undefined ? array.columns : 0
  if (anchor.wantsRows !== anchor.coversRows || anchor.wantsColumns !== anchor.coversColumns) {
    unplace(m, anchor)
  }
  return blocker === undefined ? array : errorOf('SPILL!', blocker)
}

/** A cell that may have held an array holds none now. */
export function releaseAnchor(m: ModelState, node: Node): void {
  const { anchor } = node
  if (anchor === undefined) return
  anchor.wantsRows = 0
  anchor.wantsColumns = 0
  anchor.isBlocked = false
  if (anchor.coversRows > 0) unplace(m, anchor)
  else forget(m, node)
}

function anchorOf(m: ModelState, node: Node): Anchor {
  if (node.anchor !== undefined) return node.anchor
  const anchor: Anchor = {
    node,
    wantsRows: 0,
    wantsColumns: 0,
    coversRows: 0,
    coversColumns: 0,
    isBlocked: false,
    isUnplaced: false,
  }
  node.anchor = anchor
  m.anchors.push(anchor)
  return anchor
}

function unplace(m: ModelState, anchor: Anchor): void {
  if (anchor.isUnplaced) return
  anchor.isUnplaced = true
  m.unplaced.push(anchor.node)
}

function forget(m: ModelState, node: Node): void {
  const { anchor } = node
  if (anchor === undefined) return
  anchor.isUnplaced = false
  node.anchor = undefined
  for (let i = 0; i < m.anchors.length; i++) {
    if (m.anchors[i] !== anchor) continue
    const last = m.anchors.pop()!
    if (i < m.anchors.length) m.anchors[i] = last
    return
  }
}

/** Covers and uncovers cells; something must run for that then. */
export function placeArrays(m: ModelState): void {
  const nodes = m.unplaced
  m.unplaced = []
  const waiting: Node[] = []
  for (const { node, isBlocked } of m.anchors) if (isBlocked) waiting.push(node)
  let freed = false
  for (const node of nodes) {
    const { anchor } = node
    if (anchor === undefined || !anchor.isUnplaced) continue
    anchor.isUnplaced = false
    if (anchor.coversRows > 0) {
      freed = true
      uncover(m, anchor, anchor.wantsRows, anchor.wantsColumns)
    }
    anchor.coversRows = anchor.wantsRows
    anchor.coversColumns = anchor.wantsColumns
    if (anchor.wantsRows > 0) cover(m, anchor)
    else if (!anchor.isBlocked) forget(m, node)
  }
  if (freed) retryBlocked(m)
  // Another cell may block them now.
  else for (const node of waiting) touch(m, node, DIRTY)
}

/** Room may have come free, or another cell blocks: blocked arrays try again. */
export function retryBlocked(m: ModelState): void {
  for (const { node, isBlocked } of m.anchors) if (isBlocked) touch(m, node, DIRTY)
}

/** Something else is about to take a covered cell: it becomes an ordinary one. */
export function giveUp(m: ModelState, cell: Node): void {
  const node = cell.cover!
  free(cell)
  // If the cell was only made blank, the array takes it again.
  if (node.anchor !== undefined) unplace(m, node.anchor)
  // An input whose array went away in the same call has nothing to run.
  if (node.formula !== undefined || node.held !== undefined) touch(m, node, DIRTY)
}

/** Why an array cannot spill; undefined if it can. */
function blockerOf(m: ModelState, node: Node, rows: number, columns: number): string | undefined {
  if (node.row + rows - 1 > SHEET_ROWS || columnOf(node.key) + columns - 1 > SHEET_COLUMNS) {
    return 'the array reaches beyond the sheet'
  }
  for (let c = 0; c < columns; c++) {
    const column = findColumn(m, node.key + c)
    if (column === undefined) continue
    const cells: Node[] = []
    cellsIn(column, node.row, node.row + rows - 1, cells)
    for (const cell of cells) {
      if (cell === node) continue
      const isOther = cell.cover !== undefined && comesBefore(cell.cover, node)
      if (isTaken(cell) || isOther) return `${symbolOf(m, cell)} is in the way`
    }
  }
  return undefined
}

function isTaken(cell: Node): boolean {
  return isAssigned(cell) || cell.isGiven === true || cell.isRuleOwned === true
}

function cover(m: ModelState, anchor: Anchor): void {
  const { node, wantsRows: rows, wantsColumns: columns } = anchor
  const mark = markBelow(m, node)
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      if (c === 0 && r === 0) continue
      breathe(CELL_STEPS)
      if (!hasRoom(m, node.key + c, node.row + r)) {
        refuse(m, anchor, 'the model would have too many cells')
        return
      }
      const cell = cellAt(m, node.key + c, node.row + r)
      const other = cell.cover
      if (other === node) {
        touch(m, cell, DIRTY)
        continue
      }
      if (isTaken(cell) || (other !== undefined && comesBefore(other, node))) {
        // Another array took the room first. The formula runs again, and finds none.
        uncover(m, anchor, 0, 0)
        anchor.coversRows = 0
        anchor.coversColumns = 0
        touch(m, node, DIRTY)
        return
      }
      if (other !== undefined) giveUp(m, cell)
      if (cell.mark === mark || isRangeMarked(m, cell, mark)) {
        // A cell that would be covered depends on the array itself: a cycle.
        refuse(m, anchor, `the array depends on ${symbolOf(m, cell)}, which it would cover`)
        return
      }
      take(m, cell, node)
    }
  }
}

/** It covers nothing, and shows why. */
function refuse(m: ModelState, anchor: Anchor, why: string): void {
  const { node } = anchor
  uncover(m, anchor, 0, 0)
  anchor.wantsRows = 0
  anchor.wantsColumns = 0
  anchor.coversRows = 0
  anchor.coversColumns = 0
  anchor.isBlocked = true
  setValue(m, node, originAt(m, node, errorOf('SPILL!', why)))
}

function take(m: ModelState, cell: Node, anchor: Node): void {
  cell.cover = anchor
  trimReads(cell, 0)
  appendRead(cell, anchor)
  want(m, cell)
  touch(m, cell, DIRTY)
}

function uncover(m: ModelState, anchor: Anchor, keepRows: number, keepColumns: number): void {
  const { node } = anchor
  for (let c = 0; c < anchor.coversColumns; c++) {
    for (let r = 0; r < anchor.coversRows; r++) {
      if (r < keepRows && c < keepColumns) continue
      breathe(CELL_STEPS)
      const cell = findCell(m, node.key + c, node.row + r)
      if (cell === undefined || cell.cover !== node) continue
      free(cell)
      if (cell.value !== BLANK) setValue(m, cell, BLANK)
    }
  }
}

function free(cell: Node): void {
  unwant(cell)
  trimReads(cell, 0)
  cell.cover = undefined
  cell.state = CLEAN
}

/** Of two arrays that compete for a cell the one that stands first wins, whatever the order of arrival. */
function comesBefore(a: Node, b: Node): boolean {
  return a.key < b.key || (a.key === b.key && a.row < b.row)
}

/** Marks everything that a node follows from, ranges included. */
function markBelow(m: ModelState, node: Node): number {
  const mark = ++m.walk
  const stack = [node]
  while (stack.length > 0) {
    const next = stack.pop()!
    const { extent } = next
    if (extent !== undefined) {
      for (let c = extent.column; c <= extent.lastColumn; c++) {
        const column = findColumn(m, columnKey(extent.sheet, c))
        if (column === undefined) continue
        const cells: Node[] = []
        cellsIn(column, extent.row, extent.lastRow, cells)
        for (const cell of cells) markOne(cell, mark, stack)
      }
    }
    const { reads } = next
    for (let i = 0; i < reads.length; i += 2) markOne(reads[i] as Node, mark, stack)
  }
  return mark
}

function markOne(node: Node, mark: number, stack: Node[]): void {
  if (node.mark === mark) return
  node.mark = mark
  stack.push(node)
}
