// Why a cell has its value, as a tree: the formula, what it read, and where each of those came from.

import type { Explanation, WhyNode } from '@cellwake/client'
import { causeText } from './cause-text.ts'
import { cut, valueText } from './cells-text.ts'
import type { Output } from './output.ts'
import { timeText } from './time-text.ts'
import { visible } from './visible-text.ts'

export function showWhy(output: Output, found: Explanation): void {
  const { dim } = output.colors
  showNode(output, found.why, '', '')
  if (found.because.length > 0) {
    output.line()
    output.line('It changed because')
    for (const { symbol, before, after } of found.because) {
      const was = before === null ? '' : ` ${dim(`was ${shown(before)}`)}`
      output.line(`  ${visible(symbol)} became ${shown(after)}${was}`)
    }
  }
  if (found.origin.length > 0) {
    output.line()
    output.line('Back to the origin')
    for (const cause of found.origin) {
      output.line(`  ${dim(`${timeText(cause.at)}  rev ${cause.rev}`)}  ${causeText(cause)}`)
    }
  }
  const readers = [...found.readBy, ...found.readByRules.map((rule) => `rule ${rule}`)]
  if (readers.length > 0) output.line(`\nRead by ${visible(readers.join(', '))}`)
}

function showNode(output: Output, node: WhyNode, lead: string, below: string): void {
  const { bold, dim, red } = output.colors
  const value = node.kind === 'error' ? red(shown(node)) : shown(node)
  const state = node.status === 'ready' ? '' : dim(`, ${node.status}`)
  const formula = node.formula === null ? '' : dim(`  = ${visible(oneLine(node.formula))}`)
  output.line(`${lead}${bold(visible(node.symbol))}  ${value}${state}${formula}`)
  const facts = [...changeText(node), ...notTakenText(node), ...restText(node)]
  const children = node.reads
  facts.forEach((fact) => {
    output.line(`${below}${children.length > 0 ? '│  ' : '   '}${dim(fact)}`)
  })
  children.forEach((child, i) => {
    const last = i === children.length - 1
    showNode(output, child, `${below}${last ? '└─ ' : '├─ '}`, `${below}${last ? '   ' : '│  '}`)
  })
}

function changeText({ changed, role }: WhyNode): string[] {
  if (changed === null) return role === 'input' ? ['as it was deployed'] : []
  const { before, cause } = changed
  const was = before === null ? '' : `, was ${shown(before)}`
  return [`${causeText(cause)}, ${timeText(cause.at)}, rev ${cause.rev}${was}`]
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

function shown(value: Pick<WhyNode, 'kind' | 'value'>): string {
  return value.kind === 'blank' ? 'blank' : cut(valueText(value))
}

function oneLine(formula: string): string {
  return cut(formula.replace(/\s*\n\s*/g, ' '))
}
