// Values: taking in, reading at a path, changing at a path, and comparing.

import { describe, expect, it } from 'vitest'
import {
  commonPrefix,
  deleteAt,
  differsAt,
  docKey,
  equal,
  equalShallow,
  formatAddress,
  getAt,
  isPrefix,
  overlaps,
  type Path,
  parseValue,
  setAt,
  take,
  type Value,
} from '../src/index.ts'

describe('take', () => {
  it('copies and freezes all the way down', () => {
    const mine = { list: [{ a: 1 }] }
    const taken = take(mine) as typeof mine
    expect(taken).toEqual(mine)
    expect(taken).not.toBe(mine)
    expect([taken, taken.list, taken.list[0]].every(Object.isFrozen)).toBe(true)
    expect(Object.isFrozen(mine)).toBe(false)
  })

  it('does not copy what it has taken before, alone or inside', () => {
    const inner = take({ a: [1] })
    expect(take(inner)).toBe(inner)
    expect((take({ inner }) as { inner: Value }).inner).toBe(inner)
  })

  it('copies what somebody else has frozen', () => {
    const mine = Object.freeze({ inner: { a: 1 } })
    const taken = take(mine) as { inner: { a: number } }
    mine.inner.a = 2
    expect(taken.inner.a).toBe(1)
  })

  it('leaves out what is not an enumerable own field', () => {
    const odd = Object.defineProperty({ a: 1, [Symbol('s')]: 2 }, 'hidden', { value: 3 })
    expect(take(odd)).toEqual({ a: 1 })
    expect(take(Object.assign([1], { extra: 2 }))).toEqual([1])
  })

  it('takes the same object twice in one value', () => {
    const shared = { a: 1 }
    expect(take([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  it('goes on after a value that was refused', () => {
    expect(() => take(['x'.repeat(17 * 1024 * 1024)])).toThrow('too large')
    expect(take('y'.repeat(1_000))).toHaveLength(1_000)
  })
})

describe('parseValue', () => {
  it('reads what was written', () => {
    expect(parseValue('{"a":[1,null]}', 'here')).toEqual({ a: [1, null] })
  })

  it.each(['', '{', 'undefined', 'NaN', "{'a':1}", '{"__proto__":1}'])(
    '%j is damage, and the error names the place',
    (text) => {
      expect(() => parseValue(text, 'document m/d')).toThrow('document m/d does not hold a value')
    },
  )
})

describe('sharing', () => {
  it('a change copies the way to it and shares the rest', () => {
    const before = take({ a: { x: 1 }, b: { y: [1, 2] } }) as Record<string, Value>
    const after = setAt(before, ['a', 'x'], 2) as Record<string, Value>
    expect(after).toEqual({ a: { x: 2 }, b: { y: [1, 2] } })
    expect(after.b).toBe(before.b)
    expect(before).toEqual({ a: { x: 1 }, b: { y: [1, 2] } })
  })

  it('a delete of nothing is the same value', () => {
    const value = take({ a: 1 })
    expect(deleteAt(value, ['b'])).toBe(value)
    expect(deleteAt(value, ['a', 'b', 'c'])).toBe(value)
    expect(deleteAt(undefined, ['a'])).toBeUndefined()
  })

  it('what a change makes is frozen', () => {
    const after = setAt(take({ list: [1] }), ['list', 1], 2) as { list: number[] }
    expect(Object.isFrozen(after)).toBe(true)
    expect(Object.isFrozen(after.list)).toBe(true)
  })
})

describe('equality', () => {
  const groups: readonly (readonly (Value | undefined)[])[] = [
    [undefined],
    [null],
    [0],
    [false],
    [''],
    ['0'],
    [[]],
    [{}],
    [[0]],
    [{ 0: 0 }],
    [[null]],
    [{ a: null }],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [{ a: 1, b: [2], c: 3 }],
    [{ a: 1, toString: 2 }],
  ]
  const pairs = groups.flatMap((group, i) =>
    groups.flatMap((other, j) => group.flatMap((a) => other.map((b) => ({ a, b, same: i === j })))),
  )

  it('holds within a group and never across', () => {
    for (const { a, b, same } of pairs) expect([a, b, equal(a, b)]).toEqual([a, b, same])
  })

  it.each<[a: Value, b: Value, same: boolean]>([
    [{ a: 1 }, { a: 2 }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: 1 }, { a: 1, b: 1 }, false],
    [[1], [2], true],
    [[1], [1, 2], false],
    [[], {}, false],
    [1, 1, true],
    [1, 2, false],
    [null, {}, false],
    [{ toString: 1 }, { a: 1 }, false],
  ])('the shapes of %j and %j are the same: %s', (a, b, same) => {
    expect(equalShallow(a, b)).toBe(same)
    expect(equalShallow(b, a)).toBe(same)
  })
})

describe('addresses', () => {
  it.each<[a: Path, b: Path, prefix: boolean, overlap: boolean, common: Path]>([
    [[], [], true, true, []],
    [[], ['a'], true, true, []],
    [['a'], [], false, true, []],
    [['a'], ['a', 'b'], true, true, ['a']],
    [['a'], ['b'], false, false, []],
    [['a', 0], ['a', '0', 'x'], true, true, ['a', 0]],
    [['a', 'b'], ['a', 'c'], false, false, ['a']],
  ])('%j and %j', (a, b, prefix, overlap, common) => {
    expect(isPrefix(a, b)).toBe(prefix)
    expect(overlaps(a, b)).toBe(overlap)
    expect(overlaps(b, a)).toBe(overlap)
    expect(commonPrefix(a, b)).toEqual(common)
  })

  it('are shown the way people write them', () => {
    expect(formatAddress({ space: 'm', id: 'd', path: ['a', 0, 'b'] })).toBe('m/d.a[0].b')
  })

  it('have keys that no choice of names can forge', () => {
    const keys = [docKey('a', 'bc'), docKey('ab', 'c'), docKey('', 'abc'), docKey('1:a', 'bc')]
    expect(new Set(keys).size).toBe(4)
  })
})

describe('differsAt', () => {
  it('does not look at what is shared', () => {
    const value = take({ a: 1 })
    expect(differsAt(value, value, ['a'], 'deep')).toBe(false)
  })

  it('tells a blank from nothing', () => {
    expect(differsAt({ a: null }, {}, ['a'], 'deep')).toBe(true)
    expect(getAt({ a: null }, ['a'])).toBeNull()
    expect(getAt({}, ['a'])).toBeUndefined()
  })
})
