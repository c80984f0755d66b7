// Faults that only Postgres can have: servers that are not there, that refuse, that do not keep what
// they acknowledge, and connections that end in the middle.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPostgres } from '../../../scripts/services/index.ts'
import { openDriver, openStore, type Store } from '../src/index.ts'
import { NO_POSTGRES, postgresSchema, postgresUrl, withClient } from './conformance/rig.ts'
import {
  at,
  eventually,
  expectAccepted,
  expectCode,
  expectRejected,
  loaded,
  put,
} from './conformance/support.ts'

const shared = postgresUrl() ?? ''
/** A database of its own, because connections are ended here, and others must not feel it. */
const database = `cellwake_test_${process.pid}`
const server = shared === '' ? '' : Object.assign(new URL(shared), { pathname: database }).href
const range = (n: number) => Array.from({ length: n }, (_, i) => i)

describe.skipIf(server === '')(server === '' ? `skipped: ${NO_POSTGRES}` : 'postgres', () => {
  beforeAll(() => withClient(shared, (client) => client.query(`CREATE DATABASE ${database}`)))
  afterAll(() =>
    withClient(shared, (client) => client.query(`DROP DATABASE ${database} WITH (FORCE)`)),
  )
  let url: string
  let schema: string
  const stores: Store[] = []
  beforeEach(() => {
    ;({ schema, url } = postgresSchema(server))
  })
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await withClient(server, (client) => client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`))
  })
  async function open(): Promise<Store> {
    const store = await openStore(url)
    stores.push(store)
    return store
  }
  function changed(change: (url: URL) => void): string {
    const other = new URL(url)
    change(other)
    return other.href
  }
  /** Ends connections of this store on the server's side. */
  function terminate(which: 'all' | 'listening'): Promise<number> {
    const listening = which === 'listening' ? `AND query LIKE 'LISTEN%${schema}'` : ''
    return withClient(server, async (client) => {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'cellwake' AND datname = current_database() ${listening}`,
      )
      return rowCount ?? 0
    })
  }

  it('a group reads by key alone, also from tables that are small: they may grow while its plan is kept', async () => {
    const round = async (store: Store, n: number) => {
      expectAccepted(
        await store.commit({
          write: [{ at: at(`d${n}`), value: n }],
          expect: [{ type: 'event-absent', topic: 't', messageId: `${n}` }],
          receipts: [{ id: `r${n}` }],
          publish: [{ topic: 't', messageId: `${n}`, payload: n }],
          jobs: [{ op: 'add', id: `j${n}`, queue: 'q' }],
          timers: [{ op: 'set', id: `t${n}`, at: 9e12, payload: n }],
          entries: [{ list: 'l', id: `${n}`, from: null, state: 's', order: n }],
        }),
      )
      await store.claim({ queues: ['q'], worker: 'w', atMost: { q: 99 } })
      await store.acquireLease('l', 1_000)
    }
    /** What sessions that are over have walked over; `head` has one row. */
    const walks = () =>
      withClient(server, async (client) => {
        const { rows } = await client.query(
          `SELECT relname, seq_scan FROM pg_stat_user_tables
           WHERE schemaname = $1 AND relname NOT IN ('head', 'migrations') ORDER BY relname`,
          [schema],
        )
        return rows
      })
    const first = await openStore(url)
    for (let n = 0; n < 10; n++) await round(first, n)
    await first.close()
    await withClient(server, (client) => client.query(`SET search_path = ${schema}; ANALYZE`))
    const before = await walks()
    const second = await openStore(url)
    for (let n = 10; n < 20; n++) await round(second, n)
    await second.close()
    expect(await walks()).toEqual(before)
  })

  it('asks nothing on a connection that is busy, unless its queries go out together', async () => {
    const warnings: string[] = []
    const warned = ({ message }: Error) => warnings.push(message)
    process.on('warning', warned)
    const [store, peer] = [await open(), await open()]
    await store.load({ space: 'model' })
    await Promise.all(
      range(50).map(async (n) => {
        await put(store, { [`d${n}`]: n })
        await Promise.all([
          peer.claim({ queues: ['q'], worker: 'w' }),
          peer.stats(),
          store.topics(),
        ])
        await store.acquireLease(`l${n}`, 1_000)
      }),
    )
    await Promise.all([store.maintain(), peer.maintain(), put(peer, { last: 1 })])
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(warnings).toEqual([])
  })

  describe('opening', () => {
    it('a port where nobody listens is unreachable, and nothing else happens', async () => {
      const error = await expectCode(
        () =>
          openDriver(
            changed((u) => {
              u.port = '1'
            }),
          ),
        'store-unreachable',
      )
      expect(error.retryable).toBe(true)
      expect(error.message).toContain('ECONNREFUSED')
    })

    it('a host that does not exist is unreachable', async () => {
      const elsewhere = changed((u) => {
        u.hostname = 'no-such-host.invalid'
      })
      await expectCode(() => openDriver(elsewhere), 'store-unreachable')
    })

    it('a database that does not exist is refused', async () => {
      const elsewhere = changed((u) => {
        u.pathname = '/no_such_database'
      })
      const error = await expectCode(() => openDriver(elsewhere), 'store-refused')
      expect(error.message).toContain('no_such_database')
    })

    it('a user who does not exist is refused', async () => {
      const elsewhere = changed((u) => {
        u.username = 'no_such_user'
      })
      await expectCode(() => openDriver(elsewhere), 'store-refused')
    })

    it.each(['Upper', 'with-dash', 'a;b', '1a', '', 'x'.repeat(64), 'ä', 'a"b'])(
      'the schema %j is refused',
      async (name) => {
        const elsewhere = changed((u) => u.searchParams.set('schema', name))
        await expectCode(() => openDriver(elsewhere), 'url-malformed')
      },
    )

    it.each(['postgres://', 'postgres://[', 'postgres://user:secret@host:port/db'])(
      '%j is refused or unreachable, and shows no password',
      async (bad) => {
        const error = await openDriver(bad).then(
          (driver) => driver.close(),
          (thrown: unknown) => thrown as { name: string; message: string },
        )
        expect(error).toMatchObject({ name: 'StoreError' })
        expect(error?.message).not.toContain('secret')
      },
    )

    it('the settings are read back and shown', async () => {
      const { durability } = await open()
      expect(durability).toMatchObject({
        driver: 'postgres',
        tier: 'A',
        settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
      })
    })

    it('hosts that open an empty database at once all succeed, and share it', async () => {
      const hosts = await Promise.all(range(5).map(() => open()))
      await Promise.all(hosts.map((host, i) => put(host, { [`d${i}`]: i })))
      await eventually(() => hosts.map(({ seq }) => seq)).toEqual(Array(5).fill(5))
    })

    it('schemas of one server do not touch each other', async () => {
      const other = postgresSchema(server)
      const [a, b] = [await open(), await openStore(other.url)]
      await put(a, { d: 'a' })
      await put(b, { d: 'b' })
      expect([a.read(at('d')), b.read(at('d'))]).toEqual(['a', 'b'])
      expect([a.seq, b.seq]).toEqual([1, 1])
      await b.close()
      await withClient(server, (client) => client.query(`DROP SCHEMA ${other.schema} CASCADE`))
    })
  })

  describe('round trips', () => {
    /** What is sent in one turn goes in one round trip: how many turns of them there were. */
    async function turns(run: () => Promise<unknown>): Promise<number> {
      let count = 0
      let sending = false
      const query = pg.Client.prototype.query
      const counted = function (this: pg.Client, ...args: unknown[]) {
        if (!sending) {
          count++
          sending = true
          queueMicrotask(() => {
            sending = false
          })
        }
        return Reflect.apply(query, this, args)
      }
      pg.Client.prototype.query = counted as typeof query
      try {
        await run()
      } finally {
        pg.Client.prototype.query = query
      }
      return count
    }

    it('a group of commits takes two, whatever it carries', async () => {
      const store = await open()
      await put(store, { warm: 1 })
      expect(await turns(() => put(store, { d: 1 }))).toBe(2)
      const entry = { list: 'l', id: 'e', from: null, state: 'new' }
      const everything = range(50).map((n) =>
        store.commit({
          write: [{ at: at(`d${n}`), value: n }],
          receipts: [{ id: `r${n}` }],
          publish: [{ topic: 't', messageId: `m${n}`, unlessTaken: { lists: ['l'] } }],
          jobs: [{ op: 'add', id: `j${n}`, queue: 'q' }],
          timers: [{ op: 'set', id: `t${n}`, at: n }],
          entries: [{ ...entry, id: `e${n}` }],
        }),
      )
      expect(await turns(() => Promise.all(everything))).toBe(2)
    })

    it('a claim with a bound takes two, and a lease takes two', async () => {
      const store = await open()
      expectAccepted(await store.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] }))
      const claim = { queues: ['q', 'r'], worker: 'w', atMost: { q: 1 } }
      expect(await turns(() => store.claim(claim))).toBe(2)
      expect(await turns(() => store.acquireLease('l', 1_000))).toBe(2)
    })

    it('a group that waited for the lock is decided on what the one before it has made', async () => {
      const [a, b] = [await open(), await open()]
      await put(a, { n: 0 })
      await b.load({ space: 'model' })
      const add = (store: Store) =>
        store.edit((tx) => tx.write(at('n'), Number(tx.read(at('n'))) + 1))
      await Promise.all(range(20).flatMap(() => [add(a), add(b)]))
      expect(await loaded(await open(), at('n'))).toBe(40)
    })

    it('a write that the server refuses commits nothing', async () => {
      const store = await open()
      await put(store, { d: 1 })
      const sql = `ALTER TABLE ${schema}.receipts ADD CONSTRAINT no CHECK (id <> 'bad')`
      await withClient(server, (client) => client.query(sql))
      const result = await store.commit({
        write: [{ at: at('d'), value: 2 }],
        receipts: [{ id: 'bad' }],
      })
      expectRejected(result, 'transport', 'internal')
      const fresh = await open()
      expect(await loaded(fresh, at('d'))).toBe(1)
      expect(fresh.seq).toBe(1)
    })
  })

  describe('connections that end', () => {
    it('under load lose no acknowledged commit and double none', async () => {
      const [a, b] = [await open(), await open()]
      await put(a, { count: 0 })
      await b.load({ space: 'model' })
      let stop = false
      let acknowledged = 0
      const work = async (store: Store): Promise<void> => {
        while (!stop) {
          await store.edit((tx) => {
            const n = Number(tx.read(at('count')))
            tx.write(at('count'), n + 1)
            tx.publish({ topic: 'steps', messageId: `${store.session} ${n + 1}` })
          })
          acknowledged++
        }
      }
      const working = [work(a), work(a), work(b)]
      for (const _ of range(8)) {
        const before = acknowledged
        await eventually(() => acknowledged).toBeGreaterThan(before)
        expect(await terminate('all')).toBeGreaterThan(0)
      }
      stop = true
      await Promise.all(working)
      const fresh = await open()
      expect(await loaded(fresh, at('count'))).toBe(acknowledged)
      expect((await fresh.events('steps', { limit: 100_000 })).length).toBe(acknowledged)
      expect((await fresh.commits({ limit: 100_000 })).length).toBe(acknowledged + 1)
    })

    it('while it listens: a host hears again, and of what it missed', async () => {
      const [a, b] = [await open(), await open()]
      await put(a, { d: 0 })
      await b.load({ space: 'model' })
      for (const n of [1, 2, 3]) {
        expect(await terminate('listening')).toBeGreaterThan(0)
        await put(a, { d: n })
        await eventually(() => b.read(at('d'))).toBe(n)
      }
    })

    it('while it listens: waiting for jobs goes on', async () => {
      const [a, b] = [await open(), await open()]
      let heard = 0
      b.onArrival(({ queues, everything }) => {
        if (everything === true || queues.includes('q')) heard++
      })
      await terminate('listening')
      expectAccepted(await a.commit({ jobs: [{ op: 'add', id: 'j', queue: 'q' }] }))
      await eventually(() => heard).toBeGreaterThan(0)
    })

    it('between two questions are replaced', async () => {
      const store = await open()
      await put(store, { d: 1 })
      for (const n of [2, 3]) {
        await terminate('all')
        await eventually(() =>
          store.history(at('d')).then(
            (rows) => rows.length,
            () => 0,
          ),
        ).toBe(n - 1)
        await put(store, { d: n })
      }
      expect(store.read(at('d'))).toBe(3)
    })
  })

  describe('a server of its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-hba-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it.for(['fsync', 'full_page_writes'])(
      'that runs with %s off is refused',
      async (setting, { skip }) => {
        const weak = await startPostgres({ settings: { [setting]: 'off' } })
        if (weak === undefined) return skip(NO_POSTGRES)
        try {
          const error = await expectCode(() => openDriver(weak.url), 'durability-unmet')
          expect(error.message).toContain(setting)
        } finally {
          await weak.stop()
        }
      },
    )

    it('that asks for a password refuses a wrong one, and the error does not show it', async ({
      skip,
    }) => {
      const rules = join(folder, 'pg_hba.conf')
      writeFileSync(rules, 'host all all 127.0.0.1/32 scram-sha-256\n')
      chmodSync(folder, 0o755)
      chmodSync(rules, 0o644)
      const strict = await startPostgres({ settings: { hba_file: rules } })
      if (strict === undefined) return skip(NO_POSTGRES)
      try {
        const wrong = strict.url.replace('postgres@', 'postgres:sesame@')
        const error = await expectCode(() => openDriver(wrong), 'store-refused')
        expect(error.message).not.toContain('sesame')
      } finally {
        await strict.stop()
      }
    })

    it('that crashes and comes back has everything it acknowledged, and is used again', async ({
      skip,
    }) => {
      const own = await startPostgres()
      if (own === undefined) return skip(NO_POSTGRES)
      try {
        const store = await openStore(own.url)
        const acknowledged: number[] = []
        const commit = async (n: number) => {
          await put(store, { [`d${n}`]: n })
          acknowledged.push(n)
        }
        for (const n of range(20)) await commit(n)
        const during = range(20).map((n) => commit(100 + n))
        await own.kill()
        await own.restart()
        await Promise.all(during)
        await commit(200)
        await store.close()
        await using again = await openStore(own.url)
        await again.load({ space: 'model' })
        expect(acknowledged.filter((n) => again.read(at(`d${n}`)) !== n)).toEqual([])
        expect((await again.commits()).length).toBe(acknowledged.length)
      } finally {
        await own.stop()
      }
    })
  })
})
