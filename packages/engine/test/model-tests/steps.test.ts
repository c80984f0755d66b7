// Goal: every step does what it says and fails when the model does otherwise. Method: for each step a
// case that passes, and the same with one planted mistake, which must be found in its step.

import { describe, expect, it } from 'vitest'
import { failure, run } from './support.ts'

interface Pair {
  readonly claim: string
  readonly source: string
  readonly steps: readonly unknown[]
  /** The same steps with a mistake, and what is said of it. */
  readonly planted: readonly unknown[]
  readonly says: string
}

const doubling = 'A1 = 1\nB1 = A1 * 2\n'
const lazy = 'A1 = 1\nB1 ~= A1 * 2\n'

const pairs: readonly Pair[] = [
  {
    claim: 'set gives inputs',
    source: doubling,
    steps: [{ set: { A1: 3 } }, { expect: { B1: 6 } }],
    planted: [{ set: { A1: 3 } }, { expect: { B1: 2 } }],
    says: 'step 2 (expect): B1 should be 2, but is 6.',
  },
  {
    claim: 'set takes expressions',
    source: doubling,
    steps: [
      { set: { A1: { expr: '5pct' }, C1: { expr: '1h + 30min' } } },
      { expect: { B1: 0.1, C1: { duration: 'PT1H30M' } } },
    ],
    planted: [{ set: { A1: { expr: 'C1 +' } } }],
    says: 'step 1 (set): The expression for A1 cannot be read',
  },
  {
    claim: 'set of null makes blank',
    source: doubling,
    steps: [{ set: { A1: null } }, { expect: { A1: null, B1: 0 } }],
    planted: [{ set: { A1: null } }, { expect: { A1: 0 } }],
    says: 'step 2 (expect): A1 should be 0, but is blank.',
  },
  {
    claim: 'set is one commit: all or nothing',
    source: doubling,
    steps: [{ refuse: { A1: 9, B1: 9 } }, { expect: { A1: 1, B1: 2 } }],
    planted: [{ set: { A1: 9, B1: 9 } }],
    says: 'step 1 (set): B1 is a formula and cannot be set.',
  },
  {
    claim: 'refuse wants a refusal',
    source: doubling,
    steps: [{ refuse: { B1: 5 } }, { refuse: { 'A1:A2': 5 } }],
    planted: [{ refuse: { B1: 5 } }, { refuse: { A1: 5 } }],
    says: 'step 2 (refuse): Setting A1 should be refused, but was accepted.',
  },
  {
    claim: 'advance moves the clock, the end included',
    source: 'A1 = 0\nB1 = NOW()\n',
    steps: [
      { advance: '90s' },
      { set: { A1: 1 } },
      { expect: { B1: { datetime: '2026-01-01T00:01:30Z' } } },
    ],
    planted: [
      { advance: '91s' },
      { set: { A1: 1 } },
      { expect: { B1: { datetime: '2026-01-01T00:01:30Z' } } },
    ],
    says: 'but is datetime 2026-01-01T00:01:31.000Z',
  },
  {
    claim: 'the mere passing of time recomputes nothing',
    source: 'B1 = NOW()\n',
    steps: [{ advance: 'P1D' }, { expect: { B1: { datetime: '2026-01-01T00:00:00Z' } } }],
    planted: [{ advance: 'P1D' }, { expect: { B1: { datetime: '2026-01-02T00:00:00Z' } } }],
    says: 'but is datetime 2026-01-01T00:00:00.000Z',
  },
  {
    claim: 'down stops the host for a while',
    source: 'B1 = NOW()\n',
    steps: [{ down: '2h' }, { expect: { B1: { datetime: '2026-01-01T02:00:00Z' } } }],
    planted: [{ down: '1h' }, { expect: { B1: { datetime: '2026-01-01T02:00:00Z' } } }],
    says: 'but is datetime 2026-01-01T01:00:00.000Z',
  },
  {
    claim: 'a restart keeps what was given, and no time passes',
    source: 'A1 = 1\nB1 = A1 * 2\nC1 = NOW()\n',
    steps: [
      { set: { A1: 4 } },
      { restart: true },
      { expect: { B1: 8, C1: { datetime: '2026-01-01T00:00:00Z' } } },
    ],
    planted: [{ set: { A1: 4 } }, { restart: true }, { expect: { B1: 2 } }],
    says: 'step 3 (expect): B1 should be 2, but is 8.',
  },
  {
    claim: 'resolve is a read that creates demand',
    source: lazy,
    steps: [{ resolve: 'B1' }, { expect: { B1: 2 } }],
    planted: [{ resolve: 'A1' }, { expect: { B1: 2 } }],
    says: 'step 2 (expect): B1 should be 2, but is blank (dirty).',
  },
  {
    claim: 'redeploy replaces the source and keeps what was given',
    source: doubling,
    steps: [{ set: { A1: 4 } }, { redeploy: 'A1 = 1\nB1 = A1 * 3\n' }, { expect: { B1: 12 } }],
    planted: [{ redeploy: 'A1 = 1\nB1 = A1 * 3 +\n' }],
    says: 'step 1 (redeploy): The source is refused: syntax in line 2.',
  },
  {
    claim: 'firings counts',
    source: doubling,
    steps: [{ set: { A1: 3 } }, { firings: 0 }],
    planted: [{ set: { A1: 3 } }, { firings: 1 }],
    says: 'step 2 (firings): There should be 1 firing, but there were 0.',
  },
  {
    claim: 'runs counts since the step before, for all formulas',
    source: 'A1 = 1\nB1 = A1 * 2\nC1 = A1 + 1\n',
    steps: [
      { runs: { B1: 1 } },
      { set: { A1: 2 } },
      { set: { A1: 3 } },
      { runs: { B1: 2, c1: 2 } },
      { runs: { B1: 0 } },
    ],
    planted: [{ runs: { B1: 1 } }, { set: { A1: 2 } }, { runs: { B1: 0, C1: 2 } }],
    says: 'step 3 (runs): B1 should have run 0 times, but ran 1.\nC1 should have run 2 times, but ran 1.',
  },
  {
    claim: 'runs add up over a redeploy',
    source: doubling,
    steps: [
      { runs: { B1: 1 } },
      { set: { A1: 2 } },
      { redeploy: 'A1 = 1\nB1 = A1 * 3\n' },
      { runs: { B1: 2 } },
    ],
    planted: [{ set: { A1: 2 } }, { redeploy: 'A1 = 1\nB1 = A1 * 3\n' }, { runs: { B1: 1 } }],
    says: 'step 3 (runs): B1 should have run 1 time, but ran 3.',
  },
  {
    claim: 'runs add up over a restart',
    source: doubling,
    steps: [
      { runs: { B1: 1 } },
      { set: { A1: 2 } },
      { restart: true },
      { set: { A1: 3 } },
      { runs: { B1: 3 } },
    ],
    planted: [{ runs: { B1: 1 } }, { set: { A1: 2 } }, { restart: true }, { runs: { B1: 1 } }],
    says: 'step 4 (runs): B1 should have run 1 time, but ran 2.',
  },
  {
    claim: 'events are complete',
    source: doubling,
    steps: [{ events: [] }],
    planted: [{ events: [{ topic: 'alerts', event: 'notify', args: ['x', 1] }] }],
    says: 'step 1 (events): Event 1 should be alerts!notify with ["x",1], but is missing.',
  },
  {
    claim: 'the model is deployed when the case says',
    source: 'A1 = 0\nB1 = NOW()\n',
    steps: [{ expect: { B1: { datetime: '2026-01-01T00:00:00Z' } } }],
    planted: [{ expect: { B1: { datetime: '2025-01-01T00:00:00Z' } } }],
    says: 'but is datetime 2026-01-01T00:00:00.000Z',
  },
]

describe.each(pairs)('$claim', ({ source, steps, planted, says }) => {
  it('passes', async () => {
    expect(await run({ source, steps })).toEqual({
      file: 'models/a.test.json',
      id: 'claim',
      ok: true,
      runtime: 'ts',
    })
  })

  it('fails with a mistake in it', async () => {
    expect(await failure({ source, steps: planted })).toContain(says)
  })
})

describe('deployAt', () => {
  const source = 'B1 = NOW()\n'
  const steps = [{ expect: { B1: { datetime: '2024-02-29T12:00:00Z' } } }]
  it('is the start of the clock', async () => {
    expect(await run({ source, steps, deployAt: '2024-02-29T13:00:00+01:00' })).toMatchObject({
      ok: true,
    })
    expect(await failure({ source, steps, deployAt: '2024-02-29T13:00:00Z' })).toContain(
      'should be',
    )
  })
  it('has an offset', async () => {
    expect(await failure({ source, steps, deployAt: '2024-02-29T13:00:00' })).toContain(
      '"deployAt"',
    )
  })
})

it('a step that was reached is named, and those behind it do not run', async () => {
  const steps = [{ set: { A1: 2 } }, { expect: { B1: 5 } }, { set: { B1: 1 } }]
  expect(await failure({ source: doubling, steps })).toBe(
    'Case "claim", step 2 (expect): B1 should be 5, but is 4.',
  )
})

it('every case has its own clock and store', async () => {
  const source = 'A1 = 1\nB1 = NOW()\n'
  const first = { source, steps: [{ set: { A1: 5 } }, { advance: '1h' }] }
  const second = {
    source,
    steps: [{ expect: { A1: 1, B1: { datetime: '2026-01-01T00:00:00Z' } } }],
  }
  expect(await run(first)).toMatchObject({ ok: true })
  expect(await run(second)).toMatchObject({ ok: true })
})

it('chance is the same in every run', async () => {
  const source = 'A1 = RAND()\n'
  const message = () => failure({ source, steps: [{ expect: { A1: 2 } }] })
  expect(await message()).toBe(await message())
})
