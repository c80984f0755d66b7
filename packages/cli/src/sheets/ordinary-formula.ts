// A formula that goes out as an ordinary one is read by Excel as one value: a range where one value is wanted means the
// cell beside the formula. One that would be read otherwise than it is meant goes out as an array.

import { DateCells } from './date-cells.ts'
import { DefinedNames } from './defined-names.ts'
import type { FormulaSite } from './formula-site.ts'
import { gridFormula } from './grid-formula.ts'
import { TableNames } from './table-names.ts'
import type { WorkName } from './workbook.ts'

export function ordinarySite(sheets: readonly string[], names: readonly WorkName[]): FormulaSite {
  const known = new DefinedNames({ sheets: [], names, left: [] })
  return {
    sheets,
    names: known,
    tables: [],
    tableNames: new TableNames([], known),
    hiddenRows: new Map(),
    dates: new DateCells([]),
    lostNames: new Set(),
    arrays: new Map(),
  }
}

export function readsOtherwise(
  formula: string,
  spot: { readonly sheet: string; readonly column: number; readonly row: number },
  site: FormulaSite,
): boolean {
  const one = gridFormula(formula, { ...spot, isArray: false }, site)
  const all = gridFormula(formula, { ...spot, isArray: true }, site)
  return !('why' in one) && !('why' in all) && one.relative !== all.relative
}
