// Cells whose value depends on the clock or on chance, directly or through others: no two programs agree on them.
// They are found once, from the volatile formulas on to their readers, however long the ranges and the chains are.

import { DefinedNames, partsOf } from './defined-names.ts'
import type { Axis, ExcelNode, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import { RangeReaders, type ReadArea } from './range-readers.ts'
import { readFormula } from './read-formula.ts'
import { tablePart } from './table-reference.ts'
import { keyOf, type Workbook, type WorkCell } from './workbook.ts'

const volatile = /\b(NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\s*\(/i

interface Placed {
  readonly sheet: string
  readonly cell: WorkCell
}

export class VolatileCells {
  readonly #workbook: Workbook
  readonly #names: DefinedNames
  /** Keys, made at the first use. */
  #found: ReadonlySet<string> | undefined

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    this.#names = new DefinedNames(workbook)
  }

  has(sheet: string, { column, row }: WorkCell): boolean {
    this.#found ??= this.#find()
    return this.#found.has(keyOf(sheet.toLowerCase(), column, row))
  }

  #find(): Set<string> {
    const found = new Set<string>()
    const { sheets, names } = this.#workbook
    const waiting = sheets.flatMap(({ name, cells }) =>
      cells.filter(isVolatile).map((cell): Placed => ({ sheet: name, cell })),
    )
    if (waiting.length === 0 && !names.some(isVolatile)) return found
    const readers = this.#readers(waiting)
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { column, row } = next.cell
      const sheet = next.sheet.toLowerCase()
      const key = keyOf(sheet, column, row)
      if (found.has(key)) continue
      found.add(key)
      for (const reader of readers.takeAt(sheet, column, row)) waiting.push(reader)
    }
    return found
  }

  /** The readers of all ranges; those of a volatile name are added to `waiting`. */
  #readers(waiting: Placed[]): RangeReaders<Placed> {
    const { sheets } = this.#workbook
    const readers = new RangeReaders<Placed>(
      new Map(
        sheets.map(({ name, cells }) => [
          name.toLowerCase(),
          cells.reduce((most, { column }) => Math.max(most, column), 0),
        ]),
      ),
    )
    for (const { name: sheet, cells } of sheets) {
      for (const cell of cells) {
        for (const read of this.#readBy(cell, sheet)) {
          if (read === 'volatile') waiting.push({ sheet, cell })
          else readers.add(read, { sheet, cell })
        }
      }
    }
    return readers
  }

  *#readBy(cell: WorkCell, sheet: string): Generator<ReadArea | 'volatile'> {
    if (cell.spilledFrom !== undefined) {
      const [owner = '', column, row] = cell.spilledFrom.split('\n')
      yield oneCell(owner.toLowerCase(), Number(column), Number(row))
    }
    if (cell.formula === undefined) return
    const node = readFormula(cell.formula, cell)
    if (node !== undefined) yield* this.#readIn(node, sheet, cell, [])
  }

  *#readIn(
    node: ExcelNode,
    sheet: string,
    place: FormulaPlace,
    within: readonly string[],
  ): Generator<ReadArea | 'volatile'> {
    if (node.type === 'reference') yield areaOf(node, sheet, place)
    else if (node.type === 'table') {
      const part = tablePart(this.#workbook.tables ?? [], node.table, node.part, sheet, place)
      if (part !== undefined) yield areaOf(part.reference, sheet, place)
    } else if (node.type === 'name') {
      const name = this.#names.find(node.name, node.sheet, sheet)
      if (name === undefined || within.includes(name.spelled)) return
      if (isVolatile(name.source)) yield 'volatile'
      else if (name.node !== undefined) {
        yield* this.#readIn(name.node, sheet, place, [...within, name.spelled])
      }
    }
    for (const part of partsOf(node)) yield* this.#readIn(part, sheet, place, within)
  }
}

function isVolatile({ formula }: { readonly formula?: string }): boolean {
  if (formula === undefined || !volatile.test(formula)) return false
  return volatile.test(formula.replace(/"(?:[^"]|"")*"/g, '""'))
}

function oneCell(sheet: string, column: number, row: number): ReadArea {
  return { sheet, column, row, lastColumn: column, lastRow: row }
}

function areaOf(
  { sheet, column, row, last }: ReferenceNode,
  own: string,
  place: FormulaPlace,
): ReadArea {
  const [first, lastColumn] = span(column, last === undefined ? column : last.column, place.column)
  const [top, lastRow] = span(row, last === undefined ? row : last.row, place.row)
  return { sheet: (sheet ?? own).toLowerCase(), column: first, row: top, lastColumn, lastRow }
}

function span(from: Axis | undefined, to: Axis | undefined, own: number): [number, number] {
  if (from === undefined || to === undefined) return [1, Number.POSITIVE_INFINITY]
  const first = from.fixed ? from.at : from.at + own
  const last = to.fixed ? to.at : to.at + own
  return [Math.min(first, last), Math.max(first, last)]
}
