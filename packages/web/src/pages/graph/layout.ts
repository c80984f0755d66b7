// Where the nodes of a graph stand: columns by role, from inputs to cells that rules write. Within a column nodes stand
// near their neighbours. Pure and linear in the edges but for sorting: 5,000 nodes take a moment.

import type { GraphView } from '@cellwake/client'
import { GRAPH_COLUMN_MAX_ROWS } from '../../limits.ts'

type GraphNode = GraphView['nodes'][number]
type GraphEdge = GraphView['edges'][number]

export interface Placed {
  readonly id: string
  readonly x: number
  readonly y: number
}

export interface Column {
  readonly x: number
  readonly title: string
}

export interface Layout {
  readonly placed: readonly Placed[]
  readonly columns: readonly Column[]
}

export const NODE_WIDTH = 136
export const NODE_HEIGHT = 40
export const COLUMN_STEP = 184
export const ROW_STEP = 60
const mostDepth = 12
const sweeps = 6

/** 0 set, 1 calls, 2 follows, 3 rules, 4 written, 5 downstream of that. */
const titles = ['You set', 'Calls', 'Follows', 'Rules', 'Written and read', '']

export function layoutGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layout {
  const links = new Links(nodes, edges)
  const groups = groupsOf(nodes, links)
  const depths = depthsOf(nodes, links, groups)
  const columns = new Map<number, string[]>()
  for (const { id } of [...nodes].sort(byPlace)) {
    const key = (groups.get(id) ?? 0) * 100 + (depths.get(id) ?? 0)
    const column = columns.get(key)
    if (column === undefined) columns.set(key, [id])
    else column.push(id)
  }
  const keys = [...columns.keys()].sort((a, b) => a - b)
  const ordered = keys.map((key) => columns.get(key) ?? [])
  const dormant = new Set(nodes.flatMap(({ id, wanted }) => (wanted ? [] : [id])))
  order(ordered, links, dormant)
  return placedIn(ordered, keys, links)
}

/** By the letters, numbers within them as numbers: A2 before A10. */
function byPlace(a: GraphNode, b: GraphNode): number {
  if (a.wanted !== b.wanted) return a.wanted ? -1 : 1
  return a.id.localeCompare(b.id, 'en', { numeric: true })
}

class Links {
  readonly sources = new Map<string, string[]>()
  readonly readers = new Map<string, string[]>()

  constructor(nodes: readonly GraphNode[], edges: readonly GraphEdge[]) {
    for (const { id } of nodes) {
      this.sources.set(id, [])
      this.readers.set(id, [])
    }
    for (const { from, to } of edges) {
      this.readers.get(from)?.push(to)
      this.sources.get(to)?.push(from)
    }
  }
}

function groupsOf(nodes: readonly GraphNode[], links: Links): Map<string, number> {
  const groups = new Map<string, number>()
  for (const { id, kind } of nodes) {
    if (kind === 'input') groups.set(id, 0)
    else if (kind === 'external') groups.set(id, 1)
    else if (kind === 'rule') groups.set(id, 3)
    else if (kind === 'owned' || kind === 'topic') groups.set(id, 4)
    else groups.set(id, 2)
  }
  // Nodes downstream of a cell that a rule wrote stand behind it.
  const queue = nodes.flatMap(({ id, kind }) => (kind === 'owned' ? [id] : []))
  for (const id of queue)
    for (const reader of links.readers.get(id) ?? []) {
      if (groups.get(reader) !== 2) continue
      groups.set(reader, 5)
      queue.push(reader)
    }
  return groups
}

/** How many steps behind the first of its group; very deep ones share the last column. */
function depthsOf(
  nodes: readonly GraphNode[],
  { sources, readers }: Links,
  groups: ReadonlyMap<string, number>,
): Map<string, number> {
  const depths = new Map<string, number>()
  const waits = new Map<string, number>()
  const isInside = (from: string, to: string) => groups.get(from) === groups.get(to)
  const hasDepth = (id: string) => groups.get(id) === 2 || groups.get(id) === 5
  const ready: string[] = []
  for (const { id } of nodes) {
    if (!hasDepth(id)) continue
    const inside = (sources.get(id) ?? []).filter((from) => isInside(from, id)).length
    waits.set(id, inside)
    if (inside === 0) ready.push(id)
  }
  for (const id of ready) {
    const depth = depths.get(id) ?? 0
    depths.set(id, depth)
    for (const reader of readers.get(id) ?? []) {
      if (!isInside(id, reader)) continue
      depths.set(reader, Math.max(depths.get(reader) ?? 0, Math.min(depth + 1, mostDepth)))
      const left = (waits.get(reader) ?? 1) - 1
      waits.set(reader, left)
      if (left === 0) ready.push(reader)
    }
  }
  return depths
}

/** Sorts each column by where its neighbours stand, to and fro. Dormant ones stay below. */
function order(columns: string[][], links: Links, dormant: ReadonlySet<string>): void {
  const rows = new Map<string, number>()
  const number = (column: readonly string[]) => {
    for (const [i, id] of column.entries()) rows.set(id, i - column.length / 2)
  }
  for (const column of columns) number(column)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForward = sweep % 2 === 0
    for (const column of isForward ? columns : [...columns].reverse()) {
      const wishes = new Map<string, number>()
      for (const id of column) {
        const near = (isForward ? links.sources : links.readers).get(id) ?? []
        const sum = near.reduce((total, other) => total + (rows.get(other) ?? 0), 0)
        wishes.set(id, near.length === 0 ? (rows.get(id) ?? 0) : sum / near.length)
      }
      column.sort((a, b) => {
        const below = Number(dormant.has(a)) - Number(dormant.has(b))
        return below || (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0)
      })
      number(column)
    }
  }
}

function placedIn(columns: readonly string[][], keys: readonly number[], links: Links): Layout {
  const placed = new Map<string, Placed>()
  const heads: Column[] = []
  let x = 0
  let lastTitle: string | undefined
  columns.forEach((column, i) => {
    const title = titles[Math.floor((keys[i] ?? 0) / 100)] ?? ''
    heads.push({ x, title: title === lastTitle ? '' : title })
    lastTitle = title
    for (let from = 0; from < column.length; from += GRAPH_COLUMN_MAX_ROWS) {
      const part = column.slice(from, from + GRAPH_COLUMN_MAX_ROWS)
      for (const [id, y] of heights(part, links, placed)) placed.set(id, { id, x, y })
      x += COLUMN_STEP
    }
  })
  return { placed: [...placed.values()], columns: heads }
}

/** As near as possible to the reads of each, in this order and without touching. */
function heights(
  column: readonly string[],
  { sources }: Links,
  placed: ReadonlyMap<string, Placed>,
): [string, number][] {
  let bottom = Number.NEGATIVE_INFINITY
  const rest = column.length
  return column.map((id, i) => {
    const near = (sources.get(id) ?? []).flatMap((other) => placed.get(other)?.y ?? [])
    const wish = near.length === 0 ? i * ROW_STEP : median(near)
    // The nodes below must still have room; only very full columns begin at the top.
    const y = Math.max(0, rest > GRAPH_COLUMN_MAX_ROWS / 2 ? i * ROW_STEP : wish, bottom + ROW_STEP)
    bottom = y
    return [id, y]
  })
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}
