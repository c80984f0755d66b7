// Goal: rules do over any stretch of time what the language says. Method: random models live through random
// sets, outages, restarts and redeploys on the engine and on a plain interpreter of the same rules; after
// every step the cells, the events and the record of every rule must agree. Seeded. Interpreters that are
// wrong in one point each show that a difference would be found.

import { between, seededRandom } from '@cellwake/store/testing'
import { describe, expect, it } from 'vitest'
import { TestHost } from '../../src/model-tests/test-host.ts'
import { type Happening, randomHappening, randomRules, SYMBOLS, sourceOf } from './random-rules.ts'
import { type Cell, type Read, ReferenceHost, type ReferenceModel } from './reference-rules.ts'

const START = Date.UTC(2026, 0, 1)
const MODELS = 220
const STEPS = 24

interface Seen {
  readonly cells: Readonly<Record<string, Cell>>
  readonly events: readonly unknown[]
  readonly rules: readonly unknown[]
}

function seenOf(reference: ReferenceHost, rules: number): Seen {
  const events = reference.published.map(({ rule, at, due, says }) => [
    rule,
    at,
    due ?? null,
    says ?? null,
  ])
  reference.published = []
  return {
    cells: Object.fromEntries(SYMBOLS.map((symbol) => [symbol, reference.read(symbol)])),
    events,
    rules: Array.from({ length: rules }, (_, i) => reference.view(i)),
  }
}

async function seenIn(host: TestHost): Promise<Seen> {
  const plain = (symbol: string) => {
    const { kind, value } = host.model.get(symbol)
    return kind === 'blank' ? undefined : (value as Cell)
  }
  const events = (await host.takeEvents()).map(({ payload }) => {
    const [rule, at, due, says] = (payload as { args: unknown[] }).args
    return [rule, instant(at), due === null ? null : instant(due), says]
  })
  const rules = [...host.model.rules.states()].map(([, { fired, skipped, last }]) => {
    if (last === null) return { fired, skipped }
    const { outcome, at, due, wave } = last
    return { fired, skipped, last: { outcome, at, wave, ...(due === null ? {} : { due }) } }
  })
  return {
    cells: Object.fromEntries(SYMBOLS.map((symbol) => [symbol, plain(symbol)])),
    events,
    rules,
  }
}

function instant(value: unknown): number {
  return Date.parse((value as { datetime: string }).datetime)
}

/** A life on both; stops at the first difference. */
async function lived(
  seed: number,
  wrong: (model: ReferenceModel) => ReferenceModel = (model) => model,
): Promise<{ difference: object | undefined; outcomes: Set<string> }> {
  const random = seededRandom(seed)
  const model = randomRules(random, START)
  const source = sourceOf(model)
  const host = new TestHost({ startAt: START, functions: new Map() })
  const happened: Happening[] = []
  const outcomes = new Set<string>()
  try {
    await host.deploy(source)
    const reference = new ReferenceHost(wrong(model), START)
    for (let step = 0; ; step++) {
      const [expected, actual] = [seenOf(reference, model.rules.length), await seenIn(host)]
      if (JSON.stringify(expected) !== JSON.stringify(actual)) {
        return { difference: { seed, source, happened, expected, actual }, outcomes }
      }
      for (const rule of actual.rules) outcomes.add(outcomeOf(rule))
      if (step === STEPS) return { difference: undefined, outcomes }
      const next = randomHappening(random, host.clock.now())
      happened.push(next)
      await onEngine(host, next, source)
      onReference(reference, next)
    }
  } finally {
    await host.close()
  }
}

function outcomeOf(rule: unknown): string {
  return (rule as { last?: { outcome: string } }).last?.outcome ?? 'nothing'
}

function onEngine(host: TestHost, next: Happening, source: string): Promise<void> {
  const ms = 'ms' in next ? { months: 0, days: 0, ms: next.ms } : undefined
  if (next.kind === 'set') return host.set(next.values)
  if (next.kind === 'advance') return host.advance(ms!)
  if (next.kind === 'sleep') return host.clock.set(host.clock.now() + next.ms)
  return next.kind === 'down' ? host.restart(ms) : host.deploy(`# again\n${source}`)
}

function onReference(reference: ReferenceHost, next: Happening): void {
  if (next.kind === 'set') reference.set(next.values)
  else if (next.kind === 'advance') reference.advance(next.ms)
  else if (next.kind === 'sleep') reference.sleep(next.ms)
  else if (next.kind === 'down') reference.down(next.ms)
  else reference.redeploy()
}

describe('random rules', () => {
  it('live on the engine as they do by the book', { timeout: 120_000 }, async () => {
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= MODELS; seed++) {
      const life = await lived(seed)
      expect(life.difference).toBeUndefined()
      for (const outcome of life.outcomes) outcomes.add(outcome)
    }
    // Otherwise the lives are too quiet to show anything.
    expect([...outcomes].sort()).toEqual(
      ['aborted', 'capped', 'fired', 'gated', 'invalid', 'nothing', 'skipped'].sort(),
    )
  })

  const mistakes: [string, (model: ReferenceModel) => ReferenceModel][] = [
    ['missed runs are always replayed', (m) => changed(m, (r) => ({ ...r, backfill: true }))],
    ['missed runs are never replayed', (m) => changed(m, (r) => ({ ...r, backfill: false }))],
    ['MAX is one more', (m) => changed(m, (r) => (r.max ? { ...r, max: r.max + 1 } : r))],
    ['gates do not hold', (m) => changed(m, ({ gate: _, ...r }) => r)],
    ['earlier rules win', (m) => changed(m, (r) => ({ ...r, writes: [...r.writes].reverse() }))],
    [
      'a window is a millisecond longer',
      (m) =>
        changed(m, (r) => {
          if (r.gate?.kind !== 'throttle') return r
          const { length } = r.gate
          const longer = { ...length, of: (read: Read) => (length.of(read) ?? 0) + 0.001 }
          return { ...r, gate: { ...r.gate, length: longer } }
        }),
    ],
  ]
  it.each(mistakes)('show it when %s', { timeout: 60_000 }, async (_what, wrong) => {
    const first = between(seededRandom(7), 1, 50)
    let found: object | undefined
    for (let seed = first; found === undefined && seed < first + 100; seed++) {
      found = (await lived(seed, wrong)).difference
    }
    expect(found).toBeDefined()
  })
})

function changed(
  model: ReferenceModel,
  change: (rule: ReferenceModel['rules'][number]) => ReferenceModel['rules'][number],
): ReferenceModel {
  return { ...model, rules: model.rules.map(change) }
}
