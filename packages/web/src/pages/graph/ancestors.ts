// Ancestors of a node, nearest first, and its readers.

import type { GraphView } from '@cellwake/client'

type Edges = GraphView['edges']

export interface Ancestry {
  /** The node itself and all it depends on. */
  readonly nodes: ReadonlySet<string>
  /** In the order of the distance. */
  readonly ordered: readonly string[]
  readonly readBy: readonly string[]
}

export function ancestryOf(id: string, edges: Edges): Ancestry {
  const sources = new Map<string, string[]>()
  const readBy: string[] = []
  for (const { from, to } of edges) {
    if (from === id) readBy.push(to)
    const known = sources.get(to)
    if (known === undefined) sources.set(to, [from])
    else known.push(from)
  }
  const seen = new Set([id])
  for (const next of seen) for (const source of sources.get(next) ?? []) seen.add(source)
  return { nodes: seen, ordered: [...seen].slice(1), readBy }
}
