// G17: an upgrade is safe. What the version before wrote is read; a database that a newer version has opened is used
// if it says that it may be, and otherwise left alone, also by a host that runs already.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore, type Store } from '../src/index.ts'
import { readMigrations } from '../src/migrations.ts'
import { NO_POSTGRES, postgresSchema, postgresUrl, withClient } from './conformance/rig.ts'
import {
  at,
  expectAccepted,
  expectCode,
  expectRejected,
  loaded,
  put,
  TestClock,
} from './conformance/support.ts'

/** One database, reached from outside. */
interface Database17 {
  readonly url: string
  /** Makes it as version 1 did. */
  begin(): Promise<void>
  run(sql: string): Promise<void>
  /** As if a version that does not exist yet had opened it. */
  stamp(version: number, readableFrom: number): Promise<void>
  end(): Promise<void>
}

const first = (driver: 'sqlite' | 'postgres') =>
  readFileSync(new URL(`../src/${driver}/migrations/0001-start.sql`, import.meta.url), 'utf8')

function sqlite(): Database17 {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-upgrade-'))
  const path = join(folder, 'store.db')
  const run = async (sql: string) => {
    const db = new Database(path)
    db.exec(sql)
    db.close()
  }
  return {
    url: `sqlite:${path}`,
    begin: async () =>
      run(`PRAGMA auto_vacuum = INCREMENTAL; ${first('sqlite')}; PRAGMA user_version = 1`),
    run,
    stamp: (version, readableFrom) =>
      run(`PRAGMA user_version = ${version}; UPDATE horizon SET readable_from = ${readableFrom}`),
    end: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

function postgres(server: string): Database17 {
  const { schema, url } = postgresSchema(server)
  const run = (sql: string) =>
    withClient(server, async (client) => {
      await client.query(`SET search_path = ${schema}; ${sql}`)
    })
  return {
    url,
    begin: () =>
      run(`CREATE SCHEMA ${schema}; CREATE TABLE migrations (number BIGINT PRIMARY KEY);
           INSERT INTO migrations VALUES (1); ${first('postgres')}`),
    run,
    stamp: (version, readableFrom) =>
      run(`DELETE FROM migrations; INSERT INTO migrations VALUES (${version});
           UPDATE head SET readable_from = ${readableFrom}`),
    end: () => run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`),
  }
}

const server = postgresUrl()
const DATABASES: readonly [string, (() => Database17) | undefined][] = [
  ['sqlite', sqlite],
  [
    server === undefined ? `postgres, skipped: ${NO_POSTGRES}` : 'postgres',
    server === undefined ? undefined : () => postgres(server),
  ],
]
const OLD_ROWS = `
  INSERT INTO docs VALUES ('model', 'd', 1, '{"n":1}');
  INSERT INTO receipts VALUES ('r', 1, '"done"', NULL);
  INSERT INTO events VALUES ('t', 'm', 4096, 1, 1700000000000, '"old"');
  INSERT INTO jobs VALUES ('j', 'q', '1', 'running', ISNT, 0, 5, 1, 3, 0, 1000, 'w', 1700000000500,
    NULL, NULL, 1, 5, 6, NULL);
  INSERT INTO timers VALUES ('x', 9, 'null', 1);
  INSERT INTO leases VALUES ('l', 'somebody', 4, 1);`
const OLD_LOG = {
  sqlite: `INSERT INTO log VALUES (1, '', 's', 1700000000000, '{"by":"edit"}');
    INSERT INTO log VALUES (1, 'model', 'd', 0, '{"n":1}');`,
  postgres: `INSERT INTO commits VALUES (1, 1700000000000, 's', '{"by":"edit"}');
    INSERT INTO versions VALUES (1, 'model', 'd', 0, '{"n":1}'); UPDATE head SET seq = 1;`,
}

describe.each(DATABASES)('%s', (name, make) => {
  describe.skipIf(make === undefined)('17 upgrade is safe', () => {
    let database: Database17
    const stores: Store[] = []
    beforeEach(() => {
      database = make!()
    })
    afterEach(async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()))
      await database.end()
    })
    async function open(clock = new TestClock()): Promise<Store> {
      const store = await openStore(database.url, { clock })
      stores.push(store)
      return store
    }

    it('what version 1 wrote is all there, and goes on', async () => {
      await database.begin()
      await database.run(
        OLD_LOG[name as 'sqlite'] + OLD_ROWS.replace('ISNT', name === 'sqlite' ? '0' : 'false'),
      )
      const clock = new TestClock()
      const store = await open(clock)
      expect(await loaded(store, at('d'))).toEqual({ n: 1 })
      const published = { at: 1_700_000_000_000, publishedAt: 1_700_000_000_000, causes: [] }
      expect(await store.events('t')).toMatchObject([
        { messageId: 'm', payload: 'old', ...published },
      ])
      expect(await store.receipt('r')).toMatchObject({ value: 'done', at: 1_700_000_000_000 })
      expect(await store.timers()).toMatchObject([{ id: 'x', at: 9 }])
      expect(await store.lease('l')).toMatchObject({ epoch: 4 })
      const result = await store.commit({ receipts: [{ id: 'r' }] })
      expectRejected(result, 'permanent', 'receipt-exists')
      // A job that was running when the old version ended is found by its lease.
      expect(await store.claim({ queues: ['q'], worker: 'v' })).toEqual([])
      clock.advance(1_000)
      expect(await store.claim({ queues: ['q'], worker: 'v' })).toMatchObject([
        { id: 'j', attempt: 2 },
      ])
      expect(await put(store, { d: 2 })).toBe(2)
      const entry = { list: 'l', id: 'e', from: null, state: 'new' }
      expectAccepted(await store.commit({ entries: [entry] }))
      expect((await store.history(at('d'))).map(({ seq }) => seq)).toEqual([2, 1])
    })

    it('a newer one that says it may be used is used, and stays what it is', async () => {
      await put(await open(), { d: 1 })
      await stores.pop()!.close()
      await database.stamp(999, 2)
      const store = await open()
      expect(await loaded(store, at('d'))).toBe(1)
      expect(await put(store, { d: 2 })).toBe(2)
      await stores.pop()!.close()
      await database.stamp(999, 3)
      await expectCode(() => open(), 'store-newer')
    })

    it('a newer one that it cannot use is refused, with both versions named, and left as it was', async () => {
      await put(await open(), { d: 1 })
      await stores.pop()!.close()
      await database.stamp(999, 998)
      const error = await expectCode(() => open(), 'store-newer')
      for (const version of ['999', '998', '2']) expect(error.message).toContain(version)
      await database.stamp(2, 2)
      expect(await loaded(await open(), at('d'))).toBe(1)
    })

    it.skipIf(name === 'sqlite')(
      'a host that runs stops when the database is brought too far for it',
      async () => {
        const store = await open()
        await put(store, { d: 1 })
        await database.stamp(3, 2)
        expect(await put(store, { d: 2 })).toBe(2)
        await database.stamp(4, 4)
        const result = await store.commit({ write: [{ at: at('d'), value: 3 }] })
        expectRejected(result, 'transport', 'store-newer')
        expect(store.trouble).toBe('store-newer')
        await database.stamp(2, 2)
        expect(await loaded(await open(), at('d'))).toBe(2)
      },
    )
  })
})

describe('migrations', () => {
  it.each(['sqlite', 'postgres'])('each of %s says who can read what it makes', (driver) => {
    const all = readMigrations(new URL(`../src/${driver}/driver.ts`, import.meta.url).href)
    expect(all.map(({ number }) => number)).toEqual(all.map((_, i) => i + 1))
    for (const { number, readableFrom } of all) {
      expect(readableFrom).toBeGreaterThan(0)
      expect(readableFrom).toBeLessThanOrEqual(number)
    }
  })

  it('both drivers are of the same version', () => {
    const [a, b] = ['sqlite', 'postgres'].map((driver) =>
      readMigrations(new URL(`../src/${driver}/driver.ts`, import.meta.url).href).map(
        ({ name, readableFrom }) => ({ name, readableFrom }),
      ),
    )
    expect(a).toEqual(b)
  })
})
