// I7: after a restart a node whose code and inputs are what they were does not run; others do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, MemoryDriver, openDriver } from '@cellwake/store'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, HeldDriver, type World, world } from './support.ts'

interface Code {
  readonly [name: string]: string
}

/** a and b from s and t, c from both, and something that nothing of this feeds. */
function graph(w: World, code: Code = {}): void {
  const resumed = (name: string) => ({
    mode: 'resume' as const,
    identity: { id: name, fingerprint: code[name] ?? 'v1' },
  })
  w.computation('a', (get) => get('s') + 1, resumed('a'))
  w.computation('b', (get) => get('t') * 2, resumed('b'))
  w.computation('c', (get) => get('a') + get('b'), resumed('c'))
  w.computation(
    'keys',
    (_get, tx) => {
      const doc = tx.read(at('doc'), { depth: 'shallow' })
      return Object.keys((doc as object | undefined) ?? {}).length
    },
    resumed('keys'),
  )
  w.effect('end', (get) => get('c') + get('keys'))
}

async function opened(driver: Driver, code: Code = {}): Promise<World> {
  const w = await world({ driver })
  await w.s.loadResume()
  graph(w, code)
  await w.s.idle()
  return w
}

/** Stops one process; the driver is what the next one finds. */
async function stopped(w: World): Promise<void> {
  w.s.dispose()
  await w.store.close()
}

function suite(name: string, open: () => Promise<Driver>): void {
  describe(`restart on ${name}`, () => {
    let driver: Driver

    beforeEach(async () => {
      driver = await open()
      const w = await opened(driver)
      await w.change({ s: 1, t: 2, doc: { x: 1 } })
      expect(w.last('end')).toBe(7)
      await stopped(w)
    })
    afterEach(() => driver.close())

    it('no computation runs when nothing has changed', async () => {
      const w = await opened(driver)
      expect(w.taken()).toEqual(['end'])
      expect(w.last('end')).toBe(7)
      expect(w.statusOf('c')).toBe('clean')
      await stopped(w)
    })

    it('loading to resume brings in what the rows name, each document once', async () => {
      const held = new HeldDriver(driver)
      const w = await world({ driver: held, cold: true })
      await w.s.loadResume()
      // The rows in one, then s, t, a, b and doc.
      expect(held.loads).toBe(6)
      graph(w)
      await w.s.idle()
      expect(new Set(w.taken())).toEqual(new Set(['end']))
      await stopped(w)
    })

    it('an input that changed while it was down runs exactly what follows from it', async () => {
      const between = await world({ driver })
      await between.put({ t: 5 })
      await stopped(between)
      const w = await opened(driver)
      expect(new Set(w.taken())).toEqual(new Set(['b', 'c', 'end']))
      expect(w.last('end')).toBe(13)
      await stopped(w)
    })

    it('a write of what stood there runs nothing', async () => {
      const between = await world({ driver })
      await between.put({ t: 9 })
      await between.put({ t: 2 })
      await stopped(between)
      const w = await opened(driver)
      expect(w.taken()).toEqual(['end'])
      await stopped(w)
    })

    it('another version of its code runs that node, and more only if its value changes', async () => {
      const w = await opened(driver, { a: 'v2' })
      expect(w.taken().filter((run) => run !== 'end')).toEqual(['a'])
      await stopped(w)
      const again = await opened(driver, { a: 'v2' })
      expect(again.taken()).toEqual(['end'])
      await stopped(again)
    })

    it.each([
      ['no row', undefined],
      ['text', 'nonsense'],
      ['no reads', { fingerprint: 'v1' }],
      ['short reads', { fingerprint: 'v1', reads: [['demo', 's']] }],
      ['a wrong digest', { fingerprint: 'v1', reads: [['demo', 's', [], 'deep', 'x']] }],
      ['a path that is none', { fingerprint: 'v1', reads: [['demo', 's', 'x', 'deep', 'x']] }],
    ])('a damaged row runs its node: %s', async (_what, row) => {
      const between = await world({ driver })
      await between.store.load({ space: 'cellwake/scheduler' })
      await between.store.edit((tx) => {
        const place = { space: 'cellwake/scheduler', id: 'a', path: [] }
        if (row === undefined) tx.delete(place)
        else tx.write(place, row)
      })
      await stopped(between)
      const w = await opened(driver)
      expect(w.taken().filter((run) => run !== 'end')).toEqual(['a'])
      await stopped(w)
    })

    it('a shallow read is compared by shape', async () => {
      const between = await world({ driver })
      await between.put({ doc: { x: 99 } })
      await stopped(between)
      const w = await opened(driver)
      expect(w.taken()).toEqual(['end'])
      await stopped(w)
      const more = await world({ driver })
      await more.put({ doc: { x: 99, y: 1 } })
      await stopped(more)
      const again = await opened(driver)
      expect(again.taken().filter((run) => run !== 'end')).toEqual(['keys'])
      await stopped(again)
    })

    it('no choice of keys makes one shape pass for another', async () => {
      const first = await world({ driver })
      await first.put({ doc: { 'a\nb': 1 } })
      await stopped(first)
      await stopped(await opened(driver))
      const between = await world({ driver })
      await between.put({ doc: { a: 1, b: 1 } })
      await stopped(between)
      const w = await opened(driver)
      expect(w.value('keys')).toBe(2)
      await stopped(w)
    })

    it('what changes later runs what a process that stayed alive would run', async () => {
      const w = await opened(driver)
      w.taken()
      await w.change({ s: 5 })
      expect(w.taken()).toEqual(['a', 'c', 'end'])
      await w.change({ doc: { x: 1, y: 2 } })
      expect(w.taken()).toEqual(['keys', 'end'])
      await stopped(w)
    })

    it('a row is written by the commit of its run, and by no other', async () => {
      const w = await opened(driver)
      await w.change({ s: 3 })
      const row = (await w.store.history({ space: 'cellwake/scheduler', id: 'a' }))[0]
      const value = (await w.store.history({ space: 'demo', id: 'a' }))[0]
      expect(row?.seq).toBe(value?.seq)
      await stopped(w)
    })
  })
}

suite('a driver in memory', async () => new MemoryDriver())

let folder: string
suite('SQLite', async () => {
  folder = mkdtempSync(join(tmpdir(), 'cellwake-restart-'))
  return openDriver(`sqlite:${join(folder, 'data.db')}`)
})
afterEach(() => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

describe('what resumes and what does not', () => {
  it('effects, nodes that make nodes, derived ones and those without an identity always run', async () => {
    const driver = new MemoryDriver()
    const register = (w: World) => {
      const identity = (id: string) => ({ identity: { id, fingerprint: '1' } })
      w.effect('effect', (get) => get('s'), { mode: 'resume', ...identity('effect') })
      w.computation('maker', (get) => get('s'), {
        mode: 'resume',
        createsNodes: true,
        ...identity('maker'),
      })
      w.computation('derived', (get) => get('s'), {
        mode: 'resume',
        derived: true,
        ...identity('derived'),
      })
      w.computation('nameless', (get) => get('s'), { mode: 'resume' })
      w.computation('kept', (get) => get('s'), { mode: 'resume', ...identity('kept') })
      w.effect('end', (get) => get('maker') + get('derived') + get('nameless') + get('kept'))
    }
    for (const expected of [6, 5]) {
      const w = await world({ driver, cold: true })
      await w.s.loadResume()
      register(w)
      await w.s.idle()
      if (expected === 6) await w.change({ s: 1 })
      else
        expect(new Set(w.taken())).toEqual(
          new Set(['effect', 'maker', 'derived', 'nameless', 'end']),
        )
      await stopped(w)
    }
  })

  it('an effect writes no row: nothing is kept that nobody will read', async () => {
    const driver = new MemoryDriver()
    const w = await world({ driver })
    w.effect('effect', (get) => get('s'), { identity: { id: 'effect', fingerprint: '1' } })
    await w.s.idle()
    await w.store.pendingCommitsSettled()
    expect(await driver.stats()).toMatchObject({ commits: 0, documents: 0 })
  })

  it('without resume everything runs', async () => {
    const driver = new MemoryDriver()
    const w = await opened(driver)
    await w.change({ s: 1 })
    await stopped(w)
    const fresh = await world({ driver })
    const { a: identity } = { a: { id: 'a', fingerprint: 'v1' } }
    fresh.computation('a', (get) => get('s') + 1, { identity })
    fresh.effect('end', (get) => get('a'))
    await fresh.s.idle()
    expect(fresh.runs).toContain('a')
  })

  it('restarting anywhere in a history of changes ends where staying alive does', async () => {
    const step = fc.record({
      doc: fc.constantFrom('s', 't'),
      value: fc.integer({ min: 0, max: 3 }),
      next: fc.constantFrom('go on', 'restart', 'change while down'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const driver = new MemoryDriver()
        let w = await opened(driver)
        for (const { doc, value, next } of steps) {
          if (next === 'change while down') {
            await stopped(w)
            const between = await world({ driver })
            await between.put({ [doc]: value })
            await stopped(between)
            w = await opened(driver)
          } else {
            await w.change({ [doc]: value })
            if (next === 'restart') {
              await stopped(w)
              w = await opened(driver)
              expect(w.taken()).toEqual(['end'])
            }
          }
          const [s, t] = [Number(w.value('s') ?? 0), Number(w.value('t') ?? 0)]
          expect(w.value('c')).toBe(s + 1 + t * 2)
          // From here on it runs what one that stayed alive would run.
          w.taken()
          await w.change({ s: s + 1 })
          expect(w.taken()).toEqual(['a', 'c', 'end'])
        }
        await stopped(w)
      }),
      { numRuns: 25, seed: 707 },
    )
  })
})
