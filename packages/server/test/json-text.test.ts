// Goal: a large answer is the text that JSON.stringify gives, and nobody waits until all of it is written. Method: random
// answers whose parts are made small by long texts, each way of writing beside the other; and a server that is asked for
// arrays of a million with its slices counted.

import { Slices } from '@cellwake/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longJson, shortJson } from '../src/json-text.ts'
import { JSON_PART_CHARS } from '../src/limits.ts'
import { world } from './world.ts'

function written(answer: unknown) {
  const parts: number[] = []
  const work = longJson(
    answer,
    () => true,
    (bytes) => void parts.push(bytes),
  )
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return { text: String(value), parts }
  }
}

const long = 'long "text" with ü and \u2028 '.repeat(2_000)
const answers = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(long, null, undefined, 1.5, -0, Number.NaN, true, '', '"\\', [], {}),
    fc.array(tie('any')),
    fc.dictionary(fc.string(), tie('any')),
    fc.constant(new Date(0)),
  ),
})).any

describe('an answer', () => {
  it('in parts is the same text', () => {
    fc.assert(
      fc.property(fc.array(answers, { maxLength: 20 }), (answer) => {
        expect(written({ answer }).text).toBe(JSON.stringify({ answer }))
      }),
    )
  })

  it('of any shape is made of parts that are bounded', () => {
    const list = Array.from({ length: 300_000 }, (_, i) => i / 7)
    const rows = Array.from({ length: 100_000 }, (_, i) => [i, 'x'])
    const fields = Object.fromEntries(list.slice(0, 50_000).map((n) => [`k${n}`, { n }]))
    for (const answer of [list, rows, fields, { a: { b: [list, rows, fields] } }]) {
      const { text, parts } = written(answer)
      expect(text).toBe(JSON.stringify(answer))
      expect(Math.max(...parts)).toBeLessThan(4 * JSON_PART_CHARS)
    }
  })

  it('that is short is written at once', () => {
    expect(shortJson({ a: [1, 2, { b: 'x' }] })).toBe('{"a":[1,2,{"b":"x"}]}')
    expect(shortJson({ a: 'x'.repeat(JSON_PART_CHARS) })).toBeUndefined()
  })
})

it('arrays of a million are written while others are answered', async () => {
  let turns = 0
  const slices = new Slices({ sliceMs: 1, nextTurn: async () => void turns++ })
  const { ask, engine } = await world({ answering: slices })
  await engine.deploy('n_0 = SEQUENCE(1000, 1000)\n', { id: 'm' })
  const answer = await ask('GET', '/api/models/m/cells?symbols=n_0')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.text))
  expect(answer.at('cells.n_0.value.999.999')).toBe(1_000_000)
  expect(turns).toBeGreaterThan(10)
})
