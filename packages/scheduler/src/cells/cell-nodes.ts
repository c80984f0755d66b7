// The nodes of a runtime of cells. All are one class, with the methods of a cell: a derived value refuses to be set.

import { SchedulerError } from '../errors.ts'
import { type Graph, isComputing, untracked } from '../graph/graph.ts'
import { EFFECT, Node } from '../graph/node.ts'
import type { BatchLog } from './batch-log.ts'
import type { DurableCells } from './durable-cells.ts'
import type { Cell } from './readable.ts'

export interface CellNode extends Node, Cell<unknown> {}

/** One class, so one hidden class. See performance: nodes of cells have one class */
export function nodeClass(graph: Graph, durable: DurableCells | undefined, before: BatchLog) {
  return class extends Node implements CellNode {
    get(): unknown {
      return graph.read(this)
    }

    peek(): unknown {
      return untracked(() => graph.read(this))
    }

    set(value: unknown): void {
      if (this.fn !== null || (this.flags & EFFECT) !== 0) {
        throw new SchedulerError('not-a-cell', 'Only cells can be set.')
      }
      if (isComputing()) {
        throw new SchedulerError('write-while-deriving', 'A derived value may not set a cell.')
      }
      if (durable !== undefined) durable.set(this, value)
      else if (!before.isOpen) graph.write(this, value)
      else before.write(this, value)
    }

    update(fn: (value: unknown) => unknown): void {
      this.set(fn(this.peek()))
    }
  }
}

/** The common numbers of inputs without a list of arguments. */
export function staticRun(
  graph: Graph,
  inputs: readonly Node[],
  fn: (...values: never) => unknown,
) {
  const call = fn as (...values: unknown[]) => unknown
  const [a, b, c, d] = inputs as [Node, Node, Node, Node]
  const { length } = inputs
  if (length === 1) return () => call(graph.read(a))
  if (length === 2) return () => call(graph.read(a), graph.read(b))
  if (length === 3) return () => call(graph.read(a), graph.read(b), graph.read(c))
  if (length === 4) {
    return () => call(graph.read(a), graph.read(b), graph.read(c), graph.read(d))
  }
  return () => {
    const values = new Array<unknown>(length)
    for (let i = 0; i < length; i++) values[i] = graph.read(inputs[i]!)
    return call(...values)
  }
}
