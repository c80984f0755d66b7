// The cells that change by themselves, and what it costs to find them.

import { describe, expect, it } from 'vitest'
import { VolatileCells } from '../src/sheets/volatile-cells.ts'
import type { Workbook, WorkCell } from '../src/sheets/workbook.ts'

/** A cell that counts how often it is looked at. */
let looks = 0

function cell(column: number, row: number, formula?: string): WorkCell {
  return {
    column,
    value: 1,
    ...(formula !== undefined && { formula }),
    get row() {
      looks++
      return row
    },
  }
}

function volatileAmong(workbook: Workbook): string[] {
  const volatile = new VolatileCells(workbook)
  return workbook.sheets.flatMap(({ name, cells }) =>
    cells
      .filter((one) => volatile.has(name, one))
      .map(({ column, row }) => `${name}:${column}:${row}`),
  )
}

function lookups(rows: number): WorkCell[] {
  const cells: WorkCell[] = [cell(7, 1, 'NOW()')]
  for (let row = 1; row <= rows; row++) {
    cells.push(cell(1, row))
    cells.push(cell(2, row, `VLOOKUP(A${row},$D:$E,1,FALSE)`))
    cells.push(cell(3, row, `SUM(A$1:A${row})+SUMIF($A:$A,A${row},$A:$A)`))
    cells.push(cell(4, row, `SUM(C$1:C${row})`))
    cells.push(cell(5, row, row === 1 ? 'G1' : `E${row - 1}+1`))
  }
  return cells
}

function looksAt(rows: number): number {
  const cells = lookups(rows)
  looks = 0
  const sheets = [{ name: 'Data', cells }]
  const found = volatileAmong({ sheets, names: [], left: [] })
  // The chain from the clock, and every row that reads its column.
  expect(found).toHaveLength(1 + 2 * rows)
  return looks
}

describe('volatile cells', () => {
  it('are looked for in time proportional to the rows, with whole columns, running totals and a long chain', () => {
    const once = looksAt(2000)
    expect(once).toBeLessThan(2000 * 60)
    expect(looksAt(8000)).toBeLessThan(once * 4.2)
  })

  it('are readers through ranges, names, names of names, tables, arrays and other sheets', () => {
    const cells = [
      cell(1, 1, 'TODAY()'),
      cell(1, 2, '"NOW()"'),
      cell(2, 1, 'SUM(A:A)'),
      cell(2, 2, 'SUM($A$2:$A$9)'),
      cell(2, 3, 'Clock*2'),
      cell(2, 4, 'Start+1'),
      cell(2, 5, 'SUM(Sales[Day])'),
      cell(2, 6, 'SUM(Sales[Price])'),
      { ...cell(3, 3), spilledFrom: 'data\n2\n3' },
      cell(4, 1, 'SUM(1:1)'),
    ]
    const other = [cell(1, 1, 'data!B1'), cell(1, 2, 'Data!B2'), cell(1, 3, 'A1')]
    expect(
      volatileAmong({
        sheets: [
          { name: 'Data', cells },
          { name: 'Other', cells: other },
        ],
        names: [
          { name: 'Clock', formula: 'NOW()' },
          { name: 'Start', formula: 'Begin' },
          { name: 'Begin', formula: 'Data!$A$1' },
          { name: 'Self', formula: 'Self+1' },
        ],
        tables: [
          {
            name: 'Sales',
            sheet: 'Data',
            area: { column: 1, row: 1, lastColumn: 3, lastRow: 1 },
            headings: 0,
            totals: 0,
            columns: ['Day', 'Sum', 'Price'],
          },
        ],
        left: [],
      }),
    ).toEqual([
      'Data:1:1',
      'Data:2:1',
      'Data:2:3',
      'Data:2:4',
      'Data:2:5',
      'Data:3:3',
      'Data:4:1',
      'Other:1:1',
      'Other:1:3',
    ])
  })
})
