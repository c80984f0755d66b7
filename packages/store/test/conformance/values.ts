// Values come back as they went in, from memory and from the database; what cannot is refused.

import { describe, expect, it } from 'vitest'
import { consumersOf, type Tx, type Value } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import { at, expectAccepted, expectCode, loaded, put, SPACE } from './support.ts'

/** A value nested this many containers deep. */
function nested(levels: number): Value {
  let value: Value = []
  for (let i = 1; i < levels; i++) value = i % 2 === 0 ? [value] : { in: value }
  return value
}

const bare = Object.assign(Object.create(null) as Record<string, number>, { a: 1 })
const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`key ${i}`, i]))

const KEPT: readonly [name: string, value: unknown, back?: unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['negative zero, as zero', -0, 0],
  ['negative zero inside, as zero', [{ n: -0 }], [{ n: 0 }]],
  ['a negative number', -17],
  ['a fraction', 0.1],
  ['the largest number', Number.MAX_VALUE],
  ['the smallest number', Number.MIN_VALUE],
  ['the largest safe integer', Number.MAX_SAFE_INTEGER],
  ['an integer beyond the safe ones', 2 ** 60],
  ['an empty text', ''],
  ['a text', 'plain'],
  ['letters of many scripts', 'Zażółć gęślą jaźń, 漢字, עברית, 🦊👩‍👩‍👧'],
  ['a null character', 'a\u0000b'],
  ['the first half of a surrogate pair', 'a\ud83eb'],
  ['the second half of a surrogate pair', '\udd8a'],
  ['both halves in the wrong order', '\udd8a\ud83e'],
  ['quotes, backslashes and line ends', '"\'\\\n\r\t\b\f\u2028\u2029\u007f'],
  ['text that looks like an escape', '\\u0000 \\ud800 %s $1 ? :name'],
  ['an empty list', []],
  ['an empty object', {}],
  ['a list of blanks', [null, null]],
  ['lists in lists', [[[]], [[1], [2, [3]]]]],
  ['objects in objects', { a: { b: { c: [1, { d: null }] } } }],
  ['an empty key', { '': 1 }],
  ['keys that objects inherit', { constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 4 }],
  ['keys of digits', { 1: 'one', 0: 'zero', '007': 'bond' }],
  ['keys with every separator', { 'a.b/c[0]$"\\': 1 }],
  ['keys of surrogate halves', { '\ud800': 1 }],
  ['an object without a prototype', bare, { a: 1 }],
  ['an object with many keys', wide],
  ['a long list', Array.from({ length: 10_000 }, (_, i) => i)],
  ['a long text', 'x'.repeat(1_000_000)],
  ['the deepest nesting', nested(256)],
]

class Point {
  x = 1
}

function circle(): unknown {
  const a: Record<string, unknown> = {}
  a.list = [a]
  return a
}

const REFUSED: readonly [name: string, value: unknown][] = [
  ['undefined', undefined],
  ['not a number', Number.NaN],
  ['infinity', Number.POSITIVE_INFINITY],
  ['negative infinity', Number.NEGATIVE_INFINITY],
  ['a bigint', 1n],
  ['a symbol', Symbol('s')],
  ['a function', () => 1],
  ['a date', new Date(0)],
  ['a map', new Map([[1, 2]])],
  ['a set', new Set([1])],
  ['a pattern', /x/],
  ['an error', new Error('x')],
  ['bytes', new Uint8Array(2)],
  ['an instance of a class', new Point()],
  ['undefined in an object', { a: undefined }],
  ['undefined in a list', [1, undefined]],
  ['a hole in a list', Array(2)],
  ['not a number deep inside', { a: [{ b: Number.NaN }] }],
  ['a function deep inside', [[() => 1]]],
  ['a value inside itself', circle()],
  ['one level too deep', nested(257)],
  ['the key __proto__', JSON.parse('{"__proto__": 1}')],
  ['the key __proto__ deep inside', JSON.parse('[{"a": {"__proto__": {}}}]')],
]

const TOO_LARGE: readonly [name: string, value: unknown][] = [
  ['a text', 'x'.repeat(16 * 1024 * 1024)],
  ['a list in sum', Array.from({ length: 17 }, () => 'x'.repeat(1024 * 1024))],
  ['keys in sum', Object.fromEntries(['a', 'b'].map((k) => [k.repeat(9 * 1024 * 1024), 1]))],
]

const HARD: Value = { constructor: ['a\u0000b', '\ud83e', '\\u0000', -1.5e-9, null, { '': '🦊' }] }

const CARRIERS: readonly [name: string, put: (tx: Tx, value: unknown) => void][] = [
  ['a receipt', (tx, value) => tx.receipt({ id: 'r', value })],
  ['an event', (tx, payload) => tx.publish({ topic: 't', messageId: 'm', payload })],
  ['a job', (tx, payload) => tx.job({ op: 'add', id: 'j', queue: 'q', payload })],
  ['the result of a job', (tx, result) => tx.job({ op: 'done', id: 'j', attempt: 1, result })],
  ['a timer', (tx, payload) => tx.timer({ op: 'set', id: 't', at: 1, payload })],
  ['an entry', (tx, value) => tx.entry({ list: 'l', id: 'e', from: null, state: 'new', value })],
]

export function values(rig: () => Rig): void {
  describe('values', () => {
    it.each(KEPT)('%s comes back as it was', async (_, value, back = value) => {
      const store = await rig().open()
      expectAccepted(await store.commit({ write: [{ at: at('d'), value }] }))
      expect(store.read(at('d'))).toEqual(back)
      expect(await loaded(await rig().peer(), at('d'))).toEqual(back)
    })

    it.each(REFUSED)('%s is refused, and the transaction goes on', async (_, value) => {
      const store = await rig().open()
      const tx = store.begin()
      await expectCode(() => tx.write(at('d'), value), 'value-malformed')
      tx.write(at('d'), 'instead')
      expectAccepted(await tx.commit().verdict)
      expect(store.read(at('d'))).toBe('instead')
    })

    it.each(TOO_LARGE)('%s that is too large is refused', async (_, value) => {
      const tx = (await rig().open()).begin()
      await expectCode(() => tx.write(at('d'), value), 'value-too-large')
      expect(tx.log().writes).toEqual([])
    })

    it.each(CARRIERS)('%s refuses what is not JSON', async (_, carry) => {
      const tx = (await rig().open()).begin()
      for (const value of [{ a: undefined }, Number.NaN, new Date(0)]) {
        await expectCode(() => carry(tx, value), 'value-malformed')
      }
    })

    it('receipts, events, jobs, results, timers and entries keep the hardest values', async () => {
      const store = await rig().open()
      expectAccepted(
        await store.commit({
          receipts: [{ id: 'r', value: HARD }],
          publish: [{ topic: 't', messageId: 'm', payload: HARD }],
          jobs: [{ op: 'add', id: 'j', queue: 'q', payload: HARD }],
          timers: [{ op: 'set', id: 't', at: 1, payload: HARD }],
          entries: [{ list: 'l', id: 'm', from: null, state: 'new', value: HARD }],
        }),
      )
      const [job] = await store.claim({ queues: ['q'], worker: 'w' })
      expect(job?.payload).toEqual(HARD)
      const done = { op: 'done', id: 'j', attempt: job!.attempt, result: HARD } as const
      expectAccepted(await store.commit({ jobs: [done] }))
      const again = await rig().restart()
      expect((await again.receipt('r'))?.value).toEqual(HARD)
      expect((await again.events('t'))[0]?.payload).toEqual(HARD)
      expect((await again.timers())[0]?.payload).toEqual(HARD)
      expect((await again.entry('l', 'm'))?.value).toEqual(HARD)
      expect((await again.entries({ list: 'l' }))[0]?.value).toEqual(HARD)
      const declared = { list: consumersOf('t'), id: 'l', from: null, state: 'reading' }
      expectAccepted(await again.commit({ entries: [declared] }))
      const [pending] = await again.pendingEvents('l', 't')
      expect([pending!.event.payload, pending!.entry!.value]).toEqual([HARD, HARD])
      expect(await again.job('j')).toMatchObject({ payload: HARD, result: HARD })
    })

    it('what is not given is null in events, jobs and timers, and absent in receipts', async () => {
      const store = await rig().open()
      await store.commit({
        receipts: [{ id: 'r' }],
        publish: [{ topic: 't', messageId: 'm' }],
        jobs: [{ op: 'add', id: 'j', queue: 'q' }],
        timers: [{ op: 'set', id: 't', at: 1 }],
      })
      expect((await store.receipt('r'))?.value).toBeUndefined()
      expect((await store.events('t'))[0]?.payload).toBeNull()
      expect((await store.job('j'))?.payload).toBeNull()
      expect((await store.timers())[0]?.payload).toBeNull()
    })

    it('a change the caller makes to a value after writing it does not leak in', async () => {
      const store = await rig().open()
      const mine = { list: [1], inner: { a: 1 } }
      const tx = store.begin()
      tx.write(at('d'), mine)
      mine.list.push(2)
      mine.inner.a = 2
      const { verdict } = tx.commit()
      mine.inner.a = 3
      expectAccepted(await verdict)
      mine.inner.a = 4
      expect(store.read(at('d'))).toEqual({ list: [1], inner: { a: 1 } })
      expect(await loaded(await rig().peer(), at('d'))).toEqual({ list: [1], inner: { a: 1 } })
    })

    it('what is read cannot be changed by the reader', async () => {
      const store = await rig().open()
      await put(store, { d: { list: [1], inner: { a: 1 } } })
      for (const read of [store.read(at('d')), await loaded(await rig().peer(), at('d'))]) {
        const value = read as { list: number[]; inner: { a: number } }
        expect(() => value.list.push(2)).toThrow(TypeError)
        expect(() => {
          value.inner.a = 2
        }).toThrow(TypeError)
      }
    })

    it('a value that was read may be written elsewhere, and is shared', async () => {
      const store = await rig().open()
      await put(store, { d: { inner: { a: 1 } } })
      await put(store, { e: store.read(at('d', 'inner'))! })
      expect(store.read(at('e'))).toBe(store.read(at('d', 'inner')))
    })

    it('a document grown deeper by a path is refused or can be read back', async () => {
      const store = await rig().open()
      const path = Array.from({ length: 200 }, (_, i) => `p${i}`)
      await keepOrRefuse(async () => {
        const result = await store.commit({ write: [{ at: at('d', ...path), value: 1 }] })
        return result.rejected === undefined
      })
    })

    it('a document grown deeper by values that were read is refused or can be read back', async () => {
      const store = await rig().open()
      await put(store, { d: nested(100) })
      await keepOrRefuse(async () => {
        const result = await store.commit({
          write: [{ at: at('d'), value: { a: { b: [store.read(at('d'))!] }, c: nested(127) } }],
        })
        if (result.rejected !== undefined) return false
        const value = [[store.read(at('d'))!]]
        return (await store.commit({ write: [{ at: at('d'), value }] })).rejected === undefined
      })
    })

    it('a document grown larger piece by piece is refused or can be read back', async () => {
      const store = await rig().open()
      const piece = 'x'.repeat(9 * 1024 * 1024)
      await put(store, { d: { a: piece } })
      await keepOrRefuse(async () => {
        const result = await store.commit({ write: [{ at: at('d', 'b'), value: piece }] })
        return result.rejected === undefined
      })
    })

    /** What was accepted can be read from the database; what was not is not there. */
    async function keepOrRefuse(grow: () => Promise<boolean>): Promise<void> {
      const refusals = ['path-malformed', 'value-malformed', 'value-too-large']
      try {
        await grow()
      } catch (error) {
        expect(refusals).toContain((error as { code: string }).code)
      }
      const peer = await rig().peer()
      await expect(peer.load({ space: SPACE })).resolves.toBeDefined()
      expect(await rig().driver().load(SPACE)).toBeDefined()
    }
  })
}
