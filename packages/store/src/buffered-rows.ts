// Write buffer: rows over a source that is only read. Puts stay in a buffer, are seen by the reads that
// follow, and are handed over whole at the end. For drivers that cannot write as they go.

import { docKey } from './address.ts'
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
} from './driver.ts'

export interface RowSource
  extends Pick<
    Rows,
    | 'head'
    | 'session'
    | 'news'
    | 'doc'
    | 'receipt'
    | 'event'
    | 'job'
    | 'dueJobs'
    | 'timer'
    | 'lease'
    | 'entry'
  > {
  /** The jobs of a queue that run: by id, until when. */
  running(queue: string): ReadonlyMap<string, number>
}

export class BufferedRows implements Rows {
  readonly #source: RowSource
  readonly commits: CommitRow[] = []
  /** Every state written, in order: the last of each document is its newest. */
  readonly versions: VersionRow[] = []
  readonly docs = new Map<string, VersionRow>()
  readonly receipts = new Map<string, ReceiptRow>()
  readonly events = new Map<string, EventRow>()
  readonly jobs = new Map<string, JobRow>()
  readonly timers = new Map<string, TimerRow | undefined>()
  readonly leases = new Map<string, LeaseRow>()
  readonly entries = new Map<string, EntryRow>()
  readonly sessions = new Map<string, SessionRow>()

  constructor(source: RowSource) {
    this.#source = source
  }

  head(): number {
    return this.commits.at(-1)?.seq ?? this.#source.head()
  }

  session(session: string): SessionRow | undefined {
    return this.sessions.get(session) ?? this.#source.session(session)
  }

  news(): readonly DocRow[] | 'too-far-back' {
    return this.#source.news()
  }

  doc(space: string, id: string): DocRow | undefined {
    return this.docs.get(docKey(space, id)) ?? this.#source.doc(space, id)
  }

  receipt(id: string): ReceiptRow | undefined {
    return this.receipts.get(id) ?? this.#source.receipt(id)
  }

  event(topic: string, messageId: string): EventRow | undefined {
    return this.events.get(docKey(topic, messageId)) ?? this.#source.event(topic, messageId)
  }

  job(id: string): JobRow | undefined {
    return this.jobs.get(id) ?? this.#source.job(id)
  }

  dueJobs(due: DueJobs): readonly JobRow[] {
    const stored = this.#source.dueJobs({ ...due, limit: due.limit + this.jobs.size })
    const rows = stored.filter((row) => !this.jobs.has(row.id))
    for (const row of this.jobs.values()) if (isDue(row, due)) rows.push(row)
    return rows.sort(byUrgency).slice(0, due.limit)
  }

  timer(id: string): TimerRow | undefined {
    return this.timers.has(id) ? this.timers.get(id) : this.#source.timer(id)
  }

  lease(name: string): LeaseRow | undefined {
    return this.leases.get(name) ?? this.#source.lease(name)
  }

  entry(list: string, id: string): EntryRow | undefined {
    return this.entries.get(docKey(list, id)) ?? this.#source.entry(list, id)
  }

  runningJobs(queue: string, now: number): number {
    let count = 0
    for (const [id, until] of this.#source.running(queue)) {
      if (until > now && !this.jobs.has(id)) count++
    }
    for (const row of this.jobs.values()) if (row.queue === queue && isRunning(row, now)) count++
    return count
  }

  putSession(row: SessionRow): void {
    this.sessions.set(row.session, row)
  }

  putCommit(row: CommitRow): void {
    this.commits.push(row)
  }

  putDoc(row: VersionRow): void {
    this.versions.push(row)
    this.docs.set(docKey(row.space, row.id), row)
  }

  putReceipt(row: ReceiptRow): void {
    this.receipts.set(row.id, row)
  }

  putEvent(row: EventRow): void {
    this.events.set(docKey(row.topic, row.messageId), row)
  }

  putJob(row: JobRow): void {
    this.jobs.set(row.id, row)
  }

  putTimer(row: TimerRow): void {
    this.timers.set(row.id, row)
  }

  deleteTimer(id: string): void {
    this.timers.set(id, undefined)
  }

  putLease(row: LeaseRow): void {
    this.leases.set(row.name, row)
  }

  putEntry(row: EntryRow): void {
    this.entries.set(docKey(row.list, row.id), row)
  }
}

export function isDue(row: JobRow, due: DueJobs): boolean {
  if (!due.queues.includes(row.queue)) return false
  if (row.state === 'queued') return row.runAt <= due.now
  return row.state === 'running' && !isRunning(row, due.now)
}

/** Under a lease that has not expired. */
function isRunning(row: JobRow, now: number): boolean {
  return row.state === 'running' && (row.leaseUntil ?? 0) > now
}

/** The order of every claim: priority, then due time, then id. */
export function byUrgency(a: JobRow, b: JobRow): number {
  return b.priority - a.priority || a.runAt - b.runAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
