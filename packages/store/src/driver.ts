// Interface of a database driver: rows by key, written together or not at all. Every decision about
// them is taken above, once, in decide.ts; a driver holds no rule of its own.

import type { Retention } from './retention.ts'
import type { Value } from './value.ts'

export type Tier = 'A' | 'A+' | 'B' | 'C' | 'D'

/** Durability tier, read back from the database when it was opened. */
export interface Durability {
  readonly driver: 'memory' | 'sqlite' | 'postgres' | 'redis'
  readonly tier: Tier
  readonly sentence: string
  readonly settings: Readonly<Record<string, string>>
}

/** The newest state of a document. A deleted one keeps its row, without a value. */
export interface DocRow {
  readonly space: string
  readonly id: string
  readonly seq: number
  readonly value: Value | undefined
}

/** A document at a commit that changed it; without the commit, its newest state. */
export interface StateAt {
  readonly id: string
  readonly seq?: number | undefined
}

/** A state to keep, and the commit of the one before it; 0 for none. */
export interface VersionRow extends DocRow {
  readonly prev: number
}

export interface CommitRow {
  readonly seq: number
  readonly at: number
  readonly session: string
  readonly info: Value
}

export interface ReceiptRow {
  readonly id: string
  readonly seq: number
  /** When it was made. */
  readonly at: number
  readonly value: Value | undefined
  readonly expiresAt: number | undefined
}

export interface EventRow {
  readonly topic: string
  readonly messageId: string
  /** Grows with every event of the store; the order of a topic. */
  readonly position: number
  /** The commit that last changed it. */
  readonly seq: number
  /** When it was first published, and when last. */
  readonly at: number
  readonly publishedAt: number
  readonly payload: Value
  /** Causes, by the publisher's own ids. */
  readonly causes: readonly string[]
}

/** By position, the oldest first unless told otherwise. */
export interface EventPage {
  readonly after?: number
  readonly before?: number
  readonly newestFirst?: boolean
  readonly limit?: number
}

export interface EntryRow {
  readonly list: string
  readonly id: string
  readonly state: string
  readonly final: boolean
  readonly order: number
  readonly value: Value | undefined
  /** The commit that last moved it. */
  readonly seq: number
  readonly createdAt: number
  /** When it was last moved. */
  readonly at: number
}

/** By order, then id, then list. */
export interface EntryFilter {
  readonly list: string
  /** True if `list` is only how the names of the lists begin. */
  readonly prefix?: boolean
  readonly states?: readonly string[]
  /** Cursor: entries behind this one, in the order that is asked for. The last row of a page will do. */
  readonly after?: { readonly order: number; readonly id: string; readonly list?: string }
  readonly newestFirst?: boolean
  readonly limit?: number
}

/** An event that waits for a consumer, and its entry in the consumer's list. */
export interface PendingEvent {
  readonly event: EventRow
  readonly entry: EntryRow | undefined
}

export interface PendingEvents {
  readonly list: string
  readonly topic: string
  readonly after: number
  readonly limit: number
}

export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled'

export interface JobRow {
  readonly id: string
  readonly queue: string
  readonly payload: Value
  readonly state: JobState
  readonly priority: number
  readonly runAt: number
  readonly attempt: number
  /** Number of attempts allowed after the `spent` ones. */
  readonly attempts: number
  /** Attempts before its last requeue by hand: the attempt number never goes back. */
  readonly spent: number
  readonly backoffMs: number
  readonly worker: string | undefined
  readonly leaseUntil: number | undefined
  readonly error: string | undefined
  readonly result: Value | undefined
  readonly seq: number
  readonly createdAt: number
  readonly startedAt: number | undefined
  readonly finishedAt: number | undefined
}

export interface TimerRow {
  readonly id: string
  readonly at: number
  readonly payload: Value
  readonly seq: number
}

export interface LeaseRow {
  readonly name: string
  readonly holder: string
  readonly epoch: number
  readonly expiresAt: number
}

/** Verdicts on the last group of a session, so that a resend gets the same answers. */
export interface SessionRow {
  readonly session: string
  readonly group: number
  readonly at: number
  /** As text, made only where it is kept as text. */
  results(): string
}

/** Look-ahead for a driver: the needs of a group. */
export interface Needs {
  readonly session: string
  /** Commits after this one are new to the session. */
  readonly since: number
  /** The rows that it will ask for. A driver that reads at once need not look. */
  rows(): NeededRows
}

export interface NeededRows {
  readonly docs: readonly { readonly space: string; readonly id: string }[]
  readonly receipts: readonly string[]
  readonly events: readonly { readonly topic: string; readonly messageId: string }[]
  readonly jobs: readonly string[]
  readonly timers: readonly string[]
  readonly leases: readonly string[]
  readonly entries: readonly { readonly list: string; readonly id: string }[]
  readonly claims: readonly DueJobs[]
  /** Queues of which the jobs that run are counted. */
  readonly running: readonly string[]
}

export interface DueJobs {
  readonly queues: readonly string[]
  readonly now: number
  readonly limit: number
}

export const NO_ROWS: NeededRows = {
  docs: [],
  receipts: [],
  events: [],
  jobs: [],
  timers: [],
  leases: [],
  entries: [],
  claims: [],
  running: [],
}

/** The rows of one exclusive section. Reads see the puts before them. */
export interface Rows {
  head(): number
  session(session: string): SessionRow | undefined
  /** Commits of others after `Needs.since`, in order. */
  news(): readonly DocRow[] | 'too-far-back'
  doc(space: string, id: string): DocRow | undefined
  receipt(id: string): ReceiptRow | undefined
  event(topic: string, messageId: string): EventRow | undefined
  job(id: string): JobRow | undefined
  /** Queued and due, or running with an expired lease; by priority, then due time, then id. */
  dueJobs(due: DueJobs): readonly JobRow[]
  timer(id: string): TimerRow | undefined
  lease(name: string): LeaseRow | undefined
  entry(list: string, id: string): EntryRow | undefined
  /** Number of jobs of a queue that run under a lease that has not expired, on all hosts. */
  runningJobs(queue: string, now: number): number

  putSession(row: SessionRow): void
  putCommit(row: CommitRow): void
  putDoc(row: VersionRow): void
  putReceipt(row: ReceiptRow): void
  putEvent(row: EventRow): void
  /** `isNew` is true for a job that was not there. */
  putJob(row: JobRow, isNew: boolean): void
  putTimer(row: TimerRow): void
  deleteTimer(id: string): void
  putLease(row: LeaseRow): void
  /** `before` is the row it replaces; undefined for a new entry. */
  putEntry(row: EntryRow, before: EntryRow | undefined): void
}

export interface JobFilter {
  readonly queue?: string
  readonly state?: JobState
  /** Jobs whose ids begin with it. */
  readonly prefix?: string
  readonly limit?: number
  /** Jobs after this id, in order of id. */
  readonly after?: string
}

export interface TopicRow {
  readonly topic: string
  readonly events: number
  readonly last: number
}

export interface DriverStats {
  readonly documents: number
  readonly commits: number
  readonly events: number
  readonly entries: number
  readonly jobs: Readonly<Record<JobState, number>>
  readonly timers: number
  readonly bytes: number
}

/** A job that was claimed, ended or requeued. */
export interface JobNews {
  readonly id: string
  readonly state: JobState
  /** The job as it was put, in the process that decided it. */
  readonly row?: JobRow
}

/** Arrivals outside documents, for their listeners. */
export interface Arrival {
  readonly seq: number
  /** Queues in which a job waits that no claim of the same group took. */
  readonly queues: readonly string[]
  readonly topics: readonly string[]
  readonly timers: boolean
  /** Jobs that were claimed, finished, failed, cancelled or requeued; not those that are new or had their lease extended. */
  readonly jobs: readonly JobNews[]
  /** True if the arrivals are not known: look everywhere. */
  readonly everything?: true
}

export interface Driver {
  readonly durability: Durability
  /**
   * Runs `body` alone on the newest state. When it returns, or the promise resolves, what `body` put
   * is durable. When it fails with `outcome-unknown`, it may be: the caller sends the same group again.
   */
  transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> | undefined
  /** Changes after `since`, without the exclusive section. */
  news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'>
  /** Calls when another session has committed. */
  onNews(session: string, listener: (arrival: Arrival) => void): () => void

  head(): Promise<number>
  /** One document, or all of a space. Deleted ones come without a value. */
  load(space: string, id?: string): Promise<readonly DocRow[]>
  spaces(): Promise<readonly string[]>
  /** Older states of a document, newest first. */
  versions(space: string, id: string, before: number, limit: number): Promise<readonly DocRow[]>
  /**
   * For each document, from a state of it or its newest, the newest state at or before a commit. One that is not
   * reached within so many steps back comes with the state that was: to go on from. One that was not there then
   * does not come.
   */
  statesAt(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
  ): Promise<readonly DocRow[]>
  /** Commits after `after`, oldest first. */
  commits(after: number, limit: number): Promise<readonly CommitRow[]>
  commit(seq: number): Promise<CommitRow | undefined>
  /** The newest commit at or before a time; 0 if there is none. */
  seqAt(time: number): Promise<number>
  /** History is complete after this commit. */
  horizon(): Promise<number>
  receipt(id: string): Promise<ReceiptRow | undefined>
  topics(): Promise<readonly TopicRow[]>
  events(topic: string, page: EventPage): Promise<readonly EventRow[]>
  /** The events found, by position. */
  eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]>
  /** Events after a position without a final entry in a list, oldest first. The id of an entry is the message id. */
  pendingEvents(wanted: PendingEvents): Promise<readonly PendingEvent[]>
  entry(list: string, id: string): Promise<EntryRow | undefined>
  entries(filter: EntryFilter): Promise<readonly EntryRow[]>
  /** Number of entries of a list in each state. */
  entryCounts(list: string): Promise<Readonly<Record<string, number>>>
  jobs(filter: JobFilter): Promise<readonly JobRow[]>
  job(id: string): Promise<JobRow | undefined>
  timers(until: number, limit: number): Promise<readonly TimerRow[]>
  lease(name: string): Promise<LeaseRow | undefined>
  stats(): Promise<DriverStats>
  /** Removes rows past their retention, a bounded part at a time. True if there is more. */
  maintain(retention: Retention): Promise<boolean>
  close(): Promise<void>
}
