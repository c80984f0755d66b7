// Random models with edits and restarts, on three runtimes: the same canonical text in every cell.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'
import { compareBeside } from './support/beside.ts'

const found = await findRedis()
const MODELS = process.env.CELLWAKE_TEST_WHOLE === 'yes' ? 200 : 20
const EDITS = 12

describe.skipIf('tried' in found)('on ts, lua_interpreter and lua_generated', () => {
  let redis: Redis
  let home: RedisModels

  // After a change the evaluator is translated first.
  beforeAll(async () => {
    redis = (await startRedis({ settings: { appendfsync: 'everysec' } }))!
    home = await openRedisModels({ url: redis.url, accept: 'C' })
  }, 300_000)
  afterAll(async () => {
    await home.close()
    await redis.stop()
  })

  it(`${MODELS} random models are the same after each of ${EDITS} edits`, {
    timeout: 600_000,
  }, async () => {
    let values = 0
    const violations: string[] = []
    for (let seed = 1; seed <= MODELS && violations.length === 0; seed++) {
      const report = await compareBeside(seed, EDITS, home)
      values += report.values
      violations.push(...report.violations)
    }
    expect(violations).toEqual([])
    expect(values).toBeGreaterThan(MODELS * EDITS * 20)
  })
})
