// Goal: the property tests can fail. Method: a bug is planted in the graph or its queue, and random
// programs must find it.
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { Graph } from '../../src/graph/graph.ts'
import { Heights } from '../../src/graph/heights.ts'
import {
  CHECK,
  DIRTY,
  type Edges,
  INVALID,
  linkRead,
  MANY_READERS,
  MANY_READS,
  NEVER_RAN,
  type Node,
  popRead,
  QUEUED,
  RUNNING,
  readAt,
  readCount,
  readerAt,
  readerCount,
  readSlotAt,
  setReadSlot,
  unlinkRead,
} from '../../src/graph/node.ts'
import { Queue } from '../../src/graph/queue.ts'
import { Wiring } from '../../src/graph/wiring.ts'
import { programs, runProgram } from './support/world.ts'

// Tight limits, so that small programs reach what only large ones would.
vi.mock('../../src/limits.ts', async (original) => ({
  ...(await original<object>()),
  GRAPH_SHORT_LIST_EDGES: 1,
  GRAPH_LOOK_AHEAD_EDGES: 2,
  GRAPH_NESTED_RUNS: 2,
}))

const graph = methodsOf(Graph.prototype)
const wiring = methodsOf(Wiring.prototype)
const heights = methodsOf(Heights.prototype)
const queue = methodsOf(Queue.prototype)

afterEach(() => {
  Object.assign(Graph.prototype, graph)
  Object.assign(Wiring.prototype, wiring)
  Object.assign(Heights.prototype, heights)
  Object.assign(Queue.prototype, queue)
})

/** Each plants one bug. */
const bugs: Readonly<Record<string, () => void>> = {
  'what is no longer wanted does not tell its dormant readers that it is invalid': () => {
    Wiring.prototype.unwant = function (node) {
      if (--node.live > 0 || node.fn === null) return
      for (let i = 0; i < readCount(node); i++) this.unwant(readAt(node, i))
    }
  },
  'a long list that shrinks does not tell its readers their new slots': () => {
    Graph.prototype.touchMany = function (readers) {
      let kept = 0
      for (let i = 0; i < readers.length; i += 2) {
        const node = readers[i] as Node
        this.touch(node)
        if (node.live === 0) {
          setReadSlot(node, readers[i + 1] as number, -1)
          continue
        }
        readers[kept] = node
        readers[kept + 1] = readers[i + 1]!
        kept += 2
      }
      readers.length = kept
    }
  },
  'a run does not link again what a long list dropped': () => {
    Graph.prototype.track = function (node, dep) {
      for (let i = 0; i < readCount(node); i++) {
        if (readAt(node, i) === dep && readSlotAt(node, i) < 0) setReadSlot(node, i, 0)
      }
      graph.track.call(this, node, dep)
    }
  },
  'a new edge does not lift its reader': () => {
    Wiring.prototype.connect = (node, i) => {
      linkRead(node, i)
      return true
    }
  },
  'a node that rises does not lift what is above it': () => {
    Heights.prototype.lift = (node, height) => {
      node.height = height
      return true
    }
  },
  'a run that was unwound counts as done': () => {
    Graph.prototype.runNode = function (node) {
      const done = graph.runNode.call(this, node)
      node.flags &= ~(DIRTY | NEVER_RAN)
      return done
    }
  },
  'a read that is dropped stays wanted': () => {
    Wiring.prototype.trim = (node, from) => {
      for (let i = readCount(node) - 1; i >= from; i--) {
        unlinkRead(node, i)
        popRead(node)
      }
    }
  },
  'what becomes wanted does not want what it reads': () => {
    Wiring.prototype.want = (node) => {
      node.live++
    }
  },
  'only the first reader is told of a change': () => {
    Graph.prototype.changed = function (node) {
      node.changedAt = ++this.tick
      if (readerCount(node) > 0) this.touch(readerAt(node, 0))
    }
  },
  'a dormant reader is told, but not what reads it': () => {
    Wiring.prototype.spread = () => {}
  },
  'a node above something that waits is trusted': () => {
    Graph.prototype.mayBeOld = (node) => (node.flags & INVALID) !== 0
  },
  'a look upstream is remembered although something below has changed since': () => {
    Queue.prototype.add = function (node, flags) {
      const { joined } = this
      const waits = (flags & QUEUED) !== 0
      queue.add.call(this, node, flags)
      if (waits) this.joined = joined
    }
  },
  'a check ends at the first read that did not change': () => {
    Graph.prototype.check = function (node) {
      const first = readCount(node) > 0 ? readAt(node, 0) : undefined
      if (first !== undefined && (first.flags & INVALID) === 0 && first.changedAt <= node.ranAt) {
        node.flags &= ~CHECK
      } else graph.check.call(this, node)
    }
  },
  'an effect that writes is told of it, and others are not': () => {
    Graph.prototype.touch = function (node) {
      if ((node.flags & (DIRTY | RUNNING)) !== 0) return
      node.flags |= DIRTY
      if (node.live > 0 && readerCount(node) === 0) this.enqueue(node)
      else this.wiring.spread(node)
    }
  },
  'reads are matched by their place alone': () => {
    Graph.prototype.read = function (node) {
      const { reads, flags } = node
      const value = graph.read.call(this, node)
      if ((flags & MANY_READS) !== 0 && Array.isArray(reads)) reads.splice(2, reads.length)
      return value
    }
  },
  'an edge is dropped without moving the last one into its place': () => {
    Wiring.prototype.trim = function (node, from) {
      for (let i = readCount(node) - 1; i >= from; i--) {
        const dep = readAt(node, i)
        const slot = readSlotAt(node, i)
        if (slot >= 0 && (dep.flags & MANY_READERS) !== 0)
          (dep.readers as Edges).splice(2 * slot, 2)
        else unlinkRead(node, i)
        popRead(node)
        if (node.live > 0) this.unwant(dep)
      }
    }
  },
}

it.each(Object.keys(bugs))('random programs find that %s', (bug) => {
  bugs[bug]!()
  const found = fc.check(
    fc.property(programs, (program) => void runProgram(program)),
    { seed: 20_260_103, numRuns: 2000, endOnFailure: true },
  )
  expect(found.failed).toBe(true)
})

it('without a planted bug they find nothing', () => {
  const property = fc.property(programs, (program) => void runProgram(program))
  expect(fc.check(property, { seed: 20_260_103, numRuns: 2000 }).failed).toBe(false)
})

function methodsOf<T extends object>(prototype: T): T {
  const names = Object.getOwnPropertyNames(prototype).filter((name) => {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name)!
    return name !== 'constructor' && typeof value === 'function'
  })
  return Object.fromEntries(names.map((name) => [name, prototype[name as keyof T]])) as T
}
