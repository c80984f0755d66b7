// SQLite, embedded: one file, one process, one writer. WAL with synchronous=FULL, so that a commit
// that was acknowledged survives a crash of the process and, if the disk keeps its word, of the
// machine. The file is locked for as long as it is open: a second process is told so at once.

import type Database from 'better-sqlite3'
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
import { SQLITE_VACUUM_PAGES } from '../limits.ts'
import { Listeners } from '../listeners.ts'
import { endOfPrefix } from '../names.ts'
import type { Retention } from '../retention.ts'
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
import { SqliteEntries } from './entries.ts'
import { EntryCounts } from './entry-counts.ts'
import { assertDurability, openFile, sizeOf } from './file.ts'
import { SqliteRetention } from './retention.ts'
import { SqliteRows } from './rows.ts'
import { fromSqlite } from './sqlite-errors.ts'
import { Statements } from './statements.ts'

export async function openSqlite(path: string): Promise<Driver> {
  return openFile(path, (db) => new SqliteDriver(db, path))
}

class SqliteDriver implements Driver {
  readonly #db: Database.Database
  readonly #path: string
  readonly #rows: SqliteRows
  readonly #statements: Statements
  readonly #entries: SqliteEntries
  readonly #retention: SqliteRetention
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  readonly #listeners = new Listeners()
  readonly durability: Durability

  constructor(db: Database.Database, path: string) {
    this.#db = db
    this.#path = path
    const counts = new EntryCounts()
    this.#rows = new SqliteRows(db, counts)
    this.#statements = new Statements(db, path)
    this.#entries = new SqliteEntries(this.#statements, counts)
    this.#retention = new SqliteRetention(this.#statements, counts)
    // The file is locked already, so nothing is gained by taking the lock early.
    this.#begin = db.prepare('BEGIN')
    this.#commit = db.prepare('COMMIT')
    this.durability = assertDurability(db, path)
  }

  transact(needs: Needs, body: (rows: Rows) => Arrival): undefined {
    const arrival = this.#atomically(() => {
      this.#rows.start(needs.since)
      const arrival = body(this.#rows)
      this.#rows.finish()
      return arrival
    })
    this.#listeners.tell(needs.session, arrival)
  }

  #atomically<T>(body: () => T): T {
    this.#statements.mustBeOpen()
    try {
      fault('sqlite:begin')
      this.#begin.run()
      const result = body()
      fault('sqlite:before-commit')
      this.#commit.run()
      this.#rows.committed()
      fault('sqlite:after-commit')
      return result
    } catch (error) {
      if (this.#db.open) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
        this.#rows.forget()
      }
      throw fromSqlite(error, this.#path)
    }
  }

  async news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'> {
    return this.#statements.asking(() => {
      this.#rows.start(since)
      const docs = this.#rows.news()
      return docs === 'too-far-back' ? docs : { head: this.#rows.head(), docs }
    })
  }

  onNews(session: string, listener: (arrival: Arrival) => void): () => void {
    return this.#listeners.add(session, listener)
  }

  async head(): Promise<number> {
    return this.#rows.head()
  }

  async load(space: string, id?: string): Promise<readonly DocRow[]> {
    if (id === undefined) return this.#all(toDoc, 'SELECT * FROM docs WHERE space = ?', space)
    return this.#all(toDoc, 'SELECT * FROM docs WHERE space = ? AND id = ?', space, id)
  }

  async spaces(): Promise<readonly string[]> {
    return this.#all((row) => String(row.space), 'SELECT DISTINCT space FROM docs ORDER BY space')
  }

  async versions(
    space: string,
    id: string,
    before: number,
    limit: number,
  ): Promise<readonly DocRow[]> {
    return this.#all(toDoc, VERSIONS, { space, id, before, limit })
  }

  async statesAt(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
  ): Promise<readonly DocRow[]> {
    const states = JSON.stringify(from.map(({ id, seq }) => [id, seq ?? null]))
    return this.#all(toDoc, STATES_AT, { space, states, at, steps })
  }

  async commits(after: number, limit: number): Promise<readonly CommitRow[]> {
    return this.#all(toCommit, COMMITS, after, limit)
  }

  async commit(seq: number): Promise<CommitRow | undefined> {
    return this.#all(toCommit, 'SELECT * FROM commits WHERE seq = ?', seq)[0]
  }

  async seqAt(time: number): Promise<number> {
    return this.#all((row) => Number(row.seq), SEQ_AT, time)[0] ?? 0
  }

  async horizon(): Promise<number> {
    return this.#all((row) => Number(row.seq), 'SELECT seq FROM horizon')[0] ?? 0
  }

  async receipt(id: string): Promise<ReceiptRow | undefined> {
    return this.#all(toReceipt, 'SELECT * FROM receipts WHERE id = ?', id)[0]
  }

  async topics(): Promise<readonly TopicRow[]> {
    return this.#all(
      (row) => ({ topic: String(row.topic), events: Number(row.events), last: Number(row.last) }),
      TOPICS,
    )
  }

  async events(topic: string, page: EventPage): Promise<readonly EventRow[]> {
    const { after = 0, before = Number.MAX_SAFE_INTEGER, limit = -1 } = page
    const sql = page.newestFirst === true ? NEWEST_EVENTS : EVENTS
    return this.#all(toEvent, sql, { topic, after, before, limit })
  }

  async eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]> {
    return this.#all(toEvent, EVENTS_BY_ID, { topic, ids: JSON.stringify(messageIds) })
  }

  async pendingEvents(wanted: PendingEvents): Promise<readonly PendingEvent[]> {
    return this.#entries.pendingEvents(wanted)
  }

  async entry(list: string, id: string): Promise<EntryRow | undefined> {
    return this.#entries.get(list, id)
  }

  async entries(filter: EntryFilter): Promise<readonly EntryRow[]> {
    return this.#entries.page(filter)
  }

  async entryCounts(list: string): Promise<Readonly<Record<string, number>>> {
    return this.#entries.counts(list)
  }

  async jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    const { queue = null, state = null, prefix = '', after = '', limit = -1 } = filter
    const end = endOfPrefix(prefix)
    const sql = end === undefined ? JOBS : JOBS_OF_PREFIX
    return this.#all(toJob, sql, { queue, state, prefix, end, after, limit })
  }

  async job(id: string): Promise<JobRow | undefined> {
    return this.#all(toJob, 'SELECT * FROM jobs WHERE id = ?', id)[0]
  }

  async timers(until: number, limit: number): Promise<readonly TimerRow[]> {
    return this.#all(toTimer, TIMERS, until, limit)
  }

  async lease(name: string): Promise<LeaseRow | undefined> {
    return this.#all(toLease, 'SELECT * FROM leases WHERE name = ?', name)[0]
  }

  async stats(): Promise<DriverStats> {
    const jobs: Record<JobState, number> = {
      queued: 0,
      running: 0,
      done: 0,
      failed: 0,
      cancelled: 0,
    }
    for (const row of this.#all((r) => r, JOB_COUNTS)) jobs[row.state as JobState] = Number(row.n)
    const counts = this.#all((row) => row, COUNTS)[0]!
    return {
      documents: Number(counts.documents),
      commits: Number(counts.commits),
      events: Number(counts.events),
      entries: Number(counts.entries),
      timers: Number(counts.timers),
      jobs,
      bytes: sizeOf(this.#path) + sizeOf(`${this.#path}-wal`),
    }
  }

  async maintain(retention: Retention): Promise<boolean> {
    const more = this.#atomically(() => {
      fault('sqlite:maintain')
      return this.#retention.apply(retention, this.#rows.head())
    })
    if (!more)
      this.#statements.asking(() => this.#db.pragma(`incremental_vacuum(${SQLITE_VACUUM_PAGES})`))
    return more
  }

  async close(): Promise<void> {
    if (!this.#db.open) return
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    this.#db.close()
  }

  #all<T>(convert: (row: SqlRow) => T, sql: string, ...parameters: unknown[]): T[] {
    return this.#statements.all(convert, sql, ...parameters)
  }
}

const VERSIONS = `
  WITH RECURSIVE walk (seq, prev, value) AS (
    SELECT versions.seq, versions.prev, versions.value FROM docs
    JOIN versions ON versions.seq = docs.seq AND versions.space = @space AND versions.id = @id
    WHERE docs.space = @space AND docs.id = @id
    UNION ALL
    SELECT versions.seq, versions.prev, versions.value FROM walk
    JOIN versions ON versions.seq = walk.prev AND versions.space = @space AND versions.id = @id
  )
  SELECT seq, value, @space AS space, @id AS id FROM walk WHERE seq < @before LIMIT @limit`
// CROSS JOIN keeps the order of the look-ups: left to itself the planner reads all documents of the space for each state,
// and the whole log at the end. See test: asking for many states reads no more of a space than was asked for
const STATES_AT = `
  WITH RECURSIVE walk (id, seq, prev, steps) AS (
    SELECT versions.id, versions.seq, versions.prev, 0 FROM json_each(@states) AS state
    CROSS JOIN docs ON docs.space = @space AND docs.id = state.value ->> 0
    CROSS JOIN versions ON versions.seq = coalesce(state.value ->> 1, docs.seq)
      AND versions.space = @space AND versions.id = docs.id
    UNION ALL
    SELECT versions.id, versions.seq, versions.prev, walk.steps + 1 FROM walk
    CROSS JOIN versions ON versions.seq = walk.prev AND versions.space = @space AND versions.id = walk.id
    WHERE walk.seq > @at AND walk.steps < @steps
  )
  SELECT versions.space, versions.id, versions.seq, versions.value FROM walk
  CROSS JOIN versions ON versions.seq = walk.seq AND versions.space = @space AND versions.id = walk.id
  WHERE walk.seq <= @at OR walk.steps = @steps`
const COMMITS = 'SELECT * FROM commits WHERE seq > ? ORDER BY seq LIMIT ?'
// Commits are numbered in time, but for clocks that jump: the answer is near the end for most.
const SEQ_AT = 'SELECT seq FROM commits WHERE at <= ? ORDER BY seq DESC LIMIT 1'
const TOPICS = `
  SELECT topic, count(*) AS events, max(position) AS last FROM events GROUP BY topic ORDER BY topic`
const EVENTS = `
  SELECT * FROM events WHERE topic = @topic AND position > @after AND position < @before
  ORDER BY position LIMIT @limit`
const NEWEST_EVENTS = `
  SELECT * FROM events WHERE topic = @topic AND position > @after AND position < @before
  ORDER BY position DESC LIMIT @limit`
const EVENTS_BY_ID = `
  SELECT * FROM events INDEXED BY events_message
  WHERE topic = @topic AND message_id IN (SELECT value FROM json_each(@ids)) ORDER BY position`
const JOBS = `
  SELECT * FROM jobs WHERE id >= @prefix AND id > @after AND (@queue IS NULL OR queue = @queue)
  AND (@state IS NULL OR state = @state) ORDER BY id LIMIT @limit`
const JOBS_OF_PREFIX = `
  SELECT * FROM jobs WHERE id >= @prefix AND id < @end AND id > @after
  AND (@queue IS NULL OR queue = @queue) AND (@state IS NULL OR state = @state)
  ORDER BY id LIMIT @limit`
const TIMERS = 'SELECT * FROM timers WHERE at <= ? ORDER BY at, id LIMIT ?'
const JOB_COUNTS = 'SELECT state, count(*) AS n FROM jobs GROUP BY state'
const COUNTS = `
  SELECT (SELECT count(*) FROM docs WHERE value IS NOT NULL) AS documents,
    (SELECT count(*) FROM commits) AS commits, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM entries) AS entries,
    (SELECT count(*) FROM timers) AS timers`
