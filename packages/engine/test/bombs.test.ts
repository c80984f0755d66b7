// Goal: no formula makes the engine hang, grow without bound or fall over: it ends in time with an error
// that has a name, and another model on the same engine goes on. Method: bombs, each deployed and set off;
// the deadlines are generous, because the machine may be busy.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { LiveModel } from '../src/model/live-model.ts'
import { openHost, refusal } from './support/live.ts'

/** A limit against hanging; what a bomb really takes is well below. */
const DEADLINE_MS = 10_000
/** What may stay behind. */
const GROWTH_BYTES = 96 * 2 ** 20

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heapBytes(): number {
  collect()
  return process.memoryUsage().heapUsed
}

const chain = (rows: number, make: (row: number) => string) =>
  Array.from({ length: rows }, (_, i) => `${make(i + 1)}\n`).join('')

interface Bomb {
  readonly name: string
  readonly source: string
  /** Where it shows, and as what. */
  readonly at: string
  readonly as: RegExp
}

const LIMITS = /error:(CALC!|VALUE!|NUM!|SPILL!|REF!)/

const BOMBS: readonly Bomb[] = [
  {
    name: 'a text that doubles 40 times',
    source: `A1 = "x"\n${chain(40, (row) => `A${row + 1} = REPT(A${row}, 2)`)}`,
    at: 'A41',
    as: LIMITS,
  },
  {
    name: 'names that double 40 times',
    source: `a_0 = "lol"\n${chain(40, (i) => `a_${i} = a_${i - 1} & a_${i - 1}`)}B1 = LEN(a_40)\n`,
    at: 'B1',
    as: LIMITS,
  },
  { name: 'a long REPT', source: 'A1 = REPT("abc", 1000000000)\n', at: 'A1', as: LIMITS },
  {
    name: 'an array of a whole sheet',
    source: 'Other!A1 = 1\nB1 = A1:XFD1048576 * 2\n'.replace('A1:', 'Other!A1:'),
    at: 'B1',
    as: /number|error/,
  },
  {
    name: 'an array of a sheet with cells in two corners',
    source: 'Other!A1 = 1\nOther!XFD1048576 = 1\nB1 = Other!A1:XFD1048576 * 2\n',
    at: 'B1',
    as: LIMITS,
  },
  { name: 'a huge SEQUENCE', source: 'A1 = SEQUENCE(1000000, 1000000)\n', at: 'A1', as: LIMITS },
  {
    name: 'a SEQUENCE past an array',
    source: 'A1 = SUM(SEQUENCE(1000001))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a huge RANDARRAY',
    source: 'A1 = SUM(RANDARRAY(100000, 100000))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a huge MAKEARRAY',
    source: 'A1 = SUM(MAKEARRAY(100000, 100000, (r, c) => r * c))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a MAKEARRAY of MAKEARRAYs',
    source: 'A1 = SUM(MAKEARRAY(900, 900, (r, c) => SUM(MAKEARRAY(900, 900, (x, y) => x * y))))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a lambda that calls itself without end',
    source: 'A1 = LET(f, (g, n) => g(g, n + 1), f(f, 1))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a lambda that calls itself twice each time',
    source: 'A1 = LET(f, (g, n) => IF(n = 0, 1, g(g, n - 1) + g(g, n - 1)), f(f, 60))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a REDUCE over REDUCEs',
    source: `A1 = REDUCE(0, SEQUENCE(1000), (a, x) => a + REDUCE(0, SEQUENCE(1000), (b, y) => b + REDUCE(0, SEQUENCE(1000), (c, z) => c + z)))\n`,
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a product of a long row and a long column',
    source: 'A1 = SUM(SEQUENCE(100000) * SEQUENCE(1, 100000))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'a text that is joined a million times',
    source: 'A1 = LEN(REDUCE("x", SEQUENCE(1000000), (a, x) => a & a))\n',
    at: 'A1',
    as: LIMITS,
  },
  {
    name: 'SUBSTITUTE that blows up',
    source: `A1 = REPT("a", 30000)\n${chain(9, (row) => `A${row + 1} = SUBSTITUTE(A${row}, "a", REPT("a", 1000))`)}`,
    at: 'A10',
    as: LIMITS,
  },
  {
    name: 'a search in a text for a pattern that backtracks',
    source: 'A1 = REGEXTEST(REPT("a", 30000) & "b", "(a+)+$")\n',
    at: 'A1',
    as: /boolean|error/,
  },
  { name: 'a large factorial', source: 'A1 = FACT(1e300)\n', at: 'A1', as: LIMITS },
  { name: 'a spill past the sheet', source: 'A2 = SEQUENCE(1048576)\n', at: 'A2', as: LIMITS },
]

function typeAt(model: LiveModel, symbol: string): string {
  return model.get(symbol).typeTag
}

describe('a bomb ends with a named error, in time and in little memory:', () => {
  it.each(BOMBS)('$name', async ({ source, at, as }) => {
    const { engine } = await openHost()
    const { model: neighbour } = await engine.deploy('A1 = 1\nB1 = A1 + 1\n', { id: 'neighbour' })
    const heap = heapBytes()
    const started = performance.now()
    const { model } = await engine.deploy(source, { id: 'bomb' })
    const tag = typeAt(model, at)
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS)
    expect(heapBytes() - heap).toBeLessThan(GROWTH_BYTES)
    expect(tag).toMatch(as)
    await neighbour.set({ A1: 5 })
    expect(neighbour.get('B1').value).toBe(6)
  })
})

describe('what looks like a bomb and is none:', () => {
  it('the sum of a whole sheet, which follows its cells', async () => {
    const { engine } = await openHost()
    const heap = heapBytes()
    const source = 'Z1 = SUM(Other!A1:XFD1048576)\nOther!C3 = 4\n'
    const { model } = await engine.deploy(source, { id: 'm' })
    expect(model.get('Z1').value).toBe(4)
    await model.set({ 'Other!XFD1048576': 5, 'Other!A1': 1 })
    expect(model.get('Z1').value).toBe(10)
    expect(heapBytes() - heap).toBeLessThan(GROWTH_BYTES)
  })

  it('a chain of 20,000 formulas', async () => {
    const { engine } = await openHost()
    const source = `A1 = 1\n${chain(20_000, (row) => `A${row + 1} = A${row} + 1`)}`
    const { model } = await engine.deploy(source, { id: 'm' })
    expect(model.get('A20001').value).toBe(20_001)
    await model.set({ A1: 2 })
    expect(model.get('A20001').value).toBe(20_002)
  })

  it('a chain of 20,000 lazy formulas, backwards', async () => {
    const { engine } = await openHost()
    const source = `A20001 = 1\n${chain(20_000, (row) => `A${row} ~= A${row + 1} + 1`)}`
    const { model } = await engine.deploy(source, { id: 'm' })
    expect((await model.resolve('A1')).value).toMatchObject({ value: 20_001 })
  })
})

describe('a thousand bombs', () => {
  it('in one model end together, and the neighbour answers afterwards', {
    timeout: 90_000,
  }, async () => {
    const { engine } = await openHost()
    const { model: neighbour } = await engine.deploy('A1 = 1\nB1 = A1 + 1\n', { id: 'neighbour' })
    const bomb = 'LET(f, (g, n) => IF(n = 0, 1, g(g, n - 1) + g(g, n - 1)), f(f, 60))'
    const started = performance.now()
    const source = chain(1_000, (row) => `A${row} = ${bomb} + B${row}`)
    const { model } = await engine.deploy(source, { id: 'bombs' })
    expect(performance.now() - started).toBeLessThan(DEADLINE_MS)
    for (const row of [1, 2, 500, 1_000]) expect(typeAt(model, `A${row}`)).toBe('error:CALC!')
    const again = performance.now()
    await model.set(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`B${i + 1}`, 1])))
    expect(performance.now() - again).toBeLessThan(DEADLINE_MS)
    await neighbour.set({ A1: 5 })
    expect(neighbour.get('B1').value).toBe(6)
  })

  it('do not take the steps of a modest formula beside them', async () => {
    const { engine } = await openHost()
    const bomb = 'LET(f, (g, n) => IF(n = 0, 1, g(g, n - 1) + g(g, n - 1)), f(f, 60))'
    const source = `${chain(20, (row) => `A${row} = ${bomb}`)}B1 = SUM(SEQUENCE(100))\nC1 = B1 + 1\n`
    const { model } = await engine.deploy(source, { id: 'm' })
    expect([model.get('B1').value, model.get('C1').value]).toEqual([5_050, 5_051])
  })

  it('of given values are refused or kept, never half', async () => {
    const { engine } = await openHost()
    const { model } = await engine.deploy('A1 = 1\nB1 = A1 + 1\n', { id: 'm' })
    const bomb = { expr: 'SUM(SEQUENCE(1000, 1000)) + SUM(SEQUENCE(1000000))' }
    const answer = await model.set({ A1: bomb }).catch((error: Error) => error)
    expect(answer).toBeDefined()
    const nested = `${'['.repeat(100)}1${']'.repeat(100)}`
    await refusal(model.set({ A1: { expr: `${nested} +` } }))
    await model.set({ A1: 3 })
    expect(model.get('B1').value).toBe(4)
  })
})
