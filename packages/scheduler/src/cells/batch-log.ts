// Undo log of a batch: the values of cells before it. A cell that has its old value again at the end of the batch has
// not changed: its readers are only asked to check what they read, and find it as it was. If anything ran meanwhile, it
// may have seen an intermediate value, and all readers are told as usual.

import type { Graph } from '../graph/graph.ts'
import {
  CHECK,
  DIRTY,
  FAILED,
  NEVER_RAN,
  type Node,
  readerAt,
  readerCount,
  TASK,
} from '../graph/node.ts'
import { same } from './same.ts'

export class BatchLog {
  readonly #graph: Graph
  // By index: each cell once, its value before, and the tick of that.
  readonly #cells: Node[] = []
  readonly #values: unknown[] = []
  readonly #changedAt: number[] = []
  #runs = 0
  /** Number of the batch. Logged cells bear it in `trustedIn`, which only derived values need otherwise. */
  #number = 0
  isOpen = false

  constructor(graph: Graph) {
    this.#graph = graph
  }

  begin(): void {
    this.isOpen = true
    this.#number++
    this.#runs = this.#graph.runs
  }

  /** Sets a cell, and logs its value before and the tick of that. */
  write(cell: Node, next: unknown): void {
    const { value, changedAt } = cell
    if (!this.#graph.write(cell, next) || cell.trustedIn === this.#number) return
    cell.trustedIn = this.#number
    this.#cells.push(cell)
    this.#values.push(value)
    this.#changedAt.push(changedAt)
  }

  end(): void {
    this.isOpen = false
    const isSilent = this.#runs === this.#graph.runs
    // Faster than setting lengths.
    for (let cell = this.#cells.pop(); cell !== undefined; cell = this.#cells.pop()) {
      const value = this.#values.pop()
      const changedAt = this.#changedAt.pop()!
      if (!isSilent || !same(cell.value, value)) continue
      cell.changedAt = changedAt
      lookAgain(cell)
    }
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
