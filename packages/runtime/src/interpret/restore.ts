// Restores a model from its kept state: set inputs, last good values, answers, and valid results of lazy formulas,
// so that it equals the model that was closed.

import { isArray, isError } from '../values.ts'
import { below, depsOf, isUnsure } from './below.ts'
import { originAt } from './changes.ts'
import { restoreCalls } from './external-calls.ts'
import { inCell } from './formulas.ts'
import { findNode, nodeFor } from './inputs.ts'
import { holdInput } from './load.ts'
import type { Documents, Kept } from './model.ts'
import { appendRead, isAssigned, runs, trimReads } from './node.ts'
import { awaitCells } from './ranges.ts'
import { noteReads } from './read-news.ts'
import { CLEAN, CONDITIONAL, LAZY, type ModelState, type Node } from './state.ts'
import { symbolOf } from './symbols.ts'

/** Before anything runs. */
export function restoreValues(m: ModelState, documents: Documents): void {
  for (const sheet of documents.sheets) m.sheets.push(sheet)
  for (const { symbol, value } of documents.given) {
    const node = nodeFor(m, symbol)
    if (node.formula !== undefined) continue
    node.constant = node.held ?? node.value
    const isFree = !isAssigned(node) && typeof value === 'object' && value.k === 1
    node.isGiven = !isFree
    holdInput(m, node, value)
  }
  restoreCalls(m, documents.calls)
  for (const { symbol, value } of documents.good) {
    const node = findNode(m, symbol)
    if (node?.formula?.mode !== CONDITIONAL) continue
    if (node.key < 0 || !isArray(value)) node.value = value
    else {
      const held = inCell(m, node, value)
      node.value = isError(held) ? originAt(m, node, held) : held
    }
  }
}

/** When everything that is wanted has run. */
export function restoreLazy(m: ModelState, documents: Documents): void {
  if (documents.lazy.length === 0) return
  const seqs: Record<string, number | undefined> = {}
  for (const { symbol, seq } of documents.given) seqs[`s${symbol}`] = seq
  for (const { symbol, seq } of documents.calls) seqs[`s${symbol}`] = seq
  const held: Node[] = []
  for (const kept of documents.lazy) {
    const node = findNode(m, kept.symbol)
    if (node?.formula?.mode !== LAZY || node.ranIn !== undefined) continue
    node.value = kept.value
    if (stillHolds(m, node, kept, seqs)) held.push(node)
  }
  settleHeld(m, held)
}

/** It holds if nothing that it follows from was given since. */
function stillHolds(
  m: ModelState,
  node: Node,
  kept: Kept,
  seqs: Readonly<Record<string, number | undefined>>,
): boolean {
  const nodes = below(m, node)
  if (isUnsure(m, nodes)) return false
  for (const dep of nodes) {
    const symbol = spelled(m, dep)
    if ((seqs[`s${symbol}`] ?? 0) > kept.seq) return false
  }
  return true
}

function spelled(m: ModelState, node: Node): string {
  if (node.key <= -2) return node.call?.symbol ?? ''
  return symbolOf(m, node)
}

/** Nodes that are notified of every change below them count as clean without a run. */
function settleHeld(m: ModelState, held: readonly Node[]): void {
  for (const node of held) node.state = CLEAN
  let left = held
  for (let before = -1; before !== left.length; ) {
    before = left.length
    const kept: Node[] = []
    for (const node of left) {
      if (restsOnValues(m, node)) kept.push(node)
      else node.state = 2
    }
    left = kept
  }
  for (const node of left) {
    node.ranIn = 0
    trimReads(node, 0)
    const mark = ++m.walk
    for (const dep of depsOf(m, node)) {
      if (dep.mark === mark) continue
      dep.mark = mark
      if (dep.extent !== undefined && dep.ranIn === undefined) {
        awaitCells(m, dep)
        dep.state = CLEAN
      }
      appendRead(node, dep)
    }
    noteReads(m, node)
  }
}

function restsOnValues(m: ModelState, node: Node): boolean {
  for (const dep of depsOf(m, node)) {
    if (dep.extent === undefined) {
      if (runs(dep) && dep.state !== CLEAN) return false
    } else {
      for (const cell of depsOf(m, dep)) if (runs(cell) && cell.state !== CLEAN) return false
    }
  }
  return true
}
