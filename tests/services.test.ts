// The services of the tests are themselves tested: they keep data like the real thing, and nothing
// of them is left when a run ends, however it ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { findPostgres, type Postgres, startPostgres } from '../scripts/services/index.ts'
import { childrenOf, isAlive, until } from '../scripts/services/processes.ts'

const found = await findPostgres()

describe.skipIf('tried' in found)('a private Postgres', () => {
  it('is durable, listens on loopback alone, and leaves nothing behind', async () => {
    const postgres = await started({ settings: { work_mem: '1MB' } })
    const settings = ['fsync', 'synchronous_commit', 'listen_addresses', 'work_mem']
    const values = []
    for (const name of settings) values.push(...(await query(postgres, `SHOW ${name}`)))
    const processes = [postgres.pid, ...childrenOf(postgres.pid)]
    await postgres.stop()

    expect(Object.assign({}, ...values)).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      work_mem: '1MB',
    })
    expect(processes.length).toBeGreaterThan(1)
    expect(processes.filter(isAlive)).toEqual([])
    expect(existsSync(dirname(postgres.dataDir))).toBe(false)
  })

  it('comes back with its data, at the same address, after a crash and after a restart', async () => {
    const postgres = await started()
    const { url } = postgres
    await query(postgres, 'CREATE TABLE kept AS SELECT 1 AS n')
    const processes = [postgres.pid, ...childrenOf(postgres.pid)]
    await postgres.kill()
    expect(processes.filter(isAlive)).toEqual([])
    await postgres.restart()
    await query(postgres, 'INSERT INTO kept VALUES (2)')
    await postgres.restart()
    expect(await query(postgres, 'SELECT n FROM kept ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
    expect(postgres.url).toBe(url)
    await postgres.stop()
    expect(isAlive(postgres.pid)).toBe(false)
  })

  it('can be stopped after a crash', async () => {
    const postgres = await started()
    await postgres.kill()
    await postgres.stop()
    expect(existsSync(dirname(postgres.dataDir))).toBe(false)
  })
})

describe.skipIf('tried' in found)('a service does not outlive', () => {
  it.each([
    ['a test run that is killed with -9', 'SIGKILL'],
    ['a test run that is interrupted', 'SIGINT'],
    ['a test run that is terminated', 'SIGTERM'],
  ] as const)('%s', async (_end, signal) => {
    const holder = spawn(process.execPath, ['--import', './scripts/source.mjs', holderFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(holder.stdout, 'data')
    const { pid, dataDir } = JSON.parse(String(line))
    expect(isAlive(pid)).toBe(true)

    holder.kill(signal)
    await until(() => !isAlive(pid) && !existsSync(dirname(dataDir)), 20_000)
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(dirname(dataDir))).toBe(false)
  })
})

const holderFile = fileURLToPath(new URL('./services/hold-postgres.ts', import.meta.url))

async function started(options?: Parameters<typeof startPostgres>[0]): Promise<Postgres> {
  const postgres = await startPostgres(options)
  if (postgres === undefined) throw new Error('Postgres was there a moment ago')
  return postgres
}

async function query(postgres: Postgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
