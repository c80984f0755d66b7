// References of a filled formula that leave the sheet are `#REF!` from there on. So the target falls into areas: in each
// of them the same references have left.

import { SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { IrExpr, IrForm, IrRange } from './ir.ts'
import { SHIFT } from './shifts.ts'

/** Some cells of a target, with the expression of the target's first cell as it is for them. */
export interface FillArea {
  readonly column: number
  readonly row: number
  readonly lastColumn: number
  readonly lastRow: number
  readonly expr: IrExpr
}

/** Mostly one: few formulas are filled down to the end of a sheet. */
export function fillAreas(expr: IrExpr, target: IrRange): FillArea[] {
  const [, , column, row, lastColumn, lastRow] = target
  const columns = cuts(expr, 'columns', lastColumn - column)
  const rows = cuts(expr, 'rows', lastRow - row)
  const areas: FillArea[] = []
  let left = 0
  for (const right of columns) {
    let top = 0
    for (const bottom of rows) {
      areas.push({
        column: column + left,
        row: row + top,
        lastColumn: column + right,
        lastRow: row + bottom,
        expr: left === 0 && top === 0 ? expr : withinSheet(expr, left, top),
      })
      top = bottom + 1
    }
    left = right + 1
  }
  return areas
}

/** How many areas there are. */
export function countAreas(expr: IrExpr, target: IrRange): number {
  const [, , column, row, lastColumn, lastRow] = target
  return (
    cuts(expr, 'columns', lastColumn - column).length * cuts(expr, 'rows', lastRow - row).length
  )
}

/**
 * An expression with `#REF!` for references that have left the sheet so many columns and rows behind the
 * first cell.
 */
export function withinSheet(expr: IrExpr, columns: number, rows: number): IrExpr {
  if (typeof expr !== 'object') return expr
  if (isReference(expr)) {
    const isInside = stepsInside(expr, 'columns') >= columns && stepsInside(expr, 'rows') >= rows
    return isInside ? expr : ['err', 'REF!']
  }
  const parts: unknown[] = expr.map((part) =>
    Array.isArray(part) ? withinSheet(part as unknown as IrForm, columns, rows) : part,
  )
  return parts as unknown as IrForm
}

/** The last step of each stretch along which the same references are inside. */
function cuts(expr: IrExpr, way: 'columns' | 'rows', last: number): number[] {
  const found = new Set<number>([last])
  const waiting: unknown[] = [expr]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (!Array.isArray(part)) continue
    const form = part as unknown as IrForm
    if (isReference(form)) {
      const steps = stepsInside(form, way)
      if (steps < last) found.add(steps)
    } else for (const inner of part) waiting.push(inner)
  }
  return [...found].sort((a, b) => a - b)
}

type Reference = Extract<IrForm, readonly ['cell' | 'range' | 'spill', ...unknown[]]>

function isReference(form: IrForm): form is Reference {
  return form[0] === 'cell' || form[0] === 'range' || form[0] === 'spill'
}

/** How many steps a reference may take and stay on the sheet. */
function stepsInside(form: Reference, way: 'columns' | 'rows'): number {
  const isRange = form[0] === 'range'
  const shifts = (isRange ? form[6] : form[4]) ?? 0
  const [at, bit] = way === 'columns' ? ([2, SHIFT.column] as const) : ([3, SHIFT.row] as const)
  const end = way === 'columns' ? SHEET_MAX_COLUMNS : SHEET_MAX_ROWS
  let steps = Number.POSITIVE_INFINITY
  if (shifts & bit) steps = end - Number(form[at])
  if (isRange && shifts & (bit << 2)) steps = Math.min(steps, end - Number(form[at + 2]))
  return steps
}
