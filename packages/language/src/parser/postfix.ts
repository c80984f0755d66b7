// What stands right behind an operand: fields, indexes, calls, the spill of a cell, per cent.

import { Level, Token } from '../lexer/tokens.ts'
import type { Expr, Word } from './ast.ts'
import { FormParser } from './forms.ts'

export abstract class PostfixParser extends FormParser {
  /** Reads all that stands right behind an operand. */
  postfix(start: number, operand: Expr): Expr {
    let left = operand
    for (;;) {
      const { kind, height } = this
      if (kind === Token.Dot && !this.space) left = this.field(start, left)
      else if (kind === Token.OpenBracket && !this.space) left = this.index(start, left)
      else if (kind === Token.Open && !this.space && isCallable(left)) {
        if (!this.enter()) return left
        const args = this.args()
        this.leave()
        this.grow(Math.max(height, this.height) + 1, start)
        left = { type: 'apply', start, end: this.prevEnd, fn: left, args }
      } else if (kind === Token.Hash) left = this.hash(start, left)
      else if (kind === Token.Percent && !this.atLineEnd()) left = this.percent(start, left)
      else return left
    }
  }

  private field(start: number, object: Expr): Expr {
    const { height } = this
    this.advance()
    if (!this.atWord() || this.space) {
      this.unexpected('the name of a field behind the dot')
      return object
    }
    const field = this.wordHere()
    this.grow(height + 1, start)
    return { type: 'field', start, end: field.end, object, field }
  }

  private index(start: number, object: Expr): Expr {
    const { height } = this
    if (!this.enter()) return object
    const outer = this.openBracket()
    let column: Word | undefined
    let index: Expr | undefined
    if (this.atWord() && this.kind !== Token.Cell && this.unitAhead() === 93)
      column = this.wordHere()
    else index = this.expression(Level.All)
    const hint =
      this.kind === Token.Comma
        ? ' For a row and a column use INDEX(x, row, column).'
        : ' A column whose name has spaces is written in double quotes.'
    this.closeBracket(outer, Token.CloseBracket, ']', hint)
    this.leave()
    this.grow(Math.max(height, index === undefined ? 0 : this.height) + 1, start)
    const end = this.prevEnd
    if (column !== undefined) return { type: 'column', start, end, object, column }
    return { type: 'index', start, end, object, index: index! }
  }

  private hash(start: number, anchor: Expr): Expr {
    if (anchor.type === 'cell' && !this.space) {
      this.advance()
      this.grow(2, start)
      return { type: 'spill', start, end: this.prevEnd, anchor }
    }
    if (anchor.type === 'name')
      this.fail(this, 'A name holds its array whole, so it needs no #.', {
        title: 'Remove #',
        edits: [{ start: this.start, end: this.end, text: '' }],
      })
    else
      this.fail(
        this,
        'A # right behind something is the spill of a cell, such as A1#. To start a comment, put a space before it.',
        { title: 'Put a space', edits: [{ start: this.start, end: this.start, text: ' ' }] },
      )
    return anchor
  }

  private percent(start: number, operand: Expr): Expr {
    const { height } = this
    const sign = { start: this.start, end: this.end }
    this.advance()
    this.grow(height + 1, start)
    const { kind } = this
    const more = kind === Token.Number || kind === Token.Cell || kind === Token.Open
    if (more && !this.atLineEnd())
      this.fail(sign, '% means per cent, as in 5%. For the remainder of a division use MOD(a, b).')
    return { type: 'percent', start, end: this.prevEnd, operand }
  }
}

/** What may yield a lambda, so that a bracket right behind it calls it. */
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
