// Goal: what a formula gives is bounded, however it was made. Method: values at the bounds and one beyond, and one that
// is small in memory and endless when it is written out.

import { describe, expect, it } from 'vitest'
import { beyondBounds, listOf, objectOf, type Value } from '../src/index.ts'
import { VALUE_MAX_CHARS, VALUE_MAX_LEVELS } from '../src/limits.ts'

function nested(levels: number, wrap: (inner: Value) => Value): Value {
  let value: Value = 1
  for (let i = 0; i < levels; i++) value = wrap(value)
  return value
}

const inObject = (inner: Value) => objectOf(['a'], [inner])
const inList = (inner: Value) => listOf([inner])

describe('a value', () => {
  it.each([
    ['objects', inObject],
    ['lists', inList],
    ['both', (inner: Value) => inObject(inList(inner))],
  ])('of %s is as deep as the limit says, and no deeper', (_, wrap) => {
    const step = wrap === inObject || wrap === inList ? 1 : 2
    expect(beyondBounds(nested(VALUE_MAX_LEVELS / step, wrap))).toBeUndefined()
    expect(beyondBounds(nested(VALUE_MAX_LEVELS / step + 1, wrap))).toMatchObject({ code: 'CALC!' })
  })

  it('that is deeper than the stack is too deep', () => {
    expect(beyondBounds(nested(1_000_000, inObject))?.message).toContain('deeper')
  })

  it('that holds itself twice, again and again, is too large', () => {
    const doubled = nested(90, (inner) => objectOf(['a', 'b'], [inner, inner]))
    expect(beyondBounds(doubled)?.message).toContain('too large')
  })

  it('of long texts is as large as the limit says', () => {
    const text = 'x'.repeat(1_000_000)
    const texts = (count: number) => listOf(new Array<Value>(count).fill(text))
    const most = Math.floor(VALUE_MAX_CHARS / 1_000_008)
    expect(beyondBounds(texts(most))).toBeUndefined()
    expect(beyondBounds(texts(most + 1))).toMatchObject({ code: 'CALC!' })
  })

  it('holds no function, not even inside', () => {
    const lambda: Value = { k: 9, arity: 0, call: () => 1 }
    expect(beyondBounds(lambda)).toMatchObject({ code: 'CALC!' })
    expect(beyondBounds(inObject(inList(lambda)))).toMatchObject({ code: 'CALC!' })
  })
})
