// `cellwake models`: the models of a server, and how they are.

import type { ModelSummary } from '@cellwake/client'
import type { Command } from 'commander'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { count, type Output } from '../text/output.ts'
import { timeText } from '../text/time-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function modelsCommand(output: Output): Command {
  return serverCommand('models')
    .description('Lists the models of a server, with their health and what they do next.')
    .addHelpText('after', '\nExample:\n  cellwake models')
    .action(async (options: ServerOptions) => {
      const client = await connect(options)
      const { models } = await client.models()
      if (options.json === true) output.json({ models })
      else if (models.length === 0)
        output.line('There are no models yet. cellwake deploy FILE brings one to life.')
      else show(output, models)
    })
}

function show(output: Output, models: readonly ModelSummary[]): void {
  const { bold } = output.colors
  const rows = models.map((model) => [
    bold(visible(model.id)),
    `v${model.version}`,
    String(model.rev),
    model.cells.assigned.toLocaleString('en'),
    String(model.rules),
    healthText(output, model),
    nextText(model),
  ])
  showTable(output, ['Model', 'Version', 'Rev', 'Cells', 'Rules', 'Health', 'Next'], rows)
}

function nextText({ next, timezone }: ModelSummary): string {
  return next === null ? '–' : visible(`${timeText(next.due, timezone)}  ${next.title}`)
}

function healthText(output: Output, model: ModelSummary): string {
  const { errors, problems, statuses, cells } = model
  const { dim, green, red, yellow } = output.colors
  const wrong = problems.length + (statuses.failed ?? 0)
  if (wrong > 0) return red(count(wrong, 'problem'))
  // No host has it open, or everything in it is lazy.
  if (cells.assigned > 0 && cells.wanted === 0) return dim('dormant')
  if (errors > 0) return yellow(count(errors, 'error'))
  // Never arrived, and nothing is under way that could bring it.
  const waiting = (statuses.running ?? 0) > 0 ? 0 : (statuses.queued ?? 0)
  return waiting > 0 ? yellow(count(waiting, 'cell waits', 'cells wait')) : green('well')
}
