// Expressions: operands joined by operators, by their level.

import { wordUnits } from '../lexer/characters.ts'
import { binaryOps, isWords, Level, levels, Token } from '../lexer/tokens.ts'
import type { BinaryOp, Choice, Expr, IsWhat, Tagged, Word } from './ast.ts'
import { readOperand, readReferenceHere } from './operands.ts'
import type { Parser } from './parser.ts'
import { startsReference } from './references.ts'

/** Reads an expression with operators up to a level: 3 for unary ones only, 15 for all. */
export function readExpression(p: Parser, max: number): Expr {
  const { start } = p
  let left = readOperand(p)
  let height = p.height
  for (;;) {
    const { kind } = p
    if (kind > Token.Tag) {
      if (kind === Token.Error && p.space && !p.atLineEnd()) {
        p.errorAsComment()
        continue
      }
      if (!isReference(left) || p.atLineEnd() || !startsReference(p)) break
      left = binaryNode(p, 'intersect', start, left, readReferenceHere(p), height, 1)
      height = p.height
      continue
    }
    const level = levels[kind]!
    if (level > max || (p.newline && p.open < 0 && !continuesLine(p))) break
    if (level === 13) left = readChoice(p, start, left, height)
    else if (level === 15) left = readTagged(p, start, left, height)
    else if (kind === Token.Is) left = readIs(p, start, left, height)
    else {
      p.advance()
      const right = readExpression(p, level - 1)
      left = binaryNode(p, binaryOps[kind]!, start, left, right, height, p.height)
    }
    height = p.height
  }
  p.height = height
  return left
}

/** Whether an operator at the start of a line carries on the line before. */
function continuesLine(p: Parser): boolean {
  const { kind } = p
  if (kind === Token.Then || kind === Token.Pipe) return true
  return kind === Token.Default && p.source.charCodeAt(p.start) !== 63
}

function binaryNode(
  p: Parser,
  op: BinaryOp,
  start: number,
  left: Expr,
  right: Expr,
  leftHeight: number,
  rightHeight: number,
): Expr {
  p.grow(Math.max(leftHeight, rightHeight) + 1, start)
  return { type: 'binary', start, end: p.prevEnd, op, left, right }
}

/** Reads `c THEN a ELSE b`; tiers are a loop and not a recursion, as there may be hundreds. */
function readChoice(p: Parser, start: number, first: Expr, firstHeight: number): Expr {
  const tiers: { condition: Expr; then: Expr; height: number }[] = []
  let last = first
  let height = firstHeight
  while (
    (p.kind === Token.Then || p.kind === Token.Question) &&
    !(p.newline && p.open < 0 && !continuesLine(p))
  ) {
    const isQuestion = p.kind === Token.Question
    p.advance()
    const then = readExpression(p, Level.All)
    tiers.push({ condition: last, then, height: Math.max(height, p.height) })
    if (!isQuestion) takeElse(p)
    else if (atColon(p)) p.advance()
    else p.unexpected(': and the other value')
    last = readExpression(p, Level.Default)
    height = p.height
  }
  const end = p.prevEnd
  for (const { condition, then, height: tier } of tiers.reverse()) {
    height = Math.max(height, tier) + 1
    const node: Choice = {
      type: 'choice',
      start: condition.start,
      end,
      condition,
      then,
      else: last,
    }
    last = node
  }
  p.grow(height, start)
  return last
}

function atColon(p: Parser): boolean {
  return p.kind === Token.Colon && !p.atLineEnd()
}

function takeElse(p: Parser): void {
  if (p.kind === Token.Else) p.advance()
  else p.unexpected('ELSE', ' A choice is written condition THEN value ELSE value.')
}

function readTagged(p: Parser, start: number, value: Expr, height: number): Tagged {
  p.advance()
  const tag = readTag(p)
  p.grow(height + 1, start)
  return { type: 'tagged', start, end: p.prevEnd, value, tag }
}

/** Reads a tag: `currency`, `currency:EUR`. */
export function readTag(p: Parser): Word {
  const { start } = p
  if (p.kind === Token.Halt) return p.noWord()
  if (!p.atWord() || p.kind === Token.Cell || p.atLineEnd()) {
    p.unexpected('a tag', ' Tags are words such as number, currency or currency:EUR.')
    return p.noWord()
  }
  const colon = p.end
  if (p.source.charCodeAt(colon) === 58 && wordUnits(p.source, colon + 1) > 0) {
    let end = colon + 1
    for (let units = 1; units > 0; end += units) units = wordUnits(p.source, end)
    p.end = p.pos = end
  }
  const word = { start, end: p.end, text: p.source.slice(start, p.end) }
  p.advance()
  return word
}

function readIs(p: Parser, start: number, operand: Expr, height: number): Expr {
  p.advance()
  const not = !p.atLineEnd() && p.take(Token.Not)
  const upper = p.source.slice(p.start, p.end).toUpperCase()
  if (!p.atWord() || !isWords.has(upper) || p.atLineEnd()) {
    p.unexpected('one of ERROR, BLANK, PENDING, NUMBER, TEXT, LOGICAL or DATE behind IS')
    return p.broken(start)
  }
  p.advance()
  p.grow(height + 1, start)
  return { type: 'is', start, end: p.prevEnd, operand, not, what: upper as IsWhat }
}

function isReference(expr: Expr): boolean {
  const { type } = expr
  return type === 'cell' || type === 'range' || (type === 'binary' && expr.op === 'intersect')
}
