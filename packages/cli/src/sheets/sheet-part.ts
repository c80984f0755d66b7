// One sheet of a workbook: its cells with values, formulas and formats.

import { CliError } from '../errors.ts'
import { CELL_MAX_CHARS, FORMULA_MAX_CHARS, IMPORT_MAX_CELLS } from '../limits.ts'
import { ArrayAreas } from './array-areas.ts'
import { movedFormula, numberOf } from './formula-text.ts'
import type { CellFormat } from './number-formats.ts'
import { instantOf } from './serials.ts'
import { unescaped } from './shared-strings.ts'
import { type Area, keyOf, type Literal, type WorkCell } from './workbook.ts'
import { readXml } from './xml.ts'

export interface SheetParts {
  readonly name: string
  readonly strings: readonly string[]
  readonly formatOf: (style: string | undefined) => CellFormat
  /** Dates count from 1904. */
  readonly from1904: boolean
}

/** Elements that mean something which a model has not. */
const unknownElements: Readonly<Record<string, string>> = {
  mergeCells: 'merged cells',
  conditionalFormatting: 'conditional formats',
  dataValidations: 'checks of what may be typed in',
  autoFilter: 'a filter',
  sheetProtection: 'protection',
}

interface Raw {
  attributes: Readonly<Record<string, string>>
  formula: Readonly<Record<string, string>> | undefined
  formulaText: string
  value: string
}

interface Shared {
  readonly formula: string
  readonly column: number
  readonly row: number
}

export interface ReadSheet {
  readonly cells: readonly WorkCell[]
  readonly left: readonly string[]
  readonly hiddenRows: ReadonlySet<number>
}

export function readSheet(xml: string, parts: SheetParts): ReadSheet {
  const cells: WorkCell[] = []
  const left = new Set<string>()
  const shared = new Map<string, Shared>()
  const arrays = new ArrayAreas(parts.name)
  let raw: Raw | undefined
  let into: 'value' | 'formulaText' | undefined
  const hiddenRows = new Set<number>()
  let row = 0
  let column = 0
  let inPhonetic = false

  const finish = (cell: Raw) => {
    const place = placeOf(cell.attributes.r ?? '')
    row = place?.row ?? row
    column = place?.column ?? column + 1
    const format = parts.formatOf(cell.attributes.s)
    const value = literalOf(cell, parts, format)
    const formula = formulaOf(cell, { column, row }, shared)
    const key = keyOf(parts.name, column, row)
    const area = cell.formula?.t === 'array' ? areaOf(cell.formula.ref ?? '') : undefined
    if (area !== undefined) arrays.add(key, area)
    if (cell.formula?.t === 'dataTable') left.add(`${parts.name}: a data table; its values stay`)
    const within = arrays.over(column, row)
    if (value === undefined && formula === undefined) return
    cells.push({
      column,
      row,
      value,
      ...(formula !== undefined && { formula }),
      // A formula that spills is marked by its metadata; one that was entered as an array is not.
      ...(area !== undefined && { array: cell.attributes.cm === undefined ? area : 'spills' }),
      ...tagFor(format, value, formula !== undefined),
      ...(format.isTime && formula !== undefined && { isTime: true }),
      ...(within !== undefined && { spilledFrom: within }),
    })
    if (cells.length > IMPORT_MAX_CELLS) {
      const most = IMPORT_MAX_CELLS.toLocaleString('en')
      throw new CliError('file-too-large', `${parts.name} has more than ${most} cells. Split it.`)
    }
  }

  readXml(xml, `The sheet ${parts.name}`, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1)
        column = 0
        if (/^(1|true)$/.test(attributes.hidden ?? '')) hiddenRows.add(row)
      } else if (name === 'c') {
        raw = { attributes, formula: undefined, formulaText: '', value: '' }
      } else if (name === 'f' && raw !== undefined) {
        raw.formula = attributes
        into = 'formulaText'
      } else if (name === 'rPh') inPhonetic = true
      else if (name === 'v' || (name === 't' && !inPhonetic)) into = 'value'
      const unknown = unknownElements[name]
      if (unknown !== undefined) left.add(`${parts.name}: ${unknown}`)
    },
    close(name) {
      if (name === 'c' && raw !== undefined) {
        finish(raw)
        raw = undefined
      }
      if (name === 'rPh') inPhonetic = false
      if (name === 'f' || name === 'v' || name === 't') into = undefined
    },
    text(text) {
      if (raw !== undefined && into !== undefined) raw[into] += text
    },
  })
  return { cells, left: [...left], hiddenRows }
}

/** A tag that fits the value. A date is the kind of a constant, and no constraint on a formula. */
function tagFor(
  { tag }: CellFormat,
  value: Literal | undefined,
  isFormula: boolean,
): { readonly tag?: string } {
  if (tag === undefined || value === undefined) return {}
  const isDatetime = typeof value === 'object' && 'datetime' in value
  if (isDatetime && isFormula) return {}
  if (isDatetime)
    return { tag: value.datetime % DAY_MS === 0 && tag === 'date' ? 'date' : 'datetime' }
  // A formula that gives an error or a text today may give a number tomorrow.
  const isFigure = typeof value === 'number' || (isFormula && typeof value !== 'boolean')
  return isFigure && tag !== 'date' && tag !== 'datetime' ? { tag } : {}
}

/** No formula, so that the cell is told among those that are not carried over. */
const UNREADABLE = '?'

function formulaOf(
  { formula, formulaText }: Raw,
  place: { readonly column: number; readonly row: number },
  shared: Map<string, Shared>,
): string | undefined {
  if (formula === undefined || formula.t === 'dataTable') return undefined
  if (formulaText.length > FORMULA_MAX_CHARS) return UNREADABLE
  if (formula.t !== 'shared') return formulaText === '' ? undefined : formulaText
  const id = formula.si ?? ''
  if (formulaText !== '') shared.set(id, { formula: formulaText, ...place })
  const master = shared.get(id)
  if (master === undefined) return UNREADABLE
  return movedFormula(master.formula, place.column - master.column, place.row - master.row)
}

function literalOf(
  { attributes, value }: Raw,
  { strings, from1904 }: SheetParts,
  { isDate }: CellFormat,
): Literal | undefined {
  switch (attributes.t) {
    case 's':
      return short(strings[Number(value)] ?? '')
    case 'str':
    case 'inlineStr':
      return short(unescaped(value))
    case 'b':
      return value === '1' || value === 'true'
    case 'e':
      return { error: value.replace(/^#/, '') }
    case 'd':
      return Number.isNaN(Date.parse(value)) ? short(value) : { datetime: Date.parse(value) }
    default: {
      const number = value.trim() === '' ? Number.NaN : Number(value)
      if (!Number.isFinite(number)) return undefined
      // A time without a day stays a share of a day.
      if (!isDate || number < 1 || number >= SERIAL_OF_10000) return number
      return { datetime: instantOf(number, from1904) }
    }
  }
}

function short(text: string): string {
  return text.slice(0, CELL_MAX_CHARS)
}

const DAY_MS = 86_400_000

/** Excel's dates end before it: 1 January 10000. */
const SERIAL_OF_10000 = 2_958_466

export function areaOf(ref: string): Area {
  const [from = '', to = from] = ref.split(':')
  const first = placeOf(from) ?? { column: 0, row: 0 }
  const last = placeOf(to) ?? first
  return { ...first, lastColumn: last.column, lastRow: last.row }
}

function placeOf(ref: string): { readonly column: number; readonly row: number } | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(ref)
  if (found === null) return undefined
  return { column: numberOf(found[1]!), row: Number(found[2]) }
}
