// Inputs that hold arrays. Such a cell is a node that gives its array, since the array may find no room
// to spill: then the cell shows `#SPILL!` and looks again when room comes free.

import { isArray, isError, sameValue, type Value } from '@cellwake/runtime'
import { becomeDerived, becomeInput, type Node } from '@cellwake/scheduler'
import type { Evaluation } from '../formulas/evaluation.ts'
import type { CellNode } from './cell-node.ts'
import type { ModelCells } from './cells.ts'
import type { Spills } from './spills.ts'

export class ArrayInputs {
  readonly #cells: ModelCells
  readonly #spills: Spills
  readonly #evaluation: Evaluation
  readonly #run: (node: Node) => Value

  constructor(cells: ModelCells, spills: Spills, evaluation: Evaluation) {
    this.#cells = cells
    this.#spills = spills
    this.#evaluation = evaluation
    this.#run = (node) => {
      const cell = node as CellNode
      const array = cell.own![0] as Value
      if (typeof array !== 'object' || !isArray(array)) return array
      const held = spills.hold(cell, array)
      const value = isError(held) ? evaluation.originAt(cell, held) : held
      if (!sameValue(cell.value, value)) evaluation.changed.push(cell)
      return value
    }
  }

  /** Whether a value makes this cell one of them. */
  takes(node: CellNode, value: Value): boolean {
    return node.column >= 0 && typeof value === 'object' && isArray(value)
  }

  /** Before anything runs. */
  hold(node: CellNode, value: Value): void {
    node.own = [value]
    becomeDerived(node, this.#run)
  }

  /** Gives such a cell another value, or makes it one of them. True if it is another. */
  write(node: CellNode, value: Value): boolean {
    const { graph } = this.#cells
    if (node.fn === null) {
      this.hold(node, value)
      graph.read(node)
      graph.wiring.want(node)
      return true
    }
    if (!this.takes(node, value)) {
      this.drop(node)
      graph.wiring.unwant(node)
      this.#spills.release(node)
      this.#evaluation.changed.push(node)
      graph.write(node, value)
      return true
    }
    if (sameValue(node.own![0] as Value, value)) return false
    node.own = [value]
    graph.touch(node)
    return true
  }

  /** Makes it an ordinary input. */
  drop(node: CellNode): void {
    becomeInput(node)
    node.own = null
  }
}
