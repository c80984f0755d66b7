// `cellwake set`: sets inputs, all or none, and shows the effects.

import type { CellwakeClient, SetAnswerView } from '@cellwake/client'
import type { Command } from 'commander'
import { givenOf } from '../given.ts'
import { SHOWN_CHANGES_MAX_COUNT } from '../limits.ts'
import { zoneFor } from '../model-zone.ts'
import { wholeNumber } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { didText } from '../text/firings-text.ts'
import { count, type Output } from '../text/output.ts'
import { visible } from '../text/visible-text.ts'

interface Options extends ServerOptions {
  readonly expectRev?: number
  readonly key?: string
}

export function setCommand(output: Output): Command {
  return serverCommand('set')
    .description('Gives values to inputs of a model: all of them or none.')
    .argument('<model>', 'its id')
    .argument('<symbol=expr...>', 'an input and its value, such as A1=5 or rate=5pct')
    .option('--expect-rev <rev>', 'only if the newest commit of the model is this one', wholeNumber)
    .option('--key <key>', 'the same key again changes nothing and gets the same answer')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake set price-desk copper=9500\n  cellwake set price-desk C2=41 C3=66 --expect-rev 120',
    )
    .action(async (id: string, assignments: string[], options: Options) => {
      const set = givenOf(assignments)
      const client = await connect(options)
      const answer = await client.set(
        { id },
        { set, ...(options.expectRev !== undefined && { expectRev: options.expectRev }) },
        { ...(options.key !== undefined && { idempotencyKey: options.key }) },
      )
      if (options.json === true) output.json(answer)
      else {
        show(output, answer)
        await showFirings(output, client, id, answer)
      }
    })
}

function show(output: Output, { rev, changed }: SetAnswerView): void {
  const { dim } = output.colors
  const named = visible(changed.slice(0, SHOWN_CHANGES_MAX_COUNT).join(', '))
  const more = changed.length > SHOWN_CHANGES_MAX_COUNT ? ', …' : ''
  const what = changed.length === 0 ? 'nothing changed' : `${count(changed.length, 'cell')} changed`
  output.line(`rev ${rev}: ${what}${changed.length === 0 ? '' : dim(` (${named}${more})`)}`)
}

async function showFirings(
  output: Output,
  client: CellwakeClient,
  id: string,
  { firings }: SetAnswerView,
): Promise<void> {
  if (firings.length === 0) return
  const { rules } = await client.rules({ id })
  const titles = new Map(rules.map((rule) => [rule.id, rule.title]))
  const zone = await zoneFor(client, id, firings)
  for (const firing of firings) {
    const title = output.colors.bold(visible(titles.get(firing.rule) ?? firing.rule))
    output.line(`  ${title} fired  ${didText(firing, zone)}`)
  }
}
