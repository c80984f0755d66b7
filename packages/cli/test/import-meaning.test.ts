// Goal: a formula of a workbook means in the model what it meant in Excel, and a value that differs is told.
// Method: small workbooks whose cells carry the values that Excel has for them, imported, computed and compared.

import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'
import { cell, formula, type Parts, row, workbook } from './workbooks.ts'

const folder = inFolder()

const imported = (parts: Parts) => verifiedImport('Book', readWorkbook(workbook(parts)))

/** One sheet of formulas over fixed numbers: A1:A3 are 10, 20, 30 and B1:B3 are 1, 2, 3. */
async function onData(cells: string, more: Partial<Parts> = {}, sheet = 'Data') {
  const sheets = {
    [sheet]:
      row(1, cell('A1', 10) + cell('B1', 1)) +
      row(2, cell('A2', 20) + cell('B2', 2)) +
      row(3, cell('A3', 30) + cell('B3', 3)) +
      cells,
    ...more.sheets,
  }
  return imported({ ...more, sheets })
}

describe('a reference without a sheet', () => {
  it('means the sheet of its formula', async () => {
    const { text, verified } = await onData(row(5, formula('A5', 'A1*2+SUM(B:B)', 26)), {
      sheets: { Sheet1: row(1, cell('A1', 999)) },
    })
    expect(text).toContain('Data!A5 = Data!A1 * 2 + SUM(Data!B:B)')
    expect(verified).toEqual({ compared: 1, equal: 1, differences: [] })
  })

  it('in a text for INDIRECT, too, written or computed', async () => {
    const { text, verified } = await onData(
      row(5, formula('A5', 'INDIRECT("A2")', 20) + formula('B5', 'INDIRECT("A"&amp;B3)', 30)),
    )
    expect(text).toContain('INDIRECT("Data!A2")')
    expect(text).toContain('INDIRECT("A" & Data!B3, , "Data")')
    expect(verified.differences).toEqual([])
  })

  it('on a sheet whose name is a word of the language', async () => {
    const { text, verified } = await onData(row(5, formula('A5', 'A1+1', 11)), {}, 'End')
    expect(text).toContain("'End'!A5 = 'End'!A1 + 1")
    expect(verified.equal).toBe(1)
  })
})

describe('one value of several', () => {
  it('is the cell beside the formula, unless it is an array', async () => {
    const { text, verified } = await onData(
      row(2, formula('D2', 'A1:A3*2', 40)) +
        row(3, formula('D3', 'A:A+B:B', 33)) +
        row(5, formula('D5', 'A1:A3*2', '#VALUE!')) +
        row(6, '<c r="D6" cm="1"><f t="array" ref="D6">SUM(A1:A3*B1:B3)</f><v>140</v></c>') +
        row(7, formula('D7', 'SUMPRODUCT(A1:A3*B1:B3)', 140)) +
        row(8, formula('D8', '_xlfn.SINGLE(A$8:C$8)+1', '#VALUE!')),
    )
    expect(text).toContain('Data!D2 = Data!A2 * 2')
    expect(verified).toMatchObject({ compared: 6, differences: [] })
  })

  it('of an array is its first', async () => {
    const { verified } = await onData(row(5, formula('A5', '{7,8,9}*2', 14)))
    expect(verified.differences).toEqual([])
  })

  it('an array that was entered into cells fills those and no others', async () => {
    const { text, verified } = await onData(
      row(5, '<c r="D5"><f t="array" ref="D5:D8">A1:A3*2</f><v>20</v></c>') +
        row(6, cell('D6', 40)) +
        row(7, cell('D7', 60)) +
        row(8, '<c r="D8" t="e"><v>#N/A</v></c>'),
    )
    expect(text).toContain('Data!D5:D8 = Data!A1:A3 * 2')
    expect(verified).toMatchObject({ compared: 4, equal: 4 })
  })
})

describe('formulas that were filled', () => {
  const filled = (at: string, text: string, value: number) => formula(at, text, value)

  it('are one line, down, right and over a rectangle', async () => {
    const { text, verified } = await onData(
      row(1, filled('D1', 'A1+$B$1', 11) + filled('E1', 'B1+$B$1', 2)) +
        row(2, filled('D2', 'A2+$B$1', 21) + filled('E2', 'B2+$B$1', 3)) +
        row(5, filled('A5', 'SUM(A$1:A1)', 10) + filled('B5', 'SUM(B$1:B1)', 1)),
    )
    expect(text).toContain('Data!D1:E2 = FILL(Data!A1 + Data!$B$1)')
    expect(text).toContain('Data!A5:B5 = FILL(SUM(Data!A$1:A1))')
    expect(verified).toMatchObject({ compared: 6, differences: [] })
  })

  it('of whole columns and rows move as they did in the workbook', async () => {
    const shared = (at: string, value: number, inside = '') =>
      `<c r="${at}"><f t="shared" si="0"${inside === '' ? '/>' : ` ref="D5:E5">${inside}</f>`}<v>${value}</v></c>`
    const { text, verified } = await onData(row(5, shared('D5', 60, 'SUM(A:A)') + shared('E5', 6)))
    expect(text).toContain('Data!D5:E5 = FILL(SUM(Data!A:A))')
    expect(verified.differences).toEqual([])
  })

  it('one that is refused leaves the others in their rectangle', async () => {
    const { text, left } = await onData(
      row(5, filled('D5', 'A1*2', 20) + filled('E5', 'CUBESET(A1)', 2)) +
        row(6, filled('D6', 'A2*2', 40)),
    )
    expect(text).toContain('Data!D5:D6 = FILL(Data!A1 * 2)')
    expect(left.join()).toContain('Data!E5')
  })
})

describe('a large sheet', () => {
  it('of 50,000 formulas is a few lines, and all of them agree', async () => {
    const height = 10_000
    const rows = Array.from({ length: height }, (_, i) => {
      const r = i + 2
      const figure = (r * 7) % 100
      return row(
        r,
        cell(`A${r}`, figure) +
          formula(`B${r}`, `A${r}*2`, figure * 2) +
          formula(`C${r}`, `A${r}+B${r}`, figure * 3) +
          formula(`D${r}`, `IF(A${r}&gt;50,1,0)`, figure > 50 ? 1 : 0) +
          formula(`E${r}`, `ROUND(C${r}/3,0)`, figure) +
          formula(`F${r}`, `A${r}-$A$2`, figure - 14),
      )
    })
    const { text, verified, formulas } = await imported({ sheets: { Data: rows.join('') } })
    expect([formulas, verified.compared, verified.differences]).toEqual([50_000, 50_000, []])
    expect(text.split('\n').filter((line) => line.includes('FILL('))).toHaveLength(5)
    expect(text.split('\n').length).toBeLessThan(1_000)
  })
})

describe('places that are computed', () => {
  it('are ranges, and in one cell the value beside the formula', async () => {
    const { text, verified } = await onData(
      row(2, formula('D2', 'OFFSET(A1,0,0,3,1)*2', 40)) +
        row(
          5,
          formula('D5', 'SUM(A1:OFFSET(A1,1,0))', 30) +
            formula('E5', 'SUM(A2:CHOOSE(2,A1,A3))', 50),
        ) +
        row(
          6,
          '<c r="D6" t="b"><f>ISREF(OFFSET(A1,1,1))</f><v>1</v></c>' +
            formula('E6', 'INDEX((A1:A3,B1:B3),2,1,2)', 2),
        ) +
        row(
          7,
          formula('D7', 'INDEX({1,2},1,1,2)', '#REF!') +
            formula('E7', 'OFFSET(A1,0,0,3,1)', '#VALUE!'),
        ),
    )
    expect(text).toContain('SUM(RANGE(Data!A1, OFFSET(Data!A1, 1, 0)))')
    expect(verified).toMatchObject({ compared: 7, differences: [] })
  })
})

describe('names', () => {
  const names = (...list: string[]) => ({ names: list.join('') })

  it('with a dot, of one sheet, and in any case stay names', async () => {
    const { text, verified, left } = await onData(
      row(5, formula('A5', 'tax.RATE*2', 20) + formula('B5', 'own+1', 3)),
      names(
        '<definedName name="tax.rate">Data!$A$1</definedName>',
        '<definedName name="own" localSheetId="0">2</definedName>',
      ),
    )
    expect(text).toContain('tax_rate = Data!$A$1')
    expect(text).toContain('Data!A5 = tax_rate * 2')
    expect([verified.equal, left]).toEqual([2, []])
  })

  it('that are nowhere are #NAME?, as in Excel', async () => {
    const { verified } = await onData(
      row(5, formula('A5', 'gone+1', '#NAME?') + formula('B5', 'IFERROR(NOSUCH(1),5)', 5)),
    )
    expect(verified.equal).toBe(2)
  })

  it('that move with their reader, and functions, are written out', async () => {
    const { text, verified } = await onData(
      row(2, formula('D2', 'left_of*2', 4)) + row(5, formula('A5', 'twice(A2)+twice(1)', 42)),
      names(
        '<definedName name="left_of">Data!B1</definedName>',
        '<definedName name="twice">_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)</definedName>',
      ),
    )
    expect(text).toContain('Data!A5 = LAMBDA(x, x * 2)(Data!A2)')
    // Two columns and no row away from D2, as B1 is one column away from A1.
    expect(text).toContain('Data!D2 = Data!E2 * 2')
    expect(verified.compared).toBe(2)
  })
})

describe('tables', () => {
  const table = (ref: string, more = '') =>
    `<table name="t" displayName="Sales" ref="${ref}" ${more}><tableColumns><tableColumn name="Price"/><tableColumn name="Pieces sold"/></tableColumns></table>`
  const more = {
    more: {
      'xl/tables/table1.xml': table('A1:B4', 'totalsRowCount="1"'),
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="r1" Type="t" Target="../tables/table1.xml"/></Relationships>',
    },
  }

  it('their parts are the cells that they mean', async () => {
    const sheets = {
      Data:
        row(1, cell('A1', 'Price') + cell('B1', 'Pieces sold')) +
        row(2, cell('A2', 10) + cell('B2', 1) + formula('D2', 'Sales[[#This Row],[Price]]*2', 20)) +
        row(3, cell('A3', 20) + cell('B3', 2) + formula('D3', 'Sales[@[Pieces sold]]', 2)) +
        row(4, formula('A4', 'SUBTOTAL(109,Sales[Price])', 30)) +
        row(5, formula('D5', 'SUM(Sales[Price])+ROWS(Sales)', 32)) +
        row(6, formula('D6', 'Sales[[#Totals],[Price]]&amp;Sales[[#Headers],[Price]]', '30Price')),
    }
    const { verified, left } = await imported({ ...more, sheets })
    expect([verified, left]).toEqual([{ compared: 5, equal: 5, differences: [] }, []])
  })
})

describe('tables in texts', () => {
  it('of INDIRECT are the cells that they mean; one that is put together is told', async () => {
    const sheets = {
      Data:
        row(1, cell('A1', 'Price') + cell('B1', 'Pieces sold')) +
        row(2, cell('A2', 10) + cell('B2', 1)) +
        row(3, cell('A3', 20) + cell('B3', 2)) +
        row(4, formula('D4', 'SUM(INDIRECT("Sales[Price]"))', 30)) +
        row(5, formula('D5', 'SUM(INDIRECT("Sales["&amp;A1&amp;"]"))', 30)),
    }
    const { text, verified, left } = await imported({
      sheets,
      more: {
        'xl/tables/table1.xml':
          '<table name="t" displayName="Sales" ref="A1:B3"><tableColumns><tableColumn name="Price"/><tableColumn name="Pieces sold"/></tableColumns></table>',
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships><Relationship Id="r1" Type="t" Target="../tables/table1.xml"/></Relationships>',
      },
    })
    expect(text).toContain('Sales_Price = Data!$A$2:$A$3')
    expect(text).toContain('Data!D4 = SUM(Sales_Price)')
    expect(verified).toEqual({ compared: 1, equal: 1, differences: [] })
    expect(left).toEqual([
      'Data!D5: it makes up a reference to a table or another workbook; its value stays',
    ])
  })
})

describe('places and not values', () => {
  it('ROWS of a range, and what CHOOSE does not choose, are no cycles', async () => {
    const { verified, left } = await onData(
      row(5, formula('A5', 'ROWS(A$1:A5)', 5) + formula('B5', 'CHOOSE(2,B5,"x")', 'x')) +
        row(6, formula('A6', 'CELL("row",A6)', 6) + formula('B6', 'AREAS((A1,B1:B2))', 2)) +
        row(7, formula('A7', 'INDEX((A1:A3,B1:B3),2,1,2)', 2)) +
        row(8, formula('A8', 'SUM((A1:A2,B1))', 31)),
    )
    expect([verified.equal, left]).toEqual([6, []])
  })
})

describe('hidden rows', () => {
  const sheet = (code: number) => ({
    Data:
      row(1, cell('A1', 1)) +
      `<row r="2" hidden="1">${cell('A2', 2)}</row>` +
      row(3, formula('A3', `SUBTOTAL(${code},A1:A2)`, 1)),
  })

  it('a total that leaves them out stays as its value, and is told', async () => {
    const { text, left } = await imported({ sheets: sheet(109) })
    expect(text).toContain('Data!A1:A3 = [1; 2; 1]')
    expect(left).toEqual(['Data!A3: it leaves out rows that are hidden; its value stays'])
  })
})

describe('formats', () => {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs>'

  it('never make an error of a value', async () => {
    const { text, verified, left } = await imported({
      styles,
      sheets: {
        Sheet1:
          row(1, '<c r="A1" s="1"><v>45658.75</v></c><c r="B1" s="2"><v>0.5</v></c>') +
          row(2, '<c r="A2" s="2" t="str"><f>IF(B1&gt;9,B1,"none")</f><v>none</v></c>') +
          row(3, '<c r="A3" s="2"><f>B1/2</f><v>0.25</v></c>') +
          row(4, '<c r="A4" s="2"><f>B1</f><v>0.5</v></c>') +
          row(5, '<c r="A5" s="2" t="str"><f>[1]Other!A1</f><v>none</v></c>') +
          row(6, '<c r="A6" s="2"><f>[1]Other!A1</f><v>0.5</v></c>'),
      },
    })
    expect(left).toEqual([
      'A5: it refers to another workbook; its value stays',
      'A6: it refers to another workbook; its value stays',
      'the format percentage on Sheet1, of 1 formula from A2 on: not certain to be numbers',
    ])
    expect(text).toContain('A5 = "none"')
    expect(text).toContain('A6 as percentage = 0.5')
    expect(text).toContain('A1 as datetime = dt"2025-01-01T18:00:00.000Z"')
    expect(text).toContain('A2 = IF(B1 > 9, B1, "none")')
    expect(text).toContain('A3 as percentage = B1 / 2')
    expect(text).toContain('A4 as percentage = B1')
    expect(verified.differences).toEqual([])
  })

  it('make a number of the time between two dates, unless they show a time', async () => {
    const times =
      '<numFmts><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs>'
    const computed = (at: string, style: number, text: string, value: number) =>
      `<c r="${at}" s="${style}"><f>${text}</f><v>${value}</v></c>`
    const { text, verified } = await imported({
      styles: times,
      sheets: {
        Sheet1: row(
          1,
          '<c r="A1" s="1"><v>45658.25</v></c><c r="B1" s="1"><v>45658.75</v></c>' +
            computed('C1', 2, '(B1-A1)*24*100', 1200) +
            computed('D1', 2, 'C1*2', 2400) +
            computed('E1', 0, 'B1-A1', 0.5) +
            computed('F1', 3, 'B1-A1', 0.5) +
            computed('G1', 2, 'SUM(C1:D1)', 3600),
        ),
      },
    })
    expect(text).toContain('C1 as currency:USD = N(B1 - A1) * 24 * 100')
    expect(text).toContain('D1 as currency:USD = C1 * 2')
    expect(text).toContain('E1 = N(B1 - A1)')
    expect(text).toContain('F1 = B1 - A1')
    expect(text).toContain('G1 as currency:USD = SUM(C1:D1)')
    expect(verified).toEqual({ compared: 5, equal: 5, differences: [] })
  })
})

it('a date in a text is its number, as in Excel', async () => {
  const { text, verified } = await imported({
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    sheets: {
      Sheet1:
        row(
          1,
          '<c r="A1" s="1"><v>45000</v></c>' +
            cell('B1', 'x') +
            formula('C1', 'A1&amp;B1', '45000x'),
        ) +
        row(
          2,
          '<c r="A2" s="1"><f>A1+1</f><v>45001</v></c>' +
            cell('B2', 'y') +
            formula('C2', 'A2&amp;B2', '45001y'),
        ) +
        row(
          3,
          formula('C3', 'CONCATENATE(A1,LEN(A2))', '450005') +
            formula('D3', 'COUNTIF(A1:A2,"&gt;"&amp;A1)', 1) +
            formula('E3', 'A2-A1&amp;" days"', '1 days') +
            formula('F3', '(A2-A1)/365.25', 1 / 365.25),
        ),
    },
  })
  expect(text).toContain('C1:C2 = FILL(N(A1) & B1)')
  expect(text).toContain('C3 = CONCATENATE(N(A1), LEN(N(A2)))')
  expect(text).toContain('D3 = COUNTIF(A1:A2, ">" & A1)')
  expect(text).toContain('E3 = N(A2 - A1) & " days"')
  expect(text).toContain('F3 = N(A2 - A1) / 365.25')
  expect(verified).toEqual({ compared: 7, equal: 7, differences: [] })
})

describe('a value that differs', () => {
  const parts = {
    sheets: {
      Sheet1: row(1, cell('A1', 2) + formula('B1', 'A1*2', 5) + formula('C1', 'A1*3', 6)),
    },
  }

  it('is told with both values, and is not carried over', async () => {
    const { verified } = await imported(parts)
    const differences = [{ symbol: 'B1', workbook: '5', model: '4' }]
    expect(verified).toEqual({ compared: 2, equal: 1, differences })
    const file = folder.path('wrong.xlsx')
    await writeFile(file, workbook(parts))
    const { code, err } = await inProcess(['import', file])
    expect(code).toBe(0)
    expect(err).toContain('2 cells, 1 formula, 0 names carried over.')
    expect(err).toContain('1 of 2 values agree with those in the workbook.')
    expect(err).toContain('  B1: 5 there, 4 here')
  })

  it('makes --verify fail, after the report', async () => {
    const file = folder.path('verify.xlsx')
    await writeFile(file, workbook(parts))
    const { code, out } = await inProcess(['import', file, '--verify', '--json'])
    expect([code, JSON.parse(out).verified.equal]).toEqual([1, 1])
  })

  it('is nothing where the clock decides, directly or through others', async () => {
    const { verified } = await imported({
      sheets: {
        Sheet1: row(1, formula('A1', 'NOW()', 1) + formula('B1', 'A1+1', 2)),
      },
    })
    expect(verified).toEqual({ compared: 0, equal: 0, differences: [] })
  })
})
