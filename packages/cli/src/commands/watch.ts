// `cellwake watch`: cells of a model as they change, until somebody stops it.

import type { CellsBySymbol, ModelEvent } from '@cellwake/client'
import type { Command } from 'commander'
import { cut, valueText } from '../cells-text.ts'
import { didText, recordText } from '../firings-text.ts'
import type { Output } from '../output.ts'
import { type ServerOptions, serverCommand } from '../server-options.ts'
import { visible } from '../visible-text.ts'
import type { LiveListener } from '../watch-model.ts'

interface Options extends ServerOptions {
  readonly events?: boolean
  readonly lazy?: boolean
}

export function watchCommand(output: Output): Command {
  return serverCommand('watch')
    .description('Prints cells of a model whenever they change, until it is stopped.')
    .argument('<model>', 'its id')
    .argument('[symbols...]', 'cells, names or rectangles such as A1:C9')
    .option('--events', 'firings, deploys and deletion too')
    .option('--lazy', 'only look: lazy cells stay as they are')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake watch price-desk fx margin\n  cellwake watch operations --events',
    )
    .action(async (model: string, symbols: string[], options: Options) => {
      const { watchModel } = await import('../watch-model.ts')
      const events = options.events === true || symbols.length === 0
      const asked = { model, symbols, events, demand: options.lazy !== true }
      const listener = options.json === true ? forMachines(output) : forPeople(output)
      await watchModel(options, asked, listener)
    })
}

/** One object a line. */
function forMachines(output: Output): LiveListener {
  return {
    cells: (cells, rev) => output.jsonLine({ rev, cells }),
    event: (event, rev) => output.jsonLine({ rev, event }),
    state: () => {},
  }
}

function forPeople(output: Output): LiveListener {
  const { bold, dim, yellow } = output.colors
  return {
    cells: (cells, rev) => showChanges(output, cells, rev),
    event: (event, rev) => output.line(`${dim(`rev ${rev}`)}  ${bold(eventText(event))}`),
    state: (text) => output.note(yellow(text)),
  }
}

function showChanges(output: Output, cells: CellsBySymbol, rev: number): void {
  const { bold, dim, red } = output.colors
  for (const [symbol, cell] of Object.entries(cells)) {
    const value = cell.kind === 'blank' ? 'blank' : cut(valueText(cell))
    const state = cell.status === 'ready' ? '' : dim(`, ${cell.status}`)
    const shown = cell.kind === 'error' ? red(value) : value
    output.line(`${dim(`rev ${rev}`)}  ${bold(visible(symbol))}  ${shown}${state}`)
  }
}

function eventText(event: ModelEvent): string {
  switch (event.type) {
    case 'fired':
      return `${event.firing.rule} fired: ${didText(event.firing)}`
    case 'not-fired':
      return `${event.record.rule} did not fire: ${recordText(event.record)}`
    case 'deployed':
      return `version ${event.version} was deployed`
    case 'deleted':
      return 'the model was deleted'
  }
}
