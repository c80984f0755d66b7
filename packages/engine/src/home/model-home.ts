// Where models can live that are not computed in this process. Such a model has a store of its own there, and an
// evaluator that computes what follows in it, next to its data. Here it has the same nodes as any other, which show what
// the evaluator says instead of computing it: so conditions, gates, schedules, watchers and views are the same.
//
// A change is computed there first, without a trace; what rules make of it is decided here; then one commit writes all
// of it, and computes it once more on what it writes to. Between the two nobody else can have written: a commit that
// does not stand on what was computed is refused.

import type { IrRuntime } from '@cellwake/language'
import type { Program, Value } from '@cellwake/runtime'
import type { Clock } from '@cellwake/scheduler'
import type { Durability, Store } from '@cellwake/store'

export interface ModelHome {
  /** What it keeps of what it acknowledges. */
  readonly durability: Durability
  /** What the header of a model asks for to live here. */
  readonly runtimes: readonly IrRuntime[]
  /** The models that are here. */
  ids(): Promise<readonly string[]>
  /** Whether a model is here. */
  has(id: string): Promise<boolean>
  /** The place of a model, there or not yet; what it publishes and its jobs go to the other store. */
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
  /** What computes a version of it. */
  evaluator(version: PlacedVersion): RemoteEvaluator
  /** Resolves when what it published has arrived. */
  idle(): Promise<void>
  /** Nobody uses it here any more. */
  close(): Promise<void>
  /** Somebody has deleted it, and it is closed. */
  forget(): Promise<void>
}

export interface PlacedVersion {
  readonly version: number
  /** Which of those of its home it runs on. */
  readonly runtime: IrRuntime
  /** How many rules it has. */
  readonly rules: number
  /** What an evaluator computes it from, as plain JSON. */
  program(): Program
}

/** The instant of what is computed, and chance: the same seed gives the same numbers. */
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

/** An external call that ran: what it is called with, and what it shows there. */
export interface RemoteCall {
  readonly symbol: string
  readonly args: readonly Value[]
  readonly value: Value
}

/** What a formula read, in a model with external calls: it decides who wants which. */
export interface RemoteReads {
  /** Empty for a part of a rule. */
  readonly symbol: string
  /** It is the one formula that the cells of a rectangle share; the symbol is that of one of them. */
  readonly isWhole: boolean
  /** The number of the rule; -1 for a formula. */
  readonly rule: number
  readonly part: RemoteTrigger['part']
  readonly cells: readonly string[]
  /** Sheet, column, row, last column and last row. */
  readonly ranges: readonly (readonly number[])[]
}

/** How often a formula ran. */
export interface RemoteRuns {
  readonly symbol: string
  readonly count: number
}

/** What has another value. */
export interface RemoteChanges {
  readonly values: readonly RemoteValue[]
  readonly triggers: readonly RemoteTrigger[]
  readonly calls: readonly RemoteCall[]
  readonly reads: readonly RemoteReads[]
  /** Where somebody counts them. */
  readonly runs: readonly RemoteRuns[]
}

/** What a rule does that fires: nothing of it has happened. */
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

/** A sheet that came with what was set. */
export interface RemoteSheet {
  readonly name: string
  readonly prefix: string
}

export interface RemoteEvaluator {
  /** The version at rest, on what is kept but for some documents, and with what external calls show instead. */
  start(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    except: readonly string[],
    shown: readonly RemoteDocument[],
  ): Promise<RemoteChanges>
  /**
   * What would follow from documents, with the lazy cells that are wanted. The next commit, with the same documents,
   * computes at the same moment.
   */
  evaluate(
    moment: RemoteMoment,
    sheets: readonly RemoteSheet[],
    documents: readonly RemoteDocument[],
    wanted: readonly string[],
  ): Promise<RemoteChanges>
  /** What rules do that fire together, on the values as they are. */
  act(moment: RemoteMoment, fires: readonly RemoteFire[]): Promise<readonly RemoteActs[]>
  /** What lazy cells hold once they are computed, with those that they needed. */
  resolve(moment: RemoteMoment, symbols: readonly string[]): Promise<RemoteChanges>
}
