// Characters to tokens, one at a time: the current token is in the fields of the lexer, so that a
// file of 100,000 lines makes no million objects. Lexing reports nothing; a token may carry a
// mistake, which counts only when the parser takes the token.

import { columnsEnd } from '../columns.ts'
import { type Diagnostic, diagnostic, type Fix } from '../diagnostics.ts'
import { NAME_MAX_CHARS, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS } from '../limits.ts'
import type { Comment } from '../parser/ast.ts'
import { isLineEnd, isNameStart, isSpace, isUnequal, wordUnits } from './characters.ts'
import { errorLength } from './error-spellings.ts'
import { readNumber } from './numbers.ts'
import { readOperator } from './operators.ts'
import { longName, readQuoted, readSmart, readString } from './texts.ts'
import { reserved, reservedLength, Token } from './tokens.ts'

export class Lexer {
  readonly source: string
  readonly comments: Comment[] = []
  /** Where the next token is looked for. */
  pos = 0
  kind: number = Token.Eof
  start = 0
  end = 0
  /** Whether a line ended, or white space stood, between the token before and this one. */
  newline = true
  space = true
  /** The content of a word, a text or an error; the digits of a number; the operator of an assignment. */
  text = ''
  /** A word in capitals. */
  upper = ''
  value = 0
  /** The unit of a number, in small letters. */
  unit = ''
  column = 0
  row = 0
  fixedColumn = false
  fixedRow = false
  mistake: Diagnostic | undefined = undefined

  constructor(source: string) {
    this.source = source
  }

  /** Reads the next token. */
  scan(): void {
    this.mistake = undefined
    this.newline = false
    this.space = this.pos === 0
    this.skipSpace()
    this.start = this.pos
    if (this.pos >= this.source.length) {
      this.kind = Token.Eof
      this.end = this.pos
      return
    }
    this.scanToken()
    this.pos = this.end
  }

  /** Goes back to a token that stood first at `start`, as if nothing behind it had been read. */
  rewind(start: number, newline: boolean, space: boolean): void {
    while (this.comments.length > 0 && this.comments.at(-1)!.start >= start) this.comments.pop()
    this.pos = start
    this.scan()
    this.newline = newline
    this.space = space
  }

  /** Where an expression cannot start, an error with white space before it opens a comment. */
  errorAsComment(): void {
    const { newline } = this
    this.pos = this.start
    this.lineComment()
    this.scan()
    this.newline ||= newline
  }

  /** Puts a mistake on the token. */
  flaw(message: string, start: number, end: number, fix?: Fix): void {
    this.mistake ??= diagnostic('syntax', { start, end }, message, fix)
  }

  private skipSpace(): void {
    const { source } = this
    for (;;) {
      const unit = source.charCodeAt(this.pos)
      if (unit === 32 || isSpace(unit)) this.pos++
      else if (isLineEnd(unit)) {
        this.pos++
        this.newline = true
      } else if (unit === 47 && source.charCodeAt(this.pos + 1) === 42) this.blockComment()
      else if (unit === 35 && this.space && errorLength(source, this.pos) === 0) this.lineComment()
      else return
      this.space = true
    }
  }

  private lineComment(): void {
    const { source } = this
    const start = this.pos
    let at = start
    while (at < source.length && !isLineEnd(source.charCodeAt(at))) at++
    this.pos = at
    while (isSpace(source.charCodeAt(at - 1))) at--
    this.comments.push({ start, end: at, text: source.slice(start, at) })
  }

  private blockComment(): void {
    const { source } = this
    const start = this.pos
    const found = source.indexOf('*/', start + 2)
    this.pos = found < 0 ? source.length : found + 2
    for (let at = start; at < this.pos && !this.newline; at++)
      this.newline = isLineEnd(source.charCodeAt(at))
    if (found < 0)
      this.flaw('This comment is never closed. Put */ where it ends.', start, start + 2, {
        title: 'Close the comment at the end of the file',
        edits: [{ start: this.pos, end: this.pos, text: ' */' }],
      })
    else this.comments.push({ start, end: this.pos, text: source.slice(start, this.pos) })
  }

  private scanToken(): void {
    const { source, start } = this
    const unit = source.charCodeAt(start)
    if (unit < 128 && isNameStart(source, start)) this.scanWord()
    else if (unit >= 48 && unit <= 57) readNumber(this)
    else if (unit === 34) readString(this)
    else if (unit === 39) readQuoted(this)
    else if (unit === 36) this.scanDollar()
    else if (unit === 35) this.scanHash()
    else if (unit === 46) this.scanDot()
    else if (readOperator(this, unit)) return
    else if (isNameStart(source, start)) this.scanWord()
    else if (!readSmart(this, unit)) this.scanStranger()
  }

  /** A character that starts no token. */
  private scanStranger(): void {
    const { source, start } = this
    const end = start + (source.codePointAt(start)! > 0xffff ? 2 : 1)
    this.kind = Token.Bad
    this.end = end
    const character = JSON.stringify(source.slice(start, end))
    this.flaw(`The character ${character} has no meaning here. Remove it.`, start, end, {
      title: 'Remove it',
      edits: [{ start, end, text: '' }],
    })
  }

  private scanWord(): void {
    if (this.readCell(this.start)) return
    const { source, start } = this
    let at = start
    for (let units = wordUnits(source, at); units > 0; units = wordUnits(source, at)) at += units
    this.end = at
    this.text = source.slice(start, at)
    this.upper = this.text.toUpperCase()
    const length = at - start
    this.kind = Token.Word
    if (length > NAME_MAX_CHARS) longName(this, length)
    if (length < 2 || length > reservedLength) return
    const kind = reserved.get(this.upper)
    // AT:AT and OR:OZ are columns.
    if (kind !== undefined && !(length <= 3 && columnsEnd(source, at) > 0)) this.kind = kind
  }

  /** Reads `A1`, `$A$1`; false if another token starts at `at`. */
  readCell(at: number): boolean {
    const { source } = this
    let next = at
    const fixedColumn = source.charCodeAt(next) === 36
    if (fixedColumn) next++
    let column = 0
    const letters = next
    for (let unit = source.charCodeAt(next) | 32; unit >= 97 && unit <= 122; ) {
      column = column * 26 + unit - 96
      if (++next - letters > 3) return false
      unit = source.charCodeAt(next) | 32
    }
    if (column === 0 || column > SHEET_MAX_COLUMNS) return false
    const fixedRow = source.charCodeAt(next) === 36
    if (fixedRow) next++
    let row = 0
    const digits = next
    for (let unit = source.charCodeAt(next); unit >= 48 && unit <= 57; ) {
      row = row * 10 + unit - 48
      if (++next - digits > 7) return false
      unit = source.charCodeAt(next)
    }
    if (row === 0 || row > SHEET_MAX_ROWS || wordUnits(source, next) > 0) return false
    // LOG10( is a function, and Q4! a sheet.
    const unit = source.charCodeAt(next)
    if (!fixedColumn && !fixedRow && (unit === 40 || (unit === 33 && !isUnequal(source, next))))
      return false
    this.kind = Token.Cell
    this.end = next
    this.column = column
    this.row = row
    this.fixedColumn = fixedColumn
    this.fixedRow = fixedRow
    return true
  }

  private scanDollar(): void {
    if (this.readCell(this.start)) return
    this.kind = Token.Dollar
    this.end = this.start + 1
  }

  private scanHash(): void {
    const { source, start } = this
    const length = errorLength(source, start)
    const before = source.charCodeAt(start - 1)
    const behind = wordUnits(source, start - 1) > 0 || before === 41 || before === 93
    if (length === 0 || (behind && !this.space)) {
      this.kind = Token.Hash
      this.end = start + 1
      return
    }
    this.kind = Token.Error
    this.end = start + length
    this.text = source.slice(start + 1, this.end).toUpperCase()
  }

  private scanDot(): void {
    const { source, start } = this
    const next = source.charCodeAt(start + 1)
    const before = source.charCodeAt(start - 1)
    const behind = wordUnits(source, start - 1) > 0 || before === 41 || before === 93
    if (next >= 48 && next <= 57 && !behind) readNumber(this)
    else {
      this.kind = Token.Dot
      this.end = start + 1
    }
  }
}
