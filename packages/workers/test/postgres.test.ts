// Goal: a model reads what the operator listed and nothing else, writes only where it may and each request once, and
// the database itself would refuse the rest. Method: a real Postgres, roles of its own, a proxy that cuts connections.

import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { checkOutside, type OutsideConfig } from '../src/config.ts'
import { accessTo } from '../src/connection-access.ts'
import { Connections } from '../src/connections.ts'
import { Egress } from '../src/egress.ts'
import { builtInFunctions } from '../src/providers/built-in-functions.ts'
import { mutationsTableSql } from '../src/providers/mutate-once.ts'
import { loadSecretKey, newSecretKey } from '../src/seal.ts'
import { injections } from './injections.ts'
import { bench } from './jobs.ts'
import { failureOf } from './support.ts'

const url = inject('postgresUrl')
const schema = `workers_${process.pid}`
const reader = `${schema}_reader`
const writer = `${schema}_writer`

let admin: pg.Client

/** The address of the database for a role. */
function as(role: string, more = ''): string {
  const own = new URL(url!)
  own.username = role
  own.password = 'canary-pg-password'
  return `${own.href}${more}`
}

describe.skipIf(url === undefined)('a database of the user, skipped: there is no Postgres', () => {
  beforeAll(async () => {
    admin = new pg.Client(url)
    await admin.connect()
    await admin.query(`
      CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.orders (id int PRIMARY KEY, amount numeric, name text, at timestamptz, day date, ok boolean, data jsonb, big bigint);
      INSERT INTO ${schema}.orders VALUES
        (1, 10.5, 'one', '2026-01-31 12:00:00.123+02', '2026-02-01', true, '{"a": [1]}', 9007199254740993),
        (2, 200, 'two', NULL, NULL, false, NULL, 5),
        (3, 300, 'it''s', NULL, NULL, NULL, NULL, NULL);
      CREATE TABLE ${schema}.hidden (secret text);
      INSERT INTO ${schema}.hidden VALUES ('canary-hidden');
      CREATE TABLE ${schema}.leads (id int PRIMARY KEY, note text);
      ${mutationsTableSql(`${schema}.mutations`)};
      CREATE ROLE ${reader} LOGIN;
      CREATE ROLE ${writer} LOGIN;
      GRANT USAGE ON SCHEMA ${schema} TO ${reader}, ${writer};
      GRANT SELECT ON ${schema}.orders TO ${reader};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ${schema}.leads, ${schema}.mutations TO ${writer};
    `)
  })

  afterAll(async () => {
    await admin.query(`DROP SCHEMA ${schema} CASCADE`)
    await admin.query(
      `DROP OWNED BY ${reader}, ${writer}; DROP ROLE ${reader}; DROP ROLE ${writer}`,
    )
    await admin.end()
  })

  /** A worker with these databases. */
  async function outside(
    postgres: OutsideConfig['postgres'],
    connected: Readonly<Record<string, string>>,
  ) {
    const clock = systemClock()
    const store = await openStore('memory:', { clock })
    const key = await loadSecretKey({ CELLWAKE_SECRET_KEY: newSecretKey() })
    const connections = new Connections(store, key)
    for (const [name, address] of Object.entries(connected))
      await connections.add(name, { url: address })
    const egress = new Egress({ clock })
    onTestFinished(async () => {
      await egress.close()
      await store.close()
      clock.close()
    })
    const config = checkOutside(postgres === undefined ? {} : { postgres })
    const functions = await builtInFunctions(config, { egress, connections })
    const made = await bench(functions, { clock, store, egress, connections })
    const ended = async (id: string) => {
      for (;;) {
        const { state, result, error } = await made.job(id)
        if (state === 'done') return (result as { value: unknown }).value
        if (state === 'failed') return `${error}`
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    }
    const call = async (name: string, ...args: unknown[]) =>
      ended(await made.ask(name, args, { attempts: 1 }))
    return { ...made, call, ended, egress, connections, functions }
  }

  const reading = (tables: Record<string, '*' | string[]> = { [`${schema}.orders`]: '*' }) =>
    outside({ finance: { tables } }, { finance: as(reader) })
  const orders = `finance.${schema}.orders`

  describe('PG_SELECT', () => {
    it('gives rows below a header row, each value of its kind', async () => {
      const { call } = await reading()
      expect(await call('PG_SELECT', orders, { orderBy: ['id'], limit: 2 })).toEqual([
        ['id', 'amount', 'name', 'at', 'day', 'ok', 'data', 'big'],
        [
          1,
          10.5,
          'one',
          '2026-01-31T10:00:00.123Z',
          '2026-02-01T00:00:00.000Z',
          true,
          { a: [1] },
          '9007199254740993',
        ],
        [2, 200, 'two', null, null, false, null, 5],
      ])
    })

    it('filters by numbers, texts, logical values and datetimes', async () => {
      const { call } = await reading()
      const ids = async (where: unknown) =>
        call('PG_SELECT', orders, { select: ['id'], where, orderBy: ['id'] })
      const tree = (op: string, column: string, value: unknown) => ({
        op,
        args: [{ column }, { value }],
      })
      expect(await ids(tree('>=', 'amount', 200))).toEqual([['id'], [2], [3]])
      expect(await ids(tree('>', 'id', 1.5))).toEqual([['id'], [2], [3]])
      expect(await ids({ name: "it's" })).toEqual([['id'], [3]])
      expect(await ids({ ok: true })).toEqual([['id'], [1]])
      expect(await ids({ ok: null })).toEqual([['id'], [3]])
      expect(await ids(tree('<', 'at', '2026-02-01T00:00:00Z'))).toEqual([['id'], [1]])
      expect(await ids(tree('=', 'name', 2))).toEqual([['id']])
      expect(
        await ids({
          op: '>',
          args: [{ op: '/', args: [{ column: 'id' }, { value: 2 }] }, { value: 1 }],
        }),
      ).toEqual([['id'], [3]])
    })

    it('reads no table and no column that is not listed, though its role could', async () => {
      const { call } = await outside(
        { finance: { tables: { [`${schema}.orders`]: ['id', 'name'] } } },
        { finance: url! },
      )
      expect(await call('PG_SELECT', `finance.${schema}.hidden`, {})).toContain(
        'refused: PG_SELECT may not use',
      )
      expect(await call('PG_SELECT', orders, { select: ['amount'] })).toContain(
        'rejected: The column "amount" may not be used',
      )
      expect(await call('PG_SELECT', orders, { limit: 1, orderBy: ['id'] })).toEqual([
        ['id', 'name'],
        [1, 'one'],
      ])
      expect(await call('PG_SELECT', 'crm.public.x', {})).toContain(
        'unconfigured: There is no database "crm" for models.',
      )
      expect(await call('PG_SELECT', 'orders', {})).toContain(
        'rejected: A table is named connection.schema.table',
      )
    })

    it('a column that is not there, or a value of another type, is told by the database', async () => {
      const { call } = await reading()
      expect(await call('PG_SELECT', orders, { select: ['nope'] })).toContain(
        'rejected: The database finance says: column "nope" does not exist (42703)',
      )
      expect(await call('PG_SELECT', orders, { where: { id: 'abc' } })).toContain(
        'rejected: The database finance says: invalid input',
      )
    })

    it('more rows than may be are an error, never a part of them', async () => {
      const { call } = await outside(
        { finance: { tables: { [`${schema}.orders`]: '*' }, rows: 2 } },
        { finance: as(reader) },
      )
      expect(await call('PG_SELECT', orders, {})).toContain(
        'answer: The query finds more than 2 rows. Add a limit',
      )
      expect(await call('PG_SELECT', orders, { limit: 3 })).toContain(
        'limit is a whole number from 0 to 2',
      )
      expect(
        await call('PG_SELECT', orders, { select: ['id'], limit: 2, orderBy: ['id'] }),
      ).toEqual([['id'], [1], [2]])
    })

    it('550 injections as a value find the row that has that text, and change nothing', async () => {
      await admin.query(
        `INSERT INTO ${schema}.orders (id, name) SELECT 1000 + ordinality, text FROM unnest($1::text[]) WITH ORDINALITY AS t(text, ordinality)`,
        [injections],
      )
      const { connections, egress } = await reading()
      const access = accessTo(await connections.open('finance'), egress, {
        signal: AbortSignal.timeout(60_000),
        totalMs: 60_000,
      })
      const { selectStatement, tableName } = await import('../src/query.ts')
      for (const [i, injection] of injections.entries()) {
        const { text, values } = selectStatement(
          tableName(orders),
          '*',
          { select: ['id'], where: { name: injection } },
          10,
        )
        expect(await access.query(text, values)).toEqual([['id'], [1001 + i]])
      }
      await admin.query(`DELETE FROM ${schema}.orders WHERE id > 1000`)
    })

    it('injections as names are columns that do not exist, and change nothing', async () => {
      const { call } = await reading()
      for (const injection of injections.filter((_, i) => i % 12 === 0)) {
        for (const query of [
          { select: [injection] },
          { where: { [injection]: 1 } },
          { orderBy: [{ column: injection, descending: true }] },
        ])
          expect(await call('PG_SELECT', orders, query)).toMatch(/^rejected: /)
      }
      const { rows } = await admin.query(
        `SELECT count(*)::int AS n, sum(amount)::text AS total FROM ${schema}.orders`,
      )
      expect(rows).toEqual([{ n: 3, total: '510.5' }])
    })

    it('even a statement of our own could not write: the transaction reads only, and so may the role', async () => {
      const asAdmin = await outside({}, { finance: url! })
      const access = async ({ connections, egress }: typeof asAdmin) =>
        accessTo(await connections.open('finance'), egress, {
          signal: AbortSignal.timeout(5_000),
          totalMs: 5_000,
        })
      const writes = [
        `INSERT INTO ${schema}.orders (id) VALUES (9)`,
        `UPDATE ${schema}.orders SET amount = 0`,
        `DELETE FROM ${schema}.orders`,
        `CREATE TABLE ${schema}.mine (a int)`,
        `DROP TABLE ${schema}.orders`,
      ]
      for (const text of writes)
        expect(await failureOf((await access(asAdmin)).query(text))).toMatchObject({
          class: 'refused',
        })
      // Two statements at once are no statement.
      const two = `SELECT 1; DELETE FROM ${schema}.orders`
      expect((await failureOf((await access(asAdmin)).query(two))).message).toContain(
        'cannot insert multiple commands',
      )
      // The role itself, without our transaction.
      const plain = new pg.Client(as(reader))
      await plain.connect()
      for (const text of writes)
        await expect(plain.query(text)).rejects.toMatchObject({ code: '42501' })
      await expect(plain.query(`SELECT * FROM ${schema}.hidden`)).rejects.toMatchObject({
        code: '42501',
      })
      await plain.end()
    })

    it('a statement that takes too long is ended, in the database too', async () => {
      const { connections, egress } = await outside({}, { finance: as(reader) })
      const access = accessTo(await connections.open('finance'), egress, {
        signal: AbortSignal.timeout(10_000),
        totalMs: 300,
      })
      const failure = await failureOf(access.query('SELECT pg_sleep(30)'))
      expect(failure.class).toBe('timeout')
      const running = async () =>
        (
          await admin.query(
            `SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND state = 'active'`,
            [reader],
          )
        ).rowCount
      for (let i = 0; i < 100 && (await running()) !== 0; i++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      expect(await running()).toBe(0)
    })

    it('rows that hold too much are an error, and the next call goes on', async () => {
      const { connections, egress } = await outside({}, { finance: as(reader) })
      const access = accessTo(await connections.open('finance'), egress, {
        signal: AbortSignal.timeout(10_000),
        totalMs: 10_000,
      })
      const much = "SELECT repeat('x', 100000) FROM generate_series(1, 100)"
      expect(await failureOf(access.query(much))).toMatchObject({
        class: 'answer',
        message: expect.stringContaining('The rows hold more than 1 MB'),
      })
      expect(await access.query('SELECT 1 AS one')).toEqual([['one'], [1]])
    })

    it('takes nothing from the environment', async () => {
      const kept = { ...process.env }
      Object.assign(process.env, {
        PGHOST: '192.0.2.1',
        PGUSER: 'nobody',
        PGDATABASE: 'nothing',
        PGPASSWORD: 'x',
        PGSSLMODE: 'require',
        PGPORT: '1',
      })
      try {
        const { call } = await reading()
        expect(
          await call('PG_SELECT', orders, { select: ['id'], limit: 1, orderBy: ['id'] }),
        ).toEqual([['id'], [1]])
      } finally {
        for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
      }
    })

    it('a database that cannot be reached, has no TLS, or does not know the user, says which', async () => {
      const gone = createServer()
      await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
      const { port } = gone.address() as AddressInfo
      await new Promise<void>((resolve) => gone.close(() => resolve()))
      const tables = { [`${schema}.orders`]: '*' as const }
      const { call } = await outside(
        { down: { tables }, tls: { tables }, who: { tables }, web: { tables } },
        {
          down: `postgres://me:canary-pg-password@127.0.0.1:${port}/x`,
          tls: as(reader, '?sslmode=require'),
          who: as('nobody_here'),
          web: 'https://example.com',
        },
      )
      const said = async (name: string) => call('PG_SELECT', `${name}.${schema}.orders`, {})
      expect(await said('down')).toContain(`transient: Nobody listens at 127.0.0.1, port ${port}`)
      expect(await said('tls')).toContain('refused: The database tls does not speak TLS.')
      expect(await said('tls')).toContain('?sslmode=disable')
      expect(await said('who')).toContain(
        'auth: The database who says: role "nobody_here" does not exist',
      )
      expect(await said('web')).toContain('unconfigured: The connection web is one of http')
      for (const name of ['down', 'tls', 'who']) expect(await said(name)).not.toContain('canary')
    })

    it('the probe connects, and warns of a role that may write', async () => {
      const { functions } = await reading()
      const probe = (of: typeof functions) =>
        of.find(({ name }) => name === 'PG_SELECT')!.probe!(AbortSignal.timeout(5_000))
      expect(await probe(functions)).toBe('finance answers.')
      const asAdmin = await outside(
        { finance: { tables: { [`${schema}.orders`]: '*' } } },
        { finance: url! },
      )
      expect(await probe(asAdmin.functions)).toContain(`its user may write to ${schema}.orders`)
    })
  })

  describe('PG_MUTATE', () => {
    const leads = `crm.${schema}.leads`
    const writing = (address = as(writer)) =>
      outside(
        { crm: { mutate: { [`${schema}.leads`]: '*' }, mutations: `${schema}.mutations` } },
        { crm: address },
      )
    const rowsWith = async (id: number) =>
      (await admin.query(`SELECT note FROM ${schema}.leads WHERE id = $1`, [id])).rows.map(
        (row) => row.note,
      )

    it('inserts, updates and deletes', async () => {
      const { call } = await writing()
      expect(await call('PG_MUTATE', leads, { insert: { id: 1, note: 'new' } })).toEqual({
        rows: 1,
      })
      expect(await call('PG_MUTATE', leads, { update: { note: 'old' }, where: { id: 1 } })).toEqual(
        { rows: 1 },
      )
      expect(await rowsWith(1)).toEqual(['old'])
      expect(await call('PG_MUTATE', leads, { delete: { id: 1 } })).toEqual({ rows: 1 })
      expect(await rowsWith(1)).toEqual([])
    })

    it('is off for tables that are not listed, and where nothing is', async () => {
      const { call } = await writing()
      expect(await call('PG_MUTATE', `crm.${schema}.orders`, { delete: { id: 1 } })).toContain(
        'refused: PG_MUTATE may not use',
      )
      const off = await outside(
        { crm: { tables: { [`${schema}.leads`]: '*' } } },
        { crm: as(writer) },
      )
      expect(await off.call('PG_MUTATE', leads, { delete: { id: 1 } })).toContain(
        'Without it no model writes',
      )
    })

    it('a request that is sent again writes once, and gets the first result again', async () => {
      const { ask, ended, store } = await writing()
      const id = await ask('PG_MUTATE', [leads, { insert: { id: 10, note: 'once' } }])
      expect(await ended(id)).toEqual({ rows: 1 })
      // The same job on another store: as if the report had been lost.
      const again = await writing()
      const same = await again.ask('PG_MUTATE', [leads, { insert: { id: 10, note: 'twice' } }], {
        id,
      })
      expect(await again.ended(same)).toEqual({ rows: 1 })
      expect(await rowsWith(10)).toEqual(['once'])
      expect((await store.job(id))?.state).toBe('done')
    })

    it('two workers with one request at the same time write once', async () => {
      const hosts = [await writing(), await writing()]
      const id = 'ext:m:same:1'
      const results = await Promise.all(
        hosts.map(async ({ ask, ended }, i) =>
          ended(await ask('PG_MUTATE', [leads, { insert: { id: 20, note: `host ${i}` } }], { id })),
        ),
      )
      expect(results).toEqual([{ rows: 1 }, { rows: 1 }])
      expect(await rowsWith(20)).toHaveLength(1)
    })

    it('what the database refuses leaves no key behind: the next try may succeed', async () => {
      const { ask, ended } = await writing()
      const first = { insert: { id: 30, note: 'a' } }
      expect(await ended(await ask('PG_MUTATE', [leads, first]))).toEqual({ rows: 1 })
      const id = await ask('PG_MUTATE', [leads, first])
      expect(await ended(id)).toContain('rejected: The database crm says: duplicate key')
      const keys = await admin.query(`SELECT 1 FROM ${schema}.mutations WHERE key = $1`, [id])
      expect(keys.rowCount).toBe(0)
    })

    it.each(['before', 'after'])(
      'a connection that breaks %s the commit is taken leads to one write',
      async (when) => {
        const proxy = await cuttingProxy(when === 'after')
        const { ask, ended, job } = await writing(proxy.url)
        const row = when === 'after' ? 41 : 40
        const id = await ask('PG_MUTATE', [leads, { insert: { id: row, note: when } }], {
          backoffMs: 10,
        })
        expect(await ended(id)).toEqual({ rows: 1 })
        expect((await job(id)).attempt).toBe(2)
        expect(proxy.cuts()).toBe(1)
        expect(await rowsWith(row)).toEqual([when])
      },
    )

    it('without its table of keys says how to make it', async () => {
      const { call } = await outside(
        { crm: { mutate: { [`${schema}.leads`]: '*' }, mutations: `${schema}.nokeys` } },
        { crm: as(writer) },
      )
      expect(await call('PG_MUTATE', leads, { insert: { id: 50 } })).toContain(
        `unconfigured: The database has no table ${schema}.nokeys for the keys of mutations. Create it: CREATE TABLE "${schema}"."nokeys" (key text PRIMARY KEY`,
      )
      expect(await rowsWith(50)).toEqual([])
    })
  })

  /** Passes everything on, until a commit is sent: then it cuts the connection once, before or after the database has it. */
  async function cuttingProxy(isTaken: boolean) {
    const target = new URL(url!)
    let cuts = 0
    const sockets = new Set<Socket>()
    const server = createServer((client) => {
      const database = dial(Number(target.port), target.hostname)
      for (const socket of [client, database]) {
        sockets.add(socket)
        socket.on('error', () => {})
      }
      let isCut = false
      client.on('data', (part) => {
        if (cuts === 0 && part.includes('COMMIT')) {
          cuts++
          isCut = true
          if (isTaken) database.write(part, () => setTimeout(() => client.destroy(), 100))
          else {
            database.destroy()
            client.destroy()
          }
          return
        }
        database.write(part)
      })
      database.on('data', (part) => {
        if (!isCut) client.write(part)
      })
      client.on('close', () => database.destroy())
      database.on('close', () => client.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
    const own = new URL(as(writer))
    own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url: own.href, cuts: () => cuts }
  }
})
