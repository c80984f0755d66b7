// Models live in a Valkey as in a Redis: its tier, random models and model tests on all runtimes, work in slices, and its end
// by kill. In whole the tests are about Redis; here a sample of them shows that the other is no different.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Engine,
  type ModelTestOptions,
  type ModelTestResult,
  runModelTests,
} from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findValkey, launchRedis, type Redis } from '../../../scripts/services/index.ts'
import { connect } from '../src/connection.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'
import { assertTier } from '../src/tier.ts'
import { compareBeside } from './support/beside.ts'

const found = await findValkey()
const MODELS = 6
const EDITS = 8
const folder = join(import.meta.dirname, '../../engine/test/conformance')
/** The others take minutes, or are on Redis. */
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.json') && !name.startsWith('rules-'))
  .sort()
  .filter((_, i) => i % 8 === 3)

describe.skipIf('tried' in found)('a Valkey', () => {
  let server: Redis
  let home: RedisModels

  // After a change the evaluator is translated first.
  beforeAll(async () => {
    if ('tried' in found) return
    server = await launchRedis(found.programs)
    home = await openRedisModels({ url: server.url })
  }, 300_000)
  afterAll(async () => {
    await home?.close()
    await server?.stop()
  })

  it('has a tier as a Redis has, and its own version', async () => {
    const connection = await connect({ url: server.url })
    const tier = await assertTier(connection)
    expect(tier).toMatchObject({ tier: 'B', settings: { server: 'valkey' } })
    expect(Number(tier.version.split('.')[0])).toBeGreaterThanOrEqual(7)
    await connection.close()
  })

  it(`computes ${MODELS} random models as ts does, on both runtimes`, {
    timeout: 120_000,
  }, async () => {
    for (let seed = 501; seed <= 500 + MODELS; seed++) {
      expect((await compareBeside(seed, EDITS, home)).violations).toEqual([])
    }
  })

  async function results(name: string, options: Partial<ModelTestOptions>) {
    const text = readFileSync(join(folder, name), 'utf8')
    const readModel = (path: string) => readFileSync(join(folder, path), 'utf8')
    const { cases } = await runModelTests([{ path: name, text }], { readModel, ...options })
    return cases.map(({ id, message }: ModelTestResult) => `${id}: ${message ?? 'ok'}`)
  }

  it.each(files)('passes the model tests of %s', { timeout: 300_000 }, async (name) => {
    const there = await results(name, {
      runtime: 'lua_interpreter',
      openHome: async (clock, onError) => home.on(clock, onError),
    })
    expect(there).toEqual(await results(name, { runtime: 'ts' }))
  })

  it('has its models again after it was killed, and computes long work in slices', {
    timeout: 120_000,
  }, async () => {
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const store = await openStore('memory:', { clock })
    const engine = new Engine({ store, clock, homes: [home] })
    const lines = Array.from({ length: 2_000 }, (_, i) => `B${i + 1} = A$1 * ${i + 1}\n`)
    const source = `A1 = 1\n${lines.join('')}C1 = SUM(B1:B2000)\n`
    for (const runtime of ['lua_interpreter', 'lua_generated'] as const) {
      const { model } = await engine.deploy(source, { id: `killed-${runtime}`, runtime })
      await model.set({ A1: 3 })
    }
    await server.kill()
    await server.restart()
    for (const runtime of ['lua_interpreter', 'lua_generated'] as const) {
      const model = await engine.model(`killed-${runtime}`)
      await retried(() => model.set({ A1: 4 }))
      expect(model.get('C1').value).toBe(4 * 2_001_000)
    }
    await engine.close()
    await store.close()
    clock.close()
  })
})

/** Until the connection is there again. */
async function retried(act: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await act()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
