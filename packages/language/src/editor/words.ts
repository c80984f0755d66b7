// Classes of words: a cell, a function, a keyword, a sheet, a name, or a key that may be any word.
// The context decides, and what the grammar expects, in the order in which the parser asks.

import { ExternalTokenizer, type InputStream, type Stack } from '@lezer/lr'
import { isDigit, isLineEnd } from '../lexer/characters.ts'
import { countedPositions, headerWords, reservedLength } from '../lexer/tokens.ts'
import type { PositionWord as Position } from '../parser/ast.ts'
import * as terms from './grid-terms.ts'
import { alsoFunctions, callTerms, contextualTerms, reservedTerms, typedTerms } from './keywords.ts'
import {
  blankEnd,
  isSheetMark,
  spaceEnd,
  startsName,
  textAt,
  wordEnd,
  wordUnitsAt,
} from './look-ahead.ts'
import { referenceHere } from './references.ts'

export const words = new ExternalTokenizer(
  (input, stack) => {
    // A number runs into an adjacent word: 5x is not 5 and x.
    if (startsName(input) && wordUnitsAt(input, -1) === 0) word(input, stack)
    else if (input.next === 39) quotedSheet(input)
    else if (input.next === 36 || isDigit(input.next)) reference(input)
  },
  { contextual: true },
)

function word(input: InputStream, stack: Stack): void {
  const end = wordEnd(input, 0)
  const upper = end <= reservedLength ? textAt(input, 0, end).toUpperCase() : ''
  if (stack.canShift(terms.Name)) operand(input, stack, end, upper)
  else behindOperand(input, stack, end, upper)
}

/** A word where a statement or an operand may start. */
function operand(input: InputStream, stack: Stack, end: number, upper: string): void {
  const named = namedHere(input, stack, end, upper)
  if (named > 0) input.acceptToken(named, end)
  else if (!reference(input)) plainWord(input, end, upper)
}

/** The token of a word that its context makes a key, an argument's name, a binding or a header; 0 if none. */
function namedHere(input: InputStream, stack: Stack, end: number, upper: string): number {
  const afterSpace = spaceEnd(input, end)
  const next = input.peek(afterSpace)
  const isNamed = next === 58 && input.peek(afterSpace + 1) === 61
  if (isNamed && stack.canShift(terms.ArgumentName)) return terms.ArgumentName
  const isEqual = next === 61 && input.peek(afterSpace + 1) !== 62
  const ahead = input.peek(blankEnd(input, end))
  if ((isEqual || ahead === 44) && canBind(input, stack, upper)) return terms.Definition
  if (ahead === 93 && stack.canShift(terms.ColumnName) && referenceHere(input) === undefined)
    return terms.ColumnName
  const isHeader = next === 34 && headerWords.has(upper)
  const header = upper === 'TAGS' ? terms.kwTags : terms.HeaderWord
  return isHeader && stack.canShift(header) ? header : 0
}

function canBind(input: InputStream, stack: Stack, upper: string): boolean {
  if (reservedTerms.has(upper) || upper === '_') return false
  return stack.canShift(terms.Definition) && referenceHere(input) === undefined
}

function plainWord(input: InputStream, end: number, upper: string): void {
  const next = input.peek(end)
  const reserved = reservedTerms.get(upper)
  if (reserved !== undefined) {
    const isCounted = countedPositions.has(upper as Position)
    const isFunction = next === 40 && alsoFunctions.has(reserved) && !isCounted
    input.acceptToken(isFunction ? terms.FunctionName : reserved, end)
  } else if (next === 40 || (next === 32 && upper !== '_' && isBracketAhead(input, end)))
    input.acceptToken(callTerms.get(upper) ?? terms.FunctionName, end)
  else if (next === 46 && dottedEnd(input, end) > 0)
    input.acceptToken(terms.FunctionName, dottedEnd(input, end))
  else if (next === 34 && typedTerms.has(upper)) typed(input, end, typedTerms.get(upper)!)
  else if (isSheetMark(input, end)) input.acceptToken(terms.SheetName, end)
  else input.acceptToken(upper === '_' ? terms.Hole : terms.Name, end)
}

/** A word where no operand may start: an operator or a clause, or one of the places for any word. */
function behindOperand(input: InputStream, stack: Stack, end: number, upper: string): void {
  const keyword = reservedTerms.get(upper) ?? contextualTerms.get(upper)
  if (keyword !== undefined && stack.canShift(keyword)) input.acceptToken(keyword, end)
  else if (upper === 'BLANK' && stack.canShift(terms.IsWord)) input.acceptToken(terms.IsWord, end)
  else if (stack.canShift(terms.FieldName)) input.acceptToken(terms.FieldName, end)
  else if (stack.canShift(terms.Key)) input.acceptToken(terms.Key, end)
  else if (stack.canShift(terms.TableName)) input.acceptToken(terms.TableName, end)
  else if (stack.canShift(terms.ColumnName)) input.acceptToken(terms.ColumnName, end)
  else if (input.peek(end) === 40 && stack.canShift(terms.EventName))
    input.acceptToken(terms.EventName, end)
  else if (reference(input)) return
  else if (stack.canShift(terms.TagName)) input.acceptToken(terms.TagName, tagEnd(input, end))
  else if (canBind(input, stack, upper)) input.acceptToken(terms.Definition, end)
  else plainWord(input, end, upper)
}

function reference(input: InputStream): boolean {
  const found = referenceHere(input)
  if (found === undefined) return false
  input.acceptToken(found.kind === 'cell' ? terms.Cell : terms.Range, found.length)
  return true
}

/** `SUM (A1)`: the bracket of a call may have space before it. */
function isBracketAhead(input: InputStream, end: number): boolean {
  return input.peek(spaceEnd(input, end)) === 40
}

/** Where a function's name with dots ends: `STDEV.S(`; 0 if there is none. */
function dottedEnd(input: InputStream, from: number): number {
  let at = from
  while (input.peek(at) === 46) {
    const end = wordEnd(input, at + 1)
    if (end === at + 1) return 0
    at = end
  }
  return input.peek(at) === 40 ? at : 0
}

/** `currency:EUR` is one tag. */
function tagEnd(input: InputStream, end: number): number {
  if (input.peek(end) !== 58) return end
  const more = wordEnd(input, end + 1)
  return more > end + 1 ? more : end
}

function typed(input: InputStream, quote: number, term: number): void {
  let at = quote + 1
  while (input.peek(at) >= 0 && input.peek(at) !== 34 && !isLineEnd(input.peek(at))) at++
  if (input.peek(at) === 34) input.acceptToken(term, at + 1)
  else input.acceptToken(terms.UnclosedString, at)
}

function quotedSheet(input: InputStream): void {
  let at = 1
  for (; input.peek(at) >= 0 && !isLineEnd(input.peek(at)); at++)
    if (input.peek(at) === 39) {
      if (input.peek(at + 1) !== 39) break
      at++
    }
  if (at > 1 && input.peek(at) === 39 && isSheetMark(input, at + 1))
    input.acceptToken(terms.SheetName, at + 1)
}
