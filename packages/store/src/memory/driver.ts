// The store in memory: nothing survives the process. It keeps every promise but durability, so
// that tests and simulations run the same code. Several sessions may share one.

import { docKey } from '../address.ts'
import { BufferedRows, byUrgency, isDue } from '../buffered-rows.ts'
import type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  DueJobs,
  EventRow,
  JobFilter,
  JobRow,
  JobState,
  LeaseRow,
  Needs,
  ReceiptRow,
  Retention,
  Rows,
  SessionRow,
  StateAt,
  TimerRow,
  TopicRow,
} from '../driver.ts'
import { fault } from '../faults.ts'
import { MAINTENANCE_BATCH_COMMITS } from '../limits.ts'
import { Listeners } from '../listeners.ts'
import { take } from '../value.ts'

export class MemoryDriver implements Driver {
  readonly durability = {
    driver: 'memory',
    tier: 'D',
    sentence: 'Kept in memory only: everything is gone when the process ends.',
    settings: {},
  } as const
  readonly #docs = new Map<string, DocRow>()
  readonly #versions = new Map<string, DocRow[]>()
  /** Every state written, in order of commit: what news is read from. */
  #log: DocRow[] = []
  #commits: CommitRow[] = []
  #head = 0
  #horizon = 0
  readonly #sessions = new Map<string, SessionRow>()
  readonly #receipts = new Map<string, ReceiptRow>()
  /** No receipt expires before. */
  #nextExpiry = Number.POSITIVE_INFINITY
  readonly #events = new Map<string, Map<string, EventRow>>()
  readonly #jobs = new Map<string, JobRow>()
  readonly #timers = new Map<string, TimerRow>()
  readonly #leases = new Map<string, LeaseRow>()
  readonly #listeners = new Listeners()

  transact(needs: Needs, body: (rows: Rows) => Arrival): undefined {
    const rows = new BufferedRows({
      head: () => this.#head,
      session: (session) => this.#sessions.get(session),
      news: () => this.#newsSince(needs.since),
      doc: (space, id) => this.#docs.get(docKey(space, id)),
      receipt: (id) => this.#receipts.get(id),
      event: (topic, messageId) => this.#events.get(topic)?.get(messageId),
      job: (id) => this.#jobs.get(id),
      dueJobs: (due) => this.#dueJobs(due),
      timer: (id) => this.#timers.get(id),
      lease: (name) => this.#leases.get(name),
    })
    const arrival = body(rows)
    fault('memory:before-apply')
    this.#apply(rows)
    fault('memory:after-apply')
    this.#listeners.tell(needs.session, arrival)
  }

  #apply(rows: BufferedRows): void {
    for (const row of rows.commits) this.#commits.push(row)
    this.#head = rows.commits.at(-1)?.seq ?? this.#head
    for (const row of rows.versions) {
      const key = docKey(row.space, row.id)
      this.#docs.set(key, row)
      const versions = this.#versions.get(key)
      if (versions === undefined) this.#versions.set(key, [row])
      else versions.push(row)
      this.#log.push(row)
    }
    for (const row of rows.sessions.values()) this.#sessions.set(row.session, row)
    for (const row of rows.receipts.values()) {
      this.#receipts.set(row.id, row)
      if (row.expiresAt !== undefined && row.expiresAt < this.#nextExpiry) {
        this.#nextExpiry = row.expiresAt
      }
    }
    for (const row of rows.events.values()) {
      const topic = this.#events.get(row.topic) ?? new Map<string, EventRow>()
      this.#events.set(row.topic, topic)
      topic.set(row.messageId, row)
    }
    for (const row of rows.jobs.values()) this.#jobs.set(row.id, row)
    for (const [id, row] of rows.timers) {
      if (row === undefined) this.#timers.delete(id)
      else this.#timers.set(id, row)
    }
    for (const row of rows.leases.values()) this.#leases.set(row.name, row)
  }

  #newsSince(since: number): readonly DocRow[] | 'too-far-back' {
    if (since === this.#head) return []
    if (since < this.#horizon) return 'too-far-back'
    let first = this.#log.length
    while (first > 0 && this.#log[first - 1]!.seq > since) first--
    return this.#log.slice(first)
  }

  #dueJobs(due: DueJobs): JobRow[] {
    const rows: JobRow[] = []
    for (const row of this.#jobs.values()) if (isDue(row, due)) rows.push(row)
    return rows.sort(byUrgency).slice(0, due.limit)
  }

  async news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'> {
    const docs = this.#newsSince(since)
    return docs === 'too-far-back' ? docs : { head: this.#head, docs }
  }

  onNews(session: string, listener: (arrival: Arrival) => void): () => void {
    return this.#listeners.add(session, listener)
  }

  async head(): Promise<number> {
    return this.#head
  }

  async load(space: string, id?: string): Promise<readonly DocRow[]> {
    if (id === undefined) return [...this.#docs.values()].filter((row) => row.space === space)
    const row = this.#docs.get(docKey(space, id))
    return row === undefined ? [] : [row]
  }

  async spaces(): Promise<readonly string[]> {
    return [...new Set([...this.#docs.values()].map((row) => row.space))].sort()
  }

  async versions(space: string, id: string, before: number, limit: number): Promise<DocRow[]> {
    const rows = this.#versions.get(docKey(space, id)) ?? []
    return rows
      .filter((row) => row.seq < before)
      .reverse()
      .slice(0, limit)
  }

  async statesAt(space: string, from: readonly StateAt[], at: number): Promise<DocRow[]> {
    return from.flatMap(({ id }) => {
      return this.#versions.get(docKey(space, id))?.findLast(({ seq }) => seq <= at) ?? []
    })
  }

  async commits(after: number, limit: number): Promise<readonly CommitRow[]> {
    const rows = this.#commits.filter((row) => row.seq > after)
    return rows.slice(0, limit).map(shown)
  }

  async commit(seq: number): Promise<CommitRow | undefined> {
    const row = this.#commits.find((row) => row.seq === seq)
    return row === undefined ? undefined : shown(row)
  }

  async seqAt(time: number): Promise<number> {
    return this.#commits.findLast((row) => row.at <= time)?.seq ?? 0
  }

  async horizon(): Promise<number> {
    return this.#horizon
  }

  async receipt(id: string): Promise<ReceiptRow | undefined> {
    return this.#receipts.get(id)
  }

  async topics(): Promise<readonly TopicRow[]> {
    return [...this.#events.entries()]
      .map(([topic, events]) => ({
        topic,
        events: events.size,
        last: [...events.values()].reduce((last, row) => Math.max(last, row.position), 0),
      }))
      .sort((a, b) => (a.topic < b.topic ? -1 : 1))
  }

  async events(topic: string, after: number, limit: number): Promise<readonly EventRow[]> {
    return [...(this.#events.get(topic)?.values() ?? [])]
      .filter((row) => row.position > after)
      .sort((a, b) => a.position - b.position)
      .slice(0, limit)
  }

  async jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    return [...this.#jobs.values()]
      .filter((row) => filter.queue === undefined || row.queue === filter.queue)
      .filter((row) => filter.state === undefined || row.state === filter.state)
      .filter((row) => filter.after === undefined || row.id > filter.after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, filter.limit)
  }

  async job(id: string): Promise<JobRow | undefined> {
    return this.#jobs.get(id)
  }

  async timers(until: number, limit: number): Promise<readonly TimerRow[]> {
    return [...this.#timers.values()]
      .filter((row) => row.at <= until)
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .slice(0, limit)
  }

  async lease(name: string): Promise<LeaseRow | undefined> {
    return this.#leases.get(name)
  }

  async stats(): Promise<DriverStats> {
    const jobs: Record<JobState, number> = {
      queued: 0,
      running: 0,
      done: 0,
      failed: 0,
      cancelled: 0,
    }
    for (const row of this.#jobs.values()) jobs[row.state]++
    let events = 0
    for (const topic of this.#events.values()) events += topic.size
    return {
      documents: [...this.#docs.values()].filter((row) => row.value !== undefined).length,
      commits: this.#commits.length,
      events,
      jobs,
      timers: this.#timers.size,
      bytes: 0,
    }
  }

  async maintain(retention: Retention): Promise<boolean> {
    const target = this.#head - retention.historyCommits
    const to = Math.min(target, this.#horizon + MAINTENANCE_BATCH_COMMITS)
    if (to > this.#horizon) this.#forgetUpTo(to)
    if (this.#nextExpiry <= retention.now) this.#forgetReceipts(retention.now)
    const finished = [...this.#jobs.values()].filter((row) => row.finishedAt !== undefined)
    finished.sort((a, b) => b.finishedAt! - a.finishedAt! || (a.id < b.id ? 1 : -1))
    for (const row of finished.slice(retention.finishedJobs)) this.#jobs.delete(row.id)
    return to < target
  }

  #forgetReceipts(now: number): void {
    this.#nextExpiry = Number.POSITIVE_INFINITY
    for (const [id, { expiresAt }] of this.#receipts) {
      if (expiresAt === undefined) continue
      if (expiresAt <= now) this.#receipts.delete(id)
      else this.#nextExpiry = Math.min(this.#nextExpiry, expiresAt)
    }
  }

  /** Keeps, of each document, the state it had at the horizon, and the commit that made it. */
  #forgetUpTo(to: number): void {
    const kept = new Set<number>()
    for (const versions of this.#versions.values()) {
      let first = 0
      while (first + 1 < versions.length && versions[first + 1]!.seq <= to) first++
      if (first > 0) versions.splice(0, first)
      if (versions[0]!.seq <= to) kept.add(versions[0]!.seq)
    }
    this.#log = this.#log.filter((row) => row.seq > to)
    this.#commits = this.#commits.filter((row) => row.seq > to || kept.has(row.seq))
    this.#horizon = to
  }

  async close(): Promise<void> {}
}

/** Nobody may change what is kept. Few ask, so it is copied then. */
function shown(row: CommitRow): CommitRow {
  return { ...row, info: take(row.info) }
}
