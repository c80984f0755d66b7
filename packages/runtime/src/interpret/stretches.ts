// Aggregates of stretches of a column, in the one order in which all runtimes add up. A stretch is made of the largest
// aligned blocks that fit, a leaf of 32 rows, then twice as many on each level above, and of strips of rows at its ends,
// joined from above. In one column the cells behind the last whole leaf are added one by one to the sum before them, so
// that a running total goes on where the one before it ended. Blocks are kept until something in them changes.

import { LEAF_ROWS, ROW_STEPS, SHEET_ROWS } from '../limits.ts'
import { breathe } from '../primitives.ts'
import type { Value } from '../values.ts'
import {
  type Aggregate,
  addValue,
  copyOf,
  joinAfter,
  joinColumnAfter,
  joined,
  nothing,
} from './aggregate.ts'
import { findColumn, findIn, leafOf } from './columns.ts'
import type { Column, ModelState, Rectangle } from './state.ts'

/** More than any level has blocks. */
const LEVEL_STEP = 65_536

const NO_CELLS = nothing()

/** Something in a row has changed: the blocks over it are not known any more. */
export function forgetBlocks(column: Column, row: number): void {
  if (!column.hasBlocks) return
  let place = leafOf(row)
  let level = 0
  for (let rows = LEAF_ROWS; rows <= SHEET_ROWS; rows *= 2) {
    column.blocks[level * LEVEL_STEP + place] = undefined
    place = Math.floor(place / 2)
    level++
  }
}

/** Everything in a rectangle must be up to date. */
export function aggregateIn(m: ModelState, firstKey: number, extent: Rectangle): Aggregate {
  const { column, row, lastColumn, lastRow } = extent
  const columns = lastColumn - column + 1
  if (columns === 1) {
    const only = findColumn(m, firstKey)
    return only === undefined ? NO_CELLS : ofOneColumn(only, row, lastRow)
  }
  let total: Aggregate | undefined
  for (let c = 0; c < columns; c++) {
    const found = findColumn(m, firstKey + c)
    if (found === undefined) continue
    const own = ofColumn(found, row, lastRow)
    if (total === undefined) total = copyOf(own)
    else joinColumnAfter(total, own)
  }
  return total ?? NO_CELLS
}

/** The cells behind the last whole leaf come one by one. */
function ofOneColumn(column: Column, row: number, lastRow: number): Aggregate {
  const end = lastRow - (lastRow % LEAF_ROWS)
  if (end < row) return addRows(nothing(), column, row, lastRow)
  const whole = ofColumn(column, row, end)
  return end === lastRow ? whole : addRows(copyOf(whole), column, end + 1, lastRow)
}

/** Its parts, joined one after the other. */
function ofColumn(column: Column, first: number, last: number): Aggregate {
  let total: Aggregate | undefined
  let row = first
  const end = Math.min(last, (column.lastLeaf + 1) * LEAF_ROWS)
  while (row <= end) {
    const leafEnd = (leafOf(row) + 1) * LEAF_ROWS
    let part: Aggregate
    if ((row - 1) % LEAF_ROWS !== 0 || leafEnd > last) {
      const stripEnd = Math.min(last, leafEnd)
      part = addRows(nothing(), column, row, stripEnd)
      row = stripEnd + 1
    } else {
      let level = 0
      let rows = LEAF_ROWS
      while (rows < SHEET_ROWS && (row - 1) % (rows * 2) === 0 && row - 1 + rows * 2 <= last) {
        level++
        rows *= 2
      }
      part = block(column, level, (row - 1) / rows)
      row += rows
    }
    if (total === undefined) total = copyOf(part)
    else joinAfter(total, part)
  }
  return total ?? NO_CELLS
}

function block(column: Column, level: number, place: number): Aggregate {
  const key = level * LEVEL_STEP + place
  const known = column.blocks[key]
  if (known !== undefined) return known
  let made: Aggregate
  if (level === 0) {
    const first = place * LEAF_ROWS + 1
    made = addRows(nothing(), column, first, first + LEAF_ROWS - 1)
  } else {
    const left = half(column, level - 1, place * 2)
    const right = half(column, level - 1, place * 2 + 1)
    if (left === undefined) made = right ?? NO_CELLS
    else made = right === undefined ? left : joined(left, right)
  }
  column.blocks[key] = made
  column.hasBlocks = true
  return made
}

/** Undefined where no cell is. */
function half(column: Column, level: number, place: number): Aggregate | undefined {
  let leaves = 1
  for (let i = 0; i < level; i++) leaves *= 2
  if (place * leaves > column.lastLeaf) return undefined
  if (level === 0 && column.leaves[place] === undefined) return undefined
  return block(column, level, place)
}

function addRows(total: Aggregate, column: Column, first: number, last: number): Aggregate {
  breathe(ROW_STEPS * (last - first + 1))
  for (let row = first; row <= last; row++) {
    const cell = findIn(column, row)
    if (cell !== undefined) addValue(total, cell.value, row)
  }
  return total
}

/** The same for values that are picked from rows: leaf by leaf, aligned pairs of leaves, and so on. */
export function aggregateOfPlaces(
  places: readonly number[],
  values: readonly Value[],
  firstRow: number,
): Aggregate {
  let leaves: number[] = []
  let totals: Aggregate[] = []
  for (const place of places) {
    const leaf = leafOf(place + firstRow)
    if (leaves.length === 0 || leaves[leaves.length - 1] !== leaf) {
      leaves.push(leaf)
      totals.push(nothing())
    }
    const value = values[place]
    if (value !== undefined) addValue(totals[totals.length - 1]!, value, 0)
  }
  while (leaves.length > 1) {
    const above: number[] = []
    const sums: Aggregate[] = []
    for (let i = 0; i < leaves.length; i++) {
      const at = Math.floor(leaves[i]! / 2)
      if (above.length > 0 && above[above.length - 1] === at) {
        sums[sums.length - 1] = joined(sums[sums.length - 1]!, totals[i]!)
      } else {
        above.push(at)
        sums.push(totals[i]!)
      }
    }
    leaves = above
    totals = sums
  }
  return totals[0] ?? nothing()
}
