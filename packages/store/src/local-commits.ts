// A commit in flight: checked against the view, put on it as layers, announced, and sent. All of that is
// synchronous; the verdict comes from the committer. A commit that has nothing for the database is settled
// at once, and so is a derived one.

import type { Path } from './address.ts'
import { formatAddress } from './address.ts'
import type { Barrier } from './barrier.ts'
import { NO_CARGO } from './cargo.ts'
import { EDIT, infoOf, malformed, mixed, rebased, staleRead } from './check.ts'
import type { Change, CommitResult, JobOp } from './commit.ts'
import type { Committer } from './committer.ts'
import { rejection, StoreError } from './errors.ts'
import type { Channel, Notification } from './notifications.ts'
import { type Doc, type Layer, pathOf, type Replica } from './replica.ts'
import type { System } from './system.ts'
import type { BeginOptions, CommitHandle, Tx } from './tx.ts'
import type { TxDoc } from './tx-doc.ts'
import type { TxRecord } from './tx-record.ts'
import { equal, take, type Value } from './value.ts'

const WHOLE: Path = []

export interface CommitParts {
  readonly committer: Committer
  readonly replica: Replica
  readonly barrier: Barrier
  readonly changes: Channel<Notification>
  /** Told of the queues of jobs that a commit adds. */
  readonly jobsSent: Channel<readonly string[]>
  readonly system: System
}

// Every commit passes here: hence few calls, and no `#`. See performance: plain fields on the way of an edit
export class LocalCommits {
  private readonly committer: Committer
  private readonly replica: Replica
  private readonly barrier: Barrier
  private readonly changes: Channel<Notification>
  private readonly jobsSent: Channel<readonly string[]>
  private readonly system: System
  private localSeq = 0
  /** The store is: nothing is accepted any more. */
  closed = false

  constructor(parts: CommitParts) {
    this.committer = parts.committer
    this.replica = parts.replica
    this.barrier = parts.barrier
    this.changes = parts.changes
    this.jobsSent = parts.jobsSent
    this.system = parts.system
  }

  /** `tx` is where it comes from, if that is a transaction: it hears how it ended. */
  commit(record: TxRecord, options: BeginOptions, tx: Tx | undefined): CommitHandle {
    const { docs, cargo } = record
    const failure = this.closed ? new StoreError('store-closed') : this.committer.failure
    if (failure !== undefined)
      return settled(tx, rejection('transport', failure.code, failure.message))
    const stale = staleRead(docs)
    if (stale !== undefined) {
      const why = `${formatAddress(stale)} changed while this ran`
      return settled(tx, rejection('stale', 'inconsistent', why))
    }
    const carriesMore = cargo !== NO_CARGO && !cargo.empty
    const derived = options.derived === true
    const problem = carriesMore ? malformed(cargo, derived) : undefined
    if (problem !== undefined) return refused(tx, problem)
    // A derived write leaves no record: its cause is with what it follows from.
    if (derived) return this.#commitDerived(docs, options, tx)
    const layers: Layer[] = []
    const changes: Change[] = []
    // Unloaded values may differ, and pending ones may be reverted: neither is durable yet.
    let unsure = false
    for (let i = 0; i < docs.length; i++) {
      const entry = docs[i]!
      const { doc, ops } = entry
      if (ops.length === 0) continue
      const before = doc.value
      if (before !== entry.seen) {
        const after = rebased(entry)
        if (after instanceof StoreError) return refused(tx, after)
        entry.current = after
      }
      if (doc.derived === true) return refused(tx, mixed(doc))
      layers.push({ doc, ops })
      if (equal(entry.current, before)) entry.current = before
      else {
        const path = ops.length === 1 ? ops[0]!.path : pathOf(ops)
        changes.push({ space: doc.space, id: doc.id, path, before, after: entry.current })
      }
      if (!doc.loaded || doc.layers.length > 0) unsure = true
    }
    if (changes.length === 0 && !unsure && !carriesMore)
      return this.#settleHere(tx, options, changes)
    let info: Value
    try {
      info = options.cause === undefined ? EDIT : infoOf(options.cause)
    } catch (error) {
      if (error instanceof StoreError) return refused(tx, error)
      throw error
    }
    // All of its writes go, also those of equal values: elsewhere the place may have changed.
    // See test: documents that everybody writes together never come apart, whoever is last
    for (let i = 0, at = 0; i < docs.length; i++) {
      const { doc, ops, current } = docs[i]!
      if (ops.length === 0) continue
      this.replica.push(layers[at++]!, current)
      doc.derived = false
    }
    const localSeq = ++this.localSeq
    this.barrier.begin()
    const verdict = new Promise<CommitResult>((resolve) => {
      const settle = (result: CommitResult): void => {
        tx?.settle(result)
        resolve(result)
        this.barrier.end()
      }
      const at = this.system.now()
      const jitter = this.system.random()
      this.committer.push({
        kind: 'commit',
        localSeq,
        at,
        jitter,
        record,
        options,
        tx,
        layers,
        changes,
        info,
        settle,
      })
    })
    // Sent before it is announced: a commit that a subscriber makes in answer comes after it.
    // See test: a commit made by a subscriber lands after the commit it answers
    if (changes.length > 0) this.#announce(options, changes)
    if (cargo.jobs.length > 0 && this.jobsSent.isHeard) this.#tellOfJobs(cargo.jobs)
    return { localSeq, verdict }
  }

  /** Nothing leaves the process, so there is nothing to wait for and little to remember. */
  #commitDerived(docs: readonly TxDoc[], options: BeginOptions, tx: Tx | undefined): CommitHandle {
    for (const entry of docs) {
      if (entry.ops.length === 0) continue
      const { doc } = entry
      const after = rebased(entry)
      if (after instanceof StoreError) return refused(tx, after)
      if (doc.known || doc.layers.length > 0) return refused(tx, mixed(doc))
    }
    const changes: Change[] = []
    for (const entry of docs) {
      if (entry.ops.length === 0) continue
      const { doc, ops } = entry
      const before = doc.value
      const after = rebased(entry) as Value | undefined
      if (!this.replica.setDerived(doc, after)) continue
      changes.push({ space: doc.space, id: doc.id, path: pathOf(ops), before, after })
    }
    return this.#settleHere(tx, options, changes)
  }

  #announce({ source, changeGroup }: BeginOptions, changes: readonly Change[]): void {
    if (this.changes.isHeard) this.changes.send({ type: 'commit', source, changeGroup, changes })
  }

  #tellOfJobs(ops: readonly JobOp[]): void {
    const queues = new Set<string>()
    for (const op of ops) if (op.op === 'add' && op.runAt === undefined) queues.add(op.queue)
    if (queues.size > 0) this.jobsSent.send([...queues])
  }

  /** A commit with nothing for the database. */
  #settleHere(tx: Tx | undefined, options: BeginOptions, changes: readonly Change[]): CommitHandle {
    if (changes.length > 0) this.#announce(options, changes)
    return settled(tx, { seq: this.committer.seq, changes })
  }

  /** A derived document without a record of the commit. True if it is another value now. */
  derive(
    doc: Doc,
    value: unknown,
    deriver: (notification: Notification) => void,
    source: object | undefined,
  ): boolean {
    // Derived documents have no layers.
    if (doc.known || (doc.derived !== true && doc.layers.length > 0)) {
      throw new StoreError('mixed-durability', `${doc.space}/${doc.id}`)
    }
    const before = doc.value
    const after = value === undefined ? undefined : take(value)
    if (!this.replica.setDerived(doc, after)) return false
    if (this.changes.hasOnly(deriver)) return true
    const change = { space: doc.space, id: doc.id, path: WHOLE, before, after }
    this.changes.send({ type: 'commit', source, changes: [change] }, deriver)
    return true
  }
}

function settled(tx: Tx | undefined, result: CommitResult): CommitHandle {
  tx?.settle(result)
  return new Settled(result)
}

/** A commit that can never be accepted. */
function refused(tx: Tx | undefined, { code, message }: StoreError): CommitHandle {
  return settled(tx, rejection('terminal', code, message))
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
