// Goal: what is exported can be imported again and is the same; nothing in it acts when a spreadsheet opens it.
// Method: round trips of random values through CSV and XLSX, texts that programs take for formulas, and the
// command against a server.

import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCsv, writeCsv } from '../src/sheets/csv.ts'
import { excelFormula } from '../src/sheets/excel-formula.ts'
import { gridText } from '../src/sheets/grid-text.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { sheetNames } from '../src/sheets/sheet-names.ts'
import type { Literal, WorkCell } from '../src/sheets/workbook.ts'
import { writeWorkbook } from '../src/sheets/write-workbook.ts'
import { inProcess } from './in-process.ts'
import { withServer } from './server.ts'
import { inFolder } from './support.ts'

const text = fc
  .string({ unit: 'binary', maxLength: 30 })
  .filter((one) => one !== '' && !/\p{Surrogate}/u.test(one))
const literal: fc.Arbitrary<Literal> = fc.oneof(
  text,
  fc.constantFrom(
    '=1+1',
    "'=1",
    "''@x",
    '+1',
    '-2',
    '\t=1',
    '\r\n',
    '＝1',
    "'",
    '007',
    'a,b',
    '"',
    '_x0041_',
  ),
  fc.integer({ min: -1e9, max: 1e9 }),
  fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000),
  fc.boolean(),
  fc.constantFrom('N/A', 'DIV/0!', 'VALUE!').map((error) => ({ error })),
  fc.integer({ min: 0, max: 4e12 }).map((datetime) => ({ datetime })),
)

describe('round trips', () => {
  it('a column of any values survives CSV', () => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 12 }), (values) => {
        // A number beside them: in a file that is quoted whole, quotes say nothing.
        const csv = writeCsv(values.map((value) => [1, value]))
        const cells = readCsv(csv, 'Sheet1').sheets[0]!.cells.filter(({ column }) => column === 2)
        expect(cells.map(({ value }) => value)).toEqual(values)
      }),
      { numRuns: 300 },
    )
  })

  it('a column of any values survives a workbook', () => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 12 }), (values) => {
        const cells: WorkCell[] = values.map((value, i) => ({ column: 2, row: i + 1, value }))
        const bytes = writeWorkbook({ sheets: [{ name: 'Data', cells }], names: [], left: [] })
        const again = readWorkbook(bytes)
        expect(again.left).toEqual([])
        expect(again.sheets[0]!.cells.map(({ value }) => value)).toEqual(values)
      }),
      { numRuns: 200 },
    )
  })

  it('a column of any values survives becoming a model', () => {
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 8 }), (values) => {
        const cells: WorkCell[] = values.map((value, i) => ({ column: 1, row: i + 1, value }))
        const { text: source, left } = gridText('x', {
          sheets: [{ name: 'Sheet1', cells }],
          names: [],
          left: [],
        })
        expect(left).toEqual([])
        expect(source).toMatch(/^MODEL "x"\n\nA1/)
      }),
      { numRuns: 100 },
    )
  })
})

describe('CSV that others open', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    "'=1",
    '=cmd|x!A1',
  ])('the text %j cannot be taken for a formula', (evil) => {
    const csv = writeCsv([[evil]])
    expect(csv.startsWith(`"'`)).toBe(true)
  })

  it('numbers stay numbers, also below zero', () => {
    expect(writeCsv([[-5, 1.5, true, undefined, 'x']])).toBe('-5,1.5,TRUE,,"x"\r\n')
  })
})

describe('formulas for Excel', () => {
  const place = { sheet: 'Sheet1', column: 3, row: 5 }
  it.each([
    ['A1 * (1 + rate)', 'A1*(1+rate)'],
    ['LEFT * LEFT(2)', 'B5*A5'],
    ['ABOVE + 1', 'C4+1'],
    ['A1 > 3 THEN "high" ELSE "low"', 'IF(A1>3,"high","low")'],
    ['A1 > 1 AND NOT A2 > 2', 'AND(A1>1,NOT(A2>2))'],
    ["SUM('My data'!A1:B9)", "SUM('My data'!A1:B9)"],
    ['XLOOKUP(A1, B1:B9, C1:C9)', '_xlfn.XLOOKUP(A1,B1:B9,C1:C9)'],
    ['`{A1} pieces`', '(A1)&" pieces"'],
    ['5pct', '0.05'],
    ['$A1 + A$1 + SUM(A:A, $2:3, $B$1:C9)', '$A1+A$1+SUM(A:A,$2:3,$B$1:C9)'],
    ['SUM(RANGE(A1, OFFSET(A1, 2, 0)))', 'SUM(A1:OFFSET(A1,2,0))'],
    ['SINGLE(A1:A9) + SUM(A1#)', '_xlfn.SINGLE(A1:A9)+SUM(_xlfn.ANCHORARRAY(A1))'],
    ['SUM(SORT(A1:A9))', 'SUM(_xlfn._xlws.SORT(A1:A9))'],
    ['SUM([1, -2; 3, 4])', 'SUM({1,-2;3,4})'],
  ])('%s is %s', (grid, excel) => {
    expect(excelFormula(grid, place, new Set(['rate']))?.text).toBe(excel)
  })

  it.each([
    'A1 DEFAULT 0',
    'unknown + 1',
    'CUMSUM(A1:A9)',
    'SUM([A1, 2])',
    '[1, 2] >> SUM()',
    'FX_RATE("EUR", "USD")',
  ])('%s is left to its value', (grid) => {
    expect(excelFormula(grid, place, new Set())).toBeUndefined()
  })

  it('the formula of a name refers absolutely', () => {
    expect(excelFormula('SUM(D2:D4) + A1', undefined, new Set())?.text).toBe(
      'SUM(Sheet1!$D$2:$D$4)+Sheet1!$A$1',
    )
  })
})

it('sheets get names that Excel takes, each its own', () => {
  const names = sheetNames(['a/b', 'a:b', 'x'.repeat(40), ''])
  expect(names).toEqual(['a-b', 'a-b 2', 'x'.repeat(31), 'Sheet'])
})

describe('the command', () => {
  const folder = inFolder()
  const server = withServer()
  const source = `MODEL "Desk"
A1:B1 = ["Product", "Price"]
A2:A3 = ["=danger"; "Tea"]
B2:B3 as currency:EUR = [8.5; 14]
C2:C3 = LEFT * 2
Data!A1 = dt"2026-01-31T00:00:00Z"
total as currency:EUR = SUM(C2:C3)

WHEN total > 100 THEN
  D1 = "over"
END
END MODEL
`
  beforeAll(async () => {
    await server.engine.deploy(source, { id: 'desk' })
  })

  it('a workbook can be imported again, with its formulas, and says what it left', async () => {
    const file = folder.path('desk.xlsx')
    const { code, out, err } = await server.run('export', 'desk', '--to', 'xlsx', '--out', file)
    expect([code, out]).toEqual([0, `Written to ${file}.\n`])
    expect(err).toContain('1 rule: a workbook does not act')
    const again = await inProcess(['import', file, '--json'])
    const { text: model, left } = JSON.parse(again.out)
    expect(left).toEqual([])
    expect(model).toContain('A2:A3 = ["=danger"; "Tea"]')
    expect(model).toContain('B2:B3 as currency:EUR = [8.5; 14]')
    expect(model).toContain('C2:C3 = FILL(B2 * 2)')
    expect(model).toContain('Data!A1 as datetime = dt"2026-01-31T00:00:00.000Z"')
    expect(model).toContain('total = SUM($C$2:$C$3)')
  })

  it('CSV has the values of one sheet, and cannot hurt', async () => {
    const { out, err } = await server.run('export', 'desk', '--to', 'csv', '--out', '-')
    expect(out).toBe('"Product","Price",\r\n"\'=danger",8.5,17\r\n"Tea",14,28\r\n')
    expect(err).toContain('the sheet Data; --sheet chooses it')
    const data = await server.run('export', 'desk', '--to', 'csv', '--out', '-', '--sheet', 'data')
    expect(data.out).toBe('2026-01-31T00:00:00.000Z\r\n')
    const none = await server.run('export', 'desk', '--to', 'csv', '--out', '-', '--sheet', 'x')
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('[no-sheet]')])
  })

  it('a file that is there stays, unless forced', async () => {
    const file = folder.path('desk.grid')
    await server.run('export', 'desk', '--to', 'grid', '--out', file)
    expect(await readFile(file, 'utf8')).toBe(source)
    const again = await server.run('export', 'desk', '--to', 'grid', '--out', file)
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is there already')])
    expect(
      (await server.run('export', 'desk', '--to', 'grid', '--out', file, '--force')).code,
    ).toBe(0)
  })

  it('a workbook of a model without Sheet1 has its own sheets only', async () => {
    await server.engine.deploy('Data!A1 = 5\nData!B1 = Data!A1 * 2\n', { id: 'sheets' })
    const file = folder.path('sheets.xlsx')
    await server.run('export', 'sheets', '--to', 'xlsx', '--out', file)
    expect(readWorkbook(await readFile(file)).sheets.map(({ name }) => name)).toEqual(['Data'])
  })
})
