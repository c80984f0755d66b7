// `cellwake watch`: cells of a model as they change, until it is interrupted.

import type { Command } from 'commander'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { WatchText } from '../text/watch-text.ts'
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
      if (options.json === true) {
        await watchModel(options, asked, forMachines(output))
        return
      }
      const told = new WatchText(output, await connect(options), model)
      try {
        await watchModel(options, asked, told)
      } finally {
        await told.written()
      }
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
