// `Sales[Price]`, `Sales[@Price]`, `Sales[[#Totals],[Price]]`: parts of a table, as the cells that they mean.

import type { Axis, FormulaPlace, ReferenceNode } from './formula-nodes.ts'
import type { Area, WorkTable } from './workbook.ts'

export interface TablePart {
  readonly table: WorkTable
  readonly reference: ReferenceNode
  /** Whether it is all the data, of the table or of one column. */
  readonly isData: boolean
  /** The one column that it is of. */
  readonly column: string | undefined
}

/** Undefined for a part that is not there. A formula inside of a table may leave its name out. */
export function tablePart(
  tables: readonly WorkTable[],
  written: string,
  part: string,
  sheet: string,
  place: FormulaPlace,
): TablePart | undefined {
  const table =
    written === ''
      ? tables.find((one) => one.sheet === sheet && isWithin(one.area, place))
      : tables.find(({ name }) => name.toLowerCase() === written.toLowerCase())
  if (table === undefined) return undefined
  const { rows, columns } = partsOf(part)
  const across = columnsOf(table, columns)
  const down = rowsOf(table, rows, place)
  if (across === undefined || down === undefined) return undefined
  const reference = {
    type: 'reference',
    sheet: table.sheet,
    lastSheet: undefined,
    column: fixed(across[0]),
    row: down[0],
    last:
      across[0] === across[1] && down[0] === down[1]
        ? undefined
        : { column: fixed(across[1]), row: down[1] },
  } satisfies ReferenceNode
  const isAll = rows.length === 0 || (rows.length === 1 && rows[0] === '#data')
  const column = columns.length === 1 ? table.columns[across[0] - table.area.column] : undefined
  return { table, reference, isData: isAll && columns.length < 2, column }
}

function isWithin({ column, row, lastColumn, lastRow }: Area, place: FormulaPlace): boolean {
  return (
    place.column >= column && place.column <= lastColumn && place.row >= row && place.row <= lastRow
  )
}

function fixed(at: number): Axis {
  return { fixed: true, at }
}

interface Parts {
  /** `#all`, `#this row`. */
  readonly rows: string[]
  /** One column, or the first and the last. */
  readonly columns: string[]
}

function partsOf(part: string): Parts {
  const rows: string[] = []
  const columns: string[] = []
  const trimmed = part.trim()
  if (trimmed === '') return { rows, columns }
  const inner = trimmed.includes('[') ? [...trimmed.matchAll(/@|\[((?:'.|[^\]'])*)\]/g)] : undefined
  if (inner === undefined) {
    const isThisRow = trimmed.startsWith('@')
    if (isThisRow) rows.push('#this row')
    const rest = isThisRow ? trimmed.slice(1).trim() : trimmed
    if (rest.startsWith('#')) rows.push(rest.toLowerCase())
    else if (rest !== '') columns.push(unescaped(rest))
    return { rows, columns }
  }
  for (const [all, written = ''] of inner) {
    if (all === '@') rows.push('#this row')
    else if (written.startsWith('#')) rows.push(written.toLowerCase())
    else columns.push(unescaped(written))
  }
  return { rows, columns }
}

/** An apostrophe stands before a character that would mean something. */
function unescaped(name: string): string {
  return name.replace(/'(.)/gs, '$1')
}

function columnsOf(table: WorkTable, asked: readonly string[]): [number, number] | undefined {
  const { area, columns } = table
  if (asked.length === 0) return [area.column, area.lastColumn]
  const found = asked.map((name) =>
    columns.findIndex((one) => one.toLowerCase() === name.toLowerCase()),
  )
  if (found.length > 2 || found.includes(-1)) return undefined
  const [first = 0, last = first] = found
  return [area.column + Math.min(first, last), area.column + Math.max(first, last)]
}

function rowsOf(
  { area, headings, totals }: WorkTable,
  asked: readonly string[],
  place: FormulaPlace,
): [Axis, Axis] | undefined {
  const firstData = area.row + headings
  const lastData = area.lastRow - totals
  let first = Number.POSITIVE_INFINITY
  let last = 0
  const add = (from: number, to: number) => {
    first = Math.min(first, from)
    last = Math.max(last, to)
  }
  for (const what of asked.length === 0 ? ['#data'] : asked) {
    if (what === '#this row') {
      if (place.row < firstData || place.row > lastData) return undefined
      const own: Axis = { fixed: false, at: 0 }
      return [own, own]
    }
    if (what === '#all') add(area.row, area.lastRow)
    else if (what === '#data') add(firstData, lastData)
    else if (what === '#headers' && headings > 0) add(area.row, area.row)
    else if (what === '#totals' && totals > 0) add(area.lastRow, area.lastRow)
    else return undefined
  }
  return [fixed(first), fixed(last)]
}
