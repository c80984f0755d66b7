// Summaries of the rows of a table that fit a table of conditions.

import { toText } from '../coerce.ts'
import { compareTexts, equalValues } from '../compare.ts'
import { type Criterion, criterionOf } from '../criteria.ts'
import type { Args, Fn, Functions } from '../functions.ts'
import { burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  type ErrorValue,
  errorOf,
  isBlank,
  itemAt,
  listOf,
  type Value,
} from '../values.ts'
import { asArray, figuresOf, single, truncated } from './arguments.ts'
import { statisticsFunctions } from './statistics.ts'

/** The place of a column by its header or its number; -1 if there is none. */
function columnPlace(table: ArrayValue, field: Value): number {
  if (typeof field === 'number') {
    const at = truncated(field)
    return at >= 1 && at <= table.columns ? at - 1 : -1
  }
  for (let column = 0; column < table.columns; column++) {
    if (equalValues(itemAt(table, 0, column), field) === true) return column
  }
  return -1
}

/** The place of a column whose heading reads the same: TRUE and "true" do. */
function headed(table: ArrayValue, header: Value): number {
  const wanted = toText(header)
  if (typeof wanted !== 'string') return -1
  for (let column = 0; column < table.columns; column++) {
    const found = toText(itemAt(table, 0, column))
    if (typeof found === 'string' && compareTexts(found, wanted) === 0) return column
  }
  return -1
}

interface Condition {
  readonly column: number
  readonly holds: Criterion
}

/** The conditions of each row of the criteria. */
function conditionsOf(table: ArrayValue, criteria: ArrayValue): Condition[][] | ErrorValue {
  const found: Condition[][] = []
  for (let row = 1; row < criteria.rows; row++) {
    const conditions: Condition[] = []
    for (let at = 0; at < criteria.columns; at++) {
      const wanted = itemAt(criteria, row, at)
      if (isBlank(wanted)) continue
      const header = itemAt(criteria, 0, at)
      // A condition without a heading fits no row.
      if (isBlank(header)) {
        conditions.push({ column: 0, holds: () => false })
        continue
      }
      const column = headed(table, header)
      if (column < 0) return errorOf('VALUE!', 'a condition is about a column that is not there')
      conditions.push({ column, holds: criterionOf(startsLike(wanted)) })
    }
    found.push(conditions)
  }
  return found
}

/** A plain text in these conditions also matches by prefix, as in Excel. */
function startsLike(wanted: Value): Value {
  if (typeof wanted !== 'string' || wanted === '') return wanted
  const first = wanted.substring(0, 1)
  if (first === '=' || first === '<' || first === '>') return wanted
  // A number or a word such as TRUE reads the same with a star behind it only as text.
  const probe = criterionOf(wanted)
  return probe(wanted) && !probe(`${wanted}x`) && looksPlain(wanted) ? `${wanted}*` : wanted
}

function looksPlain(text: string): boolean {
  const probe = criterionOf(`>${text}`)
  // Only an order among texts has other texts above it.
  return probe(`${text}x`)
}

/** The values of a column in the rows that fit. */
function fitting(args: Args, wanted: Value): Value[] | ErrorValue {
  const table = asArray(args[0])
  const column = columnPlace(table, wanted)
  if (column < 0) return errorOf('VALUE!', 'the table has no such column')
  if (table.rows < 2) return errorOf('VALUE!', 'the table has headings only')
  const rows = conditionsOf(table, asArray(args[2]))
  if ('k' in rows) return rows
  const found: Value[] = []
  for (let row = 1; row < table.rows; row++) {
    burn(1)
    if (fits(table, row, rows)) found.push(itemAt(table, row, column))
  }
  return found
}

function fits(table: ArrayValue, row: number, alternatives: readonly Condition[][]): boolean {
  for (const conditions of alternatives) {
    burn(1 + conditions.length)
    let all = true
    for (const { column, holds } of conditions) {
      if (!holds(itemAt(table, row, column))) all = false
    }
    if (all) return true
  }
  return false
}

/** A summary of the column, by a function that takes values. */
function over(summary: Fn): Fn {
  return (args) => {
    const found = fitting(args, single(args[1]))
    if ('k' in found) return found
    return summary([found.length === 0 ? arrayOf(1, 0, []) : listOf(found)])
  }
}

function product(args: Args): Value {
  const figures = figuresOf(asArray(args[0]).items)
  if ('k' in figures) return figures
  if (figures.numbers.length === 0) return 0
  let result = 1
  for (const number of figures.numbers) result *= number
  return result
}

function sum(args: Args): Value {
  const figures = figuresOf(asArray(args[0]).items)
  if ('k' in figures) return figures
  let result = 0
  for (const number of figures.numbers) result += number
  return result
}

function only(args: Args): Value {
  const items = asArray(args[0]).items
  if (items.length === 0) return errorOf('VALUE!', 'no row fits')
  return items.length > 1 ? errorOf('NUM!', 'more than one row fits') : items[0]!
}

export const databaseFunctions: Functions = {
  DAVERAGE: over(statisticsFunctions.AVERAGE!),
  DCOUNT: over(statisticsFunctions.COUNT!),
  DCOUNTA: over(statisticsFunctions.COUNTA!),
  DGET: over(only),
  DMAX: over(statisticsFunctions.MAX!),
  DMIN: over(statisticsFunctions.MIN!),
  DPRODUCT: over(product),
  DSTDEV: over(statisticsFunctions['STDEV.S']!),
  DSTDEVP: over(statisticsFunctions['STDEV.P']!),
  DSUM: over(sum),
  DVAR: over(statisticsFunctions['VAR.S']!),
  DVARP: over(statisticsFunctions['VAR.P']!),
}
