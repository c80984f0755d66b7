// The formats of the cells that a workbook is given. Style 0 is plain; the others follow the list.

import type { WorkCell } from './workbook.ts'

export const numberFormats = [
  'yyyy-mm-dd hh:mm:ss',
  'yyyy-mm-dd',
  '0.0%',
  '#,##0.00',
  '#,##0.00 "EUR"',
  '#,##0.00 "USD"',
  '#,##0.00 "GBP"',
  '#,##0.00 "CHF"',
  '#,##0.00 "JPY"',
  '[h]:mm:ss',
]

export function styleOf({ value, tag, isTime }: WorkCell): number {
  if (typeof value === 'object' && 'datetime' in value) return tag === 'date' ? 2 : 1
  const isError = typeof value === 'object' && 'error' in value
  if (typeof value !== 'number' && !isError) return 0
  if (isTime === true) return numberFormats.indexOf('[h]:mm:ss') + 1
  if (tag === 'percentage') return 3
  if (tag === 'currency') return 4
  const currency = /^currency:(\w+)$/.exec(tag ?? '')?.[1]
  if (currency === undefined) return 0
  return (
    Math.max(
      0,
      numberFormats.findIndex((code) => code.includes(`"${currency}"`)),
    ) + 1
  )
}
