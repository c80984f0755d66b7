// Goal: an expectation is exact in kind and value, so each one passes for what it says and for nothing
// near it. Method: pairs of a formula and what it is, and of a formula and what it is not.

import { describe, expect, it } from 'vitest'
import { failure, run } from './support.ts'

const at = 'dt"2026-01-01T00:00:00Z"'

const right: readonly (readonly [formula: string, expected: unknown])[] = [
  ['1 + 1', 2],
  ['-0 * 1', 0],
  ['"2"', '2'],
  ['TRUE', true],
  ['BLANK', null],
  ['1 / 0', { error: 'DIV/0!' }],
  [at, { datetime: '2026-01-01T00:00:00.000Z' }],
  [at, { datetime: '2026-01-01T01:00:00+01:00' }],
  ['90s', { duration: 'PT1M30S' }],
  ['90s', { duration: 'PT90S' }],
  ['1d', { duration: 'P1D' }],
  ['cron"0 9 * * 1-5"', { schedule: '0 9 * * 1-5' }],
  ['1 / 3', { near: 0.3333, within: 0.0001 }],
  ['2', { near: 2, within: 0 }],
  ['2', { status: 'ready' }],
  ['1 / 0', { status: 'ready' }],
]

const rightWhole: readonly (readonly [formula: string, expected: unknown])[] = [
  ['[1, 2, 3]', [1, 2, 3]],
  [
    '[1, 2; 3, 4]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['[1; 2]', [[1], [2]]],
  ['{ a: 1, b: "x" }', { b: 'x', a: 1 }],
  ['[1, 1/0, 1h]', [1, { error: 'DIV/0!' }, { duration: 'PT1H' }]],
  [
    `{ a: [1/3, ${at}] }`,
    { a: [{ near: 0.33, within: 0.01 }, { datetime: '2026-01-01T00:00:00Z' }] },
  ],
]

const wrong: readonly (readonly [formula: string, expected: unknown, there: string])[] = [
  ['2', '2', '2'],
  ['2', true, '2'],
  ['2', 2.0000000001, '2'],
  ['0', null, '0'],
  ['""', null, '""'],
  ['FALSE', null, 'false'],
  ['BLANK', 0, 'blank'],
  ['BLANK', '', 'blank'],
  ['BLANK', false, 'blank'],
  ['"a"', 'A', '"a"'],
  ['1 / 0', { error: 'N/A' }, '#DIV/0! (a division by zero, from A1)'],
  ['1 / 0', null, '#DIV/0!'],
  ['1 / 0', { code: 'DIV/0!', message: 'a division by zero', origin: 'A1' }, '#DIV/0!'],
  ['"#N/A"', { error: 'N/A' }, '"#N/A"'],
  [at, '2026-01-01T00:00:00.000Z', 'datetime 2026-01-01T00:00:00.000Z'],
  [`"2026-01-01T00:00:00.000Z"`, { datetime: '2026-01-01T00:00:00.000Z' }, '"2026'],
  [at, { datetime: '2026-01-01T00:00:00.001Z' }, 'datetime 2026-01-01T00:00:00.000Z'],
  ['1d', { duration: 'PT24H' }, 'duration P1D'],
  ['"PT1H"', { duration: 'PT1H' }, '"PT1H"'],
  ['cron"0 9 * * *"', { schedule: '1 9 * * *' }, 'schedule 0 9 * * *'],
  ['"0.3333"', { near: 0.3333, within: 1 }, '"0.3333"'],
  ['1 / 3', { near: 0.3333, within: 0.00001 }, '0.333'],
  ['BLANK', { near: 0, within: 1 }, 'blank'],
  ['2', { status: 'dirty' }, '2'],
]

const wrongWhole: readonly (readonly [formula: string, expected: unknown])[] = [
  ['[1, 2]', [1, 2, 3]],
  ['[1, 2, 3]', [1, 2]],
  ['[1, 2]', [2, 1]],
  ['[1, 2]', [[1, 2]]],
  ['[1; 2]', [1, 2]],
  ['[1, "2"]', [1, 2]],
  ['[1, 1/0]', [1, { error: 'N/A' }]],
  ['[1, 2]', 1],
  ['1', [1]],
  ['{ a: 1 }', { a: 1, b: null }],
  ['{ a: 1, b: 2 }', { a: 1 }],
  ['{ a: 1 }', { A: 1 }],
  ['{ a: 1h }', { a: { duration: 'PT2H' } }],
]

describe('a cell', () => {
  it.each(right)('%s is %j', async (formula, expected) => {
    const steps = [{ expect: { A1: expected } }]
    expect(await run({ source: `A1 = ${formula}\n`, steps })).toMatchObject({ ok: true })
  })

  it.each(wrong)('%s is not %j', async (formula, expected, there) => {
    const message = await failure({
      source: `A1 = ${formula}\n`,
      steps: [{ expect: { A1: expected } }],
    })
    expect(message).toMatch(/^Case "claim", step 1 \(expect\): A1 should be /)
    expect(message).toContain(`but is ${there}`)
  })
})

describe('a name, which holds arrays and objects whole', () => {
  it.each(rightWhole)('%s is %j', async (formula, expected) => {
    const steps = [{ expect: { x: expected } }]
    expect(await run({ source: `x = ${formula}\n`, steps })).toMatchObject({ ok: true })
  })

  it.each(wrongWhole)('%s is not %j', async (formula, expected) => {
    const message = await failure({
      source: `x = ${formula}\n`,
      steps: [{ expect: { x: expected } }],
    })
    expect(message).toContain('x should be ')
  })
})

describe('a form that there is not', () => {
  const unknown: readonly unknown[] = [
    { error: 'OOPS' },
    { error: '#N/A' },
    { error: 1 },
    { datetime: 'tomorrow' },
    { datetime: '2026-01-01T00:00:00' },
    { duration: '5s' },
    { near: 1 },
    { within: 1 },
    { near: '1', within: 1 },
    { near: 1, within: -1 },
    { status: 'fine' },
    { status: 'ready', error: 'N/A' },
    { expr: '1 + 1' },
    [{ status: 'ready' }],
    { a: [{ error: 'OOPS' }] },
  ]
  it.each(unknown.map((form) => [form]))('%j fails', async (form) => {
    const message = await failure({ source: 'A1 = 2\n', steps: [{ expect: { A1: form } }] })
    expect(message).toMatch(/^Case "claim", step 1: /)
    expect(message).not.toContain('should be')
  })
})

it('one line says the first difference, another which cells differ too', async () => {
  const message = await failure({
    source: 'A1 = 1\nA2 = 2\nA3 = 3\n',
    steps: [{ expect: { A1: 1 } }, { expect: { A1: 1, A2: 7, A3: 8 } }],
  })
  expect(message).toBe(
    'Case "claim", step 2 (expect): A2 should be 7, but is 2.\nOther cells of this step differ too: A3.',
  )
})

it('looking creates no demand, also when it fails to find the value', async () => {
  const source = 'A1 = 1\nB1 ~= A1 + 1\n'
  const looked = [{ expect: { B1: null } }, { expect: { B1: { status: 'dirty' } } }]
  expect(await run({ source, steps: [...looked, { runs: { B1: 0 } }] })).toMatchObject({ ok: true })
  expect(await failure({ source, steps: [{ expect: { B1: 2 } }] })).toContain('blank (dirty)')
})
