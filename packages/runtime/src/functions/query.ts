// QUERY: asks a table with a header row.

import { toNumber } from '../coerce.ts'
import { compareForSort, compareTexts, compareValues } from '../compare.ts'
import { holds } from '../criteria.ts'
import { type Args, array, type Functions, text } from '../functions.ts'
import { burn, sortStably, sortSteps } from '../primitives.ts'
import { type Condition, type Item, type Operand, parseQuery, type Query } from '../query-parse.ts'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  type ErrorValue,
  errorOf,
  isBlank,
  isDatetime,
  itemAt,
  listOf,
  type Value,
} from '../values.ts'
import { distinctPlaces, keyOf } from './array-sets.ts'
import { statisticsFunctions } from './statistics.ts'

interface Asked {
  readonly table: ArrayValue
  /** The place of each column by its header. */
  readonly places: Record<string, number>
}

function columnPlace(asked: Asked, name: string): number {
  const known = asked.places[`.${name}`]
  if (known !== undefined) return known
  let found = -1
  for (let at = asked.table.columns - 1; at >= 0; at--) {
    const header = itemAt(asked.table, 0, at)
    if (typeof header === 'string' && compareTexts(header, name) === 0) found = at
    if (typeof header === 'number' && toNumber(name) === header) found = at
  }
  asked.places[`.${name}`] = found
  return found
}

/** The first column that is named and not there. */
function unknownColumn(asked: Asked, query: Query): string | undefined {
  const names: string[] = []
  for (const { column } of query.select) if (column !== '*') names.push(column)
  for (const name of query.groupBy) names.push(name)
  for (const { item } of query.orderBy) if (item.column !== '*') names.push(item.column)
  if (query.where !== undefined) collectNames(query.where, names)
  for (const name of names) if (columnPlace(asked, name) < 0) return name
  return undefined
}

function collectNames(condition: Condition, names: string[]): void {
  if (condition.kind === 'not') collectNames(condition.part, names)
  else if (condition.kind === 'compare') {
    if ('column' in condition.left) names.push(condition.left.column)
    if ('column' in condition.right) names.push(condition.right.column)
  } else for (const part of condition.parts) collectNames(part, names)
}

function meets(asked: Asked, row: number, condition: Condition): boolean {
  burn(4)
  if (condition.kind === 'not') return !meets(asked, row, condition.part)
  if (condition.kind === 'compare') {
    const left = operandValue(asked, row, condition.left)
    const right = operandValue(asked, row, condition.right)
    // Values of different kinds differ, and neither is greater.
    if (!comparable(left, right)) return condition.sign === '<>'
    const order = compareValues(left, right)
    return typeof order === 'number' && holds(condition.sign, order)
  }
  const any = condition.kind === 'any'
  for (const part of condition.parts) if (meets(asked, row, part) === any) return any
  return !any
}

function operandValue(asked: Asked, row: number, operand: Operand): Value {
  if ('value' in operand) return operand.value
  return itemAt(asked.table, row, columnPlace(asked, operand.column))
}

function comparable(a: Value, b: Value): boolean {
  if (isBlank(a) || isBlank(b)) return (isBlank(a) && isBlank(b)) || a === '' || b === ''
  if (isDatetime(a) || isDatetime(b)) return typeof a !== 'string' && typeof b !== 'string'
  return typeof a === typeof b
}

/** The value of an item over some rows; a column has that of the first. */
function itemValue(asked: Asked, rows: readonly number[], item: Item): Value {
  if (item.fn === 'COUNT' && item.column === '*') return rows.length
  const column = columnPlace(asked, item.column)
  if (item.fn === '') return rows.length === 0 ? BLANK : itemAt(asked.table, rows[0]!, column)
  const values: Value[] = []
  burn(rows.length)
  for (const row of rows) values.push(itemAt(asked.table, row, column))
  const all = [listOf(values)]
  if (item.fn === 'COUNT') return statisticsFunctions.COUNTA!(all)
  if (item.fn === 'AVG') return statisticsFunctions.AVERAGE!(all)
  if (item.fn === 'MIN') return statisticsFunctions.MIN!(all)
  if (item.fn === 'MAX') return statisticsFunctions.MAX!(all)
  let sum = 0
  for (const value of values) if (typeof value === 'number') sum += value
  return sum
}

/** Rows that belong together: each alone, all, or those with equal values in the group's columns. */
function groupsOf(
  asked: Asked,
  rows: readonly number[],
  query: Query,
  summed: boolean,
): number[][] {
  const groups: number[][] = []
  if (query.groupBy.length === 0) {
    if (summed) return [rows.slice(0, rows.length)]
    for (const row of rows) groups.push([row])
    return groups
  }
  const keys: string[] = []
  for (const row of rows) {
    const parts: Value[] = []
    for (const name of query.groupBy) parts.push(itemAt(asked.table, row, columnPlace(asked, name)))
    keys.push(keyOf(listOf(parts)))
  }
  const places: Record<string, number> = {}
  for (const { at } of distinctPlaces(keys)) {
    places[keys[at]!] = groups.length
    groups.push([])
  }
  for (let i = 0; i < rows.length; i++) groups[places[keys[i]!]!]!.push(rows[i]!)
  return groups
}

function allItems(asked: Asked): Item[] {
  const items: Item[] = []
  for (let at = 0; at < asked.table.columns; at++) {
    const header = itemAt(asked.table, 0, at)
    const column = typeof header === 'string' ? header : keyOf(header)
    asked.places[`.${column}`] = asked.places[`.${column}`] ?? at
    items.push({ fn: '', column })
  }
  return items
}

/** A column may stand beside summaries only if the rows are grouped by it. */
function ungrouped(asked: Asked, query: Query, items: readonly Item[]): string | undefined {
  for (const { fn, column } of items) {
    if (fn !== '') continue
    let grouped = false
    for (const name of query.groupBy) {
      if (columnPlace(asked, name) === columnPlace(asked, column)) grouped = true
    }
    if (!grouped) return column
  }
  return undefined
}

function headerOf(asked: Asked, item: Item): Value {
  if (item.column === '*') return `${item.fn}(*)`
  const header = itemAt(asked.table, 0, columnPlace(asked, item.column))
  return item.fn === '' ? header : `${item.fn}(${item.column})`
}

function query(args: Args): Value {
  const asked: Asked = { table: array(args, 0), places: {} }
  const parsed = parseQuery(text(args, 1))
  if (typeof parsed === 'string') return errorOf('VALUE!', `the query cannot be read: ${parsed}`)
  const missing = unknownColumn(asked, parsed)
  if (missing !== undefined) return errorOf('VALUE!', `the table has no column ${missing}`)
  return answer(asked, parsed)
}

function answer(asked: Asked, parsed: Query): Value | ErrorValue {
  const items = parsed.select.length === 0 ? allItems(asked) : parsed.select
  let summed = parsed.groupBy.length > 0
  for (const { fn } of items) if (fn !== '') summed = true
  const alone = summed ? ungrouped(asked, parsed, items) : undefined
  if (alone !== undefined) return errorOf('VALUE!', `the rows are not grouped by ${alone}`)
  const rows: number[] = []
  for (let row = 1; row < asked.table.rows; row++) {
    if (parsed.where === undefined || meets(asked, row, parsed.where)) rows.push(row)
  }
  const groups = sorted(asked, groupsOf(asked, rows, parsed, summed), parsed)
  const count = parsed.count === undefined ? groups.length : Math.min(parsed.count, groups.length)
  const found: Value[] = []
  for (const item of items) found.push(headerOf(asked, item))
  for (let i = 0; i < count; i++) {
    burn(4 * items.length)
    for (const item of items) found.push(itemValue(asked, groups[i]!, item))
  }
  return arrayOf(count + 1, items.length, found)
}

function sorted(asked: Asked, groups: number[][], parsed: Query): number[][] {
  if (parsed.orderBy.length === 0) return groups
  const keyed: { group: number[]; keys: Value[] }[] = []
  for (const group of groups) {
    const keys: Value[] = []
    for (const { item } of parsed.orderBy) keys.push(itemValue(asked, group, item))
    keyed.push({ group, keys })
  }
  burn(3 * sortSteps(keyed.length))
  const ordered = sortStably(keyed, (a, b) => {
    for (let i = 0; i < parsed.orderBy.length; i++) {
      const order = compareForSort(a.keys[i]!, b.keys[i]!, parsed.orderBy[i]!.falling)
      if (order !== 0) return order
    }
    return 0
  })
  const found: number[][] = []
  for (const { group } of ordered) found.push(group)
  return found
}

export const queryFunctions: Functions = { QUERY: query }
