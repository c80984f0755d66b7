// I1: at rest, every live node has seen exactly what stands in the store now.
import { MemoryDriver, openStore } from '@cellwake/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demandReturns, nothingChangesUnseen } from './scenarios.ts'
import { at, latch, num, turns, unluckyWorld, type World, world } from './support.ts'

function chain(w: World): void {
  w.computation('a', (get) => get('s') + 1)
  w.computation('b', (get) => get('a') * 2 + get('t'))
  w.effect('end', (get) => get('b'))
  w.effect('side', (get) => get('a'))
}

function expectConsistent(w: World): void {
  const s = Number(w.value('s') ?? 0)
  const t = Number(w.value('t') ?? 0)
  expect([w.value('a'), w.value('b')]).toEqual([s + 1, (s + 1) * 2 + t])
  expect([w.last('end'), w.last('side')]).toEqual([(s + 1) * 2 + t, s + 1])
  expect(w.s.getStats().invalid).toBe(0)
}

describe('live consistency', () => {
  it('holds after local changes, one by one and in one commit', async () => {
    const w = await world()
    chain(w)
    await w.s.idle()
    expectConsistent(w)
    for (const values of [{ s: 1 }, { t: 4 }, { s: 2, t: 5 }, { s: 2 }]) {
      await w.change(values)
      expectConsistent(w)
    }
  })

  it('holds after changes of another session', async () => {
    const driver = new MemoryDriver()
    const w = await world({ driver })
    const other = await openStore(driver)
    chain(w)
    await w.s.idle()
    for (let s = 1; s < 6; s++) {
      await other.edit((tx) => tx.write(at('s'), s))
      await turns()
      await w.s.idle()
      expectConsistent(w)
      expect(w.value('s')).toBe(s)
    }
    await other.close()
  })

  it('holds after a change that was taken back', async () => {
    const u = await unluckyWorld()
    chain(u.w)
    await u.w.change({ s: 1, guard: 1 })
    const tx = u.w.store.begin()
    num(tx, 'guard')
    tx.write(at('s'), 100)
    u.conflictNext('guard', 2)
    const { verdict } = tx.commit()
    expect(u.w.value('s')).toBe(100)
    expect((await verdict).rejected).toBe('stale')
    await u.w.s.idle()
    expect(u.w.value('s')).toBe(1)
    expectConsistent(u.w)
  })

  it('holds for any interleaving of local, foreign and reverted changes', async () => {
    const step = fc.record({
      how: fc.constantFrom('local', 'foreign', 'revert'),
      doc: fc.constantFrom('s', 't'),
      value: fc.integer({ min: 0, max: 5 }),
      wait: fc.integer({ min: 0, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const u = await unluckyWorld()
        const { w } = u
        chain(w)
        for (const { how, doc, value, wait } of steps) {
          if (how === 'local') void w.put({ [doc]: value })
          else if (how === 'foreign') {
            u.conflictNext(doc, value)
            void w.put({ other: value })
          } else {
            const tx = w.store.begin()
            num(tx, 'guard')
            tx.write(at(doc), value + 100)
            u.conflictNext('guard', value)
            tx.commit()
          }
          await turns(wait)
        }
        await w.store.pendingCommitsSettled()
        await w.s.idle()
        expectConsistent(w)
        w.s.dispose()
      }),
      { numRuns: 60, seed: 101 },
    )
  })

  it('demand that comes back to an invalid chain runs it by itself', demandReturns)

  it('what changes during an asynchronous run is not missed', nothingChangesUnseen)

  it('what changes during an asynchronous run is not missed where it is no part of the basis', async () => {
    const w = await world()
    const gate = latch()
    w.effect('slow', async (_get, tx) => {
      const saw = tx.read(at('s'), { ignoreForConflict: true })
      await gate.promise
      return saw
    })
    await turns()
    await w.put({ s: 5 })
    gate.open()
    await w.s.idle()
    expect(w.last('slow')).toBe(5)
  })

  it('what changes while a run fails is not missed either', async () => {
    const w = await world()
    const gate = latch()
    w.effect('slow', async (get, tx) => {
      const saw = get('s') + Number(tx.read(at('t'), { ignoreForConflict: true }) ?? 0)
      await gate.promise
      if (saw < 6) throw new Error('too small')
      return saw
    })
    await turns()
    await w.put({ s: 5 })
    gate.open()
    await w.s.idle()
    await w.put({ t: 1 })
    await w.s.idle()
    expect(w.seen.slow).toEqual([6])
    expect(w.count('slow')).toBe(3)
  })

  it('a removed middle node leaves its readers with what stands there', async () => {
    const w = await world()
    const stop = w.computation('a', (get) => get('s') + 1)
    w.effect('end', (get) => get('a'))
    await w.change({ s: 1 })
    stop()
    await w.change({ s: 9 })
    expect([w.value('a'), w.last('end')]).toEqual([2, 2])
    w.computation('a', (get) => get('s') + 1)
    await w.s.idle()
    expect([w.value('a'), w.last('end')]).toEqual([10, 10])
  })
})
