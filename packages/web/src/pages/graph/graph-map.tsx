// The picture itself. Only what is in sight is drawn; sizes are given, so nothing has to be measured.

import type { GraphView } from '@cellwake/client'
import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { memo, useEffect, useMemo, useRef } from 'react'
import '@xyflow/react/dist/base.css'
import { GRAPH_WHOLE_MAX_NODES } from '../../limits.ts'
import type { Ancestry } from './ancestors.ts'
import { BackEdge } from './back-edge.tsx'
import { edgesOf } from './edges.ts'
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts'
import { NodeBox } from './node-box.tsx'
import { nodeText } from './node-text.ts'
import type { LaidOut } from './use-layout.ts'

type GraphNode = GraphView['nodes'][number]

interface Data extends Record<string, unknown> {
  readonly node: GraphNode
  readonly look: string
}
type CellNode = Node<Data, 'cell'>
type HeadNode = Node<{ readonly title: string }, 'head'>
type AnyNode = CellNode | HeadNode
export type Flow = ReactFlowInstance<AnyNode, Edge>

/** Smaller than this, names cannot be read. */
const LEAST_ZOOM = 0.75

const nodeTypes = {
  cell: memo(function Cell({ data }: NodeProps<CellNode>) {
    return (
      <>
        <Handle type="target" position={Position.Left} isConnectable={false} />
        <NodeBox {...nodeText(data.node)} id={data.node.id} look={data.look} />
        <Handle type="source" position={Position.Right} isConnectable={false} />
      </>
    )
  }),
  head: memo(function Head({ data }: NodeProps<HeadNode>) {
    return <span className="column-head">{data.title}</span>
  }),
}

const edgeTypes = { back: memo(BackEdge) }

const handles = [
  { type: 'target', position: Position.Left, x: 0, y: NODE_HEIGHT / 2, width: 1, height: 1 },
  {
    type: 'source',
    position: Position.Right,
    x: NODE_WIDTH,
    y: NODE_HEIGHT / 2,
    width: 1,
    height: 1,
  },
] as const

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
  const { graph, placed, columns } = laid
  const isLarge = graph.nodes.length > GRAPH_WHOLE_MAX_NODES
  const flow = useRef<Flow>(undefined)
  const nodes = useMemo((): AnyNode[] => {
    const byId = new Map(graph.nodes.map((node) => [node.id, node]))
    const cells = placed.flatMap(({ id, x, y }): AnyNode[] => {
      const node = byId.get(id)
      if (node === undefined) return []
      const look = lookOf(node, selected, ancestry)
      return [
        {
          id,
          type: 'cell',
          position: { x, y },
          width: NODE_WIDTH,
          height: NODE_HEIGHT,
          handles: [...handles],
          zIndex: 2,
          data: { node, look },
        },
      ]
    })
    const heads = columns.map(({ x, title }): AnyNode => {
      const size = { width: NODE_WIDTH, height: 20 }
      return { id: `head:${x}`, type: 'head', position: { x, y: -44 }, ...size, data: { title } }
    })
    return [...heads, ...cells]
  }, [graph, placed, columns, selected, ancestry])
  const edges = useMemo(() => edgesOf(laid, ancestry, isLarge), [laid, ancestry, isLarge])
  const shown = useRef<LaidOut>(undefined)
  useEffect(() => {
    if (shown.current === laid || flow.current === undefined) return
    const isFirst = shown.current?.graph !== graph
    shown.current = laid
    if (isFirst) showStart(flow.current, laid, isLarge)
  })
  return (
    // A press on a node selects it: one listener for all of them.
    <ReactFlow<AnyNode, Edge>
      className="graph-map"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onInit={(made) => {
        flow.current = made
        shown.current = laid
        showStart(made, laid, isLarge)
        onReady(made)
      }}
      onNodeClick={(_, node) => {
        if (node.type === 'cell') onSelect(node.id)
      }}
      onPaneClick={() => onSelect(undefined)}
      onlyRenderVisibleElements
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
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

/** All of a graph that can be read when it is all in sight; else its top left. */
function showStart(flow: Flow, laid: LaidOut, isLarge: boolean): void {
  void flow.setViewport({ x: 24, y: 64, zoom: isLarge ? 1 : 0.9 })
  if (isLarge || laid.placed.length === 0) return
  const box = flow.getNodesBounds(flow.getNodes())
  const map = document.querySelector('.graph-map')
  const room = Math.min((map?.clientWidth ?? 0) / box.width, (map?.clientHeight ?? 0) / box.height)
  if (room >= LEAST_ZOOM) void flow.fitView({ padding: 0.06, maxZoom: 1 })
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
