// Liveness: counted as edges and roots come and go, and always what a count from scratch gives.
import type { Tx } from '@cellwake/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LivenessRig } from './liveness-rig.ts'
import { cyclesAreReleased, demandReturns } from './scenarios.ts'
import { at, world } from './support.ts'

describe('liveness', () => {
  it('is given by a live reader and not by a dormant one', () => {
    const rig = new LivenessRig()
    for (const name of ['a', 'b', 'c']) rig.add(name)
    rig.reads('b', ['a'])
    expect(rig.counts()).toEqual({ a: 0, b: 0, c: 0 })
    rig.root('c')
    rig.reads('c', ['a'])
    expect(rig.counts()).toEqual({ a: 1, b: 0, c: 1 })
    rig.expectOracle()
  })

  it('goes up a chain, and down again', () => {
    const rig = new LivenessRig()
    for (const name of ['a', 'b', 'c', 'd']) rig.add(name)
    rig.reads('b', ['a'])
    rig.reads('c', ['b'])
    rig.reads('d', ['c'])
    rig.root('d')
    expect(rig.live()).toEqual(['a', 'b', 'c', 'd'])
    rig.unroot('d')
    expect(rig.live()).toEqual([])
  })

  it('counts both arms of a diamond, and keeps it while one is left', () => {
    const rig = new LivenessRig()
    for (const name of ['top', 'left', 'right', 'end']) rig.add(name)
    rig.reads('left', ['top'])
    rig.reads('right', ['top'])
    rig.root('end')
    rig.reads('end', ['left', 'right'])
    expect(rig.counts().top).toBe(2)
    rig.reads('end', ['right'])
    expect(rig.counts()).toEqual({ top: 1, left: 0, right: 1, end: 1 })
    rig.expectOracle()
  })

  it('a reader that leaves a writer which is wanted for itself takes only its own share', () => {
    const rig = new LivenessRig()
    for (const name of ['writer', 'reader']) rig.add(name)
    rig.root('writer')
    rig.root('reader')
    rig.reads('reader', ['writer'])
    expect(rig.counts()).toEqual({ writer: 2, reader: 1 })
    rig.reads('reader', [])
    expect(rig.counts()).toEqual({ writer: 1, reader: 1 })
  })

  it('a sibling branch is left alone', () => {
    const rig = new LivenessRig()
    for (const name of ['top', 'left', 'right', 'one', 'two']) rig.add(name)
    rig.reads('left', ['top'])
    rig.reads('right', ['top'])
    rig.root('one')
    rig.root('two')
    rig.reads('one', ['left'])
    rig.reads('two', ['right'])
    rig.unroot('one')
    expect(rig.live()).toEqual(['top', 'right', 'two'])
    rig.expectOracle()
  })

  it('edges that were there before a node was registered count when it is', () => {
    const rig = new LivenessRig()
    rig.add('end')
    rig.root('end')
    rig.reads('end', ['middle'])
    rig.add('top')
    const middle = rig.add('middle')
    expect(middle.node.live).toBe(1)
    rig.reads('middle', ['top'])
    expect(rig.counts()).toEqual({ end: 1, top: 1, middle: 1 })
    rig.expectOracle()
  })

  it('a cycle that loses its last root is dormant, whichever node had it', () => {
    for (const rooted of ['a', 'b', 'c']) {
      const rig = new LivenessRig()
      for (const name of ['a', 'b', 'c']) rig.add(name)
      rig.root(rooted)
      rig.reads('a', ['b'])
      rig.reads('b', ['c'])
      rig.reads('c', ['a'])
      expect(rig.live()).toEqual(['a', 'b', 'c'])
      rig.unroot(rooted)
      expect(rig.live()).toEqual([])
      rig.expectOracle()
    }
  })

  it('an edge to itself changes nothing', () => {
    const rig = new LivenessRig()
    rig.add('a')
    rig.reads('a', ['a', 's'])
    rig.root('a')
    expect(rig.counts()).toEqual({ a: 1 })
    rig.unroot('a')
    expect(rig.counts()).toEqual({ a: 0 })
  })

  it('one that reads two of a chain leaves the rest of the chain wanted, beside a cycle', () => {
    const rig = new LivenessRig()
    for (const name of ['x', 'y', 'e', 'f', 'p', 'q']) rig.add(name)
    rig.reads('p', ['q'])
    rig.reads('q', ['p'])
    rig.reads('x', ['y'])
    rig.root('e')
    rig.root('f')
    rig.reads('e', ['x', 'y'])
    rig.reads('f', ['x'])
    rig.unroot('e')
    rig.expectOracle()
  })

  it('what becomes wanted and is invalid is woken, however far up', () => {
    const rig = new LivenessRig()
    for (const name of ['a', 'b', 'c']) rig.add(name)
    rig.reads('b', ['a'])
    rig.reads('c', ['b'])
    rig.root('c')
    expect(new Set(rig.woken)).toEqual(new Set(['a', 'b', 'c']))
  })

  it('a cyclic graph of 20,000 nodes needs no stack', () => {
    const rig = new LivenessRig()
    const size = 20_000
    for (let i = 0; i < size; i++) rig.add(`n${i}`)
    for (let i = 0; i + 1 < size; i++) rig.reads(`n${i + 1}`, [`n${i}`])
    rig.reads('n0', [`n${size - 1}`])
    rig.root(`n${size - 1}`)
    expect(rig.live()).toHaveLength(size)
    rig.unroot(`n${size - 1}`)
    expect(rig.live()).toEqual([])
  })
})

type Mutation =
  | { readonly what: 'reads'; readonly name: string; readonly ids: string[] }
  | { readonly what: 'root' | 'unroot' | 'remove' | 'add'; readonly name: string }

const names = Array.from({ length: 7 }, (_, i) => `n${i}`)
const name = fc.constantFrom(...names)

function mutations(roots: number): fc.Arbitrary<Mutation[]> {
  const reads: fc.Arbitrary<Mutation> = fc.record({
    what: fc.constant('reads' as const),
    name,
    ids: fc.uniqueArray(name, { maxLength: 4 }),
  })
  const one = (what: 'root' | 'unroot' | 'remove' | 'add') =>
    fc.record({ what: fc.constant(what), name })
  return fc.array(
    fc.oneof(
      { arbitrary: reads, weight: 10 },
      { arbitrary: one('root'), weight: roots },
      { arbitrary: one('unroot'), weight: roots + 1 },
      { arbitrary: one('remove'), weight: 2 },
      { arbitrary: one('add'), weight: 4 },
    ),
    { maxLength: 60 },
  )
}

function apply(rig: LivenessRig, mutation: Mutation): void {
  const known = rig.tasks.has(mutation.name)
  if (mutation.what === 'add') {
    if (!known) rig.add(mutation.name)
  } else if (!known) return
  else if (mutation.what === 'reads') rig.reads(mutation.name, mutation.ids)
  else rig[mutation.what](mutation.name)
}

describe('liveness against a count from scratch, after every mutation', () => {
  it.each([
    ['many roots', 6],
    ['few roots', 2],
    ['hardly any', 1],
    ['none', 0],
  ])('graphs with cycles: %s', (_what, roots) => {
    fc.assert(
      fc.property(mutations(roots), (steps) => {
        const rig = new LivenessRig()
        for (const each of names) rig.add(each)
        if (roots === 0) {
          // A root that goes before the graph is made: from then on there is none.
          rig.root('n0')
          rig.unroot('n0')
        }
        for (const step of steps) {
          apply(rig, step)
          rig.expectOracle()
        }
      }),
      { numRuns: 400, seed: 4004 },
    )
  })

  it('a root that comes and goes after each mutation finds and leaves the truth', () => {
    fc.assert(
      fc.property(mutations(1), name, (steps, watched) => {
        const rig = new LivenessRig()
        for (const each of names) rig.add(each)
        for (const step of steps) {
          apply(rig, step)
          if (!rig.tasks.has(watched)) continue
          rig.root(watched)
          rig.expectOracle()
          rig.unroot(watched)
          rig.expectOracle()
        }
      }),
      { numRuns: 300, seed: 4005 },
    )
  })
})

describe('liveness in a scheduler', () => {
  it('a cycle does not keep itself alive', cyclesAreReleased)

  it('demand that returns finds what became invalid meanwhile', demandReturns)

  it('a node is wanted through a clean one when a new effect comes', async () => {
    const w = await world()
    w.computation('a', (get) => get('s'))
    w.computation('b', (get) => get('a'))
    const stop = w.effect('first', (get) => get('b'))
    await w.change({ s: 1 })
    stop()
    await w.put({ s: 2 })
    expect([w.statusOf('a'), w.statusOf('b')]).toEqual(['invalid', 'clean'])
    w.taken()
    w.effect('second', (get) => get('b'))
    await w.s.idle()
    expect(w.last('second')).toBe(2)
  })

  it('an effect that starts again finds what became invalid meanwhile', async () => {
    const w = await world()
    const spec = {
      name: 'show',
      kind: 'effect' as const,
      run: (tx: Tx) => {
        w.runs.push(`show ${tx.read(at('a'))}`)
      },
    }
    w.computation('a', (get) => get('s'))
    w.s.register(spec)
    await w.change({ s: 1 })
    w.s.remove(spec)
    await w.change({ s: 2 })
    w.taken()
    w.s.register(spec)
    await w.s.idle()
    expect(w.taken().at(-1)).toBe('show 2')
  })

  it('an effect among the readers keeps only what it reads', async () => {
    const w = await world()
    for (const id of ['a', 'b']) w.computation(id, (get) => get('s'))
    w.effect('show', (get) => (get('which') === 1 ? get('a') : get('b')))
    await w.change({ s: 1 })
    expect([w.isLive('a'), w.isLive('b')]).toEqual([false, true])
    await w.change({ which: 1 })
    expect([w.isLive('a'), w.isLive('b')]).toEqual([true, false])
    w.taken()
    await w.change({ s: 2 })
    expect(w.taken()).toEqual(['a', 'show'])
  })
})
