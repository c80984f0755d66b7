// Host of the rules, the model that they belong to: one interface, from the condition that is looked at to the commit of
// a wave.

import type { EventSpec, ReceiptSpec, Write } from '@cellwake/store'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { Inputs } from '../model/inputs.ts'
import type { ModelRecords } from '../model/records.ts'
import type { Work } from '../model/slices.ts'
import type { LiveRule } from './live-rule.ts'
import type { RuleNews } from './rule-book.ts'

/** One commit of a wave. */
export interface WaveCommit {
  readonly write: readonly Write[]
  readonly receipts: readonly ReceiptSpec[]
  readonly publish: readonly EventSpec[]
  readonly by: string
  /** Records that it carries. */
  readonly news: readonly RuleNews[]
}

export interface RulesHost {
  readonly id: string
  readonly graph: ModelGraph
  readonly records: ModelRecords
  readonly inputs: Pick<Inputs, 'give'>
  /** The zone of rules that name none. */
  readonly zone: string
  /** Time since which a host has had the model without a break: occurrences before it are missed. */
  readonly since: number
  /** Whether work should pause now. */
  pause(): boolean
  /** Writes that go with those of a wave: last good values. */
  otherWrites(): Iterable<Write>
  /** Waits for the turn of a large commit, which comes next. */
  largeTurn(): Work<void>
  /** Throws, having sent nothing, if the store can never take it. */
  commit(commit: WaveCommit, changed: readonly CellNode[]): void
  /** Problem of a rule; undefined when there is none any more. */
  report(rule: LiveRule, problem: string | undefined): void
  /** Hears errors that are faults of ours. */
  fault(error: unknown): void
}
