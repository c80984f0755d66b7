// Whether a part of a formula is a date, or the time between two dates, as far as its text and the dates of the workbook
// tell. Both are numbers in Excel, and values of their own in the language.

import { areaAt } from './area-at.ts'
import type { ExcelNode } from './formula-nodes.ts'
import type { FormulaSite, FormulaSpot } from './formula-site.ts'
import { tablePart } from './table-reference.ts'

export type Time = 'date' | 'length'

const dates = new Set('DATE DATEVALUE EDATE EOMONTH NOW TODAY WORKDAY WORKDAY.INTL'.split(' '))

export function timeOf(node: ExcelNode, spot: FormulaSpot, site: FormulaSite): Time | undefined {
  switch (node.type) {
    case 'paren':
      return timeOf(node.value, spot, site)
    case 'call':
      return dates.has(node.name) ? 'date' : undefined
    case 'binary': {
      if (node.op !== '+' && node.op !== '-') return undefined
      const left = timeOf(node.left, spot, site)
      const right = timeOf(node.right, spot, site)
      if (left === 'date' && right === 'date') return node.op === '-' ? 'length' : undefined
      return left ?? (node.op === '+' ? right : undefined)
    }
    case 'table':
    case 'reference':
      return isDateCell(node, spot, site) ? 'date' : undefined
    default:
      return undefined
  }
}

function isDateCell(
  node: Extract<ExcelNode, { readonly type: 'table' | 'reference' }>,
  spot: FormulaSpot,
  site: FormulaSite,
): boolean {
  const found =
    node.type === 'table'
      ? tablePart(site.tables, node.table, node.part, spot.sheet, spot)?.reference
      : node
  if (found === undefined || found.last !== undefined) return false
  const area = areaAt(found, spot)
  return area !== undefined && site.dates.has(found.sheet ?? spot.sheet, area.column, area.row)
}
