// Homes of models that are not computed in this process. Such a model has a store of its own there, and an
// evaluator that computes its formulas next to its data. Here it has the same nodes as any other, which show the
// evaluator's values instead of computing them: so conditions, gates, schedules, watchers and views are the same.
//
// A change is computed there first, without a trace; the firings of rules are decided here; then one commit writes all
// of it, and computes it once more on what it writes to. Optimistic concurrency: a commit whose basis is not the one
// that was computed on is refused.

import type { IrRuntime } from '@cellwake/language'
import type { Program, Value } from '@cellwake/runtime'
import type { Clock } from '@cellwake/scheduler'
import type { Durability, Store } from '@cellwake/store'

export interface ModelHome {
  /** Durability of acknowledged commits there. */
  readonly durability: Durability
  /** Why it cannot be reached at present. */
  readonly trouble?: string | undefined
  /** Runtimes by which the header of a model asks to live here. */
  readonly runtimes: readonly IrRuntime[]
  /** The models that are here. */
  ids(): Promise<readonly string[]>
  /** Whether a model is here. */
  has(id: string): Promise<boolean>
  /** The place of a model, there or not yet; its events and jobs go to the other store. */
  place(id: string, outside: Store): Promise<ModelPlace>
}

/** Opens a home for one host of a test or a simulation, on its clock. */
export type OpenHome = (
  clock: Clock,
  onError: (error: unknown) => void,
) => Promise<ModelHome & { close(): Promise<void> }>

export interface ModelPlace {
  /** Holds this model and nothing else. */
  readonly store: Store
  /** Whether other hosts can have it: then it takes a lease. */
  readonly isShared: boolean
  /** Evaluator of a version. */
  evaluator(version: PlacedVersion): RemoteEvaluator
  /** Resolves when its events have arrived. */
  idle(): Promise<void>
  /** Closes the place: it is not used here any more. */
  close(): Promise<void>
  /** Somebody has deleted it, and it is closed. */
  forget(): Promise<void>
}

export interface PlacedVersion {
  readonly version: number
  /** The runtime of its home that it runs on. */
  readonly runtime: IrRuntime
  /** Number of its rules. */
  readonly rules: number
  /** The program that an evaluator computes, as plain JSON. */
  program(): Program
}

/** Instant of a computation, and the seed of its random numbers. */
export interface RemoteMoment {
  readonly nowMs: number
  readonly seed: number
}

export interface RemoteValue {
  readonly symbol: string
  readonly value: Value
}

/** A part of a rule that is evaluated, by the rule's number in the source. */
export interface RemoteTrigger {
  readonly rule: number
  readonly part: 'trigger' | 'length' | 'lengthMax' | 'policyMax'
  readonly value: Value
}

/** An external call that ran: its arguments, and its value there. */
export interface RemoteCall {
  readonly symbol: string
  readonly args: readonly Value[]
  readonly value: Value
}

/** Reads of a formula, in a model with external calls: they decide which calls are wanted. */
export interface RemoteReads {
  /** Empty for a part of a rule. */
  readonly symbol: string
  /** The one formula that the cells of a rectangle share; the symbol is that of one of them. */
  readonly isWhole: boolean
  /** The number of the rule; -1 for a formula. */
  readonly rule: number
  readonly part: RemoteTrigger['part']
  readonly cells: readonly string[]
  /** Sheet, column, row, last column and last row. */
  readonly ranges: readonly (readonly number[])[]
}

/** Runs of a formula. */
export interface RemoteRuns {
  readonly symbol: string
  readonly count: number
}

export interface RemoteChanges {
  readonly values: readonly RemoteValue[]
  readonly triggers: readonly RemoteTrigger[]
  readonly calls: readonly RemoteCall[]
  readonly reads: readonly RemoteReads[]
  /** Where somebody counts them. */
  readonly runs: readonly RemoteRuns[]
}

/** Acts of a rule that fires: nothing of it has happened. */
export interface RemoteActs {
  readonly rule: number
  /** Why it cannot be done; empty if it can. */
  readonly refused: string
  readonly writes: readonly RemoteValue[]
  readonly events: readonly { readonly args: readonly Value[] }[]
}

export interface RemoteFire {
  readonly rule: number
  readonly due: number | null
}

/** A document as it will be; without a value it is deleted. */
export interface RemoteDocument {
  readonly id: string
  readonly value?: unknown
}

/** A sheet that came with a set. */
export interface RemoteSheet {
  readonly name: string
  readonly prefix: string
}

export interface RemoteEvaluator {
  /** The version at rest, on the kept documents but for some, and with the values that external calls show instead. */
  start(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    except: readonly string[],
    shown: readonly RemoteDocument[],
  ): Promise<RemoteChanges>
  /**
   * Dry run: consequences of documents, with the lazy cells that are wanted. The next commit, with the same documents,
   * computes at the same moment.
   */
  evaluate(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    documents: readonly RemoteDocument[],
    wanted: readonly string[],
  ): Promise<RemoteChanges>
  /**
   * The next commit needs no dry run: nothing that follows from it is part of it. Gives its consequences once it is durable,
   * or undefined where the answer was lost. A commit from which too much follows is refused as `value-too-large`.
   */
  inCommit(moment: RemoteMoment, sheets: readonly RemoteSheet[]): () => RemoteChanges | undefined
  /** Acts of rules that fire together, on the values as they are. */
  act(moment: RemoteMoment, fires: readonly RemoteFire[]): Promise<readonly RemoteActs[]>
  /** Values of lazy cells once they are computed, with those that they needed. */
  resolve(moment: RemoteMoment, symbols: readonly string[]): Promise<RemoteChanges>
}
