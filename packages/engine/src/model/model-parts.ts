// The parts that a live model is made of, as they know each other.

import type { Precondition, Store } from '@cellwake/store'
import type { ModelExternals } from '../external/model-externals.ts'
import type { Refresh, Refreshed } from '../external/refresh.ts'
import type { Resolved } from '../external/resolved.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { ModelRules } from '../rules/model-rules.ts'
import type { GivenValue } from './given-value.ts'
import type { Inputs } from './inputs.ts'
import type { ModelCommits } from './model-commits.ts'
import type { ModelReadingParts } from './model-reading.ts'
import type { ModelWork } from './model-work.ts'
import type { Seats } from './seats.ts'
import type { SetAnswer, SetOptions } from './set-answer.ts'
import type { Standing } from './standing.ts'
import type { Watchers } from './watchers.ts'

/** Handed in by the engine. */
export interface ModelHost extends ModelReadingParts {
  /** Store of its jobs and its events: its own, unless it lives elsewhere. */
  readonly outside: Store
  /** Resolves when its commits have arrived there, or must wait. */
  delivered(): Promise<void>
  /** Seats for large sets of all models. */
  readonly sets: Seats
  /** Hears errors of watchers. */
  readonly report: (error: unknown) => void
  /** Fencing precondition of each of its commits: that this host still has its lease. */
  readonly expect: readonly Precondition[]
}

/** The version that has taken its place, for callers that came for this one. */
export interface NextVersion {
  set(values: Readonly<Record<string, GivenValue>>, options: SetOptions): Promise<SetAnswer>
  resolve(symbol: string, options: ResolveOptions): Promise<Resolved>
  refresh(what: Refresh, by: string): Promise<Refreshed>
}

export interface ResolveOptions {
  /** The caller, for the record. */
  readonly by?: string
  /** Longest wait for pending answers; left out, none. */
  readonly waitMs?: number
}

export interface ModelParts {
  readonly id: string
  readonly host: ModelHost
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
  /** The state in memory differs from the store. */
  lose(error: unknown, isAside?: boolean): void
  next(): NextVersion | undefined
}
