// Ten mistakes that a scheduler like this one has been known to make, each to be planted in it and
// taken out again.

import { type BeginOptions, Store, Tx } from '@cellwake/store'
import { type Node, readAt, readCount } from '../../src/graph/node.ts'
import { Queue } from '../../src/graph/queue.ts'
import { Wiring } from '../../src/graph/wiring.ts'
import { Documents } from '../../src/tasks/documents.ts'
import { Invalidation } from '../../src/tasks/invalidation.ts'
import { Lineage } from '../../src/tasks/lineage.ts'
import { Settle } from '../../src/tasks/settle.ts'
import { Task } from '../../src/tasks/task.ts'

/** Plants a mistake, and returns how to take it out. */
export type Plant = () => () => void

/** Replaces methods of a class until they are put back. */
function replaced<T extends object>(
  prototype: T,
  methods: (original: Readonly<T>) => Partial<T>,
): () => void {
  const original: Partial<T> = {}
  const changed = methods(original as Readonly<T>)
  for (const name of Object.keys(changed) as (keyof T)[]) {
    original[name] = prototype[name]
    prototype[name] = changed[name] as T[keyof T]
  }
  return () => Object.assign(prototype, original)
}

function all(...undo: (() => void)[]): () => void {
  return () => {
    for (const each of undo.toReversed()) each()
  }
}

export const plants: Record<string, Plant> = {
  'what becomes wanted is not woken': () => {
    let wanting = 0
    return all(
      replaced(Wiring.prototype, (wiring) => ({
        want(this: Wiring, node: Node) {
          wanting++
          wiring.want.call(this, node)
          wanting--
        },
      })),
      replaced(Settle.prototype, (settle) => ({
        schedule(this: Settle, task: Task) {
          // What never ran is woken; otherwise nothing would run at all.
          if (wanting === 0 || task.neverRan) settle.schedule.call(this, task)
        },
      })),
    )
  },

  'a retry has lost its causes': () => {
    let marking = false
    return all(
      replaced(Invalidation.prototype, (invalidation) => ({
        mark(this: Invalidation, ...args: Parameters<Invalidation['mark']>) {
          marking = true
          invalidation.mark.apply(this, args)
          marking = false
        },
      })),
      replaced(Task.prototype, (task) => ({
        addCause(this: Task, ...args: Parameters<Task['addCause']>) {
          if (marking) task.addCause.apply(this, args)
        },
      })),
    )
  },

  'liveness only counts, also on cycles': () =>
    replaced(Wiring.prototype, () => ({
      unwant(this: Wiring, node: Node) {
        if (--node.live > 0 || node.fn === null) return
        for (let i = 0, n = readCount(node); i < n; i++) this.unwant(readAt(node, i))
      },
    })),

  'reads are registered after the commit, and not compared': () => {
    const running = new Map<object, Tx>()
    return all(
      replaced(Store.prototype, (store) => ({
        begin(this: Store, ...args: Parameters<Store['begin']>) {
          const tx = store.begin.apply(this, args)
          const source = args[0]?.source
          if (source !== undefined) running.set(source, tx)
          return tx
        },
      })),
      replaced(Documents.prototype, (documents) => ({
        setReads(this: Documents, ...args: Parameters<Documents['setReads']>) {
          for (const entry of running.get(args[0])?.docs ?? []) {
            ;(entry as { seen: unknown }).seen = entry.doc.value
          }
          if (args[1].length === 0) documents.setReads.apply(this, args)
          else {
            queueMicrotask(() => {
              if (args[0].registered) documents.setReads.apply(this, args)
            })
          }
        },
      })),
    )
  },

  'a retry goes in the pass in which it failed': () =>
    replaced(Settle.prototype, () => ({ passOver: () => Promise.resolve() })),

  'dormant nodes run': () =>
    replaced(Settle.prototype, (settle) => ({
      schedule(this: Settle, task: Task) {
        task.requested = true
        settle.schedule.call(this, task)
      },
    })),

  'the receipt is left out': () => replaced(Tx.prototype, () => ({ receipt: () => {} })),

  'a node is told of its own changes': () =>
    replaced(Store.prototype, (store) => ({
      begin(this: Store, options = {}) {
        const { cause, derived, launcher } = options
        const others = { cause, derived, launcher } as BeginOptions
        return store.begin.call(this, others)
      },
    })),

  'equals run in the order in which they became invalid': () => {
    let arrived = 0
    return replaced(Queue.prototype, (queue) => ({
      add(this: Queue, node: Node, flags: number) {
        ;(node as { ordinal: number }).ordinal = ++arrived
        queue.add.call(this, node, flags)
      },
    }))
  },

  'a failed attempt keeps what it launched': () =>
    replaced(Lineage.prototype, () => ({
      onFailure: () => () => {},
      stopOnFailure: () => {},
    })),
}
