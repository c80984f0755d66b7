// A call that may be answered by an index. Its ranges are regions and not arrays, until an index cannot
// help: then the function itself is called, with the same result.

import type { Code, Fn, Value } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import type { Region } from '../ranges/region.ts'

/** An argument of a call: a region, a code, or left out. */
export type Input =
  | { readonly region: (node: CellNode) => Region; readonly code?: undefined }
  | { readonly code: Code<CellNode>; readonly region?: undefined }
  | undefined

export class IndexedCall {
  readonly cells: ModelCells
  readonly name: string
  readonly #inputs: readonly Input[]
  readonly #plain: Fn

  constructor(cells: ModelCells, name: string, inputs: readonly Input[], plain: Fn) {
    this.cells = cells
    this.name = name
    this.#inputs = inputs
    this.#plain = plain
  }

  get length(): number {
    return this.#inputs.length
  }

  /** The arguments that are no regions. */
  values(node: CellNode, slots: Value[]): (Value | undefined)[] {
    return this.#inputs.map((input) => input?.code?.(node, slots))
  }

  has(at: number): boolean {
    return this.#inputs[at] !== undefined
  }

  region(at: number, node: CellNode): Region {
    return this.#inputs[at]!.region!(node)
  }

  /** The function itself, with arrays for the regions. */
  plainly(node: CellNode, values: readonly (Value | undefined)[]): Value {
    const { graph, regions } = this.cells
    const args = [...values]
    const ranges = this.#inputs.flatMap((input) => input?.region?.(node) ?? [])
    for (const range of ranges) graph.read(range)
    this.#inputs.forEach((input, at) => {
      if (input?.region === undefined) return
      args[at] = regions.arrayAmong(input.region(node), ranges)
    })
    return this.#plain(args)
  }
}
