// Goal: the layout of a graph puts roles into columns, never two nodes onto each other, and takes a moment for 5,000
// nodes. Method: small graphs by hand, and one of 5,000 nodes.

import type { GraphNode } from '@cellwake/client'
import { describe, expect, test } from 'vitest'
import { ancestryOf } from '../src/pages/graph/ancestors.ts'
import { bundlesOf, pathArrows } from '../src/pages/graph/arrows.ts'
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH } from '../src/pages/graph/layout.ts'
import { tilesOf } from '../src/pages/graph/tiles.ts'

function node(id: string, kind: GraphNode['kind'], wanted = true): GraphNode {
  return { id, kind, label: id, wanted, status: 'ready', cells: 1 }
}

const nodes = [
  node('a', 'input'),
  node('b', 'formula'),
  node('c', 'formula'),
  node('rule:r', 'rule'),
  node('w', 'owned'),
  node('after', 'formula'),
  node('z', 'formula', false),
]
const edges = [
  { from: 'a', to: 'b' },
  { from: 'b', to: 'c' },
  { from: 'c', to: 'rule:r' },
  { from: 'rule:r', to: 'w' },
  { from: 'w', to: 'after' },
  { from: 'a', to: 'z' },
  // What follows from a rule may make it fire again.
  { from: 'after', to: 'rule:r' },
]

describe('the layout of a graph', () => {
  test('goes from left to right: set, follows by depth, rules, written, what follows from that', () => {
    const { placed, columns } = layoutGraph(nodes, edges)
    const x = (id: string) => placed.find((one) => one.id === id)?.x ?? Number.NaN
    const order = ['a', 'b', 'c', 'rule:r', 'w', 'after'].map(x)
    expect(order).toEqual([...order].sort((a, b) => a - b))
    expect(new Set(order).size).toBe(6)
    expect(columns.map(({ title }) => title)).toEqual([
      'You set',
      'Follows',
      '',
      'Rules',
      'Written and read',
      '',
    ])
  })

  test('dormant nodes stand below those that are wanted', () => {
    const { placed } = layoutGraph(nodes, edges)
    const y = (id: string) => placed.find((one) => one.id === id)?.y ?? Number.NaN
    expect(y('z')).toBeGreaterThan(y('b'))
  })

  test('5,000 nodes never touch, and are laid out within a second of work', () => {
    const many = Array.from({ length: 5000 }, (_, i) =>
      node(`n${i}`, i < 1000 ? 'input' : 'formula'),
    )
    const links = many.slice(1000).flatMap((_, i) => [
      { from: `n${i}`, to: `n${i + 1000}` },
      { from: `n${(i * 7) % 1000}`, to: `n${i + 1000}` },
    ])
    const before = process.cpuUsage()
    const { placed } = layoutGraph(many, links)
    const { user } = process.cpuUsage(before)
    expect(placed).toHaveLength(5000)
    const places = new Set(
      placed.map(({ x, y }) => `${Math.floor(x / NODE_WIDTH)}:${Math.floor(y / NODE_HEIGHT)}`),
    )
    expect(places.size).toBe(5000)
    expect(user / 1000).toBeLessThan(1000)
  })
})

describe('ancestors', () => {
  test('are all that a node depends on, nearest first, through rules and in circles', () => {
    const { ordered, readBy } = ancestryOf('w', edges)
    expect(ordered[0]).toBe('rule:r')
    expect(new Set(ordered)).toEqual(new Set(['rule:r', 'c', 'after', 'b', 'a']))
    expect(readBy).toEqual(['after'])
  })
})

describe('tiles and bundles', () => {
  const laid = { graph: { nodes, edges }, ...layoutGraph(nodes, edges) }

  test('every node is in one tile, inside of its box', () => {
    const tiles = tilesOf(laid.placed)
    const ids = tiles.flatMap(({ placed }) => placed.map(({ id }) => id))
    expect(ids.sort()).toEqual(nodes.map(({ id }) => id).sort())
    for (const { box, placed } of tiles)
      for (const { x, y } of placed) {
        expect(x).toBeGreaterThanOrEqual(box.x)
        expect(y + NODE_HEIGHT).toBeLessThanOrEqual(box.y + box.height)
      }
  })

  test('every arrow is drawn once, those to dormant cells apart; a path has its own', () => {
    const bundles = bundlesOf(laid, false)
    const arrows = (outlines: string) => outlines.split('M').length - 1
    const plain = bundles.reduce((sum, bundle) => sum + arrows(bundle.plain), 0)
    const dormant = bundles.reduce((sum, bundle) => sum + arrows(bundle.dormant), 0)
    expect([plain, dormant]).toEqual([6, 1])
    expect(pathArrows(laid, ancestryOf('c', edges))?.outlines).toHaveLength(2)
    expect(pathArrows(laid, undefined)).toBeUndefined()
  })
})
