// Graphs of models without a store, for tests that look at nodes and edges.

import { catalogue, compile, parseSymbol } from '@cellwake/language'
import { UTC_TABLE, type Value } from '@cellwake/runtime'
import { type Node, readAt, readCount } from '@cellwake/scheduler'
import type { CellNode } from '../../src/graph/cell-node.ts'
import { ModelGraph } from '../../src/graph/model-graph.ts'
import { atOnce } from '../../src/model/slices.ts'

/** Built from a source and started. */
export function graphOf(source: string): ModelGraph {
  const { ir, diagnostics } = compile(source)
  if (ir === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const graph = new ModelGraph(ir.sheets, {
    catalogue,
    zone: UTC_TABLE,
    random: () => 0.5,
    countRuns: true,
    formulaText: () => undefined,
    pause: () => false,
  })
  atOnce(graph.build(ir))
  atOnce(graph.start(0))
  return graph
}

export function nodeOf(graph: ModelGraph, symbol: string): CellNode {
  const { cells } = graph
  const parts = parseSymbol(symbol, cells.sheets)
  if (parts === undefined) throw new Error(`${symbol} is no symbol`)
  if ('name' in parts) return cells.name(parts.name)
  return cells.cell(cells.sheetNumber(parts.sheet), parts.column, parts.row)
}

export function valueAt(graph: ModelGraph, symbol: string): Value {
  return nodeOf(graph, symbol).value
}

export function write(graph: ModelGraph, values: Readonly<Record<string, Value>>): void {
  for (const [symbol, value] of Object.entries(values)) graph.write(nodeOf(graph, symbol), value)
  graph.settle(0)
}

/** How many formulas ran since this was last asked, and how many nodes of any kind. */
export function takeRuns(graph: ModelGraph): { formulas: number; nodes: number } {
  const { evaluation, graph: inner } = graph
  const formulas = [...(evaluation.runs ?? [])].reduce((sum, [, count]) => sum + count, 0)
  evaluation.runs = new Map()
  const nodes = inner.runs
  inner.runs = 0
  return { formulas, nodes }
}

/** How many edges there are under some nodes. */
export function edgesUnder(from: readonly Node[]): number {
  const seen = new Set<Node>(from)
  let edges = 0
  for (const node of seen) {
    const count = readCount(node)
    edges += count
    for (let i = 0; i < count; i++) seen.add(readAt(node, i))
  }
  return edges
}
