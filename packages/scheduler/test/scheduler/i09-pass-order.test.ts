// I9: in a pass writers run before their readers, and equals in the order of registration.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tiesGoByRegistration } from './scenarios.ts'
import { at, num, type World, world } from './support.ts'

/** Node i reads some of the nodes above it, or the source. Registered in any order. */
const dag = fc.integer({ min: 2, max: 9 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    reads: fc.tuple(
      ...Array.from({ length: size }, (_, i) =>
        i === 0
          ? fc.constant<number[]>([])
          : fc.uniqueArray(fc.integer({ min: 0, max: i - 1 }), { maxLength: 3 }),
      ),
    ),
    order: fc.shuffledSubarray(
      Array.from({ length: size }, (_, i) => i),
      { minLength: size, maxLength: size },
    ),
    changes: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1 }), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
)

async function register(w: World, reads: number[][], order: number[]): Promise<void> {
  for (const i of order) {
    w.computation(
      `n${i}`,
      (get) => get(`s${i}`) + reads[i]!.reduce((sum, j) => sum + get(`n${j}`), 0),
    )
  }
  for (const i of order) w.effect(`e${i}`, (get) => get(`n${i}`))
  await w.s.idle()
}

describe('pass order', () => {
  it('in any graph a wave runs every node at most once, writers first', async () => {
    await fc.assert(
      fc.asyncProperty(dag, async ({ reads, order, changes }) => {
        const w = await world()
        await register(w, reads, order)
        for (const [round, sources] of changes.entries()) {
          w.taken()
          // All in one turn, in this order, before any pass.
          await Promise.all(sources.map((i) => w.put({ [`s${i}`]: round + 1 })))
          await w.s.idle()
          const runs = w.taken()
          expect(new Set(runs).size).toBe(runs.length)
          reads.forEach((from, i) => {
            for (const j of from) {
              const [writer, reader] = [runs.indexOf(`n${j}`), runs.indexOf(`n${i}`)]
              if (writer >= 0 && reader >= 0) expect(writer).toBeLessThan(reader)
            }
          })
        }
        w.s.dispose()
      }),
      { numRuns: 80, seed: 909 },
    )
  })

  it('the order of a wave does not depend on the order in which the changes arrived', async () => {
    await fc.assert(
      fc.asyncProperty(dag, async ({ reads, order, changes }) => {
        const sources = changes[0]!
        const traces: string[][] = []
        for (const arrival of [sources, sources.toReversed()]) {
          const w = await world()
          await register(w, reads, order)
          w.taken()
          await Promise.all(arrival.map((i) => w.put({ [`s${i}`]: 7 })))
          await w.s.idle()
          traces.push(w.taken())
          w.s.dispose()
        }
        expect(traces[1]).toEqual(traces[0])
      }),
      { numRuns: 60, seed: 910 },
    )
  })

  it('two writers of one document run in the order of registration', tiesGoByRegistration)

  it('the place in the order is kept over removal and registration', async () => {
    const w = await world()
    const spec = (name: string) => ({
      name,
      kind: 'effect' as const,
      run: (tx: Parameters<typeof num>[0]) => {
        w.runs.push(name)
        num(tx, 's')
      },
    })
    const [first, second] = [spec('first'), spec('second')]
    w.s.register(first)
    w.s.register(second)
    await w.s.idle()
    w.s.remove(first)
    w.s.register(first)
    await w.s.idle()
    w.taken()
    await w.change({ s: 1 })
    expect(w.taken()).toEqual(['first', 'second'])
  })

  it('declared reads place the first run behind writers that never ran', async () => {
    const w = await world()
    w.effect('end', (get) => get('b'), { declaredReads: [at('b')] })
    w.computation('b', (get) => get('a') + 1, { declaredReads: [at('a')] })
    w.computation('a', (get) => get('s') + 1, { declaredReads: [at('s')] })
    await w.change({ s: 1 })
    expect(w.runs).toEqual(['a', 'b', 'end'])
    expect(w.errors).toEqual([])
  })

  it('a chain of sixty declared nodes settles in one pass, each run once', async () => {
    const w = await world()
    await w.put({ n0: 1 })
    w.effect('end', (get) => get('n60'), { declaredReads: [at('n60')] })
    for (let i = 60; i >= 1; i--) {
      w.computation(`n${i}`, (get) => get(`n${i - 1}`) + 1, { declaredReads: [at(`n${i - 1}`)] })
    }
    const { passes } = w.s.getStats()
    await w.s.idle()
    expect(w.last('end')).toBe(61)
    expect(w.runs).toHaveLength(61)
    expect(w.s.getStats().passes - passes).toBe(1)
  })

  it('after a cycle is broken, the wave goes writers first again', async () => {
    const w = await world()
    w.computation('a', (get) => get('s') + (get('loop') > 0 ? Math.min(get('b'), 3) : 0))
    w.computation('b', (get) => get('a') + 1)
    w.effect('end', (get) => get('b'))
    await w.change({ loop: 1, s: 1 })
    await w.change({ loop: 0 })
    w.taken()
    await w.change({ s: 10 })
    expect(w.taken()).toEqual(['a', 'b', 'end'])
  })
})

describe('parents and children', () => {
  /** A parent that makes a child while `on` stands, and removes it when it does not. */
  function family(w: World, parentReads: string): void {
    let child: (() => void) | undefined
    w.effect('parent', (get) => {
      const on = get(parentReads) > 0
      if (on && child === undefined) child = w.effect('child', (read) => read('s'))
      if (!on) {
        child?.()
        child = undefined
      }
    })
  }

  it('a parent at the same height runs first, and a child it removes does not run', async () => {
    const w = await world()
    family(w, 's')
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['parent', 'child'])
    await w.change({ s: 0 })
    expect(w.taken()).toEqual(['parent'])
  })

  it('a child that its parent is about to remove does not run, though the parent stands higher', async () => {
    const w = await world()
    w.computation('on', (get) => Math.sign(get('s')))
    w.computation('really', (get) => get('on'))
    family(w, 'really')
    await w.change({ s: 1 })
    await w.change({ s: 5 })
    w.taken()
    await w.put({ s: 0, really: 0 })
    await w.s.idle()
    expect(w.taken()).not.toContain('child')
  })

  it('three levels: a grandchild waits for the grandparent', async () => {
    const w = await world()
    let stop: (() => void) | undefined
    w.computation('gate', (get) => get('s'))
    w.effect('grandparent', (get) => {
      if (get('s') * get('gate') > 0 && stop === undefined) {
        stop = w.effect('parent', () => {
          const inner = w.effect('child', (read) => read('s'))
          const outer = stop
          stop = () => {
            inner()
            outer?.()
          }
        })
      }
      if (get('s') === 0) stop?.()
    })
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 0 })
    expect(w.taken().filter((name) => name !== 'gate')).toEqual(['grandparent'])
  })

  it('a parent that reads what its child writes does not wait for itself', async () => {
    const w = await world()
    let made = false
    w.effect('parent', (get) => {
      if (!made) w.computation('child', (read) => read('s') + 1)
      made = true
      return get('child')
    })
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.last('parent')).toBe(3)
    w.taken()
    await w.change({ s: 3 })
    expect(w.taken()).toEqual(['child', 'parent'])
  })
})
