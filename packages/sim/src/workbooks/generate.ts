// Workbooks made at random: sheets with odd names, a table, names, formulas that were filled down, and calls of every
// family of functions. None of them holds a value for its formulas.

import type { Literal, Workbook, WorkCell, WorkSheet } from 'cellwake/workbooks'
import { CALLS } from './calls.ts'

export type Chance = (most: number) => number

/** The same seed makes the same choices. */
export function chanceFrom(seed: number): Chance {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0
    return ((mixed ^ (mixed >>> 15)) >>> 0) % most
  }
}

const SHEET_NAMES = ['Data', 'Q4 Revenue', 'End', "Bob's", 'Ünï', 'SUM', 'A1 list', 'North-West']
const WORDS = ['tea', 'Coffee', 'apple pie', 'x', 'Zürich', '12', '1,200', 'TRUE', '', 'a*b']
export const DATA_ROWS = 24

export function randomBook(seed: number, formulas: number): Workbook {
  const chance = chanceFrom(seed)
  const first = SHEET_NAMES[chance(SHEET_NAMES.length)]!
  const second = SHEET_NAMES.find((name) => name !== first)!
  const quoted = `'${first.replaceAll("'", "''")}'!`
  return {
    sheets: [
      { name: first, cells: [...data(chance), ...fills(chance)] },
      calculations(second, quoted, chance, formulas),
    ],
    names: [
      { name: 'rate', formula: `${quoted}$B$3` },
      { name: 'amounts', formula: `${quoted}$B$2:$B$${DATA_ROWS}` },
      { name: 'twice_rate', formula: 'rate*2' },
    ],
    tables: [
      {
        name: 'Sales',
        sheet: first,
        area: { column: 1, row: 1, lastColumn: 5, lastRow: DATA_ROWS },
        headings: 1,
        totals: 0,
        columns: ['Item', 'Amount', 'Pieces', 'Day', 'Paid'],
      },
    ],
    left: [],
  }
}

/** A to E: texts, amounts, whole numbers, days, and whether. */
function data(chance: Chance): WorkCell[] {
  const cells = ['Item', 'Amount', 'Pieces', 'Day', 'Paid'].map((value, i) => at(i + 1, 1, value))
  for (let row = 2; row <= DATA_ROWS; row++) {
    cells.push(
      at(1, row, WORDS[chance(5)]!),
      at(2, row, (chance(200_000) - 40_000) / 100),
      at(3, row, 1 + chance(12)),
      at(4, row, 43_831 + chance(2_000)),
      at(5, row, chance(2) === 0),
    )
  }
  return cells
}

const FILLS = [
  (row: number) => `B${row}*C${row}`,
  (row: number) => `SUM(B$2:B${row})`,
  (row: number) => `IF(E${row},B${row},-C${row})`,
  (row: number) => `B${row}/SUM(B$2:B$${DATA_ROWS})`,
  (row: number) => `A${row}&" "&TEXT(B${row},"0.00")`,
  (row: number) => `COUNTIF($A$2:$A$${DATA_ROWS},A${row})`,
  () => `Sales[[#This Row],[Amount]]*rate`,
]

/** To the right of the data, columns of formulas that were filled down. */
function fills(chance: Chance): WorkCell[] {
  return [7, 8, 9].flatMap((column) => {
    const fill = FILLS[chance(FILLS.length)]!
    const rows = 2 + chance(DATA_ROWS - 2)
    return Array.from({ length: rows }, (_, i) => formula(column, i + 2, fill(i + 2)))
  })
}

function calculations(name: string, data: string, chance: Chance, count: number): WorkSheet {
  const cells = Array.from({ length: count }, (_, i) => {
    const call = CALLS[(chance(CALLS.length) + i) % CALLS.length]!
    return formula(1 + (i % 4) * 2, 1 + Math.floor(i / 4), filledIn(call, data, chance))
  })
  return { name, cells }
}

/** `n` a number, `w` a whole one, `t` a text, `d` a day, and the same in capitals for their columns. */
function filledIn(call: string, data: string, chance: Chance): string {
  const row = () => 2 + chance(DATA_ROWS - 1)
  const column = (letter: string) => `${data}$${letter}$2:$${letter}$${DATA_ROWS}`
  return call.replace(/\{([a-zA-Z]\d?)\}/g, (_, kind: string) => {
    switch (kind) {
      case 'c':
        return `${data}B${2 + chance(9)}`
      case 'H':
        return `${data}$A$1:$E$${DATA_ROWS}`
      case 'D0':
        return `${data}$A$1:$C$${DATA_ROWS}`
      case 'K':
        return `${data}$C$1:$C$${2 + chance(2)}`
      case 'N4':
        return `${data}$B$2:$B$5`
      case 'S':
        return data
      case 'n':
        return [`${data}B${row()}`, String((chance(4000) - 1000) / 100)][chance(2)]!
      case 'p':
        return String((1 + chance(998)) / 1000)
      case 'w':
        return String(1 + chance(9))
      case 't':
        return [`${data}A${row()}`, `"${WORDS[chance(WORDS.length)]!}"`][chance(2)]!
      case 'd':
        return `${data}D${row()}`
      default:
        return column({ N: 'B', W: 'C', T: 'A', D: 'D', E: 'E' }[kind] ?? 'B')
    }
  })
}

function at(column: number, row: number, value: Literal): WorkCell {
  return { column, row, value }
}

function formula(column: number, row: number, text: string): WorkCell {
  return { column, row, value: undefined, formula: text }
}
