// The store in memory: nothing survives the process. It keeps every promise but durability, so
// that tests and simulations run the same code. Several sessions may share one.

import { docKey } from '../address.ts'
import { BufferedRows, type RowSource } from '../buffered-rows.ts'
import type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  EntryFilter,
  EntryRow,
  EventPage,
  EventRow,
  JobFilter,
  JobRow,
  LeaseRow,
  Needs,
  PendingEvent,
  PendingEvents,
  ReceiptRow,
  Rows,
  SessionRow,
  StateAt,
  TimerRow,
  TopicRow,
} from '../driver.ts'
import { fault } from '../faults.ts'
import { MAINTENANCE_BATCH_COMMITS, MAINTENANCE_BATCH_ROWS } from '../limits.ts'
import { Listeners } from '../listeners.ts'
import type { Retention } from '../retention.ts'
import { oldEntries } from '../retention.ts'
import { take } from '../value.ts'
import { EntryTable } from './entry-table.ts'
import { EventTable } from './event-table.ts'
import { forgetEntries, forgetEvents } from './forget.ts'
import { JobTable } from './job-table.ts'

export class MemoryDriver implements Driver {
  readonly durability = {
    driver: 'memory',
    tier: 'D',
    sentence: 'Kept in memory only: everything is gone when the process ends.',
    settings: {},
  } as const
  readonly #docs = new Map<string, DocRow>()
  readonly #versions = new Map<string, DocRow[]>()
  /** Log of every state written, in order of commit: the source of news. */
  #log: DocRow[] = []
  #commits: CommitRow[] = []
  #head = 0
  #horizon = 0
  readonly #sessions = new Map<string, SessionRow>()
  readonly #receipts = new Map<string, ReceiptRow>()
  /** No receipt expires before. */
  #nextExpiry = Number.POSITIVE_INFINITY
  readonly #events = new EventTable()
  readonly #entries = new EntryTable()
  readonly #jobs = new JobTable()
  readonly #timers = new Map<string, TimerRow>()
  readonly #leases = new Map<string, LeaseRow>()
  readonly #listeners = new Listeners()

  /** Up to which commit the session knows that is in its exclusive section. */
  #since = 0
  readonly #source: RowSource = {
    head: () => this.#head,
    session: (session) => this.#sessions.get(session),
    news: () => this.#newsSince(this.#since),
    doc: (space, id) => this.#docs.get(docKey(space, id)),
    receipt: (id) => this.#receipts.get(id),
    event: (topic, messageId) => this.#events.get(topic, messageId),
    job: (id) => this.#jobs.get(id),
    dueJobs: (due) => this.#jobs.due(due),
    running: (queue) => this.#jobs.running(queue),
    timer: (id) => this.#timers.get(id),
    lease: (name) => this.#leases.get(name),
    entry: (list, id) => this.#entries.get(list, id),
  }

  transact(needs: Needs, body: (rows: Rows) => Arrival): undefined {
    this.#since = needs.since
    const rows = new BufferedRows(this.#source)
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
      // In the order in which they were made, also of one that is made anew.
      this.#receipts.delete(row.id)
      this.#receipts.set(row.id, row)
      if (row.expiresAt !== undefined && row.expiresAt < this.#nextExpiry) {
        this.#nextExpiry = row.expiresAt
      }
    }
    for (const row of rows.events.values()) this.#events.put(row)
    for (const row of rows.entries.values()) this.#entries.put(row)
    for (const row of rows.jobs.values()) this.#jobs.put(row)
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
    return this.#events.topics()
  }

  async events(topic: string, page: EventPage): Promise<readonly EventRow[]> {
    return this.#events.page(topic, page)
  }

  async eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]> {
    return this.#events.byId(topic, messageIds)
  }

  async pendingEvents(wanted: PendingEvents): Promise<readonly PendingEvent[]> {
    const pending: PendingEvent[] = []
    for (const event of this.#events.after(wanted.topic, wanted.after)) {
      if (pending.length >= wanted.limit) break
      const entry = this.#entries.get(wanted.list, event.messageId)
      if (entry?.final !== true) pending.push({ event, entry })
    }
    return pending
  }

  async entry(list: string, id: string): Promise<EntryRow | undefined> {
    return this.#entries.get(list, id)
  }

  async entries(filter: EntryFilter): Promise<readonly EntryRow[]> {
    return this.#entries.list(filter)
  }

  async entryCounts(list: string): Promise<Readonly<Record<string, number>>> {
    return this.#entries.counts(list)
  }

  async jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    return this.#jobs.list(filter)
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
    return {
      documents: [...this.#docs.values()].filter((row) => row.value !== undefined).length,
      commits: this.#commits.length,
      events: this.#events.size,
      entries: this.#entries.size,
      jobs: this.#jobs.counts(),
      timers: this.#timers.size,
      bytes: 0,
    }
  }

  async maintain(retention: Retention): Promise<boolean> {
    const target = this.#head - retention.historyCommits
    const to = Math.min(target, this.#horizon + MAINTENANCE_BATCH_COMMITS)
    if (to > this.#horizon) this.#forgetUpTo(to)
    if (this.#nextExpiry <= retention.now) this.#forgetReceipts(retention.now)
    this.#forgetEndless(retention.now - retention.receiptsMs)
    this.#forgetTombstones(this.#head - retention.tombstoneCommits)
    this.#jobs.forget(retention.finishedJobs)
    const before = retention.now - retention.eventsMs
    const moreEvents = forgetEvents(this.#events, this.#entries, before, retention.rounds)
    const moreEntries = forgetEntries(this.#entries, oldEntries(retention), retention.rounds)
    return to < target || moreEvents || moreEntries
  }

  #forgetReceipts(now: number): void {
    this.#nextExpiry = Number.POSITIVE_INFINITY
    for (const [id, { expiresAt }] of this.#receipts) {
      if (expiresAt === undefined) continue
      if (expiresAt <= now) this.#receipts.delete(id)
      else this.#nextExpiry = Math.min(this.#nextExpiry, expiresAt)
    }
  }

  /** Receipts without an end, in the order in which they were made. */
  #forgetEndless(before: number): void {
    for (const [id, { at, expiresAt }] of this.#receipts) {
      if (at >= before) return
      if (expiresAt === undefined) this.#receipts.delete(id)
    }
  }

  /** Deleted documents of which history knows nothing but that. */
  #forgetTombstones(before: number): void {
    const to = Math.min(before, this.#horizon)
    if (to <= 0) return
    let removed = 0
    for (const [key, { seq, value }] of this.#docs) {
      if (value !== undefined || seq > to) continue
      this.#docs.delete(key)
      this.#versions.delete(key)
      if (++removed === MAINTENANCE_BATCH_ROWS) break
    }
    if (removed > 0) this.#forgetUpTo(this.#horizon)
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

/** A copy, since the kept row must not be changed. Made when asked for, which is seldom. */
function shown(row: CommitRow): CommitRow {
  return { ...row, info: take(row.info) }
}
