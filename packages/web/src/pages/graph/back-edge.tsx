// An arrow that goes back: from under its source to under its target, so that it does not look like one that goes on.

import { BaseEdge, type EdgeProps } from '@xyflow/react'
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts'

export function BackEdge({ id, sourceX, sourceY, targetX, targetY }: EdgeProps) {
  const [fromX, fromY] = [sourceX - NODE_WIDTH / 2, sourceY + NODE_HEIGHT / 2]
  const [toX, toY] = [targetX + NODE_WIDTH / 2, targetY + NODE_HEIGHT / 2]
  const dip = 24 + Math.abs(fromX - toX) * 0.14
  const path = `M${fromX} ${fromY}C${fromX} ${fromY + dip} ${toX} ${toY + dip} ${toX} ${toY}`
  return <BaseEdge id={id} path={path} />
}
