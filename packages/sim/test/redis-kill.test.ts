// A model that lives in Redis, through kills of its host and of Redis; and the same with a Redis that keeps nothing,
// which the rig must see.

import { describe, expect, it } from 'vitest'
import { findRedis } from '../../../scripts/services/index.ts'
import { redisKillLoop } from '../src/redis-kill.ts'

const found = await findRedis()

describe.skipIf('tried' in found)('a model in Redis that is killed', () => {
  it('loses no acknowledged set, and fires every occurrence once', {
    timeout: 300_000,
  }, async () => {
    const report = await redisKillLoop({ cycles: 2, seed: 1 })
    expect(report!.violations).toEqual([])
    expect(report!.acknowledged).toBeGreaterThan(0)
    expect(report!.fired).toBeGreaterThan(0)
  })

  it('is found to lose sets where Redis keeps nothing', { timeout: 300_000 }, async () => {
    const report = await redisKillLoop({ cycles: 5, seed: 2, plant: 'no-append' })
    expect(report!.violations).not.toEqual([])
  })
})
