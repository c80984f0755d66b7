// `cellwake get`: cells of a model as they are, or as they were.

import type { Command } from 'commander'
import { zoneFor } from '../model-zone.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { symbolList } from '../symbol-list.ts'
import { showCells } from '../text/cells-text.ts'
import type { Output } from '../text/output.ts'

interface Options extends ServerOptions {
  readonly at?: string
}

export function getCommand(output: Output): Command {
  return serverCommand('get')
    .description('Prints cells of a model as they are. Makes nothing run.')
    .argument('<model>', 'its id')
    .argument('[symbols...]', 'cells, names or rectangles such as A1:C9; all if left out')
    .option('--at <when>', 'as they were: a revision, or a time such as 2026-01-01T09:00Z')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake get price-desk fx margin\n  cellwake get price-desk A1:C9 --at 120',
    )
    .action(async (id: string, symbols: string[], options: Options) => {
      const client = await connect(options)
      const answer = await client.cells(
        { id },
        {
          ...(symbols.length > 0 && { symbols: symbolList(symbols) }),
          ...(options.at !== undefined && { at: options.at }),
        },
      )
      if (options.json === true) output.json(answer)
      else showCells(output, answer.cells, await zoneFor(client, id, answer.cells))
    })
}
