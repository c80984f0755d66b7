// The store: the one door to durable state. A transaction changes the view at once and tells the
// subscribers; its verdict comes when the database has it. An acknowledged commit is durable, as
// far as the tier says; a rejected one is rolled back, and everyone who saw it is told.

import type { Act, LeaseAnswer } from './acts.ts'
import type { Address, DocRef } from './address.ts'
import { Barrier } from './barrier.ts'
import { carries, checkWhole } from './cargo.ts'
import type { CommitResult, CommitSpec, Committed } from './commit.ts'
import { Committer } from './committer.ts'
import type { Arrival, Driver, JobRow } from './driver.ts'
import { type Rejected, RejectedError, StoreError, type StoreErrorCode } from './errors.ts'
import { LargeCommits } from './large-commits.ts'
import {
  CLAIM_JOBS,
  EDIT_RETRY_DELAY_MAX_MS,
  EDIT_RETRY_DELAY_MS,
  EDIT_RETRY_WINDOW_MS,
  GROUP_ACTS,
  JOB_LEASE_MS,
} from './limits.ts'
import { type LoadKey, Loads } from './loads.ts'
import { LocalCommits } from './local-commits.ts'
import { checkName } from './names.ts'
import { Channel, type Notification } from './notifications.ts'
import { Records } from './records.ts'
import { type Doc, Replica } from './replica.ts'
import { type RetentionOptions, retentionOf } from './retention.ts'
import { onClock, system as realSystem, type System } from './system.ts'
import type { Trail } from './trail.ts'
import { type BeginOptions, Tx, type TxHost } from './tx.ts'
import { TxRecord } from './tx-record.ts'
import { getAt, take, type Value } from './value.ts'

const NONE: readonly never[] = []
const NO_OPTIONS: BeginOptions = {}

export interface StoreOptions extends RetentionOptions {
  /** Replaces the time, for tests and simulations. */
  readonly clock?: { now(): number }
  readonly system?: System
  /** Where others reach this host: its session says so, and with it the leases that it holds. */
  readonly reachedAt?: string | undefined
  /** Most acts in one group commit. With 1, a crash can fall between any two commits. */
  readonly groupActs?: number
  /** Told of errors that belong to no caller, such as a subscriber that throws. */
  readonly onError?: (error: unknown) => void
}

/** Where the host of a session can be reached, if it has said so. */
export function reachedAt(session: string): string | undefined {
  const at = session.indexOf('@')
  return at < 0 ? undefined : session.slice(at + 1)
}

export interface ClaimOptions {
  readonly queues: readonly string[]
  readonly worker: string
  readonly limit?: number
  readonly leaseMs?: number
  /** By queue: how many of its jobs may run under a live lease, on all hosts together. */
  readonly atMost?: Readonly<Record<string, number>>
}

export class Store extends Records {
  readonly #driver: Driver
  readonly #ownsDriver: boolean
  readonly #system: System
  private readonly replica: Replica
  readonly #loads: Loads
  readonly #committer: Committer
  readonly #changes: Channel<Notification>
  readonly #arrivals: Channel<Arrival>
  readonly #jobsSent: Channel<readonly string[]>
  readonly #barrier = new Barrier()
  /** Turns of commits with many or long values: whoever makes one waits for it. */
  readonly large = new LargeCommits()
  private readonly local: LocalCommits
  readonly #report: (error: unknown) => void
  readonly #stopNews: () => void
  private readonly txHost: TxHost = {
    doc: (space, id) => this.doc(space, id),
    missing: (doc) => {
      // Its arrival is an ordinary change; a failure shows to readers that wait for the load.
      this.#loads.load({ space: doc.space, id: doc.id }).catch(() => {})
    },
    commit: (record, tx) => this.local.commit(record, tx.options, tx),
    report: (error) => this.#report(error),
    seq: () => this.#committer.seq,
  }
  private isClosed = false
  #closing: Promise<void> | undefined
  /** This opening of the store: no other has the same. */
  readonly session: string

  constructor(driver: Driver, head: number, options: StoreOptions & { ownsDriver: boolean }) {
    super(driver)
    const base = options.system ?? realSystem
    const { clock } = options
    this.#system = clock === undefined ? base : onClock(base, clock)
    this.#driver = driver
    this.#ownsDriver = options.ownsDriver
    const ours = options.ownsDriver && driver.durability.driver !== 'postgres'
    this.replica = new Replica(ours && head === 0)
    const id = this.#system.uniqueId()
    this.session = options.reachedAt === undefined ? id : `${id}@${options.reachedAt}`
    const report =
      options.onError ??
      ((error: unknown) =>
        base.defer(() => {
          throw error
        }))
    this.#report = report
    this.#changes = new Channel(report)
    this.#arrivals = new Channel(report)
    this.#jobsSent = new Channel(report)
    this.#loads = new Loads(driver, this.replica, (changes) =>
      this.#changes.send({ type: 'pull', changes }),
    )
    this.#committer = new Committer(
      {
        driver,
        replica: this.replica,
        loads: this.#loads,
        session: this.session,
        system: this.#system,
        groupActs: options.groupActs ?? GROUP_ACTS,
        retention: retentionOf(options),
        notify: (notification) => this.#changes.send(notification),
        arrived: (arrival) => this.#arrivals.send(arrival),
        report,
      },
      head,
    )
    this.local = new LocalCommits({
      committer: this.#committer,
      replica: this.replica,
      barrier: this.#barrier,
      changes: this.#changes,
      jobsSent: this.#jobsSent,
      system: this.#system,
    })
    this.#stopNews = driver.onNews(this.session, (arrival) => {
      // A claim commits nothing: there may be no news of documents.
      if (arrival.everything || arrival.seq > this.#committer.seq) this.#committer.newsArrived()
      this.#arrivals.send(arrival)
    })
  }

  /** The newest commit this replica has seen. */
  get seq(): number {
    return this.#committer.seq
  }

  now(): number {
    return this.#system.now()
  }

  // Documents

  /** Why nothing became durable when it was last tried; undefined while all is well. */
  get trouble(): StoreErrorCode | undefined {
    return this.#committer.failure?.code ?? this.#committer.trouble
  }

  begin(options: BeginOptions = {}): Tx {
    this.mustBeOpen()
    return new Tx(this.txHost, options)
  }

  /**
   * The same for one that may do as the one before it did, and is not read-only. Undefined if nothing can be
   * committed any more.
   */
  beginOnTrail(options: BeginOptions, trail: Trail): Tx | undefined {
    if (this.isClosed || this.#committer.failure !== undefined) return undefined
    const tx = new Tx(this.txHost, options, trail)
    this.replica.follow(tx)
    return tx
  }

  /**
   * Runs `fn` and commits its writes. A stale basis runs it again; any other rejection throws.
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
      // The function gave up itself.
      if (tx.status() === 'failed') tx.onSettled(throwRejected)
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

  /** A commit as data, that may be large: it waits for its turn first. */
  async commitInTurn(spec: CommitSpec): Promise<CommitResult> {
    const turn = this.large.turn()
    try {
      await turn.come
      return await this.commit(spec)
    } finally {
      turn.end()
    }
  }

  /** One conditional commit, as data. Rejection is an answer, not an exception. */
  commit(spec: CommitSpec, options?: Omit<BeginOptions, 'readOnly'>): Promise<CommitResult> {
    this.mustBeOpen()
    const { cause, write = NONE } = spec
    const record = new TxRecord()
    // By place: most lists are short, and to iterate over one takes longer than all that is done with it.
    for (let i = 0; i < write.length; i++) {
      const { at, value } = write[i]!
      record.write(this.txHost, at, value === undefined ? undefined : take(value))
    }
    if (carries(spec)) record.load().take(spec)
    let begun: BeginOptions = options ?? NO_OPTIONS
    if (cause !== undefined) begun = options === undefined ? { cause } : { ...options, cause }
    return this.local.commit(record, begun, undefined).verdict
  }

  /** The record of a document, for code that looks at it often. Only `derive` may change it. */
  record(ref: DocRef): Doc {
    this.mustBeOpen()
    return this.doc(ref.space, ref.id)
  }

  /**
   * Sets a derived document; absent for undefined. A transaction in one step, for values that follow
   * from others by the thousand. True if it is another value now; all subscribers are told but the
   * deriver.
   */
  derive(
    doc: Doc,
    value: unknown,
    deriver: (notification: Notification) => void,
    source?: object,
  ): boolean {
    this.mustBeOpen()
    return this.local.derive(doc, value, deriver, source)
  }

  /** The value there now, pending commits included. Remembers nothing. */
  read(address: Address): Value | undefined {
    return getAt(this.replica.find(address.space, address.id)?.value, address.path)
  }

  /** The commit that last wrote a document, 0 for none, and how often its view has changed. */
  version(ref: DocRef): { seq: number; version: number; pending: boolean } {
    const doc = this.replica.find(ref.space, ref.id)
    if (doc === undefined) return { seq: 0, version: 0, pending: false }
    return { seq: doc.seq, version: doc.version, pending: doc.layers.length > 0 }
  }

  /** The documents of a space that are here and present. */
  *documents(space: string): Iterable<string> {
    for (const doc of this.replica.docs(space)) if (doc.value !== undefined) yield doc.id
  }

  /** The documents of a space that are here or were, each with the commit that last wrote it. */
  *everDocuments(space: string): Iterable<{ id: string; seq: number; pending: boolean }> {
    for (const { id, seq, layers } of this.replica.docs(space)) {
      if (seq > 0) yield { id, seq, pending: layers.length > 0 }
    }
  }

  subscribe(fn: (notification: Notification) => void): () => void {
    return this.#changes.subscribe(fn)
  }

  /** Told when jobs, events or timers are durable: ours, and those of other hosts. */
  onArrival(fn: (arrival: Arrival) => void): () => void {
    return this.#arrivals.subscribe(fn)
  }

  /**
   * Told of the queues of jobs that are being added, before that is durable: a claim that is made in answer is decided
   * right behind them, in the same group. See performance: jobs are claimed in the group that adds them
   */
  onJobsSent(fn: (queues: readonly string[]) => void): () => void {
    return this.#jobsSent.subscribe(fn)
  }

  // Loads

  /** Brings in one document, or a whole space. */
  async load(key: LoadKey): Promise<'present' | 'absent'> {
    this.mustBeOpen()
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
    const doc = this.replica.find(ref.space, ref.id)
    return doc === undefined
      ? this.replica.isSpaceLoaded(ref.space)
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

  // The barrier

  hasPendingCommits(): boolean {
    return this.#barrier.busy
  }

  /** Resolves when every commit has its verdict, and tracked work is over. */
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

  /** Takes due jobs, the most urgent first. They are durably ours when this resolves. */
  claim(options: ClaimOptions): Promise<readonly JobRow[]> {
    for (const queue of options.queues) checkName('the queue', queue)
    checkName('the worker', options.worker)
    checkWhole('the limit', options.limit, 0)
    checkWhole('the lease', options.leaseMs, 1)
    const atMost = new Map(Object.entries(options.atMost ?? {}))
    for (const most of atMost.values()) checkWhole('how many run at most', most, 0)
    const limit = Math.min(options.limit ?? 1, CLAIM_JOBS)
    return this.#send((settle) => ({
      kind: 'claim',
      due: { queues: options.queues, now: this.#system.now(), limit },
      atMost,
      worker: options.worker,
      leaseMs: options.leaseMs ?? JOB_LEASE_MS,
      settle,
    }))
  }

  /** Takes or renews a lease. Its epoch goes into the `expect` of every commit made under it. */
  acquireLease(name: string, ttlMs: number): Promise<LeaseAnswer> {
    return this.#moveLease('acquire', name, ttlMs)
  }

  releaseLease(name: string): Promise<LeaseAnswer> {
    return this.#moveLease('release', name, 0)
  }

  // Upkeep

  /** Applies retention now. It also happens by itself. */
  async maintain(): Promise<void> {
    this.mustBeOpen()
    this.#committer.maintainSoon()
    await this.#committer.rest()
  }

  /** Waits for sent commits, then lets go of everything. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.isClosed = true
    this.local.closed = true
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
    this.mustBeOpen()
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

  private doc(space: string, id: string): Doc {
    const known = this.replica.find(space, id)
    if (known !== undefined) return known
    checkName('the space', space)
    checkName('the document id', id)
    return this.replica.doc(space, id)
  }

  private mustBeOpen(): void {
    if (this.isClosed) throw new StoreError('store-closed')
  }
}

function throwRejected(result: CommitResult): void {
  if (result.rejected !== undefined) throw new RejectedError(result)
}
