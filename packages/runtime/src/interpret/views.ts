// Shown values of cells. Nothing runs here.

import { CELL_STEPS } from '../limits.ts'
import { breathe } from '../primitives.ts'
import { BLANK, type ErrorValue, isArray, isError, type Value } from '../values.ts'
import { cellsIn, columnKey, columnsIn } from './columns.ts'
import { elementAt } from './formulas.ts'
import { findNode } from './inputs.ts'
import type { CellStatus, CellView } from './model.ts'
import { isAssigned, runs } from './node.ts'
import { shown } from './ranges.ts'
import { CLEAN, CONDITIONAL, LAZY, type ModelState, type Node, type Rectangle } from './state.ts'
import { symbolOf } from './symbols.ts'

export function viewsOf(m: ModelState, symbols: readonly string[]): CellView[] {
  return symbols.map((symbol) => {
    const node = findNode(m, symbol)
    if (node !== undefined) return viewOf(m, node)
    return { symbol, value: BLANK, status: 'ready', role: 'blank', tag: '' }
  })
}

export function rectangleViews(
  m: ModelState,
  { sheet, column, row, lastColumn, lastRow }: Rectangle & { readonly sheet: number },
  most: number,
): CellView[] {
  const cells: Node[] = []
  for (const found of columnsIn(m, columnKey(sheet, column), columnKey(sheet, lastColumn))) {
    cellsIn(found, row, lastRow, cells)
  }
  return viewsOfThose(m, cells, most)
}

export function allViews(m: ModelState, most: number): CellView[] {
  const cells: Node[] = []
  for (const column of m.columnList) cellsIn(column, 1, 1_048_576, cells)
  for (const node of m.nameNodes) cells.push(node)
  return viewsOfThose(m, cells, most)
}

function viewsOfThose(m: ModelState, cells: readonly Node[], most: number): CellView[] {
  const views: CellView[] = []
  for (const node of cells) {
    if (views.length >= most) return views
    breathe(CELL_STEPS)
    if (holdsSomething(node)) views.push(viewOf(m, node))
  }
  return views
}

function holdsSomething(node: Node): boolean {
  const { isGiven, isRuleOwned, cover } = node
  return isAssigned(node) || isGiven || isRuleOwned || cover !== undefined
}

export function viewOf(m: ModelState, node: Node): CellView {
  const whole =
    node.cover === undefined ? node.value : elementAt(node.cover.value, node.cover, node)
  const view = {
    symbol: symbolOf(m, node),
    value: node.key < 0 ? whole : shown(whole),
    status: statusOf(node),
    role: roleOf(node),
    tag: tagOf(node),
  }
  return isArray(whole) && node.key >= 0 ? withWhole(view, whole) : view
}

function statusOf(node: Node): CellStatus {
  return runs(node) && node.state !== CLEAN ? 'dirty' : 'ready'
}

function withWhole(view: CellView, whole: Value): CellView {
  const { symbol, value, status, role, tag } = view
  return { symbol, value, whole, status, role, tag }
}

function tagOf({ formula, tag }: Node): string {
  return formula === undefined || formula.tag === '' ? (tag ?? '') : formula.tag
}

function roleOf(node: Node): CellView['role'] {
  const { formula } = node
  if (node.call !== undefined) return 'external'
  if (formula !== undefined) {
    if (formula.mode === LAZY) return 'lazy'
    return formula.mode === CONDITIONAL ? 'conditional' : 'formula'
  }
  if (node.cover !== undefined) return 'spilled'
  if (node.isRuleOwned) return 'rule'
  return isAssigned(node) || node.isGiven ? 'input' : 'blank'
}

export function errorsIn(m: ModelState, most: number): { symbol: string; error: ErrorValue }[] {
  const cells: Node[] = []
  for (const column of m.columnList) cellsIn(column, 1, 1_048_576, cells)
  for (const node of m.nameNodes) cells.push(node)
  const found: { symbol: string; error: ErrorValue }[] = []
  for (const node of cells) {
    const value = shown(node.value)
    if (found.length < most && isError(value))
      found.push({ symbol: symbolOf(m, node), error: value })
  }
  return found
}
