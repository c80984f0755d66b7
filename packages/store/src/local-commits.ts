// A commit on its way: checked against the view, put on it as layers, announced, and sent. All of that
// is synchronous; the verdict comes from the committer. A commit that has nothing for the database
// is settled at once, and so is what is derived.

import type { Path } from './address.ts'
import { formatAddress } from './address.ts'
import type { Barrier } from './barrier.ts'
import { infoOf, malformed, rebased } from './check.ts'
import type { Change, CommitResult } from './commit.ts'
import type { Committer } from './committer.ts'
import { rejection, StoreError } from './errors.ts'
import type { Channel, Notification } from './notifications.ts'
import { type Doc, type Layer, pathOf, type Replica } from './replica.ts'
import type { System } from './system.ts'
import type { CommitHandle, Tx } from './tx.ts'
import { equal, take, type Value } from './value.ts'

const WHOLE: Path = []
const NO_CHANGES: readonly Change[] = []

export interface CommitParts {
  readonly committer: Committer
  readonly replica: Replica
  readonly barrier: Barrier
  readonly changes: Channel<Notification>
  readonly system: System
}

export class LocalCommits {
  readonly #committer: Committer
  readonly #replica: Replica
  readonly #barrier: Barrier
  readonly #changes: Channel<Notification>
  readonly #system: System
  #localSeq = 0

  constructor(parts: CommitParts) {
    this.#committer = parts.committer
    this.#replica = parts.replica
    this.#barrier = parts.barrier
    this.#changes = parts.changes
    this.#system = parts.system
  }

  commit(tx: Tx, closed: boolean): CommitHandle {
    const failure = closed ? new StoreError('store-closed') : this.#committer.failure
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
    if (!tx.writes && !tx.carriesMore) return this.#settleHere(tx, NO_CHANGES)
    // What is derived leaves no record: its cause is with what it follows from.
    if (tx.options.derived === true) return this.#commitDerived(tx)
    const { docs } = tx
    const layers: Layer[] = []
    const views: (Value | undefined)[] = []
    const changes: Change[] = []
    // What is not here may differ, and what is pending may be taken back: neither is durable yet.
    let unsure = false
    for (let i = 0; i < docs.length; i++) {
      const { doc, ops } = docs[i]!
      if (ops.length === 0) continue
      const after = rebased(docs[i]!)
      if (after instanceof StoreError) {
        return this.#settleNow(tx, rejection('terminal', after.code, after.message))
      }
      const before = doc.value
      layers.push({ doc, ops })
      if (equal(after, before)) views.push(before)
      else {
        views.push(after)
        changes.push({ space: doc.space, id: doc.id, path: pathOf(ops), before, after })
      }
      if (!doc.loaded || doc.layers.length > 0) unsure = true
    }
    if (changes.length === 0 && !unsure && !tx.carriesMore) return this.#settleHere(tx, changes)
    const info = infoOf(tx.options.cause)
    if (info instanceof StoreError) {
      return this.#settleNow(tx, rejection('terminal', info.code, info.message))
    }
    // All of its writes go, also of what is there already: elsewhere it may not be any more.
    for (let i = 0; i < layers.length; i++) {
      const layer = layers[i]!
      this.#replica.push(layer, views[i])
      layer.doc.derived = false
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
    return this.#settleNow(tx, { seq: this.#committer.seq, changes })
  }

  #settleNow(tx: Tx, result: CommitResult): CommitHandle {
    tx.settle(result)
    return new Settled(result)
  }

  /** A derived document without a record of the commit. True if it is another value now. */
  derive(
    doc: Doc,
    value: unknown,
    deriver: (notification: Notification) => void,
    source: object | undefined,
  ): boolean {
    // What is derived has no layers.
    if (doc.known || (doc.derived !== true && doc.layers.length > 0)) {
      throw new StoreError('mixed-durability', `${doc.space}/${doc.id}`)
    }
    const before = doc.value
    const after = value === undefined ? undefined : take(value)
    if (!this.#replica.setDerived(doc, after)) return false
    if (this.#changes.hasOnly(deriver)) return true
    const change = { space: doc.space, id: doc.id, path: WHOLE, before, after }
    this.#changes.send({ type: 'commit', source, changes: [change] }, deriver)
    return true
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
