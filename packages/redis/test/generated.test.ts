// A model whose formulas are code of their own in Redis: each version has a library with the functions that it uses and
// no others. It means the same as one that is interpreted.

import { Engine } from '@cellwake/engine'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { openStore, type Store } from '@cellwake/store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { evaluatorChunk } from '../src/chunk.ts'
import { type Connection, connect } from '../src/connection.ts'
import { otherLibraries } from '../src/library.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'

const found = await findRedis()

const SOURCE = `MODEL "generated"
RUNTIME "lua_generated"
A1 = 2
A2 = "b"
B1 = A1 * 10 + SUM(A1:A1)
B2 = IF(A1 > 5, UPPER(A2), CONCAT(A2, "!"))
B3 ~= ROUND(A1 / 3, 2)
WHEN A1 > 100 THEN
  C1 = B1
END
END MODEL
`

describe.skipIf('tried' in found)('a model with lua_generated', () => {
  let redis: Redis
  let home: RedisModels
  let admin: Connection
  let clock: VirtualClock
  let store: Store
  let engine: Engine
  const errors: unknown[] = []

  beforeAll(async () => {
    // After a change the evaluator is translated first.
    await evaluatorChunk()
    redis = (await startRedis())!
    admin = await connect({ url: redis.url })
  }, 300_000)
  afterAll(async () => {
    await admin.close()
    await redis.stop()
  })
  beforeEach(async () => {
    clock = virtualClock('2026-01-01T00:00:00Z')
    store = await openStore('memory:', { clock })
    await start()
  })
  afterEach(async () => {
    await stop()
    await store.close()
    clock.close()
    expect(errors.splice(0)).toEqual([])
  })

  async function start() {
    home = await openRedisModels({ url: redis.url, clock, onError: (error) => errors.push(error) })
    engine = new Engine({ store, clock, homes: [home], onError: (error) => errors.push(error) })
  }

  async function stop() {
    await engine.close()
    await home.close()
  }

  /** The names of the libraries of models, with their code. */
  async function libraries(): Promise<Map<string, string>> {
    const reply = await admin.command('', [
      'FUNCTION',
      'LIST',
      'LIBRARYNAME',
      'cellwake_model_*',
      'WITHCODE',
    ])
    const byName = new Map<string, string>()
    for (const entry of reply as readonly (readonly string[])[]) {
      byName.set(
        entry[entry.indexOf('library_name') + 1]!,
        entry[entry.indexOf('library_code') + 1]!,
      )
    }
    return byName
  }

  it('is computed by a library of its own, with the functions that it uses', async () => {
    const { model } = await engine.deploy(SOURCE, { id: 'own' })
    expect(model.get('B1').value).toBe(22)
    await model.set({ A1: 7, A2: 'x' })
    expect(model.get('B1').value).toBe(77)
    expect(model.get('B2').value).toBe('X')
    expect((await model.resolve('B3')).value.value).toBe(2.33)
    await model.set({ A1: 101 })
    expect(model.get('C1').value).toBe(1111)
    const [[name, code]] = [...(await libraries())] as [[string, string]]
    expect(code).toContain('generated_forms')
    expect(code).toContain('functions["UPPER"]')
    expect(code).not.toContain('functions["LOWER"]')
    // The code runs: without it nothing is computed.
    const stats = await admin.command('', ['HGET', '{m:own}:head', 'library'])
    expect(stats).toBe(name)
    await engine.delete('own', 'own')
  })

  it('says where it runs', async () => {
    const { model } = await engine.deploy('A1 = 1\nB1 = A1 + 1\n', {
      id: 'said',
      runtime: 'lua_generated',
    })
    expect(model.describe().runtime).toBe('lua_generated')
    await stop()
    await start()
    const again = await engine.model('said')
    expect(again.describe().runtime).toBe('lua_generated')
    await again.set({ A1: 5 })
    expect(again.get('B1').value).toBe(6)
    expect((await libraries()).size).toBe(1)
    await engine.delete('said', 'said')
  })

  it('leaves no library behind when a version or the model is over', async () => {
    await engine.deploy(SOURCE, { id: 'over' })
    const before = [...(await libraries()).keys()]
    const { model } = await engine.deploy(SOURCE.replace('A1 * 10', 'A1 * 20'), { id: 'over' })
    await model.set({ A1: 1 })
    expect(model.get('B1').value).toBe(21)
    await settled()
    const after = [...(await libraries()).keys()]
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    await engine.delete('over', 'over')
    await settled()
    expect((await libraries()).size).toBe(0)
  })

  it('keeps the version that runs when another is refused', async () => {
    const { model } = await engine.deploy(SOURCE, { id: 'kept' })
    await clock.advance(60_000)
    await engine.deploy(SOURCE.replace('A1 * 10', 'A1 * 30'), { id: 'kept', dryRun: true })
    const { rev } = await model.set({ A1: 3 })
    expect(model.get('B1').value).toBe(33)
    await stop()
    await start()
    const again = await engine.model('kept')
    expect(again.rev).toBe(rev)
    expect(again.get('B1').value).toBe(33)
    await engine.delete('kept', 'kept')
  })

  it('has its library loaded again when Redis has lost it', async () => {
    const { model } = await engine.deploy(SOURCE, { id: 'lost' })
    await admin.command('', ['FUNCTION', 'FLUSH'])
    await model.set({ A1: 4 })
    expect(model.get('B1').value).toBe(44)
    await engine.delete('lost', 'lost')
  })

  it('is taken over from a release that made another program of it, with other forms', async () => {
    await engine.deploy(SOURCE, { id: 'older' })
    await stop()
    await admin.command('', ['SET', '{m:older}:program', '{"forms":"others"}'])
    await admin.command('', ['HSET', '{m:older}:head', 'digest', 'older', 'library', 'older'])
    await start()
    const model = await engine.model('older')
    await model.set({ A1: 6 })
    expect(model.get('B1').value).toBe(66)
    const [[name]] = [...(await libraries())] as [[string, string]]
    const head = ['HMGET', '{m:older}:head', 'digest', 'library']
    expect(await admin.command('', head)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), name])
    await engine.delete('older', 'older')
  })

  it('has a library that no clean-up takes as long as it runs', async () => {
    await engine.deploy(SOURCE, { id: 'pruned' })
    expect(await otherLibraries(admin, home.library)).toEqual([])
    const [name] = [...(await libraries()).keys()]
    await admin.command('', ['HSET', '{m:pruned}:head', 'library', 'other'])
    expect(await otherLibraries(admin, home.library)).toEqual([name])
    await admin.command('', ['HSET', '{m:pruned}:head', 'library', name!])
    await engine.delete('pruned', 'pruned')
  })

  async function settled() {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 5))
  }
})
