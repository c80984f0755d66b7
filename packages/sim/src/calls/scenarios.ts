// Programs with external calls, each of which can be run again from its start after a crash: each is idempotent,
// and its final state is known.

import type { Engine, LiveModel } from '@cellwake/engine'

export interface CallWorld {
  readonly engine: Engine
  readonly model: LiveModel
  /** Acts unless an earlier process of the same run has. */
  once(name: string, act: () => Promise<unknown>): Promise<void>
  /** Lets time pass until everything that was asked has landed or failed. */
  rest(): Promise<void>
  pass(ms: number): Promise<void>
}

export interface CallScenario {
  readonly name: string
  /** `TOPIC` stands for one of the run's own. */
  readonly source: string
  act(world: CallWorld): Promise<void>
  /** Values, or the statuses of cells that have none. */
  readonly expected: Readonly<Record<string, number | 'failed'>>
  /** How many events there are in the end. */
  readonly events?: number
}

const NOTHING = async () => {}

export const CALL_SCENARIOS: readonly CallScenario[] = [
  { name: 'one call', source: 'B1 = ASK(1)\n', act: NOTHING, expected: { B1: 10 } },
  {
    name: 'arguments change',
    source: 'A1 = 1\nB1 = ASK(A1)\nC1 = B1 DEFAULT 0\n',
    act: ({ model, once }) => once('set', () => model.set({ A1: 2 }, { idempotencyKey: 'set' })),
    expected: { B1: 20, C1: 20 },
  },
  {
    name: 'arguments change twice',
    source: 'A1 = 1\nB1 = ASK(A1)\n',
    act: async ({ model, once }) => {
      await once('first', () => model.set({ A1: 2 }, { idempotencyKey: 'first' }))
      await once('second', () => model.set({ A1: 3 }, { idempotencyKey: 'second' }))
    },
    expected: { B1: 30 },
  },
  {
    name: 'arguments come back',
    source: 'A1 = 1\nB1 = ASK(A1)\n',
    act: async ({ model, once, rest }) => {
      await rest()
      await once('away', () => model.set({ A1: 2 }, { idempotencyKey: 'away' }))
      await rest()
      await once('back', () => model.set({ A1: 1 }, { idempotencyKey: 'back' }))
    },
    expected: { B1: 10 },
  },
  {
    name: 'equal calls',
    source: 'B1 = AGES(1)\nB2 = AGES(1) + 1\nB3 = AGES(2)\n',
    act: NOTHING,
    expected: { B1: 10, B2: 11, B3: 20 },
  },
  { name: 'one inside another', source: 'B1 = ASK(ASK(1))\n', act: NOTHING, expected: { B1: 100 } },
  { name: 'a retry', source: 'B1 = FLAKY(1)\n', act: NOTHING, expected: { B1: 10 } },
  {
    name: 'a failure',
    source: 'B1 = FAILS(1)\nB2 = B1 DEFAULT 7\n',
    act: NOTHING,
    expected: { B1: 'failed', B2: 7 },
  },
  {
    name: 'a refresh',
    source: 'B1 = ASK(1)\n',
    act: async ({ model, once, rest }) => {
      await rest()
      await once('refresh', () => model.refresh({ symbol: 'B1' }))
    },
    expected: { B1: 10 },
  },
  {
    name: 'an answer grows old',
    source: 'B1 = AGES(1)\n',
    act: async ({ rest, once, pass }) => {
      await rest()
      await once('time', () => pass(70_000))
    },
    expected: { B1: 10 },
  },
  {
    name: 'a lazy cell',
    source: 'B1 ~= ASK(1)\n',
    act: async ({ model }) => {
      await model.resolve('B1')
    },
    expected: { B1: 10 },
  },
  {
    name: 'a rule follows',
    source: 'B1 = ASK(1)\nWHEN B1 > 5 THEN\n  C1 = C1 + 1\n  TOPIC!rose(B1)\nEND\n',
    act: NOTHING,
    expected: { B1: 10, C1: 1 },
    events: 1,
  },
  {
    name: 'another version',
    source: 'B1 = ASK(1)\n',
    act: ({ engine, model, once }) =>
      once('deploy', async () => {
        if (model.version === 1) await engine.deploy('B1 = ASK(1)\nB2 = ASK(2)\n', { id: model.id })
      }),
    expected: { B1: 10, B2: 20 },
  },
]
