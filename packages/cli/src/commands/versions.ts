// `cellwake versions` and `cellwake rollback`: the versions of a model, and the way back to one.

import type { Command } from 'commander'
import { zoneOf } from '../model-zone.ts'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { deployText } from '../text/deploy-text.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function versionsCommand(output: Output): Command {
  return serverCommand('versions')
    .description('Lists the versions of a model that are kept, newest first.')
    .argument('<model>', 'its id')
    .addHelpText('after', '\nExample:\n  cellwake versions price-desk')
    .action(async (id: string, options: ServerOptions) => {
      const client = await connect(options)
      const found = await client.versions({ id })
      if (options.json === true) {
        output.json(found)
        return
      }
      const zone = await zoneOf(client, id)
      const rows = found.versions.map(({ version, at, by }) => [
        `v${version}`,
        timeIn(at, zone),
        visible(by),
        version === found.current ? 'runs' : '',
      ])
      showTable(output, ['Version', `Deployed, ${zone}`, 'By', ''], rows)
    })
}

export function rollbackCommand(output: Output): Command {
  return serverCommand('rollback')
    .description('Deploys an older version of a model again, as a new version.')
    .argument('<model>', 'its id')
    .argument('<version>', 'a number that cellwake versions lists', wholeNumber)
    .addHelpText('after', '\nExample:\n  cellwake rollback price-desk 3')
    .action(async (id: string, version: number, options: ServerOptions) => {
      const client = await connect(options)
      const deployed = await client.rollback({ id }, { version })
      if (options.json === true) output.json(deployed)
      else {
        output.line(`${id} runs as v${deployed.version}, which is v${version} again.`)
        for (const line of deployText(deployed)) output.line(`  ${line}`)
      }
    })
}
