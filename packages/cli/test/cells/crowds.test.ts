// Goal: a cell with very many readers keeps none that the program has let go of, and loses none that it holds.
// Method: thousands of derived values over a few cells; some are collected, the rest are compared with what they should be.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Readable } from '../../src/cells.ts'
import { inMemory } from './worlds.ts'

describe('derived values', () => {
  it('over a cell that never changes are collected', async () => {
    const { rt } = await inMemory()
    const settings = rt.cell(1)
    const lift = rt.lift((n: number) => n + 1)
    const refs: WeakRef<object>[] = []
    for (let i = 0; i < 2_000; i++) {
      const derived = rt.derive(() => settings.get() + i)
      const above = rt.derive(() => derived.get())
      const lifted = lift(settings)
      const end = rt.effect(() => void above.get())
      rt.flushSync()
      end()
      lifted.get()
      refs.push(new WeakRef(derived), new WeakRef(above), new WeakRef(lifted))
    }
    // A WeakRef holds its target until the turn in which it was made is over.
    await new Promise((resolve) => setTimeout(resolve, 0))
    forcedCollection()
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(1_000)
  })

  it('that are held while thousands come and go are right, and run no more than before', async () => {
    const { rt } = await inMemory()
    const a = rt.cell(1)
    let runs = 0
    const held = rt.derive(() => {
      runs++
      return a.get() * 2
    })
    const above = rt.derive(() => held.get() + 1)
    const lifted = rt.lift((n: number) => n * 3)(a)
    expect([above.get(), lifted.get()]).toEqual([3, 3])
    for (let i = 0; i < 2_000; i++) {
      rt.derive(() => a.get()).get()
      if (i % 100 === 0) expect([above.get(), lifted.get()]).toEqual([3, 3])
    }
    expect(runs).toBe(1)
    a.set(5)
    expect([above.get(), lifted.get()]).toEqual([11, 15])
    const seen: number[] = []
    rt.sink(above, (n) => seen.push(n))
    rt.flushSync()
    a.set(6)
    rt.flushSync()
    expect([seen, runs]).toEqual([[11, 13], 3])
  })

  it.each([1, 2, 3, 4, 5])('in random programs, with crowds of readers: seed %i', async (seed) => {
    const { rt, errors } = await inMemory()
    const chance = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!
    const inputs = Array.from({ length: 3 }, (_, i) => rt.cell(i))
    /** Each derived value beside a function that computes the same anew. */
    const held: { node: Readable<number>; fresh: () => number }[] = []
    const below = () => {
      if (held.length === 0 || chance() < 0.8) {
        const cell = pick(inputs)
        return { node: cell as Readable<number>, fresh: () => cell.peek() }
      }
      return pick(held)
    }
    const make = () => {
      const [a, b] = [below(), below()]
      if (chance() < 0.3) {
        const node = rt.lift((x: number, y: number) => x + 2 * y)(a.node, b.node)
        return { node, fresh: () => a.fresh() + 2 * b.fresh() }
      }
      const node = rt.derive(() => (a.node.get() % 2 === 0 ? a.node.get() : b.node.get()))
      return { node, fresh: () => (a.fresh() % 2 === 0 ? a.fresh() : b.fresh()) }
    }
    const followed: { end: () => void; told: () => number; fresh: () => number }[] = []
    for (let step = 0; step < 3_000; step++) {
      const act = chance()
      if (act < 0.7) {
        const made = make()
        expect(made.node.get()).toBe(made.fresh())
        if (chance() < 0.02) held.push(made)
      } else if (act < 0.72) pick(inputs).set(Math.floor(chance() * 6))
      else if (act < 0.78 && held.length > 0) {
        const { node, fresh } = pick(held)
        let last = Number.NaN
        const end = rt.sink(node, (value) => {
          last = value
        })
        followed.push({ end, told: () => last, fresh })
      } else if (act < 0.84 && followed.length > 0) {
        followed.splice(Math.floor(chance() * followed.length), 1)[0]!.end()
      } else if (act < 0.86) rt.flushSync()
      else if (held.length > 0) {
        const { node, fresh } = pick(held)
        expect(node.get()).toBe(fresh())
      }
    }
    rt.flushSync()
    for (const { told, fresh } of followed) expect(told()).toBe(fresh())
    for (const { node, fresh } of held) expect(node.get()).toBe(fresh())
    expect(errors).toEqual([])
  })
})

function forcedCollection(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
