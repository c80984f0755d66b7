// `cellwake audit`: the audit log.

import type { Command } from 'commander'
import { zoneOrUtc } from '../model-zone.ts'
import { type PageOptions, pageQuery, tellMore, withPages } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function auditCommand(output: Output): Command {
  return withPages(serverCommand('audit'))
    .description('Shows who changed what, newest first.')
    .argument('[about]', 'a model or a topic; everything if left out')
    .addHelpText('after', '\nExample:\n  cellwake audit price-desk --limit 50')
    .action(async (about: string | undefined, options: ServerOptions & PageOptions) => {
      const client = await connect(options)
      const query = { ...pageQuery(options), ...(about !== undefined && { about }) }
      const page = await client.audit({}, query)
      if (options.json === true) {
        output.json(page)
        return
      }
      const zone = about === undefined ? 'UTC' : await zoneOrUtc(client, about)
      if (page.entries.length === 0) output.line('Nothing has been changed.')
      const rows = page.entries.map((entry) => [
        timeIn(entry.at, zone),
        String(entry.rev),
        visible(entry.by),
        visible(entry.act),
        visible(entry.about),
        visible(entry.what),
      ])
      const headings = [`When, ${zone}`, 'Rev', 'Who', 'Act', 'About', 'What']
      if (rows.length > 0) showTable(output, headings, rows)
      tellMore(output, page.before)
    })
}
