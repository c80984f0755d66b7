// Goal: faults are told right: a store that cannot keep anything is an answer to send again later, without what
// the server keeps where; health says so; nonsense is the sender's. Method: a driver that refuses what it is told
// to refuse, and bodies of great depth.

import { Engine, HomeError, type ModelHome } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import {
  type Arrival,
  MemoryDriver,
  openStore,
  StoreError,
  type StoreErrorCode,
} from '@cellwake/store'
import { type Needs, type Rows, WrappedDriver } from '@cellwake/store/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from '../src/index.ts'
import { asking, desk, world } from './world.ts'

class FullDisk extends WrappedDriver {
  refuses: StoreErrorCode | undefined

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    if (this.refuses !== undefined) throw new StoreError(this.refuses, '/srv/secret/cellwake.db')
    await this.inner.transact(needs, body)
  }
}

async function fullWorld(homes: readonly ModelHome[] = []) {
  const driver = new FullDisk(new MemoryDriver())
  const clock = systemClock({ unref: true })
  const store = await openStore(driver, { clock })
  const engine = new Engine({ store, clock, homes, onError: () => {} })
  const server = await createServer({ engine, store, clock })
  onTestFinished(async () => {
    driver.refuses = undefined
    await server.close()
    await engine.close()
    await store.close()
    clock.close()
  })
  await engine.deploy(desk, { id: 'desk' })
  return { driver, ask: asking(server) }
}

it('a home that cannot be used says why and what to do, and names no host', async () => {
  const failing = async () => {
    const fault = { code: 'model-newer', advice: 'Install it.', retryable: false, status: 500 }
    throw new HomeError('redis://10.0.0.9 has a newer one', fault)
  }
  const has = async (id: string) => id === 'away'
  const durability = (await openStore('memory:')).durability
  const { ask } = await fullWorld([
    { durability, runtimes: ['lua_interpreter'], ids: async () => ['away'], has, place: failing },
  ])
  const refused = await ask('GET', '/api/models/away/cells')
  expect([refused.status, refused.code]).toEqual([500, 'model-newer'])
  expect(refused.text).toContain('Install it.')
  expect(refused.text).not.toContain('10.0.0.9')
})

describe('a full disk', () => {
  it.each([
    ['a set', '/api/models/desk/inputs', { set: { A1: 7 } }],
    ['a deploy', '/api/models', { id: 'other', source: 'A1 = 1\n' }],
    ['an event', '/api/topics/t/events', { payload: 1 }],
  ])('is 503 with a time to come again for %s, and names no path', async (_what, url, body) => {
    const { driver, ask } = await fullWorld()
    driver.refuses = 'disk-full'
    const refused = await ask('POST', url, { body })
    expect([refused.status, refused.code]).toEqual([503, 'disk-full'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.text).not.toContain('/srv')
    driver.refuses = undefined
    expect((await ask('POST', url, { body })).status).toBe(200)
  })

  it('is what health says, until something is kept again', async () => {
    const { driver, ask } = await fullWorld()
    const set = () => ask('POST', '/api/models/desk/inputs', { body: { set: { A1: 7 } } })
    expect((await ask('GET', '/health')).at('status')).toBe('ok')
    driver.refuses = 'disk-full'
    await set()
    const ill = await ask('GET', '/health')
    expect([ill.at('status'), ill.at('store.trouble')]).toEqual(['degraded', 'disk-full'])
    expect(ill.text).not.toContain('/srv')
    driver.refuses = undefined
    await set()
    const well = await ask('GET', '/health')
    expect([well.at('status'), well.at('store.trouble')]).toEqual(['ok', undefined])
  })
})

describe('deep JSON', () => {
  it.each([129, 5_000, 500_000])('of %i levels is refused as the mistake it is', async (levels) => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const depth = Math.min(levels, Math.floor(3_000_000 / (open.length + close.length)))
      const value = `${open.repeat(depth)}1${close.repeat(depth)}`
      const answer = await ask('POST', '/api/models/desk/inputs', {
        body: `{"set":{"A1":${value}}}`,
      })
      expect([answer.status, answer.code]).toEqual([400, 'bad-json'])
    }
    expect((await ask('GET', '/health')).status).toBe(200)
  })
})
