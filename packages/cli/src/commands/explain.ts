// `cellwake explain`: why a cell has its value, back to the origin.

import type { Command } from 'commander'
import { zoneOf } from '../model-zone.ts'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { showWhy } from '../text/why-text.ts'

interface Options extends ServerOptions {
  readonly depth?: number
  readonly at?: string
}

export function explainCommand(output: Output): Command {
  return serverCommand('explain')
    .description('Tells why a cell has its value: what it read, who set that, which rule wrote it.')
    .argument('<model>', 'its id')
    .argument('<symbol>', 'a cell or a name')
    .option('--depth <levels>', 'how deep the tree goes, at most 20', wholeNumber)
    .option('--at <when>', 'as it was: a revision, or a time such as 2026-01-01T09:00Z')
    .addHelpText('after', '\nExample:\n  cellwake explain price-desk H2')
    .action(async (id: string, symbol: string, options: Options) => {
      const client = await connect(options)
      const { depth, at } = options
      const query = { ...(depth !== undefined && { depth }), ...(at !== undefined && { at }) }
      const found = await client.explain({ id, symbol }, query)
      if (options.json === true) {
        output.json(found)
        return
      }
      const { rules } = await client.rules({ id })
      showWhy(output, found, { zone: await zoneOf(client, id), rules })
    })
}
