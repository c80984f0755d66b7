// Virtual time and repeatable chance, on which the deterministic rigs stand.

import { expect, it } from 'vitest'
import { between, pick, seededRandom, seededSystem } from '../../src/testing/index.ts'

it('the same seed gives the same numbers and names', () => {
  const [a, b, c] = [seededSystem(3), seededSystem(3), seededSystem(4)]
  const draw = (world: typeof a) => [world.random(), world.random(), world.uniqueId()]
  const first = draw(a)
  expect(draw(b)).toEqual(first)
  expect(draw(c)).not.toEqual(first)
})

it('numbers are spread evenly over their range', () => {
  const random = seededRandom(1)
  const counts = new Array<number>(10).fill(0)
  for (let i = 0; i < 10_000; i++) counts[between(random, 0, 10)]!++
  for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  expect(() => pick(random, [])).toThrow(RangeError)
})

it('sleepers wake in the order of their times, and the clock shows each time', async () => {
  const system = seededSystem(1, 0)
  const woken: [string, number][] = []
  const sleep = async (name: string, ms: number) => {
    await system.delay(ms)
    woken.push([name, system.now()])
  }
  await Promise.all([sleep('c', 300), sleep('a', 100), sleep('b', 200), sleep('a2', 100)])
  expect(woken).toEqual([
    ['a', 100],
    ['a2', 100],
    ['b', 200],
    ['c', 300],
  ])
})

it('time stands still until somebody waits or moves it', async () => {
  const system = seededSystem(1, 0)
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(system.now()).toBe(0)
  system.advance(50)
  expect(system.now()).toBe(50)
})
