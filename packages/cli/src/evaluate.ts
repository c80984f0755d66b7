// A model in memory: deployed, its inputs set one after the other, and read.

import {
  type CellView,
  DiagnosticsError,
  Engine,
  type Firing,
  type LiveModel,
} from '@cellwake/engine'
import type { Diagnostic } from '@cellwake/language'
import { openStore } from '@cellwake/store'
import { assignmentOf } from './assignment.ts'
import type { Findings } from './findings.ts'
import { type RuntimeName, runsHere } from './runtime-option.ts'

export interface EvaluateOptions {
  /** Each `SYMBOL=EXPRESSION`. */
  readonly set: readonly string[]
  readonly get: readonly string[]
  readonly runtime?: RuntimeName
}

export interface Evaluated {
  readonly rev: number
  readonly cells: Readonly<Record<string, CellView>>
  readonly firings: readonly Firing[]
  readonly diagnostics: readonly Diagnostic[]
  readonly timezone: string
}

/** What came of it; or what is wrong with the source. */
export async function evaluate(
  source: Findings['source'],
  options: EvaluateOptions,
): Promise<Evaluated | Findings> {
  const runtime = runsHere(options.runtime)
  const sets = options.set.map(assignmentOf)
  if (!('text' in source)) return { source, diagnostics: [] }
  await using store = await openStore('memory:')
  await using engine = new Engine({ store })
  try {
    const firings: Firing[] = []
    const { model, diagnostics } = await engine.deploy(source.text, {
      ...(runtime !== undefined && { runtime }),
      onFiring: (firing) => firings.push(firing),
    })
    for (const [symbol, expr] of sets) await model.set({ [symbol]: { expr } })
    await engine.idle()
    const cells = await readCells(model, options.get)
    const { timezone } = model.ir.header
    return { rev: model.rev, cells, firings, diagnostics, timezone }
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    return { source, diagnostics: error.diagnostics }
  }
}

/** Asking for a cell makes it run, if it is lazy; looking at all of them does not. */
async function readCells(
  model: LiveModel,
  symbols: readonly string[],
): Promise<Record<string, CellView>> {
  if (symbols.length === 0) return model.cells()
  for (const symbol of symbols) await model.resolve(symbol)
  return model.cells(symbols)
}
