// A graph in tiles of some forty nodes: visibility is decided for a tile at once, not for each of 5,000 nodes.

import { COLUMN_STEP, NODE_HEIGHT, NODE_WIDTH, type Placed, ROW_STEP } from './layout.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Tile {
  readonly id: string
  readonly box: Box
  readonly placed: readonly Placed[]
}

const tileWidth = 4 * COLUMN_STEP
const tileHeight = 10 * ROW_STEP

export function tileOf({ x, y }: Placed): string {
  return `${Math.floor(x / tileWidth)}:${Math.floor(y / tileHeight)}`
}

export function tilesOf(placed: readonly Placed[]): Tile[] {
  const tiles = new Map<string, Placed[]>()
  for (const place of placed) {
    const id = tileOf(place)
    const tile = tiles.get(id)
    if (tile === undefined) tiles.set(id, [place])
    else tile.push(place)
  }
  return [...tiles].map(([id, inside]) => ({ id, box: boxOf(inside), placed: inside }))
}

/** The bounding box of these nodes. */
export function boxOf(placed: readonly Placed[]): Box {
  return boxAround(placed.map(({ x, y }) => ({ x, y, width: NODE_WIDTH, height: NODE_HEIGHT })))
}

export function boxAround(boxes: readonly Box[]): Box {
  let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let [right, bottom] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
