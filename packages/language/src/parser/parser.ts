// The parser's state, handed to each of its parts: the current token, taking tokens, telling mistakes, and stopping at one.
// A mistake halts: the current token then reads as `Halt`, which fits nowhere, so that all that is
// under way ends by itself and nothing is reported twice. Who can go on resumes.

import { type Diagnostic, diagnostic, type Fix } from '../diagnostics.ts'
import { isLineEnd, isNameStart, isSpace } from '../lexer/characters.ts'
import { Lexer } from '../lexer/lexer.ts'
import { Token } from '../lexer/tokens.ts'
import {
  DIAGNOSTICS_MAX_COUNT,
  EXPRESSION_MAX_REFERENCES,
  NESTING_MAX_LEVELS,
  TREE_MAX_LEVELS,
} from '../limits.ts'
import type { Broken, Expr, Span, Statement, Word } from './ast.ts'
import { Locals } from './locals.ts'
import { describe } from './words.ts'

/** Where the grammar comes back to itself: operands hold expressions, and rules hold statements. */
export interface Grammar {
  /** Reads an expression with operators up to a level. */
  expression(p: Parser, max: number): Expr
  /** Reads a statement of a body. */
  bodyStatement(p: Parser): Statement | undefined
}

export class Parser extends Lexer {
  private readonly grammar: Grammar
  readonly diagnostics: Diagnostic[] = []
  /** Where mistakes beyond the limit are: counted, not kept. */
  private readonly more: number[] = []
  /** Where the token before ended. */
  prevEnd = 0
  /** Where the innermost open bracket stands; -1 outside all, where a newline ends a statement. */
  open = -1
  /** Open brackets since the statement, or the line of a DO, began. */
  brackets = 0
  /** Open CASEs since then. */
  cases = 0
  /** Height of the expression read last. */
  height = 0
  private nesting = 0
  /** References, names and calls since the statement began. */
  references = 0
  halted = false
  /** The token that was current at the mistake, and what was open there. */
  private haltedKind: number = Token.Eof
  haltedBrackets = 0
  haltedCases = 0
  /** The bracket that the mistake is about, when it was never closed. */
  haltedOpen = -1
  /** The bracket in which the mistake was met. */
  haltedIn = -1
  /** How far a line may be indented to be behind a block that was never closed. */
  haltedIndent = -1
  /** Units that may still be read again. Without a bound, brackets that are never closed, one a line,
   * would each read the rest of the file. See test: mistakes cost linear time */
  rereads: number
  /** Bodies of rules and DOs around the statement, which an END closes. */
  blocks = 0
  /** Statements that stand behind a rule without END, taken out of its body again. */
  freed: Statement[] = []
  /** Names bound by LET, DO, WITH and lambdas around here. */
  readonly locals = new Locals()
  /** The bracket of a MATCH, right inside of which `x => y` is a branch and not a lambda. */
  branchesIn = -2

  constructor(source: string, grammar: Grammar) {
    super(source)
    this.grammar = grammar
    this.rereads = source.length
  }

  expression(max: number): Expr {
    return this.grammar.expression(this, max)
  }

  bodyStatement(): Statement | undefined {
    return this.grammar.bodyStatement(this)
  }

  /** Takes the current token. */
  advance(): void {
    if (this.halted) return
    if (this.mistake !== undefined) {
      this.report(this.mistake)
      if (this.kind === Token.Bad) {
        this.halt()
        return
      }
    }
    this.prevEnd = this.end
    this.scan()
  }

  /** Takes the current token if it is of this kind. */
  take(kind: number): boolean {
    if (this.kind !== kind) return false
    this.advance()
    return true
  }

  /** True for a word that is special only here, such as MISSED. */
  isWord(upper: string): boolean {
    return this.kind === Token.Word && this.upper === upper
  }

  takeWord(upper: string): boolean {
    if (!this.isWord(upper)) return false
    this.advance()
    return true
  }

  /** Whether the statement ends before the current token. */
  atLineEnd(): boolean {
    const { kind } = this
    if (kind === Token.Eof || kind === Token.Halt) return true
    return this.open < 0 && (this.newline || kind === Token.Semicolon)
  }

  report(mistake: Diagnostic): void {
    if (this.diagnostics.length < DIAGNOSTICS_MAX_COUNT) this.diagnostics.push(mistake)
    else this.more.push(mistake.start)
  }

  /** Forgets the mistakes from an offset on, where the text will be read again. */
  forget(offset: number): void {
    const { diagnostics, more } = this
    for (let index = diagnostics.length - 1; index >= 0; index--)
      if (diagnostics[index]!.start >= offset) diagnostics.splice(index, 1)
    // The last one is why it is read again; it stands before the rest.
    const last = more.pop()
    while (more.length > 0 && more.at(-1)! >= offset) more.pop()
    if (last !== undefined && last < offset) more.push(last)
  }

  syntax(span: Span, message: string, fix?: Fix): void {
    this.report(diagnostic('syntax', span, message, fix))
  }

  /** The diagnostics, and how many did not find a place among them. */
  finished(): Diagnostic[] {
    this.diagnostics.sort((a, b) => a.start - b.start)
    if (this.more.length > 0) {
      const end = { start: this.source.length, end: this.source.length }
      const message = `There are ${this.more.length} more mistakes. Mend these first.`
      this.diagnostics.push(diagnostic('limit', end, message))
    }
    return this.diagnostics
  }

  /** Stops at the current token: nothing is taken until `resume`. */
  halt(): void {
    if (this.halted) return
    this.halted = true
    this.haltedKind = this.kind
    this.haltedBrackets = this.brackets
    this.haltedCases = this.cases
    this.haltedOpen = -1
    this.haltedIn = this.open
    this.kind = Token.Halt
  }

  /** Makes the token at the mistake current again. */
  resume(): void {
    this.halted = false
    this.kind = this.haltedKind
  }

  /** Reports at a span, and halts. */
  fail(span: Span, message: string, fix?: Fix): void {
    if (this.halted) return
    this.syntax(span, message, fix)
    this.halt()
  }

  /** Reports that something else should stand here, and halts. */
  unexpected(wanted: string, hint = ''): void {
    if (this.halted) return
    if (this.mistake !== undefined) {
      this.report(this.mistake)
      this.halt()
    } else if (this.open >= 0 && this.breaksOff()) this.unclosed()
    else if (this.atLineEnd() || this.newline)
      this.fail(
        { start: this.prevEnd, end: this.prevEnd },
        `${capital(wanted)} is missing at the end of the line.${hint}`,
      )
    else this.fail(this, `Expected ${wanted}, but found ${describe(this)}.${hint}`)
  }

  private unclosed(): void {
    const { open } = this
    this.reportUnclosed(open)
    this.halt()
    this.haltedOpen = open
  }

  reportUnclosed(open: number): void {
    const bracket = this.source.charAt(open)
    const closing = bracket === '(' ? ')' : bracket === '[' ? ']' : '}'
    const message = `This ${bracket} is never closed. Put a ${closing} where it ends.`
    this.syntax({ start: open, end: open + 1 }, message)
  }

  /** Whether the text cannot go on inside a bracket: it ends, or another statement starts. */
  private breaksOff(): boolean {
    if (this.kind === Token.Eof || this.kind === Token.End) return true
    return this.newline && this.startsStatement()
  }

  /** Whether the current token, the first of its line, looks like the start of a statement. */
  startsStatement(): boolean {
    const { kind, start, newline, space, prevEnd } = this
    if (kind === Token.When || kind === Token.Every || kind === Token.At || kind === Token.End)
      return true
    if (kind !== Token.Word && kind !== Token.Cell && kind !== Token.Quoted) return false
    // `name`, `Sheet!A1`, `A1:B9`, `$A$1`, with or without a tag, or `topic!event(`.
    let isEvent = false
    for (let count = 0; count < 9 && isTargetPart(this.kind); count++) {
      isEvent ||= (this.kind as number) === Token.Bang
      this.scan()
      if (this.newline) break
    }
    const { kind: last } = this as { kind: number }
    const assigns =
      !this.newline &&
      (last === Token.Equal || last === Token.Assign || (isEvent && last === Token.Open))
    this.rewind(start, newline, space)
    this.prevEnd = prevEnd
    return assigns
  }

  /** Enters a bracket, a block or a prefix; false, with a report, when that is too deep. */
  enter(): boolean {
    if (this.halted) return false
    if (this.nesting < NESTING_MAX_LEVELS) {
      this.nesting++
      return true
    }
    const message = `This is nested more than ${NESTING_MAX_LEVELS} levels deep. Move a part of it to a cell or name of its own.`
    this.report(diagnostic('limit', this, message))
    this.halt()
    return false
  }

  leave(): void {
    this.nesting--
  }

  /** Notes how high the tree has become, and refuses one that others could not walk. */
  grow(height: number, start: number): void {
    this.height = height
    if (height <= TREE_MAX_LEVELS || this.halted) return
    const message = `This expression chains more than ${TREE_MAX_LEVELS} operators. Split it, or use a function such as SUM or CONCAT.`
    this.report(diagnostic('limit', { start, end: this.prevEnd }, message))
    this.halt()
  }

  /** Counts a reference, a name, a call or a hole of a template, which is the current token. */
  refer(): void {
    if (++this.references !== EXPRESSION_MAX_REFERENCES + 1 || this.halted) return
    const message = `This statement refers to more than ${EXPRESSION_MAX_REFERENCES} things. Split it, or use ranges.`
    this.report(diagnostic('limit', this, message))
  }

  /** Where a node starts, of which nothing may have been read: then where the token before ended. */
  from(start: number): number {
    return Math.min(start, this.prevEnd)
  }

  broken(start: number): Broken {
    this.height = 1
    return { type: 'broken', start: this.from(start), end: this.prevEnd }
  }

  /** Whether the current token is a word of any kind: a name, a reserved word, a cell without `$`. */
  atWord(): boolean {
    const { kind } = this
    if (kind === Token.Word) return true
    if (kind === Token.Cell) return !this.fixedColumn && !this.fixedRow
    const spelled =
      kind >= Token.Else ? kind <= Token.Position : kind >= Token.Is && kind <= Token.As
    // Some are written as signs too: `??`, `&&`, `>>`.
    return spelled && isNameStart(this.source, this.start)
  }

  /** The unit behind the current token and any white space, which may hold line ends. */
  unitAhead(): number {
    let at = this.end
    let unit = this.source.charCodeAt(at)
    while (isSpace(unit) || isLineEnd(unit)) unit = this.source.charCodeAt(++at)
    return unit
  }

  /** Whether the current token is followed by a mark of two units, with or without space before it. */
  isAhead(mark: string): boolean {
    let at = this.end
    while (isSpace(this.source.charCodeAt(at))) at++
    return this.source.startsWith(mark, at)
  }

  /** Enters the bracket that is the current token; what it returns is for `closeBracket`. */
  openBracket(): number {
    const outer = this.open
    this.open = this.start
    this.brackets++
    this.advance()
    return outer
  }

  closeBracket(outer: number, kind: number, wanted: string, hint?: string): void {
    const closes = this.kind === kind
    if (!closes) this.unexpected(wanted, hint)
    this.open = outer
    this.brackets--
    if (closes) this.advance()
  }

  /** Takes the current token as a word. */
  wordHere(): Word {
    const word = { start: this.start, end: this.end, text: this.source.slice(this.start, this.end) }
    this.advance()
    return word
  }

  /** A word where there is none: what follows a mistake. */
  noWord(): Word {
    return { start: this.prevEnd, end: this.prevEnd, text: '' }
  }
}

function isTargetPart(kind: number): boolean {
  return (
    kind === Token.Word ||
    kind === Token.Cell ||
    kind === Token.Quoted ||
    kind === Token.Bang ||
    kind === Token.Colon ||
    kind === Token.As ||
    kind === Token.Tag ||
    kind === Token.Dollar
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
