// Brings a node up to date, dependencies first, with an explicit stack: no formula runs inside of another. A formula
// that reads a stale node is aborted, that node runs first, then the formula restarts; known dependencies go before,
// so that restarts are rare. A formula that reads itself is `#CIRC!`.
//
// An entry of the stack is `asked` if the formula below it did read it, and not only may. Only a path of such entries
// back to its start is a cycle; otherwise the entry that closes it runs without looking ahead.

import { errorOf } from '../values.ts'
import { finishRun, runFormula } from './formulas.ts'
import { runs } from './node.ts'
import { awaitCells } from './ranges.ts'
import { CHECK, CLEAN, DIRTY, LAZY, type ModelState, type Node } from './state.ts'

interface Entry {
  readonly node: Node
  readonly asked: boolean
  /** The index of the next known dependency. */
  next: number
  looksAhead: boolean
  /** It has run, and waits for a dependency. */
  hasAsked: boolean
}

const CYCLE = errorOf('CIRC!', 'the formula reads itself, directly or through others')

export function demand(m: ModelState, root: Node): void {
  if (root.state === CLEAN) return
  const stack: Entry[] = []
  push(stack, root, true)
  while (stack.length > 0) {
    const entry = stack[stack.length - 1]!
    const { node } = entry
    if (node.state === CLEAN) {
      pop(stack)
      continue
    }
    if (node.extent !== undefined) {
      if (!lookAtRange(m, stack, node)) pop(stack)
    } else if (!lookAtReads(m, stack, entry)) advance(m, stack, entry)
  }
}

function push(stack: Entry[], node: Node, asked: boolean): void {
  stack.push({ node, asked, next: 0, looksAhead: true, hasAsked: false })
  node.stacked = stack.length
}

function pop(stack: Entry[]): void {
  stack.pop()!.node.stacked = 0
}

/** True if something in a range has to come first. */
function lookAtRange(m: ModelState, stack: Entry[], range: Node): boolean {
  const extent = range.extent!
  if (range.ranIn === undefined) awaitCells(m, range)
  const { waiting } = extent
  while (waiting.length > 0) {
    const cell = waiting[waiting.length - 1]!
    if (cell.state === CLEAN) {
      waiting.pop()
      continue
    }
    // A cycle: the reader of the range sees the cells that remain.
    if (cell.stacked > 0) return comeBack(m, stack, cell)
    push(stack, cell, stack[stack.length - 1]!.asked)
    return true
  }
  if (range.state === DIRTY) {
    extent.aggregate = undefined
    extent.items = undefined
  }
  range.state = CLEAN
  return false
}

/** True if something that it is known to read has to come first. */
function lookAtReads(m: ModelState, stack: Entry[], entry: Entry): boolean {
  if (!entry.looksAhead) return false
  return entry.node.ranIn === undefined
    ? lookAtReferences(m, stack, entry)
    : lookAtLastReads(m, stack, entry)
}

function lookAtLastReads(m: ModelState, stack: Entry[], entry: Entry): boolean {
  const { node } = entry
  const { reads } = node
  const isCheck = node.state === CHECK
  while (entry.next < reads.length) {
    const dep = reads[entry.next] as Node
    entry.next += 2
    if (isToRunBefore(dep, isCheck)) {
      // Nothing before it has changed, so it would be read again.
      push(stack, dep, isCheck)
      return true
    }
    if (isCheck && dep.state !== CLEAN) return comeBack(m, stack, dep)
  }
  return false
}

/** Before the first run the branch taken is unknown. A reference that runs anyway is taken for read. */
function lookAtReferences(m: ModelState, stack: Entry[], entry: Entry): boolean {
  const { refs, formula } = entry.node
  const nearby = entry.node.nearby ?? NOWHERE
  const form = formula === undefined ? -1 : formula.form
  const maybes = formula?.whole === undefined && form >= 0 ? m.program.forms[form]!.maybes : NONE
  while (entry.next < refs.length + nearby.length) {
    const at = entry.next
    const dep = at < refs.length ? refs[at]! : nearby[at - refs.length]!
    entry.next++
    if (maybes[at] === true && dep.extent !== undefined) continue
    if (isToRunBefore(dep, false)) {
      push(stack, dep, false)
      return true
    }
  }
  return false
}

const NONE: readonly boolean[] = []
const NOWHERE: readonly Node[] = []

/** Lazy formulas and external calls run only when they are read, or were, and nothing before them has changed. */
function isToRunBefore(dep: Node, isCheck: boolean): boolean {
  if (dep.state === CLEAN || dep.stacked > 0) return false
  if (isCheck) return true
  if (dep.call !== undefined) return false
  return dep.formula === undefined || dep.formula.mode !== LAZY
}

function advance(m: ModelState, stack: Entry[], entry: Entry): void {
  const { node } = entry
  if (!runs(node)) {
    node.state = CLEAN
    return
  }
  if (node.state === CHECK && node.ranIn !== undefined && entry.looksAhead) {
    // Everything it read is up to date, and nothing has changed.
    node.state = CLEAN
    return
  }
  const needed = runFormula(m, node)
  if (needed === undefined) return
  entry.hasAsked = true
  if (needed.stacked > 0) comeBack(m, stack, needed)
  else push(stack, needed, true)
}

/** A cycle: the traversal has reached a node that is on its stack. */
function comeBack(m: ModelState, stack: Entry[], to: Node): boolean {
  let at = to.stacked
  while (at < stack.length && stack[at]!.asked) at++
  if (at < stack.length) {
    // Only an entry that looked ahead leads here.
    while (stack.length > to.stacked) pop(stack)
    stack[stack.length - 1]!.looksAhead = false
    return true
  }
  // The innermost formula that runs is the one that reads itself.
  while (stack.length > 1 && !stack[stack.length - 1]!.hasAsked) pop(stack)
  const { node } = stack[stack.length - 1]!
  m.knots.push(node)
  finishRun(m, node, CYCLE)
  return true
}

/** Brings everything that is wanted up to date. */
export function drain(m: ModelState): void {
  while (m.queue.length > 0) {
    const { queue } = m
    m.queue = []
    for (const node of queue) {
      node.isQueued = false
      if (node.wanted > 0 && !isDoneAtOnce(m, node)) demand(m, node)
    }
  }
}

/** Most formulas that are to run again read what is up to date already: they need no stack. */
// See performance: a formula whose reads are up to date runs at once
function isDoneAtOnce(m: ModelState, node: Node): boolean {
  const { state, reads } = node
  if (state === CLEAN) return true
  if (node.extent !== undefined || node.ranIn === undefined || !runs(node)) return false
  for (let i = 0; i < reads.length; i += 2) if ((reads[i] as Node).state !== CLEAN) return false
  if (state === DIRTY) return runFormula(m, node) === undefined
  node.state = CLEAN
  return true
}
