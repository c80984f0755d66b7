// Goal: what only the whole model can tell is told as by `compile`: owners, cycles, names, rules.
// Method: models of copies with one thing wrong or peculiar, compiled both ways and compared.

import { describe, expect, test } from 'vitest'
import { copiesIn, repeated } from './support.ts'

const chain = repeated(50, (n) => `A${n + 1} = A${n} + 1`)

/** One line for each column. */
function across(columns: string): string {
  return Array.from(columns, (column, at) => `${column}1 = ${at}\n`).join('')
}

describe('a mistake anywhere is told exactly', () => {
  test.each<[string, string]>([
    ['a target twice', `${chain}A7 = A6 + 1\n`],
    ['a target with $ twice', `${chain}$A$7 = 5\n`],
    ['a target twice in a row that goes across', `${across('ABCDEFGHIJ')}E1 = 7\n`],
    ['two rows that go across the same cells', `${across('ABCDEFGHIJ')}${across('BCDEFGHIJK')}`],
    ['two runs down one column', `${chain}${repeated(30, (n) => `A${n + 40} = B${n} * 2`)}`],
    [
      'reads that cross their own row',
      repeated(30, (n) => `A${n + 10} = B${2 * n} + 1\nB${n + 10} = A${n + 10} + 1`),
    ],
    ['a copy in its own middle', repeated(31, (n) => `A${n + 15} = A${2 * n - 1} + 1`)],
    ['a rectangle over copies', `${chain}A10:B12 = 5\n`],
    ['a rectangle before copies', `A10:B12 = 5\n${chain}`],
    ['a rule that writes a copy', `${chain}WHEN C1 > 0 THEN\n  A9 = 1\nEND\n`],
    ['a compound assignment of a copy', `${chain}A9 += 5\n`],
    ['a compound assignment of the original', `${chain}A2 += 5\n`],
    ['a name added to the original', `${chain}A2 += rate\nrate = 2\n`],
    ['a cycle', `${chain}A1 = A30 * 2\n`],
    [
      'a copy that reads itself',
      `${chain}${repeated(9, (n) => `C${n} = C${n === 5 ? 5 : 99} + 1`)}`,
    ],
    ['a cycle through a range', `${chain}A1 = SUM(A20:B40)\n`],
    [
      'a cycle through ranges of copies',
      repeated(50, (n) => `A${n} = SUM(A$${n === 9 ? 1 : 60}:A$60)`),
    ],
    ['a cycle through a name', `${repeated(9, (n) => `A${n} = total + 1`)}total = A5\n`],
    ['a rectangle over the last copies', `${chain}B1 = 1\nA51:B51 = 5\n`],
    ['a copy inside a rectangle', `${repeated(8, (n) => `D${n} = E${n}`)}A5:B9 = 5\nB7 = E9\n`],
    [
      'a copy inside a rectangle above',
      `A5:B9 = 5\n${repeated(8, (n) => `D${n} = E${n}`)}B7 = E9\n`,
    ],
    ['two rectangles over each other', `${chain}B1:C9 = 5\nC9:D12 = A1\n`],
    ['copies and a rectangle that read each other', `${chain}A1 = B9\nB2:B50 = LEFT + 1\n`],
    ['two rectangles that read each other', `${chain}B1:B9 = LEFT + $C$4\nC1:C9 = B5 + 1\n`],
    ['a rectangle that reads itself', `${chain}B1:B9 = B5 + A1\n`],
    ['a rectangle that goes both ways', `${chain}B2:B9 = ABOVE + BELOW\n`],
    ['a cycle through a rectangle', `${repeated(9, (n) => `A${n} = B${n} + 1`)}B1:B9 = A4 + 1\n`],
    [
      'a cycle across sheets',
      repeated(9, (n) => `A${n} = Other!A${n} + 1`) + repeated(9, (n) => `Other!A${n} = A${n} + 1`),
    ],
    [
      'a sum that its own terms read',
      `${repeated(9, (n) => `A${n} = E1 + ${n}`)}E1 = SUM(A1:A9)\n`,
    ],
    [
      'sums that read each other',
      repeated(9, (n) => `A${n} = SUM(B${n}:B9)\nB${n} = SUM(A${n}:A9)`),
    ],
    ['rows that read right and left', repeated(9, (n) => `A${n} = B${n} + 1\nB${n} = A${n} + 1`)],
    ['an unclosed bracket before copies', `B1 = SUM(1,\n${chain}`],
    ['an unknown function', `${chain}B1 = NOPE(A1)\n`],
    ['an unknown function in copies', repeated(9, (n) => `A${n} = NOPE(B${n})`)],
    ['two words without an operator', `${repeated(9, (n) => `A${n} = ab`)}A10 = a b\n`],
    ['copies behind END MODEL', `${chain}END MODEL\nA99 = A98 + 1\n`],
    ['a late header', `${chain}MODEL "late"\n`],
    ['a comment that is never closed', `${chain}/* never\nA99 = A98 + 1\n`],
    ['a rule without END', `${chain}WHEN C1 > 0 THEN\nA99 = A98 + 1\n`],
    ['a name that was mistyped', `price = 2\n${repeated(9, (n) => `A${n} = prise * B${n}`)}`],
    ['copies of the second spelling', `C1 = rate\n${repeated(9, (n) => `A${n} = Rate * B${n}`)}`],
  ])('%s', (_, source) => {
    expect(copiesIn(source)).toBe(0)
  })

  test('a rule that feeds its own trigger through copies is warned of', () => {
    expect(copiesIn(`${chain}WHEN A51 > 9 THEN\n  A1 = 0\nEND\n`)).toBe(0)
  })
})

describe('what is not wrong stays fast', () => {
  test.each<[string, string, number]>([
    ['a rule beside copies', `${chain}WHEN A51 > 9 THEN\n  C1 = 0\nEND\n`, 49],
    [
      'rules that share a target',
      `${chain}WHEN A1 THEN\nC1 = 0\nEND\nWHEN A2 THEN\nC1 = 1\nEND\n`,
      49,
    ],
    ['a running total beside copies', `${chain}B2:B50 = ABOVE + LEFT\n`, 49],
    ['two kinds in one column', repeated(50, (n) => `A${2 * n} = B${n}\nA${2 * n + 1} = 1`), 98],
    ['a row that goes across', across('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 25],
    ['reads ever further up', repeated(50, (n) => `A${2 * n + 1} = A${n + 1} + 1`), 49],
    ['rectangles of inputs', `B1:C9 = 5\n${chain}D1:D9 = 0\n`, 49],
    ['a rectangle of lookups', `${chain}B1:C50 = SUM(A1:A50) + LEFT\nE1:E9 = A1 + $A$7\n`, 49],
    ['a rectangle that others read', `${chain}B1:B50 = LEFT * 2\nC1 = SUM(B1:B50)\n`, 49],
    ['sums of all above', repeated(50, (n) => `A${n + 1} = SUM(A$1:A${n})`), 49],
    ['readers before what they read', repeated(50, (n) => `A${99 - n} = A${98 - n} * 2`), 49],
    ['up and to the right', repeated(50, (n) => `A${n} = B${n} + 1\nB${n + 1} = B${n} * 2`), 98],
    ['from sheet to sheet', repeated(50, (n) => `A${n + 1} = A${n} + Other!A${n}`), 49],
    [
      'a name that is a formula',
      `${repeated(50, (n) => `A${n} = rate * B${n}`)}rate = C1 * 2\n`,
      49,
    ],
    ['both directions', repeated(50, (n) => `A${n} = ${n % 2 ? 'B' : 'C'}${n} + D${51 - n}`), 49],
    ['copies in a rectangle of readers', `${chain}B1:B9 = SUM(A1:A50)\n`, 49],
    ['a compound assignment of another cell', `${chain}C1 = 5\nC1 += A9\n`, 49],
    ['copies of the first spelling', `${repeated(9, (n) => `A${n} = Rate * B${n}`)}C1 = rate\n`, 8],
    ['a header', `MODEL "m"\nTAGS "a", "b"\n${chain}END MODEL\n`, 49],
  ])('%s', (_, source, copies) => {
    expect(copiesIn(source)).toBe(copies)
  })

  test('5,000 sums over growing ranges are not looked at cell by cell', () => {
    expect(copiesIn(repeated(5_000, (n) => `A${n + 1} = SUM(A$1:A${n})`))).toBe(4_999)
  })
})
