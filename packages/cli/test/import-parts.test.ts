// Goal: a workbook is read as its program wrote it: parts under any name, texts in any form, arrays in one cell.
// Method: workbooks as other programs write them, imported, computed and compared.

import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { verifiedImport } from '../src/sheets/read-import.ts'
import { readWorkbook } from '../src/sheets/read-workbook.ts'
import { cell, formula, type Parts, row, workbook, zipped } from './workbooks.ts'

const imported = (parts: Parts) => verifiedImport('Book', readWorkbook(workbook(parts)))
const sheet = (cells: string) => `<worksheet><sheetData>${row(1, cells)}</sheetData></worksheet>`

describe('the parts of a workbook', () => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const related = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`

  it('are found by their relations, whatever their names are', () => {
    const { sheets } = readWorkbook(
      zipped({
        '_rels/.rels': `<Relationships>${related('r', 'officeDocument', '/xl/workbook2.xml')}</Relationships>`,
        'xl/workbook2.xml':
          '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook2.xml.rels': `<Relationships>${related('a', 'worksheet', './one.xml')}${related('b', 'sharedStrings', 'texts.xml')}</Relationships>`,
        'xl/texts.xml': '<sst><si><t>tea</t></si></sst>',
        'xl/one.xml': sheet('<c r="A1" t="s"><v>0</v></c>'),
      }),
    )
    expect(sheets[0]?.cells[0]?.value).toBe('tea')
  })

  it('may have two bytes for each character', () => {
    const text = `\ufeff<?xml version="1.0" encoding="utf-16"?>${sheet(cell('A1', 'Zürich'))}`
    const bytes = zipSync({
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="S"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(Buffer.from(text, 'utf16le')),
    })
    expect(readWorkbook(bytes).sheets[0]?.cells[0]?.value).toBe('Zürich')
  })
})

describe('cells', () => {
  it('have booleans as words, texts without their reading aids, formulas with an equals sign', async () => {
    const { text, verified } = await imported({
      sheets: {
        Sheet1: row(
          1,
          '<c r="A1" t="b"><v>true</v></c><c r="B1" t="inlineStr"><is><t>tea</t><rPh sb="0" eb="1"><t>chai</t></rPh></is></c>' +
            formula('C1', '=B1&amp;1', 'tea1'),
        ),
      },
    })
    expect(text).toContain('A1 = TRUE\nB1 = "tea"\nC1 = B1 & 1')
    expect(verified.equal).toBe(1)
  })

  it('keep a line break within a text of their formula', async () => {
    const { text, verified } = await imported({
      sheets: { Sheet1: row(1, formula('A1', 'IF(TRUE,\n"a\nb",\n1)', 'a\nb')) },
    })
    expect(text).toContain('A1 = IF(TRUE, "a\\nb", 1)')
    expect(verified.equal).toBe(1)
  })

  it('a name may be a word of the language', async () => {
    const { verified, left } = await imported({
      names: '<definedName name="If">5</definedName>',
      sheets: { Sheet1: row(1, formula('A1', 'If*2', 10)) },
    })
    expect([verified.equal, left]).toEqual([1, []])
  })
})

describe('newer forms', () => {
  it('a function by its name alone is a lambda, and a range without its blank ends is TRIMRANGE', async () => {
    const dynamic = (at: string, text: string, value: number) =>
      `<c r="${at}" cm="1"><f t="array" ref="${at}">${text}</f><v>${value}</v></c>`
    const { text, verified, left } = await imported({
      sheets: {
        Sheet1: row(
          1,
          cell('A1', 1) +
            cell('B1', 3) +
            dynamic('D1', '_xlfn.BYROW(A1:B1,_xleta.SUM)', 4) +
            dynamic('E1', '_xlfn.REDUCE(0,A1:B1,_xleta.MAX)', 3) +
            dynamic('F1', '_xlfn.MAP(A1,B1,_xleta.SUM)', 4) +
            dynamic('G1', 'ROWS(_xlfn._TRO_TRAILING(A1:A9))', 1) +
            dynamic('H1', 'COLUMNS(_xlfn._TRO_ALL(A1:C9))', 2),
        ),
      },
    })
    expect(text).toContain('D1 = BYROW(A1:B1, LAMBDA(value, SUM(value)))')
    expect(text).toContain('LAMBDA(value_1, value_2, MAX(value_1, value_2))')
    expect(text).toContain('ROWS(TRIMRANGE(A1:A9, 2, 2))')
    expect([verified.differences, verified.equal, left]).toEqual([[], 5, []])
  })
})

describe('an array that was entered into one cell', () => {
  const entered = (at: string, text: string, value: number) =>
    `<c r="${at}"><f t="array" ref="${at}">${text}</f><v>${value}</v></c>`

  it('shows its first value, and does not spill over its neighbours', async () => {
    const { text, verified } = await imported({
      sheets: {
        Sheet1:
          row(1, cell('A1', 1) + entered('C1', 'A1:A2*2', 2) + formula('D1', 'SUM(C1:C2)', 2)) +
          row(2, cell('A2', 2)),
      },
    })
    expect(text).toContain('C1 = INDEX(A1:A2 * 2, 1, 1)')
    expect(verified).toEqual({ compared: 2, equal: 2, differences: [] })
  })

  it('is filled like any other, and there may be thousands', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) =>
      row(i + 1, cell(`A${i + 1}`, 1) + entered(`B${i + 1}`, `SUM(A${i + 1}:A${i + 1}*2)`, 2)),
    )
    const { text, verified } = await imported({ sheets: { Sheet1: rows.join('') } })
    expect(text).toContain('B1:B3000 = FILL(SUM(A1:A1 * 2))')
    expect(verified.equal).toBe(3_000)
  })

  it('an array over several cells is known, however many there are', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => {
      const at = `A${i + 1}`
      return row(
        i + 1,
        `<c r="${at}"><f t="array" ref="${at}:B${i + 1}">{1,2}*${i}</f><v>${i}</v></c>${cell(`B${i + 1}`, 2 * i)}`,
      )
    })
    const { verified } = await imported({ sheets: { Sheet1: rows.join('') } })
    expect(verified).toEqual({ compared: 1_200, equal: 1_200, differences: [] })
  })
})
