// Demand for cells whose answer is pending: a read that resolves wants its cell until every job below it has
// landed or failed, so that a call that shows only then, such as one inside another, is asked for too.

import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'

export class Demands {
  readonly #graph: ModelGraph
  readonly #held = new Set<CellNode>()

  constructor(graph: ModelGraph) {
    this.#graph = graph
  }

  /** Wants a node that is up to date, until `release` finds that it has arrived. */
  hold(node: CellNode): void {
    if (this.#held.has(node)) return
    this.#held.add(node)
    this.#graph.hold(node)
  }

  /** Lets go of cells whose answers have arrived, or failed, and returns them. */
  release(): CellNode[] {
    const { statuses, calls } = this.#graph
    if (this.#held.size === 0 || calls.requests.isWaiting) return []
    const arrived = [...this.#held].filter((node) => !statuses.isOpen(node))
    for (const node of arrived) {
      this.#held.delete(node)
      this.#graph.unwant(node)
    }
    return arrived
  }
}
