// Invalidation. A changed value makes its direct readers dirty, and transitive readers a check: those run only if
// something that they read turns out to be another. Wanted nodes join the queue. No walk recurses.

import {
  LONG_RANGE_LEAVES,
  MARK_STEPS,
  SHEET_COLUMNS,
  SHEET_ROWS,
  WIDE_RANGE_COLUMNS,
} from '../limits.ts'
import { breathe } from '../primitives.ts'
import { columnKey, findColumn, leafOf, makeColumn, sheetOf } from './columns.ts'
import { CHECK, CLEAN, type Column, DIRTY, type ModelState, type Node } from './state.ts'
import { forgetBlocks } from './stretches.ts'

/** A node has another value: its readers become dirty. */
export function valueChanged(m: ModelState, node: Node): void {
  if (node.key >= 0) {
    const column = findColumn(m, node.key)
    if (column !== undefined) {
      forgetBlocks(column, node.row)
      touchRanges(m, node, column, DIRTY)
    }
  }
  touchReaders(m, node)
}

function touchReaders(m: ModelState, { readers }: Node): void {
  for (let i = 0; i < readers.length; i += 2) touch(m, readers[i] as Node, DIRTY)
}

/** Marks a node: it must run again, or be checked, before its value is valid. */
export function touch(m: ModelState, node: Node, state: number): void {
  if (node.state >= state || node === m.running) return
  const wasClean = node.state === CLEAN
  setState(node, state)
  // A reader of a range reads its cells.
  if (node.extent !== undefined && state === DIRTY) touchReaders(m, node)
  if (!wasClean) return
  joinQueue(m, node)
  // One list for all walks: most of them are over with their first node.
  const stack = m.walking
  stack.push(node)
  while (stack.length > 0) {
    breathe(MARK_STEPS)
    const next = stack.pop()!
    if (next.key >= 0) {
      const column = findColumn(m, next.key)
      if (column !== undefined) spreadToRanges(m, next, column, stack)
    }
    const { readers } = next
    for (let i = 0; i < readers.length; i += 2) {
      const reader = readers[i] as Node
      if (reader.state !== CLEAN) continue
      reader.state = CHECK
      if (reader.wanted === 0) m.doubtful.push(reader)
      joinQueue(m, reader)
      stack.push(reader)
    }
  }
}

function setState(node: Node, state: number): void {
  node.state = state
  const { extent } = node
  if (extent === undefined || state !== DIRTY) return
  extent.aggregate = undefined
  extent.items = undefined
}

function joinQueue(m: ModelState, node: Node): void {
  if (node.wanted === 0 || node.isQueued) return
  node.isQueued = true
  m.queue.push(node)
}

/** Adds demand for a node. */
export function want(m: ModelState, node: Node): void {
  node.wanted++
  if (node.state !== CLEAN) joinQueue(m, node)
}

export function unwant(node: Node): void {
  if (node.wanted > 0) node.wanted--
}

// Ranges

/** Every range over a cell is dirty, or waits for it. */
function touchRanges(m: ModelState, node: Node, column: Column, state: number): void {
  const near = column.near[leafOf(node.row)]
  if (near !== undefined) touchThose(m, near, node, state)
  touchThose(m, column.far, node, state)
  const wide = m.wide[sheetOf(node.key)]
  if (wide !== undefined) touchThose(m, wide, node, state)
}

function touchThose(m: ModelState, ranges: readonly Node[], node: Node, state: number): void {
  for (const range of ranges) if (covers(range, node)) touch(m, range, state)
}

/** Ranges over an invalid cell wait for it. */
function spreadToRanges(m: ModelState, node: Node, column: Column, stack: Node[]): void {
  const near = column.near[leafOf(node.row)]
  if (near !== undefined) spreadToThose(m, near, node, stack)
  spreadToThose(m, column.far, node, stack)
  const wide = m.wide[sheetOf(node.key)]
  if (wide !== undefined) spreadToThose(m, wide, node, stack)
}

function spreadToThose(m: ModelState, ranges: readonly Node[], node: Node, stack: Node[]): void {
  for (const range of ranges) {
    if (!covers(range, node)) continue
    range.extent!.waiting.push(node)
    if (range.state !== CLEAN) continue
    range.state = CHECK
    m.doubtful.push(range)
    stack.push(range)
  }
}

function covers(range: Node, node: Node): boolean {
  const { sheet, column, row, lastColumn, lastRow } = range.extent!
  if (node.row < row || node.row > lastRow) return false
  return node.key >= columnKey(sheet, column) && node.key <= columnKey(sheet, lastColumn)
}

/** Whether a walk has come by a range over a cell. */
export function isRangeMarked(m: ModelState, node: Node, mark: number): boolean {
  const column = findColumn(m, node.key)
  if (column === undefined) return false
  const near = column.near[leafOf(node.row)]
  if (near !== undefined && isOneMarked(near, node, mark)) return true
  if (isOneMarked(column.far, node, mark)) return true
  const wide = m.wide[sheetOf(node.key)]
  return wide !== undefined && isOneMarked(wide, node, mark)
}

function isOneMarked(ranges: readonly Node[], node: Node, mark: number): boolean {
  for (const range of ranges) if (range.mark === mark && covers(range, node)) return true
  return false
}

/** Registers the range with its cells: from now on they invalidate it. */
export function listenToCells(m: ModelState, range: Node): void {
  const { sheet, column, row, lastColumn, lastRow } = range.extent!
  if (lastColumn - column >= WIDE_RANGE_COLUMNS) {
    const wide = m.wide[sheet]
    if (wide === undefined) m.wide[sheet] = [range]
    else wide.push(range)
    return
  }
  const first = leafOf(row)
  const last = leafOf(lastRow)
  for (let c = column; c <= lastColumn; c++) {
    const found = makeColumn(m, columnKey(sheet, c))
    if (last - first >= LONG_RANGE_LEAVES) {
      found.far.push(range)
      continue
    }
    for (let leaf = first; leaf <= last; leaf++) {
      const known = found.near[leaf]
      if (known === undefined) found.near[leaf] = [range]
      else known.push(range)
    }
  }
}

/** A cell has come into being, blank: only ranges that end where the cells do are other ones by that. */
export function cellCreated(m: ModelState, column: Column, node: Node): void {
  for (const range of column.far) if (isWhole(range)) touchIfOver(m, range, node)
  const wide = m.wide[sheetOf(node.key)]
  if (wide === undefined) return
  for (const range of wide) if (isWhole(range)) touchIfOver(m, range, node)
}

function touchIfOver(m: ModelState, range: Node, node: Node): void {
  if (!covers(range, node)) return
  const { extent } = range
  // A past reader keeps its array; the next one gets a blank cell more at the end.
  if (node.row > extent!.lastRowMade || extent!.lastColumn >= SHEET_COLUMNS) {
    extent!.items = undefined
  }
  if (m.running === undefined) touch(m, range, DIRTY)
}

/** It reaches to the end of the sheet, as whole columns and rows do. */
export function isWhole(range: Node): boolean {
  const { lastRow, lastColumn } = range.extent!
  return lastRow === SHEET_ROWS || lastColumn === SHEET_COLUMNS
}
