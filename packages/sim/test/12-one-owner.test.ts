// Goal: several hosts on one Postgres run a model once: one has it, and a host that lost it changes nothing.
// Method: two hosts with clocks of their own, in virtual time: awake, paused past the end of the lease, killed,
// closed, and with clocks that are wrong by minutes; then all of that by chance, and with a planted bug.

import { OwnedElsewhereError } from '@cellwake/engine'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { twoHosts } from '../src/hosts.ts'
import { inSchema } from '../src/targets.ts'
import { VirtualHost } from '../src/virtual-host.ts'
import { dropSchemas } from './support/drop-schemas.ts'

const postgresUrl = inject('postgresUrl')
const schema = `cellwake_owner_${process.pid}`
// A bound against hanging: the machine may be busy.
vi.setConfig({ testTimeout: 180_000 })
const START = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
/** The lease, and the beat after it. */
const TAKEOVER_MS = 20_000
const SOURCE = `A1 = 0
EVERY 10s BACKFILL THEN
  B1 = B1 + 1
  ticks!tick(SCHEDULED_AT)
END
WHEN A1 > 0 THEN
  C1 = C1 + 1
END
`

// Skipped only where there is no Postgres to test against.
describe.skipIf(postgresUrl === undefined)('two hosts on one Postgres', () => {
  let url: string
  let schemas = 0
  let left: VirtualHost
  let right: VirtualHost
  let now: number

  beforeEach(() => {
    url = inSchema(postgresUrl ?? '', `${schema}_${++schemas}`)
    now = START
    left = new VirtualHost({ url, name: 'left' })
    right = new VirtualHost({ url, name: 'right' })
  })
  afterEach(() => Promise.all([left.kill(), right.kill()]))
  afterAll(() => dropSchemas(postgresUrl, schema))

  /** Left has the model. */
  async function bothAwake(rightSkewMs = 0): Promise<void> {
    await left.start(now, 0)
    await left.engine!.deploy(SOURCE, { id: 'm' })
    await right.start(now, rightSkewMs)
  }

  async function pass(ms: number): Promise<void> {
    for (const end = now + ms; now < end; ) {
      now += 1_000
      await Promise.all([left.at(now), right.at(now)])
    }
  }

  const isOpen = (host: VirtualHost) => {
    try {
      return host.engine!.running('m') !== undefined
    } catch {
      return false
    }
  }

  const refusal = async (host: VirtualHost) => {
    const error = await host.engine!.model('m').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OwnedElsewhereError)
    return error as OwnedElsewhereError
  }

  /** Each occurrence until then, once: the events have them all, and the counter counts as many. */
  async function expectOnce(until: number): Promise<void> {
    const store = await openStore(url)
    const dues = (await store.events('ticks')).map(
      ({ payload }) => (payload as { args: { datetime: string }[] }).args[0]!.datetime,
    )
    const count = Math.floor((until - START) / 10_000)
    expect(dues.map(Date.parse)).toEqual(
      Array.from({ length: count }, (_, i) => START + (i + 1) * 10_000),
    )
    const B1 = { space: 'model:m', id: 'B1', path: [] }
    await store.load(B1)
    expect(store.read(B1)).toBe(count)
    await store.close()
  }

  it('one has a model; the other says who', async () => {
    await bothAwake()
    await pass(MINUTE_MS)
    expect(isOpen(left)).toBe(true)
    const refused = await refusal(right)
    expect(refused).toMatchObject({ status: 503, retryable: true, owner: left.session })
    expect(refused.message).toContain(left.session)
    await expect(right.engine!.deploy(SOURCE, { id: 'm' })).rejects.toThrow(OwnedElsewhereError)
    await expectOnce(now)
  })

  it('both want it when it has no owner: one gets it', async () => {
    await left.start(now, 0)
    await left.engine!.deploy(SOURCE, { id: 'm' })
    await left.stop()
    await Promise.all([left.start(now, 0), right.start(now, 0)])
    expect([isOpen(left), isOpen(right)].sort()).toEqual([false, true])
    await pass(MINUTE_MS)
    await expectOnce(now)
  })

  it('one that is killed is followed by the other, and no occurrence is missing', async () => {
    await bothAwake()
    await pass(25_000)
    await left.kill()
    await pass(TAKEOVER_MS)
    expect(isOpen(right)).toBe(true)
    await pass(25_000)
    await expectOnce(now)
  })

  it('one that ends hands over at the next beat', async () => {
    await bothAwake()
    await pass(25_000)
    await left.stop()
    await pass(5_000)
    expect(isOpen(right)).toBe(true)
    await pass(30_000)
    await expectOnce(now)
  })

  it('one that slept through the end of its lease changes nothing, and leaves it to the other', async () => {
    await bothAwake()
    await pass(25_000)
    left.isPaused = true
    await pass(MINUTE_MS)
    expect(isOpen(right)).toBe(true)
    await (await right.engine!.model('m')).set({ A1: 7 })
    // It still believes that it has the model.
    const zombie = left.engine!.running('m')
    await expect(zombie.set({ A1: 1 })).rejects.toThrow(OwnedElsewhereError)
    expect(isOpen(left)).toBe(false)
    left.isPaused = false
    await pass(MINUTE_MS)
    expect((await refusal(left)).owner).toBe(right.session)
    const model = right.engine!.running('m')
    expect([model.get('A1').value, model.get('C1').value]).toEqual([7, 1])
    await expectOnce(now)
  })

  it('rules that were due while it slept do not fire again when it wakes', async () => {
    await bothAwake()
    left.isPaused = true
    await pass(MINUTE_MS)
    expect(isOpen(left)).toBe(true)
    left.isPaused = false
    await pass(1_000)
    expect(isOpen(left)).toBe(false)
    await expectOnce(now)
  })

  it.each([
    ['ahead', 5 * MINUTE_MS],
    ['behind', -5 * MINUTE_MS],
  ])('a clock that is %s by minutes costs no occurrence and fires none twice', async (_, skew) => {
    await bothAwake(skew)
    await pass(MINUTE_MS)
    // Whoever is ahead takes every lease for ended.
    const owner = skew > 0 ? right : left
    expect(isOpen(owner)).toBe(true)
    expect(isOpen(owner === left ? right : left)).toBe(false)
    await expectOnce(now + Math.max(0, skew))
  })

  it('by chance, for minutes: each occurrence and each rise fires once', async () => {
    const report = await twoHosts({ url, seed: 1, seconds: 150 })
    expect(report.violations).toEqual([])
    expect(report.takeovers).toBeGreaterThan(3)
  })

  it('the rig notices when commits do not expect the epoch', async () => {
    const plant = (store: Store) => {
      const commit = store.commit.bind(store)
      store.commit = (spec, options) => commit({ ...spec, expect: [] }, options)
    }
    const { violations } = await twoHosts({ url, seed: 1, seconds: 200, plant })
    expect(violations.join()).toMatch(/rises fired|occurrences fired|A1 is/)
  })
})
