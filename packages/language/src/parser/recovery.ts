// Where to go on behind a mistake: at the next statement, or the next line of a DO. A mistake in one
// statement must not hide the next, and one forgotten bracket must not swallow the file.

import { isLineEnd, isSpace } from '../lexer/characters.ts'
import { Token } from '../lexer/tokens.ts'
import type { Parser } from './parser.ts'

/**
 * Ends a halt, and skips what is left of the statement that starts at `from`. Gives the offset from
 * which text is read again, because a bracket or block there swallowed it; otherwise -1.
 */
export function skipStatement(p: Parser, from: number): number {
  p.resume()
  let brackets = p.haltedBrackets
  let cases = p.haltedCases
  let dos = 0
  let lines = false
  let again = -1
  const deepest = p.haltedIndent
  p.haltedIndent = -1
  if (p.haltedOpen >= 0 && goBack(p, lineEndBehind(p, p.haltedOpen))) {
    p.forget(p.start)
    brackets = 0
    lines = true
    again = p.prevEnd
  }
  for (; p.kind !== Token.Eof; skipToken(p)) {
    if (p.start > from && dos === 0) {
      if (p.newline) {
        if (!lines && brackets <= 0 && cases === 0) return again
        const isOutside = deepest < 0 || indentOf(p, p.start) <= deepest
        if (isOutside && p.startsStatement() && (cases === 0 || !isCasePart(p.kind))) return again
      }
      if (p.kind === Token.Semicolon && brackets <= 0 && !lines) return again
      const closesBlock = p.kind === Token.End && cases === 0 && p.blocks > 0
      if (closesBlock && (brackets <= 0 || p.newline)) return again
    }
    if (isOpening(p.kind)) brackets++
    else if (isClosing(p.kind)) brackets--
    else if (p.kind === Token.Case) cases++
    else if (p.kind === Token.Do) dos += opensLines(p) ? 1 : 0
    else if (p.kind === Token.End && dos > 0) dos--
    else if (p.kind === Token.End && cases > 0) cases--
    else if (p.kind === Token.Backtick) skipTemplate(p)
  }
  return again
}

/** How far a statement is indented; -1 if it is not the first of its line. */
export function indentOf(p: Parser, start: number): number {
  let at = start
  while (isSpace(p.source.charCodeAt(at - 1))) at--
  return at === 0 || isLineEnd(p.source.charCodeAt(at - 1)) ? start - at : -1
}

/** How far the line is indented on which something stands. */
export function lineIndentOf(p: Parser, start: number): number {
  let first = start
  while (first > 0 && !isLineEnd(p.source.charCodeAt(first - 1))) first--
  let text = first
  while (isSpace(p.source.charCodeAt(text))) text++
  return text - first
}

/** Halts in a block that was never closed: what is not indented deeper stands behind it. */
export function haltInBlock(p: Parser, start: number, indent: number): void {
  p.halt()
  p.haltedOpen = start
  p.haltedIndent = indent
}

/**
 * Ends a halt in the head of a rule, and finds the THEN behind it, or the end of the line. True if
 * the body was swallowed by a bracket in the head, and is read again.
 */
export function skipToThen(p: Parser, from: number): boolean {
  const wasInside = p.haltedBrackets > 0
  p.haltedIndent = -1
  p.resume()
  if (wasInside) goBack(p, from)
  while (p.kind !== Token.Eof && p.kind !== Token.Then) {
    if (p.newline && p.start > from) break
    skipToken(p)
  }
  if (!wasInside) return false
  p.forget(p.start)
  // Mistakes found so far may have stood in the body; the bracket is the mistake then.
  if (p.diagnostics.every(({ start }) => start < from)) p.reportUnclosed(p.haltedIn)
  return true
}

/** Takes a token without a look at it. */
function skipToken(p: Parser): void {
  p.prevEnd = p.end
  p.scan()
}

/** Reads again from an earlier place; false if too much has been read again already. */
function goBack(p: Parser, to: number): boolean {
  const distance = p.start - to
  if (distance <= 0) return distance === 0
  if (distance > p.rereads) return false
  p.rereads -= distance
  p.prevEnd = to
  p.rewind(to, false, true)
  // The line end itself may be what stands here.
  p.newline = to === 0 || startsLine(p)
  return true
}

/** Whether only white space stands between the current token and the start of its line. */
function startsLine(p: Parser): boolean {
  for (let at = p.start - 1; at >= p.prevEnd; at--)
    if (isLineEnd(p.source.charCodeAt(at))) return true
  return false
}

/** Where the line ends on which something stands; a comment that goes on below belongs to the line. */
function lineEndBehind(p: Parser, offset: number): number {
  let at = offset
  while (at < p.source.length && !isLineEnd(p.source.charCodeAt(at))) at++
  const comment = p.comments.findLast(({ start }) => start < at)
  return Math.max(at, comment?.end ?? 0)
}

/** Whether the DO here has its lines below, and not only the word in some text. */
function opensLines(p: Parser): boolean {
  const { source } = p
  let at = p.end
  while (at < source.length && source.charCodeAt(at) === 32) at++
  return at >= source.length || isLineEnd(source.charCodeAt(at)) || source.charAt(at) === '#'
}

/** Skips to the closing mark of a template, if that is on the same line. */
function skipTemplate(p: Parser): void {
  const { source } = p
  let at = p.end
  while (at < source.length && source.charCodeAt(at) !== 96) {
    if (isLineEnd(source.charCodeAt(at))) return
    at++
  }
  if (at < source.length) p.end = p.pos = at + 1
}

function isOpening(kind: number): boolean {
  return kind === Token.Open || kind === Token.OpenBracket || kind === Token.OpenBrace
}

function isClosing(kind: number): boolean {
  return kind === Token.Close || kind === Token.CloseBracket || kind === Token.CloseBrace
}

function isCasePart(kind: number): boolean {
  return kind === Token.When || kind === Token.End
}
