// Why a cell has its value, as a tree: the formula, its reads, and the origin of each.

import type { CallFacts, Explanation, RuleView, WhyNode } from '@cellwake/client'
import { causeText } from './cause-text.ts'
import type { Output } from './output.ts'
import { namedText, writesTo } from './rule-text.ts'
import { timeText } from './time-text.ts'
import { cut, type Shown, valueText } from './value-text.ts'
import { visible } from './visible-text.ts'

/** The context of an explanation: the zone of the model, and the current state of its rules. */
export interface WhyAround {
  readonly zone: string
  readonly rules: readonly RuleView[]
}

export function showWhy(output: Output, found: Explanation, { zone, rules }: WhyAround): void {
  const { dim } = output.colors
  showNode(output, found.why, zone, '', '')
  if (found.because.length > 0) {
    output.line()
    output.line('It changed because')
    for (const { symbol, before, after } of found.because) {
      const was = before === null ? '' : `, ${dim(`was ${shown(before, zone)}`)}`
      output.line(`  ${visible(symbol)} became ${shown(after, zone)}${was}`)
    }
  }
  if (found.origin.length > 0) {
    output.line()
    output.line('Back to the origin')
    for (const cause of found.origin) {
      const when = `${timeText(cause.at, zone)}  rev ${cause.rev}`
      output.line(`  ${dim(when)}  ${causeText(cause, zone)}`)
    }
  }
  const writers = rules.filter((rule) => writesTo(rule, found.why.symbol))
  const readers = rules.filter(({ id }) => found.readByRules.includes(id))
  const readBy = found.readBy.map((symbol) => visible(symbol)).join(', ')
  if (writers.length + readers.length + found.readBy.length > 0) output.line()
  for (const rule of writers) output.line(`Written by the rule ${namedText(rule, zone)}`)
  if (readBy !== '') output.line(`Read by ${readBy}`)
  for (const rule of readers) output.line(`Read by the rule ${namedText(rule, zone)}`)
}

function showNode(output: Output, node: WhyNode, zone: string, lead: string, below: string): void {
  const { bold, dim, red } = output.colors
  const value = node.kind === 'error' ? red(shown(node, zone)) : shown(node, zone)
  const state = node.status === 'ready' ? '' : dim(`, ${node.status}`)
  const formula = node.formula === null ? '' : dim(`  = ${visible(oneLine(node.formula))}`)
  output.line(`${lead}${bold(visible(node.symbol))}  ${value}${state}${formula}`)
  const call = node.call === null ? [] : callLines(node.call, zone)
  const facts = [...changeText(node, zone), ...call, ...notTakenText(node), ...restText(node)]
  const children = node.reads
  facts.forEach((fact) => {
    output.line(`${below}${children.length > 0 ? '│  ' : '   '}${dim(fact)}`)
  })
  children.forEach((child, i) => {
    const last = i === children.length - 1
    const [branch, trunk] = last ? ['└─ ', '   '] : ['├─ ', '│  ']
    showNode(output, child, zone, `${below}${branch}`, `${below}${trunk}`)
  })
}

function changeText({ changed, role }: WhyNode, zone: string): string[] {
  if (changed === null) return role === 'input' ? ['as it was deployed'] : []
  const { before, cause } = changed
  const was = before === null ? '' : `, was ${shown(before, zone)}`
  return [`${causeText(cause, zone)}, ${timeText(cause.at, zone)}, rev ${cause.rev}${was}`]
}

/** An external call: its provider, the time of the answer, its job with the attempts, and the failure. */
function callLines({ fetchedAt, refreshAt, provider, job, ...call }: CallFacts, zone: string) {
  const again = refreshAt === null ? '' : `, asked again at ${timeText(refreshAt, zone)}`
  const who = provider === null ? '' : ` by ${visible(provider)}`
  const answered =
    fetchedAt === null ? 'not answered yet' : `answered${who} at ${timeText(fetchedAt, zone)}`
  return [
    `${call.function} ${answered}${again}`,
    ...(job === null
      ? []
      : [`job ${visible(job.id)}: ${job.status}, attempt ${job.attempt} of ${job.attempts}`]),
    ...(call.error === undefined ? [] : [visible(call.error)]),
  ]
}

function notTakenText({ notTaken }: WhyNode): string[] {
  return notTaken.length === 0 ? [] : [`not read: ${visible(notTaken.join(', '))}`]
}

function restText({ more, cut: isCut, symbol, role }: WhyNode): string[] {
  return [
    ...(more > 0 ? [`and ${more} more`] : []),
    // An input has nothing behind it.
    ...(isCut && role !== 'input' ? [`ask for ${visible(symbol)} to see more`] : []),
  ]
}

function shown(value: Shown, zone: string): string {
  return value.kind === 'blank' ? 'blank' : cut(valueText(value, zone))
}

function oneLine(formula: string): string {
  return cut(formula.replace(/\s*\n\s*/g, ' '))
}
