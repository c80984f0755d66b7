// A simulation as data: what is asked for, and what came of it.

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
  /** In any order; those of one time are applied in the order given. */
  readonly sets?: readonly SimulatedSet[]
  /** Cells whose values over time are wanted. */
  readonly follow?: readonly string[]
  /** What a model holds, to start from: see `LiveModel.given`. */
  readonly given?: Iterable<readonly [symbol: string, value: Value]>
  /** The id of the model, for whoever asks for it by name. */
  readonly id?: string
  /** Where it runs, whatever its header says; left out, in this process. */
  readonly runtime?: IrRuntime
  /** Where models live that are not computed here. */
  readonly openHome?: OpenHome
  /** What runs beside the model, on the same store and clock, such as workflows. */
  readonly beside?: (world: SimulatedWorld) => Promise<Beside>
  /** What external functions answer: the `functions` of a model test. Left out, nobody answers. */
  readonly functions?: Json
  /** The functions that the model may call; left out, the language's own. */
  readonly catalogue?: Catalogue
  /** Told now and then how far it has got. What it throws ends the simulation. */
  readonly onProgress?: (at: number, firings: number) => void
  /** What it may cost and show; all, if left out. */
  readonly limits?: SimulateLimits
}

export interface SimulatedWorld {
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
}

export interface Beside {
  /** Resolves when nothing of it is under way. */
  idle(): Promise<void>
  /** Before the end, to look at what came of it. */
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
  /** What each rule is called, by its id. */
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
