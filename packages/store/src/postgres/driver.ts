// Postgres: several hosts share one database. Whoever commits holds the lock of the one row of
// `head`, so commits become visible in the order of their numbers, and "what is new since" is a
// plain question. Other hosts hear of a commit by NOTIFY.

import type pg from 'pg'
import { BufferedRows } from '../buffered-rows.ts'
import type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  Durability,
  EventRow,
  JobFilter,
  JobRow,
  JobState,
  LeaseRow,
  Needs,
  ReceiptRow,
  Retention,
  Rows,
  StateAt,
  TimerRow,
  TopicRow,
} from '../driver.ts'
import { StoreError } from '../errors.ts'
import { fault } from '../faults.ts'
import { MAINTENANCE_BATCH_COMMITS, SESSION_AGE_MS } from '../limits.ts'
import { Listeners } from '../listeners.ts'
import { readMigrations } from '../migrations.ts'
import {
  type SqlRow,
  toCommit,
  toDoc,
  toEvent,
  toJob,
  toLease,
  toReceipt,
  toTimer,
} from '../sql-rows.ts'
import { Connections } from './connection.ts'
import { fetchedSource, fetchQuery, MARK_READY } from './fetch.ts'
import { fromPostgres } from './pg-errors.ts'
import { writeQuery } from './write.ts'

const NOTHING: Arrival = { seq: 0, queues: [], topics: [], timers: true, everything: true }

export async function openPostgres(url: string): Promise<Driver> {
  const connections = new Connections(url)
  try {
    await migrate(connections)
    const durability = await assertDurability(connections)
    const driver = new PostgresDriver(connections, durability)
    await driver.start()
    return driver
  } catch (error) {
    await connections.close()
    throw error
  }
}

/** One host migrates at a time; the others wait, and then find it done. */
async function migrate(connections: Connections): Promise<void> {
  const migrations = readMigrations(import.meta.url)
  const newest = migrations.at(-1)?.number ?? 0
  const { schema } = connections
  const client = await connections.writer()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`cellwake:${schema}`])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query('CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)')
    const { rows } = await client.query('SELECT coalesce(max(number), 0) AS n FROM migrations')
    const version = Number(rows[0].n)
    if (version > newest) {
      const detail = `schema ${schema} has version ${version}, this one knows ${newest}`
      throw new StoreError('store-newer', detail)
    }
    for (const migration of migrations) {
      if (migration.number <= version) continue
      await client.query(migration.sql)
      fault('postgres:migrate')
      await client.query('INSERT INTO migrations VALUES ($1)', [migration.number])
    }
    await client.query('COMMIT')
  } catch (error) {
    connections.dropWriter()
    throw fromPostgres(error, false)
  }
}

async function assertDurability(connections: Connections): Promise<Durability> {
  const settings: Record<string, string> = {}
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'synchronous_standby_names']
  for (const name of [...names, 'server_version']) {
    const rows = await connections.ask(`SHOW ${name}`)
    settings[name] = String(rows[0]![name])
  }
  for (const name of ['fsync', 'full_page_writes']) {
    if (settings[name] !== 'on') {
      throw new StoreError('durability-unmet', `${name} is ${settings[name]}, and must be on`)
    }
  }
  if (settings.synchronous_commit === 'off' || settings.synchronous_commit === 'local') {
    throw new StoreError('durability-unmet', `synchronous_commit is ${settings.synchronous_commit}`)
  }
  const standby = settings.synchronous_standby_names !== ''
  return {
    driver: 'postgres',
    tier: standby ? 'A+' : 'A',
    sentence: standby
      ? 'Acknowledged commits survive a crash, and the loss of the primary.'
      : 'Acknowledged commits survive a crash of any host and of the database server.',
    settings,
  }
}

class PostgresDriver implements Driver {
  readonly durability: Durability
  readonly #connections: Connections
  readonly #listeners = new Listeners()
  /** One transaction at a time on the writing connection. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(connections: Connections, durability: Durability) {
    this.#connections = connections
    this.durability = durability
  }

  async start(): Promise<void> {
    await this.#connections.listen(
      (payload) => {
        const { session, ...arrival } = JSON.parse(payload) as Arrival & { session: string }
        this.#listeners.tell(session, arrival)
      },
      () => this.#listeners.tell(undefined, NOTHING),
    )
  }

  transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    return this.#exclusively(async (client, head, horizon) => {
      const wanted = needs.rows()
      for (const due of wanted.claims) await client.query(MARK_READY, [due.now])
      const { text, values } = fetchQuery(needs, wanted, head)
      const fetched = await client.query(text, [...values])
      const state = { head, horizon, since: needs.since }
      const rows = new BufferedRows(fetchedSource(fetched.rows, state))
      const arrival = body(rows)
      fault('postgres:before-write')
      const write = writeQuery(rows, needs.session, arrival, this.#connections.channel)
      await client.query(write.text, write.values)
    })
  }

  #exclusively<T>(
    body: (client: pg.Client, head: number, horizon: number) => Promise<T>,
  ): Promise<T> {
    const turn = this.#turn.then(async () => {
      let committing = false
      try {
        const client = await this.#connections.writer()
        fault('postgres:begin')
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
        const { rows } = await client.query('SELECT seq, horizon FROM head FOR UPDATE')
        fault('postgres:locked')
        const result = await body(client, Number(rows[0].seq), Number(rows[0].horizon))
        fault('postgres:before-commit')
        committing = true
        await client.query('COMMIT')
        fault('postgres:after-commit')
        return result
      } catch (error) {
        // A connection whose transaction failed is not worth saving; the next one starts clean.
        this.#connections.dropWriter()
        throw fromPostgres(error, committing)
      }
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  async news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'> {
    // One statement, one snapshot: the rows belong to this head.
    const rows = await this.#connections.ask(NEWS, [since])
    const head = Number(rows[0]!.head)
    if (since < Number(rows[0]!.horizon)) return 'too-far-back'
    return { head, docs: rows.filter((row) => row.id !== null).map(toDoc) }
  }

  onNews(session: string, listener: (arrival: Arrival) => void): () => void {
    return this.#listeners.add(session, listener)
  }

  async head(): Promise<number> {
    return (await this.#all((row) => Number(row.seq), 'SELECT seq FROM head'))[0] ?? 0
  }

  load(space: string, id?: string): Promise<readonly DocRow[]> {
    if (id === undefined) return this.#all(toDoc, 'SELECT * FROM docs WHERE space = $1', space)
    return this.#all(toDoc, 'SELECT * FROM docs WHERE space = $1 AND id = $2', space, id)
  }

  spaces(): Promise<readonly string[]> {
    return this.#all((row) => String(row.space), SPACES)
  }

  versions(space: string, id: string, before: number, limit: number): Promise<readonly DocRow[]> {
    return this.#all(toDoc, VERSIONS, space, id, before, limit)
  }

  statesAt(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
  ): Promise<readonly DocRow[]> {
    const states = JSON.stringify(from.map(({ id, seq }) => [id, seq ?? null]))
    return this.#all(toDoc, STATES_AT, space, states, at, steps)
  }

  commits(after: number, limit: number): Promise<readonly CommitRow[]> {
    return this.#all(toCommit, COMMITS, after, limit)
  }

  async commit(seq: number): Promise<CommitRow | undefined> {
    return (await this.#all(toCommit, 'SELECT * FROM commits WHERE seq = $1', seq))[0]
  }

  async seqAt(time: number): Promise<number> {
    return (await this.#all((row) => Number(row.seq), SEQ_AT, time))[0] ?? 0
  }

  async horizon(): Promise<number> {
    return (await this.#all((row) => Number(row.horizon), 'SELECT horizon FROM head'))[0] ?? 0
  }

  async receipt(id: string): Promise<ReceiptRow | undefined> {
    return (await this.#all(toReceipt, 'SELECT * FROM receipts WHERE id = $1', id))[0]
  }

  topics(): Promise<readonly TopicRow[]> {
    return this.#all(
      (row) => ({ topic: String(row.topic), events: Number(row.events), last: Number(row.last) }),
      TOPICS,
    )
  }

  events(topic: string, after: number, limit: number): Promise<readonly EventRow[]> {
    return this.#all(toEvent, EVENTS, topic, after, limit)
  }

  jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    const { queue = null, state = null, after = '', limit = null } = filter
    return this.#all(toJob, JOBS, after, queue, state, limit)
  }

  async job(id: string): Promise<JobRow | undefined> {
    return (await this.#all(toJob, 'SELECT * FROM jobs WHERE id = $1', id))[0]
  }

  timers(until: number, limit: number): Promise<readonly TimerRow[]> {
    return this.#all(toTimer, TIMERS, until, limit)
  }

  async lease(name: string): Promise<LeaseRow | undefined> {
    return (await this.#all(toLease, 'SELECT * FROM leases WHERE name = $1', name))[0]
  }

  async stats(): Promise<DriverStats> {
    const jobs: Record<JobState, number> = {
      queued: 0,
      running: 0,
      done: 0,
      failed: 0,
      cancelled: 0,
    }
    for (const row of await this.#all((r) => r, JOB_COUNTS)) {
      jobs[row.state as JobState] = Number(row.n)
    }
    const counts = (await this.#all((row) => row, COUNTS, this.#connections.schema))[0]!
    return {
      documents: Number(counts.documents),
      commits: Number(counts.commits),
      events: Number(counts.events),
      timers: Number(counts.timers),
      bytes: Number(counts.bytes),
      jobs,
    }
  }

  maintain(retention: Retention): Promise<boolean> {
    return this.#exclusively(async (client, head, from) => {
      fault('postgres:maintain')
      await client.query('DELETE FROM receipts WHERE expires_at <= $1', [retention.now])
      await client.query('DELETE FROM sessions WHERE at < $1', [retention.now - SESSION_AGE_MS])
      await client.query(FORGET_JOBS, [retention.finishedJobs])
      const target = head - retention.historyCommits
      const to = Math.min(target, from + MAINTENANCE_BATCH_COMMITS)
      if (to <= from) return false
      const old = await client.query(FORGET_VERSIONS, [from, to])
      const seqs = old.rows.map((row: SqlRow) => row.seq)
      await client.query(FORGET_COMMITS, [from, to, seqs])
      await client.query('UPDATE head SET horizon = $1', [to])
      return to < target
    })
  }

  close(): Promise<void> {
    return this.#turn.then(() => this.#connections.close())
  }

  async #all<T>(convert: (row: SqlRow) => T, sql: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#connections.ask(sql, values)).map(convert)
  }
}

const NEWS = `
  SELECT head.seq AS head, head.horizon, versions.* FROM head
  LEFT JOIN versions ON versions.seq > $1 ORDER BY versions.seq`
/** From one space to the next in the index: as many steps as there are spaces, however many documents. */
const SPACES = `
  WITH RECURSIVE walk (space) AS (
    (SELECT space FROM docs ORDER BY space LIMIT 1)
    UNION ALL
    SELECT (SELECT docs.space FROM docs WHERE docs.space > walk.space ORDER BY docs.space LIMIT 1)
    FROM walk WHERE walk.space IS NOT NULL
  )
  SELECT space FROM walk WHERE space IS NOT NULL`
const VERSIONS = `
  WITH RECURSIVE walk (seq, prev, value) AS (
    SELECT versions.seq, versions.prev, versions.value FROM docs
    JOIN versions ON versions.seq = docs.seq AND versions.space = $1::text AND versions.id = $2::text
    WHERE docs.space = $1::text AND docs.id = $2::text
    UNION ALL
    SELECT versions.seq, versions.prev, versions.value FROM walk
    JOIN versions ON versions.seq = walk.prev AND versions.space = $1::text AND versions.id = $2::text
  )
  SELECT seq, value, $1::text AS space, $2::text AS id FROM walk WHERE seq < $3::bigint LIMIT $4::bigint`
const STATES_AT = `
  WITH RECURSIVE walk (id, seq, prev, steps) AS (
    SELECT versions.id, versions.seq, versions.prev, 0::bigint
    FROM jsonb_array_elements($2::jsonb) AS state
    JOIN docs ON docs.space = $1::text AND docs.id = state ->> 0
    JOIN versions ON versions.seq = coalesce((state ->> 1)::bigint, docs.seq)
      AND versions.space = $1::text AND versions.id = docs.id
    UNION ALL
    SELECT versions.id, versions.seq, versions.prev, walk.steps + 1 FROM walk
    JOIN versions ON versions.seq = walk.prev AND versions.space = $1::text AND versions.id = walk.id
    WHERE walk.seq > $3::bigint AND walk.steps < $4::bigint
  )
  SELECT versions.space, versions.id, versions.seq, versions.value FROM walk
  JOIN versions ON versions.seq = walk.seq AND versions.space = $1::text AND versions.id = walk.id
  WHERE walk.seq <= $3::bigint OR walk.steps = $4::bigint`
const COMMITS = 'SELECT * FROM commits WHERE seq > $1 ORDER BY seq LIMIT $2'
const SEQ_AT = 'SELECT seq FROM commits WHERE at <= $1 ORDER BY seq DESC LIMIT 1'
const TOPICS = `
  SELECT topic, count(*) AS events, max(position) AS last FROM events GROUP BY topic ORDER BY topic`
const EVENTS = `
  SELECT * FROM events WHERE topic = $1 AND position > $2 ORDER BY position LIMIT $3`
const JOBS = `
  SELECT * FROM jobs WHERE id > $1 AND ($2::text IS NULL OR queue = $2)
  AND ($3::text IS NULL OR state = $3) ORDER BY id LIMIT $4`
const TIMERS = 'SELECT * FROM timers WHERE at <= $1 ORDER BY at, id LIMIT $2'
const JOB_COUNTS = 'SELECT state, count(*) AS n FROM jobs GROUP BY state'
const COUNTS = `
  SELECT (SELECT count(*) FROM docs WHERE value IS NOT NULL) AS documents,
    (SELECT count(*) FROM commits) AS commits, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM timers) AS timers,
    (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class AS c
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r') AS bytes`
const FORGET_JOBS = `
  DELETE FROM jobs WHERE id IN (
    SELECT id FROM jobs WHERE finished_at IS NOT NULL
    ORDER BY finished_at DESC, id DESC OFFSET $1)`
const FORGET_VERSIONS = `
  DELETE FROM versions WHERE (seq, space, id) IN (
    SELECT prev, space, id FROM versions WHERE seq > $1 AND seq <= $2) RETURNING seq`
const FORGET_COMMITS = `
  DELETE FROM commits WHERE ((seq > $1 AND seq <= $2) OR seq = ANY($3::bigint[]))
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = commits.seq)`
