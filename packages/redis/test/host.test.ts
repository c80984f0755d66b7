// A model that lives in Redis, with a stand-in for the evaluator: what is given, fired, published and kept.

import { Engine } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { INDEX_KEY, keysOf } from '../src/keys.ts'
import { Calls, ensureLibrary, libraryOf } from '../src/library.ts'
import { RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'
import { standInChunk, standInSource } from './stand-in.ts'

const found = await findRedis()

describe.skipIf('tried' in found)('a model in Redis', () => {
  let redis: Redis
  let clock: VirtualClock
  let store: Store
  const open: { close(): Promise<void> }[] = []
  const errors: unknown[] = []

  beforeAll(async () => {
    redis = (await startRedis())!
  })
  afterAll(() => redis.stop())

  beforeEach(async () => {
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
    errors.length = 0
  })

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close()
    await store.close()
    clock.close()
    expect(errors).toEqual([])
  })

  async function home(time = clock): Promise<RedisModels> {
    const connection = await connect({ url: redis.url })
    const tier = await assertTier(connection)
    const library = libraryOf(standInChunk, hostLua())
    await ensureLibrary(connection, library)
    const onError = (error: unknown) => errors.push(error)
    const options = { url: redis.url, clock: time, onError }
    const made = new RedisModels({ connection, deploy: undefined, library, tier, options })
    open.push(made)
    return made
  }

  async function engine(): Promise<Engine> {
    const made = new Engine({
      store,
      clock,
      homes: [await home()],
      onError: (error) => errors.push(error),
    })
    open.push(made)
    return made
  }

  async function client(): Promise<Connection> {
    const made = await connect({ url: redis.url })
    open.push(made)
    return made
  }

  it('answers a set with what follows from it', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'sums' })
    await model.set({ A1: 5 })
    await model.set({ A2: 7 })
    expect(model.get('B1').value).toBe(12)
    expect(model.get('B1').rev).toBe(model.rev)
  })

  it('fires a rule, and hands what it publishes to the store, once', async () => {
    const host = await engine()
    const { model } = await host.deploy(standInSource, { id: 'fires' })
    const answer = await model.set({ A1: 150 })
    expect(answer.firings.map(({ writes }) => writes)).toEqual([{ C1: 150 }])
    await model.set({ A1: 160 })
    await model.set({ A1: 10 })
    await model.set({ A1: 170 })
    await host.idle()
    expect(model.get('C1').value).toBe(170)
    const events = await store.events('alerts', {})
    expect(events.map(({ payload }) => payload)).toEqual([
      { event: 'over', args: [150] },
      { event: 'over', args: [170] },
    ])
    const keys = keysOf('fires')
    expect(await (await client()).command(keys.outbox, ['XLEN', keys.outbox])).toBe(0)
  })

  it('writes a wave with one call', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'calls' })
    const watcher = await client()
    await watcher.everywhere(['CONFIG', 'RESETSTAT'])
    await model.set({ A1: 150 })
    const info = String((await watcher.everywhere(['INFO', 'commandstats']))[0])
    // One for what was given and the edge that rose, one for all that the wave did.
    expect(/cmdstat_fcall:calls=(\d+)/.exec(info)?.[1]).toBe('2')
  })

  it('is as it was when Redis and the server were killed', async () => {
    const first = await engine()
    const { model } = await first.deploy(standInSource, { id: 'kept' })
    await model.set({ A1: 150, A2: 1 })
    const values = (of: typeof model) =>
      Object.entries(of.cells()).map(([symbol, { value }]) => [symbol, value])
    const before = { rev: model.rev, values: values(model) }
    await redis.kill()
    await redis.restart()
    // Whoever had the model is gone: its lease ends by itself.
    await clock.advance(60_000)
    const second = await engine()
    const again = await second.model('kept')
    expect(values(again)).toEqual(before.values)
    expect(again.rev).toBe(before.rev)
    const [rule] = again.ruleNames()
    expect((await again.firings(rule!.id)).firings).toHaveLength(1)
    await again.set({ A1: 1 })
    expect(again.get('B1').value).toBe(2)
  })

  it('is listed as it was last seen while Redis is away, whether it is open or not', async () => {
    const first = await engine()
    await first.deploy(standInSource, { id: 'listed' })
    await first.deploy('A1 = 1\n', { id: 'not-there' })
    const second = await engine()
    const ids = async (of: Engine) => (await of.models()).map(({ id }) => id)
    expect(await ids(second)).toContain('listed')
    const before = await ids(first)
    await redis.kill()
    try {
      expect(await ids(first)).toEqual(before)
      expect(before).toContain('not-there')
      const [record] = (await second.models()).filter(({ id }) => id === 'listed')
      expect(await second.stored(record!)).toMatchObject({ id: 'listed', version: 1, rev: 1 })
    } finally {
      await redis.restart()
    }
  })

  it('believes its keys, not its memory: they may have been on another node of a cluster', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'moved' })
    await model.set({ A1: 5 })
    const keys = keysOf('moved')
    const connection = await client()
    const calls = new Calls(connection, libraryOf(standInChunk, hostLua()))
    const moment = JSON.stringify({ nowMs: 0, seed: 0, requestRev: 0 })
    const b1 = async () => {
      const [, , views] = (await calls.read('read', 'moved', [moment, '1', 'B1'])) as string[]
      return (JSON.parse(views!) as readonly { value: number }[])[0]!.value
    }
    expect(await b1()).toBe(5)
    // Written elsewhere, and back again.
    const stamp = Number(await connection.command(keys.head, ['HGET', keys.head, 'stamp'])) + 4
    await connection.command(keys.docs, ['HSET', keys.docs, 'A1', '99 2 40'])
    await connection.command(keys.head, ['HSET', keys.head, 'stamp', String(stamp)])
    // A write from which no value follows.
    const nothing = ['0', '0', '0', '0', '0', '', '', '[]', '0', '0']
    await calls.write('batch_input', 'moved', [String(stamp), '0', 's', '{}', ...nothing])
    expect(await b1()).toBe(40)
  })

  it('keeps the states of rules where people look for them', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'rules' })
    await model.set({ A1: 150 })
    const keys = keysOf('rules')
    const all = (await (await client()).command(keys.rules, ['HGETALL', keys.rules])) as string[]
    expect(keys.rules).toBe('{m:rules}:rule:scheduler')
    expect(all).toContain('startedAtMs')
    expect(all).toContain('lastTickMs')
    const [rule] = model.ruleNames()
    expect(all).toContain(`!${rule!.id}`)
  })

  it('shows the past, and why', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'past' })
    await model.set({ A1: 5 }, { by: 'ann' })
    const then = model.rev
    await model.set({ A1: 150 })
    expect((await model.cellsAt(['B1', 'C1'], then)).cells.B1?.value).toBe(5)
    const why = await model.explain('C1')
    expect(JSON.stringify(why)).toContain('rule')
    const { entries } = await model.history('A1')
    expect(entries.length).toBeGreaterThanOrEqual(2)
  })

  it('takes an idempotency key once', async () => {
    const { model } = await (await engine()).deploy(standInSource, { id: 'keyed' })
    const first = await model.set({ A1: 5 }, { idempotencyKey: 'k' })
    const again = await model.set({ A1: 5 }, { idempotencyKey: 'k' })
    expect(again.rev).toBe(first.rev)
    expect(model.rev).toBe(first.rev)
  })

  it('has one leader, and one that has lost it changes nothing any more', async () => {
    const first = await engine()
    const { model } = await first.deploy(standInSource, { id: 'leased' })
    await model.set({ A1: 5 })
    const second = await engine()
    await expect(second.model('leased')).rejects.toMatchObject({ code: 'owned-elsewhere' })
    // A host whose clock is ahead takes the lease for over.
    const ahead = virtualClock(clock.now() + 3_600_000)
    const later = await openStore('memory:', { clock: ahead })
    const third = new Engine({
      store: later,
      clock: ahead,
      homes: [await home(ahead)],
      onError: (error) => errors.push(error),
    })
    const taken = await third.model('leased')
    expect(taken.get('A1').value).toBe(5)
    await taken.set({ A1: 6 })
    await expect(model.set({ A1: 7 })).rejects.toMatchObject({ code: 'owned-elsewhere' })
    expect(taken.get('A1').value).toBe(6)
    await third.close()
    await later.close()
    ahead.close()
  })

  it('is gone when it is deleted, and its name is free', async () => {
    const host = await engine()
    await host.deploy(standInSource, { id: 'gone' })
    await host.delete('gone', 'gone')
    await expect(host.model('gone')).rejects.toThrow('no model')
    const connection = await client()
    const keys = Object.values(keysOf('gone'))
    const lasting = async () => {
      const ttls = await Promise.all(keys.map((key) => connection.command(key, ['PTTL', key])))
      return ttls.filter((ttl) => ttl === -1).length
    }
    // What is left ends by itself.
    expect(await lasting()).toBe(0)
    const ids = (await connection.command(INDEX_KEY, ['SMEMBERS', INDEX_KEY])) as string[]
    expect(ids).not.toContain('gone')
    const { model } = await host.deploy(standInSource, { id: 'gone' })
    expect(model.get('B1').value).toBe(0)
    expect(await lasting()).toBeGreaterThan(5)
  })

  it('cannot move to another runtime by a deploy', async () => {
    const host = await engine()
    await host.deploy(standInSource, { id: 'stays' })
    const moved = host.deploy(standInSource, { id: 'stays', runtime: 'ts' })
    await expect(moved).rejects.toMatchObject({ code: 'other-home' })
  })
})
