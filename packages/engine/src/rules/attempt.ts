// One attempt at a wave: its changes in memory, with an undo log. If the store does not take its commit, cells,
// last good values and the states of rules are rolled back.

import type { Value } from '@cellwake/runtime'
import { believe } from '../errors.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelGraph } from '../graph/model-graph.ts'
import type { InputChange, KeptGood } from '../model/in-flight.ts'
import type { Inputs } from '../model/inputs.ts'
import type { Work } from '../model/slices.ts'
import { keptGood, rollBack } from './roll-back.ts'

export interface AttemptParts {
  readonly graph: ModelGraph
  readonly inputs: Pick<Inputs, 'give'>
  /** Savepoint of the states of rules; returns its rollback. */
  readonly mark: () => () => void
}

export class Attempt {
  readonly #parts: AttemptParts
  readonly #undo: InputChange[] = []
  /** Last good values from before it that no commit has written yet. */
  readonly #waiting: ReadonlyMap<CellNode, Value>
  #good: readonly KeptGood[] = []
  readonly #unmark: () => void
  #isTakenBack = false

  constructor(parts: AttemptParts) {
    const { good } = parts.graph
    this.#parts = parts
    this.#waiting = new Map(good)
    good.clear()
    this.#unmark = parts.mark()
  }

  /** Writes a value into a cell that a rule owns. */
  give(node: CellNode, value: Value): void {
    this.#undo.push(this.#parts.inputs.give({ node, value, given: true }))
  }

  /** All is computed: the last good values that go with the writes are known. */
  computed(): void {
    this.#good = keptGood(this.#parts.graph)
    this.#remind()
  }

  /** Nothing of it happened. */
  *rollBack(now: number): Work<void> {
    const { graph, inputs } = this.#parts
    believe(!this.#isTakenBack, 'a wave is taken back once')
    this.#isTakenBack = true
    graph.good.clear()
    yield* rollBack(graph, inputs, this.#undo.reverse(), this.#good, now)
    this.#remind()
    this.#unmark()
  }

  #remind(): void {
    const { good } = this.#parts.graph
    for (const [node, before] of this.#waiting) if (!good.has(node)) good.set(node, before)
  }
}
