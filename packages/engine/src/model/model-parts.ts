// The parts that a live model is made of, as they know each other.

import type { Precondition, Store } from '@cellwake/store'
import type { ModelExternals } from '../external/model-externals.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { ModelRules } from '../rules/model-rules.ts'
import type { Inputs } from './inputs.ts'
import type { LiveModel } from './live-model.ts'
import type { ModelCommits } from './model-commits.ts'
import type { ModelReadingParts } from './model-reading.ts'
import type { ModelWork } from './model-work.ts'
import type { Standing } from './standing.ts'
import type { Watchers } from './watchers.ts'

/** Handed in by the engine. */
export interface LiveModelParts extends ModelReadingParts {
  /** Holds its jobs and what it publishes: its own store, unless it lives elsewhere. */
  readonly outside: Store
  /** Hears what a watcher throws. */
  readonly report: (error: unknown) => void
  /** What must hold for each of its commits: that this host still has it. */
  readonly expect: readonly Precondition[]
  /** What is in memory is good for nothing any more; opened anew it would be no better, if it is to be put aside. */
  lost(model: LiveModel, error: unknown, isAside: boolean): void
}

export interface ModelParts {
  readonly id: string
  readonly host: LiveModelParts
  readonly graph: ModelGraph
  readonly inputs: Inputs
  readonly work: ModelWork
  readonly commits: ModelCommits
  readonly watchers: Watchers
  readonly rules: ModelRules
  /** Its external calls; undefined if it has none. */
  readonly external: ModelExternals | undefined
  readonly standing: Standing
  rev(): number
  /** Changes up to this tick of the graph are durable with this commit. */
  reached(tick: number, rev: number): void
  /** What is in memory is not what is in the store. */
  lose(error: unknown, isAside?: boolean): void
  /** The version that has taken its place. */
  next(): LiveModel | undefined
}
