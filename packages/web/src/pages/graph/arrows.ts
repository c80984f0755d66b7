// The arrows of the picture as outlines, in bundles by where they begin: a bundle is one shape to the browser, however
// many arrows it holds. In a large graph long arrows would cover everything: there only short ones are drawn, and the
// selected path.

import { GRAPH_PATH_MAX_EDGES } from '../../limits.ts'
import type { Ancestry } from './ancestors.ts'
import { COLUMN_STEP, NODE_HEIGHT, NODE_WIDTH, type Placed } from './layout.ts'
import { type Box, boxAround, tileOf } from './tiles.ts'
import type { LaidOut } from './use-layout.ts'

const shortPx = { x: 2 * COLUMN_STEP, y: 600 }

export interface Bundle {
  readonly id: string
  readonly box: Box
  readonly plain: string
  /** Arrows to dormant cells. */
  readonly dormant: string
}

interface Arrow {
  readonly outline: string
  readonly box: Box
}

export function bundlesOf({ graph, placed }: LaidOut, isLarge: boolean): Bundle[] {
  const places = new Map(placed.map((place) => [place.id, place]))
  const dormant = new Set(graph.nodes.flatMap(({ id, wanted }) => (wanted ? [] : [id])))
  const bundles = new Map<string, { boxes: Box[]; plain: string[]; dormant: string[] }>()
  for (const { from, to } of graph.edges) {
    const source = places.get(from)
    const target = places.get(to)
    if (source === undefined || target === undefined) continue
    if (isLarge && !isShort(source, target)) continue
    const tile = tileOf(source)
    const bundle = bundles.get(tile) ?? { boxes: [], plain: [], dormant: [] }
    bundles.set(tile, bundle)
    const { outline, box } = arrow(source, target)
    bundle.boxes.push(box)
    bundle[dormant.has(to) ? 'dormant' : 'plain'].push(outline)
  }
  return [...bundles].map(([id, bundle]) => ({
    id,
    box: boxAround(bundle.boxes),
    plain: bundle.plain.join(''),
    dormant: bundle.dormant.join(''),
  }))
}

export interface PathArrows {
  readonly box: Box
  readonly outlines: readonly string[]
}

/** The arrows between the nodes of a path, however long they are. */
export function pathArrows(
  { graph, placed }: LaidOut,
  ancestry: Ancestry | undefined,
): PathArrows | undefined {
  if (ancestry === undefined) return undefined
  const places = new Map(placed.map((place) => [place.id, place]))
  const arrows = graph.edges
    .filter(({ from, to }) => ancestry.nodes.has(from) && ancestry.nodes.has(to))
    .slice(0, GRAPH_PATH_MAX_EDGES)
    .flatMap(({ from, to }) => {
      const source = places.get(from)
      const target = places.get(to)
      return source === undefined || target === undefined ? [] : [arrow(source, target)]
    })
  if (arrows.length === 0) return undefined
  return {
    box: boxAround(arrows.map(({ box }) => box)),
    outlines: arrows.map(({ outline }) => outline),
  }
}

function isShort(source: Placed, target: Placed): boolean {
  return Math.abs(target.x - source.x) <= shortPx.x && Math.abs(target.y - source.y) <= shortPx.y
}

function arrow(source: Placed, target: Placed): Arrow {
  return target.x <= source.x ? backArrow(source, target) : onArrow(source, target)
}

function onArrow(source: Placed, target: Placed): Arrow {
  const [fromX, fromY] = [source.x + NODE_WIDTH, Math.round(source.y) + NODE_HEIGHT / 2]
  const [toX, toY] = [target.x, Math.round(target.y) + NODE_HEIGHT / 2]
  const middle = (fromX + toX) / 2
  const box = boxAround([
    { x: fromX, y: fromY, width: 0, height: 0 },
    { x: toX, y: toY, width: 0, height: 0 },
  ])
  return { outline: `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`, box }
}

/** From under its source to under its target, so that it does not look like one that goes on. */
function backArrow(source: Placed, target: Placed): Arrow {
  const [fromX, fromY] = [source.x + NODE_WIDTH / 2, Math.round(source.y) + NODE_HEIGHT]
  const [toX, toY] = [target.x + NODE_WIDTH / 2, Math.round(target.y) + NODE_HEIGHT]
  const dip = Math.round(24 + Math.abs(fromX - toX) * 0.14)
  const box = boxAround([
    { x: fromX, y: fromY, width: 0, height: dip },
    { x: toX, y: toY, width: 0, height: dip },
  ])
  const outline = `M${fromX} ${fromY}C${fromX} ${fromY + dip} ${toX} ${toY + dip} ${toX} ${toY}`
  return { outline, box }
}
