// LINEST, LOGEST, TREND and GROWTH: lines and exponential curves over one or more rows of figures.

import { type Stop, toNumber } from '../coerce.ts'
import { type Args, array, type Functions, flagOr } from '../functions.ts'
import { exp, log } from '../numeric/libm.ts'
import { burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  type ErrorValue,
  errorOf,
  NOT_AVAILABLE,
  type Value,
} from '../values.ts'
import { asArray } from './arguments.ts'
import { type Fit, fit } from './least-squares.ts'

interface Known {
  readonly ys: number[]
  /** One list for each variable. */
  readonly xs: number[][]
  /** How the variables lie: each a row, each a column, or one only in any shape. */
  readonly layout: 'rows' | 'columns' | 'one'
}

function numbersIn(source: ArrayValue): number[] | Stop {
  const found: number[] = []
  burn(3 * source.items.length)
  for (const item of source.items) {
    const number =
      typeof item === 'string' ? errorOf('VALUE!', 'a text is not a number') : toNumber(item)
    if (typeof number !== 'number') return number
    found.push(number)
  }
  return found
}

const SHAPES = errorOf('REF!', 'the known figures have different shapes')

function known(args: Args, logarithmic: boolean): Known | Stop {
  const source = array(args, 0)
  const ys = numbersIn(source)
  if ('k' in ys) return ys
  if (logarithmic) {
    for (let i = 0; i < ys.length; i++) {
      if (ys[i]! <= 0) return errorOf('NUM!', 'an exponential curve lies above 0')
      ys[i] = log(ys[i]!)
    }
  }
  if (args[1] === undefined) {
    const counting: number[] = []
    for (let i = 1; i <= ys.length; i++) counting.push(i)
    return { ys, xs: [counting], layout: 'one' }
  }
  const xs = asArray(args[1])
  if (xs.rows === source.rows && xs.columns === source.columns) return variables(ys, xs, 'one')
  if (source.columns === 1 && xs.rows === source.rows) return variables(ys, xs, 'columns')
  if (source.rows === 1 && xs.columns === source.columns) return variables(ys, xs, 'rows')
  return SHAPES
}

function variables(
  ys: number[],
  source: ArrayValue,
  layout: 'rows' | 'columns' | 'one',
): Known | Stop {
  const xs = linesOf(source, layout)
  return 'k' in xs ? xs : { ys, xs, layout }
}

function linesOf(source: ArrayValue, layout: 'rows' | 'columns' | 'one'): number[][] | Stop {
  const numbers = numbersIn(source)
  if ('k' in numbers) return numbers
  if (layout === 'one') return [numbers]
  const lines: number[][] = []
  const count = layout === 'rows' ? source.rows : source.columns
  const length = layout === 'rows' ? source.columns : source.rows
  for (let line = 0; line < count; line++) {
    const found: number[] = []
    for (let i = 0; i < length; i++) {
      const at = layout === 'rows' ? line * source.columns + i : i * source.columns + line
      found.push(numbers[at]!)
    }
    lines.push(found)
  }
  return lines
}

/** The slopes from the last to the first, then the intercept; with stats, four more rows. */
function coefficients(args: Args, logarithmic: boolean): Value {
  const data = known(args, logarithmic)
  if ('k' in data) return data
  const free = flagOr(args, 2, true)
  const found = fit(data.ys, data.xs, free)
  const shape = (value: number) => (logarithmic ? exp(value) : value)
  const width = data.xs.length + 1
  const items: Value[] = []
  for (let k = width - 2; k >= 0; k--) items.push(shape(found.slopes[k]!))
  items.push(shape(found.intercept))
  if (!flagOr(args, 3, false)) return arrayOf(1, width, items)
  for (let k = width - 2; k >= 0; k--) items.push(found.slopeErrors[k]!)
  items.push(free ? found.interceptError : NOT_AVAILABLE)
  for (const row of figuresOfFit(found, data.ys.length, free)) {
    for (const value of row) items.push(value)
    for (let i = row.length; i < width; i++) items.push(NOT_AVAILABLE)
  }
  return arrayOf(5, width, items)
}

function figuresOfFit(found: Fit, count: number, free: boolean): Value[][] {
  const { residualSquares, totalSquares, degrees } = found
  const explained = totalSquares - residualSquares
  const used = count - degrees - (free ? 1 : 0)
  const none: ErrorValue = errorOf('NUM!', 'the points leave nothing to estimate it from')
  const spread = degrees > 0 ? residualSquares / degrees : 0
  return [
    [totalSquares === 0 ? 1 : explained / totalSquares, Math.sqrt(spread)],
    [spread === 0 ? none : explained / used / spread, degrees],
    [explained, residualSquares],
  ]
}

/** The line at new places, in the shape of the places. */
function along(args: Args, logarithmic: boolean): Value {
  const data = known(args, logarithmic)
  if ('k' in data) return data
  const found = fit(data.ys, data.xs, flagOr(args, 3, true))
  const source = args[2] ?? args[1]
  const places = source === undefined ? data.xs : linesOf(asArray(source), data.layout)
  if ('k' in places) return places
  if (places.length !== data.xs.length) return SHAPES
  const items: Value[] = []
  for (let i = 0; i < places[0]!.length; i++) {
    burn(8 + 2 * places.length)
    let height = found.intercept
    for (let k = 0; k < places.length; k++) height += found.slopes[k]! * places[k]![i]!
    items.push(logarithmic ? exp(height) : height)
  }
  const shape = data.layout === 'one' ? asArray(source ?? args[0]) : undefined
  if (shape !== undefined) return arrayOf(shape.rows, shape.columns, items)
  return data.layout === 'rows' ? arrayOf(1, items.length, items) : arrayOf(items.length, 1, items)
}

export const trendFunctions: Functions = {
  GROWTH: (a) => along(a, true),
  LINEST: (a) => coefficients(a, false),
  LOGEST: (a) => coefficients(a, true),
  TREND: (a) => along(a, false),
}
