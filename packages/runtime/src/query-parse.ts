// Reads the small language of QUERY: SELECT, WHERE, GROUP BY, ORDER BY and LIMIT, in that order, each
// optional. A name that is no single word stands in backticks; texts stand in either kind of quotes.

import { compareTexts } from './compare.ts'
import { QUERY_MAX_NESTING } from './limits.ts'
import { burn, codePoints, fromCodePoints, parseDecimal } from './primitives.ts'
import type { Value } from './values.ts'

/** A column, or a summary of it; `fn` is empty for the column itself and `column` may be `*`. */
export interface Item {
  readonly fn: string
  readonly column: string
}

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'compare'
      readonly sign: string
      readonly left: Operand
      readonly right: Operand
    }

export type Operand = { readonly column: string } | { readonly value: Value }

export interface Query {
  /** Empty for every column. */
  readonly select: Item[]
  readonly where: Condition | undefined
  readonly groupBy: string[]
  readonly orderBy: { readonly item: Item; readonly falling: boolean }[]
  readonly count: number | undefined
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'end'
  readonly text: string
}

interface Reader {
  readonly tokens: readonly Token[]
  at: number
  wrong: string
}

const SIGNS = ['<=', '>=', '<>', '!=', '=', '<', '>', '(', ')', ',', '*']
const SUMMARIES = ['SUM', 'COUNT', 'AVG', 'MIN', 'MAX']
const CLAUSES = [
  'SELECT',
  'WHERE',
  'GROUP',
  'ORDER',
  'LIMIT',
  'AND',
  'OR',
  'NOT',
  'BY',
  'ASC',
  'DESC',
]

/** The query, or the syntax error in words. */
export function parseQuery(text: string): Query | string {
  const tokens = tokensOf(text)
  if (typeof tokens === 'string') return tokens
  const reader: Reader = { tokens, at: 0, wrong: '' }
  const select: Item[] = []
  if (passWord(reader, 'SELECT') && !passSign(reader, '*')) readItems(reader, select)
  const where = passWord(reader, 'WHERE') ? readAny(reader, 0) : undefined
  const groupBy: string[] = []
  if (passWord(reader, 'GROUP')) {
    expectWord(reader, 'BY')
    do groupBy.push(readName(reader))
    while (passSign(reader, ','))
  }
  const orderBy: { item: Item; falling: boolean }[] = []
  if (passWord(reader, 'ORDER')) {
    expectWord(reader, 'BY')
    do {
      const item = readItem(reader)
      const falling = passWord(reader, 'DESC')
      if (!falling) passWord(reader, 'ASC')
      orderBy.push({ item, falling })
    } while (passSign(reader, ','))
  }
  const count = passWord(reader, 'LIMIT') ? readCount(reader) : undefined
  if (peek(reader).kind !== 'end') fail(reader, `${peek(reader).text} is not expected there`)
  return reader.wrong === '' ? { select, where, groupBy, orderBy, count } : reader.wrong
}

function tokensOf(text: string): Token[] | string {
  const points = codePoints(text)
  burn(8 * points.length)
  const tokens: Token[] = []
  let at = 0
  while (at < points.length) {
    const point = points[at]!
    if (point <= 32) {
      at++
      continue
    }
    const start = at
    if (point === 34 || point === 39 || point === 96) {
      at++
      while (at < points.length && points[at] !== point) at++
      if (at >= points.length) return 'a quote is not closed'
      const inside = fromCodePoints(points.slice(start + 1, at))
      tokens.push({ kind: point === 96 ? 'name' : 'text', text: inside })
      at++
      continue
    }
    if (isDigit(point) || ((point === 45 || point === 46) && isDigit(points[at + 1] ?? 0))) {
      at++
      while (at < points.length && (isDigit(points[at]!) || points[at] === 46)) at++
      tokens.push({ kind: 'number', text: fromCodePoints(points.slice(start, at)) })
      continue
    }
    const sign = signAt(points, at)
    if (sign !== '') {
      tokens.push({ kind: 'sign', text: sign })
      at += sign.length
      continue
    }
    while (at < points.length && points[at]! > 32 && signAt(points, at) === '') at++
    tokens.push({ kind: 'word', text: fromCodePoints(points.slice(start, at)) })
  }
  tokens.push({ kind: 'end', text: 'the end' })
  return tokens
}

function isDigit(point: number): boolean {
  return point >= 48 && point <= 57
}

function signAt(points: readonly number[], at: number): string {
  const pair = fromCodePoints(points.slice(at, at + 2))
  for (const sign of SIGNS) if (pair.startsWith(sign)) return sign
  return ''
}

function peek(reader: Reader): Token {
  return reader.tokens[Math.min(reader.at, reader.tokens.length - 1)]!
}

function fail(reader: Reader, what: string): void {
  if (reader.wrong === '') reader.wrong = what
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'word' && compareTexts(token.text, word) === 0
}

function passWord(reader: Reader, word: string): boolean {
  if (!isWord(peek(reader), word)) return false
  reader.at++
  return true
}

function expectWord(reader: Reader, word: string): void {
  if (!passWord(reader, word)) fail(reader, `${word} is missing`)
}

function passSign(reader: Reader, sign: string): boolean {
  const token = peek(reader)
  if (token.kind !== 'sign' || token.text !== sign) return false
  reader.at++
  return true
}

function readName(reader: Reader): string {
  const token = peek(reader)
  let plain = token.kind === 'name' || token.kind === 'word'
  for (const word of CLAUSES) if (isWord(token, word)) plain = false
  if (!plain) fail(reader, `a column is missing before ${token.text}`)
  reader.at++
  return token.text
}

function readItems(reader: Reader, items: Item[]): void {
  do items.push(readItem(reader))
  while (passSign(reader, ','))
}

function readItem(reader: Reader): Item {
  const token = peek(reader)
  const next = reader.tokens[reader.at + 1]
  if (next === undefined || next.kind !== 'sign' || next.text !== '(') {
    return { fn: '', column: readName(reader) }
  }
  let fn = ''
  for (const word of SUMMARIES) if (isWord(token, word)) fn = word
  if (fn === '') fail(reader, `there is no summary ${token.text}`)
  reader.at += 2
  const column = fn === 'COUNT' && passSign(reader, '*') ? '*' : readName(reader)
  if (!passSign(reader, ')')) fail(reader, 'a closing bracket is missing')
  return { fn, column }
}

function readCount(reader: Reader): number {
  const token = peek(reader)
  const count = token.kind === 'number' ? parseDecimal(token.text) : -1
  if (count < 0 || count !== Math.floor(count)) fail(reader, 'LIMIT needs a whole number')
  reader.at++
  return count
}

function readAny(reader: Reader, level: number): Condition {
  const parts = [readAll(reader, level)]
  while (passWord(reader, 'OR')) parts.push(readAll(reader, level))
  return { kind: 'any', parts }
}

function readAll(reader: Reader, level: number): Condition {
  const parts = [readCondition(reader, level)]
  while (passWord(reader, 'AND')) parts.push(readCondition(reader, level))
  return { kind: 'all', parts }
}

function readCondition(reader: Reader, level: number): Condition {
  if (level > QUERY_MAX_NESTING) {
    fail(reader, 'too many brackets')
    return { kind: 'all', parts: [] }
  }
  if (passWord(reader, 'NOT')) return { kind: 'not', part: readCondition(reader, level + 1) }
  if (passSign(reader, '(')) {
    const inside = readAny(reader, level + 1)
    if (!passSign(reader, ')')) fail(reader, 'a closing bracket is missing')
    return inside
  }
  const left = readOperand(reader)
  const token = peek(reader)
  const compares = token.kind === 'sign' && '<>=!'.includes(token.text.substring(0, 1))
  if (!compares) fail(reader, `a comparison is missing before ${token.text}`)
  reader.at++
  const sign = token.text === '!=' ? '<>' : token.text
  return { kind: 'compare', sign, left, right: readOperand(reader) }
}

function readOperand(reader: Reader): Operand {
  const token = peek(reader)
  if (token.kind === 'text' || token.kind === 'number') {
    reader.at++
    if (token.kind === 'text') return { value: token.text }
    const value = parseDecimal(token.text)
    if (value - value !== 0) fail(reader, `${token.text} is not a number`)
    return { value }
  }
  if (passWord(reader, 'TRUE')) return { value: true }
  if (passWord(reader, 'FALSE')) return { value: false }
  return { column: readName(reader) }
}
