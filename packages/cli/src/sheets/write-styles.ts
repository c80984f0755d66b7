// The formats of the cells that a workbook is given. Style 0 is plain; the others follow the list, which grows by the
// currencies that occur.

import type { WorkCell } from './workbook.ts'

const LENGTH = '[h]:mm:ss'

export class CellStyles {
  readonly codes: string[] = ['yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd', '0.0%', '#,##0.00', LENGTH]

  /** The number of the style of a cell. */
  of({ value, tag, isTime }: WorkCell): number {
    if (typeof value === 'object' && 'datetime' in value) return tag === 'date' ? 2 : 1
    const isError = typeof value === 'object' && 'error' in value
    if (typeof value !== 'number' && !isError) return 0
    if (isTime === true) return this.#numberOf(LENGTH)
    if (tag === 'percentage') return 3
    if (tag === 'currency') return 4
    const currency = /^currency:([A-Z]{3})$/.exec(tag ?? '')?.[1]
    return currency === undefined ? 0 : this.#numberOf(`#,##0.00 "${currency}"`)
  }

  #numberOf(code: string): number {
    if (!this.codes.includes(code)) this.codes.push(code)
    return this.codes.indexOf(code) + 1
  }
}
