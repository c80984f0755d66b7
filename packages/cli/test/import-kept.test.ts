// Goal: what a model cannot compute keeps the value of the workbook and is told, and nothing becomes 0, blank or an
// error in silence.
// Method: small workbooks with links, add-ins and formulas without values, imported, computed and compared.

import { describe, expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { cell, formula, type Parts, row, workbook } from './workbooks.ts'

const imported = (parts: Parts) => verifiedImport('Book', readWorkbook(workbook(parts)))

describe('a name that is not carried over', () => {
  it('leaves the formulas that use it to their values, also through another name', async () => {
    const { text, left, names, verified } = await imported({
      names:
        '<definedName name="Twice">Rate*2</definedName><definedName name="Rate">[1]Sheet1!$A$1</definedName>',
      sheets: {
        Sheet1: row(1, formula('A1', 'Rate+1', 21) + formula('B1', 'Twice', 40)),
      },
    })
    expect(text).toContain('A1 = 21\nB1 = 40\n')
    expect(left).toEqual([
      'the name Rate: it refers to another workbook',
      'the name Twice: the name Rate is not carried over',
      'A1: the name Rate is not carried over; its value stays',
      'B1: the name Twice is not carried over; its value stays',
    ])
    expect([names, verified.compared]).toEqual([0, 0])
  })
})

describe('a function that is not of Excel itself', () => {
  it('keeps the value that it gave, so that what reads it is right', async () => {
    const { text, left, verified } = await imported({
      sheets: { Sheet1: row(1, formula('A1', 'BDP("IBM","PX")', 42) + formula('B1', 'A1*2', 84)) },
    })
    expect(text).toContain('A1 = 42\nB1 = A1 * 2\n')
    expect(left).toEqual(["A1: BDP is no function of Excel's own; its value stays"])
    expect(verified).toEqual({ compared: 1, equal: 1, differences: [] })
  })

  it('keeps it also where its error would be caught', async () => {
    const sheets = {
      Sheet1: row(
        1,
        formula('A1', 'IFERROR(BDP("x"),0)', 42) + formula('B1', 'IFERROR(BDP(1),7)', 7),
      ),
    }
    const { text, left, verified } = await imported({ sheets })
    expect(text).toContain('A1 = 42\nB1 = IFERROR(#NAME?, 7)')
    expect(left).toEqual(["A1: BDP is no function of Excel's own; its value stays"])
    expect(verified.differences).toEqual([])
  })

  it('is #NAME? where the workbook has that, too', async () => {
    const { left, verified } = await imported({
      sheets: { Sheet1: row(1, formula('A1', 'XYZ(1)', '#NAME?')) },
    })
    expect([left, verified.differences]).toEqual([[], []])
  })
})

it('what CELL does not know here keeps its value', async () => {
  const { text, left } = await imported({
    sheets: {
      Sheet1: row(1, formula('A1', 'CELL("format",B1)', 'G') + formula('C1', 'CELL("row",B1)', 1)),
    },
  })
  expect(text).toContain('A1 = "G"\nC1 = CELL("row", B1)')
  expect(left).toEqual(['A1: a model does not know the format of a cell; its value stays'])
})

describe('a formula without a value in the file', () => {
  it('that is not carried over is an error and no blank', async () => {
    const { text, left } = await imported({
      sheets: { Sheet1: row(1, '<c r="A1"><f>[1]Sheet1!A1</f></c><c r="B1"><f>A1+1</f></c>') },
    })
    expect(text).toContain('A1 = #N/A')
    expect(left).toEqual([
      'A1: it refers to another workbook; it has no value in the file, so it is #N/A now',
      'a comparison of 1 formula: the file has no value for them. Open it in Excel or LibreOffice, save it, and import that',
    ])
  })

  it('that is too long to be read is told', async () => {
    const { text, left } = await imported({
      sheets: { Sheet1: row(1, formula('A1', `${'1+'.repeat(5000)}1`, 5001)) },
    })
    expect(text).toContain('A1 = 5001')
    expect(left).toEqual(['A1: it cannot be read; its value stays'])
  })
})

it('a file that asks to be calculated may have old values, and a difference says so', async () => {
  const sheets = { Sheet1: row(1, cell('A1', 2) + formula('B1', 'A1*2', 0)) }
  const { left } = await imported({ sheets, settings: '<calcPr fullCalcOnLoad="1"/>' })
  expect(left).toEqual([
    'values as they are: the file asks to be calculated when it is opened. Open it in Excel or LibreOffice, save it, and import that',
  ])
})
