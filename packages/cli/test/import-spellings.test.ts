// Goal: what other programs write into workbooks, and what is written seldom, is read as it is meant.
// Method: one formula in each spelling over the same few cells, with the value that it must have.

import { describe, expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { cell, formula, type Parts, row, workbook, zipped } from './workbooks.ts'

const imported = (parts: Parts) => verifiedImport('Book', readWorkbook(workbook(parts)))

const data =
  row(1, cell('A1', 10) + cell('B1', 'x') + cell('C1', 1)) +
  row(2, cell('A2', 20) + cell('B2', 'y') + cell('C2', 2)) +
  row(3, cell('A3', 30) + cell('B3', 'z') + cell('C3', 3))

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

it.each<[string, number | string]>([
  ['SUM(Data!A1:Data!A3)', 60],
  ["SUM('Data'!$A$1:'Data'!$A$3)", 60],
  ['SUM(A:C 2:2)', 22],
  ['SUM(C1:C2:C3)', 6],
  ['SUM((A1,A3))', 40],
  ['SUMIF(A1:A3,">15",C1)', 5],
  ['SUMIF(A1:A2,">5",C1:C3)', 3],
  ['AVERAGEIF(B1:B3,"<>x",A1:A9)', 25],
  ['SUMPRODUCT(ROW(INDIRECT("1:"&A1)))', 55],
  ['SUMPRODUCT(COLUMN(INDIRECT("B:D")))', 9],
  ['ROW(INDIRECT("B2:B3"))', 2],
  ['ROW(OFFSET(A1,1,0,2))', 2],
  ['INDIRECT("R2C1",FALSE)', 20],
  ['IF(FALSE,5,)', 0],
  ['{1,2;3,4}', 1],
  ['#REF!A1', '#REF!'],
  ['SUM(#REF!,1)', '#REF!'],
])('%s', async (text, value) => {
  const { verified, left } = await imported({
    sheets: { Data: data + row(9, formula('H9', xml(text), value)) },
  })
  expect([verified.equal, verified.differences, left]).toEqual([1, [], []])
})

describe('a name', () => {
  const named = (name: string, text: string) => `<definedName name="${name}">${text}</definedName>`

  it('may be several places', async () => {
    const { verified, left } = await imported({
      names: named('Ends', 'Data!$A$1,Data!$A$3'),
      sheets: { Data: data + row(9, formula('H9', 'SUM(Ends)', 40)) },
    })
    expect([verified.equal, left]).toEqual([1, []])
  })

  it('that calls a function of a macro is told, and its readers keep their values', async () => {
    const { text, left } = await imported({
      names: named('Colour', 'GET.CELL(38,Data!$A$1)'),
      sheets: { Data: data + row(9, formula('H9', 'Colour*2', 6)) },
    })
    expect(text).toContain('Data!H9 = 6')
    expect(left).toEqual([
      "the name Colour: GET.CELL is no function of Excel's own",
      'Data!H9: the name Colour is not carried over; its value stays',
    ])
  })

  it('of Excel itself is none of the workbook', async () => {
    const { names } = await imported({
      names: named('_xlfn.IFERROR', '#NAME?') + named('_xlchart.v1.0', 'Data!$A$1'),
      sheets: { Data: data },
    })
    expect(names).toBe(0)
  })

  it('of another workbook is told as that', async () => {
    const { left } = await imported({
      sheets: { Data: data + row(9, formula('H9', '[1]!Rate*2', 4)) },
    })
    expect(left).toEqual(['Data!H9: it refers to another workbook; its value stays'])
  })
})

it('a column of a table that looks like a cell stays, in formulas that share a spelling', async () => {
  const shared = (at: string, more: string, value: number) =>
    `<c r="${at}"><f t="shared" si="0"${more}</f><v>${value}</v></c>`
  const { text, verified } = await imported({
    more: {
      'xl/tables/table1.xml':
        '<table name="t" displayName="Sales" ref="A1:B3"><tableColumns><tableColumn name="Q1"/><tableColumn name="Q2"/></tableColumns></table>',
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships><Relationship Id="r1" Type="t" Target="../tables/table1.xml"/></Relationships>',
    },
    sheets: {
      Data:
        row(1, cell('A1', 'Q1') + cell('B1', 'Q2')) +
        row(2, cell('A2', 1) + cell('B2', 2) + shared('D2', ' ref="D2:D3">SUM(Sales[Q1])+A2', 4)) +
        row(3, cell('A3', 2) + cell('B3', 2) + shared('D3', '>', 5)),
    },
  })
  expect(text).toContain('Data!D2:D3 = FILL(SUM(Sales_Q1) + Data!A2)')
  expect(verified.equal).toBe(2)
})

it('a formula that only Google Sheets computes keeps its value, and is told', async () => {
  const text = 'IFERROR(__xludf.DUMMYFUNCTION("QUERY(A1:A3)"),42)'
  const { left, text: model } = await imported({
    sheets: { Data: data + row(9, formula('H9', text, 42)) },
  })
  expect(model).toContain('Data!H9 = 42')
  expect(left).toEqual(['Data!H9: only Google Sheets can compute it; its value stays'])
})

it('dates that count from 1904 are the same days, and their numbers are compared as such', async () => {
  const { text, verified } = await imported({
    settings: '<workbookPr date1904="1"/>',
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
    sheets: {
      Sheet1: row(
        1,
        '<c r="A1" s="1"><v>43000</v></c>' +
          formula('B1', 'A1+1', 43001) +
          formula('C1', 'YEAR(A1)', 2021) +
          formula('D1', 'DATE(2021,9,23)', 43000),
      ),
    },
  })
  expect(text).toContain('A1 as date = dt"2021-09-23T00:00:00.000Z"')
  expect(verified).toEqual({ compared: 3, equal: 3, differences: [] })
})

it('parts with prefixes, backslashes, and cells without places are those of any workbook', async () => {
  const { text, verified } = await verifiedImport(
    'Book',
    readWorkbook(
      zipped({
        'xl\\workbook.xml':
          '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" sheetId="1" r:id="r1"/></x:sheets></x:workbook>',
        'xl\\_rels\\workbook.xml.rels':
          '<Relationships><Relationship Id="r1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/a.xml"/></Relationships>',
        'xl\\worksheets\\a.xml':
          '<x:worksheet><x:sheetData><x:row><x:c><x:v>5</x:v></x:c><x:c><x:f>A1*2</x:f><x:v>10</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      }),
    ),
  )
  expect(text).toContain('S!A1 = 5\nS!B1 = S!A1 * 2')
  expect(verified.equal).toBe(1)
})
