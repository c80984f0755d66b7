// Run once by vitest around the whole run: the services that the tests share.
// A test asks for one with `inject('postgresUrl')` and skips itself while it is undefined.
import type {} from 'vitest' // so that the declaration below adds to it
import type { TestProject } from 'vitest/node'
import { allowedWays } from './find.ts'
import { launch } from './postgres.ts'
import { findPostgres, postgresAdvice } from './postgres-programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A Postgres that tests may write to; undefined where none can be had. */
    postgresUrl: string | undefined
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openPostgres()
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.close()
    // After the reporter's summary, where it is read.
    if (postgres.missing !== undefined) console.log(`\n${postgres.missing}\n`)
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
  const tried = found.tried.map((line) => `- ${line}`).join('\n')
  // On CI a skipped proof must not look like a passed one.
  if (process.env.CI === 'true')
    throw new Error(`Postgres is missing. Tried:\n${tried}\n${postgresAdvice}`)
  const missing = `Postgres is missing, so its tests were skipped. Tried:\n${tried}\n${postgresAdvice}`
  return { url: undefined, missing, close: nothing }
}
