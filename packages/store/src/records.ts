// Queries of all that the database holds beside documents: history and provenance, receipts, topics, entries,
// jobs, timers and leases. Asking changes nothing.

import { type Address, type DocRef, docKey } from './address.ts'
import type {
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
  LeaseRow,
  PendingEvent,
  ReceiptRow,
  StateAt,
  TimerRow,
  TopicRow,
} from './driver.ts'
import { consumersOf } from './entries.ts'
import { StoreError } from './errors.ts'
import { QUERY_ROWS, STATE_STEPS_PER_QUERY, STATES_PER_QUERY } from './limits.ts'
import { system } from './system.ts'
import { getAt, type Value } from './value.ts'

/** Commits by number. */
export type KnownCommits = Map<number, Promise<CommitRow | undefined>>

export class Records {
  readonly #driver: Driver
  /** Consumers that are known to have declared themselves. */
  readonly #consumers = new Set<string>()

  constructor(driver: Driver) {
    this.#driver = driver
  }

  /** Durability tier, as read back from the database. */
  get durability(): Durability {
    return this.#driver.durability
  }

  spaces(): Promise<readonly string[]> {
    return this.#driver.spaces()
  }

  // History and provenance

  /** Older states of a document, newest first. `commits` keeps those that were read, for documents of the same commits. */
  async history(
    ref: DocRef,
    page: { before?: number; limit?: number; commits?: KnownCommits } = {},
  ): Promise<(DocRow & { commit: CommitRow | undefined })[]> {
    const before = page.before ?? Number.MAX_SAFE_INTEGER
    const rows = await this.#driver.versions(ref.space, ref.id, before, page.limit ?? QUERY_ROWS)
    const commits: KnownCommits = page.commits ?? new Map()
    return Promise.all(
      rows.map(async (row) => {
        const commit = commits.get(row.seq) ?? this.#driver.commit(row.seq)
        commits.set(row.seq, commit)
        return { ...row, commit: await commit }
      }),
    )
  }

  /**
   * States of documents of a space at a commit, from known or newest states of them. Documents that were not
   * there then are left out.
   */
  async statesAt(space: string, from: readonly StateAt[], at: number): Promise<DocRow[]> {
    const found: DocRow[] = []
    let open = from
    while (open.length > 0) {
      const next: StateAt[] = []
      for (let first = 0; first < open.length; first += STATES_PER_QUERY) {
        const some = open.slice(first, first + STATES_PER_QUERY)
        for (const row of await this.#driver.statesAt(space, some, at, STATE_STEPS_PER_QUERY)) {
          if (row.seq <= at) found.push(row)
          else next.push(row)
        }
        // A driver that answers at once would hold everybody else up.
        await new Promise<void>((resolve) => system.defer(resolve))
      }
      open = next
    }
    return found
  }

  /** State of a document at a commit. */
  async readAt(address: Address, seq: number): Promise<Value | undefined> {
    if (seq < (await this.#driver.horizon())) {
      throw new StoreError('history-pruned', `commit ${seq} is gone`)
    }
    const rows = await this.#driver.versions(address.space, address.id, seq + 1, 1)
    return getAt(rows[0]?.value, address.path)
  }

  /** The newest commit at or before a time. */
  seqAt(time: number): Promise<number> {
    return this.#driver.seqAt(time)
  }

  /** The horizon: the oldest commit whose states are all kept. */
  keptSince(): Promise<number> {
    return this.#driver.horizon()
  }

  /** Why a commit was made. */
  commitInfo(seq: number): Promise<CommitRow | undefined> {
    return this.#driver.commit(seq)
  }

  commits(page: { after?: number; limit?: number } = {}): Promise<readonly CommitRow[]> {
    return this.#driver.commits(page.after ?? 0, page.limit ?? QUERY_ROWS)
  }

  // Receipts, topics

  receipt(id: string): Promise<ReceiptRow | undefined> {
    return this.#driver.receipt(id)
  }

  topics(): Promise<readonly TopicRow[]> {
    return this.#driver.topics()
  }

  events(topic: string, page: EventPage = {}): Promise<readonly EventRow[]> {
    return this.#driver.events(topic, { ...page, limit: page.limit ?? QUERY_ROWS })
  }

  /** The events found, by position. */
  eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]> {
    return this.#driver.eventsById(topic, messageIds)
  }

  /**
   * Events of a topic that wait for the consumer with this list: after a position, and without a final entry in the
   * list. Oldest first, each with its entry if there is one.
   *
   * Every event behind `after` is looked at, consumed or not, so the cursor should be as far on as possible: a consumer
   * that leaves an event for later gives it an entry that is not final, moves on, and asks for those by `entries`.
   *
   * The consumer must have declared itself, see `consumersOf`: by that, retention knows for whom events are kept.
   */
  async pendingEvents(
    list: string,
    topic: string,
    after = 0,
    limit = QUERY_ROWS,
  ): Promise<readonly PendingEvent[]> {
    await this.#mustBeDeclared(list, topic)
    return this.#driver.pendingEvents({ list, topic, after, limit })
  }

  async #mustBeDeclared(list: string, topic: string): Promise<void> {
    const key = docKey(topic, list)
    if (this.#consumers.has(key)) return
    if ((await this.#driver.entry(consumersOf(topic), list)) === undefined) {
      throw new StoreError('consumer-undeclared', `${list} on topic ${topic}`)
    }
    this.#consumers.add(key)
  }

  // Entries

  entry(list: string, id: string): Promise<EntryRow | undefined> {
    return this.#driver.entry(list, id)
  }

  /** By order, then id. */
  entries(filter: EntryFilter): Promise<readonly EntryRow[]> {
    return this.#driver.entries({ ...filter, limit: filter.limit ?? QUERY_ROWS })
  }

  /** Number of entries of a list in each state. */
  entryCounts(list: string): Promise<Readonly<Record<string, number>>> {
    return this.#driver.entryCounts(list)
  }

  // Jobs, timers, leases

  jobs(filter: JobFilter = {}): Promise<readonly JobRow[]> {
    return this.#driver.jobs({ ...filter, limit: filter.limit ?? QUERY_ROWS })
  }

  job(id: string): Promise<JobRow | undefined> {
    return this.#driver.job(id)
  }

  timers(page: { until?: number; limit?: number } = {}): Promise<readonly TimerRow[]> {
    const until = page.until ?? Number.MAX_SAFE_INTEGER
    return this.#driver.timers(until, page.limit ?? QUERY_ROWS)
  }

  lease(name: string): Promise<LeaseRow | undefined> {
    return this.#driver.lease(name)
  }

  stats(): Promise<DriverStats> {
    return this.#driver.stats()
  }
}
