// Goal: loading a graph at once leaves it as running it node by node would: each node runs once, after what it
// reads, stands above it, and is counted as wanted as often as it is. Method: random graphs of nodes whose reads are
// known and of those that follow what they read, loaded in any order and compared with a reckoning from scratch.

import { seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { FAILED, INVALID, NEVER_RAN, STATIC } from '../src/graph/node.ts'
import { appendRead, CHANGED, Graph, loadNodes, Node, readAt, readCount } from '../src/index.ts'

interface Made {
  readonly graph: Graph
  readonly nodes: readonly Node[]
  /** How often each ran. */
  readonly runs: Map<Node, number>
  /** What each reads when it runs, as it is known from outside. */
  readonly reads: Map<Node, readonly Node[]>
}

function newGraph(): Graph {
  const nothing = () => {}
  return new Graph({
    wake: nothing,
    report: nothing,
    again: () => false,
    runTask: () => false,
    wanted: nothing,
    rootsOf: () => 0,
  })
}

/** Node `i` reads some of those before it; `tracked` says whose reads are not known ahead. */
function make(count: number, random: () => number, tracked: number): Made {
  const graph = newGraph()
  const nodes: Node[] = []
  const runs = new Map<Node, number>()
  const reads = new Map<Node, readonly Node[]>()
  for (let i = 0; i < count; i++) {
    const isInput = i < 3 || random() < 0.1
    const deps = isInput ? [] : pick(nodes, 1 + Math.floor(random() * 4), random)
    const isTracked = random() < tracked
    const run = (node: Node) => {
      runs.set(node, (runs.get(node) ?? 0) + 1)
      let sum = 1
      for (const dep of deps) sum += graph.read(dep) as number
      return sum
    }
    const flags = isInput ? 0 : NEVER_RAN | (isTracked ? 0 : STATIC)
    const node = new Node(graph.nextOrdinal++, isInput ? i : undefined, isInput ? null : run, flags)
    // Of one that follows its reads, some are expected, right or not.
    const expected = isTracked ? deps.filter(() => random() < 0.5) : deps
    for (const dep of expected) appendRead(node, dep)
    nodes.push(node)
    reads.set(node, deps)
  }
  return { graph, nodes, runs, reads }
}

function pick<T>(list: readonly T[], count: number, random: () => number): T[] {
  const found = new Set<T>()
  for (let i = 0; i < count; i++) found.add(list[Math.floor(random() * list.length)]!)
  return [...found]
}

function valuesOf({ nodes, reads }: Made): Map<Node, number> {
  const values = new Map<Node, number>()
  for (const node of nodes) {
    const sum = reads.get(node)!.reduce((total, dep) => total + values.get(dep)!, 1)
    values.set(node, node.fn === null ? (node.value as number) : sum)
  }
  return values
}

/** How often each is wanted: for its own sake, and once by every wanted reader. */
function wantedIn({ nodes, reads }: Made, roots: readonly Node[]): Map<Node, number> {
  const wanted = new Map<Node, number>(nodes.map((node) => [node, 0]))
  for (const root of roots) wanted.set(root, wanted.get(root)! + 1)
  for (const node of [...nodes].reverse()) {
    if (wanted.get(node) === 0) continue
    for (const dep of reads.get(node)!) wanted.set(dep, wanted.get(dep)! + 1)
  }
  return wanted
}

/** Loads with a pause after every node, or without any. */
function load(graph: Graph, roots: readonly Node[], pauses = true): number {
  let count = 0
  const pause = () => {
    graph.untilLook = 0
    return pauses
  }
  graph.untilLook = 0
  for (const _ of loadNodes(graph, roots, pause)) count++
  return count
}

describe('loading a graph', () => {
  it('pauses where it is told to, and otherwise not', () => {
    for (const pauses of [true, false]) {
      const { graph, nodes } = make(60, seededRandom(1), 0.5)
      const count = load(graph, nodes, pauses)
      expect(count > 40).toBe(pauses)
    }
  })

  it.each([0, 0.1, 0.5, 1])('where %d of the nodes follow what they read', (tracked) => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed)
      const made = make(60, random, tracked)
      const { graph, nodes, runs } = made
      const formulas = nodes.filter(({ fn }) => fn !== null)
      const roots = pick(formulas, 20, random)
      load(graph, roots)
      const values = valuesOf(made)
      const wanted = wantedIn(made, roots)
      for (const node of nodes) {
        const where = `seed ${seed}, node ${node.ordinal}`
        expect(node.live, where).toBe(wanted.get(node))
        if (node.fn === null) continue
        expect(runs.get(node) ?? 0, where).toBe(wanted.get(node)! > 0 ? 1 : 0)
        if (wanted.get(node) === 0) continue
        expect(node.flags & (INVALID | FAILED), where).toBe(0)
        expect(node.value, where).toBe(values.get(node))
        for (let i = 0; i < readCount(node); i++) {
          expect(node.height, where).toBeGreaterThan(readAt(node, i).height)
        }
      }
      change(made, roots, random, seed)
    }
  })

  it('is not deep: a chain of 100,000 may come with its end first', () => {
    const graph = newGraph()
    const input = new Node(graph.nextOrdinal++, 1, null, 0)
    const chain: Node[] = [input]
    for (let i = 0; i < 100_000; i++) {
      const run = (node: Node) => (graph.read(readAt(node, 0)) as number) + 1
      const node = new Node(graph.nextOrdinal++, undefined, run, NEVER_RAN | STATIC)
      appendRead(node, chain[i]!)
      chain.push(node)
    }
    load(graph, chain.slice(1).reverse())
    expect(chain.at(-1)!.value).toBe(100_001)
    expect(graph.runs).toBe(100_000)
  })

  it('keeps what a function changes in place, and its readers follow', () => {
    const graph = newGraph()
    const input = new Node(graph.nextOrdinal++, 1, null, 0)
    const box = new Node(graph.nextOrdinal++, undefined, inPlace, NEVER_RAN | STATIC)
    const reader = new Node(graph.nextOrdinal++, undefined, double, NEVER_RAN | STATIC)
    function inPlace(node: Node) {
      const number = graph.read(input) as number
      if (node.value === undefined) return { number }
      ;(node.value as { number: number }).number = number
      return CHANGED
    }
    function double() {
      return (graph.read(box) as { number: number }).number * 2
    }
    appendRead(box, input)
    appendRead(reader, box)
    load(graph, [reader])
    const { value } = box
    graph.write(input, 5)
    graph.drain(() => false)
    expect(box.value).toBe(value)
    expect(reader.value).toBe(10)
  })

  it('leaves a cycle to fail, and loads what stands beside it', () => {
    const graph = newGraph()
    const input = new Node(graph.nextOrdinal++, 5, null, 0)
    const run = (node: Node) => (graph.read(readAt(node, 0)) as number) + 1
    const [a, b, above, beside] = [0, 1, 2, 3].map(
      () => new Node(graph.nextOrdinal++, undefined, run, NEVER_RAN | STATIC),
    ) as [Node, Node, Node, Node]
    appendRead(a, b)
    appendRead(b, a)
    appendRead(above, b)
    appendRead(beside, input)
    load(graph, [above, a, b, beside])
    expect(beside.value).toBe(6)
    for (const node of [a, b, above]) expect(node.flags & FAILED).toBe(FAILED)
  })

  it('counts each node as often as it is wanted, also around cycles', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = seededRandom(seed)
      const made = make(40, random, 0)
      const { graph, nodes } = made
      const formulas = nodes.filter(({ fn }) => fn !== null)
      // Some read what comes after them, and never get as far.
      for (const node of pick(formulas, 3, random)) appendRead(node, pick(formulas, 1, random)[0]!)
      const roots = pick(formulas, 15, random)
      load(graph, roots)
      const wanted = new Map<Node, number>()
      const want = (node: Node) => {
        const times = wanted.get(node) ?? 0
        wanted.set(node, times + 1)
        for (let i = 0; times === 0 && i < readCount(node); i++) want(readAt(node, i))
      }
      for (const root of roots) want(root)
      for (const node of nodes) {
        expect(node.live, `seed ${seed}, node ${node.ordinal}`).toBe(wanted.get(node) ?? 0)
      }
    }
  })
})

/** What was loaded follows a change, as it would if it had been run. */
function change(made: Made, roots: readonly Node[], random: () => number, seed: number): void {
  const { graph, nodes } = made
  const inputs = nodes.filter(({ fn }) => fn === null)
  const [input] = pick(inputs, 1, random)
  graph.write(input!, 1_000 + seed)
  graph.drain(() => false)
  const values = valuesOf(made)
  for (const root of roots) expect(root.value, `seed ${seed}`).toBe(values.get(root))
}
