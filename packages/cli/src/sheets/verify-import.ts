// After an import every formula is computed, and compared with the value that the workbook has for it. Differing
// cells are reported, so that nothing counts as imported by mistake. Volatile cells have no value to compare with.

import { Engine } from '@cellwake/engine'
import { cellSymbol } from '@cellwake/language'
import { openStore } from '@cellwake/store'
import { VERIFY_ABSOLUTE, VERIFY_RELATIVE } from '../limits.ts'
import { gridLiteral } from './grid-literal.ts'
import { daysIn, serialOf } from './serials.ts'
import { VolatileCells } from './volatile-cells.ts'
import { keyOf, type Literal, type Workbook } from './workbook.ts'

export interface ValueDifference {
  readonly symbol: string
  /** As the workbook has it, and as the model has it. */
  readonly workbook: string
  readonly model: string
}

export interface Verified {
  /** Formula cells whose value in the workbook is known and does not change by itself. */
  readonly compared: number
  readonly equal: number
  readonly differences: readonly ValueDifference[]
}

/** A difference, and the key of its cell. */
export interface CellDifference extends ValueDifference {
  readonly key: string
}

export interface Comparison {
  readonly compared: number
  readonly differences: readonly CellDifference[]
  /** Formulas of numbers that are a length of time here, or that their tag refuses as one, by key. */
  readonly lengths: ReadonlyMap<string, string>
}

type View = { readonly kind: string; readonly value: unknown }

export async function verifyImport(text: string, workbook: Workbook): Promise<Verified> {
  return verified(await comparison(text, workbook, new Set()))
}

export function verified({ compared, differences }: Comparison): Verified {
  return {
    compared,
    equal: compared - differences.length,
    differences: differences.map(({ symbol, workbook, model }) => ({ symbol, workbook, model })),
  }
}

/** `kept` are the keys of formulas of which only the value was carried over: there is nothing to compare. */
export async function comparison(
  text: string,
  workbook: Workbook,
  kept: ReadonlySet<string>,
): Promise<Comparison> {
  await using store = await openStore('memory:')
  await using engine = new Engine({ store })
  const { model } = await engine.deploy(text, { id: 'import' })
  await engine.idle()
  const volatile = new VolatileCells(workbook)
  const differences: CellDifference[] = []
  const lengths = new Map<string, string>()
  let compared = 0
  for (const sheet of workbook.sheets) {
    for (const cell of sheet.cells) {
      const { value, formula, spilledFrom } = cell
      if (value === undefined || (formula === undefined && spilledFrom === undefined)) continue
      const key = keyOf(sheet.name, cell.column, cell.row)
      if (kept.has(spilledFrom ?? key)) continue
      const symbol = cellSymbol(sheet.name, cell.column, cell.row)
      const view: View = model.get(symbol)
      const isLength = typeof value === 'number' && isTime(view) && cell.isTime !== true
      if (isLength && formula !== undefined) lengths.set(key, formula)
      const isSame = isEqual(value, view, workbook.from1904 === true)
      if (!isSame && volatile.has(sheet.name, cell)) continue
      compared++
      if (isSame) continue
      differences.push({ symbol, workbook: gridLiteral(value), model: shown(view), key })
    }
  }
  return { compared, differences, lengths }
}

function isTime({ kind, value }: View): boolean {
  if (kind === 'duration') return true
  return kind === 'error' && (value as { readonly code: string }).code === 'TYPE!'
}

/** A file stores them as #VALUE!; only Excel itself writes beside it which one is meant. */
const newerErrors = ['CALC!', 'SPILL!']

/** Dates are serials, lengths are days, and a blank is coerced as by its reader. */
function isEqual(expected: Literal, { kind, value }: View, from1904: boolean): boolean {
  if (kind === 'error') {
    const { code } = value as { readonly code: string }
    if (typeof expected !== 'object' || !('error' in expected)) return false
    return expected.error === code || (expected.error === 'VALUE!' && newerErrors.includes(code))
  }
  if (kind === 'blank') return expected === 0 || expected === '' || expected === false
  if (typeof expected === 'object' && 'error' in expected) return false
  const figure = typeof expected === 'object' ? serialOf(expected.datetime, from1904) : expected
  if (typeof figure === 'number') {
    const own = figureOf(kind, value, from1904)
    return own !== undefined && isNear(figure, own)
  }
  return figure === value
}

function figureOf(kind: string, value: unknown, from1904: boolean): number | undefined {
  if (kind === 'number') return Number(value)
  if (kind === 'datetime') return serialOf(Date.parse(String(value)), from1904)
  return kind === 'duration' ? daysIn(String(value)) : undefined
}

function isNear(a: number, b: number): boolean {
  const allowed = Math.max(VERIFY_ABSOLUTE, VERIFY_RELATIVE * Math.max(Math.abs(a), Math.abs(b)))
  return a === b || Math.abs(a - b) <= allowed
}

function shown({ kind, value }: View): string {
  if (kind === 'error') return `#${(value as { readonly code: string }).code}`
  if (typeof value === 'string' && kind === 'string') return gridLiteral(value)
  return kind === 'blank' ? 'blank' : String(value)
}
