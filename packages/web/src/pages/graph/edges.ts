// The arrows of the picture. Those that go back, from what a rule wrote to the rule, take a way of their own. In a large
// graph long arrows would cover everything: there only short ones are drawn, and those of the selected path.

import type { Edge } from '@xyflow/react'
import { GRAPH_PATH_MAX_EDGES } from '../../limits.ts'
import type { Ancestry } from './ancestors.ts'
import { COLUMN_STEP } from './layout.ts'
import type { LaidOut } from './use-layout.ts'

const shortPx = { x: 2 * COLUMN_STEP, y: 600 }

export function edgesOf(
  { graph, placed }: LaidOut,
  ancestry: Ancestry | undefined,
  isLarge: boolean,
): Edge[] {
  const places = new Map(placed.map((place) => [place.id, place]))
  const dormant = new Set(graph.nodes.flatMap(({ id, wanted }) => (wanted ? [] : [id])))
  const edges: Edge[] = []
  let onPath = 0
  for (const { from, to } of graph.edges) {
    const source = places.get(from)
    const target = places.get(to)
    if (source === undefined || target === undefined) continue
    const isPath = (ancestry?.nodes.has(from) && ancestry.nodes.has(to)) ?? false
    if (isPath) onPath += 1
    const isShort =
      Math.abs(target.x - source.x) <= shortPx.x && Math.abs(target.y - source.y) <= shortPx.y
    const isDrawn = !isLarge || isShort || (isPath && onPath <= GRAPH_PATH_MAX_EDGES)
    if (!isDrawn) continue
    edges.push({
      id: `${from}→${to}`,
      source: from,
      target: to,
      type: target.x <= source.x ? 'back' : 'default',
      className: isPath ? 'path' : dormant.has(to) ? 'dormant' : '',
      zIndex: isPath ? 1 : 0,
    })
  }
  return edges
}
