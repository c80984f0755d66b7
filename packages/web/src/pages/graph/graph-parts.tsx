// Parts of the picture: tiles of nodes, bundles of arrows, the selected path, heads of columns. Each is one node
// to the library that moves the picture.

import type { GraphView } from '@cellwake/client'
import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import type { Bundle, PathArrows } from './arrows.ts'
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts'
import { NodeBox } from './node-box.tsx'
import type { Box } from './tiles.ts'
import { useTurn } from './turns.ts'

type GraphNode = GraphView['nodes'][number]

export interface DrawnNode {
  readonly node: GraphNode
  readonly look: string
  /** From the corner of the tile. */
  readonly left: number
  readonly top: number
}

export type TilePart = Node<{ readonly nodes: readonly DrawnNode[] }, 'tile'>
export type BundlePart = Node<Bundle & Record<string, unknown>, 'bundle'>
export type PathPart = Node<PathArrows & Record<string, unknown>, 'path'>
export type HeadPart = Node<{ readonly title: string }, 'head'>
export type Part = TilePart | BundlePart | PathPart | HeadPart

export const partTypes = {
  tile: memo(function TileNodes({ data }: NodeProps<TilePart>) {
    const isDrawn = useTurn()
    return (
      <div className="graph-tile">
        {isDrawn && data.nodes.map((drawn) => <Placed key={drawn.node.id} {...drawn} />)}
      </div>
    )
  }),
  bundle: memo(function BundleArrows({ data }: NodeProps<BundlePart>) {
    return (
      <Canvas box={data.box}>
        {data.plain !== '' && <path className="arrow" d={data.plain} />}
        {data.dormant !== '' && <path className="arrow dormant" d={data.dormant} />}
      </Canvas>
    )
  }),
  path: memo(function PathArrowsInInk({ data }: NodeProps<PathPart>) {
    return (
      <Canvas box={data.box}>
        {data.outlines.map((outline) => (
          <path key={outline} className="arrow path" d={outline} />
        ))}
      </Canvas>
    )
  }),
  head: memo(function Head({ data }: NodeProps<HeadPart>) {
    return <span className="column-head">{data.title}</span>
  }),
}

const Placed = memo(function Placed({ node, look, left, top }: DrawnNode) {
  return (
    <div className="graph-place" style={{ left, top, width: NODE_WIDTH, height: NODE_HEIGHT }}>
      <NodeBox node={node} look={look} />
    </div>
  )
})

/** Outlines are written in the coordinates of the graph. */
function Canvas({ box, children }: { box: Box; children: React.ReactNode }) {
  const { x, y, width, height } = box
  const size = { width: Math.max(1, width), height: Math.max(1, height) }
  return (
    <svg
      className="graph-arrows"
      aria-hidden="true"
      {...size}
      viewBox={`${x} ${y} ${size.width} ${size.height}`}
    >
      {children}
    </svg>
  )
}
