// `compute`: a computation without a transaction does what the same one with a transaction does.
import { type Address, MemoryDriver, openStore } from '@cellwake/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeSpec } from '../../src/tasks/run-tx.ts'
import { at, HeldDriver, world } from './support.ts'

type Compute = NonNullable<NodeSpec['compute']>

const number = (value: unknown) => (typeof value === 'number' ? value : 0)
const sum = (...values: readonly unknown[]) => values.reduce<number>((a, b) => a + number(b), 0)

function formula(name: string, reads: readonly Address[], compute: Compute = sum): NodeSpec {
  const outputs = [at(name)]
  return { name, kind: 'computation', derived: true, outputs, declaredReads: reads, compute }
}

describe('compute', () => {
  it('gives the output what it makes of the values it declares, in their order', async () => {
    const w = await world()
    w.s.register(formula('a', [at('x'), at('y')], (x, y) => number(x) * 10 + number(y)))
    w.effect('show', (get) => get('a'))
    await w.change({ x: 1, y: 2 })
    expect(w.store.read(at('a'))).toBe(12)
    expect(w.seen.show!.at(-1)).toBe(12)
  })

  it('takes any number of values', async () => {
    const w = await world()
    const inputs = ['p', 'q', 'r', 's', 't']
    w.s.register(formula('none', [], () => 7))
    w.s.register(
      formula(
        'five',
        inputs.map((id) => at(id)),
      ),
    )
    w.effect('show', (get) => get('none') + get('five'))
    await w.change({ p: 1, q: 2, r: 3, s: 4, t: 5 })
    expect(w.seen.show!.at(-1)).toBe(22)
  })

  it('runs only when it is wanted', async () => {
    const w = await world()
    let runs = 0
    w.s.register(formula('a', [at('s')], (s) => number(s) + ++runs * 0))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(runs).toBe(0)
    w.effect('show', (get) => get('a'))
    await w.s.idle()
    expect([runs, w.seen.show!.at(-1)]).toEqual([1, 2])
  })

  it('the same value again ends the wave', async () => {
    const w = await world()
    w.s.register(formula('sign', [at('s')], (s) => Math.sign(number(s))))
    w.effect('show', (get) => get('sign'))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 5 })
    expect(w.taken()).toEqual([])
    await w.change({ s: -5 })
    expect(w.taken()).toEqual(['show'])
  })

  it('who reads a place in the output runs only when that place changes', async () => {
    const w = await world()
    w.s.register(formula('o', [at('s')], (s) => ({ all: number(s), even: number(s) % 2 === 0 })))
    w.effect('show', (_, tx) => tx.read(at('o', 'even')))
    await w.change({ s: 1 })
    w.taken()
    await w.change({ s: 3 })
    expect(w.taken()).toEqual([])
    await w.change({ s: 4 })
    expect(w.seen.show!.at(-1)).toBe(true)
  })

  it('what throws is reported, leaves the output as it was, and runs again on a change', async () => {
    const w = await world()
    w.s.register(
      formula('a', [at('s')], (s) => {
        if (s === 2) throw new Error('two')
        return s
      }),
    )
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(w.errors.map(({ name, error }) => [name, error.message])).toEqual([['a', 'two']])
    expect(w.store.read(at('a'))).toBe(1)
    await w.change({ s: 3 })
    expect(w.store.read(at('a'))).toBe(3)
  })

  it('what is no JSON is reported and not written', async () => {
    const w = await world()
    w.s.register(formula('a', [at('s')], () => Number.NaN))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    expect(w.errors.map(({ name }) => name)).toContain('a')
    expect(w.store.read(at('a'))).toBeUndefined()
  })

  it('nothing makes the output absent', async () => {
    const w = await world()
    w.s.register(formula('a', [at('s')], (s) => (number(s) > 0 ? s : undefined)))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    await w.change({ s: 0 })
    expect(w.store.read(at('a'))).toBeUndefined()
  })

  it('subscribers of the store are told of what it computes', async () => {
    const w = await world()
    const told: unknown[] = []
    w.store.subscribe(({ changes }) => {
      for (const { id, before, after } of changes) if (id === 'a') told.push([before, after])
    })
    w.s.register(formula('a', [at('s')]))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    await w.change({ s: 2 })
    expect(told).toEqual([
      [undefined, 1],
      [1, 2],
    ])
  })

  it('an input that is still being loaded arrives as a change', async () => {
    const driver = new HeldDriver(new MemoryDriver())
    const first = await openStore(driver)
    await first.edit((tx) => tx.write(at('s'), 41))
    const w = await world({ driver })
    w.s.register(formula('a', [at('s')], (s) => number(s) + 1))
    w.effect('show', (get) => get('a'))
    await w.s.idle()
    await w.store.load(at('s'))
    await w.s.idle()
    expect(w.seen.show!.at(-1)).toBe(42)
    await first.close()
  })

  it('a trace shows its runs and what caused them', async () => {
    const w = await world()
    w.s.register(formula('a', [at('s')]))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    w.s.setTraceEnabled('run', true)
    await w.change({ s: 2 })
    const trace = w.s.getTrace('run').filter(({ name }) => name === 'a')
    expect(trace.map(({ what, addresses }) => [what, addresses])).toEqual([
      ['begins', [at('s')]],
      ['ran', [at('a')]],
    ])
    expect(w.s.getActionStats('a')).toMatchObject({ errors: 0 })
  })

  it('the validator finds one that is not idempotent', async () => {
    const w = await world()
    let n = 0
    w.s.idempotencyCheck()
    w.s.register(formula('a', [at('s')], () => ++n))
    w.effect('show', (get) => get('a'))
    await w.change({ s: 1 })
    expect(w.codes()).toContain('not-idempotent')
  })

  it.each<[what: string, spec: Partial<NodeSpec>]>([
    ['run besides', { run: () => {} }],
    ['two outputs', { outputs: [at('a'), at('b')] }],
    ['an output inside a document', { outputs: [at('a', 'x')] }],
    ['an input inside a document', { declaredReads: [at('s', 'x')] }],
    ['an output that is kept', { derived: false }],
    ['side writes', { sideWrites: [at('b')] }],
    ['an envelope', { envelope: [at('b')] }],
  ])('with %s it is refused', async (_, more) => {
    const w = await world()
    expect(() => w.s.register({ ...formula('a', [at('s')]), ...more })).toThrow(
      expect.objectContaining({ code: 'bad-node' }),
    )
  })

  it('neither run nor compute is refused', async () => {
    const w = await world()
    expect(() => w.s.register({ name: 'a', kind: 'effect' })).toThrow(
      expect.objectContaining({ code: 'bad-node' }),
    )
  })

  it('a cycle of them is put aside, and the rest goes on', async () => {
    const w = await world()
    w.s.register(formula('a', [at('b'), at('s')], (b, s) => number(b) + number(s)))
    w.s.register(formula('b', [at('a')], (a) => number(a) + 1))
    w.effect('circle', (get) => get('a'))
    w.effect('show', (get) => get('s'))
    await w.put({ s: 1 })
    expect(await w.restsSlowlyWithin(20_000)).toBe(true)
    expect(w.seen.show!.at(-1)).toBe(1)
    expect(w.codes()).toContain('not-settling')
  })

  it('random graphs end with the same values as with run', async () => {
    const nodes = fc.array(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 8,
    })
    const writes = fc.array(fc.tuple(fc.constantFrom('s0', 's1'), fc.integer({ min: -9, max: 9 })))
    await fc.assert(
      fc.asyncProperty(nodes, writes, async (graph, changes) => {
        const [plain, lean] = [await world(), await world()]
        graph.forEach((sources, i) => {
          // Only what stands before it, so that there is no cycle.
          const ids = sources.map((source) => (source < i ? `n${source}` : `s${source % 2}`))
          const reads = [...new Set(ids)].map((id) => at(id))
          const total = (values: readonly unknown[]) => sum(...values) % 7
          lean.s.register(formula(`n${i}`, reads, (...values) => total(values)))
          plain.computation(`n${i}`, (_, tx) => total(reads.map((read) => tx.read(read))), {
            derived: true,
            declaredReads: reads,
          })
        })
        const last = `n${graph.length - 1}`
        for (const w of [plain, lean]) {
          w.effect('show', (get) => get(last))
          await w.s.idle()
        }
        for (const [id, value] of changes) {
          for (const w of [plain, lean]) await w.change({ [id]: value })
          expect(lean.store.read(at(last))).toEqual(plain.store.read(at(last)))
          expect(lean.seen.show).toEqual(plain.seen.show)
        }
        for (const w of [plain, lean]) w.s.dispose()
      }),
      { numRuns: 60, seed: 77 },
    )
  })
})
