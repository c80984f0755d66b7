// Every model test of the project on a real Redis, on both runtimes that live there: the same steps, the same answers as in
// this process, with rules, schedules, restarts and functions that are answered from outside.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelTestOptions, type ModelTestResult, runModelTests } from '@cellwake/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'

const found = await findRedis()
const folder = join(import.meta.dirname, '../../engine/test/conformance')
/** Waves as large as they may be, and years of schedules: minutes, since each wave is three calls. */
const WHOLE_ONLY = new Set(['rules-refused.test.json', 'rules-seed.test.json'])
const isWhole = process.env.CELLWAKE_TEST_WHOLE === 'yes'
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.test.json') && (isWhole || !WHOLE_ONLY.has(name)))
  .sort()

/**
 * Every second file, and of those whose formulas are code of their own, one in four: each of their models has a library to
 * be loaded. Whole runs have all.
 */
const runtimes = [
  { runtime: 'lua_interpreter', chosen: files.filter((_, i) => isWhole || i % 2 === 0) },
  { runtime: 'lua_generated', chosen: files.filter((_, i) => isWhole || i % 4 === 2) },
] as const

describe.skipIf('tried' in found).each(runtimes)('the model tests, on $runtime in Redis', (own) => {
  const { runtime, chosen } = own
  let redis: Redis
  let shared: RedisModels
  let compared = 0
  let ran = 0

  // After a change the evaluator is translated first.
  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    shared = await openRedisModels({ url: redis.url, accept: 'C' })
  }, 300_000)
  afterAll(async () => {
    await shared.close()
    await redis.stop()
    // Where only some files were asked for, nothing is said about all.
    if (ran === chosen.length) expect(compared).toBeGreaterThan(chosen.length * 12)
  })

  async function results(name: string, options: Partial<ModelTestOptions>) {
    const text = readFileSync(join(folder, name), 'utf8')
    const readModel = (path: string) => readFileSync(join(folder, path), 'utf8')
    const { cases } = await runModelTests([{ path: name, text }], { readModel, ...options })
    return cases
  }

  it.each(chosen)('%s', { timeout: 300_000 }, async (name) => {
    const here = await results(name, { runtime: 'ts' })
    const there = await results(name, {
      runtime,
      openHome: async (clock, onError) => shared.on(clock, onError),
    })
    expect(there.map(told)).toEqual(here.map(told))
    ran++
    compared += there.length
  })
})

function told({ id, message }: ModelTestResult): string {
  return `${id}: ${message ?? 'ok'}`
}
