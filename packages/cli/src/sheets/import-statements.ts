// The statements of a model that an import makes: runs of values, formulas with the cells that they fill, names, and
// of what each is, so that a mistake in one can be told.

import { cellSymbol, rangeSymbol } from '@cellwake/language'
import type { Fill, Fillable } from './fills.ts'
import { gridLiteral } from './grid-literal.ts'
import type { Area, Literal, WorkCell } from './workbook.ts'

export interface Statement {
  readonly text: string
  /** Undefined for plain values. */
  readonly owner: Owner | undefined
}

/** The formulas of one sheet that share a statement, or a name. */
export type Owner = { readonly sheet: string; readonly cells: readonly WorkCell[] } | NameOwner

export interface NameOwner {
  /** As the model spells it. */
  readonly name: string
  /** The label in messages. */
  readonly shown: string
  /** Whether it stands for a part of a table, whose cells may be written out instead. */
  readonly isPart: boolean
}

/** A formula that may share its statement with those it was filled into. */
export interface Formula extends Fillable {
  readonly cell: WorkCell
  /** ` as percentage`. */
  readonly tagged: string
  readonly text: () => string
}

export function asPlain({ column, row, tag }: WorkCell, value: Literal): WorkCell {
  const fits = typeof value === 'number' && tag !== undefined && !/^date/.test(tag)
  return { column, row, value, ...(fits && { tag }) }
}

export function fillStatement(
  sheet: string,
  { cells, lastColumn, lastRow }: Fill<Formula>,
): Statement {
  const [first] = cells
  const { cell, tagged, text, column, row } = first!
  const owner = { sheet, cells: cells.map((one) => one.cell) }
  if (cells.length === 1) return { text: `${targetOf(sheet, cell)}${tagged} = ${text()}`, owner }
  const target = rangeSymbol(sheet, column, row, lastColumn, lastRow)
  return { text: `${target}${tagged} = FILL(${text()})`, owner }
}

/** The statements of a sheet under its name. */
export function headed(sheet: string, [first, ...rest]: readonly Statement[]): Statement[] {
  if (first === undefined) return []
  const title = sheet.replace(/\p{Cc}/gu, ' ')
  return [{ ...first, text: `\n# Sheet: ${title}\n\n${first.text}` }, ...rest]
}

/** A formula that fills so many cells and no others has them all as its target. */
function targetOf(sheet: string, { column, row, array }: WorkCell): string {
  if (typeof array !== 'object') return cellSymbol(sheet, column, row)
  if (isOneCell(array)) return cellSymbol(sheet, column, row)
  return rangeSymbol(sheet, column, row, array.lastColumn, array.lastRow)
}

export function isOneCell({ column, row, lastColumn, lastRow }: Area): boolean {
  return column === lastColumn && row === lastRow
}

export function plainStatement(sheet: string, cells: readonly WorkCell[]): Statement {
  const first = cells[0]!
  const last = cells.at(-1)!
  const tag = first.tag === undefined ? '' : ` as ${first.tag}`
  const values = cells.map(({ value }) => gridLiteral(value!))
  const owner = undefined
  if (cells.length === 1) {
    return { text: `${cellSymbol(sheet, first.column, first.row)}${tag} = ${values[0]}`, owner }
  }
  const place = rangeSymbol(sheet, first.column, first.row, last.column, last.row)
  const between = first.row === last.row ? ', ' : '; '
  return { text: `${place}${tag} = [${values.join(between)}]`, owner }
}
