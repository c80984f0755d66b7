// Operands: literals, references, names and calls, forms, and the prefixes before them.

import { isSpace, wordUnits } from '../lexer/characters.ts'
import { countedPositions, errorCodes, Level, Token } from '../lexer/tokens.ts'
import type { ErrorCode, Expr, PositionWord } from './ast.ts'
import { arrowMakesLambda, lambdaAhead, readCall, readLambda, readLambdaBody } from './calls.ts'
import { readCase, readDo, readSelect, readTry, readWith } from './forms.ts'
import {
  readArray,
  readNumber,
  readObject,
  readString,
  readTemplate,
  readTyped,
} from './literals.ts'
import type { Parser } from './parser.ts'
import { readPostfix } from './postfix.ts'
import { isColumns, isRows, isSheet, readReference, readSheetReference } from './references.ts'
import { describe } from './words.ts'

/** Reads an operand with its prefixes, and all that stands right behind it. */
export function readOperand(p: Parser): Expr {
  const { start } = p
  switch (p.kind) {
    case Token.Cell:
      p.height = 1
      p.refer()
      return readPostfix(p, start, readReference(p, undefined, start)!)
    case Token.Number:
      if (isRows(p)) return readReferenceHere(p)
      return readPostfix(p, start, readNumber(p))
    case Token.Word:
      return readWord(p)
    case Token.String:
      return readPostfix(p, start, readString(p))
    case Token.Open:
      return readParenthesis(p)
    case Token.Minus:
    case Token.Plus:
    case Token.Not:
      return readPrefix(p)
    case Token.OpenBracket:
      return readPostfix(p, start, readArray(p))
    case Token.OpenBrace:
      return readPostfix(p, start, readObject(p))
    case Token.Backtick:
      return readPostfix(p, start, readTemplate(p))
    case Token.Quoted:
      p.refer()
      return readPostfix(p, start, readSheetReference(p))
    case Token.Do:
      return readPostfix(p, start, readDo(p))
    case Token.Case:
      return readPostfix(p, start, readCase(p))
    case Token.With:
      return readWith(p)
    case Token.Try:
      return readTry(p)
    case Token.Select:
      return readSelect(p)
    default:
      return readRareOperand(p)
  }
}

function readRareOperand(p: Parser): Expr {
  const { start, end, kind } = p
  p.height = 1
  const isCalled = p.source.charCodeAt(end) === 40
  if (kind === Token.Position || kind === Token.Dollar) p.refer()
  if (kind === Token.Position) return readPostfix(p, start, readPosition(p))
  if (kind >= Token.True && kind <= Token.Blank) {
    if (isCalled) return readPostfix(p, start, readCall(p, p.upper, start, end))
    p.advance()
    if (kind === Token.Blank) return { type: 'blank', start, end }
    return { type: 'boolean', start, end, value: kind === Token.True }
  }
  // AND(a, b) and OR(a, b) are functions, as in Excel.
  if ((kind === Token.And || kind === Token.Or) && isCalled && p.atWord())
    return readPostfix(p, start, readCall(p, p.upper, start, end))
  if (kind === Token.Error) return readPostfix(p, start, readError(p))
  if (kind === Token.Dollar) {
    const reference = readReference(p, undefined, start)
    if (reference !== undefined) return reference
  }
  if (kind === Token.Bang) {
    p.syntax(p, 'Write NOT instead of !.', {
      title: 'Write NOT',
      edits: [{ start, end, text: 'NOT ' }],
    })
    return readPrefix(p)
  }
  noOperand(p)
  return p.broken(start)
}

function noOperand(p: Parser): void {
  if (p.kind === Token.Else)
    p.unexpected('a value before ELSE', ' ELSE belongs to THEN, WITH, TRY or CASE.')
  else if (p.kind === Token.Assign && !p.halted)
    p.fail(
      p,
      `Only one assignment may stand in a statement, but there is another ${describe(p)}. Comparing is written =.`,
    )
  else p.unexpected('a value')
}

function readError(p: Parser): Expr {
  const { start, end, text } = p
  if (!errorCodes.has(text)) {
    p.fail(
      p,
      `#${text} is what a cell may show, but it cannot be written. Write another error, such as #VALUE!.`,
    )
    return p.broken(start)
  }
  p.advance()
  return { type: 'error', start, end, code: text as ErrorCode }
}

function readPosition(p: Parser): Expr {
  const { start, end } = p
  const word = p.upper as PositionWord
  if (p.source.charCodeAt(end) !== 40) {
    p.advance()
    return { type: 'position', start, end, word, count: undefined }
  }
  if (!countedPositions.has(word)) return readCall(p, word, start, end)
  if (!p.enter()) return p.broken(start)
  p.advance()
  const outer = p.openBracket()
  const count = p.expression(Level.All)
  const { height } = p
  p.closeBracket(outer, Token.Close, ')')
  p.leave()
  p.grow(height + 1, start)
  return { type: 'position', start, end: p.prevEnd, word, count }
}

function readPrefix(p: Parser): Expr {
  const { start, end, kind } = p
  const isMinusOrPlus = kind === Token.Minus || kind === Token.Plus
  if (kind === Token.Not && p.source.charCodeAt(end) === 40)
    return readPostfix(p, start, readCall(p, 'NOT', start, end))
  if (!p.enter()) return p.broken(start)
  p.advance()
  if (p.atLineEnd()) p.unexpected('a value')
  const operand = p.expression(isMinusOrPlus ? Level.Unary : Level.Not)
  p.leave()
  p.grow(p.height + 1, start)
  const op = kind === Token.Minus ? '-' : kind === Token.Plus ? '+' : 'NOT'
  return { type: 'unary', start, end: p.prevEnd, op, operand }
}

function readParenthesis(p: Parser): Expr {
  const { start } = p
  const next = p.unitAhead()
  // Only a name or a closing bracket can follow in a lambda: most brackets need no second look.
  if ((next === 41 || wordUnits(String.fromCharCode(next), 0) > 0 || next >= 128) && lambdaAhead(p))
    return readLambda(p)
  if (!p.enter()) return p.broken(start)
  const outer = p.openBracket()
  const value = p.expression(Level.All)
  const { height } = p
  if (p.kind === Token.Comma) p.unexpected(')', ' A list is written in square brackets: [1, 2].')
  p.closeBracket(outer, Token.Close, ')')
  p.leave()
  p.grow(height + 1, start)
  return readPostfix(p, start, { type: 'paren', start, end: p.prevEnd, value })
}

/** Reads what starts with a word that is not reserved. */
function readWord(p: Parser): Expr {
  const { source, start, end, text } = p
  const unit = source.charCodeAt(end)
  p.height = 1
  if (unit !== 34) p.refer()
  if (unit === 40 || (unit === 32 && callsWithSpace(p))) {
    if (!p.locals.has(text)) return readPostfix(p, start, readCall(p, p.upper, start, end))
  } else if (unit === 46) {
    const dotted = dottedEnd(p)
    if (dotted > 0 && !p.locals.has(text))
      return readPostfix(
        p,
        start,
        readCall(p, source.slice(start, dotted).toUpperCase(), start, dotted),
      )
  } else if (unit === 34) return readPostfix(p, start, readTyped(p))
  else if (unit === 33 && isSheet(p)) return readPostfix(p, start, readSheetReference(p))
  else if (unit === 58 && isColumns(p)) return readReference(p, undefined, start)!
  if (p.upper === 'IF') return readStrayIf(p)
  const name = p.wordHere()
  if (text === '_') return readPostfix(p, start, { type: 'hole', start, end })
  if (arrowMakesLambda(p)) return readLambdaBody(p, start, [name])
  return readPostfix(p, start, { type: 'name', start, end, name: text })
}

/** `SUM (A1)`: the bracket of a call may have space before it. */
function callsWithSpace(p: Parser): boolean {
  let at = p.end
  while (isSpace(p.source.charCodeAt(at))) at++
  return p.source.charCodeAt(at) === 40 && p.text !== '_'
}

/** Where a function's name with dots ends, if the current word starts one: `STDEV.S(`. */
function dottedEnd(p: Parser): number {
  const { source } = p
  let at = p.end
  while (source.charCodeAt(at) === 46) {
    const word = at + 1
    at = word
    for (let units = wordUnits(source, at); units > 0; units = wordUnits(source, at)) at += units
    if (at === word) return 0
  }
  return source.charCodeAt(at) === 40 ? at : 0
}

/** `IF c THEN a ELSE b`, and `ELSE IF`: the word is left away. */
function readStrayIf(p: Parser): Expr {
  const { start, end } = p
  const message =
    'A choice is written without IF: condition THEN value ELSE value. The function is IF(condition, value, value).'
  p.syntax(p, message, {
    title: 'Remove IF',
    edits: [{ start, end: isSpace(p.source.charCodeAt(end)) ? end + 1 : end, text: '' }],
  })
  if (!p.enter()) return p.broken(start)
  p.advance()
  const operand = readOperand(p)
  p.leave()
  return operand
}

/** Reads a cell or a range, with or without its sheet. */
export function readReferenceHere(p: Parser): Expr {
  const { start, kind } = p
  if (kind === Token.Quoted || (kind === Token.Word && isSheet(p))) return readSheetReference(p)
  return readReference(p, undefined, start) ?? p.broken(start)
}
