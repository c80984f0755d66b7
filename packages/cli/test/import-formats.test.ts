// Goal: a format is carried over as a tag where no value can ever refuse it, also over references and lookups.
// Method: formulas that pass values on from inputs with and without a format, imported and compared.

import { expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { cell, row, workbook } from './workbooks.ts'

const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs>'
const rate = (at: string, value: number) => `<c r="${at}" s="1"><v>${value}</v></c>`
const shown = (at: string, text: string, value: number) =>
  `<c r="${at}" s="1"><f>${text}</f><v>${value}</v></c>`

/** A1:A3 are texts, B1:B3 are rates, C1 a number without a format. */
const data =
  row(1, cell('A1', 'x') + rate('B1', 0.1) + cell('C1', 0.5)) +
  row(2, cell('A2', 'y') + rate('B2', 0.2)) +
  row(3, cell('A3', 'z') + shown('B3', 'B2*2', 0.4))

async function textOf(formula: string, value: number) {
  const sheets = { Sheet1: data + row(9, shown('F9', formula, value)) }
  const names = '<definedName name="Rate">Sheet1!$B$1</definedName>'
  const { text, verified } = await verifiedImport(
    'Book',
    readWorkbook(workbook({ sheets, styles, names })),
  )
  expect(verified.differences).toEqual([])
  return text.split('\n').find((line) => line.startsWith('F9'))
}

it.each([
  ['B1', 0.1],
  ['B3', 0.4],
  ['Rate', 0.1],
  ['INDEX(B1:B3,2)', 0.2],
  ['VLOOKUP("z",A1:B3,2,FALSE)', 0.4],
  ['_xlfn.XLOOKUP("y",A1:A3,B1:B3)', 0.2],
  ['LOOKUP("y",A1:A3,B1:B3)', 0.2],
  ['IF(C1>0,B1,0)', 0.1],
  ['IFERROR(B1,B2)', 0.1],
  ['CHOOSE(2,B1,B2)', 0.2],
])('%s has the format, since all that it may give are numbers', async (formula, value) => {
  expect(await textOf(formula, value)).toMatch(/^F9 as percentage = /)
})

it.each([
  ['C1', 0.5],
  ['INDEX(B1:B4,2)', 0.2],
  ['VLOOKUP("x",A1:C3,3,FALSE)', 0.5],
  ['_xlfn.XLOOKUP("y",A1:A3,B1:B3,"none")', 0.2],
  ['IF(C1>0,B1)', 0.1],
  ['IF(C1>0,B1,A1)', 0.1],
])('%s has none where it may give something else tomorrow', async (formula, value) => {
  expect(await textOf(formula, value)).toMatch(/^F9 = /)
})

it('references in a ring are certain of nothing', async () => {
  const sheets = { Sheet1: row(1, shown('A1', 'B1', 1) + shown('B1', 'A1', 1)) }
  const { text } = await verifiedImport('Book', readWorkbook(workbook({ sheets, styles })))
  expect(text).not.toContain('= B1\n')
})
