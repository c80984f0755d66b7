// Operands: literals, references, names and calls, forms, and the prefixes before them.

import { isSpace, wordUnits } from '../lexer/characters.ts'
import { countedPositions, errorCodes, Level, Token } from '../lexer/tokens.ts'
import type { ErrorCode, Expr, PositionWord } from './ast.ts'
import { PostfixParser } from './postfix.ts'
import { describe } from './words.ts'

export abstract class OperandParser extends PostfixParser {
  /** Reads an operand with its prefixes, and all that stands right behind it. */
  operand(): Expr {
    const { start } = this
    switch (this.kind) {
      case Token.Cell:
        this.height = 1
        return this.postfix(start, this.reference(undefined, start)!)
      case Token.Number:
        if (this.isRows()) return this.referenceHere()
        return this.postfix(start, this.number())
      case Token.Word:
        return this.word()
      case Token.String:
        return this.postfix(start, this.string())
      case Token.Open:
        return this.parenthesis()
      case Token.Minus:
      case Token.Plus:
      case Token.Not:
        return this.prefix()
      case Token.OpenBracket:
        return this.postfix(start, this.array())
      case Token.OpenBrace:
        return this.postfix(start, this.object())
      case Token.Backtick:
        return this.postfix(start, this.template())
      case Token.Quoted:
        return this.postfix(start, this.sheetReference())
      case Token.Do:
        return this.postfix(start, this.do())
      case Token.Case:
        return this.postfix(start, this.case())
      case Token.With:
        return this.with()
      case Token.Try:
        return this.try()
      case Token.Select:
        return this.select()
      default:
        return this.rareOperand()
    }
  }

  private rareOperand(): Expr {
    const { start, end, kind } = this
    this.height = 1
    const isCalled = this.source.charCodeAt(end) === 40
    if (kind === Token.Position) return this.postfix(start, this.position())
    if (kind >= Token.True && kind <= Token.Blank) {
      if (isCalled) return this.postfix(start, this.call(this.upper, start, end))
      this.advance()
      if (kind === Token.Blank) return { type: 'blank', start, end }
      return { type: 'boolean', start, end, value: kind === Token.True }
    }
    // AND(a, b) and OR(a, b) are functions, as in Excel.
    if ((kind === Token.And || kind === Token.Or) && isCalled && this.atWord())
      return this.postfix(start, this.call(this.upper, start, end))
    if (kind === Token.Error) return this.postfix(start, this.errorLiteral())
    if (kind === Token.Dollar) {
      const reference = this.reference(undefined, start)
      if (reference !== undefined) return reference
    }
    if (kind === Token.Bang) {
      this.syntax(this, 'Write NOT instead of !.', {
        title: 'Write NOT',
        edits: [{ start, end, text: 'NOT ' }],
      })
      return this.prefix()
    }
    this.noOperand()
    return this.broken(start)
  }

  private noOperand(): void {
    if (this.kind === Token.Else)
      this.unexpected('a value before ELSE', ' ELSE belongs to THEN, WITH, TRY or CASE.')
    else if (this.kind === Token.Assign && !this.halted)
      this.fail(
        this,
        `Only one assignment may stand in a statement, but there is another ${describe(this)}. Comparing is written =.`,
      )
    else this.unexpected('a value')
  }

  private errorLiteral(): Expr {
    const { start, end, text } = this
    if (!errorCodes.has(text)) {
      this.fail(
        this,
        `#${text} is what a cell may show, but it cannot be written. Write another error, such as #VALUE!.`,
      )
      return this.broken(start)
    }
    this.advance()
    return { type: 'error', start, end, code: text as ErrorCode }
  }

  private position(): Expr {
    const { start, end } = this
    const word = this.upper as PositionWord
    if (this.source.charCodeAt(end) !== 40) {
      this.advance()
      return { type: 'position', start, end, word, count: undefined }
    }
    if (!countedPositions.has(word)) return this.call(word, start, end)
    if (!this.enter()) return this.broken(start)
    this.advance()
    const outer = this.openBracket()
    const count = this.expression(Level.All)
    const { height } = this
    this.closeBracket(outer, Token.Close, ')')
    this.leave()
    this.grow(height + 1, start)
    return { type: 'position', start, end: this.prevEnd, word, count }
  }

  private prefix(): Expr {
    const { start, end, kind } = this
    const isMinusOrPlus = kind === Token.Minus || kind === Token.Plus
    if (kind === Token.Not && this.source.charCodeAt(end) === 40)
      return this.postfix(start, this.call('NOT', start, end))
    if (!this.enter()) return this.broken(start)
    this.advance()
    if (this.atLineEnd()) this.unexpected('a value')
    const operand = this.expression(isMinusOrPlus ? Level.Unary : Level.Not)
    this.leave()
    this.grow(this.height + 1, start)
    const op = kind === Token.Minus ? '-' : kind === Token.Plus ? '+' : 'NOT'
    return { type: 'unary', start, end: this.prevEnd, op, operand }
  }

  private parenthesis(): Expr {
    const { start } = this
    const next = this.unitAhead()
    // Only a name or a closing bracket can follow in a lambda: most brackets need no second look.
    if (
      (next === 41 || wordUnits(String.fromCharCode(next), 0) > 0 || next >= 128) &&
      this.lambdaAhead()
    )
      return this.lambda()
    if (!this.enter()) return this.broken(start)
    const outer = this.openBracket()
    const value = this.expression(Level.All)
    const { height } = this
    if (this.kind === Token.Comma)
      this.unexpected(')', ' A list is written in square brackets: [1, 2].')
    this.closeBracket(outer, Token.Close, ')')
    this.leave()
    this.grow(height + 1, start)
    return this.postfix(start, { type: 'paren', start, end: this.prevEnd, value })
  }

  /** Reads what starts with a word that is not reserved. */
  private word(): Expr {
    const { source, start, end, text } = this
    const unit = source.charCodeAt(end)
    this.height = 1
    if (unit === 40 || (unit === 32 && this.callsWithSpace())) {
      if (!this.isLocal(text)) return this.postfix(start, this.call(this.upper, start, end))
    } else if (unit === 46) {
      const dotted = this.dottedEnd()
      if (dotted > 0 && !this.isLocal(text))
        return this.postfix(
          start,
          this.call(source.slice(start, dotted).toUpperCase(), start, dotted),
        )
    } else if (unit === 34) return this.postfix(start, this.typed())
    else if (unit === 33 && this.isSheet()) return this.postfix(start, this.sheetReference())
    else if (unit === 58 && this.isColumns()) return this.reference(undefined, start)!
    if (this.upper === 'IF') return this.strayIf()
    const name = this.wordHere()
    if (text === '_') return this.postfix(start, { type: 'hole', start, end })
    if (this.arrowMakesLambda()) return this.lambdaBody(start, [name])
    return this.postfix(start, { type: 'name', start, end, name: text })
  }

  /** `SUM (A1)`: the bracket of a call may have space before it. */
  private callsWithSpace(): boolean {
    let at = this.end
    while (isSpace(this.source.charCodeAt(at))) at++
    return this.source.charCodeAt(at) === 40 && this.text !== '_'
  }

  /** Where a function's name with dots ends, if the current word starts one: `STDEV.S(`. */
  private dottedEnd(): number {
    const { source } = this
    let at = this.end
    while (source.charCodeAt(at) === 46) {
      const word = at + 1
      at = word
      for (let units = wordUnits(source, at); units > 0; units = wordUnits(source, at)) at += units
      if (at === word) return 0
    }
    return source.charCodeAt(at) === 40 ? at : 0
  }

  /** `IF c THEN a ELSE b`, and `ELSE IF`: the word is left away. */
  private strayIf(): Expr {
    const { start, end } = this
    const message =
      'A choice is written without IF: condition THEN value ELSE value. The function is IF(condition, value, value).'
    this.syntax(this, message, {
      title: 'Remove IF',
      edits: [{ start, end: isSpace(this.source.charCodeAt(end)) ? end + 1 : end, text: '' }],
    })
    if (!this.enter()) return this.broken(start)
    this.advance()
    const operand = this.operand()
    this.leave()
    return operand
  }

  /** Reads a cell or a range, with or without its sheet. */
  referenceHere(): Expr {
    const { start, kind } = this
    if (kind === Token.Quoted || (kind === Token.Word && this.isSheet()))
      return this.sheetReference()
    return this.reference(undefined, start) ?? this.broken(start)
  }
}
