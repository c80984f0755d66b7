// `cellwake history`: the values of a cell, with their causes.

import type { HistoryPage } from '@cellwake/client'
import type { Command } from 'commander'
import { zoneOf } from '../model-zone.ts'
import { type PageOptions, pageQuery, tellMore, withPages } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { causeText } from '../text/cause-text.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { cut, valueText } from '../text/value-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function historyCommand(output: Output): Command {
  return withPages(serverCommand('history'))
    .description('Shows what a cell was, newest first, and what made it so.')
    .argument('<model>', 'its id')
    .argument('<symbol>', 'a cell or a name')
    .addHelpText('after', '\nExample:\n  cellwake history price-desk fx --limit 20')
    .action(async (id: string, symbol: string, options: ServerOptions & PageOptions) => {
      const client = await connect(options)
      const page = await client.history({ id, symbol }, pageQuery(options))
      if (options.json === true) output.json(page)
      else show(output, page, await zoneOf(client, id))
    })
}

function show(output: Output, page: HistoryPage, zone: string): void {
  const { symbol, entries, before, keptSince } = page
  if (entries.length === 0) {
    output.line(`${visible(symbol)} has not changed since commit ${keptSince}.`)
    return
  }
  const rows = entries.map((entry) => [
    timeIn(entry.at, zone),
    String(entry.rev),
    cut(valueText(entry, zone)) || 'blank',
    causeText(entry.cause, zone),
  ])
  showTable(output, [`When, ${zone}`, 'Rev', 'Value', 'Because'], rows)
  tellMore(output, before)
}
