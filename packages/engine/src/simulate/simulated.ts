// A simulation as data: its options, and its result.

import type { Catalogue, Diagnostic, IrRuntime } from '@cellwake/language'
import type { Json, Value } from '@cellwake/runtime'
import type { Clock } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import type { Engine } from '../engine.ts'
import type { OpenHome } from '../home/model-home.ts'
import type { GivenValue } from '../model/given-value.ts'
import type { Firing } from '../rules/firing.ts'
import type { CellView } from '../views/cell-view.ts'

export interface SimulateOptions {
  readonly from: number
  readonly until: number
  /** In any order; sets of one time are applied in the order given. */
  readonly sets?: readonly SimulatedSet[]
  /** Cells whose values over time are wanted. */
  readonly follow?: readonly string[]
  /** Initial values of the model: see `LiveModel.given`. */
  readonly given?: Iterable<readonly [symbol: string, value: Value]>
  /** The id of the model, for code that asks for it by name. */
  readonly id?: string
  /** Where it runs, whatever its header says; left out, in this process. */
  readonly runtime?: IrRuntime
  /** Where models live that are not computed here. */
  readonly openHome?: OpenHome
  /** Runs beside the model, on the same store and clock, such as workflows. */
  readonly beside?: (world: SimulatedWorld) => Promise<Beside>
  /** Answers of external functions: the `functions` of a model test. Left out, nobody answers. */
  readonly functions?: Json
  /** The functions that the model may call; left out, the language's own. */
  readonly catalogue?: Catalogue
  /** Told the progress now and then. An error in it ends the simulation. */
  readonly onProgress?: (at: number, firings: number) => void
  /** Bounds of cost and output; left out, none. */
  readonly limits?: SimulateLimits
}

export interface SimulatedWorld {
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
}

export interface Beside {
  /** Resolves when it is at rest. */
  idle(): Promise<void>
  /** Before the end, to look at the result. */
  ended(): Promise<void>
  close(): Promise<void>
}

export interface SimulatedSet {
  readonly at: number
  readonly values: Readonly<Record<string, GivenValue>>
}

export interface Simulated {
  readonly diagnostics: readonly Diagnostic[]
  readonly firings: readonly Firing[]
  /** Firings that are left out. */
  readonly more: number
  /** Title of each rule, by its id. */
  readonly titles: Readonly<Record<string, string>>
  readonly timezone: string
  readonly skipped: readonly SkippedRuns[]
  readonly problems: readonly { readonly rule: string; readonly problem: string }[]
  readonly cells: Readonly<Record<string, CellView>>
  /** For each followed cell, its values from when on. */
  readonly series: Readonly<Record<string, readonly SeriesPoint[]>>
}

export interface SkippedRuns {
  readonly rule: string
  readonly count: number
  readonly reason: string
}

export interface SeriesPoint {
  readonly at: number
  readonly value: CellView['value']
}

export interface SimulateLimits {
  readonly firings: number
  readonly wallMs: number
  /** The first firings, so many points of each followed cell, and all cells if they are not more than this. */
  readonly shownFirings: number
  readonly shownPoints: number
  readonly shownCells: number
}
