// Entries: moved from the state that they must be in, listed by list, state, order and page.

import { describe, expect, it } from 'vitest'
import type { EntryFilter, EntryOp, Store } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  eventually,
  expectAccepted,
  expectCode,
  expectRejected,
  forgetful,
  put,
  TestClock,
} from './support.ts'

export function entries(rig: () => Rig): void {
  const add = (id: string, more: Partial<EntryOp> = {}): EntryOp => {
    return { list: 'l', id, from: null, state: 'new', ...more }
  }
  const move = async (store: Store, ...ops: EntryOp[]) =>
    expectAccepted(await store.commit({ entries: ops })).seq
  const ids = async (store: Store, filter: Partial<EntryFilter> = {}) =>
    (await store.entries({ list: 'l', ...filter })).map(({ id }) => id)

  describe('entries', () => {
    it('a new entry is there for every session, with its defaults', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      const seq = await move(store, add('e'))
      const row = {
        list: 'l',
        id: 'e',
        state: 'new',
        final: false,
        order: 0,
        value: undefined,
        seq,
        createdAt: clock.now(),
        at: clock.now(),
      }
      expect(await store.entry('l', 'e')).toEqual(row)
      expect(await (await rig().peer()).entries({ list: 'l' })).toEqual([row])
    })

    it('one that moves keeps its place and its value, unless they are given', async () => {
      const clock = new TestClock()
      const store = await rig().open({ clock })
      await move(store, add('e', { order: 7, value: { n: 1 } }))
      const createdAt = clock.now()
      clock.advance(500)
      await move(store, add('e', { from: 'new', state: 'open' }))
      const opened = { state: 'open', order: 7, value: { n: 1 }, createdAt, at: clock.now() }
      expect(await store.entry('l', 'e')).toMatchObject(opened)
      await move(store, add('e', { from: 'open', state: 'open', order: -3, value: null }))
      expect(await store.entry('l', 'e')).toMatchObject({ state: 'open', order: -3, value: null })
    })

    it('survives a restart', async () => {
      const store = await rig().open()
      await move(store, add('e', { value: [1, { two: 'drei' }], order: 5, final: true }))
      const before = await store.entry('l', 'e')
      expect(await (await rig().restart()).entry('l', 'e')).toEqual(before)
    })

    it('final is said anew with each move', async () => {
      const store = await rig().open()
      await move(store, add('e', { final: true }))
      expect(await store.entry('l', 'e')).toMatchObject({ final: true })
      await move(store, add('e', { from: 'new', state: 'again' }))
      expect(await store.entry('l', 'e')).toMatchObject({ final: false })
    })

    it.each<[string, Partial<EntryOp>, string]>([
      ['from another state', { from: 'open', state: 'done' }, 'is new: it was to be open'],
      ['from nothing, and it is there', { from: null, state: 'new' }, 'is new: it was to be new'],
      ['that is not there', { id: 'none', from: 'new', state: 'done' }, 'is not there'],
    ])('a move %s is refused for good, with everything beside it', async (_, op, why) => {
      const store = await rig().open()
      await move(store, add('e', { value: 1 }))
      const result = await store.commit({
        write: [{ at: at('d'), value: 1 }],
        receipts: [{ id: 'r' }],
        publish: [{ topic: 't', messageId: 'm' }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
        entries: [add('other'), add('e', op)],
      })
      expect(expectRejected(result, 'permanent', 'entry-moved').why).toContain(why)
      expect(store.read(at('d'))).toBeUndefined()
      expect(await store.entry('l', 'e')).toMatchObject({ state: 'new', value: 1 })
      expect(await ids(store)).toEqual(['e'])
      expect(await store.receipt('r')).toBeUndefined()
      expect(await store.events('t')).toEqual([])
      expect(await store.job('j')).toBeUndefined()
      expect(await store.timers()).toEqual([])
    })

    it('a commit that is refused for something else moves nothing', async () => {
      const store = await rig().open()
      await move(store, add('e'))
      const result = await store.commit({
        expect: [{ type: 'epoch', lease: 'none', epoch: 3 }],
        entries: [add('e', { from: 'new', state: 'done' }), add('f')],
      })
      expectRejected(result, 'permanent', 'epoch')
      expect(await store.entries({ list: 'l' })).toMatchObject([{ id: 'e', state: 'new' }])
    })

    it('of two hosts that move the same, one does', async () => {
      const stores = [await rig().open(), await rig().peer(), await rig().peer()]
      await move(stores[0]!, add('e'))
      const results = await Promise.all(
        stores.map((store, i) =>
          store.commit({ entries: [add('e', { from: 'new', state: `s${i}` })] }),
        ),
      )
      const won = results.filter(({ rejected }) => rejected === undefined)
      expect(won).toHaveLength(1)
      const winner = results.findIndex(({ rejected }) => rejected === undefined)
      expect(await stores[0]!.entry('l', 'e')).toMatchObject({ state: `s${winner}` })
    })

    it('one commit may move the same twice, each from where the other left it', async () => {
      const store = await rig().open()
      await move(store, add('e'), add('e', { from: 'new', state: 'done', final: true, value: 2 }))
      expect(await store.entry('l', 'e')).toMatchObject({ state: 'done', final: true, value: 2 })
      const result = await store.commit({
        entries: [add('e', { from: 'done', state: 'x' }), add('e', { from: 'done', state: 'y' })],
      })
      expectRejected(result, 'permanent', 'entry-moved')
      expect(await store.entry('l', 'e')).toMatchObject({ state: 'done' })
    })

    it('commits of one group see each other', async () => {
      const store = await rig().open()
      const results = await Promise.all([
        store.commit({ entries: [add('e')] }),
        store.commit({ entries: [add('e')] }),
        store.commit({ entries: [add('e', { from: 'new', state: 'done' })] }),
        store.commit({ entries: [add('e', { from: 'new', state: 'late' })] }),
      ])
      expect(results.map(({ rejected }) => rejected ?? 'accepted')).toEqual([
        'accepted',
        'permanent',
        'accepted',
        'permanent',
      ])
      expect(await store.entry('l', 'e')).toMatchObject({ state: 'done' })
    })

    it('a transaction carries entries', async () => {
      const store = await rig().open()
      await store.edit((tx) => {
        tx.write(at('d'), 1)
        tx.entry(add('e', { value: 'of a transaction' }))
      })
      expect(await store.entry('l', 'e')).toMatchObject({ value: 'of a transaction' })
    })

    it('a move whose answer is lost is made once', async () => {
      const { driver, loseNext } = forgetful(rig().driver(), 'answer')
      const store = await rig().openOn(driver)
      loseNext()
      await move(store, add('e'))
      expect(await store.entries({ list: 'l' })).toMatchObject([{ id: 'e', state: 'new' }])
    })

    it('lists do not touch each other, and entries are no documents', async () => {
      const store = await rig().open()
      await move(store, add('e', { value: 1 }), add('e', { list: 'm', value: 2 }))
      expect(await store.entry('l', 'e')).toMatchObject({ value: 1 })
      expect(await store.entry('m', 'e')).toMatchObject({ value: 2 })
      expect(await store.entry('n', 'e')).toBeUndefined()
      expect(await store.spaces()).toEqual([])
      expect(await store.stats()).toMatchObject({ documents: 0, entries: 2 })
    })

    it('another session is not given them: it asks', async () => {
      const [store, peer] = [await rig().open(), await rig().peer()]
      await put(peer, { d: 0 })
      const notifications: unknown[] = []
      peer.subscribe((notification) => notifications.push(notification))
      await move(store, add('e'))
      await put(store, { other: 1 })
      await eventually(() => peer.seq).toBe(store.seq)
      expect(notifications).toEqual([])
      expect(await peer.entry('l', 'e')).toBeDefined()
    })

    it.each<[string, Partial<EntryOp>]>([
      ['an empty list', { list: '' }],
      ['an empty id', { id: '' }],
      ['an empty state', { state: '' }],
      ['a control character', { id: 'a\u0000b' }],
    ])('%s is refused as a name', async (_, op) => {
      const store = await rig().open()
      await expectCode(() => store.commit({ entries: [add('e', op)] }), 'name-malformed')
    })

    it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'an order of %s is refused',
      async (order) => {
        const store = await rig().open()
        await expectCode(() => store.commit({ entries: [add('e', { order })] }), 'commit-malformed')
      },
    )

    it('names of any script, and a list that looks like a path into another, are kept apart', async () => {
      const store = await rig().open()
      const names = ['a/b', 'a', 'a/', 'ä', '名', '😀', "'; --", '%', '_']
      await move(store, ...names.map((name) => add(name, { list: name, state: name, value: name })))
      for (const name of names) {
        expect(await store.entries({ list: name, states: [name] })).toMatchObject([
          { list: name, id: name, state: name, value: name },
        ])
      }
    })
  })

  describe('lists of entries', () => {
    /** Twelve entries, of three states, some at the same place. */
    async function filled(): Promise<Store> {
      const store = await rig().open()
      const ops = Array.from({ length: 12 }, (_, i) =>
        add(`e${i}`, { order: Math.floor(i / 2) - 2, state: `s${i % 3}`, final: i % 3 === 2 }),
      )
      await move(store, ...ops.reverse())
      return store
    }
    const all = Array.from({ length: 12 }, (_, i) => `e${i}`)
    /** By order and id: two of each order stand by the text of their ids. */
    const ordered = [...all.slice(0, 10), 'e10', 'e11']

    it('come by order, then id', async () => {
      const store = await filled()
      expect(await ids(store)).toEqual(ordered)
      expect(await ids(store, { newestFirst: true })).toEqual([...ordered].reverse())
    })

    it('come by state', async () => {
      const store = await filled()
      expect(await ids(store, { states: ['s1'] })).toEqual(['e1', 'e4', 'e7', 'e10'])
      const two = ['e0', 'e2', 'e3', 'e5', 'e6', 'e8', 'e9', 'e11']
      expect(await ids(store, { states: ['s2', 's0'] })).toEqual(two)
      expect(await ids(store, { states: ['s0', 's0', 'none'] })).toEqual(['e0', 'e3', 'e6', 'e9'])
      expect(await ids(store, { states: [] })).toEqual([])
      expect(await ids(store, { list: 'none' })).toEqual([])
    })

    it.each([
      [{}, ordered],
      [{ newestFirst: true }, [...ordered].reverse()],
      [{ states: ['s0', 's1'] }, ordered.filter((id) => Number(id.slice(1)) % 3 < 2)],
    ])('come page by page, none twice and none left out: %j', async (filter, expected) => {
      const store = await filled()
      for (const limit of [1, 3, 5, 12]) {
        const seen: string[] = []
        for (let after: EntryFilter['after']; ; ) {
          const page = await store.entries({ list: 'l', ...filter, limit, ...(after && { after }) })
          seen.push(...page.map(({ id }) => id))
          if (page.length < limit) break
          after = page.at(-1)!
        }
        expect(seen).toEqual(expected)
      }
    })

    it('are as many as there are, up to a page', async () => {
      const store = await rig().open()
      const many = Array.from({ length: 1_100 }, (_, i) => add(`e${i}`, { order: i }))
      await move(store, ...many)
      expect(await ids(store)).toHaveLength(1_000)
      expect(await ids(store, { limit: 2_000 })).toHaveLength(1_100)
    })

    it('whose names begin alike come as one', async () => {
      const store = await rig().open()
      await move(
        store,
        add('x', { list: 'runs/a', order: 3 }),
        add('y', { list: 'runs/a', order: 1, state: 'done' }),
        add('x', { list: 'runs/b', order: 3 }),
        add('z', { list: 'runs/b', order: 2 }),
        add('x', { list: 'runs', order: 0 }),
        add('x', { list: 'runt', order: 0 }),
        add('x', { list: 'runs/\u{10ffff}', order: 9 }),
      )
      const of = async (filter: Partial<EntryFilter>) =>
        (await store.entries({ list: 'runs/', prefix: true, ...filter })).map(
          ({ list, id }) => `${list} ${id}`,
        )
      const expected = ['runs/a y', 'runs/b z', 'runs/a x', 'runs/b x', 'runs/\u{10ffff} x']
      expect(await of({})).toEqual(expected)
      expect(await of({ newestFirst: true, limit: 3 })).toEqual(expected.slice(2).reverse())
      expect(await of({ states: ['done'] })).toEqual(['runs/a y'])
      const [first] = await store.entries({
        list: 'runs/',
        prefix: true,
        limit: 3,
        states: ['new'],
      })
      expect(first).toMatchObject({ list: 'runs/b', id: 'z' })
      // Two at the same place with the same id: the list tells them apart.
      const after = { order: 3, id: 'x', list: 'runs/a' }
      expect(await of({ after })).toEqual(expected.slice(3))
      expect(await of({ after, newestFirst: true })).toEqual(['runs/b z', 'runs/a y'])
      expect(await of({ after: { order: 3, id: 'x' } })).toEqual(expected.slice(4))
    })

    it('are counted by state', async () => {
      const store = await filled()
      expect(await store.entryCounts('l')).toEqual({ s0: 4, s1: 4, s2: 4 })
      await move(store, add('e0', { from: 's0', state: 'constructor' }))
      expect(await store.entryCounts('l')).toEqual({ s0: 3, s1: 4, s2: 4, constructor: 1 })
      expect(await store.entryCounts('none')).toEqual({})
    })

    it('are counted anew with each move, and a commit that is refused counts nothing', async () => {
      const store = await filled()
      expect(await store.entryCounts('l')).toEqual({ s0: 4, s1: 4, s2: 4 })
      const refused = { entries: [add('new'), add('e0', { from: 's9', state: 's1' })] }
      await Promise.all([
        store.commit(refused),
        store.commit({ entries: [add('f'), add('f', { from: 'new', state: 's1' })] }),
        store.commit({
          entries: ['e0', 'e3', 'e6', 'e9'].map((id) => add(id, { from: 's0', state: 's1' })),
        }),
      ])
      expect(await store.entryCounts('l')).toEqual({ s1: 9, s2: 4 })
      expect(await (await rig().restart()).entryCounts('l')).toEqual({ s1: 9, s2: 4 })
    })

    it('stand in the order of code points, also above those of two bytes', async () => {
      const store = await rig().open()
      const names = ['\u{1f600}', '\uffee', 'z', 'é', 'Z']
      await move(store, ...names.map((name) => add(name)))
      expect(await ids(store)).toEqual(['Z', 'z', 'é', '\uffee', '\u{1f600}'])
    })
  })
}
