// Facts of a cell in its model: its role, its value, its status.

import type { Value } from '@cellwake/runtime'
import type { Call } from '../external/call.ts'
import { answerTag, fetchFacts } from '../external/call-facts.ts'
import { templateOf } from '../formulas/template.ts'
import {
  ASSIGNED,
  type CellNode,
  EXTERNAL,
  GIVEN,
  isCell,
  RULE_OWNED,
  SPILLED,
} from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import { depsOf } from '../graph/node-deps.ts'
import { shown } from '../ranges/region.ts'
import { type CellView, viewOf } from './cell-view.ts'

export type CellRole =
  | 'input'
  | 'formula'
  | 'conditional'
  | 'lazy'
  | 'external'
  | 'rule'
  | 'spill'
  | 'blank'

export function roleOf(node: CellNode): CellRole {
  const { flags } = node
  const template = templateOf(node)
  if ((flags & EXTERNAL) !== 0) return 'external'
  if (template !== null) return template.mode === 'eager' ? 'formula' : template.mode
  if ((flags & SPILLED) !== 0) return 'spill'
  if ((flags & RULE_OWNED) !== 0) return 'rule'
  return (flags & (ASSIGNED | GIVEN)) !== 0 ? 'input' : 'blank'
}

/** Whether a cell has something to show or to run, or belongs to a rule. */
export function holdsSomething({ flags }: CellNode): boolean {
  return (flags & (ASSIGNED | GIVEN | RULE_OWNED | SPILLED)) !== 0
}

/** Shown value of a cell: of an array that spills from it, the first element. A name holds an array whole. */
export function valueIn(graph: ModelGraph, node: CellNode): Value {
  const value = (node.flags & SPILLED) !== 0 ? graph.spills.shownIn(node) : node.value
  return node.column < 0 ? value : shown(value)
}

export function cellView(graph: ModelGraph, node: CellNode, rev: number): CellView {
  const tag =
    (node.flags & EXTERNAL) === 0
      ? (templateOf(node)?.tag ?? graph.tags.get(node))
      : answerTag(graph.calls.of(node)?.signature)
  const view = viewOf(valueIn(graph, node), tag ?? undefined, graph.statuses.of(node), rev)
  if (!graph.calls.any || node.fn === null) return view
  const calls = [...ownCalls(graph, node)]
  return calls.length === 0 ? view : { ...view, external: fetchFacts(calls) }
}

/** The external calls in a formula itself. */
function* ownCalls(graph: ModelGraph, node: CellNode): Iterable<Call> {
  const call = graph.calls.of(node)
  if (call !== undefined) yield call
  else {
    for (const dep of depsOf(node, false)) {
      if (isCell(dep) && dep.row < 0) yield* ownCalls(graph, dep)
    }
  }
}
