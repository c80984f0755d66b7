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
import { MAINTENANCE_BATCH_COMMITS, SQLITE_VACUUM_PAGES } from '../limits.ts'
import { Listeners } from '../listeners.ts'
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
import { assertDurability, openFile, sizeOf } from './file.ts'
import { SqliteRows } from './rows.ts'
import { fromSqlite } from './sqlite-errors.ts'

export async function openSqlite(path: string): Promise<Driver> {
  return openFile(path, (db) => new SqliteDriver(db, path))
}

class SqliteDriver implements Driver {
  readonly #db: Database.Database
  readonly #path: string
  readonly #rows: SqliteRows
  readonly #begin: Database.Statement
  readonly #commit: Database.Statement
  readonly #listeners = new Listeners()
  readonly durability: Durability

  constructor(db: Database.Database, path: string) {
    this.#db = db
    this.#path = path
    this.#rows = new SqliteRows(db)
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
    this.#mustBeOpen()
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
    return this.#asking(() => {
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

  async events(topic: string, after: number, limit: number): Promise<readonly EventRow[]> {
    return this.#all(toEvent, EVENTS, topic, after, limit)
  }

  async jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    const { queue = null, state = null, after = '', limit = -1 } = filter
    return this.#all(toJob, JOBS, { queue, state, after, limit })
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
      timers: Number(counts.timers),
      jobs,
      bytes: sizeOf(this.#path) + sizeOf(`${this.#path}-wal`),
    }
  }

  async maintain(retention: Retention): Promise<boolean> {
    const more = this.#atomically(() => {
      fault('sqlite:maintain')
      const db = this.#db
      db.prepare('DELETE FROM receipts WHERE expires_at <= ?').run(retention.now)
      db.prepare(FORGET_JOBS).run(retention.finishedJobs)
      const from = Number((db.prepare('SELECT seq FROM horizon').get() as SqlRow).seq)
      const target = this.#rows.head() - retention.historyCommits
      const to = Math.min(target, from + MAINTENANCE_BATCH_COMMITS)
      if (to <= from) return false
      // A state is of no more use once a later one stands at or before the horizon; a commit, once
      // no state is left that it made.
      const old = db.prepare(FORGET_VERSIONS).all({ from, to }) as { seq: number }[]
      const forget = db.prepare(FORGET_COMMIT)
      for (const { seq } of old) forget.run(seq)
      db.prepare(FORGET_COMMITS).run({ from, to })
      db.prepare('UPDATE horizon SET seq = ?').run(to)
      return to < target
    })
    if (!more) this.#asking(() => this.#db.pragma(`incremental_vacuum(${SQLITE_VACUUM_PAGES})`))
    return more
  }

  async close(): Promise<void> {
    if (!this.#db.open) return
    if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
    this.#db.close()
  }

  #all<T>(convert: (row: SqlRow) => T, sql: string, ...parameters: unknown[]): T[] {
    return this.#asking(() =>
      this.#db
        .prepare(sql)
        .all(...parameters)
        .map((row) => convert(row as SqlRow)),
    )
  }

  #asking<T>(ask: () => T): T {
    this.#mustBeOpen()
    try {
      return ask()
    } catch (error) {
      throw fromSqlite(error, this.#path)
    }
  }

  #mustBeOpen(): void {
    if (!this.#db.open) throw new StoreError('store-closed', this.#path)
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
const STATES_AT = `
  WITH RECURSIVE walk (id, seq, prev, steps) AS (
    SELECT versions.id, versions.seq, versions.prev, 0 FROM json_each(@states) AS state
    JOIN docs ON docs.space = @space AND docs.id = state.value ->> 0
    JOIN versions ON versions.seq = coalesce(state.value ->> 1, docs.seq)
      AND versions.space = @space AND versions.id = docs.id
    UNION ALL
    SELECT versions.id, versions.seq, versions.prev, walk.steps + 1 FROM walk
    JOIN versions ON versions.seq = walk.prev AND versions.space = @space AND versions.id = walk.id
    WHERE walk.seq > @at AND walk.steps < @steps
  )
  SELECT versions.space, versions.id, versions.seq, versions.value FROM walk
  JOIN versions ON versions.seq = walk.seq AND versions.space = @space AND versions.id = walk.id
  WHERE walk.seq <= @at OR walk.steps = @steps`
const COMMITS = 'SELECT * FROM commits WHERE seq > ? ORDER BY seq LIMIT ?'
// Commits are numbered in time, but for clocks that jump: the answer is near the end for most.
const SEQ_AT = 'SELECT seq FROM commits WHERE at <= ? ORDER BY seq DESC LIMIT 1'
const TOPICS = `
  SELECT topic, count(*) AS events, max(position) AS last FROM events GROUP BY topic ORDER BY topic`
const EVENTS = 'SELECT * FROM events WHERE topic = ? AND position > ? ORDER BY position LIMIT ?'
const JOBS = `
  SELECT * FROM jobs WHERE id > @after AND (@queue IS NULL OR queue = @queue)
  AND (@state IS NULL OR state = @state) ORDER BY id LIMIT @limit`
const TIMERS = 'SELECT * FROM timers WHERE at <= ? ORDER BY at, id LIMIT ?'
const JOB_COUNTS = 'SELECT state, count(*) AS n FROM jobs GROUP BY state'
const COUNTS = `
  SELECT (SELECT count(*) FROM docs WHERE value IS NOT NULL) AS documents,
    (SELECT count(*) FROM commits) AS commits, (SELECT count(*) FROM events) AS events,
    (SELECT count(*) FROM timers) AS timers`
const FORGET_JOBS = `
  DELETE FROM jobs WHERE finished_at IS NOT NULL AND id IN (
    SELECT id FROM jobs WHERE finished_at IS NOT NULL
    ORDER BY finished_at DESC, id DESC LIMIT -1 OFFSET ?)`
const FORGET_VERSIONS = `
  DELETE FROM log WHERE (seq, space, id) IN (
    SELECT prev, space, id FROM versions WHERE seq > @from AND seq <= @to) RETURNING seq`
const FORGET_COMMIT = `
  DELETE FROM log WHERE seq = ? AND space = ''
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = log.seq)`
const FORGET_COMMITS = `
  DELETE FROM log WHERE seq > @from AND seq <= @to AND space = ''
  AND NOT EXISTS (SELECT 1 FROM versions WHERE versions.seq = log.seq)`
