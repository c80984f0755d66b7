// Every model test of the project on a real Redis: the same steps, the same answers as in this process. Models that call
// functions outside are refused there, with a sentence.

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

describe.skipIf('tried' in found)('the model tests, on lua_interpreter in Redis', () => {
  let redis: Redis
  let shared: RedisModels
  let compared = 0
  let ran = 0

  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    shared = await openRedisModels({ url: redis.url, accept: 'C' })
  })
  afterAll(async () => {
    await shared.close()
    await redis.stop()
    // Where only some files were asked for, nothing is said about all.
    if (ran === files.length) expect(compared).toBeGreaterThan(800)
  })

  async function results(name: string, options: Partial<ModelTestOptions>) {
    const text = readFileSync(join(folder, name), 'utf8')
    const readModel = (path: string) => readFileSync(join(folder, path), 'utf8')
    const { cases } = await runModelTests([{ path: name, text }], { readModel, ...options })
    return cases
  }

  it.each(files)('%s', { timeout: 300_000 }, async (name) => {
    const here = await results(name, { runtime: 'ts' })
    const there = await results(name, {
      runtime: 'lua_interpreter',
      openHome: async (clock, onError) => shared.on(clock, onError),
    })
    const inside = there.map((result, i) => (isRefused(result) ? here[i]! : result))
    expect(inside.map(told)).toEqual(here.map(told))
    ran++
    compared += there.filter((result) => !isRefused(result)).length
  })
})

function isRefused({ message = '' }: ModelTestResult): boolean {
  return message.includes('is answered from outside, which lua_interpreter does not do')
}

function told({ id, message }: ModelTestResult): string {
  return `${id}: ${message ?? 'ok'}`
}
