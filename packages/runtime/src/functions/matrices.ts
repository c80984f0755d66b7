// Matrices: product, determinant, inverse and identity. Elimination keeps twice the digits, so that a
// matrix of whole numbers that has no inverse is known for one.

import { type Args, array, type Functions, num } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { type Dd, dd, divide, multiply, subtract, times } from '../numeric/double-double.ts'
import { sumUpTo } from '../numeric/pairwise.ts'
import { burn } from '../primitives.ts'
import { type ArrayValue, arrayOf, errorOf, stops, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

const NOT_NUMBERS = errorOf('VALUE!', 'a matrix has numbers only')
const NOT_SQUARE = errorOf('VALUE!', 'the matrix must have as many rows as columns')
const SINGULAR = errorOf('NUM!', 'the matrix has no inverse')

/** Cost of subtracting a product from an element, in double-double arithmetic. */
const PRODUCT_STEPS = 8

/** Pivots smaller than this beside the largest element are rounding and nothing else. */
const NOTHING = 1e-29

/** The error in an array as a matrix, if any. */
function faultOf(values: ArrayValue): Value | undefined {
  burn(values.items.length)
  for (const item of values.items) {
    if (stops(item)) return item
    if (typeof item !== 'number') return NOT_NUMBERS
  }
  return undefined
}

function product(args: Args): Value {
  const left = array(args, 0)
  const right = array(args, 1)
  const fault = faultOf(left) ?? faultOf(right)
  if (fault !== undefined) return fault
  if (left.columns !== right.rows)
    return errorOf('VALUE!', 'the first array must have as many columns as the second has rows')
  if (left.rows * right.columns > ARRAY_MAX_ELEMENTS)
    return errorOf('NUM!', 'the product has too many elements')
  const items: Value[] = []
  for (let row = 0; row < left.rows; row++) {
    for (let column = 0; column < right.columns; column++) {
      const sum = sumUpTo(left.columns, (at) => {
        const x = left.items[row * left.columns + at] as number
        const y = right.items[at * right.columns + column] as number
        return x * y
      })
      items.push(sum)
    }
  }
  return arrayOf(left.rows, right.columns, items)
}

/** The rows of a matrix, followed by those of the identity if they are asked for. */
function rowsOf(values: ArrayValue, withIdentity: boolean): Dd[][] {
  // Each element is an object of its own, which stays until the end.
  burn((withIdentity ? 60 : 30) * values.items.length)
  const rows: Dd[][] = []
  for (let row = 0; row < values.rows; row++) {
    const cells: Dd[] = []
    for (let column = 0; column < values.columns; column++)
      cells.push(dd(values.items[row * values.columns + column] as number, 0))
    if (withIdentity)
      for (let column = 0; column < values.rows; column++) cells.push(dd(row === column ? 1 : 0, 0))
    rows.push(cells)
  }
  return rows
}

/** The row at or below the diagonal with the largest element in a column. */
function pivotOf(rows: readonly Dd[][], column: number): number {
  let best = column
  for (let row = column + 1; row < rows.length; row++) {
    if (Math.abs(rows[row]![column]!.hi) > Math.abs(rows[best]![column]!.hi)) best = row
  }
  return best
}

function largestOf(values: ArrayValue): number {
  let largest = 0
  for (const item of values.items) largest = Math.max(largest, Math.abs(item as number))
  return largest
}

/** Takes a multiple of one row off another, from a column on. */
function clear(row: Dd[], by: readonly Dd[], column: number): void {
  if (row[column]!.hi === 0) return
  burn(PRODUCT_STEPS * (row.length - column))
  const factor = divide(row[column]!, by[column]!)
  for (let at = column; at < row.length; at++) {
    row[at] = subtract(row[at]!, multiply(factor, by[at]!))
  }
}

/**
 * Brings rows into triangular form, or into diagonal form. The result is the determinant, 0 if a
 * column has no element left to divide by.
 */
function eliminate(rows: Dd[][], largest: number, diagonal: boolean): number {
  let determinant = dd(1, 0)
  const size = rows.length
  for (let column = 0; column < size; column++) {
    burn(size)
    const pivot = pivotOf(rows, column)
    const top = rows[pivot]!
    if (Math.abs(top[column]!.hi) <= largest * NOTHING) return 0
    if (pivot !== column) {
      rows[pivot] = rows[column]!
      rows[column] = top
      determinant = times(determinant, -1)
    }
    determinant = multiply(determinant, top[column]!)
    for (let row = diagonal ? 0 : column + 1; row < size; row++) {
      if (row !== column) clear(rows[row]!, top, column)
    }
  }
  return determinant.hi + determinant.lo
}

function determinant(args: Args): Value {
  const values = array(args, 0)
  const fault = faultOf(values)
  if (fault !== undefined) return fault
  if (values.rows !== values.columns) return NOT_SQUARE
  return eliminate(rowsOf(values, false), largestOf(values), false)
}

function inverse(args: Args): Value {
  const values = array(args, 0)
  const fault = faultOf(values)
  if (fault !== undefined) return fault
  const size = values.rows
  if (size !== values.columns) return NOT_SQUARE
  const rows = rowsOf(values, true)
  if (eliminate(rows, largestOf(values), true) === 0) return SINGULAR
  const items: Value[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const cell = divide(rows[row]![size + column]!, rows[row]![row]!)
      const rounded = cell.hi + cell.lo
      items.push(rounded === 0 ? 0 : rounded)
    }
  }
  return arrayOf(size, size, items)
}

function identity(args: Args): Value {
  const size = truncated(num(args, 0))
  if (size < 1) return errorOf('VALUE!', 'a matrix has at least one row')
  if (size * size > ARRAY_MAX_ELEMENTS) return errorOf('NUM!', 'the matrix has too many elements')
  burn(2 * size * size)
  const items: Value[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) items.push(row === column ? 1 : 0)
  }
  return arrayOf(size, size, items)
}

export const matrixFunctions: Functions = {
  MDETERM: determinant,
  MINVERSE: inverse,
  MMULT: product,
  MUNIT: identity,
}
