// Runs a model through time that is not real: the engine itself on a virtual clock and a store in memory. A
// year of schedules takes seconds. It is how a model is tried before it is trusted.

import { parseSymbol, suggest } from '@cellwake/language'
import { virtualClock } from '@cellwake/scheduler'
import { openStore, system } from '@cellwake/store'
import { Engine } from '../engine.ts'
import { EngineError } from '../errors.ts'
import { StandIn } from '../external/stand-in.ts'
import { Faults } from '../faults.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { LiveModel } from '../model/live-model.ts'
import { ModelRecords } from '../model/records.ts'
import { givenFixtures } from '../model-tests/fixtures.ts'
import { MISSED } from '../rules/due-rules.ts'
import type { Firing } from '../rules/firing.ts'
import type { CellView } from '../views/cell-view.ts'
import { bounded, shown } from './simulate-limits.ts'
import type { Beside, SeriesPoint, Simulated, SimulateOptions, SkippedRuns } from './simulated.ts'

/** Throws `DiagnosticsError` if the source has errors. `now` is the time that passes while it runs. */
export async function simulate(
  source: string,
  options: SimulateOptions,
  now: () => number = system.now,
): Promise<Simulated> {
  const { from, until, sets = [], follow = [], onProgress, limits, catalogue } = options
  const { openHome, runtime = openHome === undefined ? 'ts' : undefined } = options
  // In a home that others use, nothing is left of it.
  const { id = openHome === undefined ? 'simulated' : `simulated-${system.uniqueId()}` } = options
  const look = limits === undefined ? undefined : bounded(limits, now)
  const fixtures = givenFixtures(options.functions, catalogue)
  const clock = virtualClock(from)
  // History of one commit: a simulation is not asked for its past, and a year of it would fill the memory.
  const faults = new Faults()
  const onError = faults.report
  const store = await openStore('memory:', { clock, historyCommits: 1, onError })
  const home = await openHome?.(clock, onError)
  const engine = new Engine({
    store,
    clock,
    homes: home === undefined ? [] : [home],
    random: evenNumbers(),
    onError,
    ...(catalogue !== undefined && { catalogue }),
  })
  const standIn = new StandIn(fixtures, clock)
  let beside: Beside | undefined
  const settle = async () => {
    for (let seen = -1; seen !== store.seq; ) {
      do {
        await engine.idle()
        faults.mustBeNone()
      } while (await standIn.act(store))
      // Acts of one may give the other something to do.
      if (beside === undefined) return
      seen = store.seq
      await beside.idle()
    }
  }
  clock.onSettle(async () => {
    await settle()
    onProgress?.(clock.now(), firings.length)
    look?.(clock.now(), firings.length)
  })
  const firings: Firing[] = []
  const onFiring = (firing: Firing) => firings.push(firing)
  try {
    const records = new ModelRecords(store, id)
    const write = [...(options.given ?? [])].map(([symbol, value]) =>
      records.putGiven(symbol, value),
    )
    if (write.length > 0) await store.commit({ write })
    const { model, diagnostics } = await engine.deploy(source, {
      id,
      onFiring,
      ...(runtime !== undefined && { runtime }),
    })
    const skips = new Map<string, Map<string, number>>()
    model.onEvent((event) => {
      if (event.type !== 'not-fired' || event.record.outcome !== 'skipped') return
      const { rule, reason, count } = event.record
      const reasons = skips.get(rule) ?? new Map<string, number>()
      skips.set(rule, reasons.set(reason ?? MISSED, (reasons.get(reason ?? MISSED) ?? 0) + count))
    })
    beside = await options.beside?.({ engine, store, clock })
    for (const { values } of sets) checkNames(model.graph, Object.keys(values))
    const series = new Map<string, SeriesPoint[]>()
    const note = (cells: Readonly<Record<string, CellView>>) => {
      for (const [symbol, { value }] of Object.entries(cells)) {
        const points = series.get(symbol) ?? []
        series.set(symbol, points)
        // The last of several changes at one instant counts.
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
    await beside?.ended()
    const skipped: SkippedRuns[] = []
    for (const [{ id }, state] of model.rules.states()) {
      const reasons = skips.get(id) ?? new Map<string, number>()
      const heard = [...reasons.values()].reduce((sum, count) => sum + count, 0)
      // Occurrences that were past at the first deploy were skipped before anybody listened.
      const early = state.skipped - heard
      if (early > 0) reasons.set(MISSED, (reasons.get(MISSED) ?? 0) + early)
      for (const [reason, count] of reasons) skipped.push({ rule: id, count, reason })
    }
    const { problems } = model.rules
    const { timezone } = model.ir.header
    const found = {
      diagnostics,
      firings,
      more: 0,
      titles: titlesOf(model),
      timezone,
      skipped,
      problems,
      cells: model.cells(),
      series: Object.fromEntries(series),
    }
    return limits === undefined ? found : shown(found, limits, follow)
  } finally {
    await beside?.close()
    if (home !== undefined && engine.isRunning(id)) await engine.delete(id, id)
    await engine.close()
    await home?.close()
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
