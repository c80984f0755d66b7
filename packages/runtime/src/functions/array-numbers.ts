// Arrays of numbers: counting, chance and running figures.

import type { Stop } from '../coerce.ts'
import { toNumber } from '../coerce.ts'
import { context } from '../context.ts'
import { type Args, array, type Functions, flagOr, num, numOr } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { burn } from '../primitives.ts'
import { type ArrayValue, arrayOf, type ErrorValue, errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'

/** Whether an array of so many rows and columns can be made. */
function wrongSize(rows: number, columns: number): ErrorValue | undefined {
  if (rows < 0 || columns < 0) return errorOf('VALUE!', 'a number of rows or columns is negative')
  if (rows * columns === 0) return errorOf('CALC!', 'an array has at least one row and column')
  if (rows * columns > ARRAY_MAX_ELEMENTS) return errorOf('CALC!', 'the array would be too large')
  return undefined
}

function sequence(args: Args): Value {
  const rows = truncated(numOr(args, 0, 1))
  const columns = truncated(numOr(args, 1, 1))
  const start = numOr(args, 2, 1)
  const step = numOr(args, 3, 1)
  const wrong = wrongSize(rows, columns)
  if (wrong !== undefined) return wrong
  const items: Value[] = []
  burn(2 * rows * columns)
  for (let i = 0; i < rows * columns; i++) items.push(start + i * step)
  return arrayOf(rows, columns, items)
}

function randomArray(args: Args): Value {
  const rows = truncated(numOr(args, 0, 1))
  const columns = truncated(numOr(args, 1, 1))
  const least = numOr(args, 2, 0)
  const most = numOr(args, 3, 1)
  const whole = flagOr(args, 4, false)
  const wrong = wrongSize(rows, columns)
  if (wrong !== undefined) return wrong
  if (least > most) return errorOf('VALUE!', 'the smallest is above the largest')
  if (whole && (least !== Math.floor(least) || most !== Math.floor(most))) {
    return errorOf('VALUE!', 'whole numbers lie between whole numbers')
  }
  const items: Value[] = []
  burn(2 * rows * columns)
  for (let i = 0; i < rows * columns; i++) {
    const chance = context.random()
    items.push(
      whole ? least + Math.floor(chance * (most - least + 1)) : least + chance * (most - least),
    )
  }
  return arrayOf(rows, columns, items)
}

/** Every element as a number; blanks are 0, texts that read as one count. */
function allNumbers(source: ArrayValue): number[] | Stop {
  const found: number[] = []
  burn(5 * source.items.length)
  for (const item of source.items) {
    const number = toNumber(item)
    if (typeof number !== 'number') return number
    found.push(number)
  }
  return found
}

/** A row or column worked out from another. */
function alongLine(source: ArrayValue, fn: (numbers: number[]) => number[]): Value {
  if (source.rows !== 1 && source.columns !== 1) {
    return errorOf('VALUE!', 'this works along one row or one column')
  }
  const numbers = allNumbers(source)
  if ('k' in numbers) return numbers
  const items = fn(numbers)
  if (items.length === 0) return errorOf('CALC!', 'there is nothing to compare with')
  return source.rows === 1 ? arrayOf(1, items.length, items) : arrayOf(items.length, 1, items)
}

function runningTotals(args: Args): Value {
  const source = array(args, 0)
  const numbers = allNumbers(source)
  if ('k' in numbers) return numbers
  const items: Value[] = []
  let total = 0
  for (const number of numbers) {
    total += number
    items.push(total)
  }
  return arrayOf(source.rows, source.columns, items)
}

function differences(numbers: number[]): number[] {
  const found: number[] = []
  for (let i = 1; i < numbers.length; i++) found.push(numbers[i]! - numbers[i - 1]!)
  return found
}

function movingAverage(args: Args): Value {
  const window = truncated(num(args, 1))
  if (window < 1) return errorOf('NUM!', 'a mean is over at least one number')
  return alongLine(array(args, 0), (numbers) => {
    const found: number[] = []
    for (let i = 0; i < numbers.length; i++) {
      const count = Math.min(window, i + 1)
      // Added up anew each time: a sum that numbers leave again would keep their rounding errors.
      burn(count)
      let total = 0
      for (let j = i - count + 1; j <= i; j++) total += numbers[j]!
      found.push(total / count)
    }
    return found
  })
}

export const arrayNumberFunctions: Functions = {
  CUMSUM: runningTotals,
  DIFFERENCES: (a) => alongLine(array(a, 0), differences),
  MOVING_AVERAGE: movingAverage,
  RANDARRAY: randomArray,
  SEQUENCE: sequence,
}
