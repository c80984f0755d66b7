// Origin of a change: the inputs that the commit changed, among all that a cell follows from.

import { BLANK, sameValue, type Value } from '@cellwake/runtime'
import { templateOf } from '../formulas/template.ts'
import { ASSIGNED, GIVEN, RULE_OWNED } from '../graph/cell-node.ts'
import { BECAUSE_CANDIDATES, BECAUSE_SYMBOLS } from '../limits.ts'
import { isGiven } from '../model/records.ts'
import { valueIn } from '../views/cell-facts.ts'
import { isPruned } from './cell-changes.ts'
import type { Past } from './past.ts'
import type { PastGraph } from './past-graph.ts'

export interface ChangedInput {
  readonly symbol: string
  /** Undefined if it is not known. */
  readonly before: Value | undefined
  readonly after: Value
}

/** The inputs and rule-owned cells of a commit from which its change of a cell came. */
export async function becauseOf(past: Past, symbol: string, rev: number): Promise<ChangedInput[]> {
  const after = await past.read(rev, (moment) => inputsBelow(moment, symbol, rev))
  const before = await past
    .readIfThere(rev - 1, (moment) => after.map(([name]) => shownAt(moment, name)))
    .catch(isPruned)
  const known = before === 'pruned' || before === undefined ? undefined : before
  const changed: ChangedInput[] = []
  for (const [i, [name, value]] of after.entries()) {
    const was = known?.[i]
    if (was !== undefined && sameValue(was, value)) continue
    changed.push({ symbol: name, before: was, after: value })
    if (changed.length === BECAUSE_SYMBOLS) break
  }
  return changed
}

/** Writes of a commit, or possible changes by a deploy, among the cells that a cell follows from. */
export function inputsBelow(moment: PastGraph, symbol: string, rev: number): [string, Value][] {
  const { graph, documents } = moment
  const node = moment.find(symbol)
  const found: [string, Value][] = []
  const isDeploy = rev === moment.deployedAt
  for (const cell of node === undefined ? [] : graph.below(node)) {
    const isCall = graph.calls.of(cell) !== undefined
    const isInput =
      templateOf(cell) === null && (cell.flags & (ASSIGNED | GIVEN | RULE_OWNED)) !== 0
    if (!isCall && !isInput) continue
    if ((isCall || !isDeploy) && moment.written(cell) !== rev) continue
    found.push([graph.symbolOf(cell), valueIn(graph, cell)])
    if (found.length === BECAUSE_CANDIDATES) break
  }
  if (found.length > 0 || isDeploy) return found
  // It follows from more than its reads, such as room for an array: any write of the commit.
  for (const [id, { seq }] of documents.states) {
    if (seq === rev && isGiven(id)) found.push([id, shownAt(moment, id)])
    if (found.length === BECAUSE_CANDIDATES) break
  }
  return found
}

function shownAt(moment: PastGraph, symbol: string): Value {
  const node = moment.find(symbol)
  return node === undefined ? BLANK : valueIn(moment.graph, node)
}
