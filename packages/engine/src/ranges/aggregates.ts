// Functions over whole ranges that need no array: their results follow from the regions' aggregates.

import {
  type Code,
  DIVISION_BY_ZERO,
  finite,
  functions,
  isError,
  type Value,
} from '@cellwake/runtime'
import type { Graph } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import { type Aggregate, nothing } from './aggregate.ts'
import type { Region, Regions } from './region.ts'

type FromAggregate = (total: Aggregate) => Value

const known: Readonly<Record<string, FromAggregate>> = {
  SUM: (total) => total.stop ?? finite(total.sum),
  AVERAGE: (total) =>
    total.stop ?? (total.numbers === 0 ? DIVISION_BY_ZERO : finite(total.sum / total.numbers)),
  MIN: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.min),
  MAX: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.max),
  // These count and pass nothing on.
  COUNT: (total) => total.numbers,
  COUNTA: (total) => total.filled,
}

export type AggregateCode = (
  graph: Graph,
  regions: Regions,
  ranges: readonly ((node: CellNode) => Region)[],
) => Code<CellNode>

/** Code of a function of whole ranges, from aggregates; undefined for all others. */
export function aggregateOf(name: string): AggregateCode | undefined {
  const tell = Object.hasOwn(known, name) ? known[name]! : undefined
  if (tell === undefined) return undefined
  const inFull = functions[name]!
  return (graph, regions, ranges) => {
    const [only] = ranges
    const ofOne: Code<CellNode> = (node) => {
      const region = only!(node)
      const total = graph.read(region) as Aggregate
      return total.others === 0 ? tell(total) : inFull([regions.arrayOf(region)])
    }
    if (ranges.length === 1) return ofOne
    return (node) => {
      const total = nothing()
      for (const range of ranges) total.joinAfter(graph.read(range(node)) as Aggregate)
      if (total.others === 0) return tell(total)
      const arrays: Value[] = []
      for (const range of ranges) {
        const found = regions.arrayOf(range(node))
        if (isError(found)) return found
        arrays.push(found)
      }
      return inFull(arrays)
    }
  }
}
