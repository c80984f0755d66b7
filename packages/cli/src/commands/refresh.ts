// `cellwake refresh`: computes lazy cells again.

import type { Command } from 'commander'
import { showCells } from '../cells-text.ts'
import { zoneFor } from '../model-zone.ts'
import type { Output } from '../output.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'

export function refreshCommand(output: Output): Command {
  return serverCommand('refresh')
    .description('Computes lazy cells again.')
    .argument('<model>', 'its id')
    .argument('[symbols...]', 'cells or names; every lazy one if left out')
    .addHelpText('after', '\nExample:\n  cellwake refresh price-desk H21 H22')
    .action(async (id: string, symbols: string[], options: ServerOptions) => {
      const client = await connect(options)
      const answer = await client.refresh({ id }, symbols.length > 0 ? { symbols } : {})
      if (options.json === true) output.json(answer)
      else showCells(output, answer.cells, await zoneFor(client, id, answer.cells))
    })
}
