// A set from which nothing follows but values is one call of Redis: it writes, computes and tells.

import { Engine, type LiveModel } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store, StoreError } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { evaluatorChunk, hostLua } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { ensureLibrary, libraryOf } from '../src/library.ts'
import { RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'

const found = await findRedis()

describe.skipIf('tried' in found)('a set in Redis', () => {
  let redis: Redis
  let connection: Connection
  let clock: VirtualClock
  let store: Store
  let engine: Engine
  const sent = { writes: 0, reads: 0 }
  /** The answer of the next write is lost on its way. */
  let loses = false

  // After a change the evaluator is translated first.
  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    connection = await connect({ url: redis.url })
    const send = connection.command.bind(connection)
    connection.command = async (key, args, options) => {
      // Long work is one call, however many slices it takes.
      const isSlice = /_more$/.test(String(args[1]))
      if (!isSlice && args[0] === 'FCALL') sent.writes++
      if (!isSlice && args[0] === 'FCALL_RO') sent.reads++
      const reply = await send(key, args, options)
      if (!loses || args[0] !== 'FCALL') return reply
      loses = false
      throw new StoreError('outcome-unknown')
    }
    const library = libraryOf(await evaluatorChunk(), hostLua())
    await ensureLibrary(connection, library)
    const tier = await assertTier(connection, { accept: 'C' })
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
    const options = { url: redis.url, clock }
    const home = new RedisModels({ connection, deploy: undefined, library, tier, options })
    engine = new Engine({ store, clock, homes: [home] })
  }, 300_000)
  afterAll(async () => {
    await engine.close()
    await store.close()
    clock.close()
    await connection.close()
    await redis.stop()
  })

  async function calls(act: () => Promise<unknown>): Promise<number[]> {
    const { writes, reads } = sent
    await act()
    return [sent.writes - writes, sent.reads - reads]
  }

  async function deploy(id: string, source: string, runtime: 'lua_interpreter' | 'lua_generated') {
    return (await engine.deploy(source, { id, runtime })).model
  }

  const values = (model: LiveModel, ...symbols: string[]) =>
    symbols.map((symbol) => model.get(symbol).value)

  it.each(['lua_interpreter', 'lua_generated'] as const)('is one call on %s', async (runtime) => {
    const source = 'A1 = 1\nB1 = A1 * 2\nC1 = SEQUENCE(A1)\nD1 = SUM(C1#) + B1\n'
    const model = await deploy(`plain-${runtime}`, source, runtime)
    const seen: unknown[] = []
    model.watch(['D1'], (change) => seen.push(change))
    let changed: readonly string[] = []
    const made = await calls(async () => {
      changed = (await model.set({ A1: 3 })).changed
    })
    expect(made).toEqual([1, 0])
    expect(values(model, 'B1', 'C1', 'C3', 'D1')).toEqual([6, 1, 3, 12])
    expect([...changed].sort()).toEqual(['A1', 'B1', 'C1', 'C2', 'C3', 'D1'])
    expect(seen).toHaveLength(1)
    await model.set({ A1: 2 })
    expect(values(model, 'C3', 'D1')).toEqual([null, 7])
  })

  it('looks first where a last good value is to be kept, or much follows', async () => {
    const kept = await deploy('kept', 'A1 = 1\nB1 ?= 1 / A1\n', 'lua_interpreter')
    expect(await calls(() => kept.set({ A1: 2 }))).toEqual([1, 1])
    const much = await deploy('much', 'A1 = 1\nB1 = SEQUENCE(A1)\n', 'lua_interpreter')
    expect(await calls(() => much.set({ A1: 20_000 }))).toEqual([2, 1])
    expect(values(much, 'B1', 'B20000')).toEqual([1, 20_000])
    expect(await calls(() => much.set({ A1: 2 }))).toEqual([1, 1])
    expect(values(much, 'B2', 'B3')).toEqual([2, null])
  })

  it('shows what follows also when the answer was lost', async () => {
    const model = await deploy('lost', 'A1 = 1\nB1 = A1 * 2\n', 'lua_interpreter')
    loses = true
    await model.set({ A1: 4 })
    expect(values(model, 'A1', 'B1')).toEqual([4, 8])
    await model.set({ A1: 5 })
    expect(values(model, 'A1', 'B1')).toEqual([5, 10])
  })
})
