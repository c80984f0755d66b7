// The picture itself. Panning and zooming only move it: tiles of nodes and bundles of arrows are drawn, and only in the
// viewport (culling). Sizes are given, so nothing has to be measured.

import type { GraphView } from '@cellwake/client'
import { type Edge, getViewportForBounds, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import { useEffect, useMemo, useRef } from 'react'
import '@xyflow/react/dist/base.css'
import { GRAPH_WHOLE_MAX_NODES } from '../../limits.ts'
import type { Ancestry } from './ancestors.ts'
import { bundlesOf, pathArrows } from './arrows.ts'
import { type Part, partTypes } from './graph-parts.tsx'
import { NODE_WIDTH } from './layout.ts'
import { type Box, boxOf, tilesOf } from './tiles.ts'
import type { LaidOut } from './use-layout.ts'

type GraphNode = GraphView['nodes'][number]
export type Flow = ReactFlowInstance<Part, Edge>

/** Smaller than this, names cannot be read. */
const LEAST_ZOOM = 0.75

const headRise = 44

export function GraphMap({
  laid,
  selected,
  ancestry,
  onSelect,
  onReady,
}: {
  laid: LaidOut
  selected: string | undefined
  ancestry: Ancestry | undefined
  onSelect: (id: string | undefined) => void
  onReady: (flow: Flow) => void
}) {
  const { graph } = laid
  const isLarge = graph.nodes.length > GRAPH_WHOLE_MAX_NODES
  const flow = useRef<Flow>(undefined)
  const still = useMemo(() => [...headParts(laid), ...bundleParts(laid, isLarge)], [laid, isLarge])
  const path = useMemo(() => pathParts(laid, ancestry), [laid, ancestry])
  const tiles = useMemo(() => tileParts(laid, selected, ancestry), [laid, selected, ancestry])
  const parts = useMemo(() => [...still, ...path, ...tiles], [still, path, tiles])
  const shown = useRef<LaidOut>(undefined)
  useEffect(() => {
    if (shown.current === laid || flow.current === undefined) return
    const isFirst = shown.current?.graph !== graph
    shown.current = laid
    if (isFirst) showStart(flow.current, laid, isLarge)
  })
  return (
    <ReactFlow<Part, Edge>
      className="graph-map"
      nodes={parts}
      nodeTypes={partTypes}
      onInit={(made) => {
        flow.current = made
        shown.current = laid
        showStart(made, laid, isLarge)
        onReady(made)
      }}
      onClick={({ target }) => {
        // One listener for all nodes.
        const pressed = (target as Element).closest('[data-node]')?.getAttribute('data-node')
        if (pressed) onSelect(pressed)
      }}
      onPaneClick={() => onSelect(undefined)}
      onlyRenderVisibleElements
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      minZoom={isLarge ? 0.35 : 0.2}
      maxZoom={2}
      panOnScroll
      zoomOnDoubleClick={false}
      proOptions={{ hideAttribution: true }}
      aria-label="What depends on what"
    />
  )
}

/** The position and size of a part, for the graph library. Without handles it would be drawn to be measured. */
function placedAt({ x, y, width, height }: Box, zIndex: number) {
  const size = { width: Math.max(1, width), height: Math.max(1, height) }
  return { position: { x, y }, ...size, handles: [], zIndex }
}

function headParts({ columns }: LaidOut): Part[] {
  return columns.map(({ x, title }) => {
    const box = { x, y: -headRise, width: NODE_WIDTH, height: 20 }
    return { id: `head:${x}`, type: 'head', ...placedAt(box, 0), data: { title } }
  })
}

function bundleParts(laid: LaidOut, isLarge: boolean): Part[] {
  return bundlesOf(laid, isLarge).map((bundle) => ({
    id: `bundle:${bundle.id}`,
    type: 'bundle',
    ...placedAt(bundle.box, 0),
    data: { ...bundle },
  }))
}

function pathParts(laid: LaidOut, ancestry: Ancestry | undefined): Part[] {
  const path = pathArrows(laid, ancestry)
  if (path === undefined) return []
  return [{ id: 'path', type: 'path', ...placedAt(path.box, 1), data: { ...path } }]
}

function tileParts(
  { graph, placed }: LaidOut,
  selected: string | undefined,
  ancestry: Ancestry | undefined,
): Part[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return tilesOf(placed).map(({ id, box, placed: inside }) => {
    const nodes = inside.flatMap((place) => {
      const node = byId.get(place.id)
      if (node === undefined) return []
      const look = lookOf(node, selected, ancestry)
      return [{ node, look, left: place.x - box.x, top: place.y - box.y }]
    })
    return { id: `tile:${id}`, type: 'tile', ...placedAt(box, 2), data: { nodes } }
  })
}

/** All of a graph that can be read when it is all in sight; else its top left. */
function showStart(flow: Flow, { placed }: LaidOut, isLarge: boolean): void {
  void flow.setViewport({ x: 24, y: 64, zoom: isLarge ? 1 : 0.9 })
  if (isLarge || placed.length === 0) return
  const nodes = boxOf(placed)
  const box = { ...nodes, y: nodes.y - headRise, height: nodes.height + headRise }
  const map = document.querySelector('.graph-map')
  const [width, height] = [map?.clientWidth ?? 0, map?.clientHeight ?? 0]
  if (Math.min(width / box.width, height / box.height) < LEAST_ZOOM) return
  void flow.setViewport(getViewportForBounds(box, width, height, LEAST_ZOOM, 1, 0.06))
}

function lookOf(
  node: GraphNode,
  selected: string | undefined,
  ancestry: Ancestry | undefined,
): string {
  const role =
    node.kind === 'external' || node.kind === 'rule' || node.kind === 'topic' ? node.kind : ''
  const input = node.kind === 'input' ? 'input' : ''
  const state = node.wanted ? '' : 'dormant'
  const path = node.id === selected ? 'selected' : ancestry?.nodes.has(node.id) ? 'path' : ''
  return [role, input, state, path].filter((part) => part !== '').join(' ')
}
