// From changes of documents to invalid nodes: the one channel. A node becomes invalid only when a
// value that it read is different. Nothing else happens here: no walk, no run. A dormant node just
// keeps what made it invalid.

import type { Address, Notification, Store } from '@cellwake/store'
import { type Documents, readsDiffer } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import { DIRTY, INVALID, NEVER_RAN } from './node.ts'
import type { Settle } from './settle.ts'
import type { Formula, OneCause, Task } from './task.ts'

const WHOLE: Address['path'] = []

export class Invalidation {
  readonly #documents: Documents
  readonly #gates: Gates
  readonly #settle: Settle
  readonly #introspection: Introspection
  readonly #unsubscribe: () => void
  readonly #store: Store
  readonly #listener = (notification: Notification): void => this.#notified(notification)
  /** Nodes that are invalid or never ran, in no order: what the gate of events starts from. */
  readonly invalid: Task[] = []

  constructor(
    store: Store,
    parts: { documents: Documents; gates: Gates; settle: Settle; introspection: Introspection },
  ) {
    this.#documents = parts.documents
    this.#gates = parts.gates
    this.#settle = parts.settle
    this.#introspection = parts.introspection
    this.#store = store
    this.#unsubscribe = store.subscribe(this.#listener)
  }

  #notified(notification: Notification): void {
    if (notification.type === 'reset') {
      for (const { task, space, id } of this.#documents.readers()) {
        this.mark(task, [{ space, id, path: [] }])
      }
      return
    }
    for (const change of notification.changes) {
      let cause: OneCause | undefined
      const readers = this.#documents.readsOf(change)
      for (let i = 0; i < readers.length; i++) {
        const reads = readers[i]!
        if (!readsDiffer(reads, change.path, change.before, change.after)) continue
        const { task } = reads
        cause ??= [{ space: change.space, id: change.id, path: change.path }]
        const skipped = skip(task, notification)
        if (skipped === undefined) this.mark(task, cause)
        else this.#introspection.triggered(task, skipped, cause)
      }
    }
  }

  /** A node gives its derived output a value. True if it is another one. */
  derive(task: Task, { output, cause, readers }: Formula, value: unknown): boolean {
    const before = output.value
    if (!this.#store.derive(output, value, this.#listener)) return false
    for (let i = 0; i < readers.length; i++) {
      const reads = readers[i]!
      if (reads.task === task) continue
      if (reads.whole || readsDiffer(reads, WHOLE, before, output.value)) {
        this.mark(reads.task, cause)
      }
    }
    return true
  }

  /** Without a cause: its own commit failed, and the causes it had are back. */
  mark(task: Task, cause: OneCause | undefined): void {
    if (!task.registered) return
    const { node } = task
    const { flags } = node
    const introspection = this.#introspection
    // What is computed makes no commit that would tell of its causes: only a trace does.
    if (cause !== undefined && (task.formula === undefined || introspection.tracing)) {
      task.addCause(cause)
    }
    if (node.live === 0 || introspection.tracing) {
      const what = (flags & INVALID) === 0 ? 'mark-invalid' : 'already-invalid'
      introspection.triggered(task, what, cause)
    }
    if ((flags & NEVER_RAN) === 0) node.flags = flags | DIRTY
    this.add(task)
    if (task.gated) this.#gates.armDebounce(task)
    this.#settle.schedule(task)
  }

  add(task: Task): void {
    if (task.invalidAt < 0) task.invalidAt = this.invalid.push(task) - 1
  }

  /** It runs now, and is clean. */
  cleaned(task: Task): void {
    if (task.invalidAt < 0) return
    const last = this.invalid.pop()!
    if (last !== task) {
      this.invalid[task.invalidAt] = last
      last.invalidAt = task.invalidAt
    }
    task.invalidAt = -1
  }

  close(): void {
    this.#unsubscribe()
    for (const task of this.invalid) task.invalidAt = -1
    this.invalid.length = 0
  }
}

/** What a run or a group changed itself does not come back to it; what was taken back does. */
function skip(task: Task, { type, source, changeGroup }: Notification): string | undefined {
  if (type !== 'commit') return undefined
  if (source === task) return 'skip-own'
  const { changeGroup: group } = task.spec
  return group !== undefined && group === changeGroup ? 'skip-group' : undefined
}
