// `cellwake refresh`: asks again for external values, and computes lazy cells.

import type { Command } from 'commander'
import { zoneFor } from '../model-zone.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { showCells } from '../text/cells-text.ts'
import { count, type Output } from '../text/output.ts'

interface Options extends ServerOptions {
  readonly function?: string
}

export function refreshCommand(output: Output): Command {
  return serverCommand('refresh')
    .description('Asks again for what comes from outside, and computes lazy cells.')
    .argument('<model>', 'its id')
    .argument('[symbols...]', 'cells or names; every one that is wanted if left out')
    .option('--function <name>', 'every wanted call of this function')
    .addHelpText('after', '\nExample:\n  cellwake refresh price-desk H21 H22')
    .action(async (id: string, symbols: string[], options: Options) => {
      const client = await connect(options)
      const { function: fn } = options
      const body = symbols.length > 0 ? { symbols } : fn === undefined ? {} : { function: fn }
      const answer = await client.refresh({ id }, body)
      if (options.json === true) output.json(answer)
      else {
        if (symbols.length > 0)
          showCells(output, answer.cells, await zoneFor(client, id, answer.cells))
        const asked = answer.symbols.length
        if (asked > 0) output.line(`${count(asked, 'call')} asked again.`)
        else if (symbols.length === 0) output.line('Nothing that is wanted comes from outside.')
      }
    })
}
