// What cells held before a batch. A cell that has its old value again at the end of the batch has not changed, so nobody is
// told: its readers are asked to look again at what they read, and find it as it was. If anything ran meanwhile, it may have
// seen a value in between, and all are told as usual.

import type { Graph } from './graph.ts'
import { CHECK, DIRTY, FAILED, NEVER_RAN, type Node, readerAt, readerCount, TASK } from './node.ts'
import { same } from './same.ts'

interface Before {
  readonly value: unknown
  readonly changedAt: number
}

export class BatchLog {
  readonly #graph: Graph
  readonly #cells = new Map<Node, Before>()
  #runs = 0
  isOpen = false

  constructor(graph: Graph) {
    this.#graph = graph
  }

  begin(): void {
    this.isOpen = true
    this.#runs = this.#graph.runs
  }

  /** A cell is about to be set. */
  note(cell: Node): void {
    if (this.#cells.has(cell)) return
    this.#cells.set(cell, { value: cell.value, changedAt: cell.changedAt })
  }

  end(): void {
    this.isOpen = false
    if (this.#runs === this.#graph.runs) {
      for (const [cell, before] of this.#cells) {
        if (cell.changedAt !== before.changedAt && same(cell.value, before.value)) {
          cell.changedAt = before.changedAt
          lookAgain(cell)
        }
      }
    }
    this.#cells.clear()
  }
}

/** A dirty reader has read something that changed; one that must look finds out whether that is so. */
function lookAgain(cell: Node): void {
  for (let i = 0, n = readerCount(cell); i < n; i++) {
    const reader = readerAt(cell, i)
    if ((reader.flags & (DIRTY | NEVER_RAN | FAILED | TASK)) === DIRTY) {
      reader.flags = (reader.flags & ~DIRTY) | CHECK
    }
  }
}
