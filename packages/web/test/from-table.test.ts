// Goal: a pasted table becomes a model that checks, and nothing pasted can run. Method: tables of several kinds through
// the language's own check.

import { compile } from '@cellwake/language'
import { expect, it } from 'vitest'
import { looksLikeTable, modelFromTable } from '../src/pages/new/from-table.ts'

const table = 'Product\tPrice\tAmount\nCoffee\t8.50\t1,200\nTea\t14\t\nCups "small"\t12.5 %\tTRUE\n'

it('a table from a spreadsheet becomes headings and columns', () => {
  const source = modelFromTable(table) ?? ''
  expect(source).toContain('A1:C1 = ["Product", "Price", "Amount"]')
  expect(source).toContain('A2:A4 = ["Coffee"; "Tea"; "Cups \\"small\\""]')
  expect(source).toContain('B2:B4 = [8.50; 14; 12.5pct]')
  expect(source).toContain('C2:C4 = [1200; BLANK; TRUE]')
  expect(compile(source).diagnostics).toEqual([])
})

it('numbers in the first row are no headings', () => {
  expect(modelFromTable('1\t2\n3\t4')).toContain('A1:A2 = [1; 3]')
})

it('quotes of CSV hold separators and line ends', () => {
  const source = modelFromTable('Name,Note\n"a, b","two\nlines"\nc,d') ?? ''
  expect(source).toContain('A2:A3 = ["a, b"; "c"]')
  expect(source).toContain('"two lines"')
  expect(compile(source).diagnostics).toEqual([])
})

it.each(['=HYPERLINK("http://evil","x")', '"; END MODEL #', '\\"] + 1', '@SUM(A1)', '-1+1|cmd'])(
  '%s stays a text',
  (cell) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`
    const { diagnostics, checked } = compile(modelFromTable(`Head,Other\n${quoted},1\nx,2`) ?? '')
    expect(diagnostics).toEqual([])
    expect(checked.rules).toEqual([])
  },
)

it('a model is not taken for a table, nor prose', () => {
  expect(looksLikeTable(table)).toBe(true)
  expect(looksLikeTable('MODEL "x"\na = [1, 2]\nb = [3, 4]\n')).toBe(false)
  expect(looksLikeTable('just a line')).toBe(false)
  expect(modelFromTable('just a line')).toBeUndefined()
})
