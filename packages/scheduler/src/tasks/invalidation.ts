// From changes of documents to invalid nodes: the one channel. A node becomes invalid only when a value
// that it read is different. Nothing else happens here: no walk, no run. A dormant node just keeps the
// causes.

import type { Address, Notification, Store, Value } from '@cellwake/store'
import type { Graph } from '../graph/graph.ts'
import {
  DIRTY,
  type Edges,
  INVALID,
  MANY_READERS,
  NEVER_RAN,
  type Node,
  PLAIN,
} from '../graph/node.ts'
import { type Documents, readsDiffer } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import type { Settle } from './settle.ts'
import { FORMULA, LISTED, type OneCause, type Task, WHOLE_READS } from './task.ts'

const WHOLE: Address['path'] = []

export class Invalidation {
  readonly #documents: Documents
  readonly #gates: Gates
  readonly #settle: Settle
  readonly #introspection: Introspection
  readonly #unsubscribe: () => void
  readonly #store: Store
  readonly #listener = (notification: Notification): void => this.#notified(notification)
  readonly #graph: Graph
  /** The dirty set: nodes that became invalid or never ran, each once, and some that have run since. */
  #listed: Node[] = []
  /** Number of them removed since. */
  #listedRemoved = 0

  constructor(
    store: Store,
    parts: {
      graph: Graph
      documents: Documents
      gates: Gates
      settle: Settle
      introspection: Introspection
    },
  ) {
    this.#graph = parts.graph
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
    const { source, changeGroup, changes } = notification
    const spares = source !== undefined || changeGroup !== undefined
    for (const change of changes) {
      const { readers, readerNodes } = this.#documents.readersIn(change)
      if (readers.length === 0) continue
      const { space, id, path, before, after } = change
      const cause: OneCause = [{ space, id, path }]
      for (let i = 0; i < readers.length; i++) {
        if (!spares && this.#tell(readerNodes[i]!, cause)) continue
        const reads = readers[i]!
        if (!reads.whole && !readsDiffer(reads, path, before, after)) continue
        const skipped = spares ? skip(reads.task, notification) : undefined
        if (skipped !== undefined) this.#introspection.triggered(reads.task, skipped, cause)
        else if (!this.#markPlain(reads.node, cause)) this.mark(reads.task, cause)
      }
    }
  }

  /** A node gives its derived output a value. True if it is another one. */
  derive(task: Task, value: unknown): boolean {
    const output = task.output!
    const before = output.value
    if (!this.#store.derive(output, value, this.#listener, task)) return false
    // Readers of the output have an edge to the node, and mostly that is all there is to know.
    const { node } = task
    const cause = task.outputCause!
    const { readers } = node
    if (readers === null) return true
    let readsParts = false
    if ((node.flags & MANY_READERS) === 0) readsParts = !this.#tell(readers as Node, cause)
    else {
      for (let i = 0; i < (readers as Edges).length; i += 2) {
        if (!this.#tell((readers as Edges)[i] as Node, cause)) readsParts = true
      }
    }
    if (readsParts) this.#tellReadersOfParts(task, before, cause)
    return true
  }

  /** False if it depends on the reader's paths into the document, or whether it reads it yet. */
  #tell(reader: Node, cause: OneCause): boolean {
    if ((reader.flags & WHOLE_READS) === 0) return false
    if (!this.#markPlain(reader, cause)) this.mark(reader.value as Task, cause)
    return true
  }

  #tellReadersOfParts(task: Task, before: Value | undefined, cause: OneCause): void {
    const { value } = task.output!
    for (const reads of task.outputReaders) {
      if (reads.task === task || (reads.task.node.flags & WHOLE_READS) !== 0) continue
      if (readsDiffer(reads, WHOLE, before, value)) this.mark(reads.task, cause)
    }
  }

  /** Without a cause: its own commit failed, and the causes it had are back. */
  mark(task: Task, cause: OneCause | undefined): void {
    if (!task.registered) return
    const { node } = task
    if (cause !== undefined && this.#markPlain(node, cause)) return
    const { flags } = node
    const introspection = this.#introspection
    // A formula makes no commit that would tell of its causes: only a trace does.
    if (cause !== undefined && ((flags & FORMULA) === 0 || introspection.tracing)) {
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

  /** Most often nothing stands between a node that is told and its turn. False if something may. */
  #markPlain(node: Node, cause: OneCause): boolean {
    const { flags } = node
    if ((flags & (PLAIN | NEVER_RAN)) !== PLAIN || node.live === 0) return false
    if (this.#introspection.tracing) return false
    // A formula makes no commit that would tell of its causes.
    if ((flags & FORMULA) === 0) (node.value as Task).addCauseUnseen(cause)
    if ((flags & LISTED) === 0) this.#list(node)
    node.flags |= DIRTY
    this.#graph.enqueue(node)
    return true
  }

  add({ node }: Task): void {
    if ((node.flags & LISTED) === 0) this.#list(node)
  }

  #list(node: Node): void {
    node.flags |= LISTED
    this.#listed.push(node)
  }

  /** Drops the nodes that have run since, all at once: most become invalid again before the list is read. */
  #lookThrough(): void {
    const kept: Node[] = []
    for (const node of this.#listed) {
      if ((node.flags & INVALID) !== 0) kept.push(node)
      else node.flags &= ~LISTED
    }
    this.#listed = kept
    this.#listedRemoved = 0
  }

  /** A removed node was clean. The list need not forget it at once, but soon. */
  removed({ node }: Task): void {
    if ((node.flags & LISTED) === 0) return
    this.#listedRemoved++
    if (this.#listedRemoved * 2 > this.#listed.length) this.#lookThrough()
  }

  /** Nodes that are invalid or never ran, in no order: the gate of events starts from them. */
  get invalid(): Task[] {
    this.#lookThrough()
    return this.#listed.map(({ value }) => value as Task)
  }

  /** Invalid tasks that run next: wanted, and held by no gate. */
  pendingAt(now: number): Task[] {
    return this.invalid.filter((task) => (task.live || task.requested) && task.eligibleAt <= now)
  }

  close(): void {
    this.#unsubscribe()
    for (const node of this.#listed) node.flags &= ~LISTED
    this.#listed = []
  }
}

/** Echo suppression: a run or a change group is not told of its own change; of its revert it is. */
function skip(task: Task, { type, source, changeGroup }: Notification): string | undefined {
  if (type !== 'commit') return undefined
  if (source === task) return 'skip-own'
  const { changeGroup: group } = task.spec
  return group !== undefined && group === changeGroup ? 'skip-group' : undefined
}
