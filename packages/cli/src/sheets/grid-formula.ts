// A formula of Excel, respelled as the language writes it. A reference without a sheet means the sheet of the
// formula. In a formula that is no array a range where one value is wanted means the cell beside the formula, so
// that cell is written. What has no place in the language is told, and the value of the cell stays.

import { catalogue, cellSymbol, leftOut, parameterAt } from '@cellwake/language'
import { areaAt } from './area-at.ts'
import { argumentsOf, below, measuredAlike, type Want, wantedOf } from './call-arguments.ts'
import { cellBeside } from './cell-beside.ts'
import { plainName } from './defined-names.ts'
import { etaLambda } from './eta-lambda.ts'
import type { CallNode, ExcelNode, ReferenceNode } from './formula-nodes.ts'
import { mayBeArray, mayBeMany, mayBeRange } from './formula-shape.ts'
import type { FormulaSite, FormulaSpot } from './formula-site.ts'
import { withoutPrefix } from './formula-text.ts'
import { quoted } from './grid-literal.ts'
import { leavesOutHidden } from './hidden-rows.ts'
import { indexPieces } from './index-call.ts'
import { indirectPieces } from './indirect-call.ts'
import { NotCarried, type PartPrinter } from './part-printer.ts'
import { absolute, joined, type Pieces, relative, spelled } from './placed-reference.ts'
import { readFormula } from './read-formula.ts'
import { sheetNumber } from './sheet-number.ts'
import { type TablePart, tablePart } from './table-reference.ts'
import { type Time, timeOf } from './time-kinds.ts'
import { keyOf } from './workbook.ts'

/** The formula and the same seen from its cell, which is equal where it was filled; or why there is none. */
export type GridFormula =
  | {
      readonly text: () => string
      readonly relative: string
      readonly node: ExcelNode
      /** Functions in it that are none of Excel's. */
      readonly unknown: UnknownFunctions
    }
  | { readonly why: string }

export interface UnknownFunctions {
  /** The first whose error is the value of the formula. */
  readonly open?: string
  /** The first whose error the formula may catch, as IFERROR does. */
  readonly caught?: string
}

export function gridFormula(formula: string, spot: FormulaSpot, site: FormulaSite): GridFormula {
  const node = readFormula(formula, spot)
  if (node === undefined) return { why: 'it cannot be read' }
  return printed(node, spot, site)
}

/** The formula of a name: it stands nowhere, so nothing in it moves. */
export function gridNameFormula(node: ExcelNode, site: FormulaSite): GridFormula {
  const first = site.sheets[0] ?? 'Sheet1'
  return printed(node, { sheet: first, column: 1, row: 1, isArray: true }, site)
}

function printed(node: ExcelNode, spot: FormulaSpot, site: FormulaSite): GridFormula {
  const printer = new GridPrinter(spot, site)
  try {
    const all = printer.print(node, spot.isArray ? 'all' : 'one', true)
    const pieces = spot.isFirst && mayBeMany(node) ? ['INDEX(', ...all, ', 1, 1)'] : all
    return {
      // Written only where it is needed: of a thousand filled formulas, once.
      text: () => spelled(pieces, absolute, spot),
      relative: spelled(pieces, relative, spot),
      node,
      unknown: printer.unknown,
    }
  } catch (error) {
    if (error instanceof NotCarried) return { why: error.why }
    throw error
  }
}

class GridPrinter implements PartPrinter {
  readonly #spot: FormulaSpot
  readonly #site: FormulaSite
  /** Bindings of LET and LAMBDA, in small letters, with the spelling to use. */
  #scope: ReadonlyMap<string, string> = new Map()
  readonly #within: string[] = []
  unknown: UnknownFunctions = {}
  /** How many calls around the current part look at errors. */
  #catching = 0

  constructor(spot: FormulaSpot, site: FormulaSite) {
    this.#spot = spot
    this.#site = site
  }

  print(node: ExcelNode, want: Want, isTop = false): Pieces {
    if (want === 'one' && mayBeRange(node)) {
      return ['SINGLE(', ...this.print(node, 'place'), ')']
    }
    if (isTop && want === 'one' && mayBeArray(node)) {
      return ['INDEX(', ...this.print(node, 'one'), ', 1, 1)']
    }
    switch (node.type) {
      case 'number':
        return [String(Number(node.text))]
      case 'text':
        return [quoted(node.value)]
      case 'error':
        return [node.code === 'GETTING_DATA' ? '#N/A' : `#${node.code}`]
      case 'boolean':
        return [node.value ? 'TRUE' : 'FALSE']
      case 'paren':
        return ['(', ...this.print(node.value, want), ')']
      case 'reference':
        return this.#reference(node, want)
      case 'name':
        return this.#name(node, want)
      case 'table':
        return this.table(node, want)
      case 'elsewhere':
        throw new NotCarried('it refers to another workbook')
      case 'call':
        return this.#call(node, want)
      case 'apply':
        return [...this.print(node.fn, 'all'), '(', ...this.#list(node.args, 'all'), ')']
      case 'binary':
        return this.#binary(node.op, node.left, node.right, want)
      case 'union':
        return ['VSTACK(', ...joined(node.parts.map((part) => this.#column(part))), ')']
      case 'prefix':
        if (node.op === '@') return this.#single(node.operand, want)
        return [node.op, ...this.print(node.operand, below(want))]
      case 'percent':
        return [...this.print(node.operand, below(want)), '%']
      case 'spill':
        return this.#spilled(node.operand)
      case 'array':
        return this.#array(node.rows)
    }
  }

  /** All that a cell spills. An array that fills fixed cells is those. */
  #spilled(operand: ExcelNode): Pieces {
    if (operand.type === 'reference' && operand.column !== undefined && operand.row !== undefined) {
      const { column, row } = this.#spot
      const from = operand.column.fixed ? operand.column.at : operand.column.at + column
      const top = operand.row.fixed ? operand.row.at : operand.row.at + row
      const area = this.#site.arrays.get(keyOf(operand.sheet ?? this.#spot.sheet, from, top))
      if (area !== undefined) {
        const last = {
          column: { fixed: operand.column.fixed, at: operand.column.at + area.lastColumn - from },
          row: { fixed: operand.row.fixed, at: operand.row.at + area.lastRow - top },
        }
        return this.#reference({ ...operand, last }, 'range')
      }
    }
    return [...this.print(operand, 'place'), '#']
  }

  #column(part: ExcelNode): Pieces {
    return ['TOCOL(', ...this.print(part, 'range'), ')']
  }

  #array(rows: readonly (readonly ExcelNode[])[]): Pieces {
    const lines = rows.map((row) => joined(row.map((item) => this.print(item, 'all'))))
    return ['[', ...joined(lines, '; '), ']']
  }

  // References

  #reference(node: ReferenceNode, want: Want): Pieces {
    if (node.lastSheet !== undefined) {
      throw new NotCarried('it refers to several sheets at once')
    }
    const sheet = node.sheet === undefined ? this.#spot.sheet : this.#sheetNamed(node.sheet)
    if (sheet === undefined) return ['#REF!']
    const prefix = cellSymbol(sheet, 1, 1).slice(0, -2)
    if (want !== 'one' || node.last === undefined) return [{ ...node, prefix }]
    const { column, row } = cellBeside(node, this.#spot)
    return column === undefined || row === undefined
      ? ['#VALUE!']
      : [{ prefix, column, row, last: undefined }]
  }

  #sheetNamed(written: string): string | undefined {
    const wanted = written.toLowerCase()
    return this.#site.sheets.find((sheet) => sheet.toLowerCase() === wanted)
  }

  /** `@x`: of a range the cell beside the formula, of an array its first element. */
  #single(operand: ExcelNode, want: Want): Pieces {
    const inner = operand.type === 'paren' ? operand.value : operand
    if (inner.type === 'call' && !mayBeArray(inner) && !mayBeRange(inner)) {
      return this.print(inner, want)
    }
    const wrapped = mayBeArray(inner)
    const pieces = this.print(inner, 'one')
    return wrapped ? ['INDEX(', ...pieces, ', 1, 1)'] : pieces
  }

  // Names and tables

  #name(node: Extract<ExcelNode, { readonly type: 'name' }>, want: Want): Pieces {
    const bare = withoutPrefix(node.name)
    const bound = node.sheet === undefined ? this.#scope.get(bare.toLowerCase()) : undefined
    if (bound !== undefined) return [bound]
    const found = this.#site.names.find(bare, node.sheet, this.#spot.sheet)
    if (found === undefined) {
      const table = tablePart(this.#site.tables, bare, '', this.#spot.sheet, this.#spot)
      return table === undefined || bare === '' ? ['#NAME?'] : this.#partOf(table, want)
    }
    if (found.node === undefined) throw new NotCarried(`the name ${bare} cannot be read`)
    if (this.#site.lostNames.has(found.spelled)) {
      throw new NotCarried(`the name ${bare} is not carried over`)
    }
    const target = found.node.type === 'reference' ? found.node : undefined
    if (!found.inline && !(target !== undefined && this.#needsPlace(target, want))) {
      return [found.spelled]
    }
    if (this.#within.includes(found.spelled)) throw new NotCarried(`${bare} calls itself`)
    this.#within.push(found.spelled)
    const scope = this.#scope
    this.#scope = new Map()
    // Relative parts count from the reader, as they counted from A1.
    const pieces = this.print(found.node, want)
    this.#scope = scope
    this.#within.pop()
    return found.node.type === 'binary' ? ['(', ...pieces, ')'] : pieces
  }

  /** Whether the cells themselves are meant, or the formula stands among them. */
  #needsPlace(target: ReferenceNode, want: Want): boolean {
    if (want === 'place') return true
    if (target.last === undefined) return false
    if (want === 'one') return true
    const area = areaAt(target, this.#spot)
    if (area === undefined || target.sheet?.toLowerCase() !== this.#spot.sheet.toLowerCase()) {
      return false
    }
    const { column, row } = this.#spot
    const isAcross = column >= area.column && column <= area.lastColumn
    return isAcross && row >= area.row && row <= area.lastRow
  }

  table(node: Extract<ExcelNode, { readonly type: 'table' }>, want: Want): Pieces {
    const { sheet } = this.#spot
    const found = tablePart(this.#site.tables, node.table, node.part, sheet, this.#spot)
    if (found === undefined) {
      throw new NotCarried(`there is no ${node.table}[${node.part}] in a table of the workbook`)
    }
    return this.#partOf(found, want)
  }

  /** By its name, or as the cells that it is. */
  #partOf(part: TablePart, want: Want): Pieces {
    const named = this.#needsPlace(part.reference, want)
      ? undefined
      : this.#site.tableNames.nameOf(part)
    return named === undefined ? this.#reference(part.reference, want) : [named]
  }

  // Operators

  #binary(op: string, left: ExcelNode, right: ExcelNode, want: Want): Pieces {
    // A range with two written corners is a reference, and no operator.
    if (op === ':') {
      return ['RANGE(', ...joined([this.print(left, 'place'), this.print(right, 'place')]), ')']
    }
    if (op === ' ') return [...this.print(left, 'range'), op, ...this.print(right, 'range')]
    const inner = below(want)
    // A condition, as in `">=" & A1`, takes a date as it is.
    const isText = op === '&' && !(left.type === 'text' && /^(<>|[<>]?=?)$/.test(left.value))
    const isProduct = op === '*' || op === '/'
    const part = (node: ExcelNode): Pieces => {
      if (isText) return this.#inText(node, inner)
      const isLength = isProduct && this.#isTime(node) === 'length'
      return isLength ? this.#asNumber(node, inner) : this.print(node, inner)
    }
    return [...part(left), ` ${op} `, ...part(right)]
  }

  /** A date, and the time between two, has its number in a text of Excel, as in `A1 & ""`. */
  #inText(node: ExcelNode, want: Want): Pieces {
    return this.#isTime(node) === undefined ? this.print(node, want) : this.#asNumber(node, want)
  }

  /** The time between two dates is a number to Excel; where the cell shows a time it stays one. */
  #asNumber(node: ExcelNode, want: Want): Pieces {
    if (this.#spot.showsTime === true) return this.print(node, want)
    return ['N(', ...this.print(node.type === 'paren' ? node.value : node, want), ')']
  }

  #isTime(node: ExcelNode): Time | undefined {
    return timeOf(node, this.#spot, this.#site)
  }

  // Calls

  #call(node: CallNode, want: Want): Pieces {
    const bare = withoutPrefix(node.written)
    const bound = this.#scope.get(bare.toLowerCase())
    if (bound !== undefined) return [bound, '(', ...this.#list(node.args, 'all'), ')']
    const defined = this.#site.names.find(bare, undefined, this.#spot.sheet)
    if (defined !== undefined && catalogue.get(node.name) === undefined) {
      const fn = this.#name({ type: 'name', sheet: undefined, name: bare }, 'all')
      return [...fn, '(', ...this.#list(node.args, 'all'), ')']
    }
    if (node.name === googleOnly) throw new NotCarried('only Google Sheets can compute it')
    if (isUnknown(node.name)) {
      const found = this.#catching > 0 ? { caught: node.written } : { open: node.written }
      this.unknown = { ...found, ...this.unknown }
      return ['#NAME?']
    }
    switch (node.name) {
      case 'LET':
        return this.#let(node.args, want)
      case 'LAMBDA':
        return this.#lambda(node.args)
      case 'AREAS':
        return [String(node.args[0]?.type === 'union' ? node.args[0].parts.length : 1)]
      case 'INDIRECT':
        return indirectPieces(node.args, want, this, this.#spot)
      case 'CELL':
        if (node.args[0]?.type === 'text' && lostFacts.has(node.args[0].value.toLowerCase())) {
          throw new NotCarried(`a model does not know the ${node.args[0].value} of a cell`)
        }
        break
      case 'INDEX':
        return indexPieces(node.args, want, this)
      case 'SHEET':
      case 'SHEETS': {
        const number = sheetNumber(node, this.#spot.sheet, this.#site.sheets)
        if (number !== undefined) return [number]
        break
      }
      case 'SUBTOTAL':
      case 'AGGREGATE':
        if (leavesOutHidden(node, this.#spot, this.#site.hiddenRows)) {
          throw new NotCarried('it leaves out rows that are hidden')
        }
        break
      case 'LEFT':
      case 'RIGHT':
        // With a number alone it would be the neighbour.
        if (node.args.length === 1 && node.args[0]?.type === 'number') {
          return [`${node.name}(`, ...this.print(node.args[0], 'one'), ', 1)']
        }
    }
    const meant = measuredAlike(node, this.#spot)
    const args = argumentsOf(meant, this.#site.sheets).map((arg, i) => {
      const eta = etaLambda(arg, node)
      if (eta !== undefined) return [eta]
      const catches = i === 0 && looksAtErrors.has(node.name) ? 1 : 0
      this.#catching += catches
      const pieces = arg === undefined ? [] : this.#argument(arg, node.name, i, want)
      this.#catching -= catches
      return pieces
    })
    return [`${node.name}(`, ...joined(args), ')']
  }

  #argument(arg: ExcelNode, name: string, at: number, want: Want): Pieces {
    const signature = catalogue.get(name)
    const isText = signature !== undefined && parameterAt(signature, at)?.kind === 'text'
    const wanted = wantedOf(name, at, want)
    return isText ? this.#inText(arg, wanted) : this.print(arg, wanted)
  }

  #list(args: CallNode['args'], want: Want): Pieces {
    return joined(args.map((arg) => (arg === undefined ? [] : this.print(arg, want))))
  }

  #let(args: CallNode['args'], want: Want): Pieces {
    const outside = this.#scope
    const parts: Pieces[] = []
    args.forEach((arg, i) => {
      const isName = i % 2 === 0 && i < args.length - 1
      if (isName && arg?.type === 'name') parts.push([this.#bind(arg.name)])
      else
        parts.push(
          arg === undefined ? ['BLANK'] : this.print(arg, i < args.length - 1 ? 'all' : want),
        )
    })
    this.#scope = outside
    return ['LET(', ...joined(parts), ')']
  }

  #lambda(args: CallNode['args']): Pieces {
    const outside = this.#scope
    const parts: Pieces[] = args.map((arg, i) => {
      if (i < args.length - 1 && arg?.type === 'name') return [this.#bind(arg.name)]
      return arg === undefined ? ['BLANK'] : this.print(arg, 'all')
    })
    this.#scope = outside
    return ['LAMBDA(', ...joined(parts), ')']
  }

  #bind(written: string): string {
    const bare = withoutPrefix(written)
    const spelled = plainName(bare)
    this.#scope = new Map([...this.#scope, [bare.toLowerCase(), spelled]])
    return spelled
  }
}

/** Facts about a cell that CELL knows in Excel, and a model does not have. */
const lostFacts = new Set('color filename format parentheses prefix protect width'.split(' '))

/** Written by Google Sheets around a formula of its own, beside its value. */
const googleOnly = '__XLUDF.DUMMYFUNCTION'

const looksAtErrors = new Set(
  'IFERROR ISERROR ISERR ISNA IFNA ERROR.TYPE TYPE ISNUMBER ISTEXT COUNT COUNTA'.split(' '),
)

/** A function that Excel does not know either, unless a macro defines it. */
function isUnknown(name: string): boolean {
  const isForm = name === 'LET' || name === 'LAMBDA'
  return !isForm && catalogue.get(name) === undefined && !Object.hasOwn(leftOut, name)
}
