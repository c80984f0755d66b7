// Lazy formulas of a model in Redis: what they follow from is known here too, so that none shows an old value for a new one.

import { Engine, type LiveModel } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'

const found = await findRedis()

const SOURCE = `A1:A3 = [1; 2; 3]
B1 = TRUE
C1 ~= IF(B1, A1, A2) * 10
C2 ~= COUNTIF(A1:A3, A2)
C3 ~= MAP(A1:A3, (one) => one > A1 THEN one * A2 ELSE 0)
D1 = A1
C6 ~= MAX(D1:D1) + 1
C7 ~= SUM(C6:C6, D1)
C4:C5 ~= B1 THEN A1 ELSE A2
`

describe.skipIf('tried' in found)('lazy formulas in Redis', () => {
  let redis: Redis
  let shared: RedisModels
  let clock: VirtualClock
  let store: Store

  // After a change the evaluator is translated first.
  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    shared = await openRedisModels({ url: redis.url, accept: 'C' })
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
  }, 300_000)
  afterAll(async () => {
    await store.close()
    clock.close()
    await shared.close()
    await redis.stop()
  })

  function open(): Engine {
    const onError = (error: unknown) => {
      throw error
    }
    return new Engine({ store, clock, homes: [shared.on(clock, onError)], onError })
  }

  const LAZY = ['C1', 'C2', 'C3', 'C4', 'C6', 'C7'] as const

  async function resolveAll(model: LiveModel): Promise<void> {
    for (const symbol of LAZY) await model.resolve(symbol)
  }

  function dirty(model: LiveModel): string[] {
    return LAZY.filter((symbol) => model.get(symbol).status === 'dirty')
  }

  it.each(['ts', 'lua_interpreter', 'lua_generated'] as const)(
    'are out of date when what a branch of them read has changed, on %s, also after a restart',
    async (runtime) => {
      let engine = open()
      const id = `lazy-${runtime}`
      let { model } = await engine.deploy(SOURCE, { id, runtime })
      expect(dirty(model)).toEqual([...LAZY])
      for (const isRestarted of [false, true]) {
        await resolveAll(model)
        if (isRestarted) {
          await engine.close()
          engine = open()
          model = await engine.model(id)
        }
        // Of a rectangle, nothing is kept.
        const old = dirty(model).filter((symbol) => !isRestarted || symbol !== 'C4')
        expect(old).toEqual([])
        await model.set({ A1: isRestarted ? 1 : 0 })
        expect(dirty(model)).toEqual([...LAZY])
      }
      await resolveAll(model)
      await model.set({ A2: 7 })
      // What the branch that is not taken would read does not count.
      expect(dirty(model)).toEqual(['C2', 'C3'])
      await engine.delete(id, id)
      await engine.close()
    },
  )
})
