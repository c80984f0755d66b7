// Goal: what was imported, exported and imported again is the same model with the same values. Method: workbooks with
// what is easily lost: the order of sheets, formats of errors, bound names, addresses in texts, formulas of arrays that
// give one value, formulas that are constants, a cell in the last column.

import { CellwakeClient } from '@cellwake/client'
import { expect, it } from 'vitest'
import { gridText } from '../src/sheets/grid-text.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { servedWorkbook } from '../src/sheets/served-workbook.ts'
import { verifyImport } from '../src/sheets/verify-import.ts'
import type { Workbook, WorkCell } from '../src/sheets/workbook.ts'
import { writeWorkbook } from '../src/sheets/write-workbook.ts'
import { withServer } from './server.ts'

const server = withServer()

const figures: WorkCell[] = [1, 2, 3, 4].map((value, i) => ({ column: 1, row: i + 1, value }))

async function around(id: string, workbook: Workbook) {
  const first = gridText('book', readWorkbook(writeWorkbook(workbook)))
  await server.engine.deploy(first.text, { id, by: 'test' })
  await server.engine.idle()
  const exported = await servedWorkbook(new CellwakeClient({ url: server.url }), id)
  const bytes = writeWorkbook(exported)
  const read = readWorkbook(bytes)
  const again = gridText('book', read)
  const { differences } = await verifyImport(again.text, read)
  return { first: first.text, again: again.text, left: exported.left, differences }
}

function at(column: number, row: number, formula: string, more: Partial<WorkCell> = {}): WorkCell {
  return { column, row, value: undefined, formula, ...more }
}

it.each<readonly [what: string, cells: readonly WorkCell[]]>([
  [
    'a formula of an array that gives one value',
    [at(2, 1, 'SUM(SUMIF(A1:A4,A1:A2,A1:A4))', { array: 'spills' })],
  ],
  [
    'neighbours that take one value of an array',
    [at(2, 1, 'INDEX(LINEST(A1:A4),1,2)'), at(2, 2, 'INDEX(LINEST(A1:A4),1,2)')],
  ],
  [
    'neighbours that take one value of an array',
    [at(2, 1, 'INDEX(LINEST(A1:A4),1,2)'), at(2, 2, 'INDEX(LINEST(A1:A4),1,2)')],
  ],
  ['names that are bound', [at(2, 1, '_xlfn.LET(_xlpm.x,A1+1,_xlpm.y,_xlpm.x*2,_xlpm.x+_xlpm.y)')]],
  [
    'a lambda',
    [
      at(3, 1, '_xlfn.SCAN(0,A1:A4,_xlfn.LAMBDA(_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b))', {
        array: 'spills',
      }),
    ],
  ],
  ['an address in a text', [at(2, 1, 'INDIRECT("A"&2)'), at(2, 2, 'INDIRECT("R3C1",FALSE)')]],
  ['the text of a formula', [at(2, 1, '_xlfn.FORMULATEXT(B2)'), at(2, 2, 'A1*2')]],
  [
    'a constant as a formula',
    [{ column: 2, row: 1, value: 'x' }, at(2, 2, '"East"'), at(2, 3, '-5')],
  ],
  [
    'an error with a format',
    [at(2, 1, 'ABS(A1)/0*1', { value: { error: 'DIV/0!' }, tag: 'percentage' })],
  ],
  [
    'an error that older files have not',
    [at(2, 1, '_xlfn._xlws.FILTER(A1:A4,A1:A4>9)', { array: 'spills' })],
  ],
  [
    'currencies of anywhere',
    [
      { column: 2, row: 1, value: 5, tag: 'currency:SEK' },
      at(2, 2, 'A1*2', { value: 2, tag: 'currency:BRL' }),
    ],
  ],
  ['the cell beside a computed range', [at(2, 2, '_xlfn.SINGLE(OFFSET(A1,0,0,4,1))')]],
  ['a cell in the last column', [at(16_384, 3, 'A1+1')]],
])('%s', async (what, cells) => {
  const name = 'Q4'
  const sheets = [{ name, cells: [...figures, ...cells] }]
  const { first, again, left, differences } = await around(what.replaceAll(' ', '-'), {
    sheets,
    names: [],
    left: [],
  })
  expect(left).toEqual([])
  expect(again).toBe(first)
  expect(differences).toEqual([])
})

it('sheets keep their order, and know their numbers', async () => {
  const sheets = [
    { name: 'Data', cells: [...figures, at(2, 1, 'SHEET()'), at(2, 2, 'SHEETS()')] },
    {
      name: 'Sheet1',
      cells: [at(1, 1, 'SUM(Data!A1:A4)'), at(1, 2, 'SHEET(Data!A1)'), at(1, 3, 'SHEET()')],
    },
  ]
  const { first, again, left } = await around('order', { sheets, names: [], left: [] })
  expect(left).toEqual([])
  expect(first.indexOf('# Sheet: Data')).toBeLessThan(first.indexOf('# Sheet: Sheet1'))
  expect(first).toContain('Data!B1:B2 = [1; 2]')
  expect(first).toContain('A2:A3 = [1; 2]')
  expect(again).toBe(first)
})

it('a length of time goes out as days, in a cell that shows a time, and is the same again', async () => {
  const source = `A1 as datetime = dt"2026-01-01T06:00:00Z"
A2 as datetime = dt"2026-01-02T18:00:00Z"
B1:B2 = FILL($A$2 - A1)
C1 = 1h * 1.5
D1 = duration"P1M"
Lasts = 12h
`
  await server.engine.deploy(source, { id: 'times', by: 'test' })
  await server.engine.idle()
  const { sheets, names, left } = await servedWorkbook(
    new CellwakeClient({ url: server.url }),
    'times',
  )
  const [sheet] = sheets
  const shown = sheet!.cells.map(({ value, isTime }) => [value, isTime ?? false])
  expect(shown.filter(([, isTime]) => isTime)).toEqual([
    [1.5, true],
    [0, true],
    [0.0625, true],
    ['P1M', true],
  ])
  expect(names).toEqual([{ name: 'Lasts', formula: '0.5' }])
  expect(left).toContain('D1: it holds a time with months, which is a text now')
  const read = readWorkbook(writeWorkbook({ sheets, names, left }))
  const again = gridText('book', read)
  expect(again.text).toContain('B1:B2 = FILL($A$2 - A1)')
  const { compared, differences } = await verifyImport(again.text, read)
  expect([compared, differences]).toEqual([2, []])
})
