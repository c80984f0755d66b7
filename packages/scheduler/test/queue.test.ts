// Goal: what waits at one height is taken by ordinal, in whatever order it came. Method: random orders, and orders
// of a few ascending stretches, which are what mostly comes.

import { between, seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { Queue } from '../src/graph/queue.ts'
import { Node } from '../src/index.ts'

function taken(ordinals: readonly number[]): number[] {
  const queue = new Queue()
  for (const ordinal of ordinals) queue.add(new Node(ordinal, 0, null, 0), 0)
  const found: number[] = []
  for (let node = queue.takeLowest(); node !== null; node = queue.takeOut(node)) {
    found.push(node.ordinal)
  }
  expect(queue.takeLowest()).toBeNull()
  return found
}

const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b)

describe('what waits at one height is taken by ordinal', () => {
  it.each([
    ['in order', [1, 2, 3, 4]],
    ['backwards', [4, 3, 2, 1]],
    ['alone', [7]],
    ['as two stretches', [1, 4, 6, 2, 3, 5, 7]],
    ['as three, the last one first', [5, 6, 7, 3, 4, 1, 2]],
  ])('that came %s', (_, ordinals) => {
    expect(taken(ordinals)).toEqual(ascending(ordinals))
  })

  it('that came in any order', () => {
    const random = seededRandom(11)
    for (let round = 0; round < 200; round++) {
      const ordinals = Array.from({ length: between(random, 1, 60) }, (_, i) => i + 1)
      for (let i = ordinals.length - 1; i > 0; i--) {
        const j = between(random, 0, i + 1)
        ;[ordinals[i], ordinals[j]] = [ordinals[j]!, ordinals[i]!]
      }
      expect(taken(ordinals)).toEqual(ascending(ordinals))
    }
  })
})

describe('a long list in slices', () => {
  /** Counts how often the order of a node is asked for. */
  class Counted extends Node {
    static reads = 0
    readonly #at: number
    constructor(at: number) {
      super(at, 0, null, 0)
      this.#at = at
      Object.defineProperty(this, 'ordinal', { get: () => this.#read() })
    }
    #read(): number {
      Counted.reads++
      return this.#at
    }
  }

  it('is put in order once, and not once for each slice', () => {
    const reads = (length: number): number => {
      const queue = new Queue()
      // Two stretches, the later one first.
      for (let i = 0; i < length; i++) queue.add(new Counted((i + length / 2) % length), 0)
      Counted.reads = 0
      let count = 0
      for (let list = queue.takeLowest(); list !== null; list = queue.takeLowest()) {
        let node: Node | null = list
        for (let i = 0; i < 10 && node !== null; i++) {
          node = queue.takeOut(node)
          count++
        }
        if (node !== null) queue.restore(node, 0)
      }
      expect(count).toBe(length)
      return Counted.reads
    }
    expect(reads(8_000) / reads(1_000)).toBeLessThan(12)
  })

  it('is in order though nodes join it between the slices', () => {
    const random = seededRandom(12)
    for (let round = 0; round < 300; round++) {
      const queue = new Queue()
      const waiting = new Set<number>()
      const join = (ordinal: number) => {
        if (waiting.has(ordinal)) return
        waiting.add(ordinal)
        queue.add(new Node(ordinal, 0, null, 0), 0)
      }
      for (let i = 0; i < 30; i++) join(between(random, 1, 200))
      for (let list = queue.takeLowest(); list !== null; list = queue.takeLowest()) {
        let node: Node | null = list
        const slice = between(random, 1, 5)
        for (let i = 0; i < slice && node !== null; i++) {
          expect(node.ordinal).toBe(Math.min(...waiting))
          waiting.delete(node.ordinal)
          node = queue.takeOut(node)
        }
        // Before the rest is put back, and after.
        if (random() < 0.2) join(between(random, 1, 200))
        if (node !== null) queue.restore(node, 0)
        if (random() < 0.2) join(between(random, 1, 200))
      }
      expect(waiting.size).toBe(0)
    }
  })
})
