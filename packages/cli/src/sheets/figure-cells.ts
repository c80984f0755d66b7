// Cells that hold a number or an error whatever is set: formulas that give a number, inputs with a tag for numbers, and
// formulas that pass one of those on, as `=A1` and lookups do. Their readers can have a tag without risk.

import { FIGURE_MAX_DEPTH } from '../limits.ts'
import { areaAt } from './area-at.ts'
import type { DefinedNames } from './defined-names.ts'
import { constantOf, givesFigure } from './formula-kinds.ts'
import type { CallNode, ExcelNode, FormulaPlace } from './formula-nodes.ts'
import { readFormula } from './read-formula.ts'
import { tablePart } from './table-reference.ts'
import type { Area, Workbook, WorkCell } from './workbook.ts'

interface Spot extends FormulaPlace {
  readonly sheet: string
}

/** The cells of a sheet and what is known of them, by place. */
interface SheetCells {
  readonly cells: ReadonlyMap<number, WorkCell>
  readonly known: Map<number, boolean>
}

interface SheetArea extends Area {
  readonly sheet: string
}

export class FigureCells {
  readonly #workbook: Workbook
  readonly #names: DefinedNames
  /** The sheets that are read. */
  readonly #sheets = new Map<string, SheetCells>()
  readonly #areas = new Map<string, boolean>()
  #depth = 0

  constructor(workbook: Workbook, names: DefinedNames) {
    this.#workbook = workbook
    this.#names = names
  }

  /** Whether a formula gives a number or an error, so that a tag for numbers fits tomorrow, too. */
  isFigure(node: ExcelNode, spot: Spot): boolean {
    return givesFigure(node, (part) => this.#passesOn(part, spot))
  }

  #passesOn(node: ExcelNode, spot: Spot): boolean {
    const area = this.#areaOf(node, spot)
    if (area !== undefined) return isOne(area) && this.#areFigures(area)
    return node.type === 'call' && this.#finds(node, spot)
  }

  /** A function that gives one of the cells of a range as it is. */
  #finds({ name, args }: CallNode, spot: Spot): boolean {
    const [, second, third, fourth] = args
    const within = (at: number) => {
      const arg = args[at]
      return arg === undefined ? undefined : this.#areaOf(arg, spot)
    }
    let found: SheetArea | undefined
    if (name === 'INDEX') found = within(0)
    else if (name === 'XLOOKUP') {
      if (fourth !== undefined && !this.isFigure(fourth, spot)) return false
      found = within(2)
    } else if (name === 'LOOKUP' && third !== undefined) found = within(2)
    else if (name === 'VLOOKUP' || name === 'HLOOKUP') {
      const table = second === undefined ? undefined : within(1)
      if (table === undefined || third?.type !== 'number') return false
      found = lineOf(table, name, Math.trunc(Number(third.text)))
    }
    return found !== undefined && this.#areFigures(found)
  }

  #areaOf(node: ExcelNode, spot: Spot): SheetArea | undefined {
    if (node.type === 'paren') return this.#areaOf(node.value, spot)
    if (node.type === 'reference') {
      const area = node.lastSheet === undefined ? areaAt(node, spot) : undefined
      return area === undefined ? undefined : { sheet: node.sheet ?? spot.sheet, ...area }
    }
    if (node.type === 'table') {
      const { tables = [] } = this.#workbook
      const part = tablePart(tables, node.table, node.part, spot.sheet, spot)
      return part === undefined ? undefined : this.#areaOf(part.reference, spot)
    }
    if (node.type !== 'name') return undefined
    const target = this.#names.find(node.name, node.sheet, spot.sheet)?.node
    return target?.type === 'reference' ? this.#areaOf(target, spot) : undefined
  }

  #areFigures({ sheet, column, row, lastColumn, lastRow }: SheetArea): boolean {
    const own = this.#cellsOf(sheet)
    // Blank cells may be set to anything.
    if ((lastColumn - column + 1) * (lastRow - row + 1) > own.cells.size) return false
    const key = `${sheet.toLowerCase()}\n${column}\n${row}\n${lastColumn}\n${lastRow}`
    const known = this.#areas.get(key)
    if (known !== undefined) return known
    let are = true
    for (let c = column; are && c <= lastColumn; c++) {
      for (let r = row; are && r <= lastRow; r++) are = this.#isFigureAt(own, sheet, c, r)
    }
    this.#areas.set(key, are)
    return are
  }

  #isFigureAt({ cells, known }: SheetCells, sheet: string, column: number, row: number): boolean {
    const key = placeKey(column, row)
    const before = known.get(key)
    if (before !== undefined) return before
    // One that reads itself is none.
    known.set(key, false)
    const cell = cells.get(key)
    if (cell === undefined || this.#depth >= FIGURE_MAX_DEPTH) return false
    this.#depth++
    const found = this.#holdsFigure(cell, { sheet, column, row })
    this.#depth--
    known.set(key, found)
    return found
  }

  #holdsFigure({ formula, value, tag, array, spilledFrom }: WorkCell, spot: Spot): boolean {
    if (spilledFrom !== undefined || array !== undefined) return false
    const isTagged = tag !== undefined && typeof value === 'number'
    if (formula === undefined) return isTagged
    const node = readFormula(formula, spot)
    if (node === undefined) return false
    return constantOf(node, '') === undefined ? this.isFigure(node, spot) : isTagged
  }

  #cellsOf(sheet: string): SheetCells {
    const wanted = sheet.toLowerCase()
    const known = this.#sheets.get(wanted)
    if (known !== undefined) return known
    const found = this.#workbook.sheets.find(({ name }) => name.toLowerCase() === wanted)
    const cells = new Map(
      found?.cells.map((cell) => [placeKey(cell.column, cell.row), cell] as const),
    )
    const made = { cells, known: new Map<number, boolean>() }
    this.#sheets.set(wanted, made)
    return made
  }
}

function placeKey(column: number, row: number): number {
  return row * SHEET_COLUMNS + column
}

const SHEET_COLUMNS = 16_385

function isOne({ column, row, lastColumn, lastRow }: Area): boolean {
  return column === lastColumn && row === lastRow
}

/** The column that VLOOKUP gives, or the row of HLOOKUP. */
function lineOf(table: SheetArea, name: string, at: number): SheetArea | undefined {
  const isAcross = name === 'VLOOKUP'
  const line = (isAcross ? table.column : table.row) + at - 1
  if (at < 1 || line > (isAcross ? table.lastColumn : table.lastRow)) return undefined
  return isAcross
    ? { ...table, column: line, lastColumn: line }
    : { ...table, row: line, lastRow: line }
}
