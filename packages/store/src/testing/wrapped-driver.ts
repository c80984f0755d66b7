// A driver around another: it forwards everything, so that a rig or a planted bug changes only
// what it is about. Every question goes through `ask`, every exclusive section through `transact`.

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
import type { Retention } from '../retention.ts'

/** Questions to a driver: all but `transact`, `maintain`, `onNews` and `close`. */
export type Question =
  | 'news'
  | 'head'
  | 'load'
  | 'spaces'
  | 'versions'
  | 'statesAt'
  | 'commits'
  | 'commit'
  | 'seqAt'
  | 'horizon'
  | 'receipt'
  | 'topics'
  | 'events'
  | 'eventsById'
  | 'pendingEvents'
  | 'entry'
  | 'entries'
  | 'entryCounts'
  | 'jobs'
  | 'job'
  | 'timers'
  | 'lease'
  | 'stats'

export class WrappedDriver implements Driver {
  protected readonly inner: Driver

  constructor(inner: Driver) {
    this.inner = inner
  }

  get durability(): Durability {
    return this.inner.durability
  }

  async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    await this.inner.transact(needs, body)
  }

  /** Hook around a question, for subclasses. */
  protected ask<T>(_question: Question, answer: () => Promise<T>): Promise<T> {
    return answer()
  }

  maintain(retention: Retention): Promise<boolean> {
    return this.inner.maintain(retention)
  }

  onNews(session: string, listener: (arrival: Arrival) => void): () => void {
    return this.inner.onNews(session, listener)
  }

  close(): Promise<void> {
    return this.inner.close()
  }

  news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'> {
    return this.ask('news', () => this.inner.news(since))
  }

  head(): Promise<number> {
    return this.ask('head', () => this.inner.head())
  }

  load(space: string, id?: string): Promise<readonly DocRow[]> {
    return this.ask('load', () => this.inner.load(space, id))
  }

  spaces(): Promise<readonly string[]> {
    return this.ask('spaces', () => this.inner.spaces())
  }

  statesAt(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
  ): Promise<readonly DocRow[]> {
    return this.ask('statesAt', () => this.inner.statesAt(space, from, at, steps))
  }

  versions(space: string, id: string, before: number, limit: number): Promise<readonly DocRow[]> {
    return this.ask('versions', () => this.inner.versions(space, id, before, limit))
  }

  commits(after: number, limit: number): Promise<readonly CommitRow[]> {
    return this.ask('commits', () => this.inner.commits(after, limit))
  }

  commit(seq: number): Promise<CommitRow | undefined> {
    return this.ask('commit', () => this.inner.commit(seq))
  }

  seqAt(time: number): Promise<number> {
    return this.ask('seqAt', () => this.inner.seqAt(time))
  }

  horizon(): Promise<number> {
    return this.ask('horizon', () => this.inner.horizon())
  }

  receipt(id: string): Promise<ReceiptRow | undefined> {
    return this.ask('receipt', () => this.inner.receipt(id))
  }

  topics(): Promise<readonly TopicRow[]> {
    return this.ask('topics', () => this.inner.topics())
  }

  events(topic: string, page: EventPage): Promise<readonly EventRow[]> {
    return this.ask('events', () => this.inner.events(topic, page))
  }

  eventsById(topic: string, messageIds: readonly string[]): Promise<readonly EventRow[]> {
    return this.ask('eventsById', () => this.inner.eventsById(topic, messageIds))
  }

  pendingEvents(wanted: PendingEvents): Promise<readonly PendingEvent[]> {
    return this.ask('pendingEvents', () => this.inner.pendingEvents(wanted))
  }

  entry(list: string, id: string): Promise<EntryRow | undefined> {
    return this.ask('entry', () => this.inner.entry(list, id))
  }

  entries(filter: EntryFilter): Promise<readonly EntryRow[]> {
    return this.ask('entries', () => this.inner.entries(filter))
  }

  entryCounts(list: string): Promise<Readonly<Record<string, number>>> {
    return this.ask('entryCounts', () => this.inner.entryCounts(list))
  }

  jobs(filter: JobFilter): Promise<readonly JobRow[]> {
    return this.ask('jobs', () => this.inner.jobs(filter))
  }

  job(id: string): Promise<JobRow | undefined> {
    return this.ask('job', () => this.inner.job(id))
  }

  timers(until: number, limit: number): Promise<readonly TimerRow[]> {
    return this.ask('timers', () => this.inner.timers(until, limit))
  }

  lease(name: string): Promise<LeaseRow | undefined> {
    return this.ask('lease', () => this.inner.lease(name))
  }

  stats(): Promise<DriverStats> {
    return this.ask('stats', () => this.inner.stats())
  }
}
