// The store: the one door to durable state. A transaction changes the view at once and tells the
// subscribers; its verdict comes when the database has it. What was acknowledged is durable, as
// far as the tier says; what was rejected is taken back, and everyone who saw it is told.

import type { Act, LeaseAnswer } from './acts.ts'
import { type Address, type DocRef, formatAddress, type Path } from './address.ts'
import { Barrier } from './barrier.ts'
import { carriesMore, infoOf, malformed, rebased } from './check.ts'
import type { Change, CommitResult, CommitSpec, Committed } from './commit.ts'
import { Committer } from './committer.ts'
import type {
  Arrival,
  CommitRow,
  DocRow,
  Driver,
  DriverStats,
  Durability,
  EventRow,
  JobFilter,
  JobRow,
  LeaseRow,
  ReceiptRow,
  TimerRow,
  TopicRow,
} from './driver.ts'
import { type Rejected, RejectedError, rejection, StoreError } from './errors.ts'
import {
  CLAIM_JOBS,
  EDIT_RETRY_DELAY_MAX_MS,
  EDIT_RETRY_DELAY_MS,
  EDIT_RETRY_WINDOW_MS,
  FINISHED_JOBS,
  HISTORY_COMMITS,
  JOB_LEASE_MS,
  QUERY_ROWS,
} from './limits.ts'
import { type LoadKey, Loads } from './loads.ts'
import { checkName } from './names.ts'
import { Channel, type Notification } from './notifications.ts'
import { type Doc, type Layer, type Op, pathOf, Replica } from './replica.ts'
import { system as realSystem, type System } from './system.ts'
import { type BeginOptions, type CommitHandle, checkWhole, Tx, type TxHost } from './tx.ts'
import { equal, getAt, take, type Value } from './value.ts'

export interface StoreOptions {
  /** Replaces the time, for tests and simulations. */
  readonly clock?: { now(): number }
  readonly system?: System
  /** How many commits of history are kept. */
  readonly historyCommits?: number
  readonly finishedJobs?: number
  /** Told of errors that belong to no caller, such as a subscriber that throws. */
  readonly onError?: (error: unknown) => void
}

export interface ClaimOptions {
  readonly queues: readonly string[]
  readonly worker: string
  readonly limit?: number
  readonly leaseMs?: number
}

const WHOLE: Path = []
const NO_CHANGES: readonly Change[] = []

export class Store {
  readonly #driver: Driver
  readonly #ownsDriver: boolean
  readonly #system: System
  readonly #replica: Replica
  readonly #loads: Loads
  readonly #committer: Committer
  readonly #changes: Channel<Notification>
  readonly #arrivals: Channel<Arrival>
  readonly #barrier = new Barrier()
  readonly #report: (error: unknown) => void
  readonly #stopNews: () => void
  readonly #txHost: TxHost = {
    doc: (space, id) => this.#doc(space, id),
    missing: (doc) => {
      // Its arrival is an ordinary change; a failure shows to those who wait for the load.
      this.#loads.load({ space: doc.space, id: doc.id }).catch(() => {})
    },
    commit: (tx) => this.#commit(tx),
    report: (error) => this.#report(error),
  }
  #localSeq = 0
  #closed = false
  #closing: Promise<void> | undefined
  /** This opening of the store: no other has the same. */
  readonly session: string

  constructor(driver: Driver, head: number, options: StoreOptions & { ownsDriver: boolean }) {
    const base = options.system ?? realSystem
    const { clock } = options
    this.#system = clock === undefined ? base : onClock(base, clock)
    this.#driver = driver
    this.#ownsDriver = options.ownsDriver
    const ours = options.ownsDriver && driver.durability.driver !== 'postgres'
    this.#replica = new Replica(ours && head === 0)
    this.session = this.#system.uniqueId()
    const report =
      options.onError ??
      ((error: unknown) =>
        base.defer(() => {
          throw error
        }))
    this.#report = report
    this.#changes = new Channel(report)
    this.#arrivals = new Channel(report)
    this.#loads = new Loads(driver, this.#replica, (changes) =>
      this.#changes.send({ type: 'pull', changes }),
    )
    this.#committer = new Committer(
      {
        driver,
        replica: this.#replica,
        loads: this.#loads,
        session: this.session,
        system: this.#system,
        retention: {
          // The newest commit always stays: the numbering goes on from it.
          historyCommits: Math.max(1, options.historyCommits ?? HISTORY_COMMITS),
          finishedJobs: options.finishedJobs ?? FINISHED_JOBS,
        },
        notify: (notification) => this.#changes.send(notification),
        arrived: (arrival) => this.#arrivals.send(arrival),
        report,
      },
      head,
    )
    this.#stopNews = driver.onNews(this.session, (arrival) => {
      this.#committer.newsArrived()
      this.#arrivals.send(arrival)
    })
  }

  /** What survives what, as read back from the database. */
  get durability(): Durability {
    return this.#driver.durability
  }

  /** The newest commit this replica has seen. */
  get seq(): number {
    return this.#committer.seq
  }

  now(): number {
    return this.#system.now()
  }

  // Documents

  begin(options: BeginOptions = {}): Tx {
    this.#mustBeOpen()
    return new Tx(this.#txHost, options)
  }

  /**
   * Runs `fn` and commits what it wrote. A stale basis runs it again; any other rejection throws.
   * Resolves when it is durable.
   */
  async edit(
    fn: (tx: Tx) => unknown,
    options: Omit<BeginOptions, 'readOnly'> = {},
  ): Promise<Committed> {
    const deadline = this.#system.now() + EDIT_RETRY_WINDOW_MS
    let delay = EDIT_RETRY_DELAY_MS
    for (;;) {
      const tx = this.begin(options)
      try {
        // A function that does not wait is applied before this call returns.
        const running = fn(tx)
        if (running instanceof Promise) await running
      } catch (error) {
        tx.abort('the function threw')
        throw error
      }
      const result = await tx.commit().verdict
      if (result.rejected === undefined) return result
      if (result.rejected !== 'stale' || this.#system.now() >= deadline) {
        throw new RejectedError(result)
      }
      await result.readyToRetry()
      await this.#system.delay(delay * (0.5 + this.#system.random() / 2))
      delay = Math.min(delay * 2, EDIT_RETRY_DELAY_MAX_MS)
    }
  }

  /** One conditional commit, as data. Rejection is an answer, not an exception. */
  commit(spec: CommitSpec, options: Omit<BeginOptions, 'readOnly'> = {}): Promise<CommitResult> {
    const tx = this.begin(spec.cause === undefined ? options : { ...options, cause: spec.cause })
    for (const precondition of spec.expect ?? []) tx.require(precondition)
    for (const { at, value } of spec.write ?? []) {
      if (value === undefined) tx.delete(at)
      else tx.write(at, value)
    }
    for (const receipt of spec.receipts ?? []) tx.receipt(receipt)
    for (const event of spec.publish ?? []) tx.publish(event)
    for (const op of spec.jobs ?? []) tx.job(op)
    for (const op of spec.timers ?? []) tx.timer(op)
    return tx.commit().verdict
  }

  /** The record of a document, for those who look at it often. Only `derive` may change it. */
  record(ref: DocRef): Doc {
    this.#mustBeOpen()
    return this.#doc(ref.space, ref.id)
  }

  /**
   * Sets a derived document; absent for undefined. A transaction in one step, for values that follow
   * from others by the thousand. True if it is another value now; all subscribers are told but the
   * one who derives.
   */
  derive(doc: Doc, value: unknown, deriver: (notification: Notification) => void): boolean {
    this.#mustBeOpen()
    if (doc.known || doc.layers.length > 0) {
      throw new StoreError('mixed-durability', `${doc.space}/${doc.id}`)
    }
    const before = doc.value
    const after = value === undefined ? undefined : take(value)
    if (!this.#replica.setDerived(doc, after)) return false
    if (this.#changes.hasOthers(deriver)) {
      const change = { space: doc.space, id: doc.id, path: WHOLE, before, after }
      this.#changes.send({ type: 'commit', changes: [change] }, deriver)
    }
    return true
  }

  /** What stands there now, pending commits included. Remembers nothing. */
  read(address: Address): Value | undefined {
    return getAt(this.#replica.find(address.space, address.id)?.value, address.path)
  }

  /** The commit that last wrote a document, 0 for none, and how often its view has changed. */
  version(ref: DocRef): { seq: number; version: number; pending: boolean } {
    const doc = this.#replica.find(ref.space, ref.id)
    if (doc === undefined) return { seq: 0, version: 0, pending: false }
    return { seq: doc.seq, version: doc.version, pending: doc.layers.length > 0 }
  }

  /** The documents of a space that are here and present. */
  *documents(space: string): Iterable<string> {
    for (const doc of this.#replica.docs(space)) if (doc.value !== undefined) yield doc.id
  }

  subscribe(fn: (notification: Notification) => void): () => void {
    return this.#changes.subscribe(fn)
  }

  /** Told when jobs, events or timers are durable: ours, and those of other hosts. */
  onArrival(fn: (arrival: Arrival) => void): () => void {
    return this.#arrivals.subscribe(fn)
  }

  // Loads

  /** Brings in one document, or a whole space. */
  async load(key: LoadKey): Promise<'present' | 'absent'> {
    this.#mustBeOpen()
    await this.#loads.load(key)
    if (key.id !== undefined) {
      return this.read({ space: key.space, id: key.id, path: [] }) === undefined
        ? 'absent'
        : 'present'
    }
    for (const _ of this.documents(key.space)) return 'present'
    return 'absent'
  }

  isLoaded(ref: DocRef): boolean {
    const doc = this.#replica.find(ref.space, ref.id)
    return doc === undefined
      ? this.#replica.isSpaceLoaded(ref.space)
      : doc.loaded || doc.derived === true
  }

  pendingLoads(): LoadKey[] {
    return this.#loads.pending()
  }

  loadGeneration(key: LoadKey): number {
    return this.#loads.generation(key)
  }

  loadsSettled(keys: readonly LoadKey[]): Promise<void> {
    return this.#loads.settled(keys)
  }

  spaces(): Promise<readonly string[]> {
    return this.#driver.spaces()
  }

  // The barrier

  hasPendingCommits(): boolean {
    return this.#barrier.busy
  }

  /** Resolves when every commit has its verdict, and what was tracked is over. */
  pendingCommitsSettled(): Promise<void> {
    return this.#barrier.settled()
  }

  track<T>(promise: Promise<T>): Promise<T> {
    return this.#barrier.track(promise)
  }

  /** Counts something as pending until the returned function is called. */
  hold(): () => void {
    return this.#barrier.enter()
  }

  // History and provenance

  /** Older states of a document, newest first. */
  async history(
    ref: DocRef,
    page: { before?: number; limit?: number } = {},
  ): Promise<(DocRow & { commit: CommitRow | undefined })[]> {
    const before = page.before ?? Number.MAX_SAFE_INTEGER
    const rows = await this.#driver.versions(ref.space, ref.id, before, page.limit ?? QUERY_ROWS)
    return Promise.all(
      rows.map(async (row) => ({ ...row, commit: await this.#driver.commit(row.seq) })),
    )
  }

  /** What a document was at a commit. */
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

  /** Why a commit was made. */
  commitInfo(seq: number): Promise<CommitRow | undefined> {
    return this.#driver.commit(seq)
  }

  commits(page: { after?: number; limit?: number } = {}): Promise<readonly CommitRow[]> {
    return this.#driver.commits(page.after ?? 0, page.limit ?? QUERY_ROWS)
  }

  // Receipts, topics, jobs, timers, leases

  receipt(id: string): Promise<ReceiptRow | undefined> {
    return this.#driver.receipt(id)
  }

  topics(): Promise<readonly TopicRow[]> {
    return this.#driver.topics()
  }

  events(
    topic: string,
    page: { after?: number; limit?: number } = {},
  ): Promise<readonly EventRow[]> {
    return this.#driver.events(topic, page.after ?? 0, page.limit ?? QUERY_ROWS)
  }

  jobs(filter: JobFilter = {}): Promise<readonly JobRow[]> {
    return this.#driver.jobs({ ...filter, limit: filter.limit ?? QUERY_ROWS })
  }

  job(id: string): Promise<JobRow | undefined> {
    return this.#driver.job(id)
  }

  /** Takes due jobs, the most urgent first. They are durably ours when this resolves. */
  claim(options: ClaimOptions): Promise<readonly JobRow[]> {
    for (const queue of options.queues) checkName('the queue', queue)
    checkName('the worker', options.worker)
    checkWhole('the limit', options.limit, 0)
    checkWhole('the lease', options.leaseMs, 1)
    const limit = Math.min(options.limit ?? 1, CLAIM_JOBS)
    return this.#send((settle) => ({
      kind: 'claim',
      due: { queues: options.queues, now: this.#system.now(), limit },
      worker: options.worker,
      leaseMs: options.leaseMs ?? JOB_LEASE_MS,
      settle,
    }))
  }

  timers(page: { until?: number; limit?: number } = {}): Promise<readonly TimerRow[]> {
    const until = page.until ?? Number.MAX_SAFE_INTEGER
    return this.#driver.timers(until, page.limit ?? QUERY_ROWS)
  }

  lease(name: string): Promise<LeaseRow | undefined> {
    return this.#driver.lease(name)
  }

  /** Takes or renews a lease. Its epoch goes into the `expect` of every commit made under it. */
  acquireLease(name: string, ttlMs: number): Promise<LeaseAnswer> {
    return this.#moveLease('acquire', name, ttlMs)
  }

  releaseLease(name: string): Promise<LeaseAnswer> {
    return this.#moveLease('release', name, 0)
  }

  // Upkeep

  stats(): Promise<DriverStats> {
    return this.#driver.stats()
  }

  /** Removes what retention allows, now. It also happens by itself. */
  async maintain(): Promise<void> {
    this.#mustBeOpen()
    this.#committer.maintainSoon()
    await this.#committer.rest()
  }

  /** Waits for what was sent, then lets go of everything. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#closed = true
    this.#stopNews()
    await this.#committer.rest()
    await this.#loads.settled(this.#loads.pending()).catch(() => {})
    if (this.#ownsDriver) await this.#driver.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #moveLease(op: 'acquire' | 'release', name: string, ttlMs: number): Promise<LeaseAnswer> {
    checkName('the lease', name)
    checkWhole('its term', ttlMs, 0)
    return this.#send((settle) => ({
      kind: 'lease',
      op,
      name,
      at: this.#system.now(),
      ttlMs,
      settle,
    }))
  }

  #send<T>(make: (settle: (answer: T | Rejected) => void) => Act): Promise<T> {
    this.#mustBeOpen()
    const promise = new Promise<T>((resolve, reject) => {
      const act = make((answer) => {
        if (typeof answer === 'object' && answer !== null && 'rejected' in answer) {
          reject(new RejectedError(answer))
        } else resolve(answer as T)
      })
      this.#committer.push(act)
    })
    return this.#barrier.track(promise)
  }

  #doc(space: string, id: string): Doc {
    const known = this.#replica.find(space, id)
    if (known !== undefined) return known
    checkName('the space', space)
    checkName('the document id', id)
    return this.#replica.doc(space, id)
  }

  #commit(tx: Tx): CommitHandle {
    const failure = this.#closed ? new StoreError('store-closed') : this.#committer.failure
    if (failure !== undefined) {
      return this.#settleNow(tx, rejection('transport', failure.code, failure.message))
    }
    const stale = tx.staleRead()
    if (stale !== undefined) {
      const why = `${formatAddress(stale)} changed while this ran`
      return this.#settleNow(tx, rejection('stale', 'inconsistent', why))
    }
    const problem = malformed(tx)
    if (problem !== undefined) {
      return this.#settleNow(tx, rejection('terminal', problem.code, problem.message))
    }
    if (!tx.writes && !carriesMore(tx)) return this.#settleHere(tx, NO_CHANGES)
    // What is derived leaves no record: its cause is with what it follows from.
    if (tx.options.derived === true) return this.#commitDerived(tx)
    const written: { doc: Doc; ops: readonly Op[]; after: Value | undefined }[] = []
    for (const entry of tx.docs) {
      if (entry.ops.length === 0) continue
      const after = rebased(entry)
      if (after instanceof StoreError) {
        return this.#settleNow(tx, rejection('terminal', after.code, after.message))
      }
      written.push({ doc: entry.doc, ops: entry.ops, after })
    }
    const changes: Change[] = []
    for (const { doc, ops, after } of written) {
      const before = doc.value
      if (equal(after, before)) continue
      changes.push({ space: doc.space, id: doc.id, path: pathOf(ops), before, after })
    }
    // What is not here may differ, and what is pending may be taken back: neither is durable yet.
    const unsure = written.some(({ doc }) => !doc.loaded || doc.layers.length > 0)
    if (changes.length === 0 && !unsure && !carriesMore(tx)) return this.#settleHere(tx, changes)
    const info = infoOf(tx.options.cause)
    if (info instanceof StoreError) {
      return this.#settleNow(tx, rejection('terminal', info.code, info.message))
    }
    // All of its writes go, also of what is there already: elsewhere it may not be any more.
    const layers: Layer[] = []
    for (const { doc, ops, after } of written) {
      const layer: Layer = { doc, ops }
      this.#replica.push(layer, equal(after, doc.value) ? doc.value : after)
      layers.push(layer)
      doc.derived = false
    }
    tx.markPending()
    // Sent before it is announced: what a subscriber commits in answer comes after it.
    const handle = this.#sendCommit(tx, layers, changes, info)
    if (changes.length > 0) this.#announce(tx, changes)
    return handle
  }

  /** Nothing leaves the process, so there is nothing to wait for and little to remember. */
  #commitDerived(tx: Tx): CommitHandle {
    for (const entry of tx.docs) {
      if (entry.ops.length === 0) continue
      const after = rebased(entry)
      if (after instanceof StoreError) {
        return this.#settleNow(tx, rejection('terminal', after.code, after.message))
      }
    }
    const changes: Change[] = []
    for (const entry of tx.docs) {
      if (entry.ops.length === 0) continue
      const { doc, ops } = entry
      const before = doc.value
      const after = rebased(entry) as Value | undefined
      if (!this.#replica.setDerived(doc, after)) continue
      changes.push({ space: doc.space, id: doc.id, path: pathOf(ops), before, after })
    }
    return this.#settleHere(tx, changes)
  }

  #sendCommit(
    tx: Tx,
    layers: readonly Layer[],
    changes: readonly Change[],
    info: Value,
  ): CommitHandle {
    const localSeq = ++this.#localSeq
    const leave = this.#barrier.enter()
    const verdict = new Promise<CommitResult>((resolve) => {
      this.#committer.push({
        kind: 'commit',
        localSeq,
        at: this.#system.now(),
        jitter: this.#system.random(),
        tx,
        layers,
        changes,
        info,
        settle: (result) => {
          tx.settle(result)
          resolve(result)
          leave()
        },
      })
    })
    return { localSeq, verdict }
  }

  #announce(tx: Tx, changes: readonly Change[]): void {
    const { source, changeGroup } = tx.options
    this.#changes.send({ type: 'commit', source, changeGroup, changes })
  }

  /** It has nothing for the database. */
  #settleHere(tx: Tx, changes: readonly Change[]): CommitHandle {
    if (changes.length > 0) this.#announce(tx, changes)
    return this.#settleNow(tx, { seq: this.seq, changes })
  }

  #settleNow(tx: Tx, result: CommitResult): CommitHandle {
    tx.settle(result)
    return new Settled(result)
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('store-closed')
  }
}

/** A commit whose verdict is known at once. Few ask for it as a promise. */
class Settled implements CommitHandle {
  readonly localSeq = 0
  readonly #result: CommitResult

  constructor(result: CommitResult) {
    this.#result = result
  }

  get verdict(): Promise<CommitResult> {
    return Promise.resolve(this.#result)
  }
}

/** The same world at another time. */
function onClock(base: System, clock: { now(): number }): System {
  return {
    now: () => clock.now(),
    random: () => base.random(),
    uniqueId: () => base.uniqueId(),
    defer: (fn) => base.defer(fn),
    delay: (ms) => base.delay(ms),
  }
}
