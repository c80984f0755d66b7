// Where to go on behind a mistake: at the next statement, or the next line of a DO. A mistake in one
// statement must not hide the next, and one forgotten bracket must not swallow the file.

import { isLineEnd, isSpace } from '../lexer/characters.ts'
import { Token } from '../lexer/tokens.ts'
import { ParserBase } from './base.ts'

export abstract class RecoveryParser extends ParserBase {
  /** Bodies of rules and DOs around the statement, which an END closes. */
  blocks = 0
  /** How far a line may be indented to be behind a block that was never closed. */
  private haltedIndent = -1
  /** Units that may still be read again. Without a bound, brackets that are never closed, one a line,
   * would each read the rest of the file. See test: mistakes cost linear time */
  private rereads = -1

  /**
   * Ends a halt, and skips what is left of the statement that starts at `from`. Gives the offset from
   * which text is read again, because a bracket or block there swallowed it; otherwise -1.
   */
  skipStatement(from: number): number {
    this.resume()
    let brackets = this.haltedBrackets
    let cases = this.haltedCases
    let dos = 0
    let lines = false
    let again = -1
    const deepest = this.haltedIndent
    this.haltedIndent = -1
    if (this.haltedOpen >= 0 && this.goBack(this.lineEndBehind(this.haltedOpen))) {
      this.forget(this.start)
      brackets = 0
      lines = true
      again = this.prevEnd
    }
    for (; this.kind !== Token.Eof; this.skipToken()) {
      if (this.start > from && dos === 0) {
        if (this.newline) {
          if (!lines && brackets <= 0 && cases === 0) return again
          const isOutside = deepest < 0 || this.indent(this.start) <= deepest
          if (isOutside && this.startsStatement() && (cases === 0 || !isCasePart(this.kind)))
            return again
        }
        if (this.kind === Token.Semicolon && brackets <= 0 && !lines) return again
        const closesBlock = this.kind === Token.End && cases === 0 && this.blocks > 0
        if (closesBlock && (brackets <= 0 || this.newline)) return again
      }
      if (isOpening(this.kind)) brackets++
      else if (isClosing(this.kind)) brackets--
      else if (this.kind === Token.Case) cases++
      else if (this.kind === Token.Do) dos += this.opensLines() ? 1 : 0
      else if (this.kind === Token.End && dos > 0) dos--
      else if (this.kind === Token.End && cases > 0) cases--
      else if (this.kind === Token.Backtick) this.skipTemplate()
    }
    return again
  }

  /** How far a statement is indented; -1 if it is not the first of its line. */
  indent(start: number): number {
    let at = start
    while (isSpace(this.source.charCodeAt(at - 1))) at--
    return at === 0 || isLineEnd(this.source.charCodeAt(at - 1)) ? start - at : -1
  }

  /** How far the line is indented on which something stands. */
  lineIndent(start: number): number {
    let first = start
    while (first > 0 && !isLineEnd(this.source.charCodeAt(first - 1))) first--
    let text = first
    while (isSpace(this.source.charCodeAt(text))) text++
    return text - first
  }

  /** Halts in a block that was never closed: what is not indented deeper stands behind it. */
  haltInBlock(start: number, indent: number): void {
    this.halt()
    this.haltedOpen = start
    this.haltedIndent = indent
  }

  /**
   * Ends a halt in the head of a rule, and finds the THEN behind it, or the end of the line. True if
   * the body was swallowed by a bracket in the head, and is read again.
   */
  skipToThen(from: number): boolean {
    const wasInside = this.haltedBrackets > 0
    this.haltedIndent = -1
    this.resume()
    if (wasInside) this.goBack(from)
    while (this.kind !== Token.Eof && this.kind !== Token.Then) {
      if (this.newline && this.start > from) break
      this.skipToken()
    }
    if (!wasInside) return false
    this.forget(this.start)
    // What was found wrong may have stood in the body; what is wrong then is the bracket.
    if (this.diagnostics.every(({ start }) => start < from)) this.reportUnclosed(this.haltedIn)
    return true
  }

  /** Takes a token without a look at it. */
  private skipToken(): void {
    this.prevEnd = this.end
    this.scan()
  }

  /** Reads again from an earlier place; false if too much has been read again already. */
  private goBack(to: number): boolean {
    if (this.rereads < 0) this.rereads = this.source.length
    const distance = this.start - to
    if (distance <= 0) return distance === 0
    if (distance > this.rereads) return false
    this.rereads -= distance
    this.prevEnd = to
    this.rewind(to, false, true)
    // The line end itself may be what stands here.
    this.newline = to === 0 || this.startsLine()
    return true
  }

  /** Whether only white space stands between the current token and the start of its line. */
  private startsLine(): boolean {
    for (let at = this.start - 1; at >= this.prevEnd; at--)
      if (isLineEnd(this.source.charCodeAt(at))) return true
    return false
  }

  /** Where the line ends on which something stands; a comment that goes on below belongs to the line. */
  private lineEndBehind(offset: number): number {
    let at = offset
    while (at < this.source.length && !isLineEnd(this.source.charCodeAt(at))) at++
    const comment = this.comments.findLast(({ start }) => start < at)
    return Math.max(at, comment?.end ?? 0)
  }

  /** Whether the DO here has its lines below, and not only the word in some text. */
  private opensLines(): boolean {
    const { source } = this
    let at = this.end
    while (at < source.length && source.charCodeAt(at) === 32) at++
    return at >= source.length || isLineEnd(source.charCodeAt(at)) || source.charAt(at) === '#'
  }

  /** Skips to the closing mark of a template, if that is on the same line. */
  private skipTemplate(): void {
    const { source } = this
    let at = this.end
    while (at < source.length && source.charCodeAt(at) !== 96) {
      if (isLineEnd(source.charCodeAt(at))) return
      at++
    }
    if (at < source.length) this.end = this.pos = at + 1
  }
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
