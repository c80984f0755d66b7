// The shared parts of a workflow: its records, the preconditions of its commits, and the world around it.

import type { Clock } from '@cellwake/scheduler'
import type { Precondition, Store } from '@cellwake/store'
import type { Fixer } from './autofix.ts'
import type { Delivery } from './deliveries.ts'
import type { Home, ScriptHome } from './home.ts'
import type { Limits } from './limits.ts'
import type { Lookahead } from './lookahead.ts'
import type { Run, VersionRecord, WorkflowRecords } from './records.ts'
import type { Structure } from './structure.ts'
import type { Tools } from './tools.ts'

/** The shared environment of all workflows of a host. */
export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  readonly limits: Limits
  readonly tools: Tools
  readonly fixer: Fixer | undefined
  readonly scripts: ScriptHome | undefined
  /** The delivery lists of all consumers of a stored topic that are known here. */
  takers(topic: string): readonly string[]
  /** Something of a workflow may be different, and is durable. */
  changed(name: string): void
  report(error: unknown): void
}

/** The version that runs, with its code. */
export interface LiveVersion {
  readonly record: VersionRecord
  readonly home: Home
  readonly limits: Limits
}

export interface WorkflowParts {
  readonly name: string
  readonly world: World
  readonly records: WorkflowRecords
  /** The precondition of every commit: that this host still has the workflow. */
  expect(): readonly Precondition[]
  version(): LiveVersion
  /** Of the active version, also while its code is not here. */
  readonly structure: Structure
  /** The number of the next run. */
  nextOrder(): number
  /** A trigger for one of its consumers: events may be waiting. */
  trigger(consumer: string): void
  /** Does something to the workflow when no run of it is active. */
  act<T>(fn: () => Promise<T>): Promise<T>
  /** Skipped inputs: events that they cause from now on are skipped as well. */
  readonly skippedInputs: ReadonlySet<string>
  readonly ahead: Lookahead<Delivery>
  /** The run that is under way, in memory. */
  running: Run | undefined
}
