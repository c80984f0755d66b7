// A query of a model as SQL. The text is made of our own words, of names that the operator listed, quoted, and of
// places for values; values travel beside it. So the text depends on the shape of a query alone, never on a value.

import type { TableRules } from './config.ts'
import { CallError } from './errors.ts'
import { inWords, type Plain } from './kinds.ts'
import { IDENTIFIER_BYTES, QUERY_DEPTH_LEVELS, QUERY_PARTS } from './limits.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly Plain[]
}

/** A table by its full name: a connection, a schema and a table. */
export interface TableName {
  readonly connection: string
  /** As the operator lists it. */
  readonly inDatabase: string
}

export function tableName(given: Plain | undefined): TableName {
  const parts = typeof given === 'string' ? given.split('.') : []
  const [connection, schema, table] = parts
  if (parts.length !== 3 || !connection || !schema || !table)
    throw refusal('A table is named connection.schema.table, such as finance.public.orders.')
  return { connection, inDatabase: `${schema}.${table}` }
}

/** The rules of a table; throws with the setting that would allow it. */
export function rulesFor(
  { connection, inDatabase }: TableName,
  rules: TableRules | undefined,
  setting: 'tables' | 'mutate',
): TableRules[string] {
  const found =
    rules !== undefined && Object.hasOwn(rules, inDatabase) ? rules[inDatabase] : undefined
  if (found !== undefined) return found
  throw new CallError(
    'refused',
    `${setting === 'tables' ? 'PG_SELECT' : 'PG_MUTATE'} may not use ${inDatabase} of ${connection}. To allow it, add it to the setting outside.postgres.${connection}.${setting}, such as { ${JSON.stringify(inDatabase)}: '*' }.`,
  )
}

/** `{ select, where, orderBy, limit }`. It limits to one row more than `rows`, to see whether there are more. */
export function selectStatement(
  table: TableName,
  columns: TableRules[string],
  query: Plain | undefined,
  rows: number,
): Statement {
  const { select, where, orderBy, limit, ...rest } = objectOf(query ?? {}, 'A query')
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refusal(`A query has no part ${unknown}. It has select, where, orderBy and limit.`)
  const sql = new Sql(columns)
  const all = columns === '*' ? '*' : columns.map((column) => sql.column(column)).join(', ')
  const names = select === undefined || select === null ? [] : listOf(select)
  const chosen = names.length === 0 ? all : names.map((name) => sql.column(name)).join(', ')
  const parts = [`SELECT ${chosen} FROM ${quotedTable(table.inDatabase)}`]
  if (where !== undefined && where !== null) parts.push(`WHERE ${sql.truth(where)}`)
  const order = orderBy === undefined || orderBy === null ? [] : listOf(orderBy)
  if (order.length > 0) parts.push(`ORDER BY ${order.map((one) => sql.order(one)).join(', ')}`)
  parts.push(`LIMIT ${sql.limit(limitOf(limit, rows))}`)
  return { text: parts.join(' '), values: sql.values }
}

/** `{ insert }`, `{ update, where }` or `{ delete }`. */
export function mutateStatement(
  table: TableName,
  columns: TableRules[string],
  change: Plain | undefined,
): Statement {
  const { insert, update, where, delete: remove, ...rest } = objectOf(change ?? {}, 'A change')
  const kinds = [insert, update, remove].filter((part) => part !== undefined)
  if (kinds.length !== 1 || Object.keys(rest).length > 0)
    throw refusal(
      'A change is { insert: { … } }, { update: { … }, where: { … } } or { delete: { … } }.',
    )
  if (where !== undefined && update === undefined)
    throw refusal('Only an update has a where; { delete: { … } } holds its condition itself.')
  const sql = new Sql(columns)
  const into = quotedTable(table.inDatabase)
  if (insert !== undefined) {
    const fields = fieldsOf(insert, 'insert')
    const names = fields.map(([name]) => sql.column(name)).join(', ')
    const places = fields.map(([, value]) => sql.written(value)).join(', ')
    return { text: `INSERT INTO ${into} (${names}) VALUES (${places})`, values: sql.values }
  }
  if (remove !== undefined) {
    mustNarrow(remove, 'delete')
    return { text: `DELETE FROM ${into} WHERE ${sql.truth(remove)}`, values: sql.values }
  }
  mustNarrow(where, 'where')
  const set = fieldsOf(update!, 'update').map(
    ([name, value]) => `${sql.column(name)} = ${sql.written(value)}`,
  )
  const text = `UPDATE ${into} SET ${set.join(', ')} WHERE ${sql.truth(where!)}`
  return { text, values: sql.values }
}

/** `schema.table` of a setting, quoted. */
export function quotedTable(inDatabase: string): string {
  return inDatabase.split('.').map(quoted).join('.')
}

const comparisons: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>='])
const joins: ReadonlySet<string> = new Set(['AND', 'OR'])
const reckonings: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '&': '||',
}

class Sql {
  readonly values: Plain[] = []
  readonly #columns: TableRules[string]
  #parts = 0

  constructor(columns: TableRules[string]) {
    this.#columns = columns
  }

  column(name: Plain | undefined): string {
    this.#count()
    if (typeof name !== 'string')
      throw refusal(`A column is named by a text, not by ${inWords(name)}.`)
    if (this.#columns !== '*' && !this.#columns.includes(name))
      throw refusal(
        `The column ${JSON.stringify(name.slice(0, 80))} may not be used. Columns that may: ${this.#columns.join(', ')}.`,
      )
    return quoted(name)
  }

  order(given: Plain): string {
    if (typeof given === 'string') return this.column(given)
    const { column, descending = false, ...rest } = objectOf(given, 'A part of orderBy')
    if (typeof descending !== 'boolean' || Object.keys(rest).length > 0)
      throw refusal('A part of orderBy is a column, or { column: "amount", descending: TRUE }.')
    return `${this.column(column)}${descending ? ' DESC' : ''}`
  }

  limit(rows: number): string {
    return this.#place(rows)
  }

  /** A value that is written into a column. */
  written(value: Plain): string {
    if (typeof value === 'object' && value !== null)
      return `${this.#place(JSON.stringify(value))}::jsonb`
    return this.#value(value)
  }

  /** A condition: a tree, or columns with the values that they must have. */
  truth(given: Plain, depth = 0): string {
    const fields = objectOf(given, 'A condition')
    if (isTree(fields)) {
      const { op, value } = fields
      if (value !== undefined && typeof value !== 'boolean')
        throw refusal('A condition compares columns with values; a value alone is none.')
      const isTruth = op === undefined || (typeof op === 'string' && reckonings[op] === undefined)
      if (!isTruth) throw refusal(`${op} gives a value; a condition compares it with another.`)
      return this.#tree(fields, depth)
    }
    const parts = Object.entries(fields).map(([name, value]) =>
      this.#compared('=', this.column(name), { value }, depth),
    )
    if (parts.length === 0) throw refusal('A condition names at least one column.')
    return parts.join(' AND ')
  }

  #tree(fields: Fields, depth: number): string {
    this.#count()
    if (depth > QUERY_DEPTH_LEVELS)
      throw refusal(`A condition is at most ${QUERY_DEPTH_LEVELS} levels deep.`)
    if (fields.column !== undefined) return this.column(fields.column)
    if (Object.hasOwn(fields, 'value')) return this.#value(fields.value)
    const { op } = fields
    const args = listOf(fields.args).map((arg) => objectOf(arg, 'A part of a condition'))
    const inside = (arg: Fields) => {
      if (!isTree(arg)) throw refusal('Inside a condition stand column, value, or op and args.')
      return this.#tree(arg, depth + 1)
    }
    const [first, ...others] = args
    if (typeof op !== 'string' || first === undefined) throw unknownOperator(op)
    if (joins.has(op)) return `(${args.map(inside).join(` ${op} `)})`
    if (others.length === 0) return this.#alone(op, inside(first))
    const sign = comparisons.has(op) ? op : reckonings[op]
    if (sign === undefined) throw unknownOperator(op)
    return others.reduce((left, arg) => {
      if (comparisons.has(op)) return `(${this.#compared(op, left, arg, depth + 1)})`
      // A quotient of whole numbers is no whole number here.
      return `(${left}${op === '/' ? '::numeric' : ''} ${sign} ${inside(arg)})`
    }, inside(first))
  }

  #alone(op: string, operand: string): string {
    if (op === 'NOT') return `(NOT ${operand})`
    if (op === '-' || op === '+') return `(${op} ${operand})`
    if (op === 'IS BLANK') return `(${operand} IS NULL)`
    if (op === 'IS NOT BLANK') return `(${operand} IS NOT NULL)`
    throw unknownOperator(op)
  }

  /** Nothing equals NULL in SQL; here a blank equals a blank. */
  #compared(op: string, left: string, right: Fields, depth: number): string {
    if (Object.hasOwn(right, 'value') && right.value === null) {
      if (op === '=') return `${left} IS NULL`
      if (op === '<>') return `${left} IS NOT NULL`
    }
    return `${left} ${op} ${this.#tree(right, depth)}`
  }

  /** A place of the type that the kind has; the database finds out the type of whole numbers and texts by itself. */
  #value(value: Plain | undefined): string {
    if (value !== null && typeof value === 'object')
      throw refusal(`A condition takes single values, not ${inWords(value)}.`)
    const place = this.#place(value ?? null)
    if (typeof value === 'boolean') return `${place}::boolean`
    return typeof value === 'number' && !Number.isInteger(value) ? `${place}::numeric` : place
  }

  #place(value: Plain): string {
    this.#count()
    if (typeof value === 'string' && value.includes('\0'))
      throw refusal('A database takes no text with a zero character.')
    this.values.push(value)
    return `$${this.values.length}`
  }

  #count(): void {
    if (++this.#parts > QUERY_PARTS) throw refusal(`A query has at most ${QUERY_PARTS} parts.`)
  }
}

type Fields = { readonly [name: string]: Plain }

function isTree(fields: Fields): boolean {
  const names = Object.keys(fields).sort().join()
  return names === 'column' || names === 'value' || names === 'args,op'
}

function quoted(name: string): string {
  if (name === '' || Buffer.byteLength(name) > IDENTIFIER_BYTES || /\p{C}/u.test(name))
    throw refusal(`${JSON.stringify(name.slice(0, 80))} is no name of a table or column.`)
  return `"${name.replaceAll('"', '""')}"`
}

function limitOf(given: Plain | undefined, rows: number): number {
  if (given === undefined || given === null) return rows + 1
  const isWhole = typeof given === 'number' && Number.isInteger(given) && given >= 0
  if (isWhole && given <= rows) return given
  throw refusal(`limit is a whole number from 0 to ${rows}.`)
}

function mustNarrow(condition: Plain | undefined, part: string): void {
  if (condition === undefined || condition === null || Object.keys(Object(condition)).length === 0)
    throw refusal(`${part} must say which rows are meant.`)
}

function fieldsOf(given: Plain, part: string): [string, Plain][] {
  const fields = Object.entries(objectOf(given, part))
  if (fields.length === 0) throw refusal(`${part} names at least one column.`)
  return fields
}

function objectOf(given: Plain | undefined, what: string): Fields {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Fields
  throw refusal(`${what} is an object, not ${inWords(given)}.`)
}

/** One thing is a list of one. */
function listOf(given: Plain | undefined): readonly Plain[] {
  if (given === undefined) return []
  return Array.isArray(given) ? (given as readonly Plain[]).flat() : [given]
}

function unknownOperator(op: unknown): CallError {
  return refusal(
    `${JSON.stringify(op)} is no operator of a condition. There are = <> < <= > >= AND OR NOT + - * / & and IS BLANK.`,
  )
}

function refusal(what: string): CallError {
  return new CallError('rejected', what)
}
