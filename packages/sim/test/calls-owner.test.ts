// Goal: of two hosts on one Postgres only the one that has a model lands its answers: one that lost it hears of them
// too, and changes nothing. Method: a host that sleeps past the end of its lease while a worker finishes its job; and
// the same host without the epoch in its commits, which must be found.

import { virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { plantInCalls } from '../src/calls/plants.ts'
import { inSchema } from '../src/targets.ts'
import { VirtualHost } from '../src/virtual-host.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const postgresUrl = inject('postgresUrl')
const schema = `cellwake_calls_owner_${process.pid}`
const START = Date.UTC(2026, 0, 1)
const SOURCE = 'A1 = "EUR"\nB1 = FX_RATE(A1, "USD")\n'

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined)('an answer for a model that changed hands', () => {
  const hosts: VirtualHost[] = []
  let schemas = 0
  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.kill()))
  })
  afterAll(() => dropSchemas(postgresUrl, schema))

  /** How often it was taken in, by the record of the commits. */
  async function landings(plant?: (store: Store) => void): Promise<number> {
    const url = inSchema(postgresUrl ?? '', `${schema}_${++schemas}`)
    const left = new VirtualHost({ url, name: 'left', plant })
    const right = new VirtualHost({ url, name: 'right' })
    hosts.push(left, right)
    let now = START
    await left.start(now, 0)
    await left.engine!.deploy(SOURCE, { id: 'm' })
    await right.start(now, 0)
    left.isPaused = true
    for (const end = now + 40_000; now < end; ) {
      now += 1_000
      await Promise.all([left.at(now), right.at(now)])
    }
    const model = await right.engine!.model('m')
    expect(model.get('B1').status).toBe('queued')
    await using store = await openStore(url, { clock: virtualClock(now) })
    const claim = { queues: ['market-data.fx'], worker: 'w', limit: 1, leaseMs: 60_000 }
    const [job] = await store.claim(claim)
    const { id, attempt } = job!
    await store.commit({ jobs: [{ op: 'done', id, attempt, result: { value: 1.5, at: now } }] })
    await expect.poll(() => model.get('B1').value, { timeout: 20_000 }).toBe(1.5)
    // The one that sleeps hears of it as well: time for it to act.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const { entries } = await right.engine!.activity({ about: 'm' })
    return entries.filter(({ what }) => what.startsWith('Took in')).length
  }

  it('is landed by the host that has it now, once', { timeout: 120_000 }, async () => {
    expect(await landings()).toBe(1)
  })

  it('is landed twice where the epoch is left out', { timeout: 120_000 }, async () => {
    expect(await landings((store) => plantInCalls(store, 'landed-without-epoch'))).toBe(2)
  })
})
