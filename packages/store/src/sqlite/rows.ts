// The rows of one open SQLite transaction. Every statement is prepared once and takes parameters.

import type Database from 'better-sqlite3'
import { docKey } from '../address.ts'
import { byUrgency } from '../buffered-rows.ts'
import type {
  CommitRow,
  DocRow,
  DueJobs,
  EntryRow,
  EventRow,
  JobRow,
  LeaseRow,
  ReceiptRow,
  Rows,
  SessionRow,
  TimerRow,
  VersionRow,
} from '../driver.ts'
import { fault } from '../faults.ts'
import {
  againOrNull,
  causesOrNull,
  isReady,
  jsonOrNull,
  type SqlRow,
  toDoc,
  toEntry,
  toEvent,
  toJob,
  toLease,
  toReceipt,
  toTimer,
} from '../sql-rows.ts'
import type { EntryCounts } from './entry-counts.ts'

const PUT_JOB = `
  INSERT INTO jobs (id, queue, payload, state, ready, priority, run_at, attempt, attempts,
    spent, backoff_ms, worker, lease_until, error, result, seq, created_at, started_at, finished_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
const CHANGE_JOB = `
  UPDATE jobs SET state = ?, ready = ?, run_at = ?, attempt = ?, spent = ?, worker = ?,
    lease_until = ?, error = ?, result = ?, seq = ?, started_at = ?, finished_at = ? WHERE id = ?`
const PUT_RECEIPT = `
  INSERT OR REPLACE INTO receipts (id, seq, value, expires_at, at) VALUES (?, ?, ?, ?, ?)`
const PUT_LEASE = `
  INSERT OR REPLACE INTO leases (name, holder, epoch, expires_at) VALUES (?, ?, ?, ?)`
const PUT_EVENT = `
  INSERT INTO events (topic, message_id, position, seq, at, published_at, payload, causes)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (topic, message_id) DO UPDATE SET payload = excluded.payload, seq = excluded.seq,
    published_at = excluded.published_at, causes = excluded.causes`
const PUT_ENTRY = `
  INSERT INTO entries (state, final, place, value, seq, created_at, at, list, id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
const CHANGE_ENTRY = `
  UPDATE entries SET state = ?, final = ?, place = ?, value = ?, seq = ?, at = ?
  WHERE list = ? AND id = ?`
const RUNNING_JOBS = `
  SELECT count(*) AS n FROM jobs INDEXED BY jobs_running
  WHERE state = 'running' AND queue = ? AND lease_until > ?`
const READY_JOBS = `
  SELECT * FROM jobs INDEXED BY jobs_ready WHERE queue = ? AND state = 'queued' AND ready = 1
  AND run_at <= ? ORDER BY priority DESC, run_at, id LIMIT ?`
const LOST_JOBS = `
  SELECT * FROM jobs INDEXED BY jobs_running
  WHERE state = 'running' AND lease_until <= ? AND queue = ?
  ORDER BY priority DESC, run_at, id LIMIT ?`
const MARK_READY = `
  UPDATE jobs INDEXED BY jobs_waiting SET ready = 1
  WHERE state = 'queued' AND ready = 0 AND run_at <= ?`

export class SqliteRows implements Rows {
  readonly #head: Database.Statement
  readonly #horizon: Database.Statement
  readonly #news: Database.Statement
  readonly #doc: Database.Statement
  readonly #receipt: Database.Statement
  readonly #event: Database.Statement
  readonly #job: Database.Statement
  readonly #readyJobs: Database.Statement
  readonly #lostJobs: Database.Statement
  readonly #markReady: Database.Statement
  readonly #timer: Database.Statement
  readonly #lease: Database.Statement
  readonly #entry: Database.Statement
  readonly #runningJobs: Database.Statement
  readonly #putDoc: Database.Statement
  readonly #log: Database.Statement
  readonly #putReceipt: Database.Statement
  readonly #putEvent: Database.Statement
  readonly #putJob: Database.Statement
  readonly #changeJob: Database.Statement
  readonly #putTimer: Database.Statement
  readonly #deleteTimer: Database.Statement
  readonly #putLease: Database.Statement
  readonly #putEntry: Database.Statement
  readonly #changeEntry: Database.Statement
  /** Running jobs, which are asked for when they end. Only this process writes, so they hold. */
  readonly #running = new Map<string, JobRow>()
  /**
   * Verdicts on the last group of each session. In memory, because only this process has the file:
   * a session that could ask again ends with it. A row would cost each commit a tenth of its time.
   */
  readonly #sessions = new Map<string, SessionRow>()
  #answers: SessionRow | undefined
  /**
   * The newest state of each document that this transaction writes. A group may write one many times: its log
   * has them all, and its row is put once, at the end. No read needs it before: the group knows its own writes.
   */
  readonly #written = new Map<string, readonly [string, string, number, string | null]>()
  /** Entries that this transaction moves. See performance: an entry is put once for a group */
  readonly #moved = new Map<string, { readonly row: EntryRow; readonly isNew: boolean }>()
  /** The newest commit. This is the only writer, so it is known without asking. */
  #seq: number
  #since = 0

  readonly #counts: EntryCounts

  constructor(db: Database.Database, counts: EntryCounts) {
    this.#counts = counts
    this.#head = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM log')
    this.#horizon = db.prepare('SELECT seq FROM horizon')
    this.#news = db.prepare('SELECT * FROM versions WHERE seq > ? ORDER BY seq')
    this.#doc = db.prepare('SELECT * FROM docs WHERE space = ? AND id = ?')
    this.#receipt = db.prepare('SELECT * FROM receipts WHERE id = ?')
    this.#event = db.prepare('SELECT * FROM events WHERE topic = ? AND message_id = ?')
    this.#job = db.prepare('SELECT * FROM jobs WHERE id = ?')
    this.#readyJobs = db.prepare(READY_JOBS)
    this.#lostJobs = db.prepare(LOST_JOBS)
    this.#markReady = db.prepare(MARK_READY)
    this.#timer = db.prepare('SELECT * FROM timers WHERE id = ?')
    this.#lease = db.prepare('SELECT * FROM leases WHERE name = ?')
    this.#putDoc = db.prepare(
      'INSERT OR REPLACE INTO docs (space, id, seq, value) VALUES (?, ?, ?, ?)',
    )
    this.#log = db.prepare('INSERT INTO log (seq, space, id, prev, value) VALUES (?, ?, ?, ?, ?)')
    this.#putReceipt = db.prepare(PUT_RECEIPT)
    this.#putEvent = db.prepare(PUT_EVENT)
    this.#putJob = db.prepare(PUT_JOB)
    this.#changeJob = db.prepare(CHANGE_JOB)
    this.#putTimer = db.prepare(
      'INSERT OR REPLACE INTO timers (id, at, payload, seq) VALUES (?, ?, ?, ?)',
    )
    this.#deleteTimer = db.prepare('DELETE FROM timers WHERE id = ?')
    this.#putLease = db.prepare(PUT_LEASE)
    this.#entry = db.prepare('SELECT * FROM entries WHERE list = ? AND id = ?')
    this.#runningJobs = db.prepare(RUNNING_JOBS)
    this.#putEntry = db.prepare(PUT_ENTRY)
    this.#changeEntry = db.prepare(CHANGE_ENTRY)
    this.#seq = this.#readHead()
  }

  /** For the driver: a new transaction begins, for a session that knows commits up to `since`. */
  start(since: number): void {
    this.#since = since
  }

  /** For the driver: all of a transaction is decided. */
  finish(): void {
    for (const row of this.#written.values()) this.#putDoc.run(...row)
    this.#written.clear()
    for (const { row, isNew } of this.#moved.values()) this.#flushEntry(row, isNew)
    this.#moved.clear()
  }

  /** For the driver: a transaction is durable. */
  committed(): void {
    if (this.#answers !== undefined) this.#sessions.set(this.#answers.session, this.#answers)
    this.#answers = undefined
    this.#counts.committed()
  }

  /** For the driver: a transaction was rolled back, and the state cached of it is void. */
  forget(): void {
    this.#counts.forget()
    this.#answers = undefined
    this.#written.clear()
    this.#moved.clear()
    this.#running.clear()
    this.#seq = this.#readHead()
  }

  #readHead(): number {
    return Number((this.#head.get() as SqlRow).seq)
  }

  head(): number {
    return this.#seq
  }

  session(session: string): SessionRow | undefined {
    return this.#sessions.get(session)
  }

  news(): readonly DocRow[] | 'too-far-back' {
    if (this.#since === this.#seq) return []
    if (this.#since < Number((this.#horizon.get() as SqlRow).seq)) return 'too-far-back'
    return (this.#news.all(this.#since) as SqlRow[]).map(toDoc)
  }

  doc(space: string, id: string): DocRow | undefined {
    return optional(this.#doc.get(space, id), toDoc)
  }

  receipt(id: string): ReceiptRow | undefined {
    return optional(this.#receipt.get(id), toReceipt)
  }

  event(topic: string, messageId: string): EventRow | undefined {
    return optional(this.#event.get(topic, messageId), toEvent)
  }

  job(id: string): JobRow | undefined {
    return this.#running.get(id) ?? optional(this.#job.get(id), toJob)
  }

  dueJobs(due: DueJobs): readonly JobRow[] {
    this.#markReady.run(due.now)
    const rows: JobRow[] = []
    for (const queue of new Set(due.queues)) {
      for (const row of this.#readyJobs.all(queue, due.now, due.limit))
        rows.push(toJob(row as SqlRow))
      // Limited by queue: the lost jobs of a queue without a worker must not hide these.
      const lost = this.#lostJobs.all(due.now, queue, due.limit)
      for (const row of lost) rows.push(toJob(row as SqlRow))
    }
    return rows.sort(byUrgency).slice(0, due.limit)
  }

  timer(id: string): TimerRow | undefined {
    return optional(this.#timer.get(id), toTimer)
  }

  lease(name: string): LeaseRow | undefined {
    return optional(this.#lease.get(name), toLease)
  }

  entry(list: string, id: string): EntryRow | undefined {
    const moved = this.#moved.get(docKey(list, id))
    return moved === undefined ? optional(this.#entry.get(list, id), toEntry) : moved.row
  }

  runningJobs(queue: string, now: number): number {
    return Number((this.#runningJobs.get(queue, now) as SqlRow).n)
  }

  putSession(row: SessionRow): void {
    this.#answers = row
  }

  putCommit(row: CommitRow): void {
    fault('sqlite:row')
    this.#log.run(row.seq, '', row.session, row.at, JSON.stringify(row.info))
    this.#seq = row.seq
  }

  putDoc(row: VersionRow): void {
    fault('sqlite:row')
    const value = jsonOrNull(row.value)
    this.#written.set(docKey(row.space, row.id), [row.space, row.id, row.seq, value])
    this.#log.run(row.seq, row.space, row.id, row.prev, value)
  }

  putReceipt(row: ReceiptRow): void {
    fault('sqlite:row')
    this.#putReceipt.run(row.id, row.seq, jsonOrNull(row.value), row.expiresAt ?? null, row.at)
  }

  putEvent(row: EventRow): void {
    fault('sqlite:row')
    const { topic, messageId, position, seq, at } = row
    const payload = JSON.stringify(row.payload)
    const causes = causesOrNull(row.causes)
    this.#putEvent.run(topic, messageId, position, seq, at, againOrNull(row), payload, causes)
  }

  putJob(row: JobRow, isNew: boolean): void {
    fault('sqlite:row')
    if (row.state === 'running') this.#running.set(row.id, row)
    else this.#running.delete(row.id)
    const ready = isReady(row) ? 1 : 0
    const worker = row.worker ?? null
    const leaseUntil = row.leaseUntil ?? null
    const error = row.error ?? null
    const result = jsonOrNull(row.result)
    const startedAt = row.startedAt ?? null
    const finishedAt = row.finishedAt ?? null
    const { id, state, runAt, attempt, spent, seq } = row
    if (!isNew) {
      // Its payload and queue never change.
      this.#changeJob.run(
        ...[state, ready, runAt, attempt, spent, worker, leaseUntil, error, result, seq],
        ...[startedAt, finishedAt, id],
      )
      return
    }
    this.#putJob.run(
      ...[id, row.queue, JSON.stringify(row.payload), state, ready, row.priority, runAt, attempt],
      ...[row.attempts, spent, row.backoffMs, worker, leaseUntil, error, result, seq],
      ...[row.createdAt, startedAt, finishedAt],
    )
  }

  putTimer(row: TimerRow): void {
    fault('sqlite:row')
    this.#putTimer.run(row.id, row.at, JSON.stringify(row.payload), row.seq)
  }

  deleteTimer(id: string): void {
    fault('sqlite:row')
    this.#deleteTimer.run(id)
  }

  putLease(row: LeaseRow): void {
    fault('sqlite:row')
    this.#putLease.run(row.name, row.holder, row.epoch, row.expiresAt)
  }

  putEntry(row: EntryRow, before: EntryRow | undefined): void {
    fault('sqlite:row')
    const key = docKey(row.list, row.id)
    const isNew = before === undefined || this.#moved.get(key)?.isNew === true
    this.#counts.move(row.list, before?.state, row.state)
    this.#moved.set(key, { row, isNew })
  }

  #flushEntry({ list, id, state, order, seq, createdAt, at, ...row }: EntryRow, isNew: boolean) {
    const final = row.final ? 1 : 0
    const value = jsonOrNull(row.value)
    if (isNew) this.#putEntry.run(state, final, order, value, seq, createdAt, at, list, id)
    else this.#changeEntry.run(state, final, order, value, seq, at, list, id)
  }
}

function optional<T>(row: unknown, convert: (row: SqlRow) => T): T | undefined {
  return row === undefined ? undefined : convert(row as SqlRow)
}
