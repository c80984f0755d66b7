// Goal: what the page says of answers from outside is sent as a model test has it, and mistakes are said in words.
// Method: lines as a person leaves them.

import { catalogue } from '@cellwake/language'
import { describe, expect, test } from 'vitest'
import { calledIn, fixturesFrom, type PlannedAnswer } from '../src/pages/simulate/answers-asked.ts'

const line = (change: Partial<PlannedAnswer>): PlannedAnswer => ({
  ...{ key: 1, call: 'FX_RATE', ends: 'answers', text: '1.1', after: '0', unit: 's' },
  ...change,
})

describe('answers from outside', () => {
  test('are sent by function, in their order, with arguments and waits where there are some', () => {
    const asked = fixturesFrom([
      line({ call: 'fx_rate("EUR", "USD")', after: '2' }),
      line({ ends: 'fails', text: '' }),
      line({ call: 'AI_PROMPT', text: 'all is well', after: '1.5', unit: 'min' }),
      line({ call: 'ML_SCORE', text: '[1, 2]' }),
      line({ call: 'HTTP_JSON', text: '' }),
    ])
    expect(asked).toEqual({
      functions: {
        FX_RATE: [
          { args: ['EUR', 'USD'], returns: 1.1, after: '2000ms' },
          { fails: 'transient: down' },
        ],
        AI_PROMPT: [{ returns: 'all is well', after: '90000ms' }],
        ML_SCORE: [{ returns: [1, 2] }],
        HTTP_JSON: [{ returns: null }],
      },
    })
  })

  test('without a line nothing is sent', () => {
    expect(fixturesFrom([])).toEqual({})
  })

  test.each([
    [{ call: '' }, 'Name the function'],
    [{ call: 'FX_RATE(EUR)' }, 'Write the arguments of FX_RATE as values'],
    [{ after: 'soon' }, 'after how long FX_RATE answers'],
    [{ after: '-1' }, 'after how long FX_RATE answers'],
  ])('a line %j is a mistake that is said', (change, words) => {
    expect(fixturesFrom([line(change)])).toEqual({ problem: expect.stringContaining(words) })
  })

  test('are offered for the external functions that the source calls', () => {
    const known = catalogue.names.map((name) => ({
      ...{ name, category: '', signature: '', summary: '', description: '', examples: [] },
      ...{ external: catalogue.get(name)!.external !== undefined, volatile: false },
    }))
    const source = 'A1 = ROUND(fx_rate ("EUR", "USD"), 2)\nA2 = SELECT id FROM a.b.c\n'
    expect(calledIn(source, known)).toEqual(['FX_RATE', 'PG_SELECT'])
    expect(calledIn('FX_RATE = 1\n', known)).toEqual([])
  })
})
