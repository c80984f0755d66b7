// Goal: a hostile or mistaken file costs a bounded amount of time and memory, and never a crash.
// Method: files that would explode a naive check: long lists, many locals, calls inside calls,
// overlapping ranges and rectangles, thousands of mistakes. Each takes a second or two; what grows
// with the square of the file, or worse, would run into the time limit of tests.

import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compile.ts'
import { errors } from './support.ts'

function list(count: number, line: (at: number) => string, between = '\n'): string {
  return Array.from({ length: count }, (_, at) => line(at)).join(between)
}

function callOf(count: number, before = ''): string {
  return `A1 = ${before}SUM(${list(count, (at) => `B${at + 1}`, ',')})`
}

function ratesOf(count: number): string {
  return `A1 = SUM(${list(count, (at) => `FX_RATE("E${at}", "USD")`, ',')})`
}

function bindingsOf(count: number): string {
  const bindings = list(count, (at) => ` v_${at + 1} = v_${at} + v_0`)
  return `A1 = DO\n v_0 = B1 + 1\n${bindings}\n v_${count}\nEND`
}

const files: [what: string, source: () => string, codes: string[]][] = [
  ['an array of many elements', () => `A1 = [${list(300_000, String, ',')}]`, []],
  ['an array of too many', () => `A1 = [${list(1_000_001, () => '1', ',')}]`, ['limit']],
  ['a call with many arguments', () => callOf(9_000), []],
  ['a call with too many arguments', () => callOf(200_000), ['limit']],
  ['a pipe into a call with many arguments', () => callOf(9_000, '1 >> '), []],
  ['a pipe into a call with too many arguments', () => callOf(200_000, '1 >> '), ['limit']],
  ['many external calls in a cell', () => ratesOf(9_000), []],
  ['too many external calls in a cell', () => ratesOf(20_000), ['limit']],
  ['many bindings, each of the one before', () => bindingsOf(3_000), []],
  ['too many bindings, each of the one before', () => bindingsOf(20_000), ['limit']],
  [
    'external calls that double their text each time',
    () =>
      `A1 = DO\n v_0 = FX_RATE("E", "U")\n${list(60, (at) => ` v_${at + 1} = FX_RATE(v_${at}, v_${at})`)}\n v_60\nEND`,
    [],
  ],
  [
    'external calls that take ever more bindings along',
    () =>
      `A1 = DO\n v_0 = B1 & "x"\n${list(3000, (at) => ` v_${at + 1} = v_${at} & FX_RATE(v_${at}, "U")`)}\n v_3000\nEND`,
    ['limit'],
  ],
  [
    'an argument far out',
    () => `A1 = SUM(${list(500, () => 'number999999 := 1', ',')})`,
    ['unknown-argument'],
  ],
  [
    'a query that changes its operator often',
    () => `A1 = SELECT a FROM a.b.c WHERE ${list(150, () => 'a + 1 - 2', ' * ')} > 1`,
    ['limit'],
  ],
  ['too many sheets', () => list(12_000, (at) => `s${at}_!A${at + 1} = 1`), ['limit']],
  [
    'a name with many spellings',
    () =>
      list(
        4000,
        (at) =>
          `${[...at.toString(2).padStart(12, '0')].map((bit) => (bit === '1' ? 'X' : 'x')).join('')} = 1`,
      ),
    [],
  ],
  [
    'a square of ranges over a square of formulas',
    () =>
      list(10_000, (at) =>
        `${String.fromCharCode(65 + (at % 26))}${at} = SUM(AA${(at % 97) + 1}:AZ${at + 100})`.replace(
          'A0 =',
          'A20000 =',
        ),
      ),
    [],
  ],
  [
    'rules over one range',
    () => `B1 = SUM(A1:A100000)\n${list(2000, (at) => `WHEN B1 > ${at} THEN C${at + 1} = 1; END`)}`,
    [],
  ],
]

describe('a hostile file', () => {
  it.each(files)('with %s is checked in time', (_what, source, codes) => {
    expect([...new Set(errors(source()))]).toEqual(codes)
  })

  it('with thousands of mistakes tells the first thousand and how many more there are', () => {
    const { checked } = compile(list(20_000, () => 'A1:B2 = 1'))
    expect(checked.diagnostics).toHaveLength(1001)
    expect(checked.diagnostics.at(-1)).toMatchObject({
      code: 'limit',
      message: 'There are 18999 more mistakes. Mend these first.',
    })
  })

  it('with many names is searched for similar ones until enough were compared', () => {
    const names = list(30_000, (at) => `known_${at} = ${at}`)
    const { checked } = compile(`${names}\n${list(10, (at) => `A${at + 1} = knwon_${at}`)}`)
    const unknown = checked.diagnostics.filter(({ code }) => code === 'unassigned-name')
    expect(unknown.map(({ message }) => message.includes('Did you mean known_'))).toEqual([
      ...new Array(3).fill(true),
      ...new Array(7).fill(false),
    ])
  })

  it('with thousands of warnings is still a model, and an error behind them still stops it', () => {
    const warned = list(3000, (at) => `A${at + 1} = nobody_${at}`)
    expect(compile(warned).checked.diagnostics).toHaveLength(1000)
    expect(compile(warned).ir).toBeDefined()
    expect(compile(`${warned}\nB1 = NOSUCH(1)`).ir).toBeUndefined()
  })
})
