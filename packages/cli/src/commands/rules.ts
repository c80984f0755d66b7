// `cellwake rules`: the rules of a model and their states, or the firings of one.

import type { FiringPage, RuleView } from '@cellwake/client'
import type { Command } from 'commander'
import { CliError } from '../errors.ts'
import { zoneOf } from '../model-zone.ts'
import { type PageOptions, pageQuery, tellMore, withPages } from '../page-options.ts'
import { connect, type ServerOptions, serverCommand } from '../server-options.ts'
import { recordText } from '../text/firings-text.ts'
import type { Output } from '../text/output.ts'
import { standingText } from '../text/rule-text.ts'
import { timeIn } from '../text/time-text.ts'
import { visible } from '../text/visible-text.ts'
import { showTable } from '../text/wide-table.ts'

export function rulesCommand(output: Output): Command {
  return withPages(serverCommand('rules'))
    .description('Lists the rules of a model, or what one of them did and did not do.')
    .argument('<model>', 'its id')
    .argument('[rule]', 'its id, its title, or the line it starts on')
    .argument('[firings]', 'what it did; the word may be left out')
    .addHelpText(
      'after',
      '\nExamples:\n  cellwake rules operations\n  cellwake rules operations "Queue is long" firings',
    )
    .action(
      async (
        id: string,
        rule: string | undefined,
        word: string | undefined,
        options: ServerOptions & PageOptions,
        command: Command,
      ) => {
        if (word !== undefined && word !== 'firings')
          command.error(`error: ${word} is not known here; write firings, or nothing`)
        const client = await connect(options)
        const { rules } = await client.rules({ id })
        if (rule === undefined) {
          if (options.json === true) output.json({ rules })
          else showRules(output, rules, await zoneOf(client, id))
          return
        }
        const asked = theRule(rules, rule)
        const page = await client.firings({ id, ruleId: asked.id }, pageQuery(options))
        if (options.json === true) output.json(page)
        else showFirings(output, asked, page, await zoneOf(client, id))
      },
    )
}

function theRule(rules: readonly RuleView[], asked: string): RuleView {
  const found =
    rules.find(({ id }) => id === asked) ??
    rules.find(({ title }) => title === asked) ??
    rules.find(({ line }) => String(line) === asked)
  if (found !== undefined) return found
  const known = rules.map(({ title }) => `"${visible(title)}"`).join(', ')
  throw new CliError('unknown-rule', `There is no rule ${asked}. There are ${known || 'none'}.`)
}

function showRules(output: Output, rules: readonly RuleView[], zone: string): void {
  if (rules.length === 0) {
    output.line('The model has no rules.')
    return
  }
  const { bold, red } = output.colors
  const rows = rules.map((rule) => [
    String(rule.line),
    rule.kind.toUpperCase(),
    bold(visible(rule.title)),
    rule.problem === null ? rule.state : red(visible(rule.problem)),
    nextText(rule, zone),
    rule.skipped > 0 ? `${rule.fired}, ${rule.skipped} skipped` : String(rule.fired),
    rule.lastFiredAt === null ? '–' : timeIn(rule.lastFiredAt, zone),
  ])
  const [next, last] = [`Next, ${zone}`, `Last, ${zone}`]
  showTable(output, ['Line', 'Kind', 'Rule', 'State', next, 'Fired', last], rows)
}

function nextText({ gateAt, next }: RuleView, zone: string): string {
  const at = gateAt ?? next
  return at === null ? '–' : timeIn(at, zone)
}

function showFirings(
  output: Output,
  rule: RuleView,
  { firings, before }: FiringPage,
  zone: string,
): void {
  output.line(`${output.colors.bold(visible(rule.title))}\n${standingText(rule, zone)}\n`)
  if (firings.length === 0) {
    output.line('It has not fired yet.')
    return
  }
  const rows = firings.map((record) => [
    timeIn(record.at, zone),
    record.due === null ? '–' : timeIn(record.due, zone),
    String(record.rev),
    recordText(record, zone),
  ])
  showTable(output, [`When, ${zone}`, 'Due', 'Rev', 'Did'], rows)
  tellMore(output, before)
}
