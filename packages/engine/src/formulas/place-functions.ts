// Functions that look at places and not at values: INDIRECT, OFFSET, ROW, CELL and their kind, compiled
// for the formulas of a live model. Places they find while running are tracked by the graph.

import { type IrExpr, isShifting } from '@cellwake/language'
import {
  BAD_REFERENCE,
  BLANK,
  type Code,
  errorOf,
  functions,
  isArray,
  isBlank,
  isReference,
  type Reference,
  referenceTo,
  stops,
  toLogical,
  toNumber,
  toText,
  type Value,
} from '@cellwake/runtime'
import type { Graph } from '@cellwake/scheduler'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { columnOf, sheetOf } from '../graph/grid.ts'
import { shown } from '../ranges/region.ts'
import { isPlace, type Origin } from './abstract.ts'
import { around, beside, elementOf } from './computed-places.ts'
import { cellFact, offset, type Referred, referredBy } from './placed.ts'
import { referredInR1C1 } from './r1c1.ts'
import { shiftingPlace } from './shifting-place.ts'
import { templateOf } from './template.ts'

type Coder = Code<CellNode>

const NO_PLACE = errorOf('VALUE!', 'a cell or a range is needed here')

export interface PlaceFunctionsParts {
  readonly cells: ModelCells
  /** The first cell of a filled rectangle. */
  readonly origin: Origin | undefined
  formulaText(node: CellNode): string | undefined
}

export class PlaceFunctions {
  readonly #cells: ModelCells
  readonly #graph: Graph
  readonly #origin: Origin | undefined
  readonly #formulaTextOf: (node: CellNode) => string | undefined

  constructor({ cells, origin, formulaText }: PlaceFunctionsParts) {
    this.#cells = cells
    this.#graph = cells.graph
    this.#origin = origin
    this.#formulaTextOf = formulaText
  }

  /** Undefined for a function that asks for values only. */
  call(
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
      case 'RANGE': {
        const place = this.#placeOf(['call', name, ...args], compile)
        return (node, slots) => this.#valueAt(place(node, slots))
      }
      case 'SINGLE': {
        const place = this.#placeOf(first!, compile)
        return (node, slots) => this.#valueAt(beside(place(node, slots), node))
      }
      case 'ISREF': {
        const place = this.#placeOf(first!, compile)
        return (node, slots) => isReference(place(node, slots))
      }
      case 'ROW':
      case 'COLUMN':
        if (first === undefined || first === null) return this.#ownPlace(name)
        if (isPlace(first)) return undefined
        return this.#ofPlace(first, compile, (place) => functions[name]!([place]))
      case 'SHEET':
        if (first === undefined || first === null) return this.#ownPlace(name)
        return isPlace(first)
          ? undefined
          : this.#ofPlace(first, compile, (place) => place.sheet + 1)
      case 'SHEETS':
        return () => {
          this.#graph.read(this.#cells.arrivals)
          return this.#cells.sheets.length
        }
      case 'ISFORMULA':
        return this.#ofPlace(first!, compile, (place) => templateOf(this.#nodeAt(place)) !== null)
      case 'FORMULATEXT':
        return this.#ofPlace(first!, compile, (place) => this.#formulaText(place))
      case 'CELL': {
        const what = compile(first!)
        const fact = (place: Reference, node: CellNode, slots: Value[]) =>
          this.#cellFact(what(node, slots), place, node)
        const asked = args[1]
        if (asked !== undefined && asked !== null) return this.#ofPlace(asked, compile, fact)
        return (node, slots) => fact(ownReference(node), node, slots)
      }
      default:
        return undefined
    }
  }

  #cellFact(what: Value, place: Reference, node: CellNode): Value {
    const text = toText(what)
    if (typeof text !== 'string') return text
    const asked = text.toLowerCase()
    if (asked !== 'contents' && asked !== 'type') {
      return cellFact(text, place, this.#cells, node.column < 0 ? -1 : sheetOf(node.column))
    }
    const { sheet, column, row } = place
    const value = shown(this.#graph.read(this.#cells.cell(sheet, column, row)) as Value)
    if (asked === 'contents') return value
    if (isBlank(value)) return 'b'
    return typeof value === 'string' ? 'l' : 'v'
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
      return stops(place) ? place : NO_PLACE
    }
  }

  /** A code that gives a reference, or an error. */
  #placeOf(expr: IrExpr, compile: (expr: IrExpr) => Coder): Coder {
    if (typeof expr !== 'object') return compile(expr)
    if (isPlace(expr)) {
      const place = referenceTo(expr)
      return isShifting(expr) ? shiftingPlace(expr, this.#origin!) : () => place
    }
    if (expr[0] !== 'call') return compile(expr)
    const [, name, ...args] = expr
    if (name === 'INDIRECT') {
      const [text, style, sheet] = args.map((arg) => (arg === null ? undefined : compile(arg)))
      return this.#indirect(text!, style, sheet)
    }
    if (name === 'RANGE') return this.#between(args, compile)
    if (name === 'INDEX') return this.#elementOf(expr, args, compile)
    if (name === 'CHOOSE') return this.#chosenOf(args, compile)
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

  #between(args: readonly (IrExpr | null)[], compile: (expr: IrExpr) => Coder): Coder {
    const first = this.#placeOf(args[0]!, compile)
    const last = this.#placeOf(args[1]!, compile)
    return (node, slots) => {
      const from = first(node, slots)
      const to = last(node, slots)
      if (stops(from)) return from
      if (stops(to)) return to
      return isReference(from) && isReference(to) ? around(from, to) : NO_PLACE
    }
  }

  /** The place of an element of a written-out range; its parts are compiled in the order in which they stand. */
  #elementOf(
    expr: IrExpr,
    args: readonly (IrExpr | null)[],
    compile: (expr: IrExpr) => Coder,
  ): Coder {
    const [first] = args
    if (first === undefined || first === null || !isPlace(first)) return compile(expr)
    compile(first)
    const place = this.#placeOf(first, compile)
    const [row, column] = [args[1], args[2]].map((arg) =>
      arg === undefined || arg === null ? undefined : compile(arg),
    )
    return (node, slots) => {
      const table = place(node, slots) as Reference
      const numbers = [row, column].map((code) =>
        code === undefined ? undefined : toNumber(code(node, slots)),
      )
      const stopped = numbers.find((number) => typeof number === 'object')
      if (stopped !== undefined) return stopped as Value
      return elementOf(table, numbers as (number | undefined)[])
    }
  }

  /** The place that CHOOSE takes; a value where it takes one. */
  #chosenOf(args: readonly (IrExpr | null)[], compile: (expr: IrExpr) => Coder): Coder {
    const index = compile(args[0]!)
    const codes = args.slice(1).map((arg) => {
      if (arg === null) return () => BLANK
      const code = compile(arg)
      return isPlace(arg) ? this.#placeOf(arg, compile) : code
    })
    return (node, slots) => {
      const at = toNumber(index(node, slots))
      if (typeof at !== 'number') return at
      const chosen = codes[Math.trunc(at) - 1]
      return chosen === undefined || at < 1 ? NO_PLACE : chosen(node, slots)
    }
  }

  #indirect(code: Coder, style: Coder | undefined, home: Coder | undefined): Coder {
    return (node, slots) => {
      const text = toText(code(node, slots))
      if (typeof text !== 'string') return text
      const sheet = home === undefined ? '' : toText(home(node, slots))
      if (typeof sheet !== 'string') return sheet
      const inA1 = style === undefined ? true : toLogical(style(node, slots))
      if (typeof inA1 !== 'boolean') return inA1
      const spill = text.endsWith('#')
      const written = spill ? text.slice(0, -1) : text
      const cells = this.#cells
      const address = sheet === '' ? written : addressOn(sheet, written, inA1)
      const found = inA1 ? referredBy(address, cells) : referredInR1C1(address, cells, node)
      const referred = this.#referred(found, text)
      return spill && isReference(referred) ? this.#spilledFrom(referred) : referred
    }
  }

  #spilledFrom({ sheet, column, row, lastColumn, lastRow }: Reference): Value {
    if (column !== lastColumn || row !== lastRow) return BAD_REFERENCE
    const value = this.#graph.read(this.#cells.cell(sheet, column, row)) as Value
    return isArray(value) || stops(value) ? value : BAD_REFERENCE
  }

  #referred(found: Referred, text: string): Value {
    if (found !== undefined && !('name' in found)) return found
    const node = found === undefined ? undefined : this.#cells.grid.names.get(found.name)
    if (node !== undefined) return this.#graph.read(node) as Value
    // A later set may bring the sheet or the name.
    this.#graph.read(this.#cells.arrivals)
    return errorOf('REF!', `"${text.slice(0, 64)}" is no cell, range or name`)
  }

  /** The value of a place; anything else as it is. */
  #valueAt(place: Value): Value {
    if (!isReference(place)) return place
    const { sheet, column, row, lastColumn, lastRow } = place
    if (column === lastColumn && row === lastRow) {
      return shown(this.#graph.read(this.#cells.cell(sheet, column, row)) as Value)
    }
    const region = this.#cells.region(sheet, column, row, lastColumn, lastRow)
    this.#graph.read(region)
    return this.#cells.regions.arrayOf(region)
  }

  #nodeAt(place: Reference): CellNode | undefined {
    return this.#cells.cell(place.sheet, place.column, place.row)
  }

  #formulaText(place: Reference): Value {
    const text = this.#formulaTextOf(this.#nodeAt(place)!)
    return text === undefined ? errorOf('N/A', 'there is no formula') : `=${text}`
  }
}

function ownReference(node: CellNode): Reference {
  const column = columnOf(node.column)
  const { row } = node
  return { k: 10, sheet: sheetOf(node.column), column, row, lastColumn: column, lastRow: row }
}

/** An address without a sheet, on a sheet; a name stays as it is. */
function addressOn(sheet: string, text: string, inA1: boolean): string {
  const isAddress = inA1 ? /^\s*\$?([A-Za-z]{1,3}\$?\d|[A-Za-z]{1,3}:|\d{1,7}:)/.test(text) : true
  if (!isAddress || text.includes('!')) return text
  return `'${sheet.replaceAll("'", "''")}'!${text.trim()}`
}
