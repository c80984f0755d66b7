// Links a compiled formula to its cells: through the edges of its own node, so that all formulas of one form
// share the closure. Where a branch decides the reads, the nodes are in the slots and the graph tracks each
// read. Aggregates of whole ranges come from their regions without an array.

import type { Catalogue, IrCell, IrExpr, IrRange, PositionWord } from '@cellwake/language'
import {
  arrayOf,
  BLANK,
  type Code,
  errorOf,
  isArray,
  type Linker,
  stops,
  toNumber,
  type Value,
} from '@cellwake/runtime'
import { type Graph, type Node, oneOfReads, onlyRead } from '@cellwake/scheduler'
import type { Calls } from '../external/calls.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { columnOf } from '../graph/grid.ts'
import { indexedCode } from '../lookups/indexed-functions.ts'
import { isRange } from '../lookups/indexed-ranges.ts'
import { aggregateOf } from '../ranges/aggregates.ts'
import { isWhole, type Region, shown } from '../ranges/region.ts'
import { subtotalCode } from '../ranges/subtotals.ts'
import { wholeRangeCode } from '../ranges/whole-ranges.ts'
import type { Abstract, Origin } from './abstract.ts'
import { PlaceFunctions } from './place-functions.ts'
import { shiftingPlace } from './shifting-place.ts'
import type { Rectangle, RefSpec } from './template.ts'

type Coder = Code<CellNode>

export interface LinkerParts {
  readonly cells: ModelCells
  readonly abstract: Abstract
  /** In the order of the expression, whose own may be those of another formula of the form. */
  readonly numbers: readonly number[]
  /** Undefined for a single cell. */
  readonly rectangle: Rectangle | undefined
  /** The first cell of a filled rectangle, from which references shift. */
  readonly origin?: Origin | undefined
  /** Numbers are in the slots. */
  readonly slotted: boolean
  readonly catalogue: Catalogue
  readonly calls: Calls
  /** The formula of a cell as text. */
  formulaText(node: CellNode): string | undefined
  /** In a rule, when it was due. */
  scheduledAt?(): Value
}

export class FormulaLinker implements Linker<CellNode> {
  readonly refs: RefSpec[] = []
  readonly cells: ModelCells
  readonly #parts: LinkerParts
  readonly #graph: Graph
  readonly #single: boolean
  readonly #places: PlaceFunctions
  /** All that the formula reads. */
  readonly #ranges: ((node: CellNode) => Region)[] = []
  #numbers = 0
  #maybes = 0
  #lastNumber: { readonly code: Coder; readonly value: number } | undefined

  constructor(parts: LinkerParts) {
    this.#parts = parts
    this.cells = parts.cells
    this.#graph = parts.cells.graph
    this.#places = new PlaceFunctions({
      cells: parts.cells,
      origin: parts.origin,
      formulaText: (node) => parts.formulaText(node),
    })
    this.#single = !parts.abstract.tracked && countReads(parts.abstract) === 1
  }

  number(): Coder {
    const at = this.#numbers++
    const value = this.#parts.numbers[at]!
    const code: Coder = this.#parts.slotted ? (node) => node.own![at] as number : () => value
    this.#lastNumber = { code, value }
    return code
  }

  cell(sheet: number): Coder {
    const node = this.#ref({ kind: 'cell', sheet })
    const graph = this.#graph
    return (at) => {
      const value = graph.read(node(at)) as Value
      return typeof value === 'object' ? shown(value) : value
    }
  }

  spill(sheet: number): Coder {
    const whole = this.#whole({ kind: 'spill', sheet })
    return (at, slots) => {
      const value = whole(at, slots)
      return isArray(value) || stops(value) ? value : NO_SPILL
    }
  }

  name(name: string): Coder {
    return this.#whole({ kind: 'name', name })
  }

  external(): Coder {
    return this.#whole({ kind: 'external' })
  }

  range(sheet: number): Coder {
    const node = this.rangeNode(sheet)
    const graph = this.#graph
    const { regions } = this.cells
    const ranges = this.#ranges
    return (at) => {
      const region = node(at)
      graph.read(region)
      if (ranges.length === 1 || !isWhole(region)) return regions.arrayOf(region)
      return regions.arrayAmong(
        region,
        ranges.map((range) => range(at)),
      )
    }
  }

  /** The region of a range, where no array of it is needed. Read it through the graph. */
  rangeNode(sheet: number): (node: CellNode) => Region {
    const node = this.#ref({ kind: 'range', sheet }) as (node: CellNode) => Region
    this.#ranges.push(node)
    return node
  }

  position(word: PositionWord, count: Coder): Coder {
    const literal = this.#lastNumber?.code === count ? this.#lastNumber.value : undefined
    switch (word) {
      case 'ROW_INDEX':
        return (node) => node.row - this.#top(node) + 1
      case 'COL_INDEX':
        return (node) => columnOf(node.column) - this.#left(node) + 1
      case 'IS_FIRST':
        return (node) => node.row === this.#top(node) && columnOf(node.column) === this.#left(node)
      case 'IS_LAST':
        return (node) => this.#isLast(node)
      case 'CELL_COUNT': {
        const cells = this.#count()
        return () => cells
      }
      case 'NEIGHBORS':
        return (node, slots) => this.#neighbors(node, count(node, slots))
      case 'SCHEDULED_AT':
        return () => this.#parts.scheduledAt?.() ?? errorOf('REF!', 'only a rule is scheduled')
      default:
        return literal === undefined || this.#parts.abstract.tracked
          ? this.#someWay(word, count)
          : this.#nearby(word, literal)
    }
  }

  place(reference: IrCell | IrRange): Coder {
    return shiftingPlace(reference, this.#parts.origin!)
  }

  call(
    name: string,
    args: readonly (IrExpr | null)[],
    compile: (expr: IrExpr) => Coder,
  ): Coder | undefined {
    const aggregate = aggregateOf(name)
    if (aggregate !== undefined && args.length > 0 && args.every(isRange)) {
      const regions = args.map((arg) => this.rangeNode(arg[1]))
      return aggregate(this.#graph, this.cells.regions, regions)
    }
    const { cells } = this
    if (this.#parts.abstract.answered) {
      const called = this.#parts.catalogue.get(name)
      if (called?.external !== undefined) return this.#external(args, compile)
    }
    const region = (sheet: number) => this.rangeNode(sheet)
    const signature = this.#parts.catalogue.get(name)
    const host = { cells, region, compile }
    return (
      indexedCode(signature, args, host) ??
      subtotalCode(signature, args, host) ??
      wholeRangeCode(signature, args, host) ??
      this.#places.call(name, args, compile)
    )
  }

  /** The formula is a call: its value for its arguments, as far as its answer has arrived. */
  #external(args: readonly (IrExpr | null)[], compile: (expr: IrExpr) => Coder): Coder {
    const codes = args.map((arg) => (arg === null ? undefined : compile(arg)))
    const answer = this.#ref({ kind: 'answer' })
    const { calls } = this.#parts
    const graph = this.#graph
    return (node, slots) => {
      const call = calls.of(node)!
      const at = call.place ?? node
      const values = codes.map((code) => code?.(at, slots) ?? BLANK)
      graph.read(answer(node))
      return calls.value(call, values)
    }
  }

  // Edges

  /** Accessor of a read in this place. */
  #ref(spec: RefShape): (node: CellNode) => Node {
    const { abstract, slotted } = this.#parts
    const at = this.refs.length
    const isSure = spec.kind === 'near' || spec.kind === 'answer'
    const maybe = isSure ? false : abstract.maybes[this.#maybes++]!
    this.refs.push({ ...spec, maybe } as RefSpec)
    if (abstract.tracked) {
      const place = (slotted ? abstract.numbers.length : 0) + at
      return (node) => node.own![place] as Node
    }
    return this.#single ? onlyRead : (node) => oneOfReads(node, at)
  }

  #whole(spec: RefShape): Coder {
    const node = this.#ref(spec)
    const graph = this.#graph
    return (at) => graph.read(node(at)) as Value
  }

  // Positions

  #top(node: CellNode): number {
    return this.#parts.rectangle?.row ?? node.row
  }

  #left(node: CellNode): number {
    return this.#parts.rectangle?.column ?? columnOf(node.column)
  }

  #isLast(node: CellNode): boolean {
    const { rectangle } = this.#parts
    if (rectangle === undefined) return true
    return node.row === rectangle.lastRow && columnOf(node.column) === rectangle.lastColumn
  }

  #count(): number {
    const { rectangle } = this.#parts
    if (rectangle === undefined) return 1
    const { column, row, lastColumn, lastRow } = rectangle
    return (lastColumn - column + 1) * (lastRow - row + 1)
  }

  #nearby(word: PositionWord, steps: number): Coder {
    const [columns, rows] = directionOf(word)
    const node = this.#ref({ kind: 'near', columns: columns * steps, rows: rows * steps })
    const graph = this.#graph
    return (at) => shown(graph.read(node(at)) as Value)
  }

  #someWay(word: PositionWord, count: Coder): Coder {
    const [columns, rows] = directionOf(word)
    return (node, slots) => {
      const steps = toNumber(count(node, slots))
      if (typeof steps !== 'number') return steps
      const whole = Math.trunc(steps)
      const found = this.cells.near(node, columns * whole, rows * whole)
      return shown(this.#graph.read(found) as Value)
    }
  }

  #neighbors(node: CellNode, count: Value): Value {
    const steps = toNumber(count)
    if (typeof steps !== 'number') return steps
    const reach = Math.trunc(steps)
    if (reach < 1 || reach > 50) return errorOf('VALUE!', 'NEIGHBORS reaches from 1 to 50 cells')
    const items: Value[] = []
    for (let rows = -reach; rows <= reach; rows++) {
      for (let columns = -reach; columns <= reach; columns++) {
        const found = this.cells.near(node, columns, rows)
        const blank = found === this.cells.offSheet || (rows === 0 && columns === 0)
        items.push(blank ? BLANK : shown(this.#graph.read(found) as Value))
      }
    }
    return arrayOf(reach * 2 + 1, reach * 2 + 1, items)
  }
}

type RefShape = RefSpec extends infer Spec
  ? Spec extends { readonly maybe: boolean }
    ? Omit<Spec, 'maybe'>
    : never
  : never

const NO_SPILL = errorOf('REF!', 'nothing spills from there')

function directionOf(word: PositionWord): readonly [columns: number, rows: number] {
  if (word === 'ABOVE') return [0, -1]
  if (word === 'BELOW') return [0, 1]
  return word === 'LEFT' ? [-1, 0] : [1, 0]
}

/** Number of reads of a formula that is not tracked. */
function countReads(abstract: Abstract): number {
  return abstract.maybes.length + abstract.nearby + (abstract.answered ? 1 : 0)
}
