// `cellwake eval`: a model in memory, some inputs set, and the values that follow.

import { Command } from 'commander'
import type { Evaluated } from '../evaluate.ts'
import { tellRefusal } from '../refusal.ts'
import { type RuntimeOptions, redisOption, runtimeOption } from '../runtime-option.ts'
import { readSources } from '../sources.ts'
import { showCells } from '../text/cells-text.ts'
import { showFindings } from '../text/findings.ts'
import type { Output } from '../text/output.ts'

interface Options extends RuntimeOptions {
  readonly set: readonly string[]
  readonly get: readonly string[]
  readonly fixtures?: string
  readonly functions?: string
  readonly json?: boolean
}

export function evalCommand(output: Output): Command {
  const collect = (value: string, before: readonly string[]) => [...before, value]
  return new Command('eval')
    .description('Runs a model, sets inputs, and prints its cells.')
    .argument('<file>', 'a model, or - for standard input')
    .option('--set <symbol=expr>', 'set an input; again for the next one', collect, [])
    .option('--get <symbol>', 'print this symbol, not all; again for the next one', collect, [])
    .option('--fixtures <file>', 'what external functions answer, as in a model test')
    .option('--functions <file>', 'functions of your own, or a manifest of a model host')
    .addOption(runtimeOption())
    .addOption(redisOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake eval loan.grid\n  cellwake eval loan.grid --set rate=5pct --set A1=120 --get payment',
    )
    .action(async (file: string, options: Options) => {
      // Loaded here, because other commands start faster without the engine.
      const { evaluate } = await import('../evaluate.ts')
      const [source] = await readSources([file])
      const found = await evaluate(source!, options)
      if ('source' in found) tellRefusal(output, found, options.json === true)
      else if (options.json === true) output.json(jsonOf(found))
      else {
        const { diagnostics, cells, timezone } = found
        showFindings(output, { source: source!, diagnostics }, (line) => output.note(line))
        showCells(output, cells, timezone)
      }
    })
}

function jsonOf({ rev, cells, firings }: Evaluated) {
  const shown = Object.entries(cells).map(([symbol, { kind, value, typeTag, status }]) => [
    symbol,
    { kind, value, typeTag, status },
  ])
  return { rev, cells: Object.fromEntries(shown), firings }
}
