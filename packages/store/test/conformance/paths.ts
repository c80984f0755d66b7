// Writes and deletes at a path: what they make of a document, and where they are refused.

import { describe, expect, it } from 'vitest'
import type { Path, Value } from '../../src/index.ts'
import type { Rig } from './rig.ts'
import {
  at,
  eventually,
  expectAccepted,
  expectCode,
  expectRejected,
  loaded,
  put,
  SPACE,
} from './support.ts'

const GONE = Symbol('deleted')
type To = Value | typeof GONE

const CHANGES: readonly [claim: string, start: Value, path: Path, to: To, end?: Value][] = [
  ['a document is replaced whole', { a: 1 }, [], { b: 2 }, { b: 2 }],
  ['a document may become a scalar', { a: 1 }, [], 'x', 'x'],
  ['a document is deleted whole', { a: 1 }, [], GONE],
  ['a field is set', { a: 1 }, ['a'], 2, { a: 2 }],
  ['a field is added', { a: 1 }, ['b'], 2, { a: 1, b: 2 }],
  ['a field is deleted', { a: 1, b: 2 }, ['a'], GONE, { b: 2 }],
  ['the last field is deleted, the object stays', { a: 1 }, ['a'], GONE, {}],
  [
    'a field deep inside is set',
    { a: { b: { c: 1 } } },
    ['a', 'b', 'c'],
    2,
    { a: { b: { c: 2 } } },
  ],
  [
    'a field deep inside is deleted',
    { a: { b: { c: 1 } } },
    ['a', 'b', 'c'],
    GONE,
    { a: { b: {} } },
  ],
  ['missing containers become objects', { a: 1 }, ['b', 'c', 'd'], 1, { a: 1, b: { c: { d: 1 } } }],
  ['a blank document becomes an object', null, ['a'], 1, { a: 1 }],
  ['a blank field becomes an object', { a: null }, ['a', 'b'], 1, { a: { b: 1 } }],
  ['a blank is not absent: it stays', { a: 1 }, ['a'], null, { a: null }],
  ['a list element is set by number', [1, 2, 3], [1], 9, [1, 9, 3]],
  ['a list element is set by text', [1, 2, 3], ['1'], 9, [1, 9, 3]],
  ['a list grows at its end', [1, 2], [2], 3, [1, 2, 3]],
  ['an empty list grows', [], [0], 'x', ['x']],
  ['a list element is deleted, the rest moves up', [1, 2, 3], [0], GONE, [2, 3]],
  ['the last list element is deleted', [1, 2, 3], [2], GONE, [1, 2]],
  ['a field of a list element is set', [{ a: 1 }], [0, 'a'], 2, [{ a: 2 }]],
  ['a new list element may be a container', [], [0, 'a'], 2, [{ a: 2 }]],
  ['a list in an object grows', { l: [1] }, ['l', 1], 2, { l: [1, 2] }],
  ['a number names a field of an object', { 0: 'a' }, [0], 'b', { 0: 'b' }],
  ['an empty key is a key', { a: 1 }, [''], 2, { a: 1, '': 2 }],
  [
    'an inherited name is a key like any other',
    {},
    ['constructor', 'x'],
    1,
    { constructor: { x: 1 } },
  ],
  ['deleting what is missing changes nothing', { a: 1 }, ['b', 'c'], GONE, { a: 1 }],
  ['deleting through a scalar changes nothing', { a: 1 }, ['a', 'b'], GONE, { a: 1 }],
  ['deleting beyond a list changes nothing', [1], [7], GONE, [1]],
]

const REFUSED: readonly [claim: string, start: Value, path: Path][] = [
  ['a field of a text', { a: 'text' }, ['a', 'b']],
  ['a field of a number', { a: 1 }, ['a', 'b']],
  ['a field of a boolean', { a: true }, ['a', 'b']],
  ['a field of a scalar document', 7, ['a']],
  ['an element beyond the end of a list', [1], [2]],
  ['a name in a list', [1], ['length']],
  ['an index with a leading zero', [1], ['00']],
  ['a negative index', [1], [-1]],
  ['a fractional index', [1], [0.5]],
  ['an index that is not a number', [1], [Number.NaN]],
  ['an index like a number in text', [1], ['1e0']],
  ['the key __proto__', { a: 1 }, ['__proto__', 'b']],
  ['the key __proto__ at the end', { a: 1 }, ['__proto__']],
]

const UNREADABLE: readonly [claim: string, path: Path][] = [
  ['a missing field', ['none']],
  ['a field below a missing one', ['none', 'deeper']],
  ['a field of a scalar', ['n', 'x']],
  ['a field of a blank', ['blank', 'x']],
  ['an element beyond a list', ['list', 9]],
  ['the length of a list', ['list', 'length']],
  ['the length of a text', ['text', 'length']],
  ['a negative element', ['list', -1]],
  ['an inherited name', ['constructor']],
  ['an inherited method', ['list', 'map']],
  ['the prototype', ['__proto__']],
]

export function paths(rig: () => Rig): void {
  describe('paths', () => {
    it.each(CHANGES)('%s', async (_, start, path, to, end) => {
      const store = await rig().open()
      await put(store, { d: start })
      const tx = store.begin()
      if (to === GONE) tx.delete(at('d', ...path))
      else tx.write(at('d', ...path), to as Value)
      expect(tx.read(at('d'))).toEqual(end)
      const { verdict } = tx.commit()
      expect(store.read(at('d'))).toEqual(end)
      expectAccepted(await verdict)
      expect(store.read(at('d'))).toEqual(end)
      expect(await loaded(await rig().peer(), at('d'))).toEqual(end)
    })

    it.each(REFUSED)('%s is refused, and the document stays as it was', async (_, start, path) => {
      const store = await rig().open()
      await put(store, { d: start })
      const tx = store.begin()
      await expectCode(() => tx.write(at('d', ...path), 1), 'path-malformed')
      expect(tx.read(at('d'))).toEqual(start)
      expectAccepted(await tx.commit().verdict)
      expect(await loaded(await rig().peer(), at('d'))).toEqual(start)
    })

    it.each(UNREADABLE)('%s reads as absent', async (_, path) => {
      const store = await rig().open()
      await put(store, { d: { n: 1, blank: null, list: [1, 2], text: 'abc' } })
      expect(store.read(at('d', ...path))).toBeUndefined()
      expect(store.begin().read(at('d', ...path))).toBeUndefined()
    })

    it('a refused path says where it leads', async () => {
      const store = await rig().open()
      await put(store, { d: { a: [1] } })
      const error = await expectCode(
        () => store.begin().write(at('d', 'a', 5, 'x'), 1),
        'path-malformed',
      )
      expect(error.message).toContain('model/d.a[5].x')
    })

    it('a write that no longer fits the newest state is refused for good', async () => {
      const store = await rig().open()
      await put(store, { d: { a: [1, 2, 3] } })
      const peer = await rig().peer()
      await peer.load({ space: SPACE })
      const tx = store.begin()
      tx.write(at('d', 'a', 3), 4)
      await put(peer, { d: { a: 'no list' } })
      expectRejected(await tx.commit().verdict, 'terminal', 'path-malformed')
      await eventually(() => store.read(at('d'))).toEqual({ a: 'no list' })
    })

    it('no choice of names makes two documents one', async () => {
      const store = await rig().open()
      const refs = [
        ['a', 'bc'],
        ['ab', 'c'],
        ['1:a', 'bc'],
        ['1', ':abc'],
        ['a:', 'bc'],
      ] as const
      const write = refs.map(([space, id], i) => ({ at: { space, id, path: [] }, value: i }))
      expectAccepted(await store.commit({ write }))
      const again = await rig().restart()
      for (const [i, [space, id]] of refs.entries()) {
        expect(await loaded(again, { space, id, path: [] })).toBe(i)
      }
    })
  })
}
