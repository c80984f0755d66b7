// Goal: nobody waits behind all that another has asked for.

import { describe, expect, it } from 'vitest'
import { FairQueue } from '../src/fair-queue.ts'

function taken(queue: FairQueue<string>, may: (who: string) => boolean = () => true): string[] {
  const order: string[] = []
  for (let next = queue.take(may); next !== undefined; next = queue.take(may)) order.push(next.what)
  return order
}

describe('a fair queue', () => {
  it('serves callers in turn, and each in the order in which it asked', () => {
    const queue = new FairQueue<string>()
    for (const what of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(what[0]!, what)
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('passes over those who may not, and keeps their place', () => {
    const queue = new FairQueue<string>()
    for (const what of ['a1', 'a2', 'b1']) queue.add(what[0]!, what)
    expect(taken(queue, (who) => who !== 'a')).toEqual(['b1'])
    expect([queue.count('a'), queue.count('b')]).toEqual([2, 0])
    expect(taken(queue)).toEqual(['a1', 'a2'])
  })

  it('forgets one that is taken out, and nothing else', () => {
    const queue = new FairQueue<string>()
    for (const what of ['a1', 'a2', 'b1']) queue.add(what[0]!, what)
    queue.remove('a', 'a1')
    queue.remove('b', 'b1')
    queue.remove('c', 'c1')
    expect(taken(queue)).toEqual(['a2'])
  })
})
