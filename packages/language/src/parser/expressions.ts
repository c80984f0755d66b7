// Expressions: operands joined by operators, by their level.

import { wordUnits } from '../lexer/characters.ts'
import { binaryOps, isWords, Level, levels, Token } from '../lexer/tokens.ts'
import type { BinaryOp, Choice, Expr, IsWhat, Tagged, Word } from './ast.ts'
import { OperandParser } from './operands.ts'

export abstract class ExpressionParser extends OperandParser {
  /** Reads an expression with operators up to a level: 3 for unary ones only, 15 for all. */
  expression(max: number): Expr {
    const { start } = this
    let left = this.operand()
    let height = this.height
    for (;;) {
      const { kind } = this
      if (kind > Token.Tag) {
        if (kind === Token.Error && this.space && !this.atLineEnd()) {
          this.errorAsComment()
          continue
        }
        if (!isReference(left) || this.atLineEnd() || !this.startsReference()) break
        left = this.binary('intersect', start, left, this.referenceHere(), height, 1)
        height = this.height
        continue
      }
      const level = levels[kind]!
      if (level > max || (this.newline && this.open < 0 && !this.continues())) break
      if (level === 13) left = this.choice(start, left, height)
      else if (level === 15) left = this.tagged(start, left, height)
      else if (kind === Token.Is) left = this.is(start, left, height)
      else {
        this.advance()
        const right = this.expression(level - 1)
        left = this.binary(binaryOps[kind]!, start, left, right, height, this.height)
      }
      height = this.height
    }
    this.height = height
    return left
  }

  /** Whether an operator at the start of a line carries on the line before. */
  private continues(): boolean {
    const { kind } = this
    if (kind === Token.Then || kind === Token.Pipe) return true
    return kind === Token.Default && this.source.charCodeAt(this.start) !== 63
  }

  private binary(
    op: BinaryOp,
    start: number,
    left: Expr,
    right: Expr,
    leftHeight: number,
    rightHeight: number,
  ): Expr {
    this.grow(Math.max(leftHeight, rightHeight) + 1, start)
    return { type: 'binary', start, end: this.prevEnd, op, left, right }
  }

  /** Reads `c THEN a ELSE b`; tiers are a loop and not a recursion, as there may be hundreds. */
  private choice(start: number, first: Expr, firstHeight: number): Expr {
    const tiers: { condition: Expr; then: Expr; height: number }[] = []
    let last = first
    let height = firstHeight
    while (
      (this.kind === Token.Then || this.kind === Token.Question) &&
      !(this.newline && this.open < 0 && !this.continues())
    ) {
      const isQuestion = this.kind === Token.Question
      this.advance()
      const then = this.expression(Level.All)
      tiers.push({ condition: last, then, height: Math.max(height, this.height) })
      if (!isQuestion) this.takeElse()
      else if (this.atColon()) this.advance()
      else this.unexpected(': and the other value')
      last = this.expression(Level.Default)
      height = this.height
    }
    const end = this.prevEnd
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
    this.grow(height, start)
    return last
  }

  private atColon(): boolean {
    return this.kind === Token.Colon && !this.atLineEnd()
  }

  private takeElse(): void {
    if (this.kind === Token.Else) this.advance()
    else this.unexpected('ELSE', ' A choice is written condition THEN value ELSE value.')
  }

  private tagged(start: number, value: Expr, height: number): Tagged {
    this.advance()
    const tag = this.tag()
    this.grow(height + 1, start)
    return { type: 'tagged', start, end: this.prevEnd, value, tag }
  }

  /** Reads a tag: `currency`, `currency:EUR`. */
  tag(): Word {
    const { start } = this
    if (this.kind === Token.Halt) return this.noWord()
    if (!this.atWord() || this.kind === Token.Cell || this.atLineEnd()) {
      this.unexpected('a tag', ' Tags are words such as number, currency or currency:EUR.')
      return this.noWord()
    }
    const colon = this.end
    if (this.source.charCodeAt(colon) === 58 && wordUnits(this.source, colon + 1) > 0) {
      let end = colon + 1
      for (let units = 1; units > 0; end += units) units = wordUnits(this.source, end)
      this.end = this.pos = end
    }
    const word = { start, end: this.end, text: this.source.slice(start, this.end) }
    this.advance()
    return word
  }

  private is(start: number, operand: Expr, height: number): Expr {
    this.advance()
    const not = !this.atLineEnd() && this.take(Token.Not)
    const upper = this.source.slice(this.start, this.end).toUpperCase()
    if (!this.atWord() || !isWords.has(upper) || this.atLineEnd()) {
      this.unexpected('one of ERROR, BLANK, PENDING, NUMBER, TEXT, LOGICAL or DATE behind IS')
      return this.broken(start)
    }
    this.advance()
    this.grow(height + 1, start)
    return { type: 'is', start, end: this.prevEnd, operand, not, what: upper as IsWhat }
  }
}

function isReference(expr: Expr): boolean {
  const { type } = expr
  return type === 'cell' || type === 'range' || (type === 'binary' && expr.op === 'intersect')
}
