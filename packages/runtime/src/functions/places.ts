// Where things stand: addresses, rows and columns, and the element at a place.

import { type Args, array, type Functions, flagOr, num, numOr, textOr } from '../functions.ts'
import { argCount, burn, codePoints, textReplaceAll } from '../primitives.ts'
import {
  arrayOf,
  BAD_REFERENCE,
  errorOf,
  isReference,
  itemAt,
  type Reference,
  type Value,
} from '../values.ts'
import { columnOf, places, rowOf, single, truncated, unwrapped } from './arguments.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/** The letters of a column, from 1. */
export function columnLetters(column: number): string {
  let rest = column
  let letters = ''
  while (rest > 0) {
    const at = (rest - 1) % 26
    letters = LETTERS.substring(at, at + 1) + letters
    rest = Math.floor((rest - 1) / 26)
  }
  return letters
}

function address(args: Args): Value {
  const row = truncated(num(args, 0))
  const column = truncated(num(args, 1))
  const kind = truncated(numOr(args, 2, 1))
  if (row < 1 || row > LAST_ROW || column < 1 || column > LAST_COLUMN || kind < 1 || kind > 4) {
    return errorOf('VALUE!', 'there is no such row, column or kind of address')
  }
  const fixedRow = kind === 1 || kind === 2
  const fixedColumn = kind === 1 || kind === 3
  let found: string
  if (flagOr(args, 3, true)) {
    found = `${fixedColumn ? '$' : ''}${columnLetters(column)}${fixedRow ? '$' : ''}${row}`
  } else {
    found = `R${fixedRow ? row : `[${row}]`}C${fixedColumn ? column : `[${column}]`}`
  }
  const sheet = textOr(args, 4, '')
  return sheet === '' ? found : `${sheetName(sheet)}!${found}`
}

/** In quotes unless it is plain letters, digits and `_`, and starts with no digit. */
function sheetName(name: string): string {
  const points = codePoints(name)
  let plain = !isDigit(points[0]!)
  for (const point of points) if (!isDigit(point) && !isPlainLetter(point)) plain = false
  return plain ? name : `'${textReplaceAll(name, "'", "''")}'`
}

function isDigit(point: number): boolean {
  return point >= 48 && point <= 57
}

function isPlainLetter(point: number): boolean {
  return (point >= 65 && point <= 90) || (point >= 97 && point <= 122) || point === 95
}

function referenceAt(args: Args, at: number): Reference | undefined {
  const value = args[at]
  return value !== undefined && isReference(value) ? value : undefined
}

const NO_PLACE = errorOf('REF!', 'there is no cell here to tell the place of')

/** The number of each row of a place, below each other. */
export function rowNumbers(place: Reference): Value {
  const numbers = places(place.row, place.lastRow + 1)
  return unwrapped(arrayOf(numbers.length, 1, numbers))
}

/** The number of each column of a place, beside each other. */
export function columnNumbers(place: Reference): Value {
  const numbers = places(place.column, place.lastColumn + 1)
  return unwrapped(arrayOf(1, numbers.length, numbers))
}

function row(args: Args): Value {
  const place = referenceAt(args, 0)
  return place === undefined ? NO_PLACE : rowNumbers(place)
}

function column(args: Args): Value {
  const place = referenceAt(args, 0)
  return place === undefined ? NO_PLACE : columnNumbers(place)
}

function index(args: Args): Value {
  burn(4)
  const table = array(args, 0)
  let row = truncated(numOr(args, 1, 0))
  let column = truncated(numOr(args, 2, 0))
  // In a single row, one number is the place in it.
  if (args[2] === undefined && table.rows === 1) {
    column = row
    row = 1
  }
  if (row < 0 || column < 0) return errorOf('VALUE!', 'a row or column is negative')
  if (row > table.rows || column > table.columns) return BAD_REFERENCE
  if (row === 0 && column === 0) return unwrapped(table)
  if (row === 0) return unwrapped(columnOf(table, column - 1))
  if (column === 0) return unwrapped(rowOf(table, row - 1))
  return itemAt(table, row - 1, column - 1)
}

function choose(args: Args): Value {
  const at = truncated(num(args, 0))
  if (at < 1 || at >= argCount(args)) return errorOf('VALUE!', 'there is no value at that place')
  return single(args[at])
}

export const placeFunctions: Functions = {
  ADDRESS: address,
  CHOOSE: choose,
  COLUMN: column,
  COLUMNS: (a) => array(a, 0).columns,
  HYPERLINK: (a) => (a[1] === undefined ? single(a[0]) : single(a[1])),
  INDEX: index,
  ROW: row,
  ROWS: (a) => array(a, 0).rows,
}
