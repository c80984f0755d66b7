// `cellwake eval`: a model in memory, some inputs set, and what comes of it.

import { type CellView, DiagnosticsError, Engine, type LiveModel } from '@cellwake/engine'
import type { Diagnostic } from '@cellwake/language'
import { openStore } from '@cellwake/store'
import { Command } from 'commander'
import { showCells } from '../cells-text.ts'
import { CliError } from '../errors.ts'
import { type Findings, findingsJson, showFindings } from '../findings.ts'
import type { Output } from '../output.ts'
import { type RuntimeName, runsHere, runtimeOption } from '../runtime-option.ts'
import { readSources, type Source } from '../sources.ts'

interface Options {
  readonly set: readonly string[]
  readonly get: readonly string[]
  readonly runtime?: RuntimeName
  readonly json?: boolean
}

interface Evaluated {
  readonly rev: number
  readonly cells: Readonly<Record<string, CellView>>
  readonly firings: readonly unknown[]
  readonly diagnostics: readonly Diagnostic[]
}

export function evalCommand(output: Output): Command {
  const collect = (value: string, before: readonly string[]) => [...before, value]
  return new Command('eval')
    .description('Runs a model in memory, sets inputs, and prints its cells.')
    .argument('<file>', 'a model, or - for standard input')
    .option('--set <symbol=expr>', 'set an input; again for the next one', collect, [])
    .option('--get <symbol>', 'print this symbol, not all; again for the next one', collect, [])
    .addOption(runtimeOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake eval loan.grid\n  cellwake eval loan.grid --set rate=5pct --set A1=120 --get payment',
    )
    .action(async (file: string, options: Options) => {
      const [source] = await readSources([file])
      const found = await evaluate(source!, options)
      if ('source' in found) tellRefusal(output, found, options.json === true)
      else if (options.json === true) output.json(jsonOf(found))
      else {
        const { diagnostics, cells } = found
        showFindings(output, { source: source!, diagnostics }, (line) => output.note(line))
        showCells(output, cells)
      }
    })
}

/** What came of it; or what is wrong with the source. */
async function evaluate(
  source: Findings['source'],
  options: Options,
): Promise<Evaluated | Findings> {
  const runtime = runsHere(options.runtime)
  const sets = options.set.map(assignmentOf)
  if (!('text' in source)) return { source, diagnostics: [] }
  await using store = await openStore('memory:')
  await using engine = new Engine({ store })
  try {
    const { model, diagnostics } = await engine.deploy(source.text, {
      ...(runtime !== undefined && { runtime }),
    })
    const firings: unknown[] = []
    for (const [symbol, expr] of sets) {
      const answer = await model.set({ [symbol]: { expr } })
      firings.push(...answer.firings)
    }
    await engine.idle()
    const cells = await readCells(model, options.get)
    return { rev: model.rev, cells, firings, diagnostics }
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error
    return { source: source satisfies Source, diagnostics: error.diagnostics }
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

/** `A1=5`. A quoted sheet may have an equals sign in its name. */
function assignmentOf(text: string): readonly [symbol: string, expr: string] {
  const found = /^\s*((?:'(?:[^']|'')*'!)?[^=]+?)\s*=([\s\S]*)$/.exec(text)
  const [, symbol = '', expr = ''] = found ?? []
  if (symbol === '' || expr.trim() === '') {
    throw new CliError(
      'bad-set',
      `--set takes a symbol and an expression, such as A1=5, not ${text}.`,
    )
  }
  return [symbol, expr]
}

function jsonOf({ rev, cells, firings }: Evaluated) {
  const shown = Object.entries(cells).map(([symbol, { kind, value, typeTag, status }]) => [
    symbol,
    { kind, value, typeTag, status },
  ])
  return { rev, cells: Object.fromEntries(shown), firings }
}

function tellRefusal(output: Output, found: Findings, json: boolean): void {
  process.exitCode = 1
  if (json) {
    const { file } = found.source
    output.json({ files: [{ file, diagnostics: findingsJson(found) }] })
  } else showFindings(output, found, (line) => output.note(line))
}
