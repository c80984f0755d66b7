// Goal: the demo's models are sound, and its feed moves them sensibly for days. Method: their own tests, and
// the feed on a virtual clock with chance from a fixed sequence.

import { readdir } from 'node:fs/promises'
import { Engine } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { Workflows } from '@cellwake/workflows'
import { expect, it } from 'vitest'
import { fed, startFeed } from '../src/demo/feed.ts'
import { startRates } from '../src/demo/rates.ts'
import { demoFolder, deployDemo } from '../src/demo/run-demo.ts'
import { demoWorkflows } from '../src/demo/workflows.ts'
import { modelTools } from '../src/hosting/model-tools.ts'
import { FEED_BEAT_MS } from '../src/limits.ts'
import { inProcess } from './in-process.ts'

it('the models are clean, in canonical form, and pass their tests', async () => {
  const names = (await readdir(demoFolder)).filter((name) => name.endsWith('.grid'))
  const files = names.map((name) => `${demoFolder}/${name}`)
  expect((await inProcess(['check', ...files])).out).toBe('Nothing to mend in 3 files\n')
  expect((await inProcess(['fmt', '--check', ...files])).code).toBe(0)
  expect((await inProcess(['test', demoFolder])).out).toContain('14 passed, 0 failed in 3 files')
})

/** Chance that is the same each time. */
function sequence(): () => number {
  let state = 7
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

it('the feed sets inputs only, as feed, and values stay near where they began', async () => {
  const clock = virtualClock('2026-01-05T10:00:00Z')
  await using store = await openStore('memory:', { clock })
  await using engine = new Engine({ store, clock })
  const outcomes = await deployDemo({ engine, store, clock })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['deployed', 'deployed', 'deployed'])
  const problems: unknown[] = []
  const random = sequence()
  const stop = startFeed({ engine, clock, random, report: (error) => problems.push(error) })
  for (let beat = 0; beat < 600; beat++) {
    clock.advance(FEED_BEAT_MS)
    await engine.idle()
  }
  await stop()
  expect(problems).toEqual([])
  for (const { model: id, walks } of fed) {
    const model = await engine.model(id)
    for (const [symbol, { home, step }] of Object.entries(walks)) {
      const { value } = model.get(symbol)
      expect([id, symbol, Math.abs(Number(value) - home) < step * 12]).toEqual([id, symbol, true])
    }
    expect([id, model.describe().problems]).toEqual([id, []])
  }
  const { entries } = await (await engine.model('price-desk')).history('copper', { limit: 1 })
  expect(entries[0]?.cause.by).toBe('feed')
})

it('the provider moves its rates a little each time it is asked, and knows nothing else', async () => {
  await using rates = await startRates(sequence())
  expect(rates.config.path).toBe('rates.{quote}')
  const ask = async (base: string) => await fetch(rates.config.url.replace('{base}', base))
  const seen = new Set<number>()
  for (let i = 0; i < 20; i++) {
    const answer = (await (await ask('EUR')).json()) as { rates: { USD: number } }
    seen.add(answer.rates.USD)
    expect(Math.abs(answer.rates.USD - 1.0842)).toBeLessThan(0.02)
  }
  expect(seen.size).toBeGreaterThan(5)
  expect((await ask('constructor')).status).toBe(404)
})

it('what is there is not deployed again', async () => {
  const clock = virtualClock('2026-01-05T10:00:00Z')
  await using store = await openStore('memory:', { clock })
  await using engine = new Engine({ store, clock })
  await deployDemo({ engine, store, clock })
  await (await engine.model('treasury')).set({ D2: 1 })
  const again = await deployDemo({ engine, store, clock })
  expect(again.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect((await engine.model('treasury')).get('D2').value).toBe(1)
})

it('the workflows live on what the rules publish: one asks, one gathers, one sums up', async () => {
  const clock = virtualClock('2026-01-05T10:00:00Z')
  await using store = await openStore('memory:', { clock })
  await using engine = new Engine({ store, clock })
  await deployDemo({ engine, store, clock })
  const problems: unknown[] = []
  const onError = (error: unknown) => problems.push(error)
  await using workflows = new Workflows({ store, clock, tools: modelTools(engine), onError })
  await workflows.start()
  const idle = async () => {
    await engine.idle()
    await workflows.idle()
    await engine.idle()
  }
  clock.onSettle(idle)
  for (const one of demoWorkflows) await workflows.deploy(one)
  await idle()
  const desk = await engine.model('price-desk')
  await desk.set({ floor: 0.9 })
  await idle()
  expect((await workflows.status('margin-rescue')).issue?.sentence).toContain(
    'set guard = 0.05 in price-desk',
  )
  await workflows.approve('margin-rescue')
  await idle()
  expect(desk.get('guard').value).toBe(0.05)
  await clock.advance(3 * 60_000)
  expect(await workflows.events('batches')).not.toEqual([])
  await workflows.publish('payments', { messageId: 'p', payload: { event: 'sweep', args: [1] } })
  await clock.advance(60 * 60_000)
  expect(await workflows.events('hours')).toMatchObject([
    { payload: { count: expect.any(Number) } },
  ])
  expect(problems).toEqual([])
})
