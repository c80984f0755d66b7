// A model of a server as sheets, and its parts that a file of cells has no place for.

import type { CellsBySymbol, CellwakeClient, ModelDetail, SheetCell } from '@cellwake/client'
import { cellSymbol, type Expr, parse, parseSymbol, rangeSymbol } from '@cellwake/language'
import {
  CELL_MAX_CHARS,
  EXPORT_PAGE_CELLS,
  EXPORT_PAGE_COLUMNS,
  SYMBOLS_PAGE_COUNT,
} from '../limits.ts'
import { count } from '../text/output.ts'
import { type DeclaredTag, declaredTags, tagAt } from './declared-tags.ts'
import { type ExcelFormula, excelFormula } from './excel-formula.ts'
import { excelNames, fitsInFormula, isExcelError } from './excel-rules.ts'
import { arrayAround, type FilledArray, filledArrays } from './filled-arrays.ts'
import type { FormulaSite } from './formula-site.ts'
import { ordinarySite, readsOtherwise } from './ordinary-formula.ts'
import { daysIn } from './serials.ts'
import { isSheetName } from './sheet-names.ts'
import { inOrder } from './sheet-order.ts'
import type { Area, Literal, Workbook, WorkCell, WorkName, WorkSheet } from './workbook.ts'

/** Everything, with formulas where Excel has them. */
export async function servedWorkbook(client: CellwakeClient, id: string): Promise<Workbook> {
  const model = await client.model({ id })
  const left = new Set<string>()
  if (model.rules > 0) left.add(`${count(model.rules, 'rule')}: a workbook does not act`)
  const names = await namesOf(client, model, left)
  const known = new Set(names.map(({ name }) => name))
  const { source } = await client.source({ id })
  const arrays = filledArrays(source)
  const tags = declaredTags(source)
  const site = ordinarySite(
    model.sheets.map(({ name }) => name),
    names,
  )
  const sheets: WorkSheet[] = []
  for (const { name, rows, columns } of inOrder(model.sheets, source)) {
    if (!isSheetName(name)) left.add(`the name of the sheet ${name}, which Excel does not take`)
    const found = await sheetCells(client, id, name, rows, columns)
    const cells = found.map(([place, cell]) =>
      workCell(name, place, cell, { names: known, arrays, tags, site }, left),
    )
    sheets.push({ name, cells: cells.flatMap((cell) => cell ?? []) })
  }
  // A workbook has a sheet, even if nothing is on it.
  if (sheets.length === 0) sheets.push({ name: 'Sheet1', cells: [] })
  return { sheets, names, left: [...left] }
}

type Placed = readonly [{ readonly column: number; readonly row: number }, SheetCell]

/** A page of rows at a time: a server answers with so many cells and no more. */
async function sheetCells(
  client: CellwakeClient,
  id: string,
  sheet: string,
  rows: number,
  columns: number,
): Promise<Placed[]> {
  const found: Placed[] = []
  // Not all columns of a sheet at once, which would be whole rows.
  for (let left = 1; left <= Math.max(1, columns); left += EXPORT_PAGE_COLUMNS) {
    const right = Math.min(Math.max(1, columns), left + EXPORT_PAGE_COLUMNS - 1)
    const step = Math.max(1, Math.floor(EXPORT_PAGE_CELLS / (right - left + 1)))
    for (let first = 1; first <= rows; first += step) {
      const last = Math.min(rows, first + step - 1)
      const range = rangeSymbol(sheet, left, first, right, last)
      const { cells } = await client.sheet({ id }, { range })
      for (const [symbol, cell] of Object.entries(cells)) {
        const parts = parseSymbol(symbol)
        if (parts !== undefined && 'column' in parts) found.push([parts, cell])
      }
    }
  }
  return found
}

interface Known {
  readonly names: ReadonlySet<string>
  readonly arrays: readonly FilledArray[]
  readonly tags: readonly DeclaredTag[]
  readonly site: FormulaSite
}

function workCell(
  sheet: string,
  place: Placed[0],
  cell: SheetCell,
  { names, arrays, tags, site }: Known,
  left: Set<string>,
): WorkCell | undefined {
  const symbol = cellSymbol(sheet, place.column, place.row)
  const value = literalOf(cell)
  if (value === undefined && cell.kind !== 'blank') left.add(`${symbol}: it holds ${cell.kind}`)
  if (value !== undefined && !fitsCell(value, cell.formula !== undefined))
    left.add(`${symbol}: not all of its value`)
  if (cell.kind === 'duration' && typeof value === 'string')
    left.add(`${symbol}: it holds a time with months, which is a text now`)
  const isComputed = cell.formula !== undefined && cell.role !== 'input' && cell.role !== 'rule'
  const around = isComputed ? arrayAround(arrays, sheet, place) : undefined
  const isFirst = around?.column === place.column && around.row === place.row
  // The others come with the first.
  const time = cell.kind === 'duration' && { isTime: true }
  if (around !== undefined && !isFirst)
    return value === undefined ? undefined : { ...place, value, ...time }
  const written =
    isComputed && cell.role !== 'lazy' && cell.role !== 'conditional' && cell.role !== 'spill'
      ? excelFormula(cell.formula ?? '', { sheet, ...place }, names)
      : undefined
  const formula = written?.text
  if (isComputed && formula === undefined) left.add(`${symbol}: its formula; the value stays`)
  if (value === undefined && formula === undefined) return undefined
  // An error has no tag of its own; what it will be has the one that is written.
  const tag = tagOf(cell) ?? (cell.kind === 'error' ? tagAt(tags, sheet, place) : undefined)
  return {
    ...place,
    value,
    ...(formula !== undefined && { formula }),
    ...(written !== undefined &&
      arrayOf(written, around, spillOf(cell, place), () =>
        readsOtherwise(written.text, { sheet, ...place }, site),
      )),
    ...(tag !== undefined && { tag }),
    ...time,
  }
}

/**
 * The array of a cell: one that fills fixed cells, one that spills, and a formula computed as an array whose
 * result is one value.
 */
function arrayOf(
  { isArray }: ExcelFormula,
  fixed: Area | undefined,
  extent: Area | undefined,
  mustBeArray: () => boolean,
): Pick<WorkCell, 'array' | 'extent'> {
  if (fixed !== undefined) return { array: fixed }
  if (extent !== undefined) return { array: 'spills', extent }
  return isArray || mustBeArray() ? { array: 'spills' } : {}
}

/** How far the array of a cell reaches. */
function spillOf(cell: SheetCell, { column, row }: Placed[0]): Area | undefined {
  if (cell.spill === undefined || cell.role === 'spill') return undefined
  const last = parseSymbol(cell.spill.slice(cell.spill.lastIndexOf(':') + 1))
  if (last === undefined || 'name' in last) return undefined
  return { column, row, lastColumn: last.column, lastRow: last.row }
}

/** A workbook has fewer errors, and shorter texts. */
function fitsCell(value: Literal, isComputed: boolean): boolean {
  if (typeof value === 'string') return value.length <= CELL_MAX_CHARS
  // A newer error that a formula gives comes back when it is computed.
  return isComputed || typeof value !== 'object' || !('error' in value) || isExcelError(value.error)
}

/** A name is a formula where Excel has it, else a value. */
async function namesOf(
  client: CellwakeClient,
  { id, names }: ModelDetail,
  left: Set<string>,
): Promise<WorkName[]> {
  const cells: CellsBySymbol = {}
  for (let i = 0; i < names.length; i += SYMBOLS_PAGE_COUNT) {
    const symbols = names.slice(i, i + SYMBOLS_PAGE_COUNT).join(',')
    Object.assign(cells, (await client.cells({ id }, { symbols })).cells)
  }
  const { source } = await client.source({ id })
  const formulas = formulasOfNames(source)
  const known = excelNames(names)
  return Object.entries(cells).flatMap(([name, cell]) => {
    if (!known.has(name)) {
      left.add(`the name ${name}, which Excel does not take`)
      return []
    }
    const written = formulas.get(name)
    const formula = written === undefined ? undefined : excelFormula(written, undefined, known)
    if (formula !== undefined) return [{ name, formula: formula.text }]
    const constant = constantText(literalOf(cell))
    if (written !== undefined) left.add(`the formula of ${name}; the value stays`)
    else if (constant === undefined && cell.kind !== 'blank') {
      left.add(`the name ${name}, which holds ${cell.kind}`)
    }
    return constant === undefined ? [] : [{ name, formula: constant }]
  })
}

/** Constants are left out: they may have been set. */
function formulasOfNames(source: string): Map<string, string> {
  const formulas = new Map<string, string>()
  for (const statement of parse(source).model.statements) {
    if (statement.type !== 'assignment' || statement.target.type !== 'name') continue
    const { value, op, target, modifier } = statement
    if (op !== '=' || modifier !== undefined || isConstant(value)) continue
    formulas.set(target.name, source.slice(value.start, value.end))
  }
  return formulas
}

function isConstant({ type }: Expr): boolean {
  return [
    'number',
    'string',
    'boolean',
    'datetime',
    'duration',
    'blank',
    'array',
    'object',
    'error',
    'unary',
  ].includes(type)
}

function constantText(value: Literal | undefined): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value !== 'string' || !fitsInFormula(value)) return undefined
  return `"${value.replaceAll('"', '""')}"`
}

type Shown = Pick<SheetCell, 'kind' | 'value' | 'typeTag'>

/** Undefined for a value that a cell of a file cannot hold. */
export function literalOf({ kind, value }: Shown): Literal | undefined {
  if (kind === 'datetime' && typeof value === 'string') return { datetime: Date.parse(value) }
  if (kind === 'error') return { error: (value as { readonly code: string }).code }
  // One with months has no length in days.
  if (kind === 'duration' && typeof value === 'string') return daysIn(value) ?? value
  const isPlain =
    typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
  return isPlain ? value : undefined
}

function tagOf({ typeTag, kind }: Shown): string | undefined {
  if (kind === 'datetime') return typeTag === 'date' ? 'date' : undefined
  return /^(percentage|currency(:\w+)?)$/.test(typeTag) ? typeTag : undefined
}
