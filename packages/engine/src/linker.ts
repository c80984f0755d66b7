// Says how a compiled formula gets at cells: through the edges of its own node, so that all formulas of
// one form share the closure. Where a branch decides what is read, the nodes are in the slots and the
// graph follows each read. Aggregates of whole ranges come from their regions without an array.

import type { Catalogue, IrExpr, PositionWord } from '@cellwake/language'
import {
  arrayOf,
  BAD_REFERENCE,
  BLANK,
  type Code,
  errorOf,
  isArray,
  isReference,
  type Linker,
  type Reference,
  stops,
  toLogical,
  toNumber,
  toText,
  type Value,
} from '@cellwake/runtime'
import type { Edges, Graph, Node } from '@cellwake/scheduler'
import { type Abstract, isPlace } from './abstract.ts'
import { aggregateOf } from './aggregates.ts'
import type { CellNode } from './cell-node.ts'
import type { Cells } from './cells.ts'
import { columnOf, sheetOf } from './grid.ts'
import { indexedCode } from './indexed-functions.ts'
import { isRange } from './indexed-ranges.ts'
import { cellFact, offset, type Referred, referredBy } from './placed.ts'
import { type Region, shown } from './region.ts'
import type { Rectangle, RefSpec } from './template.ts'

type Coder = Code<CellNode>

export interface LinkerParts {
  readonly cells: Cells
  readonly abstract: Abstract
  /** In the order of the expression, whose own may be those of another formula of the form. */
  readonly numbers: readonly number[]
  /** Undefined for a single cell. */
  readonly rectangle: Rectangle | undefined
  /** Numbers are in the slots. */
  readonly slotted: boolean
  readonly catalogue: Catalogue
  /** The formula of a cell as text. */
  formulaText(node: CellNode): string | undefined
}

export class FormulaLinker implements Linker<CellNode> {
  readonly refs: RefSpec[] = []
  readonly cells: Cells
  readonly #parts: LinkerParts
  readonly #graph: Graph
  readonly #single: boolean
  #numbers = 0
  #maybes = 0
  #lastNumber: { readonly code: Coder; readonly value: number } | undefined

  constructor(parts: LinkerParts) {
    this.#parts = parts
    this.cells = parts.cells
    this.#graph = parts.cells.graph
    this.#single = !parts.abstract.tracked && countReads(parts.abstract) === 1
  }

  number(): Coder {
    const at = this.#numbers++
    const value = this.#parts.numbers[at]!
    const code: Coder = this.#parts.slotted ? (node) => node.slots![at] as number : () => value
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

  external(symbol: string): Coder {
    return this.#whole({ kind: 'external', symbol })
  }

  range(sheet: number): Coder {
    const node = this.rangeNode(sheet)
    const graph = this.#graph
    const { regions } = this.cells
    return (at) => {
      const region = node(at)
      graph.read(region)
      return regions.arrayOf(region)
    }
  }

  /** The region of a range, for who needs no array of it. Read it through the graph. */
  rangeNode(sheet: number): (node: CellNode) => Region {
    return this.#ref({ kind: 'range', sheet }) as (node: CellNode) => Region
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
        return () => errorOf('REF!', 'SCHEDULED_AT has a value only in a rule')
      default:
        return literal === undefined || this.#parts.abstract.tracked
          ? this.#someWay(word, count)
          : this.#nearby(word, literal)
    }
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
    const region = (sheet: number) => this.rangeNode(sheet)
    const signature = this.#parts.catalogue.get(name)
    const indexed = indexedCode(signature, args, { cells, region, compile })
    return indexed ?? this.#placed(name, args, compile)
  }

  // Edges

  /** Where a formula finds what it reads in this place. */
  #ref(spec: RefShape): (node: CellNode) => Node {
    const { abstract, slotted } = this.#parts
    const at = this.refs.length
    const maybe = spec.kind === 'near' ? false : abstract.maybes[this.#maybes++]!
    this.refs.push({ ...spec, maybe } as RefSpec)
    if (abstract.tracked) {
      const place = (slotted ? abstract.numbers.length : 0) + at
      return (node) => node.slots![place] as Node
    }
    if (this.#single) return (node) => node.reads as Node
    const place = at * 2
    return (node) => (node.reads as Edges)[place] as Node
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

  // Functions that look at places

  #placed(
    name: string,
    args: readonly (IrExpr | null)[],
    compile: (expr: IrExpr) => Coder,
  ): Coder | undefined {
    const [first] = args
    switch (name) {
      case 'INDIRECT':
      case 'OFFSET': {
        const place = this.#placeOf(['call', name, ...args], compile)
        return (node, slots) => this.#valueAt(place(node, slots))
      }
      case 'ROW':
      case 'COLUMN':
      case 'SHEET':
        if (first === undefined || first === null) return this.#ownPlace(name)
        if (isPlace(first)) return undefined
        return this.#ofPlace(
          first,
          compile,
          (place) => place[PARTS[name]] + Number(name === 'SHEET'),
        )
      case 'SHEETS':
        return () => this.cells.sheets.length
      case 'ISFORMULA':
        return this.#ofPlace(first!, compile, (place) => this.#nodeAt(place)?.template != null)
      case 'FORMULATEXT':
        return this.#ofPlace(first!, compile, (place) => this.#formulaText(place))
      case 'CELL': {
        const what = compile(first!)
        return this.#ofPlace(args[1]!, compile, (place, node, slots) => {
          const text = toText(what(node, slots))
          return typeof text === 'string' ? cellFact(text, place, this.cells) : text
        })
      }
      default:
        return undefined
    }
  }

  #ownPlace(name: string): Coder {
    if (name === 'ROW') return (node) => node.row
    if (name === 'COLUMN') return (node) => columnOf(node.column)
    return (node) => sheetOf(node.column) + 1
  }

  #ofPlace(
    expr: IrExpr,
    compile: (expr: IrExpr) => Coder,
    fn: (place: Reference, node: CellNode, slots: Value[]) => Value,
  ): Coder {
    const code = this.#placeOf(expr, compile)
    return (node, slots) => {
      const place = code(node, slots)
      if (isReference(place)) return fn(place, node, slots)
      return stops(place) ? place : errorOf('VALUE!', 'a cell or a range is needed here')
    }
  }

  /** A code that gives a reference, or an error. */
  #placeOf(expr: IrExpr, compile: (expr: IrExpr) => Coder): Coder {
    if (typeof expr !== 'object') return compile(expr)
    if (expr[0] === 'cell') {
      const [, sheet, column, row] = expr
      const place: Reference = { k: 10, sheet, column, row, lastColumn: column, lastRow: row }
      return () => place
    }
    if (expr[0] === 'range') {
      const [, sheet, column, row, lastColumn, lastRow] = expr
      const place: Reference = { k: 10, sheet, column, row, lastColumn, lastRow }
      return () => place
    }
    if (expr[0] !== 'call') return compile(expr)
    const [, name, ...args] = expr
    if (name === 'INDIRECT') {
      const text = compile(args[0]!)
      const style = args[1]
      return this.#indirect(
        text,
        style === undefined || style === null ? undefined : compile(style),
      )
    }
    if (name !== 'OFFSET') return compile(expr)
    const from = this.#placeOf(args[0]!, compile)
    const numbers = [1, 2, 3, 4].map((i) => {
      const arg = args[i]
      return arg === undefined || arg === null ? undefined : compile(arg)
    })
    return (node, slots) => {
      const place = from(node, slots)
      if (!isReference(place)) return place
      const values: (number | undefined)[] = []
      for (const code of numbers) {
        const value = code === undefined ? undefined : toNumber(code(node, slots))
        if (value !== undefined && typeof value !== 'number') return value
        values.push(value)
      }
      return offset(place, values[0] ?? 0, values[1] ?? 0, values[2], values[3]) ?? BAD_REFERENCE
    }
  }

  #indirect(code: Coder, style: Coder | undefined): Coder {
    return (node, slots) => {
      const text = toText(code(node, slots))
      if (typeof text !== 'string') return text
      if (style !== undefined && toLogical(style(node, slots)) === false) {
        return errorOf('REF!', 'INDIRECT reads A1 addresses, not R1C1')
      }
      return this.#referred(referredBy(text, this.cells), text)
    }
  }

  #referred(found: Referred, text: string): Value {
    if (found === undefined) return errorOf('REF!', `"${text.slice(0, 64)}" is no cell or range`)
    if (!('name' in found)) return found
    const { grid } = this.cells
    const node = grid.names.get(found.name)
    if (node === undefined) return errorOf('REF!', `there is no name ${found.name.slice(0, 64)}`)
    return this.#graph.read(node) as Value
  }

  /** The value of a place; anything else as it is. */
  #valueAt(place: Value): Value {
    if (!isReference(place)) return place
    const { sheet, column, row, lastColumn, lastRow } = place
    if (column === lastColumn && row === lastRow) {
      return shown(this.#graph.read(this.cells.cell(sheet, column, row)) as Value)
    }
    const region = this.cells.region(sheet, column, row, lastColumn, lastRow)
    this.#graph.read(region)
    return this.cells.regions.arrayOf(region)
  }

  #nodeAt(place: Reference): CellNode | undefined {
    return this.cells.cell(place.sheet, place.column, place.row)
  }

  #formulaText(place: Reference): Value {
    const text = this.#parts.formulaText(this.#nodeAt(place)!)
    return text ?? errorOf('N/A', 'there is no formula')
  }
}

type RefShape = RefSpec extends infer Spec
  ? Spec extends { readonly maybe: boolean }
    ? Omit<Spec, 'maybe'>
    : never
  : never

const NO_SPILL = errorOf('REF!', 'nothing spills from there')

const PARTS = { ROW: 'row', COLUMN: 'column', SHEET: 'sheet' } as const

function directionOf(word: PositionWord): readonly [columns: number, rows: number] {
  if (word === 'ABOVE') return [0, -1]
  if (word === 'BELOW') return [0, 1]
  return word === 'LEFT' ? [-1, 0] : [1, 0]
}

/** How many reads a formula has that is not tracked. */
function countReads(abstract: Abstract): number {
  return abstract.maybes.length + abstract.nearby
}
