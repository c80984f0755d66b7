// The evaluator of models as its hosts call it: see `model.ts` for the contract of each function.

import { CELL_STEPS } from '../limits.ts'
import { breathe } from '../primitives.ts'
import { BLANK, type ErrorValue, isArray, isError, stops, type Value } from '../values.ts'
import { setValue } from './changes.ts'
import { show, takeCalls } from './external-calls.ts'
import { inCell } from './formulas.ts'
import { arrived, findNode, give, nodeFor, refusalOf } from './inputs.ts'
import { build, newState } from './load.ts'
import { touch, unwant, want } from './marking.ts'
import type {
  Acts,
  Applied,
  Batch,
  CellView,
  Changed,
  Documents,
  Fire,
  Model,
  Moment,
  Refusal,
  Resolved,
  Shown,
  TriggerNews,
  Write,
} from './model.ts'
import type { Program } from './program.ts'
import { shown } from './ranges.ts'
import { takeReads } from './read-news.ts'
import { restoreLazy, restoreValues } from './restore.ts'
import { actsOf, feedsItself as ruleFeedsItself, triggerNews, triggersNow } from './rules.ts'
import { takeRuns } from './run-news.ts'
import { prepare, resolveNode, rest, settle } from './settle.ts'
import { releaseAnchor } from './spills.ts'
import {
  type Call,
  DIRTY,
  type Generated,
  type KeptGood,
  type ModelState,
  type Node,
  type Rectangle,
  type ShownCall,
  type Undo,
} from './state.ts'
import { symbolOf } from './symbols.ts'
import { allViews, errorsIn, rectangleViews, viewOf, viewsOf } from './views.ts'

export { textOf, valueFrom } from './json.ts'

export function load(
  program: Program,
  documents: Documents,
  moment: Moment,
  generated?: Generated,
): { readonly model: Model; readonly applied: Applied } {
  const m = newState(program)
  m.generated = generated?.(m)
  m.broken = true
  // Tags of dates ask for midnight in the model's zone.
  prepare(m, moment)
  build(m)
  restoreValues(m, documents)
  settle(m)
  restoreLazy(m, documents)
  m.changed = []
  m.lazyRuns = []
  const applied = taken(m, [], [])
  m.broken = false
  return { model: { state: m }, applied }
}

export function apply({ state: m }: Model, batch: Batch): Applied {
  const refused: Refusal[] = []
  for (const write of batch.inputs) {
    const refusal = isNewSheet(batch, write) ? undefined : refusalOf(m, write)
    if (refusal !== undefined) refused.push(refusal)
  }
  if (refused.length > 0) return nothingApplied(refused)
  m.broken = true
  prepare(m, batch)
  m.lazyRuns = []
  const undo: Undo[] = []
  for (const sheet of batch.sheets) {
    m.sheets.push(sheet)
    arrived(m)
  }
  for (const write of batch.inputs) giveTo(m, write, undo)
  for (const write of batch.rules) giveTo(m, write, undo)
  const calls: ShownCall[] = []
  for (const { symbol, value } of batch.calls) {
    const before = show(m, symbol, value)
    if (before !== undefined) calls.push(before)
  }
  settle(m)
  const applied = taken(m, undo, calls)
  m.broken = false
  return applied
}

function isNewSheet({ sheets }: Batch, { symbol }: Write): boolean {
  for (const { prefix } of sheets) if (symbol.startsWith(prefix)) return true
  return false
}

function giveTo(m: ModelState, { symbol, value }: Write, undo: Undo[]): void {
  undo.push(give(m, nodeFor(m, symbol), value, value !== undefined))
}

function nothingApplied(refused: readonly Refusal[]): Applied {
  return { refused, changed: [], good: [], calls: [], reads: [], runs: [], triggers: [], steps: 0 }
}

/** The outcome of the call: changes and calls, which count as reported from here on. */
function taken(m: ModelState, undo: readonly Undo[], calls: readonly ShownCall[]): Applied {
  const changed: Changed[] = []
  for (const node of m.changed) {
    if (node.changedIn === TOLD || !hasSymbol(node)) continue
    breathe(CELL_STEPS)
    node.changedIn = TOLD
    changed.push(changeOf(m, node))
  }
  m.changed = []
  const good: Shown[] = []
  const kept: KeptGood[] = []
  const values: Value[] = []
  const goodMark = ++m.walk
  for (const one of m.good) {
    const { node } = one
    if (node.mark === goodMark) continue
    node.mark = goodMark
    kept.push(one)
    values.push(node.value)
    // A good array that finds no room is no last good value, but is taken back like one.
    if (!stops(node.value)) good.push({ symbol: symbolOf(m, node), value: node.value })
  }
  m.good = []
  m.last = { undo, good: kept, values, calls }
  return {
    refused: [],
    changed,
    good,
    calls: takeCalls(m),
    reads: takeReads(m),
    runs: takeRuns(m),
    triggers: triggerNews(m),
    steps: m.steps,
  }
}

/** A cell shows the first element of an array that it holds. */
function changeOf(m: ModelState, node: Node): Changed {
  const { value } = node
  const symbol = symbolOf(m, node)
  if (node.key < 0 || !isArray(value)) return { symbol, value }
  const first = shown(value)
  return node.cover === undefined
    ? { symbol, value: first, whole: value }
    : { symbol, value: first }
}

/** The change of a node is among those that were told. */
const TOLD = -1

function hasSymbol(node: Node): boolean {
  return node.key >= -1 || node.call !== undefined
}

export function takeBack({ state: m }: Model): void {
  const { last } = m
  m.last = undefined
  if (last === undefined) return
  m.broken = true
  prepare(m, { nowMs: m.nowMs, seed: m.random })
  for (let i = last.undo.length - 1; i >= 0; i--) {
    const { node, value, isGiven } = last.undo[i]!
    give(m, node, value, isGiven)
    node.isGiven = isGiven
  }
  for (let i = last.calls.length - 1; i >= 0; i--) {
    const { symbol, before } = last.calls[i]!
    show(m, symbol, before)
  }
  for (let i = 0; i < last.good.length; i++) {
    const { node, before } = last.good[i]!
    if (node.value === last.values[i]) takeBackGood(m, node, before)
  }
  settle(m)
  m.changed = []
  m.good = []
  m.callsRun = forgotten(m.callsRun)
  m.readers = []
  m.ran = []
  m.broken = false
}

/** After a rollback the arguments are those reported before, so that nothing is new. */
function forgotten(calls: readonly Call[]): Call[] {
  for (const call of calls) call.isNoted = false
  return []
}

function takeBackGood(m: ModelState, node: Node, before: Value): void {
  if (node.key < 0 || !isArray(before)) {
    releaseAnchor(m, node)
    setValue(m, node, before)
    // An array that had no room waits for it again.
    if (isError(before)) touch(m, node, DIRTY)
  } else setValue(m, node, inCell(m, node, before))
}

export function read({ state: m }: Model, symbols: readonly string[]): CellView[] {
  return viewsOf(m, symbols)
}

export function readRectangle(
  { state: m }: Model,
  rectangle: Rectangle & { readonly sheet: number },
  most: number,
): CellView[] {
  return rectangleViews(m, rectangle, most)
}

export function readAll({ state: m }: Model, most: number): CellView[] {
  return allViews(m, most)
}

export function resolve({ state: m }: Model, symbol: string, moment: Moment): Resolved {
  const node = findNode(m, symbol)
  if (node === undefined) {
    const view: CellView = { symbol, value: BLANK, status: 'ready', role: 'blank', tag: '' }
    return { view, lazy: [], applied: nothingApplied([]) }
  }
  m.broken = true
  prepare(m, moment)
  m.lazyRuns = []
  resolveNode(m, node)
  const lazy: Shown[] = []
  for (const ran of m.lazyRuns) lazy.push({ symbol: symbolOf(m, ran), value: ran.value })
  const applied = taken(m, [], [])
  m.broken = false
  return { view: viewOf(m, node), lazy, applied }
}

/** Wants a cell from now on. */
export function wantCell({ state: m }: Model, symbol: string, moment: Moment): Applied {
  m.broken = true
  prepare(m, moment)
  const node = nodeFor(m, symbol)
  want(m, node)
  rest(m)
  const applied = taken(m, [], [])
  m.broken = false
  return applied
}

export function unwantCell({ state: m }: Model, symbol: string): void {
  const node = findNode(m, symbol)
  if (node !== undefined) unwant(node)
}

export function triggers(
  { state: m }: Model,
  rules: readonly number[],
  moment: Moment,
): TriggerNews[] {
  m.broken = true
  prepare(m, moment)
  settle(m)
  const found = triggersNow(m, rules)
  m.broken = false
  return found
}

export function act({ state: m }: Model, fires: readonly Fire[], moment: Moment): Acts[] {
  m.broken = true
  prepare(m, moment)
  const acts: Acts[] = []
  for (const fire of fires) acts.push(actsOf(m, fire))
  m.broken = false
  return acts
}

export function feedsItself({ state: m }: Model, rule: number): boolean {
  return ruleFeedsItself(m, rule)
}

export function errors({ state: m }: Model, most: number): { symbol: string; error: ErrorValue }[] {
  return errorsIn(m, most)
}
