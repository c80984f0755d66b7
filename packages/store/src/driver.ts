// What a database must offer: rows by key, written together or not at all. Every decision about
// them is taken above, once, in decide.ts; a driver holds no rule of its own.

import type { Value } from './value.ts'

export type Tier = 'A' | 'A+' | 'D'

/** What survives what, read back from the database when it was opened. */
export interface Durability {
  readonly driver: 'memory' | 'sqlite' | 'postgres'
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
  readonly value: Value | undefined
  readonly expiresAt: number | undefined
}

export interface EventRow {
  readonly topic: string
  readonly messageId: string
  /** Grows with every event of the store; the order of a topic. */
  readonly position: number
  readonly seq: number
  readonly at: number
  readonly payload: Value
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
  /** How often it may be tried, after `spent` attempts. */
  readonly attempts: number
  /** Attempts before it was last put back by hand: the attempt number never goes back. */
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

/** What the last group of a session came to, so that a resend gets the same answers. */
export interface SessionRow {
  readonly session: string
  readonly group: number
  readonly at: number
  /** As text, made only where it is kept as text. */
  results(): string
}

/** What a driver may want to know of a group ahead. */
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
  readonly claims: readonly DueJobs[]
}

export interface DueJobs {
  readonly queues: readonly string[]
  readonly now: number
  readonly limit: number
}

/** The rows of one exclusive section. What is put is seen by the reads that follow. */
export interface Rows {
  head(): number
  session(session: string): SessionRow | undefined
  /** What others committed after `Needs.since`, in order. */
  news(): readonly DocRow[] | 'too-far-back'
  doc(space: string, id: string): DocRow | undefined
  receipt(id: string): ReceiptRow | undefined
  event(topic: string, messageId: string): EventRow | undefined
  job(id: string): JobRow | undefined
  /** Queued and due, or running with an expired lease; by priority, then due time, then id. */
  dueJobs(due: DueJobs): readonly JobRow[]
  timer(id: string): TimerRow | undefined
  lease(name: string): LeaseRow | undefined

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
}

export interface JobFilter {
  readonly queue?: string
  readonly state?: JobState
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
  readonly jobs: Readonly<Record<JobState, number>>
  readonly timers: number
  readonly bytes: number
}

/** What retention may remove. */
export interface Retention {
  readonly now: number
  readonly historyCommits: number
  readonly finishedJobs: number
}

/** What arrived outside documents, for those who wait for it. */
export interface Arrival {
  readonly seq: number
  readonly queues: readonly string[]
  readonly topics: readonly string[]
  readonly timers: boolean
  /** It is not known what arrived: look everywhere. */
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
  events(topic: string, after: number, limit: number): Promise<readonly EventRow[]>
  jobs(filter: JobFilter): Promise<readonly JobRow[]>
  job(id: string): Promise<JobRow | undefined>
  timers(until: number, limit: number): Promise<readonly TimerRow[]>
  lease(name: string): Promise<LeaseRow | undefined>
  stats(): Promise<DriverStats>
  /** Removes what retention allows, a bounded part at a time. True if there is more. */
  maintain(retention: Retention): Promise<boolean>
  close(): Promise<void>
}
