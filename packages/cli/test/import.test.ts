// Goal: a workbook or a CSV file becomes a model that computes the same, and what cannot be carried over is told.
// Method: small workbooks written by hand, read and deployed in memory; the program itself for its report.

import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Engine } from '@cellwake/engine'
import { openStore } from '@cellwake/store'
import { describe, expect, it } from 'vitest'
import { readCsv } from '../src/sheets/csv.ts'
import { gridText } from '../src/sheets/grid-text.ts'
import { formatOf } from '../src/sheets/number-formats.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { instantOf } from '../src/sheets/serials.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'
import { type Parts, workbook } from './workbooks.ts'

const folder = inFolder()

const imported = (parts: Parts) => gridText('Book', readWorkbook(workbook(parts)))

/** The cells of a source, computed. */
async function computed(source: string, ...symbols: string[]) {
  await using store = await openStore('memory:')
  await using engine = new Engine({ store })
  const { model } = await engine.deploy(source, { id: 'm' })
  return Object.values(model.cells(symbols)).map(({ value }) => value)
}

const row = (r: number, cells: string) => `<row r="${r}">${cells}</row>`
const styles =
  '<numFmts><numFmt numFmtId="164" formatCode="#,##0.00 [$€-407]"/></numFmts>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>'

describe('a workbook', () => {
  it('keeps texts, numbers, booleans, errors, dates and formats', async () => {
    const { text, left, cells } = imported({
      strings:
        '<si><t>Name</t></si><si><r><t>Rich </t></r><r><t>text</t></r><rPh><t>x</t></rPh></si>',
      styles,
      sheets: {
        Sheet1:
          row(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>') +
          row(
            2,
            '<c r="A2"><v>1.5</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c>',
          ) +
          row(3, '<c r="A3" s="1"><v>46022</v></c><c r="B3" s="2"><v>0.25</v></c>') +
          row(4, '<c r="A4" s="3"><v>9.5</v></c><c r="B4" s="4"><v>46022.5</v></c>') +
          row(5, '<c r="A5" t="inlineStr"><is><t>a "b" \\ &amp; c_x000D_</t></is></c>'),
      },
    })
    expect(left).toEqual([])
    expect(cells).toBe(10)
    expect(text).toContain('A1:B1 = ["Name", "Rich text"]')
    expect(text).toContain('A3 as date = dt"2025-12-31T00:00:00.000Z"')
    expect(text).toContain('B3 as percentage = 0.25')
    expect(text).toContain('A4 as currency:EUR = 9.5')
    expect(await computed(text, 'A2', 'B2', 'B4', 'A5')).toEqual([
      1.5,
      true,
      '2025-12-31T12:00:00.000Z',
      'a "b" \\ & c\r',
    ])
  })

  it('computes its formulas, shared ones and names included, across sheets', async () => {
    const { text, left, formulas, names } = imported({
      names:
        '<definedName name="Rate">\'My data\'!$A$1</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">x</definedName>',
      sheets: {
        Sheet1:
          row(
            1,
            '<c r="A1"><v>2</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1+\'My data\'!A$1</f><v>14</v></c>',
          ) +
          row(2, '<c r="A2"><v>3</v></c><c r="B2"><f t="shared" si="0"/><v>16</v></c>') +
          row(3, '<c r="A3"><v>4</v></c><c r="B3"><f t="shared" si="0"/><v>18</v></c>') +
          row(
            4,
            '<c r="B4"><f>SUM(B1:B3)*rate</f><v>480</v></c><c r="C4"><f>_xlfn.IFS(A1&gt;1,"a\\b",TRUE,"no")</f><v>x</v></c>',
          ),
        'My data': row(1, '<c r="A1"><v>10</v></c>'),
      },
    })
    expect(left).toEqual([])
    expect([formulas, names]).toEqual([5, 1])
    expect(await computed(text, 'B1', 'B2', 'B3', 'B4', 'C4')).toEqual([14, 16, 18, 480, 'a\\b'])
  })

  it('an array comes from its formula, or as values when that is left behind', async () => {
    const sheet = (formula: string) =>
      row(1, `<c r="A1" cm="1"><f t="array" ref="A1:A3">${formula}</f><v>1</v></c>`) +
      row(2, '<c r="A2"><v>2</v></c>') +
      row(3, '<c r="A3"><v>3</v></c><c r="B3"><f>SUM(_xlfn.ANCHORARRAY(A1))</f><v>6</v></c>')
    const kept = imported({ sheets: { Sheet1: sheet('_xlfn.SEQUENCE(3)') } })
    expect(kept.text).toContain('A1 = SEQUENCE(3)')
    expect(await computed(kept.text, 'A3', 'B3')).toEqual([3, 6])
    const lost = imported({ sheets: { Sheet1: sheet('CUBESET("a")') } })
    expect(lost.text).toContain('A1:A3 = [1; 2; 3]')
    expect(lost.left.join()).toContain('A1: CUBESET is not a function here.')
  })

  it('leaves behind what a model has not, keeps the values, and says so', () => {
    const { text, left } = imported({
      more: { 'xl/charts/chart1.xml': '<c/>' },
      names:
        '<definedName name="broken">1+</definedName><definedName name="fine" localSheetId="0">1</definedName>',
      sheets: {
        Sheet1:
          row(
            1,
            '<c r="A1"><f>Table1[Price]</f><v>7</v></c><c r="B1"><f>[1]Other!A1</f><v>8</v></c>',
          ) +
          row(
            2,
            '<c r="A2"><f>A2+1</f><v>9</v></c><c r="B2"><f>SUM(Sheet1:Sheet3!A1)</f><v>10</v></c>',
          ),
      },
    })
    expect(text).toContain('A1:A2 = [7; 9]')
    expect(text).toContain('B1:B2 = [8; 10]')
    expect(left).toEqual([
      'charts',
      'the name broken: it cannot be read',
      'A1: there is no Table1[Price] in a table of the workbook; its value stays',
      'B1: it refers to another workbook; its value stays',
      'B2: it refers to several sheets at once; its value stays',
      expect.stringMatching(/^A2: .*Its value stays\.$/),
    ])
  })

  it('dates count from 1900 with its missing day, or from 1904', () => {
    expect(instantOf(1, false)).toBe(Date.UTC(1900, 0, 1))
    expect(instantOf(61, false)).toBe(Date.UTC(1900, 2, 1))
    expect(instantOf(25_569.25, false)).toBe(6 * 3_600_000)
    expect(instantOf(0, true)).toBe(Date.UTC(1904, 0, 1))
  })

  it.each([
    ['0.00%', { isDate: false, tag: 'percentage' }],
    ['dd.mm.yyyy', { isDate: true, tag: 'date' }],
    ['yyyy-mm-dd hh:mm', { isDate: true, tag: 'datetime' }],
    ['#,##0.00 "EUR"', { isDate: false, tag: 'currency:EUR' }],
    ['[$$-409]#,##0', { isDate: false, tag: 'currency:USD' }],
    ['[$$-1009]#,##0', { isDate: false, tag: 'currency:CAD' }],
    ['[$$-FFFF]#,##0', { isDate: false, tag: undefined }],
    ['[$R$-416] #,##0.00', { isDate: false, tag: 'currency:BRL' }],
    ['"A$"#,##0', { isDate: false, tag: 'currency:AUD' }],
    ['[$¥-804]#,##0', { isDate: false, tag: 'currency:CNY' }],
    ['[$¥-411]#,##0', { isDate: false, tag: 'currency:JPY' }],
    ['#,##0 [$kr-41D]', { isDate: false, tag: 'currency:SEK' }],
    ['#,##0 "kr"', { isDate: false, tag: undefined }],
    ['_-* #,##0.00 [$€-407]_-', { isDate: false, tag: 'currency:EUR' }],
    ['[$-409]#,##0 "SEK"', { isDate: false, tag: 'currency:SEK' }],
    ['#,##0 "pieces"', { isDate: false, tag: undefined }],
    ['_-* #,##0 _D_M_-', { isDate: false, tag: undefined }],
    ['[Red]0.00', { isDate: false, tag: undefined }],
    ['0 "days"', { isDate: false, tag: undefined }],
    ['General', { isDate: false, tag: undefined }],
    ['mmm', { isDate: true, tag: 'date' }],
    ['[h]:mm', { isDate: false, isTime: true, tag: undefined }],
  ])('the format %s says what it is', (code, format) => {
    expect(formatOf(code)).toEqual(format)
  })
})

describe('a CSV file', () => {
  it('has numbers, booleans, dates and texts; leading zeros stay', () => {
    const { text } = gridText(
      'C',
      readCsv('code,on,day,n\r\n007,TRUE,2026-01-31,-1.5e3\r\n=1+1,,,\r\n', 'Sheet1'),
    )
    expect(text).toContain('A1:D1 = ["code", "on", "day", "n"]')
    expect(text).toContain('A2:A3 = ["007"; "=1+1"]')
    expect(text).toContain('B2 = TRUE')
    expect(text).toContain('C2 as date = dt"2026-01-31T00:00:00.000Z"')
    expect(text).toContain('D2 = -1500')
  })

  it('takes a day that does not exist for a text', () => {
    const { text } = gridText('C', readCsv('2026-02-28\n2026-02-30\n2026-02-30T10:00Z\n', 'Sheet1'))
    expect(text).toContain('A1 as date = dt"2026-02-28T00:00:00.000Z"')
    expect(text).toContain('A2:A3 = ["2026-02-30"; "2026-02-30T10:00Z"]')
  })

  it('has percentages, as spreadsheets write them', () => {
    const { text } = gridText('C', readCsv('share,x\n29%,1\n-1.1%,2\n"3%",3\n4 %,4\n', 'Sheet1'))
    expect(text).toContain('A2:A3 as percentage = [0.29; -0.011]')
    expect(text).toContain('A4:A5 = ["3%"; "4 %"]')
  })

  it.each([',', '""', ';', '\n'])('of %j alone is refused before it is taken apart', (field) => {
    const text = `${field},`.repeat(1_000_001)
    expect(() => readCsv(text, 'Sheet1')).toThrow(/more than 1,000,000 fields/)
  })

  it('may have semicolons or tabs, and everything in quotes', () => {
    expect(gridText('C', readCsv('a;b\n1;2\n', 'Sheet1')).text).toContain('B2 = 2')
    expect(gridText('C', readCsv('"a"\t"b"\n"1"\t"2"\n', 'Sheet1')).text).toContain('B2 = 2')
  })
})

describe('the command', () => {
  it('writes the model to standard output or to a file, and the report beside', async () => {
    const file = folder.path('list.csv')
    await writeFile(file, 'a,b\n1,2\n')
    const piped = await inProcess(['import', file])
    expect(piped.out).toContain('MODEL "list"')
    expect(piped.err).toBe('4 cells, 0 formulas, 0 names carried over.\n')
    expect((await inProcess(['import', file, '--out', '-'])).out).toBe(piped.out)
    expect(existsSync('-')).toBe(false)
    const out = folder.path('list.grid')
    expect((await inProcess(['import', file, '--out', out, '--title', 'My list'])).code).toBe(0)
    const twice = await inProcess(['import', file, '--out', out])
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('is there already')])
    const checked = await inProcess(['check', out])
    expect(checked.code).toBe(0)
  })

  it.each([
    ['missing.xlsx', undefined, '[bad-file]'],
    ['a.doc', 'x', 'neither .xlsx nor .csv'],
    ['b.csv', Buffer.from([0xff, 0xfe, 0x41]), 'not UTF-8'],
    ['c.xlsx', 'not a zip', 'no workbook'],
  ])('%s is refused with the reason', async (name, content, reason) => {
    if (content !== undefined) await writeFile(folder.path(name), content)
    const { code, err } = await inProcess(['import', folder.path(name)])
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
  })
})
