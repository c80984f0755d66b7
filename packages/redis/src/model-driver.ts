// The driver of a store over the keys of one model. A group is decided here on rows that are known, and sent with the stamp
// that they had: one call writes all of it, and computes what follows, or says that others have written. Then what is
// new is fetched, and the group is decided anew. What a group publishes, and its jobs, go into the model's outbox.

import { StoreError } from '@cellwake/store'
import {
  type Arrival,
  BufferedRows,
  type CommitRow,
  type DocRow,
  type Driver,
  type DriverStats,
  type Durability,
  type EntryRow,
  type EventRow,
  fault,
  type JobRow,
  type LeaseRow,
  type Needs,
  type PendingEvent,
  type ReceiptRow,
  type Retention,
  type Rows,
  type StateAt,
  type TimerRow,
  type TopicRow,
  type VersionRow,
} from '@cellwake/store/driver'
import type { Reply } from './connection.ts'
import { cargoOf, groupArguments, MODEL_DOCUMENT, type Reckoning } from './group.ts'
import { INDEX_KEY, keysOf, type ModelKeys } from './keys.ts'
import { type KnownRows, NO_NEWS, rowsFor, sourceOf } from './known-rows.ts'
import type { Calls } from './library.ts'
import { FORGET_COMMITS, HISTORY_PAGE } from './limits.ts'
import { docOf, sessionText, toCommit, toDoc, toLease, toReceipt } from './records.ts'

export interface ModelDriverParts {
  readonly id: string
  readonly space: string
  readonly calls: Calls
  readonly durability: Durability
  /** The evaluator of a group; undefined as long as there is none. */
  readonly reckoning: (docs: readonly VersionRow[]) => Reckoning | undefined
  /** A version has been committed: those before it are over. */
  brought(docs: readonly VersionRow[]): void
  /** Something waits in the outbox. */
  sent(): void
}

export class ModelDriver implements Driver {
  readonly durability: Durability
  readonly #parts: ModelDriverParts
  readonly #keys: ModelKeys
  #known: KnownRows | undefined
  #stamp = '0'
  /** The rows of the group that was sent last, as long as their outcome is not known. */
  #sent: BufferedRows | undefined
  /** One group at a time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: ModelDriverParts) {
    this.#parts = parts
    this.durability = parts.durability
    this.#keys = keysOf(parts.id)
  }

  /** The stamp of the last write that is known here: what is asked of the model must be asked of that. */
  get stamp(): string {
    return this.#known?.stamp ?? this.#stamp
  }

  /** The cache is stale: the newest is fetched. */
  async refresh(): Promise<void> {
    const head = await this.#ask(['HGET', this.#keys.head, 'stamp'])
    if (this.#known !== undefined && this.#known.stamp !== head) this.#known = undefined
    this.#stamp = head === null ? '0' : String(head)
  }

  transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    const turn = this.#turn.then(() => this.#decide(needs, body))
    this.#turn = turn.catch(() => {})
    return turn
  }

  async #decide(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    for (;;) {
      const known = await rowsFor(this.#parts, needs, this.#known)
      this.#known = known
      if (needs.since < known.horizon) throw new StoreError('replica-behind')
      const rows = new BufferedRows(sourceOf(known, this.#parts.space))
      body(rows)
      // It was written before, and the answer was lost.
      if (rows.sessions.size === 0) {
        if (this.#sent !== undefined) this.#landed(this.#sent)
        return
      }
      fault('redis:before-write')
      if (await this.#written(needs, known, rows)) return
    }
  }

  /** False if others have written meanwhile, or done what is to be done once: then what is known is other than it was. */
  async #written(needs: Needs, known: KnownRows, rows: BufferedRows): Promise<boolean> {
    const { id } = this.#parts
    const reckoning = this.#parts.reckoning(rows.versions)
    const calls = reckoning?.calls ?? this.#parts.calls
    const args = groupArguments(needs, known, rows, reckoning)
    this.#sent = rows
    let reply: Reply
    try {
      reply = await calls.write('batch_input', id, args)
    } catch (error) {
      // It may have been written, or another host took over while this one could not see.
      this.#known = undefined
      throw error
    }
    const [what, ...rest] = reply as readonly string[]
    if (what !== 'ok') this.#sent = undefined
    if (what === 'moved') {
      this.#known = undefined
      return false
    }
    if (what === 'large') throw new StoreError('value-too-large', 'what follows from it')
    if (what === 'receipts') {
      for (let i = 0; i < rest.length; i += 2) {
        known.receipts.set(rest[i]!, toReceipt(rest[i]!, rest[i + 1]!))
      }
      return false
    }
    fault('redis:after-write')
    this.#taken(known, needs.session, rows, rest[0]!)
    for (const [i, commit] of rows.commits.entries()) {
      const text = rest[i + 1]
      if (text !== undefined && text !== '') reckoning?.applied(commit.seq, text)
    }
    this.#landed(rows)
    return true
  }

  /** The version that runs is computed from this program from now on. */
  adopt(calls: Calls, digest: string, program: string): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (this.#known === undefined) await this.refresh()
      const args = [this.stamp, digest, program]
      const [what, stamp] = (await calls.write('adopt', this.#parts.id, args)) as readonly string[]
      if (what !== 'ok') this.#known = undefined
      else if (this.#known === undefined) this.#stamp = stamp!
      else this.#known.stamp = stamp!
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** What was written is heard of where others wait for it. */
  #landed(rows: BufferedRows): void {
    this.#sent = undefined
    if (cargoOf(rows) !== undefined) this.#parts.sent()
    if (rows.versions.some(({ id }) => id === MODEL_DOCUMENT)) this.#parts.brought(rows.versions)
  }

  /** Rows that were written are cached from now on. */
  #taken(known: KnownRows, session: string, rows: BufferedRows, stamp: string): void {
    known.stamp = stamp
    known.seq = rows.head()
    known.news = NO_NEWS
    const row = rows.sessions.get(session)
    if (row !== undefined) known.session = sessionText(row)
    for (const lease of rows.leases.values()) known.leases.set(lease.name, lease)
    known.receipts.clear()
    known.docs.clear()
  }

  // Questions

  async news(since: number): Promise<{ head: number; docs: readonly DocRow[] } | 'too-far-back'> {
    const args = ['', String(since), '0', '0', '0']
    const reply = await this.#parts.calls.read('fetch', this.#parts.id, args)
    const [, seq, horizon, , , , , news] = reply as readonly [
      string,
      string,
      string,
      string,
      ...(readonly string[])[],
    ]
    if (since < Number(horizon)) return 'too-far-back'
    const docs: DocRow[] = []
    for (let i = 0; i < news!.length; i += 2) {
      docs.push(toDoc(this.#parts.space, news![i]!, news![i + 1]!))
    }
    return { head: Number(seq), docs }
  }

  /** The owner of the model is the only one who writes it. */
  onNews(): () => void {
    return () => {}
  }

  async head(): Promise<number> {
    return Number((await this.#ask(['HGET', this.#keys.head, 'seq'])) ?? 0)
  }

  async load(space: string, id?: string): Promise<readonly DocRow[]> {
    if (space !== this.#parts.space) return []
    if (id !== undefined) {
      const record = await this.#ask(['HGET', this.#placeOf(id), id])
      return record === null ? [] : [toDoc(space, id, String(record))]
    }
    const found: DocRow[] = []
    for (const key of [this.#keys.docs, this.#keys.rules]) {
      const all = (await this.#ask(['HGETALL', key])) as readonly string[]
      for (let i = 0; i < all.length; i += 2) {
        // When rules began stands beside them, for people.
        if (key === this.#keys.rules && !all[i]!.startsWith('!')) continue
        found.push(toDoc(space, all[i]!, all[i + 1]!))
      }
    }
    return found
  }

  async spaces(): Promise<readonly string[]> {
    return (await this.head()) > 0 ? [this.#parts.space] : []
  }

  async versions(
    space: string,
    id: string,
    before: number,
    limit: number,
  ): Promise<readonly DocRow[]> {
    return this.#states(space, [{ id }], before - 1, Number.MAX_SAFE_INTEGER, limit)
  }

  statesAt(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
  ): Promise<readonly DocRow[]> {
    return this.#states(space, from, at, steps, 1)
  }

  async #states(
    space: string,
    from: readonly StateAt[],
    at: number,
    steps: number,
    most: number,
  ): Promise<DocRow[]> {
    const args = [String(at), String(steps), String(most), String(from.length)]
    for (const { id, seq } of from) args.push(id, seq === undefined ? '' : String(seq))
    const reply = await this.#parts.calls.read('states', this.#parts.id, args)
    return (reply as readonly (readonly string[])[]).map(([id, seq, text]) =>
      docOf(space, id!, Number(seq), text!),
    )
  }

  async commits(after: number, limit: number): Promise<readonly CommitRow[]> {
    const count = String(Math.min(limit, HISTORY_PAGE))
    const range = ['XRANGE', this.#keys.commits, `${after + 1}-0`, '+', 'COUNT', count]
    return ((await this.#ask(range)) as readonly Reply[]).map(toCommit)
  }

  async commit(seq: number): Promise<CommitRow | undefined> {
    const range = ['XRANGE', this.#keys.commits, `${seq}-0`, `${seq}-9`]
    const [found] = (await this.#ask(range)) as readonly Reply[]
    return found === undefined ? undefined : toCommit(found)
  }

  async seqAt(time: number): Promise<number> {
    const range = ['ZREVRANGEBYSCORE', this.#keys.times, String(time), '-inf', 'LIMIT', '0', '1']
    const [seq] = (await this.#ask(range)) as readonly string[]
    return Number(seq ?? 0)
  }

  async horizon(): Promise<number> {
    return Number((await this.#ask(['HGET', this.#keys.head, 'horizon'])) ?? 0)
  }

  async receipt(id: string): Promise<ReceiptRow | undefined> {
    const record = await this.#ask(['HGET', this.#keys.receipts, id])
    return record === null ? undefined : toReceipt(id, String(record))
  }

  async lease(name: string): Promise<LeaseRow | undefined> {
    const text = await this.#ask(['HGET', this.#keys.leases, name])
    return text === null ? undefined : toLease(String(text))
  }

  // Events and jobs are where the outbox is emptied to.

  async topics(): Promise<readonly TopicRow[]> {
    return []
  }

  async events(): Promise<readonly EventRow[]> {
    return []
  }

  async eventsById(): Promise<readonly EventRow[]> {
    return []
  }

  async pendingEvents(): Promise<readonly PendingEvent[]> {
    return []
  }

  async entry(): Promise<EntryRow | undefined> {
    return undefined
  }

  async entries(): Promise<readonly EntryRow[]> {
    return []
  }

  async entryCounts(): Promise<Readonly<Record<string, number>>> {
    return {}
  }

  async jobs(): Promise<readonly JobRow[]> {
    return []
  }

  async job(): Promise<JobRow | undefined> {
    return undefined
  }

  async timers(): Promise<readonly TimerRow[]> {
    return []
  }

  async stats(): Promise<DriverStats> {
    const documents = Number(await this.#ask(['HLEN', this.#keys.docs]))
    const commits = Number(await this.#ask(['XLEN', this.#keys.commits]))
    const jobs = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    return { documents, commits, events: 0, entries: 0, jobs, timers: 0, bytes: 0 }
  }

  async maintain({ historyCommits, now }: Retention): Promise<boolean> {
    const until = (await this.head()) - historyCommits
    const args = [String(Math.max(0, until)), String(FORGET_COMMITS), String(now)]
    return (await this.#parts.calls.write('forget', this.#parts.id, args)) === 1
  }

  async close(): Promise<void> {
    await this.#turn
  }

  #placeOf(id: string): string {
    return id.startsWith('!') ? this.#keys.rules : this.#keys.docs
  }

  #ask(args: readonly string[]): Promise<Reply> {
    const { connection } = this.#parts.calls
    return connection.command(args[0] === 'SMEMBERS' ? INDEX_KEY : this.#keys.head, args, {
      readOnly: true,
    })
  }
}
