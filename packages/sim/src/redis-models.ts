// The rig of the runtimes in Redis: random models with edits and restarts on `ts`, `lua_interpreter` and `lua_generated`, by
// the engine, the host and a Redis as they are; after each edit every cell has the same canonical text. It first plants
// a mistake in the library and fails if that passes.

import { REDIS_MODELS_EDITS, REDIS_MODELS_PLANTED } from './limits.ts'
import { privateRedis } from './targets.ts'

interface Home {
  readonly library: { readonly chunk: string }
  close(): Promise<void>
}

interface Compared {
  readonly edits: number
  readonly values: number
  readonly violations: readonly string[]
}

/** The part of the host's tests that the rig needs. */
interface Support {
  compareBeside(seed: number, edits: number, home: Home): Promise<Compared>
  openHome(url: string, change?: (chunk: string) => string): Promise<Home>
}

export interface RedisModelsRigOptions {
  readonly seed: number
  readonly models: number
  readonly log: (line: string) => void
}

export interface RedisModelsRigResult {
  readonly figures: Readonly<Record<string, number>>
  readonly violations: readonly string[]
}

/** Undefined where there is no Redis. */
export async function redisModelsRig(
  options: RedisModelsRigOptions,
): Promise<RedisModelsRigResult | undefined> {
  const { seed, models, log } = options
  const redis = await privateRedis({ appendfsync: 'everysec' })
  if (redis === undefined) return undefined
  const figures = { models: 0, edits: 0, values: 0 }
  const violations: string[] = []
  try {
    const { compareBeside, openHome } = await loadSupport()
    if (!(await noticesPlanted(redis.url, { compareBeside, openHome }))) {
      violations.push('planted bug not noticed: stale sums')
    }
    const home = await openHome(redis.url)
    for (let i = 0; i < models && violations.length === 0; i++) {
      const report = await compareBeside(seed * 1_000_003 + i, REDIS_MODELS_EDITS, home)
      figures.models++
      figures.edits += report.edits
      figures.values += report.values
      violations.push(...report.violations)
      if (figures.models % 100 === 0) log(`redis-models: ${figures.models} models`)
    }
    await home.close()
  } finally {
    await redis.stop()
  }
  return { figures, violations }
}

async function noticesPlanted(url: string, support: Support): Promise<boolean> {
  const planted = (chunk: string) =>
    chunk.replaceAll('forgetBlocks(column, node.row)', 'column.row = node.row')
  const home = await support.openHome(url, planted)
  try {
    for (let seed = 1; seed <= REDIS_MODELS_PLANTED; seed++) {
      const { violations } = await support.compareBeside(seed, REDIS_MODELS_EDITS, home)
      if (violations.length > 0) return true
    }
    return false
  } finally {
    await home.close()
  }
}

/** The comparison lives with the tests that use it first; an address in parts keeps it out of the build. */
async function loadSupport(): Promise<Support> {
  const at = (file: string) => new URL(`../../redis/test/support/${file}`, import.meta.url).href
  const { compareBeside } = await import(at('beside.ts'))
  const { openHome } = await import(at('home.ts'))
  return { compareBeside, openHome }
}
