// Postfix operators: fields, indexes, calls, the spill of a cell, per cent.

import { Level, Token } from '../lexer/tokens.ts'
import type { Expr, Word } from './ast.ts'
import { readArgs } from './calls.ts'
import type { Parser } from './parser.ts'

/** Reads all that stands right behind an operand. */
export function readPostfix(p: Parser, start: number, operand: Expr): Expr {
  let left = operand
  for (;;) {
    const { kind, height } = p
    if (kind === Token.Dot && !p.space) left = readField(p, start, left)
    else if (kind === Token.OpenBracket && !p.space) left = readIndex(p, start, left)
    else if (kind === Token.Open && !p.space && isCallable(left)) {
      if (!p.enter()) return left
      const args = readArgs(p)
      p.leave()
      p.grow(Math.max(height, p.height) + 1, start)
      left = { type: 'apply', start, end: p.prevEnd, fn: left, args }
    } else if (kind === Token.Hash) left = readHash(p, start, left)
    else if (kind === Token.Percent && !p.atLineEnd()) left = readPercent(p, start, left)
    else return left
  }
}

function readField(p: Parser, start: number, object: Expr): Expr {
  const { height } = p
  p.advance()
  if (!p.atWord() || p.space) {
    p.unexpected('the name of a field behind the dot')
    return object
  }
  const field = p.wordHere()
  p.grow(height + 1, start)
  return { type: 'field', start, end: field.end, object, field }
}

function readIndex(p: Parser, start: number, object: Expr): Expr {
  const { height } = p
  if (!p.enter()) return object
  const outer = p.openBracket()
  let column: Word | undefined
  let index: Expr | undefined
  if (p.atWord() && p.kind !== Token.Cell && p.unitAhead() === 93) column = p.wordHere()
  else index = p.expression(Level.All)
  const hint =
    p.kind === Token.Comma
      ? ' For a row and a column use INDEX(x, row, column).'
      : ' A column whose name has spaces is written in double quotes.'
  p.closeBracket(outer, Token.CloseBracket, ']', hint)
  p.leave()
  p.grow(Math.max(height, index === undefined ? 0 : p.height) + 1, start)
  const end = p.prevEnd
  if (column !== undefined) return { type: 'column', start, end, object, column }
  return { type: 'index', start, end, object, index: index! }
}

function readHash(p: Parser, start: number, anchor: Expr): Expr {
  if (anchor.type === 'cell' && !p.space) {
    p.advance()
    p.grow(2, start)
    return { type: 'spill', start, end: p.prevEnd, anchor }
  }
  if (anchor.type === 'name')
    p.fail(p, 'A name holds its array whole, so it needs no #.', {
      title: 'Remove #',
      edits: [{ start: p.start, end: p.end, text: '' }],
    })
  else
    p.fail(
      p,
      'A # right behind something is the spill of a cell, such as A1#. To start a comment, put a space before it.',
      { title: 'Put a space', edits: [{ start: p.start, end: p.start, text: ' ' }] },
    )
  return anchor
}

function readPercent(p: Parser, start: number, operand: Expr): Expr {
  const { height } = p
  const sign = { start: p.start, end: p.end }
  p.advance()
  p.grow(height + 1, start)
  const { kind } = p
  const more = kind === Token.Number || kind === Token.Cell || kind === Token.Open
  if (more && !p.atLineEnd())
    p.fail(sign, '% means per cent, as in 5%. For the remainder of a division use MOD(a, b).')
  return { type: 'percent', start, end: p.prevEnd, operand }
}

/** Expressions that may yield a lambda, so that a bracket right behind them calls it. */
function isCallable(expr: Expr): boolean {
  switch (expr.type) {
    case 'lambda':
    case 'apply':
    case 'paren':
    case 'name':
    case 'field':
    case 'index':
    case 'column':
    case 'call':
    case 'let':
    case 'do':
    case 'case':
    case 'hole':
      return true
    default:
      return false
  }
}
