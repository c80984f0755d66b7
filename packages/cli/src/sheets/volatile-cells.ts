// Cells whose value depends on the clock or on chance, directly or through others: no two programs agree on them.

import { isAny } from './defined-names.ts'
import type { Axis, ExcelNode, ReferenceNode } from './formula-nodes.ts'
import { readFormula } from './read-formula.ts'
import { keyOf, type Workbook, type WorkCell } from './workbook.ts'

const volatile = /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\s*\(/i

export class VolatileCells {
  readonly #workbook: Workbook
  readonly #known = new Map<string, boolean>()
  /** By key, made at the first use. */
  #byKey: Map<string, WorkCell> | undefined
  readonly #names: ReadonlySet<string>

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    this.#names = new Set(
      workbook.names
        .filter(({ formula }) => volatile.test(formula))
        .map(({ name }) => name.toLowerCase()),
    )
  }

  has(sheet: string, cell: WorkCell): boolean {
    const key = keyOf(sheet.toLowerCase(), cell.column, cell.row)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    // Assumed until it is known, for a formula on a cycle.
    this.#known.set(key, false)
    const found = this.#isVolatile(sheet, cell)
    this.#known.set(key, found)
    return found
  }

  #isVolatile(sheet: string, { formula, spilledFrom, column, row }: WorkCell): boolean {
    if (spilledFrom !== undefined) {
      const owner = this.#cells().get(spilledFrom.toLowerCase())
      if (owner !== undefined && this.has(sheet, owner)) return true
    }
    if (formula === undefined) return false
    if (volatile.test(formula.replace(/"(?:[^"]|"")*"/g, '""'))) return true
    const node = readFormula(formula, { column, row })
    if (node === undefined) return false
    return isAny(node, (part) => this.#reads(part, sheet, column, row))
  }

  #reads(node: ExcelNode, sheet: string, column: number, row: number): boolean {
    if (node.type === 'name') return this.#names.has(node.name.toLowerCase())
    if (node.type !== 'reference') return false
    const own = node.sheet ?? sheet
    for (const cell of this.#within(node, own, column, row)) if (this.has(own, cell)) return true
    return false
  }

  /** The formulas among the cells of a reference. */
  *#within(node: ReferenceNode, sheet: string, column: number, row: number): Generator<WorkCell> {
    const columns = span(node.column, node.last?.column ?? node.column, column)
    const rows = span(node.row, node.last?.row ?? node.row, row)
    const cells = this.#workbook.sheets.find(
      ({ name }) => name.toLowerCase() === sheet.toLowerCase(),
    )?.cells
    if (node.last === undefined) {
      const cell = this.#cells().get(keyOf(sheet.toLowerCase(), columns[0], rows[0]))
      if (cell !== undefined) yield cell
      return
    }
    for (const cell of cells ?? []) {
      const isAcross = cell.column >= columns[0] && cell.column <= columns[1]
      if (isAcross && cell.row >= rows[0] && cell.row <= rows[1]) yield cell
    }
  }

  #cells(): Map<string, WorkCell> {
    if (this.#byKey !== undefined) return this.#byKey
    const found = new Map<string, WorkCell>()
    for (const { name, cells } of this.#workbook.sheets) {
      for (const cell of cells) found.set(keyOf(name.toLowerCase(), cell.column, cell.row), cell)
    }
    this.#byKey = found
    return found
  }
}

function span(from: Axis | undefined, to: Axis | undefined, own: number): [number, number] {
  if (from === undefined || to === undefined) return [1, Number.POSITIVE_INFINITY]
  const first = from.fixed ? from.at : from.at + own
  const last = to.fixed ? to.at : to.at + own
  return [Math.min(first, last), Math.max(first, last)]
}
