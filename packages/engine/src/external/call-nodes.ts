// Makes the nodes of external calls while a model is built: for each call one that evaluates its arguments, and one
// that holds its answer. A call whose arguments depend on the place is another one in each cell of its rectangle.

import {
  type Catalogue,
  cellSymbol,
  externalSymbolAt,
  type Ir,
  type IrExpr,
  type IrExternal,
  type IrFormula,
  withinSheet,
} from '@cellwake/language'
import { PENDING } from '@cellwake/runtime'
import { MovedCoordinates } from '../formulas/moved-coordinates.ts'
import type { Instance, Templates } from '../formulas/templates.ts'
import { type CellNode, EXTERNAL, newCell } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import { rectangleOf } from '../rules/live-rule.ts'
import { answerTag } from './call-facts.ts'
import type { Calls } from './calls.ts'

export interface CallNodesParts {
  readonly cells: ModelCells
  readonly calls: Calls
  readonly catalogue: Catalogue
}

/** Index for a node that is neither a cell nor a name. */
const NOWHERE = -2

export class CallNodes {
  readonly #parts: CallNodesParts
  readonly #bySymbol = new Map<string, IrExternal>()
  /** Formulas with calls that depend on the place. */
  readonly #owners = new Map<string, IrFormula>()

  constructor(parts: CallNodesParts) {
    this.#parts = parts
  }

  /** The calls of a source. */
  take({ externals, formulas }: Ir): void {
    const placed = new Set<string>()
    for (const external of externals) {
      this.#bySymbol.set(external.symbol, external)
      if (external.each) placed.add(external.owner)
    }
    if (placed.size === 0) return
    for (const formula of formulas)
      if (placed.has(formula.id)) this.#owners.set(formula.id, formula)
  }

  /** Whether a call is another one in each cell of its rectangle. */
  isEach(symbol: string): boolean {
    return this.#bySymbol.get(symbol)?.each === true
  }

  /** Tag of a formula that is nothing but this call; undefined if that is its kind. */
  tagOf(symbol: string): string | undefined {
    return answerTag(this.#parts.catalogue.get(this.#bySymbol.get(symbol)!.fn))
  }

  /** The node of a call in the formula of a node; `put` gives it its own formula. */
  of(
    symbol: string,
    owner: CellNode,
    templates: Templates,
    put: (node: CellNode, instance: Instance) => void,
  ): CellNode {
    const { calls } = this.#parts
    const external = this.#bySymbol.get(symbol)!
    // A call inside another counts positions from where that one does.
    const cell = calls.of(owner)?.place ?? owner
    const own = external.each ? this.#symbolAt(symbol, cell) : symbol
    return calls.find(own)?.node ?? this.#add(own, external, owner, cell, templates, put)
  }

  #add(
    symbol: string,
    { fn, args, owner: id, each, line }: IrExternal,
    owner: CellNode,
    cell: CellNode,
    templates: Templates,
    put: (node: CellNode, instance: Instance) => void,
  ): CellNode {
    const { calls, catalogue } = this.#parts
    const node = this.#node()
    const answerNode = this.#node()
    answerNode.value = PENDING
    const place = each ? newCell(0, cell.column, cell.row) : undefined
    const signature = catalogue.get(fn)!
    const external = signature.external!
    calls.add({
      symbol,
      signature: { ...signature, external },
      node,
      answerNode,
      owner,
      place,
      line,
    })
    let locals = 0
    for (const arg of args) locals = Math.max(locals, arg?.locals ?? 0)
    const expr: IrExpr = ['call', fn, ...args.map((arg) => arg?.expr ?? null)]
    const formula = { ...CALL, id: symbol, expr, locals }
    put(
      node,
      each
        ? this.#instanceAt(cell, formula, id, templates)
        : templates.instance(formula, undefined),
    )
    if (place !== undefined) place.own = node.own
    return node
  }

  #node(): CellNode {
    const { graph } = this.#parts.cells
    const node = newCell(graph.nextOrdinal++, NOWHERE, NOWHERE)
    node.flags |= EXTERNAL
    return node
  }

  /** A call that is another one in each cell: its references are shifted, if its formula is filled. */
  #instanceAt(cell: CellNode, formula: IrFormula, id: string, templates: Templates): Instance {
    const { fill, target } = this.#owners.get(id)!
    const rectangle = rectangleOf(target)
    if (!fill || rectangle === undefined) return templates.instance(formula, rectangle)
    const columns = columnOf(cell.column) - rectangle.column
    const rows = cell.row - rectangle.row
    const expr = withinSheet(formula.expr, columns, rows)
    const instance = templates.instance({ ...formula, fill, expr }, rectangle)
    const moved = new MovedCoordinates(instance)
    moved.to(columns, rows)
    return { ...instance, coordinates: moved.list }
  }

  /** `__ext__:B3:9f23c8` for `__ext__:B2:B9:9f23c8`. */
  #symbolAt(symbol: string, { column, row }: CellNode): string {
    const { sheets } = this.#parts.cells
    return externalSymbolAt(symbol, cellSymbol(sheets[sheetOf(column)]!, columnOf(column), row))
  }
}

/** Defaults of the formula of a call. */
const CALL = {
  target: ['name', ''],
  mode: 'lazy',
  fill: false,
  input: false,
  tag: null,
  reads: { always: [], maybe: [], regions: [], nearby: [], shifting: [], dynamic: false },
  volatile: false,
  line: 0,
} as const
