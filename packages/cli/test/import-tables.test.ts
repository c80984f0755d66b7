// Goal: a formula of a table reads in the model as it did in the workbook: by the name of the column.
// Method: workbooks with tables, imported, computed and compared.

import { describe, expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { cell, formula, type Parts, row, workbook } from './workbooks.ts'

const imported = (parts: Parts) => verifiedImport('Book', readWorkbook(workbook(parts)))

function tables(...listed: readonly (readonly [name: string, ref: string, columns: string[]])[]) {
  const more: Record<string, string> = {}
  const targets = listed.map(([name, ref, columns], i) => {
    const shown = columns.map((one) => `<tableColumn name="${one}"/>`).join('')
    more[`xl/tables/table${i}.xml`] =
      `<table name="t" displayName="${name}" ref="${ref}"><tableColumns>${shown}</tableColumns></table>`
    return `<Relationship Id="r${i}" Type="t" Target="../tables/table${i}.xml"/>`
  })
  more['xl/worksheets/_rels/sheet1.xml.rels'] = `<Relationships>${targets.join('')}</Relationships>`
  return more
}

/** Sales in A1:C4: an item, a price, and twice that. */
const sales = (own: (at: number) => string) =>
  row(1, cell('A1', 'Item') + cell('B1', 'Unit Price ($)') + cell('C1', 'Twice')) +
  [10, 20, 30]
    .map((price, i) => {
      const at = i + 2
      const item = cell(`A${at}`, `item ${i}`)
      return row(at, item + cell(`B${at}`, price) + formula(`C${at}`, own(at), price * 2))
    })
    .join('')
const twice = () => 'Sales[[#This Row],[Unit Price ($)]]*2'
const more = tables(['Sales', 'A1:C4', ['Item', 'Unit Price ($)', 'Twice']])

describe('a column of a table', () => {
  it('is a name, once some formula reads it whole', async () => {
    const { text, verified, left } = await imported({
      more,
      sheets: {
        Data:
          sales(twice) +
          row(6, formula('E6', 'SUM(Sales[Unit Price ($)])', 60)) +
          row(7, formula('E7', 'SUMIFS(Sales[Unit Price ($)],Sales[Item],"item 1")', 20)) +
          row(8, formula('E8', 'VLOOKUP("item 2",Sales,2,FALSE)', 30)) +
          row(9, formula('E9', 'SUM(Sales[[Unit Price ($)]:[Twice]])', 180)),
      },
    })
    expect(text).toContain(
      'Sales_Unit_Price = Data!$B$2:$B$4\nSales_Item = Data!$A$2:$A$4\nSales = Data!$A$2:$C$4\n',
    )
    expect(text).not.toContain('Sales_Twice')
    expect(text).toContain('Data!C2:C4 = FILL(Data!$B2 * 2)')
    expect(text).toContain('Data!E6 = SUM(Sales_Unit_Price)')
    expect(text).toContain('Data!E7 = SUMIFS(Sales_Unit_Price, Sales_Item, "item 1")')
    expect(text).toContain('Data!E8 = VLOOKUP("item 2", Sales, 2, FALSE)')
    expect(text).toContain('Data!E9 = SUM(Data!$B$2:$C$4)')
    expect([verified, left]).toEqual([{ compared: 7, equal: 7, differences: [] }, []])
  })

  it('is its cells where they are meant, or where the formula stands among them', async () => {
    const { text, verified, left } = await imported({
      more,
      sheets: {
        Data:
          sales((at) => (at === 4 ? 'ROWS(Sales[Twice])*20' : 'Sales[@[Unit Price ($)]]*2')) +
          row(6, formula('E6', 'ROW(Sales[Item])', 2)) +
          row(7, formula('E7', 'SUM(OFFSET(Sales[Unit Price ($)],0,1))', 120)),
      },
    })
    expect(text).toContain('Data!C4 = ROWS(Data!$C$2:$C$4) * 20')
    expect([verified.differences, left]).toEqual([[], []])
  })

  it('has a name of its own beside other names, in any case', async () => {
    const { text, verified } = await imported({
      names: '<definedName name="sales_item">5</definedName>',
      more: tables(['Sales', 'A1:C4', ['Item', 'Unit Price ($)', 'Unit+Price']]),
      sheets: {
        Data:
          sales((at) => `B${at}*2`) +
          row(6, formula('E6', 'COUNTA(Sales[Item])+sales_item', 8)) +
          row(7, formula('E7', 'SUM(Sales[Unit Price ($)])+SUM(Sales[Unit+Price])', 180)),
      },
    })
    expect(text).toContain('COUNTA(Sales_Item_2) + sales_item')
    expect(text).toContain('SUM(Sales_Unit_Price) + SUM(Sales_Unit_Price_2)')
    expect(verified.differences).toEqual([])
  })

  it('is its cells in a ring of formulas, which keep their values and are told', async () => {
    const { text, verified, left } = await imported({
      more: tables(['Sales', 'A1:C4', ['Item', 'Unit Price ($)', 'Twice']]),
      sheets: {
        Data:
          row(1, cell('A1', 'Item') + cell('B1', 'Unit Price ($)') + cell('C1', 'Twice')) +
          row(2, cell('A2', 1) + cell('B2', 2) + cell('C2', 3)) +
          row(3, cell('A3', 1) + formula('B3', 'SUM(Sales[Twice])', 3) + cell('C3', 3)) +
          row(4, cell('A4', 1) + cell('B4', 2) + formula('C4', 'SUM(Sales[Item])+B3', 6)),
      },
    })
    expect([verified.differences, left]).toEqual([[], [expect.stringContaining('wait for each')]])
    expect(text).toContain('SUM(Sales_Item) + Data!B3')
    expect(text).not.toContain('Sales_Twice')
  })
})
