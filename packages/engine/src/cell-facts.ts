// What a cell is in its model: its role, what it shows, whether that can be relied on.

import type { Value } from '@cellwake/runtime'
import { INVALID } from '@cellwake/scheduler'
import { ASSIGNED, type CellNode, GIVEN, RULE_OWNED, SPILLED } from './cell-node.ts'
import { type CellStatus, type CellView, viewOf } from './cell-view.ts'
import type { ModelGraph } from './model-graph.ts'
import { shown } from './region.ts'
import { templateOf } from './template.ts'

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
  if (template !== null) return template.mode === 'eager' ? 'formula' : template.mode
  if ((flags & SPILLED) !== 0) return 'spill'
  if ((flags & RULE_OWNED) !== 0) return 'rule'
  return (flags & (ASSIGNED | GIVEN)) !== 0 ? 'input' : 'blank'
}

/** Whether a cell has something to show or to run, or belongs to a rule. */
export function holdsSomething({ flags }: CellNode): boolean {
  return (flags & (ASSIGNED | GIVEN | RULE_OWNED | SPILLED)) !== 0
}

/** What a cell shows: of an array that spills from it, the first element. A name holds an array whole. */
export function valueIn(graph: ModelGraph, node: CellNode): Value {
  const value = (node.flags & SPILLED) !== 0 ? graph.spills.shownIn(node) : node.value
  return node.column < 0 ? value : shown(value)
}

export function statusOf(node: CellNode): CellStatus {
  if (typeof node.value === 'object' && node.value.k === 6) return 'queued'
  return node.fn !== null && (node.flags & INVALID) !== 0 ? 'dirty' : 'ready'
}

export function cellView(graph: ModelGraph, node: CellNode, rev: number): CellView {
  const tag = templateOf(node)?.tag ?? graph.tags.get(node)
  return viewOf(valueIn(graph, node), tag ?? undefined, statusOf(node), rev)
}
