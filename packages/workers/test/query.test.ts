// Goal: nothing that a model says becomes part of the text of a query, but names that the operator listed, quoted.
// Method: over 500 injections in every position, with the text compared to that of a harmless query; and what the
// language makes of a SELECT, read by the same tree.

import { compile } from '@cellwake/language'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CallError } from '../src/errors.ts'
import type { Plain } from '../src/kinds.ts'
import { mutateStatement, rulesFor, selectStatement, tableName } from '../src/query.ts'
import { injections } from './injections.ts'

const table = tableName('finance.public.orders')
const select = (query: Plain, columns: '*' | readonly string[] = '*') =>
  selectStatement(table, columns, query, 1_000)
const mutate = (change: Plain, columns: '*' | readonly string[] = '*') =>
  mutateStatement(table, columns, change)

/** Splits SQL as Postgres does: names in quotes, places, and the rest word by word. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"]|"")*"|\$\d+|::?\w+|\w+|[<>=]+|\|\||[^\s\w]/g) ?? []
}

const refused = (make: () => unknown) => {
  try {
    make()
  } catch (error) {
    expect(error).toBeInstanceOf(CallError)
    return (error as CallError).message
  }
  return undefined
}

describe('a query', () => {
  it('is text of our own with places for values', () => {
    const query = {
      select: ['id', 'amount'],
      where: { op: '>=', args: [{ column: 'amount' }, { value: 100 }] },
      orderBy: [{ column: 'id', descending: true }, 'amount'],
      limit: 25,
    }
    expect(select(query)).toEqual({
      text: 'SELECT "id", "amount" FROM "public"."orders" WHERE ("amount" >= $1) ORDER BY "id" DESC, "amount" LIMIT $2',
      values: [100, 25],
    })
    expect(select({})).toEqual({
      text: 'SELECT * FROM "public"."orders" LIMIT $1',
      values: [1_001],
    })
    expect(select({}, ['id', 'a"b']).text).toBe(
      'SELECT "id", "a""b" FROM "public"."orders" LIMIT $1',
    )
  })

  it('takes columns with their values for a condition, and blank for none', () => {
    expect(select({ where: { status: 'open', closed: null } })).toEqual({
      text: 'SELECT * FROM "public"."orders" WHERE "status" = $1 AND "closed" IS NULL LIMIT $2',
      values: ['open', 1_001],
    })
  })

  it('takes trees of every operator', () => {
    const column = { column: 'a' }
    const value = (x: Plain) => ({ value: x })
    const op = (name: string, ...args: Plain[]) => ({ op: name, args })
    const where = (tree: Plain) => /WHERE (.*) LIMIT/.exec(select({ where: tree }).text)?.[1]
    expect(where(op('AND', op('=', column, value(1)), op('OR', column, op('NOT', column))))).toBe(
      '(("a" = $1) AND ("a" OR (NOT "a")))',
    )
    expect(where(op('>', op('/', column, value(2), value(0.5)), value(1)))).toBe(
      '((("a"::numeric / $1)::numeric / $2::numeric) > $3)',
    )
    expect(where(op('=', op('&', column, value('x')), value('yx')))).toBe('(("a" || $1) = $2)')
    expect(where(op('<', op('-', column), op('+', column, value(1))))).toBe(
      '((- "a") < ("a" + $1))',
    )
    expect(where(op('IS BLANK', column))).toBe('("a" IS NULL)')
    expect(where(op('IS NOT BLANK', column))).toBe('("a" IS NOT NULL)')
    expect(where(op('<>', column, value(null)))).toBe('("a" IS NOT NULL)')
    expect(where(op('=', column, value(true)))).toBe('("a" = $1::boolean)')
    expect(where(value(true))).toBe('$1::boolean')
    expect(where(column)).toBe('"a"')
  })

  it.each([
    [{ selekt: [] }, 'A query has no part selekt'],
    [{ where: [] }, 'A condition is an object, not a list'],
    [{ where: {} }, 'A condition names at least one column'],
    [{ where: { value: 5 } }, 'a value alone is none'],
    [{ where: { op: '+', args: [{ column: 'a' }, { value: 1 }] } }, '+ gives a value'],
    [{ where: { op: 'LIKE', args: [{ column: 'a' }, { value: 'x' }] } }, '"LIKE" is no operator'],
    [
      { where: { op: '=', args: [{ column: 'a' }, { value: [1] }] } },
      'takes single values, not a list',
    ],
    [{ where: { op: '=', args: [] } }, 'is no operator'],
    [{ where: { op: '=', args: [{ a: 1 }, { b: 2 }] } }, 'Inside a condition stand'],
    [{ orderBy: [{ column: 'a', up: true }] }, 'A part of orderBy'],
    [{ orderBy: [{ column: 'a', descending: 'DESC; DROP TABLE x' }] }, 'A part of orderBy'],
    [{ select: [5] }, 'A column is named by a text, not by a number'],
    [{ limit: -1 }, 'limit is a whole number from 0 to 1000'],
    [{ limit: 1_001 }, 'limit is a whole number from 0 to 1000'],
    [{ limit: '5; DROP TABLE x' }, 'limit is a whole number'],
    [{ where: { a: 'x\0y' } }, 'no text with a zero character'],
    [{ select: ['a'.repeat(64)] }, 'is no name of a table or column'],
    [{ select: ['a\nb'] }, 'is no name of a table or column'],
    [{ select: [''] }, 'is no name of a table or column'],
  ])('%j is refused: %s', (query, what) => {
    expect(refused(() => select(query))).toContain(what)
  })

  it('that is too deep or too long is refused, and not a crash', () => {
    let deep: Plain = { column: 'a' }
    for (let i = 0; i < 5_000; i++) deep = { op: 'NOT', args: [deep] }
    expect(refused(() => select({ where: deep }))).toContain('100 levels deep')
    const many = Array.from({ length: 2_000 }, () => ({ column: 'a' }))
    expect(refused(() => select({ where: { op: 'AND', args: many } }))).toContain('1000 parts')
  })

  it('uses no table and no column that the operator did not list', () => {
    const rules = { 'public.orders': ['id', 'amount'] }
    expect(rulesFor(table, rules, 'tables')).toEqual(['id', 'amount'])
    for (const name of [
      'finance.public.hidden',
      'finance.pg_catalog.pg_shadow',
      'finance.public.Orders',
    ])
      expect(refused(() => rulesFor(tableName(name), rules, 'tables'))).toContain(
        'add it to the setting outside.postgres.finance.tables',
      )
    for (const query of [
      { select: ['secret'] },
      { where: { secret: 1 } },
      { orderBy: ['secret'] },
      { where: { op: '=', args: [{ column: 'secret' }, { value: 1 }] } },
    ])
      expect(refused(() => select(query, ['id', 'amount']))).toContain(
        'Columns that may: id, amount.',
      )
  })
})

describe('a change', () => {
  it('is one statement for an insert, an update or a delete', () => {
    expect(mutate({ insert: { id: 7, note: 'x', data: { a: [1] } } })).toEqual({
      text: 'INSERT INTO "public"."orders" ("id", "note", "data") VALUES ($1, $2, $3::jsonb)',
      values: [7, 'x', '{"a":[1]}'],
    })
    expect(mutate({ update: { note: null }, where: { id: 7 } })).toEqual({
      text: 'UPDATE "public"."orders" SET "note" = $1 WHERE "id" = $2',
      values: [null, 7],
    })
    expect(mutate({ delete: { id: 7 } })).toEqual({
      text: 'DELETE FROM "public"."orders" WHERE "id" = $1',
      values: [7],
    })
  })

  it.each([
    [{}, 'A change is'],
    [{ insert: { a: 1 }, delete: { a: 1 } }, 'A change is'],
    [{ insert: { a: 1 }, returning: '*' }, 'A change is'],
    [{ insert: { a: 1 }, where: { a: 1 } }, 'Only an update has a where'],
    [{ insert: {} }, 'insert names at least one column'],
    [{ update: { a: 1 } }, 'where must say which rows are meant'],
    [{ update: { a: 1 }, where: {} }, 'where must say which rows are meant'],
    [{ delete: {} }, 'delete must say which rows are meant'],
    [{ delete: null }, 'delete must say which rows are meant'],
  ])('%j is refused: %s', (change, what) => {
    expect(refused(() => mutate(change))).toContain(what)
  })
})

describe(`${injections.length} injections`, () => {
  it('are over 500, each another', () => {
    expect(new Set(injections).size).toBeGreaterThanOrEqual(500)
  })

  /** By position, the query with a text in it. */
  const values: Record<string, (text: string) => { text: string; values: readonly Plain[] }> = {
    'a value': (text) => select({ where: { a: text } }),
    'a value in a tree': (text) =>
      select({
        where: { op: 'OR', args: [{ op: '<', args: [{ column: 'a' }, { value: text }] }] },
      }),
    'a value in a sum': (text) =>
      select({
        where: {
          op: '=',
          args: [{ op: '&', args: [{ column: 'a' }, { value: text }] }, { value: 'x' }],
        },
      }),
    'an inserted value': (text) => mutate({ insert: { a: text } }),
    'an updated value': (text) => mutate({ update: { a: text }, where: { b: 1 } }),
    'the condition of an update': (text) => mutate({ update: { a: 1 }, where: { b: text } }),
    'the condition of a delete': (text) => mutate({ delete: { b: text } }),
    'inside a JSON value': (text) => mutate({ insert: { a: { [text]: [text] } } }),
  }

  it.each(Object.entries(values))('as %s change nothing of the text', (_position, make) => {
    const { text } = make('harmless')
    for (const injection of injections) {
      const made = make(injection)
      expect(made.text).toBe(text)
      const inside = JSON.stringify(injection)
      expect(
        made.values.some((value) => value === injection || String(value).includes(inside)),
      ).toBe(true)
    }
  })

  const names: Record<string, (name: string) => { text: string }> = {
    'a selected column': (name) => select({ select: [name] }),
    'a compared column': (name) => select({ where: { [name]: 1 } }),
    'a column in a tree': (name) =>
      select({ where: { op: '=', args: [{ column: name }, { value: 1 }] } }),
    'a sorted column': (name) => select({ orderBy: [name] }),
    'a sorted column of the sugar': (name) =>
      select({ orderBy: [{ column: name, descending: true }] }),
    'an inserted column': (name) => mutate({ insert: { [name]: 1 } }),
    'an updated column': (name) => mutate({ update: { [name]: 1 }, where: { b: 1 } }),
  }

  it.each(Object.entries(names))('as %s are one quoted name, or refused', (_position, make) => {
    const harmless = tokens(make('harmless').text)
    const place = harmless.indexOf('"harmless"')
    let made = 0
    for (const injection of injections) {
      let text: string
      try {
        ;({ text } = make(injection))
      } catch (error) {
        expect(error).toBeInstanceOf(CallError)
        continue
      }
      made++
      const found = tokens(text)
      expect(found.with(place, '"harmless"')).toEqual(harmless)
      expect(found[place]!.slice(1, -1).replaceAll('""', '"')).toBe(injection)
    }
    expect(made).toBeGreaterThan(0)
  })

  const structure: Record<string, (text: string) => unknown> = {
    'an operator': (op) => select({ where: { op, args: [{ column: 'a' }, { value: 1 }] } }),
    'an operator of one': (op) => select({ where: { op, args: [{ column: 'a' }] } }),
    'a limit': (limit) => select({ limit }),
    'a direction': (descending) => select({ orderBy: [{ column: 'a', descending }] }),
    'a part of a query': (part) => select({ [part]: 1 }),
    'a part of a change': (part) => mutate({ [part]: 1 }),
    'a column of a table with a list': (name) => select({ select: [name] }, ['id']),
    'a table': (name) =>
      rulesFor(tableName(`finance.public.${name}`), { 'public.orders': '*' }, 'tables'),
    'a schema': (name) =>
      rulesFor(tableName(`finance.${name}.orders`), { 'public.orders': '*' }, 'tables'),
  }

  it.each(Object.entries(structure))('as %s are refused', (_position, make) => {
    for (const injection of injections)
      expect(
        refused(() => make(injection)),
        injection,
      ).toBeDefined()
  })

  it('any values give the same text for the same shape', () => {
    const shape = fc.record({ a: fc.string(), b: fc.string(), c: fc.integer() })
    fc.assert(
      fc.property(shape, shape, (one, two) => {
        const clean = (text: string) => text.replaceAll('\0', '')
        const make = ({ a, b, c }: typeof one) =>
          select({
            select: ['x'],
            where: {
              op: 'AND',
              args: [
                { op: '=', args: [{ column: 'x' }, { value: clean(a) }] },
                { op: '<', args: [{ column: 'y' }, { value: c }] },
                { op: '<>', args: [{ column: 'z' }, { value: clean(b) }] },
              ],
            },
          }).text
        expect(make(one)).toBe(make(two))
      }),
    )
  })
})

describe('what the language makes of a SELECT', () => {
  /** The literal arguments of the first external call of a formula. */
  function argumentsOf(formula: string): Plain[] {
    const { ir } = compile(`A1 = ${formula}\n`)
    return ir!.externals[0]!.args.map((arg) => literal(arg?.expr))
  }

  /** Objects, lists and literals of the intermediate representation as plain values. */
  function literal(ir: unknown): Plain {
    if (!Array.isArray(ir)) return ir as Plain
    const [tag, ...rest] = ir
    if (tag === 'object') {
      const pairs = Array.from({ length: rest.length / 2 }, (_, i) => [
        rest[2 * i],
        literal(rest[2 * i + 1]),
      ])
      return Object.fromEntries(pairs)
    }
    if (tag === 'array') return rest.slice(1).map(literal)
    if (tag === 'blank') return null
    throw new Error(`not a literal: ${JSON.stringify(ir)}`)
  }

  it.each([
    [
      'SELECT id, amount FROM finance.public.orders WHERE amount >= 100 ORDER BY id DESC LIMIT 25',
      'SELECT "id", "amount" FROM "public"."orders" WHERE ("amount" >= $1) ORDER BY "id" DESC LIMIT $2',
      [100, 25],
    ],
    [
      'SELECT * FROM finance.public.orders WHERE NOT (status = "open" OR amount / 2 > 1.5) AND note IS NOT BLANK LIMIT 5',
      'SELECT * FROM "public"."orders" WHERE ((NOT (("status" = $1) OR (("amount"::numeric / $2) > $3::numeric))) AND ("note" IS NOT NULL)) LIMIT $4',
      ['open', 2, 1.5, 5],
    ],
  ])('%s', (formula, text, values) => {
    const [name, query] = argumentsOf(formula)
    expect(tableName(name)).toEqual(table)
    expect(select(query!)).toEqual({ text, values })
  })
})
