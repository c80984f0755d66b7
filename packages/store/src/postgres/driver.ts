// Postgres: several hosts share one database. A commit holds the lock of the single row of `head`, so
// commits become visible in the order of their numbers, and "what is new since" is a plain
// question. Other hosts hear of a commit by NOTIFY.
// See test: numbers are without gaps, over sessions

import pg from 'pg'
import { BufferedRows } from '../buffered-rows.ts'
import type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  Durability,
  EntryFilter,
  EntryRow,
  EventPage,
  EventRow,
  JobFilter,
  JobRow,
  JobState,
  LeaseRow,
  Needs,
  PendingEvent,
  PendingEvents,
  ReceiptRow,
  Rows,
  StateAt,
  TimerRow,
  TopicRow,
} from '../driver.ts'
import { fault } from '../faults.ts'
import { Listeners } from '../listeners.ts'
import { endOfPrefix } from '../names.ts'
import type { Retention } from '../retention.ts'
import {
  type SqlRow,
  toCommit,
  toDoc,
  toEntry,
  toEvent,
  toJob,
  toLease,
  toReceipt,
  toTimer,
} from '../sql-rows.ts'
import { Connections } from './connection.ts'
import { ENTRY, ENTRY_COUNTS, entriesQuery, pendingQuery, toPending } from './entries.ts'
import { fetchedSource, fetchQuery, MARK_READY, type Query } from './fetch.ts'
import { fromPostgres } from './pg-errors.ts'
import { forget } from './retention.ts'
import { assertDurability, migrate, mustStillBeReadable } from './schema.ts'
import { StatementNames } from './statement-names.ts'
import { writeQuery } from './write.ts'

const NOTHING: Arrival = {
  seq: 0,
  queues: [],
  topics: [],
  timers: true,
  jobs: [],
  everything: true,
}

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

class PostgresDriver implements Driver {
  readonly durability: Durability
  readonly #connections: Connections
  readonly #listeners = new Listeners()
  readonly #names = new StatementNames()
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
    const wanted = needs.rows()
    const asked: Query[] = wanted.claims.map(({ now }) => ({ text: MARK_READY, values: [now] }))
    asked.push(fetchQuery(needs, wanted))
    return this.#exclusively(asked, async (_, { head, horizon, fetched }) => {
      const rows = new BufferedRows(fetchedSource(fetched, { head, horizon, since: needs.since }))
      const arrival = body(rows)
      fault('postgres:before-write')
      const write = writeQuery(rows, needs.session, arrival, this.#connections.channel)
      return { result: undefined, write }
    })
  }

  /**
   * One exclusive transaction. The queries go with the lock, in one round trip, and see all commits before it: each
   * statement has its own snapshot. The writes at the end go with the commit, in another.
   */
  #exclusively<T>(
    asked: readonly Query[],
    body: (client: pg.Client, locked: Locked) => Promise<{ result: T; write?: Query }>,
  ): Promise<T> {
    const turn = this.#turn.then(async () => {
      try {
        const client = await this.#connections.writer()
        fault('postgres:begin')
        const [, lock, ...answers] = await Promise.all([
          client.query(BEGIN),
          ...[LOCK, ...asked].map((query) => this.#ask(client, query)),
        ])
        fault('postgres:locked')
        const { seq, horizon, readable_from } = lock!.rows[0]
        mustStillBeReadable(this.#connections.schema, Number(readable_from))
        const { result, write } = await body(client, {
          head: Number(seq),
          horizon: Number(horizon),
          fetched: answers.at(-1)?.rows ?? [],
        })
        fault('postgres:before-commit')
        await this.#commit(client, write)
        fault('postgres:after-commit')
        return result
      } catch (error) {
        // A connection whose transaction failed is not worth saving; the next one starts clean.
        this.#connections.dropWriter()
        throw fromPostgres(error, false)
      }
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  #ask(client: pg.Client, { text, values }: Query): Promise<pg.QueryResult> {
    return client.query({ name: this.#names.of(text), text, values: [...values] })
  }

  /** If the write fails, the COMMIT sent behind it commits nothing. */
  async #commit(client: pg.Client, write: Query | undefined): Promise<void> {
    const [wrote, committed] = await Promise.allSettled([
      write === undefined ? undefined : this.#ask(client, write),
      client.query('COMMIT'),
    ])
    if (wrote.status === 'rejected') {
      // An answer of the server says that nothing was written. Without one, the commit may have reached it.
      throw fromPostgres(wrote.reason, !(wrote.reason instanceof pg.DatabaseError))
    }
    if (committed.status === 'rejected') throw fromPostgres(committed.reason, true)
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

  events(topic: string, page: EventPage): Promise<readonly EventRow[]> {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, limit = null } = page
    const sql = page.newestFirst === true ? NEWEST_EVENTS : EVENTS
    return this.#all(toEvent, sql, topic, after, before, limit)
  }

  eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]> {
    return this.#all(toEvent, EVENTS_BY_ID, topic, messageIds)
  }

  pendingEvents(wanted: PendingEvents): Promise<readonly PendingEvent[]> {
    const { text, values } = pendingQuery(wanted)
    return this.#all(toPending, text, ...values)
  }

  async entry(list: string, id: string): Promise<EntryRow | undefined> {
    return (await this.#all(toEntry, ENTRY, list, id))[0]
  }

  entries(filter: EntryFilter): Promise<readonly EntryRow[]> {
    const { text, values } = entriesQuery(filter)
    return this.#all(toEntry, text, ...values)
  }

  async entryCounts(list: string): Promise<Readonly<Record<string, number>>> {
    const count = (row: SqlRow) => [String(row.state), Number(row.n)] as const
    return Object.fromEntries(await this.#all(count, ENTRY_COUNTS, list))
  }

  jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    const { queue = null, state = null, prefix = '', after = '', limit = null } = filter
    const end = endOfPrefix(prefix) ?? null
    return this.#all(toJob, JOBS, after, queue, state, limit, prefix, end)
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
      entries: Number(counts.entries),
      timers: Number(counts.timers),
      bytes: Number(counts.bytes),
      jobs,
    }
  }

  maintain(retention: Retention): Promise<boolean> {
    return this.#exclusively([], async (client, locked) => {
      fault('postgres:maintain')
      return { result: await forget(client, retention, locked) }
    })
  }

  close(): Promise<void> {
    return this.#turn.then(() => this.#connections.close())
  }

  async #all<T>(convert: (row: SqlRow) => T, sql: string, ...values: unknown[]): Promise<T[]> {
    return (await this.#connections.ask(sql, values)).map(convert)
  }
}

/** State read under the lock. */
interface Locked {
  readonly head: number
  readonly horizon: number
  /** The answer to the last query. */
  readonly fetched: readonly SqlRow[]
}

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const LOCK: Query = { text: 'SELECT seq, horizon, readable_from FROM head FOR UPDATE', values: [] }

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
  SELECT * FROM events WHERE topic = $1 AND position > $2 AND position < $3
  ORDER BY position LIMIT $4`
const NEWEST_EVENTS = `
  SELECT * FROM events WHERE topic = $1 AND position > $2 AND position < $3
  ORDER BY position DESC LIMIT $4`
const EVENTS_BY_ID = `
  SELECT * FROM events WHERE topic = $1 AND message_id = ANY($2::text[]) ORDER BY position`
const JOBS = `
  SELECT * FROM jobs WHERE id > $1 AND id >= $5 AND ($6::text IS NULL OR id < $6)
  AND ($2::text IS NULL OR queue = $2) AND ($3::text IS NULL OR state = $3)
  ORDER BY id LIMIT $4`
const TIMERS = 'SELECT * FROM timers WHERE at <= $1 ORDER BY at, id LIMIT $2'
const JOB_COUNTS = 'SELECT state, count(*) AS n FROM jobs GROUP BY state'
const COUNTS = `
  SELECT (SELECT count(*) FROM docs WHERE value IS NOT NULL) AS documents,
    (SELECT count(*) FROM commits) AS commits, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM entries) AS entries,
    (SELECT count(*) FROM timers) AS timers,
    (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class AS c
     WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r') AS bytes`
