// `cellwake resolve`: a cell, computed if it must be.

import type { CellwakeClient } from '@cellwake/client'
import type { Command } from 'commander'
import { RESOLVE_REQUEST_MS } from '../limits.ts'
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
      const answer = await resolved(client, { id, symbol }, options.wait)
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

/** Long polling: a server holds a request for a while only, so what is in flight then is asked for once more. */
async function resolved(
  client: CellwakeClient,
  what: { readonly id: string; readonly symbol: string },
  wait: string | undefined,
) {
  let left = millisecondsOf(wait)
  while (left > RESOLVE_REQUEST_MS) {
    const answer = await client.resolve(what, { wait: `${RESOLVE_REQUEST_MS}ms` })
    if (answer.pending_job_id === undefined) return answer
    left -= RESOLVE_REQUEST_MS
  }
  return client.resolve(what, wait === undefined ? {} : { wait: left === 0 ? wait : `${left}ms` })
}

const UNITS_MS = { ms: 1, s: 1_000, m: 60_000 }

/** 0 for what is no time: the server says so. */
function millisecondsOf(wait = ''): number {
  const [, digits, unit] = /^(\d{1,9})(ms|s|m)$/.exec(wait) ?? []
  return digits === undefined ? 0 : Number(digits) * UNITS_MS[unit as keyof typeof UNITS_MS]
}
