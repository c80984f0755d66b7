// Rectangles of a model that have one formula, and take an array of it by position. In a workbook they are arrays that
// were entered into so many cells. A formula that was filled, or asks where it stands, is another one in each cell.

import { type Expr, parse } from '@cellwake/language'
import type { Area } from './workbook.ts'

export interface FilledArray extends Area {
  readonly sheet: string
}

export function filledArrays(source: string): FilledArray[] {
  const found: FilledArray[] = []
  for (const statement of parse(source).model.statements) {
    if (statement.type !== 'assignment' || statement.op !== '=') continue
    const { target, value } = statement
    if (target.type !== 'range' || isLiteral(value) || isFilled(value)) continue
    if (asksForPlace.test(source.slice(value.start, value.end))) continue
    const { column, row, lastColumn, lastRow } = target
    found.push({ sheet: target.sheet?.text ?? 'Sheet1', column, row, lastColumn, lastRow })
  }
  return found
}

const asksForPlace =
  /\b(ABOVE|BELOW|ROW_INDEX|COL_INDEX|IS_FIRST|IS_LAST|CELL_COUNT|NEIGHBORS)\b|\b(LEFT|RIGHT)\b(?!\s*\([^)]*,)/i

function isFilled(value: Expr): boolean {
  if (value.type === 'paren' || value.type === 'tagged') return isFilled(value.value)
  return value.type === 'call' && value.fn === 'FILL'
}

function isLiteral(value: Expr): boolean {
  if (value.type === 'unary') return isLiteral(value.operand)
  if (value.type === 'array') return value.rows.every((row) => row.every(isLiteral))
  return ['number', 'string', 'boolean', 'blank', 'datetime', 'duration', 'error'].includes(
    value.type,
  )
}

/** The array that a cell is part of. */
export function arrayAround(
  arrays: readonly FilledArray[],
  sheet: string,
  { column, row }: { readonly column: number; readonly row: number },
): FilledArray | undefined {
  return arrays.find(
    (one) =>
      one.sheet.toLowerCase() === sheet.toLowerCase() &&
      column >= one.column &&
      column <= one.lastColumn &&
      row >= one.row &&
      row <= one.lastRow,
  )
}
