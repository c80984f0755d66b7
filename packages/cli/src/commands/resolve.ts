// `cellwake resolve`: a cell, computed if it must be.

import type { Command } from 'commander'
import { zoneFor } from '../model-zone.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { showCells } from '../text/cells-text.ts'
import type { Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options extends ServerOptions {
  readonly wait?: string
}

export function resolveCommand(output: Output): Command {
  return serverCommand('resolve')
    .description('Asks for a cell: one that is lazy is computed.')
    .argument('<model>', 'its id')
    .argument('<symbol>', 'a cell or a name')
    .option('--wait <time>', 'how long to wait for an answer from outside, such as 5s')
    .addHelpText('after', '\nExample:\n  cellwake resolve price-desk H21')
    .action(async (id: string, symbol: string, options: Options) => {
      const client = await connect(options)
      const query = options.wait === undefined ? {} : { wait: options.wait }
      const answer = await client.resolve({ id, symbol }, query)
      if (options.json === true) {
        output.json(answer)
        return
      }
      const { value, status, request_rev, last_error, pending_job_id } = answer
      const cell = { ...value, status, rev: request_rev }
      showCells(output, { [symbol]: cell }, await zoneFor(client, id, cell))
      if (pending_job_id !== undefined) output.note(`Waits for ${visible(pending_job_id)}.`)
      // A cell that failed has said it.
      if (last_error !== undefined && status !== 'failed') output.note(visible(last_error))
    })
}
