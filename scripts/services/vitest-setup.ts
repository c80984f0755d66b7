// Run once by vitest around the whole run: the services that the tests share.
// A test asks for one with `inject('postgresUrl')` and skips itself while it is undefined.
import type {} from 'vitest' // so that the declaration below adds to it
import type { TestProject } from 'vitest/node'
import { chromiumAdvice, findChromium } from './chromium.ts'
import { allowedWays } from './find.ts'
import { launch } from './postgres.ts'
import { findPostgres, postgresAdvice } from './postgres-programs.ts'
import { launchRedis } from './redis.ts'
import { findRedis, redisAdvice } from './redis-programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres that tests may write to; undefined where none can be had. */
    postgresUrl: string | undefined
    /** A Redis that tests may write to; undefined where none can be had. */
    redisUrl: string | undefined
    /** The browser for tests of the interface; undefined where none can be had. */
    chromiumPath: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await lookForChromium()
  const postgres = await openPostgres()
  const redis = await openRedis()
  project.provide('chromiumPath', chromium.path)
  project.provide('postgresUrl', postgres.url)
  project.provide('redisUrl', redis.url)
  return async () => {
    await postgres.close()
    await redis.close()
    // After the reporter's summary, where it is read.
    for (const { missing } of [postgres, redis, chromium])
      if (missing !== undefined) console.log(`\n${missing}\n`)
  }
}

type Opened = { url: string | undefined; missing?: string; close: () => Promise<void> }

async function openPostgres(): Promise<Opened> {
  const nothing = async () => {}
  const given = process.env.CELLWAKE_TEST_POSTGRES_URL
  if (given !== undefined && given !== '') return { url: given, close: nothing }
  if (allowedWays() === 'off') return { url: undefined, close: nothing }
  const found = await findPostgres()
  if ('programs' in found) {
    const server = await launch(found.programs)
    return { url: server.url, close: () => server.stop() }
  }
  return {
    url: undefined,
    missing: missing('Postgres', found.tried, postgresAdvice),
    close: nothing,
  }
}

async function openRedis(): Promise<Opened> {
  const nothing = async () => {}
  const given = process.env.CELLWAKE_TEST_REDIS_URL
  if (given !== undefined && given !== '') return { url: given, close: nothing }
  if (allowedWays() === 'off') return { url: undefined, close: nothing }
  const found = await findRedis()
  if ('programs' in found) {
    const server = await launchRedis(found.programs)
    return { url: server.url, close: () => server.stop() }
  }
  return { url: undefined, missing: missing('Redis', found.tried, redisAdvice), close: nothing }
}

async function lookForChromium(): Promise<{ path: string | undefined; missing?: string }> {
  const found = await findChromium()
  if ('programs' in found) return { path: found.programs.path }
  // Nobody wants services: the checks of CI that come before the tests run where nothing is installed yet.
  if (allowedWays() === 'off') return { path: undefined }
  return { path: undefined, missing: missing('Chromium', found.tried, chromiumAdvice) }
}

function missing(name: string, ways: readonly string[], advice: string): string {
  const tried = ways.map((line) => `- ${line}`).join('\n')
  // On CI a skipped proof must not look like a passed one.
  if (process.env.CI === 'true') throw new Error(`${name} is missing. Tried:\n${tried}\n${advice}`)
  return `${name} is missing, so its tests were skipped. Tried:\n${tried}\n${advice}`
}
