// From changes of documents to invalid nodes: the one channel. A node becomes invalid only when a
// value that it read is different. Nothing else happens here: no walk, no run. A dormant node just
// keeps what made it invalid.

import type { Address, Notification, Store } from '@cellwake/store'
import type { Documents } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import { DIRTY, NEVER_RAN } from './node.ts'
import type { Settle } from './settle.ts'
import type { Task } from './task.ts'

export class Invalidation {
  readonly #documents: Documents
  readonly #gates: Gates
  readonly #settle: Settle
  readonly #introspection: Introspection
  readonly #unsubscribe: () => void
  /** Nodes that are invalid or never ran: what the gate of events starts from. */
  readonly invalid = new Set<Task>()

  constructor(
    store: Store,
    parts: { documents: Documents; gates: Gates; settle: Settle; introspection: Introspection },
  ) {
    this.#documents = parts.documents
    this.#gates = parts.gates
    this.#settle = parts.settle
    this.#introspection = parts.introspection
    this.#unsubscribe = store.subscribe((notification) => this.#notified(notification))
  }

  #notified(notification: Notification): void {
    if (notification.type === 'reset') {
      for (const { task, reads } of this.#documents.readers()) {
        this.mark(task, { space: reads.space, id: reads.id, path: [] })
      }
      return
    }
    for (const change of notification.changes) {
      for (const task of this.#documents.match(change)) {
        const skipped = skip(task, notification)
        const address = { space: change.space, id: change.id, path: change.path }
        if (skipped === undefined) this.mark(task, address)
        else this.#introspection.triggered(task, skipped, address)
      }
    }
  }

  /** Without a cause: its own commit failed, and the causes it had are back. */
  mark(task: Task, cause: Address | undefined): void {
    if (!task.registered) return
    if (cause !== undefined) task.addCause(cause)
    this.#introspection.triggered(task, task.invalid ? 'already-invalid' : 'mark-invalid', cause)
    if ((task.node.flags & NEVER_RAN) === 0) task.node.flags |= DIRTY
    this.invalid.add(task)
    this.#gates.armDebounce(task)
    this.#settle.schedule(task)
  }

  /** It runs now, and is clean. */
  cleaned(task: Task): void {
    this.invalid.delete(task)
  }

  close(): void {
    this.#unsubscribe()
    this.invalid.clear()
  }
}

/** What a run or a group changed itself does not come back to it; what was taken back does. */
function skip(task: Task, { type, source, changeGroup }: Notification): string | undefined {
  if (type !== 'commit') return undefined
  if (source === task) return 'skip-own'
  const { changeGroup: group } = task.spec
  return group !== undefined && group === changeGroup ? 'skip-group' : undefined
}
