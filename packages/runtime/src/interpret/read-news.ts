// Reads of formulas, for a host that tracks the demand for external calls and which lazy formulas are stale. A model
// with neither records nothing.

import type { ReadNews, TriggerPart } from './model.ts'
import { LAZY, type ModelState, type Node, type RuleNodes } from './state.ts'
import { symbolOf } from './symbols.ts'

/** A formula has run. */
export function noteReads(m: ModelState, node: Node): void {
  const { formula } = node
  if (formula === undefined || formula.whole !== undefined) return
  if (m.program.externals.length > 0 || formula.mode === LAZY) m.readers.push(node)
}

export function takeReads(m: ModelState): ReadNews[] {
  const news: ReadNews[] = []
  const mark = ++m.walk
  for (const node of m.readers) {
    if (node.mark === mark) continue
    node.mark = mark
    const owner = ownerOf(m, node)
    if (owner !== undefined) news.push(newsOf(m, node, owner))
  }
  m.readers = []
  return news
}

interface Owner {
  readonly symbol: string
  readonly isWhole: boolean
  readonly rule: number
  readonly part: TriggerPart
}

function ownerOf(m: ModelState, node: Node): Owner | undefined {
  if (node.key >= -1 || node.call !== undefined) return formulaOf(m, node, false)
  for (let rule = 0; rule < m.rules.length; rule++) {
    const part = partOf(m.rules[rule]!, node)
    if (part !== undefined) return { symbol: '', isWhole: false, rule, part }
  }
  const { readers } = node
  for (let i = 0; i < readers.length; i += 2) {
    const reader = readers[i] as Node
    if (reader.formula?.whole === node) return formulaOf(m, reader, true)
  }
  return undefined
}

function formulaOf(m: ModelState, node: Node, isWhole: boolean): Owner {
  return { symbol: symbolOf(m, node), isWhole, rule: -1, part: 'trigger' }
}

function partOf(nodes: RuleNodes, node: Node): TriggerPart | undefined {
  if (nodes.trigger === node) return 'trigger'
  if (nodes.length === node) return 'length'
  if (nodes.lengthMax === node) return 'lengthMax'
  return nodes.policyMax === node ? 'policyMax' : undefined
}

function newsOf(m: ModelState, node: Node, { symbol, isWhole, rule, part }: Owner): ReadNews {
  const cells: string[] = []
  const ranges: number[][] = []
  for (let i = 0; i < node.reads.length; i += 2) {
    const dep = node.reads[i] as Node
    if (dep.extent !== undefined) {
      const { sheet, column, row, lastColumn, lastRow } = dep.extent
      ranges.push([sheet, column, row, lastColumn, lastRow])
    } else if (dep.key >= -1 || dep.call !== undefined) cells.push(symbolOf(m, dep))
  }
  return { symbol, isWhole, rule, part, cells, ranges }
}
