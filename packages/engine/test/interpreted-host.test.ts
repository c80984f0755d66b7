// Goal: what a host of the evaluator needs beside values: refusals before anything changes, triggers and actions of rules,
// what external calls are called with and what they show, restarts. Method: small models, step by step.
import { compile } from '@cellwake/language'
import {
  type Batch,
  BLANK,
  type Documents,
  datetime,
  interpreter,
  type Model,
  PENDING,
} from '@cellwake/runtime'
import { describe, expect, it } from 'vitest'
import { programOf } from '../src/formulas/program.ts'

const MOMENT = { nowMs: 1_000, seed: 3 }
const NOTHING: Documents = { sheets: [], given: [], good: [], lazy: [], calls: [] }

function started(source: string, documents: Partial<Documents> = {}) {
  const program = programOf(source, compile(source).ir!)
  return interpreter.load(program, { ...NOTHING, ...documents }, MOMENT)
}

function apply(model: Model, batch: Partial<Batch>) {
  const whole = {
    ...MOMENT,
    sheets: [],
    inputs: [],
    rules: [],
    calls: [],
    ...batch,
  }
  return interpreter.apply(model, whole)
}

const valueIn = (model: Model, symbol: string) => interpreter.read(model, [symbol])[0]!.value
const statusOf = (model: Model, symbol: string) => interpreter.read(model, [symbol])[0]!.status

describe('a batch', () => {
  it('of which one write is refused changes nothing', () => {
    const { model } = started('A1 = 1; B1 = A1 + 1; C1 as percentage = 0.5\n')
    const { refused, changed } = apply(model, {
      inputs: [
        { symbol: 'A1', value: 5 },
        { symbol: 'B1', value: 5 },
        { symbol: 'C1', value: 'x' },
      ],
    })
    expect(refused.map(({ code, symbol }) => [code, symbol])).toEqual([
      ['not-an-input', 'B1'],
      ['bad-value', 'C1'],
    ])
    expect(changed).toEqual([])
    expect(valueIn(model, 'B1')).toBe(2)
  })

  it('tells what changed, once each', () => {
    const { model } = started('A1 = 1; B1 = A1 + 1; C1 = B1 > 0; D1 ?= 10 / A1\n')
    const { changed, good } = apply(model, { inputs: [{ symbol: 'A1', value: 5 }] })
    const symbols = changed.map(({ symbol }) => symbol).sort()
    expect(symbols).toEqual(['A1', 'B1', 'D1'])
    expect(good).toEqual([{ symbol: 'D1', value: 2 }])
  })

  it('may give an input back what the source says', () => {
    const { model } = started('A1 = 1; B1 = A1 + 1\n')
    apply(model, { inputs: [{ symbol: 'A1', value: 5 }] })
    apply(model, { inputs: [{ symbol: 'A1' }] })
    expect(valueIn(model, 'B1')).toBe(2)
  })

  it('without writes lets volatile formulas see the time', () => {
    const { model } = started('A1 = NOW()\n')
    expect(apply(model, { nowMs: 5_000 }).changed).toEqual([
      { symbol: 'A1', value: datetime(5_000) },
    ])
  })
})

describe('rules', () => {
  const source = `
    A1 = 1
    WHEN A1 > 5 DEBOUNCE 2s THEN
      B1 = A1 * 2
      C1:C3 = ROW_INDEX + A1
      log!done(A1, B1)
    END
  `

  it('say when a trigger or a length is another one', () => {
    const { model, applied } = started(source)
    expect(applied.triggers.map(({ part, value }) => [part, value])[0]).toEqual(['trigger', false])
    const { triggers } = apply(model, { inputs: [{ symbol: 'A1', value: 9 }] })
    expect(triggers.find(({ part }) => part === 'trigger')).toEqual({
      rule: 0,
      part: 'trigger',
      value: true,
      isNew: true,
    })
    expect(interpreter.triggers(model, [0], MOMENT).map(({ part }) => part)).toEqual([
      'trigger',
      'length',
    ])
  })

  it('act on the values as they are, and nothing happens yet', () => {
    const { model } = started(source)
    apply(model, { inputs: [{ symbol: 'A1', value: 9 }] })
    const [acts] = interpreter.act(model, [{ rule: 0 }], MOMENT)
    expect(acts!.refused).toBe('')
    expect(acts!.writes).toEqual([
      { symbol: 'B1', before: BLANK, value: 18 },
      { symbol: 'C1', before: BLANK, value: 10 },
      { symbol: 'C2', before: BLANK, value: 11 },
      { symbol: 'C3', before: BLANK, value: 12 },
    ])
    // What it publishes reads the values of before.
    expect(acts!.events[0]!.args).toEqual([9, BLANK])
    expect(valueIn(model, 'B1')).toEqual(BLANK)
    apply(model, { rules: acts!.writes })
    expect(valueIn(model, 'C3')).toBe(12)
    expect(interpreter.read(model, ['B1'])[0]!.role).toBe('rule')
  })

  it('feed themselves or not', () => {
    const { model } = started(
      'A1 = 1\nWHEN B1 > A1 THEN\n B1 = 0\nEND\nWHEN A1 > 2 THEN\n B1 = 5\nEND\n',
    )
    expect([0, 1].map((rule) => interpreter.feedsItself(model, rule))).toEqual([true, false])
  })
})

describe('external calls', () => {
  const source = 'A1 = "USD"; A2 = FALSE; B1 = IF(A2, 1, FX_RATE(A1, "EUR") * 100)\n'

  it('tell what they are called with, once, and show what they are given', () => {
    const { model, applied } = started(source)
    const [call] = applied.calls
    expect(call).toMatchObject({ args: ['USD', 'EUR'], value: PENDING })
    const calls = [{ symbol: call!.symbol, value: 0.9 }]
    const landed = apply(model, { calls })
    expect(landed.calls).toEqual([])
    expect(landed.changed).toContainEqual({ symbol: 'B1', value: 90 })
    const { calls: again } = apply(model, { inputs: [{ symbol: 'A1', value: 'GBP' }] })
    expect(again).toEqual([{ symbol: call!.symbol, args: ['GBP', 'EUR'], value: 0.9 }])
  })

  it('are followed by who reads them: a branch that is not taken reads none', () => {
    const { model, applied } = started(source)
    const { symbol } = applied.calls[0]!
    const of = (news: typeof applied.reads) => news.find((one) => one.symbol === 'B1')!.cells
    expect(of(applied.reads)).toEqual(['A2', symbol])
    expect(of(apply(model, { inputs: [{ symbol: 'A2', value: true }] }).reads)).toEqual(['A2'])
    const other = apply(model, { inputs: [{ symbol: 'A1', value: 'GBP' }] })
    expect(other.calls).toEqual([])
  })

  it('show what they showed over a restart', () => {
    const { applied } = started(source)
    const { symbol } = applied.calls[0]!
    const again = started(source, { calls: [{ symbol, value: 0.9, seq: 2 }] })
    expect(valueIn(again.model, 'B1')).toBe(90)
  })

  it('are taken back with what they showed', () => {
    const { model, applied } = started(source)
    const { symbol } = applied.calls[0]!
    apply(model, { calls: [{ symbol, value: 0.9 }] })
    const inputs = [{ symbol: 'A1', value: 'GBP' }]
    const first = apply(model, { inputs, calls: [{ symbol, value: 0.5 }] })
    expect(first.changed).toContainEqual({ symbol: 'B1', value: 50 })
    interpreter.takeBack(model)
    expect(valueIn(model, 'B1')).toBe(90)
    const second = apply(model, { inputs, calls: [{ symbol, value: 0.5 }] })
    expect(second.calls).toEqual(first.calls)
    expect(second.changed).toEqual(first.changed)
  })
})

describe('lazy formulas', () => {
  const source = 'A1 = 1; B1 ~= A1 + 1; C1 ~= B1 * 2\n'

  it('run when they are resolved, and tell what is worth keeping', () => {
    const { model } = started(source)
    expect(statusOf(model, 'C1')).toBe('dirty')
    const { view, lazy } = interpreter.resolve(model, 'C1', MOMENT)
    expect([view.value, view.status]).toEqual([4, 'ready'])
    expect(lazy.map(({ symbol }) => symbol)).toEqual(['B1', 'C1'])
  })

  it('hold over a restart unless something below them was given since', () => {
    const kept = (seq: number) => ({
      given: [{ symbol: 'A1', value: 5, seq }],
      lazy: [
        { symbol: 'B1', value: 6, seq: 3 },
        { symbol: 'C1', value: 12, seq: 3 },
      ],
    })
    expect(statusOf(started(source, kept(3)).model, 'C1')).toBe('ready')
    expect(statusOf(started(source, kept(4)).model, 'C1')).toBe('dirty')
  })

  it('that are wanted are kept up to date', () => {
    const { model } = started(source)
    interpreter.wantCell(model, 'C1', MOMENT)
    apply(model, { inputs: [{ symbol: 'A1', value: 2 }] })
    expect([valueIn(model, 'C1'), statusOf(model, 'C1')]).toEqual([6, 'ready'])
    interpreter.unwantCell(model, 'C1')
    apply(model, { inputs: [{ symbol: 'A1', value: 3 }] })
    expect(statusOf(model, 'C1')).toBe('dirty')
  })
})

it('a bomb is an error value, and the model goes on', () => {
  const { model } = started(
    'A1 = 1; B1 = SUM(SEQUENCE(1000, 1000) ^ 2 * SEQUENCE(1000, 1000)) + A1\n',
  )
  const bomb = 'B1 = REDUCE(0, SEQUENCE(900000), (a, x) => a + SUM(SEQUENCE(500)))\nC1 = 2\n'
  const spent = started(bomb).model
  expect(valueIn(spent, 'B1')).toMatchObject({ code: 'CALC!' })
  expect(valueIn(spent, 'C1')).toBe(2)
  expect(typeof valueIn(model, 'B1')).toBe('number')
})
