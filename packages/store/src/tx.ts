// A transaction: reads that are remembered, writes that are held back, and everything else one
// commit may carry. It sees its own writes. Each document it touches looks the same to it until
// the end, whatever happens meanwhile; the commit then checks that what was read still holds.
// It settles exactly once: accepted, rejected or aborted.

import { type Address, formatAddress, isPrefix, type Path } from './address.ts'
import type {
  Cause,
  CommitResult,
  EventSpec,
  JobOp,
  Precondition,
  ReceiptSpec,
  TimerOp,
  TxStatus,
} from './commit.ts'
import { rejection, StoreError } from './errors.ts'
import { VALUE_DEPTH_LEVELS } from './limits.ts'
import { checkName } from './names.ts'
import { applyOps, type Doc, type Op } from './replica.ts'
import { type Depth, differsAt, equal, getAt, take, type Value } from './value.ts'

export interface BeginOptions {
  /** What runs: its own changes do not come back to it. Identity counts, not the name. */
  readonly source?: object
  /** Whose edit this is: subscribers of the same group may ignore it. */
  readonly changeGroup?: unknown
  readonly cause?: Cause
  readonly readOnly?: boolean
  /** Writes derived documents: they stay in memory and are recomputed after a restart. */
  readonly derived?: boolean
}

export interface ReadOptions {
  readonly depth?: Depth
  /** Not a dependency: a later change of it calls for nothing. */
  readonly ignoreForScheduling?: boolean
  /** Not part of the basis: a change of it does not reject the commit. */
  readonly ignoreForConflict?: boolean
}

export interface ReadRecord {
  readonly path: Path
  readonly depth: Depth
  readonly scheduling: boolean
  readonly conflict: boolean
}

/** What a transaction knows of one document. */
export interface TxDoc {
  readonly doc: Doc
  readonly seen: Value | undefined
  readonly seenVersion: number
  current: Value | undefined
  reads: ReadRecord[]
  ops: Op[]
  /** Where each place stands in `reads`, once there are several. */
  places?: Map<string, number>
}

export interface LoggedRead {
  readonly address: Address
  readonly seenVersion: number
}

export interface TxLog {
  readonly deep: readonly LoggedRead[]
  readonly shallow: readonly LoggedRead[]
  readonly writes: readonly Address[]
}

/** What a transaction needs from the store that began it. */
export interface TxHost {
  doc(space: string, id: string): Doc
  /** A document that is not here yet was read. */
  missing(doc: Doc): void
  commit(tx: Tx): CommitHandle
  /** A callback threw. */
  report(error: unknown): void
}

export interface CommitHandle {
  readonly localSeq: number
  readonly verdict: Promise<CommitResult>
}

/** Most transactions carry documents only, so the other lists are made when they are needed. */
const NONE: readonly never[] = []

function plus<T>(list: readonly T[], item: T): readonly T[] {
  if (list === NONE) return [item]
  ;(list as T[]).push(item)
  return list
}

const ROOT: Path = []
/** The common read, of a whole document: one record for all, so that it is known by identity. */
export const WHOLE_READ: ReadRecord = {
  path: ROOT,
  depth: 'deep',
  scheduling: true,
  conflict: true,
}

export class Tx {
  readonly options: BeginOptions
  readonly docs: TxDoc[] = []
  expects: readonly Precondition[] = NONE
  receipts: readonly ReceiptSpec[] = NONE
  events: readonly EventSpec[] = NONE
  jobs: readonly JobOp[] = NONE
  timers: readonly TimerOp[] = NONE
  readonly #host: TxHost
  #index: Map<Doc, TxDoc> | undefined
  #status: TxStatus = 'open'
  #result: CommitResult | undefined
  #settled: readonly ((result: CommitResult) => void)[] = NONE

  constructor(host: TxHost, options: BeginOptions) {
    this.#host = host
    this.options = options
  }

  read(address: Address, options?: ReadOptions): Value | undefined {
    this.#mustBeOpen()
    const entry = this.#touch(address, true)
    const { path } = address
    if (!entry.ops.some((op) => isPrefix(op.path, path))) {
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

  /** A write of what already stands there is no change; alone, it is not even sent. */
  write(address: Address, value: unknown): void {
    this.#put(address, take(value))
  }

  delete(address: Address): void {
    this.#put(address, undefined)
  }

  /** Holds even when nothing is written. */
  require(precondition: Precondition): void {
    this.#mustWrite()
    if (precondition.type === 'epoch') checkName('the lease', precondition.lease)
    else if (precondition.type !== 'origin-committed') {
      checkName('the space', precondition.space)
      checkName('the document id', precondition.id)
    }
    this.expects = plus(this.expects, precondition)
  }

  receipt(receipt: ReceiptSpec): void {
    this.#mustWrite()
    checkName('the receipt', receipt.id)
    checkWhole('when it expires', receipt.expiresAt)
    const { id, value, expiresAt } = receipt
    this.receipts = plus(this.receipts, { id, value: takeOptional(value), expiresAt })
  }

  publish(event: EventSpec): void {
    this.#mustWrite()
    checkName('the topic', event.topic)
    checkName('the message id', event.messageId)
    this.events = plus(this.events, { ...event, payload: take(event.payload ?? null) })
  }

  job(op: JobOp): void {
    this.#mustWrite()
    checkName('the job id', op.id)
    checkWhole('when it runs', 'runAt' in op ? op.runAt : undefined)
    checkWhole('when it is tried again', 'retryAt' in op ? op.retryAt : undefined)
    checkWhole('its lease', 'leaseMs' in op ? op.leaseMs : undefined)
    if (op.op === 'add') {
      checkName('the queue', op.queue)
      checkWhole('its priority', op.priority)
      checkWhole('its attempts', op.attempts, 1)
      checkWhole('its back-off', op.backoffMs, 0)
      this.jobs = plus(this.jobs, { ...op, payload: take(op.payload ?? null) })
    } else if (op.op === 'done') {
      this.jobs = plus(this.jobs, { ...op, result: takeOptional(op.result) })
    } else if (op.op === 'fail') {
      // Postgres cannot keep a null character in a text.
      this.jobs = plus(this.jobs, { ...op, error: op.error.replaceAll('\u0000', '\ufffd') })
    } else this.jobs = plus(this.jobs, op)
  }

  timer(op: TimerOp): void {
    this.#mustWrite()
    checkName('the timer id', op.id)
    if (op.op !== 'clear') checkWhole('its time', op.at)
    const timer = op.op === 'set' ? { ...op, payload: take(op.payload ?? null) } : op
    this.timers = plus(this.timers, timer)
  }

  /** Whether it writes any document. */
  get writes(): boolean {
    for (const { ops } of this.docs) if (ops.length > 0) return true
    return false
  }

  /** What was read and written so far; also after a throw. */
  log(): TxLog {
    const deep: LoggedRead[] = []
    const shallow: LoggedRead[] = []
    const writes: Address[] = []
    for (const { doc, seenVersion, reads, ops } of this.docs) {
      for (const read of reads) {
        if (!read.scheduling) continue
        const address = { space: doc.space, id: doc.id, path: read.path }
        ;(read.depth === 'deep' ? deep : shallow).push({ address, seenVersion })
      }
      for (const { same, path } of ops) {
        if (same !== true) writes.push({ space: doc.space, id: doc.id, path })
      }
    }
    return { deep, shallow, writes }
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
    return this.staleRead() !== undefined
  }

  /** For the store: what it read and has changed since, if anything. */
  staleRead(): Address | undefined {
    for (const { doc, seen, reads } of this.docs) {
      if (doc.value === seen) continue
      for (const { conflict, path, depth } of reads) {
        if (!conflict || !differsAt(seen, doc.value, path, depth)) continue
        return { space: doc.space, id: doc.id, path }
      }
    }
    return undefined
  }

  status(): TxStatus {
    return this.#status
  }

  /** Called once with the outcome; at once if it is known. */
  onSettled(fn: (result: CommitResult) => void): void {
    if (this.#result !== undefined) fn(this.#result)
    else this.#settled = plus(this.#settled, fn)
  }

  /** Gives up. Nothing is applied and nobody is told but those who wait for the outcome. */
  abort(reason = 'aborted by the caller'): void {
    if (this.#status !== 'open') return
    this.settle(rejection('aborted', 'aborted', reason))
  }

  /**
   * Applies to the view at once, or fails at once. The verdict comes when it is durable.
   */
  commit(): CommitHandle {
    this.#mustBeOpen()
    return this.#host.commit(this)
  }

  /** For the store: the commit was applied to the view and sent. */
  markPending(): void {
    this.#status = 'pending'
  }

  /** For the store: the outcome. */
  settle(result: CommitResult): void {
    this.#result = result
    this.#status = result.rejected === undefined ? 'committed' : 'failed'
    const waiting = this.#settled
    this.#settled = NONE
    for (const fn of waiting) {
      try {
        fn(result)
      } catch (error) {
        this.#host.report(error)
      }
    }
  }

  #put(address: Address, value: Value | undefined): void {
    this.#mustWrite()
    if (address.path.length > VALUE_DEPTH_LEVELS) {
      throw new StoreError('path-malformed', `it has ${address.path.length} steps`)
    }
    const entry = this.#touch(address, address.path.length > 0)
    // What is not here yet cannot be compared: it counts as a change.
    if (entry.doc.loaded && equal(getAt(entry.current, address.path), value)) {
      entry.ops.push({ path: kept(address.path), value, same: true })
      return
    }
    const op: Op = { path: kept(address.path), value }
    try {
      entry.current = applyOps(entry.current, [op], 'strict')
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      throw new StoreError(error.code, formatAddress(address), { cause: error })
    }
    entry.ops.push(op)
  }

  /** `wanted`: its value matters. A document that is replaced whole need not be here. */
  #touch(address: Address, wanted: boolean): TxDoc {
    const doc = this.#host.doc(address.space, address.id)
    if (wanted && !doc.loaded && doc.derived !== true) this.#host.missing(doc)
    const known = this.#find(doc)
    if (known !== undefined) return known
    const { value, version } = doc
    const entry: TxDoc = {
      doc,
      seen: value,
      seenVersion: version,
      current: value,
      reads: [],
      ops: [],
    }
    this.docs.push(entry)
    this.#index?.set(doc, entry)
    return entry
  }

  #find(doc: Doc): TxDoc | undefined {
    // Most transactions touch a few documents: a scan is cheaper than a map until they do not.
    if (this.#index !== undefined) return this.#index.get(doc)
    for (const entry of this.docs) if (entry.doc === doc) return entry
    if (this.docs.length >= 8) this.#index = new Map(this.docs.map((entry) => [entry.doc, entry]))
    return undefined
  }

  #mustBeOpen(): void {
    if (this.#status !== 'open') throw new StoreError('tx-closed', `it is ${this.#status}`)
  }

  #mustWrite(): void {
    this.#mustBeOpen()
    if (this.options.readOnly === true) throw new StoreError('tx-read-only')
  }
}

function remember(entry: TxDoc, read: ReadRecord): void {
  const { reads } = entry
  if (reads.length === 0) {
    reads.push(read)
    return
  }
  if (reads[0] === read) return
  entry.places ??= new Map(reads.map((r, i) => [placeOf(r), i]))
  const place = placeOf(read)
  const same = entry.places.get(place)
  if (same === undefined) {
    entry.places.set(place, reads.length)
    reads.push(read)
    return
  }
  // The same place read twice: the stricter of both holds.
  const old = reads[same]!
  reads[same] = {
    ...old,
    scheduling: old.scheduling || read.scheduling,
    conflict: old.conflict || read.conflict,
  }
}

/** Callers may go on changing their own list. */
function kept(path: Path): Path {
  return path.length === 0 ? ROOT : [...path]
}

/** A key for a path that no choice of segments can forge. */
function placeOf(read: ReadRecord): string {
  return read.depth + JSON.stringify(read.path.map(String))
}

/** Times, terms and counts become whole numbers in the database: anything else would be a fault. */
export function checkWhole(what: string, number: number | undefined, least?: number): void {
  if (number === undefined) return
  if (Number.isSafeInteger(number) && number >= (least ?? Number.MIN_SAFE_INTEGER)) return
  throw new StoreError('commit-malformed', `${what} is ${number}`)
}

function takeOptional(value: unknown): Value | undefined {
  return value === undefined ? undefined : take(value)
}
