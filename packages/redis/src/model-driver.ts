// What a store asks of the keys of one model. A group is decided here on rows that are known, and sent with the stamp
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
  type SessionRow,
  type StateAt,
  type TimerRow,
  type TopicRow,
  type VersionRow,
} from '@cellwake/store/driver'
import type { Reply } from './connection.ts'
import { INDEX_KEY, keysOf, type ModelKeys } from './keys.ts'
import type { Calls } from './library.ts'
import { FORGET_COMMITS, HISTORY_PAGE } from './limits.ts'
import { docOf, docText, receiptText, toCommit, toDoc, toLease, toReceipt } from './records.ts'

/** What a commit needs beside rows: when and with which chance it is computed. */
export interface Reckoning {
  /** Of the library that computes. */
  readonly calls: Calls
  /** The instant and the seed, as text; undefined if nothing follows from the commit. */
  moment(commit: CommitRow, docs: readonly VersionRow[]): string | undefined
  /** Sheets that came with what was set. */
  sheets(): string
  /** The program that a commit brings, if it brings one. */
  program(
    docs: readonly VersionRow[],
  ): { readonly digest: string; readonly text: string } | undefined
  /** Whether to tell what follows. */
  readonly isWanted: boolean
  /** What follows from a commit, as the evaluator tells it. */
  applied(seq: number, text: string): void
}

/** What is to reach the store of events and jobs. */
export interface Cargo {
  readonly events: readonly EventRow[]
  readonly jobs: readonly JobRow[]
}

export interface ModelDriverParts {
  readonly id: string
  readonly space: string
  readonly calls: Calls
  readonly durability: Durability
  /** What computes a group; undefined as long as nothing does. */
  readonly reckoning: (docs: readonly VersionRow[]) => Reckoning | undefined
  /** A version has been committed: those before it are over. */
  brought(docs: readonly VersionRow[]): void
  /** Something waits in the outbox. */
  sent(): void
}

/** The rows that are known, as they are in Redis at a stamp. */
interface Known {
  stamp: string
  seq: number
  horizon: number
  session: string
  readonly leases: Map<string, LeaseRow | undefined>
  readonly receipts: Map<string, ReceiptRow>
  readonly docs: Map<string, DocRow | undefined>
  news: readonly DocRow[]
}

const NO_NEWS: readonly DocRow[] = []

export class ModelDriver implements Driver {
  readonly durability: Durability
  readonly #parts: ModelDriverParts
  readonly #keys: ModelKeys
  #known: Known | undefined
  #stamp = '0'
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

  /** What is known is old: the newest is fetched. */
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
      const known = await this.#rowsFor(needs)
      if (needs.since < known.horizon) throw new StoreError('replica-behind')
      const rows = new BufferedRows(this.#source(known))
      body(rows)
      // It was written before, and the answer was lost.
      if (rows.sessions.size === 0) return
      fault('redis:before-write')
      if (await this.#written(needs, known, rows)) return
    }
  }

  /** False if others have written meanwhile, or done what is to be done once: then what is known is other than it was. */
  async #written(needs: Needs, known: Known, rows: BufferedRows): Promise<boolean> {
    const { id } = this.#parts
    const cargo = cargoOf(rows)
    const reckoning = this.#parts.reckoning(rows.versions)
    const calls = reckoning?.calls ?? this.#parts.calls
    const sent = this.#arguments(needs, known, rows, cargo, reckoning)
    const versions = sent.commits
    let reply: Reply
    try {
      reply = await calls.write('batch_input', id, sent.args)
    } catch (error) {
      // It may have been written, or another host took over while this one could not see.
      this.#known = undefined
      throw error
    }
    const [what, ...rest] = reply as readonly string[]
    if (what === 'moved') {
      this.#known = undefined
      return false
    }
    if (what === 'receipts') {
      for (let i = 0; i < rest.length; i += 2) {
        known.receipts.set(rest[i]!, toReceipt(rest[i]!, rest[i + 1]!))
      }
      return false
    }
    fault('redis:after-write')
    this.#taken(known, needs.session, rows, rest[0]!)
    for (const [i, commit] of versions.entries()) {
      const text = rest[i + 1]
      if (text !== undefined && text !== '') reckoning?.applied(commit.seq, text)
    }
    if (cargo !== undefined) this.#parts.sent()
    if (rows.versions.some(({ id }) => id === MODEL_DOCUMENT)) this.#parts.brought(rows.versions)
    return true
  }

  /** What was written is known from now on. */
  #taken(known: Known, session: string, rows: BufferedRows, stamp: string): void {
    known.stamp = stamp
    known.seq = rows.head()
    known.news = NO_NEWS
    const row = rows.sessions.get(session)
    if (row !== undefined) known.session = sessionText(row)
    for (const lease of rows.leases.values()) known.leases.set(lease.name, lease)
    known.receipts.clear()
    known.docs.clear()
  }

  #arguments(
    needs: Needs,
    known: Known,
    rows: BufferedRows,
    cargo: Cargo | undefined,
    reckoning: Reckoning | undefined,
  ): { readonly args: readonly string[]; readonly commits: readonly CommitRow[] } {
    const session = rows.sessions.get(needs.session)!
    const receipts = [...rows.receipts.values()]
    const args: string[] = [known.stamp, String(session.at), needs.session, sessionText(session)]
    const add = (...some: (string | number)[]) => {
      for (const one of some) args.push(String(one))
    }
    // Those that are known to be there, and over, are replaced.
    const absent = receipts.filter(({ id }) => !known.receipts.has(id))
    add(absent.length, ...absent.map(({ id }) => id))
    const bySeq = new Map<number, VersionRow[]>()
    for (const version of rows.versions) {
      const list = bySeq.get(version.seq)
      if (list === undefined) bySeq.set(version.seq, [version])
      else list.push(version)
    }
    add(rows.commits.length)
    for (const commit of rows.commits) {
      const docs = bySeq.get(commit.seq) ?? []
      const moment = reckoning?.moment(commit, docs) ?? ''
      add(commit.seq, commit.at, JSON.stringify(commit.info), moment, docs.length)
      for (const doc of docs) add(doc.id, doc.prev, docText(doc))
    }
    add(receipts.length)
    for (const row of receipts) add(row.id, row.expiresAt ?? '', receiptText(row))
    add(rows.leases.size)
    for (const row of rows.leases.values()) add(row.name, JSON.stringify(row))
    if (cargo === undefined) add(0)
    else add(1, JSON.stringify(cargo))
    const program = reckoning?.program(rows.versions)
    const last = rows.versions.findLast(({ id }) => id === MODEL_DOCUMENT)
    const isDeleted = last !== undefined && last.value === undefined
    add(
      program?.digest ?? '',
      program?.text ?? '',
      reckoning?.sheets() ?? '[]',
      reckoning?.isWanted === true ? '1' : '0',
      isDeleted ? '1' : '0',
    )
    return { args, commits: rows.commits }
  }

  /** What a group is decided by, fetched if it is not known. */
  async #rowsFor(needs: Needs): Promise<Known> {
    const wanted = needs.rows()
    const known = this.#known
    const { space } = this.#parts
    const ours = wanted.docs.filter((doc) => doc.space === space)
    const isKnown =
      known !== undefined &&
      known.seq === needs.since &&
      wanted.leases.every((name) => known.leases.has(name)) &&
      ours.every(({ id }) => known.docs.has(id))
    if (isKnown) return known
    const leases = [...new Set([...(known?.leases.keys() ?? []), ...wanted.leases])]
    const ids = ours.map(({ id }) => id)
    const args = [needs.session, String(needs.since)]
    for (const list of [wanted.receipts, leases, ids]) args.push(String(list.length), ...list)
    const reply = await this.#parts.calls.read('fetch', this.#parts.id, args)
    const [stamp, seq, horizon, session, receipts, found, docs, news] = reply as readonly [
      string,
      string,
      string,
      string,
      ...(readonly string[])[],
    ]
    const fetched: Known = {
      stamp,
      seq: Number(seq),
      horizon: Number(horizon),
      session,
      leases: new Map(),
      receipts: new Map(),
      docs: new Map(),
      news: [],
    }
    for (const [i, id] of wanted.receipts.entries()) {
      const record = receipts![i]!
      if (record !== '') fetched.receipts.set(id, toReceipt(id, record))
    }
    for (const [i, name] of leases.entries()) {
      const text = found![i]!
      fetched.leases.set(name, text === '' ? undefined : toLease(text))
    }
    for (const [i, id] of ids.entries()) {
      const record = docs![i]!
      fetched.docs.set(id, record === '' ? undefined : toDoc(space, id, record))
    }
    const rows: DocRow[] = []
    for (let i = 0; i < news!.length; i += 2) rows.push(toDoc(space, news![i]!, news![i + 1]!))
    fetched.news = rows
    this.#known = fetched
    return fetched
  }

  #source(known: Known): ConstructorParameters<typeof BufferedRows>[0] {
    const { space } = this.#parts
    return {
      head: () => known.seq,
      session: (session) => sessionOf(session, known.session),
      news: () => known.news,
      doc: (at, id) => (at === space ? known.docs.get(id) : undefined),
      receipt: (id) => known.receipts.get(id),
      // They are known where they arrive, which takes each once.
      event: () => undefined,
      job: () => undefined,
      dueJobs: () => [],
      timer: () => undefined,
      lease: (name) => known.leases.get(name),
      entry: () => undefined,
      running: () => NOBODY,
    }
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

  /** Whoever has the model is the only one who writes it. */
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

/** The document that says which version runs. A model without it is not there. */
/** What the engine keeps of a model as a whole. */
export const MODEL_DOCUMENT = '#model'

const NOBODY: ReadonlyMap<string, number> = new Map()

function cargoOf(rows: BufferedRows): Cargo | undefined {
  if (rows.events.size + rows.jobs.size === 0) return undefined
  return { events: [...rows.events.values()], jobs: [...rows.jobs.values()] }
}

function sessionText({ group, at, results }: SessionRow): string {
  return JSON.stringify({ group, at, results: results() })
}

function sessionOf(session: string, text: string): SessionRow | undefined {
  if (text === '') return undefined
  const { group, at, results } = JSON.parse(text) as { group: number; at: number; results: string }
  return { session, group, at, results: () => results }
}
