// A model in memory: deployed, its inputs set one after the other, and read.

import {
  type CellView,
  DiagnosticsError,
  Engine,
  type Firing,
  givenFixtures,
  type LiveModel,
  StandIn,
} from '@cellwake/engine'
import type { Diagnostic } from '@cellwake/language'
import { virtualClock } from '@cellwake/scheduler'
import { openStore, system } from '@cellwake/store'
import { assignmentOf } from './assignment.ts'
import { readFixtures } from './fixtures.ts'
import { catalogueWith } from './hosting/user-functions.ts'
import { mustHavePlace, type OpenedHome, openHome, type RuntimeOptions } from './runtime-option.ts'
import type { Findings } from './text/findings.ts'

export interface EvaluateOptions extends RuntimeOptions {
  /** Each `SYMBOL=EXPRESSION`. */
  readonly set: readonly string[]
  readonly get: readonly string[]
  /** A file with answers of external functions; left out, there are none. */
  readonly fixtures?: string
  /** A module with functions of the user's own. */
  readonly functions?: string
}

export interface Evaluated {
  readonly rev: number
  readonly cells: Readonly<Record<string, CellView>>
  readonly firings: readonly Firing[]
  readonly diagnostics: readonly Diagnostic[]
  readonly timezone: string
}

/** The values after the evaluation, or the diagnostics of the source. */
export async function evaluate(
  source: Findings['source'],
  options: EvaluateOptions,
): Promise<Evaluated | Findings> {
  mustHavePlace(options)
  const { runtime, redis } = options
  const sets = options.set.map(assignmentOf)
  if (!('text' in source)) return { source, diagnostics: [] }
  const functions = await readFixtures(options.fixtures)
  const catalogue = await catalogueWith(options.functions)
  // The clock stands still: a fixture's later answer has not arrived.
  const clock = virtualClock(system.now())
  await using store = await openStore('memory:', { clock })
  const home = redis === undefined ? undefined : await openHome(redis, clock)
  const homes = home === undefined ? [] : [home]
  await using engine = new Engine({ store, clock, catalogue, homes })
  const standIn = new StandIn(givenFixtures(functions, catalogue), clock)
  const settle = async () => {
    do await engine.idle()
    while (await standIn.act(store))
  }
  // In a Redis that others use, nothing is left of it.
  const id = `eval-${system.uniqueId()}`
  try {
    const firings: Firing[] = []
    const { model, diagnostics } = await engine.deploy(source.text, {
      ...(runtime !== undefined && { runtime }),
      ...(home !== undefined && { id }),
      onFiring: (firing) => firings.push(firing),
    })
    await settle()
    for (const [symbol, expr] of sets) {
      await model.set({ [symbol]: { expr } })
      await settle()
    }
    const cells = await readCells(model, options.get, settle)
    const { timezone } = model.ir.header
    return { rev: model.rev, cells, firings, diagnostics, timezone }
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    return { source, diagnostics: error.diagnostics }
  } finally {
    await leave(engine, home, id)
  }
}

async function leave(engine: Engine, home: OpenedHome | undefined, id: string): Promise<void> {
  if (home === undefined) return
  if (engine.isRunning(id)) await engine.delete(id, id)
  await engine.close()
  await home.close()
}

/** Asking for a cell makes it run, if it is lazy; looking at all of them does not. */
async function readCells(
  model: LiveModel,
  symbols: readonly string[],
  settle: () => Promise<void>,
): Promise<Record<string, CellView>> {
  if (symbols.length === 0) return model.cells()
  for (const symbol of symbols) {
    await model.resolve(symbol)
    await settle()
  }
  return model.cells(symbols)
}
