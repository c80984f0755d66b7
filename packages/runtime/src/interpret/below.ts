// Transitive dependencies of a node: cells, names and calls, through ranges and formulas of no cell. Reads of a
// branch not taken count.

import { cellsIn, columnKey, columnsIn } from './columns.ts'
import { findName } from './grid.ts'
import type { ModelState, Node } from './state.ts'

/** The node and everything below it, ranges left out. */
export function below(m: ModelState, node: Node): Node[] {
  const mark = ++m.walk
  node.mark = mark
  const found: Node[] = []
  const stack = [node]
  while (stack.length > 0) {
    const next = stack.pop()!
    if (next.extent === undefined) found.push(next)
    for (const dep of depsOf(m, next)) {
      if (dep.mark === mark) continue
      dep.mark = mark
      stack.push(dep)
    }
  }
  return found
}

const NOTHING: readonly Node[] = []

export function depsOf(m: ModelState, node: Node): Node[] {
  const deps: Node[] = []
  if (node.extent !== undefined) {
    const { sheet, column, row, lastColumn, lastRow } = node.extent
    const keys = columnsIn(m, columnKey(sheet, column), columnKey(sheet, lastColumn))
    for (const found of keys) cellsIn(found, row, lastRow, deps)
    return deps
  }
  for (let i = 0; i < node.reads.length; i += 2) deps.push(node.reads[i] as Node)
  for (const dep of node.refs) deps.push(dep)
  for (const dep of node.calls ?? NOTHING) deps.push(dep)
  for (const dep of node.nearby ?? NOTHING) deps.push(dep)
  const { formula, call } = node
  if (call !== undefined) deps.push(call.answerNode)
  if (formula === undefined || formula.whole !== undefined) return deps
  for (const name of m.program.forms[formula.form]!.names) {
    const found = findName(m, name)
    if (found !== undefined) deps.push(found)
  }
  return deps
}

/** Whether a formula may follow from more than is known. */
export function isUnsure(m: ModelState, nodes: readonly Node[]): boolean {
  for (const { formula } of nodes) {
    if (formula === undefined || formula.whole !== undefined) continue
    const { volatile, dynamic } = m.program.forms[formula.form]!
    if (volatile || dynamic) return true
  }
  return false
}
