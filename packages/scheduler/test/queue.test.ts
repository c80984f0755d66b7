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
