// A transaction: reads that are remembered, writes that are held back, and everything else one commit
// may carry. It reads its own writes. Each document it touches is a snapshot until the end, whatever
// happens meanwhile; the commit then checks that the reads still hold (optimistic concurrency).
// It settles exactly once: accepted, rejected or aborted.

import type { Address } from './address.ts'
import type { Cargo } from './cargo.ts'
import { staleRead } from './check.ts'
import type {
  Cause,
  Change,
  CommitResult,
  EntryOp,
  EventSpec,
  JobOp,
  Precondition,
  ReceiptSpec,
  TimerOp,
  TxStatus,
} from './commit.ts'
import { rejection, StoreError } from './errors.ts'
import { TRAIL_LOOK_BACK_DOCS } from './limits.ts'
import type { Doc } from './replica.ts'
import { isOutput, isStep, readAt, type Trail } from './trail.ts'
import {
  isWritten,
  kept,
  logOf,
  putWhole,
  ROOT,
  remember,
  type TxDoc,
  type TxLog,
  WHOLE_READ,
  WHOLE_READS,
} from './tx-doc.ts'
import { type DocHost, TxRecord } from './tx-record.ts'
import { type Depth, equal, getAt, take, type Value } from './value.ts'

export interface BeginOptions {
  /** Author, for echo suppression: its own changes do not come back to it. Identity counts, not the name. */
  readonly source?: object
  /** Author group, for echo suppression: subscribers of the same group may ignore this edit. */
  readonly changeGroup?: unknown
  readonly cause?: Cause
  readonly readOnly?: boolean
  /** Writes derived documents: they stay in memory and are recomputed after a restart. */
  readonly derived?: boolean
  /** Launcher of things beside its commit. */
  readonly launcher?: Launcher
}

/**
 * Launches what belongs to a transaction and lives only if that commits. Implemented by the code that runs things on
 * the store, which knows what they look like.
 */
export interface Launcher {
  send(tx: Tx, stream: Address | string, payload: unknown, options?: object): string
  startPiece(tx: Tx, id: string, build: () => void, options?: object): Promise<void> | undefined
  register(tx: Tx, spec: object, options?: object): () => void
}

export interface ReadOptions {
  readonly depth?: Depth
  /** Not a dependency: a later change of it calls for nothing. */
  readonly ignoreForScheduling?: boolean
  /** Not part of the basis: a change of it does not reject the commit. */
  readonly ignoreForConflict?: boolean
}

/** Interface of the store that began a transaction. */
export interface TxHost extends DocHost {
  commit(record: TxRecord, tx: Tx): CommitHandle
  /** A callback threw. */
  report(error: unknown): void
  /** The newest commit. */
  seq(): number
}

export interface CommitHandle {
  readonly localSeq: number
  readonly verdict: Promise<CommitResult>
}

const NO_DOCS: readonly TxDoc[] = []

/** Values of the step off the trail: the status. */
const OPEN = -1
const PENDING = -2
const COMMITTED = -3
const FAILED = -4
const STATUS: readonly TxStatus[] = ['open', 'open', 'pending', 'committed', 'failed']

// Few fields: there is one of these for each run of each node.
export class Tx {
  readonly options: BeginOptions
  readonly #host: TxHost
  /** The trail that it follows. While it does, it is open, and nothing is written down. */
  #trail: Trail | undefined
  /** Number of documents read on its trail, and one more once it has set the output; or its status. */
  #step: number
  #output: Value | undefined = undefined
  /** The output's value before, once this is settled. */
  #before: Value | undefined = undefined
  #record: TxRecord | undefined = undefined

  constructor(host: TxHost, options: BeginOptions, trail?: Trail) {
    this.options = options
    this.#host = host
    this.#trail = trail
    this.#step = trail === undefined ? OPEN : 0
  }

  read(address: Address, options?: ReadOptions): Value | undefined {
    const step = this.#step
    if (step >= 0 && options === undefined) {
      const trail = this.#trail!
      if (step === 0 && trail.firstAt === address) {
        this.#step = 1
        return trail.first!.value
      }
      const known = this.#nextOf(trail, step, address)
      if (known !== undefined) return known.value
    }
    return this.#readAnywhere(address, options)
  }

  #readAnywhere(address: Address, options: ReadOptions | undefined): Value | undefined {
    this.#mustBeOpen()
    this.leaveTrail()
    const { space, id, path } = address
    const doc = this.#host.doc(space, id)
    if (!doc.loaded && doc.derived !== true) this.#host.missing(doc)
    const entry = this.#written().enter(doc)
    if (!isWritten(entry, path)) {
      if (options === undefined && path.length === 0) remember(entry, WHOLE_READ)
      else {
        remember(entry, {
          path: kept(path),
          depth: options?.depth ?? 'deep',
          scheduling: options?.ignoreForScheduling !== true,
          conflict: options?.ignoreForConflict !== true,
        })
      }
    }
    return getAt(entry.current, path)
  }

  /** A write of an equal value is no change; alone, it is not even sent. */
  write(address: Address, value: unknown): void {
    const taken = take(value)
    const trail = this.#trail
    // One that has an output may write.
    if (trail !== undefined && this.#step === trail.count && isOutput(trail, address)) {
      this.#output = taken
      this.#step = trail.count + 1
    } else this.#writeAnywhere(address, taken)
  }

  delete(address: Address): void {
    this.#writeAnywhere(address, undefined)
  }

  /** State of each document it touched. */
  get docs(): readonly TxDoc[] {
    if (this.#trail !== undefined) this.#writeDown()
    return this.#record?.docs ?? NO_DOCS
  }

  /** Whether it followed its trail to the end. */
  get keptToTrail(): boolean {
    const trail = this.#trail
    return trail !== undefined && this.#step >= trail.count
  }

  /**
   * Settles a transaction that kept to its trail, where nothing was to be checked, for the caller that puts the output
   * there. Returns the output's value now, or undefined if it was not written.
   */
  settleOnTrail(): Value | undefined {
    this.#step = COMMITTED
    const output = this.#output
    if (output !== undefined) this.#before = this.#trail!.output!.value
    return output
  }

  /** Something is about to change, or is not as before: from here on this is like any other. */
  leaveTrail(): void {
    // Once it is settled nothing can change for it.
    if (this.#step >= 0) this.#writeDown()
  }

  #writeDown(): void {
    const trail = this.#trail!
    const { count } = trail
    const isOpen = this.#step >= 0
    const steps = isOpen ? Math.min(this.#step, count) : count
    const output = this.#output
    if (isOpen) this.#step = OPEN
    else this.#resultOnTrail()
    this.#trail = undefined
    const record = this.#written()
    for (let i = 0; i < steps; i++) record.enter(readAt(trail, i)).reads = WHOLE_READS
    if (output !== undefined) putWhole(record.enter(trail.output!), output)
  }

  #written(): TxRecord {
    this.#record ??= new TxRecord()
    return this.#record
  }

  #nextOf(trail: Trail, step: number, address: Address): Doc | undefined {
    if (step < trail.count && isStep(trail, step, address)) {
      this.#step = step + 1
      return readAt(trail, step)
    }
    if (step > trail.count) return undefined
    // The same once more.
    for (let i = 0; i < step && i < TRAIL_LOOK_BACK_DOCS; i++) {
      if (isStep(trail, i, address)) return readAt(trail, i)
    }
    return undefined
  }

  /** Holds even when nothing is written. */
  require(precondition: Precondition): void {
    this.#load().require(precondition)
  }

  receipt(receipt: ReceiptSpec): void {
    this.#load().receipt(receipt)
  }

  publish(event: EventSpec): void {
    this.#load().publish(event)
  }

  job(op: JobOp): void {
    this.#load().job(op)
  }

  timer(op: TimerOp): void {
    this.#load().timer(op)
  }

  entry(op: EntryOp): void {
    this.#load().entry(op)
  }

  #load(): Cargo {
    this.#mustWrite()
    this.leaveTrail()
    return this.#written().load()
  }

  // Launches, at any time, also after an `await`, by anyone who was given this.

  /** Sends an event. Returns its id. */
  send(stream: Address | string, payload?: unknown, options?: object): string {
    return this.#launcher().send(this, stream, payload, options)
  }

  startPiece(id: string, build: () => void, options?: object): Promise<void> | undefined {
    return this.#launcher().startPiece(this, id, build, options)
  }

  /** Registers a node. Returns how to take it away. */
  register(spec: object, options?: object): () => void {
    return this.#launcher().register(this, spec, options)
  }

  #launcher(): Launcher {
    const { launcher } = this.options
    if (launcher === undefined) throw new StoreError('tx-launches-nothing')
    return launcher
  }

  /** Reads and writes so far; also after a throw. */
  log(): TxLog {
    return logOf(this.docs)
  }

  /** Every read with the value it saw, own writes left out. */
  seen(): {
    readonly address: Address
    readonly depth: Depth
    readonly value: Value | undefined
  }[] {
    return this.docs.flatMap(({ doc, seen, reads }) =>
      reads
        .filter((read) => read.scheduling)
        .map(({ path, depth }) => ({
          address: { space: doc.space, id: doc.id, path },
          depth,
          value: getAt(seen, path),
        })),
    )
  }

  /** Whether something it read has changed since. */
  isStale(): boolean {
    return staleRead(this.docs) !== undefined
  }

  status(): TxStatus {
    return STATUS[-Math.min(this.#step, 0)]!
  }

  /** Called once with the outcome; at once if it is known. */
  onSettled(fn: (result: CommitResult) => void): void {
    const known = this.#record?.result ?? this.#resultOnTrail()
    if (known !== undefined) fn(known)
    else {
      const record = this.#written()
      record.waiting ??= []
      record.waiting.push(fn)
    }
  }

  #resultOnTrail(): CommitResult | undefined {
    if (this.#step !== COMMITTED) {
      this.leaveTrail()
      return undefined
    }
    const before = this.#before
    const after = this.#output
    const changes: Change[] = []
    if (after !== undefined && !equal(before, after)) {
      const { space, id } = this.#trail!.output!
      changes.push({ space, id, path: ROOT, before, after })
    }
    const result = { seq: this.#host.seq(), changes }
    this.#written().result = result
    return result
  }

  /** Gives up. Nothing is applied and nobody is told but callbacks that wait for the outcome. */
  abort(reason = 'aborted by the caller'): void {
    if (this.#step < OPEN) return
    this.settle(rejection('aborted', 'aborted', reason))
  }

  /**
   * Applies to the view at once, or fails at once. The verdict comes when it is durable.
   */
  commit(): CommitHandle {
    this.#mustBeOpen()
    this.leaveTrail()
    this.#step = PENDING
    return this.#host.commit(this.#written(), this)
  }

  /** For the store: the outcome. */
  settle(result: CommitResult): void {
    this.leaveTrail()
    const record = this.#written()
    record.result = result
    this.#step = result.rejected === undefined ? COMMITTED : FAILED
    const { waiting } = record
    record.waiting = undefined
    if (waiting === undefined) return
    for (const fn of waiting) {
      try {
        fn(result)
      } catch (error) {
        this.#host.report(error)
      }
    }
  }

  #writeAnywhere(address: Address, value: Value | undefined): void {
    this.#mustWrite()
    this.leaveTrail()
    this.#written().write(this.#host, address, value)
  }

  #mustBeOpen(): void {
    if (this.#step < OPEN) throw new StoreError('tx-closed', `it is ${this.status()}`)
  }

  #mustWrite(): void {
    this.#mustBeOpen()
    if (this.options.readOnly === true) throw new StoreError('tx-read-only')
  }
}
