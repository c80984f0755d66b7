// `cellwake topics` and `cellwake events`: the topics and their events.

import type { Command } from 'commander'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import type { Output } from '../text/output.ts'
import { timeIn } from '../text/time-text.ts'
import { jsonText } from '../text/value-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function topicsCommand(output: Output): Command {
  return serverCommand('topics')
    .description('Lists the topics, with how many events each holds.')
    .addHelpText('after', '\nExample:\n  cellwake topics')
    .action(async (options: ServerOptions) => {
      const client = await connect(options)
      const { topics } = await client.topics()
      if (options.json === true) output.json({ topics })
      else if (topics.length === 0) output.line('Nothing has been published yet.')
      else {
        const rows = topics.map(({ topic, events, lastAt }) => [
          visible(topic),
          events.toLocaleString('en'),
          lastAt === null ? '–' : timeIn(lastAt, 'UTC'),
        ])
        showTable(output, ['Topic', 'Events', 'Last, UTC'], rows)
      }
    })
}

interface EventsOptions extends ServerOptions {
  readonly after?: number
  readonly limit?: number
}

export function eventsCommand(output: Output): Command {
  return serverCommand('events')
    .description('Shows the events of a topic, newest first, or those after a position.')
    .argument('<topic>', 'its name')
    .option('--after <position>', 'those after this one, oldest first', wholeNumber)
    .option('--limit <count>', 'how many, at most 1000', wholeNumber)
    .addHelpText('after', '\nExample:\n  cellwake events alerts --limit 20')
    .action(async (topic: string, options: EventsOptions) => {
      const client = await connect(options)
      const { after, limit } = options
      const query = { ...(after !== undefined && { after }), ...(limit !== undefined && { limit }) }
      const page = await client.events({ topic }, query)
      if (options.json === true) output.json(page)
      else if (page.events.length === 0) output.line('There are no events there.')
      else {
        const rows = page.events.map(({ position, at, rev, payload }) => [
          String(position),
          timeIn(at, 'UTC'),
          String(rev),
          jsonText(payload, 'UTC'),
        ])
        showTable(output, ['Position', 'When, UTC', 'Rev', 'Event'], rows)
      }
    })
}
