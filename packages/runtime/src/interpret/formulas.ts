// Runs formulas: gives each its steps, turns exceptions into error values, checks tags, keeps the last good value of a
// conditional one, and records changes. Reads are tracked while it runs.

import { beyondBounds } from '../bounds.ts'
import type { Code } from '../compile/linker.ts'
import { EVALUATION_STEPS, RUN_STEPS, SETTLE_RUNS, SHEET_COLUMNS, WAVE_STEPS } from '../limits.ts'
import { attempt, breathe, budgetMessage, refuel, unwind } from '../primitives.ts'
import { checkTag } from '../tags.ts'
import {
  type ArrayValue,
  BLANK,
  errorOf,
  isArray,
  isError,
  itemAt,
  NOT_AVAILABLE,
  stops,
  type Value,
} from '../values.ts'
import { originAt, setValue } from './changes.ts'
import { codeOf } from './codes.ts'
import { TOO_MANY_CELLS } from './grid.ts'
import { beyondKeeping } from './kept.ts'
import { trimReads } from './node.ts'
import { noteReads } from './read-news.ts'
import { NEEDS, read } from './reading.ts'
import { noteRun } from './run-news.ts'
import { sameValue } from './same.ts'
import { holdArray, releaseAnchor } from './spills.ts'
import { CLEAN, CONDITIONAL, LAZY, type ModelState, type Node } from './state.ts'

/** Runs a node. Gives the dependency that has to run first; undefined if the node is up to date now. */
export function runFormula(m: ModelState, node: Node): Node | undefined {
  m.run++
  m.running = node
  m.cursor = 0
  m.needed = undefined
  breathe(RUN_STEPS)
  const granted = Math.min(EVALUATION_STEPS, Math.max(0, m.stepsLeft))
  const before = refuel(granted)
  m.depth.calls = 0
  m.depth.levels = 0
  m.evaluate ??= () => rawValue(m, m.running!)
  const ended = attempt(m.evaluate)
  const spent = granted - Math.max(0, refuel(before))
  m.running = undefined
  m.steps += spent
  const { needed } = m
  if (ended.by === NEEDS && needed !== undefined) {
    m.wastedSteps += spent
    // Repeated restarts are charged to the wave's budget.
    if (m.wastedSteps > WAVE_STEPS) m.stepsLeft -= spent
    if (m.stepsLeft > 0) return needed
  }
  m.stepsLeft -= spent
  trimReads(node, m.cursor)
  noteReads(m, node)
  finishRun(m, node, ended.by === undefined ? ended.value! : failure(ended.by))
  return undefined
}

/**
 * Evaluates something for a node outside the graph. Dependencies must be up to date: the first that is not is
 * returned.
 */
export function evaluateOnce(
  m: ModelState,
  code: Code<Node>,
  carrier: Node,
  locals: number,
): { readonly value: Value; readonly needed: Node | undefined } {
  m.running = undefined
  m.needed = undefined
  const granted = Math.min(EVALUATION_STEPS, Math.max(0, m.stepsLeft))
  const before = refuel(granted)
  m.depth.calls = 0
  m.depth.levels = 0
  const ended = attempt(() => bounded(code(carrier, slotsOf(carrier, locals))))
  const spent = granted - Math.max(0, refuel(before))
  m.steps += spent
  const { needed } = m
  if (ended.by === NEEDS && needed !== undefined) return { value: BLANK, needed }
  m.stepsLeft -= spent
  const value = ended.by === undefined ? ended.value! : failure(ended.by)
  return { value, needed: undefined }
}

function rawValue(m: ModelState, node: Node): Value {
  const { cover, held, formula } = node
  if (cover !== undefined) return elementAt(read(m, cover), cover, node)
  if (held !== undefined) return held
  const { whole, form, mode } = formula!
  if (whole !== undefined) {
    const value = bounded(read(m, whole))
    return mode === CONDITIONAL ? (beyondKeeping(value) ?? value) : value
  }
  const { code } = codeOf(m, form)
  const value = bounded(code(node, slotsOf(node, m.program.forms[form]!.locals)))
  return mode === CONDITIONAL ? (beyondKeeping(value) ?? value) : value
}

function bounded(value: Value): Value {
  return typeof value === 'object' ? (beyondBounds(value) ?? value) : value
}

/** Without gaps, since lambdas copy them. */
function slotsOf({ numbers }: Node, locals: number): Value[] {
  const slots: Value[] = []
  for (let i = 0; i < locals; i++) slots.push(BLANK)
  if (numbers !== undefined) for (const number of numbers) slots.push(number)
  return slots
}

/** Formulas abort only on budgets and limits. Any other exception propagates. */
function failure(by: unknown): Value {
  const message = budgetMessage(by)
  if (message !== undefined) return errorOf('CALC!', message)
  if (by === TOO_MANY_CELLS) return errorOf('CALC!', 'the model would have too many cells')
  if (by === NEEDS) return errorOf('CALC!', 'too much work: the formula is begun again too often')
  return unwind(by as object)
}

/** Stores the result of a run as the value of a node. */
export function finishRun(m: ModelState, node: Node, given: Value): void {
  node.state = CLEAN
  const times = node.ranIn === m.settle ? (node.runs ?? 1) + 1 : 1
  node.ranIn = m.settle
  if (times > 1 || node.runs !== undefined) node.runs = times
  // An unforeseen cycle: the run limit breaks it.
  if (times > SETTLE_RUNS) return
  noteRun(m, node)
  const { formula } = node
  if (formula !== undefined && formula.mode === LAZY && node.key !== -2) m.lazyRuns.push(node)
  const value = formula === undefined ? inputValue(m, node, given) : formulaValue(m, node, given)
  commitValue(m, node, value)
}

/** Of a covered cell, or of an input that holds an array. */
function inputValue(m: ModelState, node: Node, given: Value): Value {
  if (node.held === undefined || !isArray(given)) return given
  const held = holdArray(m, node, given)
  return isError(held) ? originAt(m, node, held) : held
}

function formulaValue(m: ModelState, node: Node, given: Value): Value {
  const { mode, tag } = node.formula!
  let value = tag === '' ? given : checkTag(given, tag)
  if (mode === CONDITIONAL && stops(value)) {
    // A value from the middle of this settling does not count as good.
    value = node.goodIn === m.settle ? (node.goodBefore ?? node.value) : node.value
    // An array that stays looks again whether it has room.
    if (value === node.value && !isArray(value)) return value
  }
  if (typeof value === 'object') return recorded(m, node, value)
  if (node.anchor !== undefined) releaseAnchor(m, node)
  return value
}

/** Non-scalar results: arrays spill, errors record their origin. */
function recorded(m: ModelState, node: Node, value: Value): Value {
  if (isArray(value)) {
    if (node.key < 0) return value
    const held = inCell(m, node, value)
    return isError(held) && held.origin === '' ? originAt(m, node, held) : held
  }
  if (node.anchor !== undefined) releaseAnchor(m, node)
  return isError(value) && value.origin === '' ? originAt(m, node, value) : value
}

/** In a rectangle an array is taken by position; a single cell spills it. */
export function inCell(m: ModelState, node: Node, value: ArrayValue): Value {
  const rectangle = node.formula?.rectangle
  if (rectangle === undefined) return holdArray(m, node, value)
  return elementIn(value, rectangle.column, rectangle.row, node.key, node.row)
}

/** A rectangle cell's element of an array: by its position, `#N/A` outside. */
export function elementIn(
  array: ArrayValue,
  column: number,
  row: number,
  key: number,
  ownRow: number,
): Value {
  const r = ownRow - row
  const c = (key % SHEET_COLUMNS) + 1 - column
  return r < array.rows && c < array.columns ? itemAt(array, r, c) : NOT_AVAILABLE
}

/** The element of an array that a covered cell shows. */
export function elementAt(value: Value, anchor: Node, cell: Node): Value {
  if (!isArray(value)) return BLANK
  const row = cell.row - anchor.row
  const column = cell.key - anchor.key
  return row < value.rows && column < value.columns ? itemAt(value, row, column) : BLANK
}

function commitValue(m: ModelState, node: Node, value: Value): void {
  const old = node.value
  if (value === old || sameValue(old, value)) return
  if (node.formula !== undefined && node.formula.mode === CONDITIONAL) {
    if (node.goodIn !== m.settle) {
      node.goodIn = m.settle
      node.goodBefore = old
    }
    m.good.push({ node, before: old })
  }
  setValue(m, node, value)
}
