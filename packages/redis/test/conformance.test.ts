// Every model test of the project on a real Redis: the same steps, the same answers.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runModelTests } from '@cellwake/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'

const found = await findRedis()
const folder = new URL('../../engine/test/conformance', import.meta.url).pathname
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.json'))
  .sort()

describe.skipIf('tried' in found)('the model tests, on lua_interpreter in Redis', () => {
  let redis: Redis
  let shared: RedisModels

  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    shared = await openRedisModels({ url: redis.url, accept: 'C' })
  })
  afterAll(async () => {
    await shared.close()
    await redis.stop()
  })

  it.each(files)('%s', async (name) => {
    const path = join(folder, name)
    const { cases } = await runModelTests([{ path, text: readFileSync(path, 'utf8') }], {
      runtime: 'lua_interpreter',
      readModel: (model) => readFileSync(model, 'utf8'),
      openHome: async (clock, onError) => shared.on(clock, onError),
    })
    expect(cases.filter(({ ok }) => !ok).map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  })
})
