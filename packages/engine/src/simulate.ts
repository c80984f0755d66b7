// Runs a model through time that is not real: the engine itself on a virtual clock and a store in memory. A
// year of schedules takes seconds. It is how a model is tried before it is trusted.

import { type Diagnostic, parseSymbol, suggest } from '@cellwake/language'
import type { Value } from '@cellwake/runtime'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import type { CellView } from './cell-view.ts'
import { Engine } from './engine.ts'
import { EngineError } from './errors.ts'
import { Faults } from './faults.ts'
import type { Firing } from './firing.ts'
import type { GivenValue } from './given-value.ts'
import type { LiveModel } from './live-model.ts'
import type { ModelGraph } from './model-graph.ts'
import { ModelRecords } from './records.ts'

export interface SimulateOptions {
  readonly from: number
  readonly until: number
  /** In any order; those of one time are applied in the order given. */
  readonly sets?: readonly SimulatedSet[]
  /** Cells whose values over time are wanted. */
  readonly follow?: readonly string[]
  /** What a model holds, to start from: see `LiveModel.given`. */
  readonly given?: Iterable<readonly [symbol: string, value: Value]>
  /** Told now and then how far it has got. What it throws ends the simulation. */
  readonly onProgress?: (at: number, firings: number) => void
}

export interface SimulatedSet {
  readonly at: number
  readonly values: Readonly<Record<string, GivenValue>>
}

export interface Simulated {
  readonly diagnostics: readonly Diagnostic[]
  readonly firings: readonly Firing[]
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

/** Throws `DiagnosticsError` if the source has errors. */
export async function simulate(source: string, options: SimulateOptions): Promise<Simulated> {
  const { from, until, sets = [], follow = [], onProgress } = options
  const clock = virtualClock(from)
  // Nobody asks a simulation for its past, and a year of it would fill the memory.
  const faults = new Faults()
  const onError = faults.report
  const store = await openStore('memory:', { clock, historyCommits: 1, onError })
  const engine = new Engine({ store, clock, random: evenNumbers(), onError })
  const settle = async () => {
    await engine.idle()
    faults.mustBeNone()
  }
  clock.onSettle(async () => {
    await settle()
    onProgress?.(clock.now(), firings.length)
  })
  const firings: Firing[] = []
  const onFiring = (firing: Firing) => firings.push(firing)
  try {
    const records = new ModelRecords(store, 'simulated')
    const write = [...(options.given ?? [])].map(([symbol, value]) =>
      records.putGiven(symbol, value),
    )
    if (write.length > 0) await store.commit({ write })
    const { model, diagnostics } = await engine.deploy(source, { id: 'simulated', onFiring })
    for (const { values } of sets) checkNames(model.graph, Object.keys(values))
    const series = new Map<string, SeriesPoint[]>()
    const note = (cells: Readonly<Record<string, CellView>>) => {
      for (const [symbol, { value }] of Object.entries(cells)) {
        const points = series.get(symbol) ?? []
        series.set(symbol, points)
        // Of several changes at one instant the last counts.
        if (points.at(-1)?.at === clock.now()) points.pop()
        points.push({ at: clock.now(), value })
      }
    }
    if (follow.length > 0) model.watch(follow, note)
    await settle()
    note(Object.fromEntries(follow.map((symbol) => [symbol, model.get(symbol)])))
    for (const { at, values } of [...sets].sort((a, b) => a.at - b.at)) {
      if (at > until) break
      await clock.advance(Math.max(0, at - clock.now()))
      await model.set(values)
      await settle()
    }
    await clock.advance(until - clock.now())
    await settle()
    const skipped: SkippedRuns[] = []
    for (const [{ id }, state] of model.rules.states()) {
      if (state.skipped > 0) skipped.push({ rule: id, count: state.skipped, reason: 'missed' })
    }
    const { problems } = model.rules
    const { timezone } = model.ir.header
    const told = { firings, titles: titlesOf(model), timezone, skipped, problems }
    return { diagnostics, ...told, cells: model.cells(), series: Object.fromEntries(series) }
  } finally {
    await engine.close()
    await store.close()
    clock.close()
  }
}

/** A name that the model does not have is a slip of the pen: nothing reads it, so nothing would come of it. */
function checkNames({ cells }: ModelGraph, symbols: readonly string[]): void {
  const { names } = cells.grid
  for (const symbol of symbols) {
    const parts = parseSymbol(symbol, cells.sheets)
    if (parts === undefined || !('name' in parts) || names.has(parts.name)) continue
    const near = suggest(parts.name, names.keys())
    const meant = near === undefined ? '' : ` Did you mean ${near}?`
    throw new EngineError('unknown-name', `The model has no name ${parts.name}.${meant}`)
  }
}

/** Spread evenly over 0 to 1, and the same in every run. */
export function evenNumbers(): () => number {
  let last = 0
  return () => {
    last = (last + 0.6180339887498949) % 1
    return last
  }
}

function titlesOf(model: LiveModel): Record<string, string> {
  return Object.fromEntries(model.ruleNames().map(({ id, title }) => [id, title]))
}
