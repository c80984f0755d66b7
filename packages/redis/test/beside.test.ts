// Random models with edits and restarts, on three runtimes: the same canonical text in every cell. A model takes some
// 150 ms of computing, half of it to make a library of its own and to have it loaded; a few at a time keep Redis busy.
// `npm run sim -- redis-models` does as many as there is time for.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRedis, type Redis, startRedis } from '../../../scripts/services/index.ts'
import { openRedisModels, type RedisModels } from '../src/redis-models.ts'
import { compareBeside } from './support/beside.ts'

const found = await findRedis()
const MODELS = process.env.CELLWAKE_TEST_WHOLE === 'yes' ? 2_000 : 150
const AT_A_TIME = 4
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
    timeout: 1_800_000,
  }, async () => {
    let values = 0
    let seed = 0
    const violations: string[] = []
    const some = async () => {
      while (seed < MODELS && violations.length === 0) {
        const report = await compareBeside(++seed, EDITS, home)
        values += report.values
        violations.push(...report.violations)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, some))
    expect(violations).toEqual([])
    expect(values).toBeGreaterThan(MODELS * EDITS * 20)
  })
})
