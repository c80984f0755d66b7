// Goal: a name for a range is as good as the range in a search. Method: searches through a name and through its range
// side by side, and how many formulas an edit runs.

import { expect, it } from 'vitest'
import { LookupModel } from './lookup-model.ts'

const ROWS = 400

function model(searches: readonly string[]): LookupModel {
  const lines = ['Keys = $A$1:$A$400', 'Amounts = $B$1:$B$400', 'Both = $A$1:$B$400']
  searches.forEach((search, i) => {
    lines.push(`D${i + 1} = ${search}`)
  })
  const made = new LookupModel([], undefined, lines.join('\n'))
  const cells = Array.from({ length: ROWS }, (_, i) => i + 1)
  made.start(cells.flatMap((row) => [[1, row, `k${row}`] as const, [2, row, row * 10] as const]))
  return made
}

const named = [
  'MATCH("k7", Keys, 0)',
  'XLOOKUP("k9", Keys, Amounts)',
  'VLOOKUP("k3", Both, 2, FALSE)',
  'SUMIF(Keys, "k2", Amounts)',
  'SUMIFS(Amounts, Keys, "k4")',
  'COUNTIF(Amounts, ">3900")',
  'INDEX(Amounts, MATCH("k8", Keys, 0))',
  'IF(D1 = 7, COUNTIFS(Keys, "k7"), 0)',
]
const plain = named.map((text) =>
  text
    .replaceAll('Keys', '$A$1:$A$400')
    .replaceAll('Amounts', '$B$1:$B$400')
    .replaceAll('Both', '$A$1:$B$400'),
)

it('a search through a name gives what one through its range gives, before and after an edit', () => {
  const both = model([...named, ...plain])
  const values = (from: number) => named.map((_, i) => both.cell(4, from + i + 1).value)
  expect(values(0)).toEqual([7, 90, 30, 20, 40, 10, 80, 1])
  expect(values(0)).toEqual(values(named.length))
  both.edit(2, 9, 1)
  both.edit(1, 20, 'k7')
  both.edit(2, 3, 5)
  expect(values(0)).toEqual([7, 1, 5, 20, 40, 10, 80, 2])
  expect(values(0)).toEqual(values(named.length))
})

it('an edit runs the searches that it concerns, and not all that read the name', () => {
  const many = model(Array.from({ length: ROWS }, (_, i) => `SUMIFS(Amounts, Keys, "k${i + 1}")`))
  // The search, and the names themselves.
  expect(many.runsOf(() => many.edit(2, 9, 1))).toBe(3)
  expect(many.cell(4, 9).value).toBe(1)
})
