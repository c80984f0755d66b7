// Statements: assignments, events, header lines, and the model as a whole.

import { isSpace, wordUnits } from '../lexer/characters.ts'
import { headerWords, Level, Token } from '../lexer/tokens.ts'
import type {
  Assignment,
  AssignOp,
  EndModel,
  HeaderLine,
  HeaderWord,
  Publish,
  Ref,
  Statement,
  StringLiteral,
  Word,
} from './ast.ts'
import { RuleParser } from './rules.ts'
import { describe } from './words.ts'

export class StatementParser extends RuleParser {
  /** Reads the whole text. */
  model(): Statement[] {
    return [...this.each()]
  }

  /** Statements of the whole text, one after another. */
  *each(): Generator<Statement> {
    let inHeader = true
    let ended = false
    this.scan()
    for (;;) {
      this.separators()
      if (this.kind === Token.Eof) break
      if (ended) {
        this.syntax(
          this,
          'Nothing may stand behind END MODEL. Move it before, or remove END MODEL.',
        )
        break
      }
      const from = this.start
      const statement = this.statement()
      const again = this.endStatement(from)
      if (statement !== undefined) {
        yield again < 0 ? statement : cutOff(statement, again)
        if (statement.type === 'header' && !inHeader) this.lateHeader(statement)
        inHeader &&= statement.type === 'header'
        ended = statement.type === 'end-model'
      }
      if (this.freed.length > 0) yield* this.freed.splice(0)
    }
    if (this.mistake !== undefined) this.report(this.mistake)
  }

  separators(): void {
    for (;;) {
      if (this.kind === Token.Semicolon) this.advance()
      // No expression starts here, so it is a comment that mentions an error.
      else if (this.kind === Token.Error && this.space) this.errorAsComment()
      else return
    }
  }

  bodyStatement(): Statement | undefined {
    const from = this.start
    const statement = this.statement()
    if (statement?.type === 'end-model') return undefined
    const again = this.endStatement(from)
    return statement === undefined || again < 0 ? statement : cutOff(statement, again)
  }

  private lateHeader(line: HeaderLine): void {
    this.syntax(line, `${line.word} belongs to the top of the model, before the first statement.`)
  }

  /** Ends a statement, and goes on behind a mistake in it; gives what `skipStatement` gives. */
  private endStatement(from: number): number {
    if (this.kind === Token.Error && this.space && !this.newline) this.errorAsComment()
    const ends = this.atLineEnd() || (this.kind === Token.End && this.blocks > 0)
    if (!ends) this.tooMuch()
    return this.halted ? this.skipStatement(from) : -1
  }

  private tooMuch(): void {
    const { start, end, kind } = this
    const found = describe(this)
    if (kind === Token.Close || kind === Token.CloseBracket || kind === Token.CloseBrace)
      this.fail(this, `This ${found} closes nothing. Remove it, or open a bracket before it.`, {
        title: 'Remove it',
        edits: [{ start, end, text: '' }],
      })
    else if (kind === Token.Else)
      this.unexpected('the end of the statement', ' An ELSE needs a THEN in the same expression.')
    else {
      const isValue = kind >= Token.Word && kind <= Token.Backtick
      const hint = isValue ? ' An operator may be missing.' : ''
      this.unexpected('the end of the statement', hint)
    }
  }

  private statement(): Statement | undefined {
    switch (this.kind) {
      case Token.Cell:
      case Token.Quoted:
        return this.assignment()
      case Token.Word:
        return this.isHeader() ? this.header() : this.assignment()
      case Token.When:
      case Token.Every:
      case Token.At:
        return this.rule()
      case Token.End:
        return this.atEndModel() ? this.endModel() : this.strayEnd()
      default:
        if (this.startsReference()) return this.assignment()
        this.noStatement()
        return undefined
    }
  }

  private noStatement(): void {
    const found = describe(this)
    if (this.mistake !== undefined) this.unexpected('a statement')
    else if (this.kind === Token.Else)
      this.fail(
        this,
        this.blocks > 0
          ? 'A rule has no ELSE. Write a second WHEN with the opposite condition.'
          : 'This ELSE belongs to nothing.',
      )
    else if (this.atWord() && (this.isAhead('=') || this.isAhead('~=') || this.isAhead('?=')))
      this.fail(this, `${found} is a word of the language and cannot be a name. Choose another.`)
    else
      this.fail(
        this,
        `A statement cannot start with ${found}. It gives something a value: A1 = …, or it is a rule: WHEN … THEN.`,
      )
  }

  private strayEnd(): undefined {
    const { start, end } = this
    this.syntax(this, 'This END closes nothing. Remove it.', {
      title: 'Remove END',
      edits: [{ start, end, text: '' }],
    })
    this.advance()
  }

  atEndModel(): boolean {
    if (this.kind !== Token.End) return false
    let at = this.end
    while (isSpace(this.source.charCodeAt(at))) at++
    const word = this.source.slice(at, at + 5).toUpperCase()
    return word === 'MODEL' && wordUnits(this.source, at + 5) === 0
  }

  private endModel(): EndModel {
    const { start } = this
    this.advance()
    this.advance()
    return { type: 'end-model', start, end: this.prevEnd }
  }

  /** Whether a header line starts here: outside the header its words are names like others. */
  private isHeader(): boolean {
    if (!headerWords.has(this.upper)) return false
    let at = this.end
    while (isSpace(this.source.charCodeAt(at))) at++
    return /["'“”„]/.test(this.source.charAt(at)) && at < this.source.length
  }

  private header(): HeaderLine {
    const { start } = this
    const word = this.upper as HeaderWord
    this.advance()
    const values: StringLiteral[] = []
    do {
      const { start: from, end, text: value } = this
      if (this.kind !== Token.String) {
        this.unexpected('a text in double quotes')
        break
      }
      this.advance()
      values.push({ type: 'string', start: from, end, value })
    } while (this.take(Token.Comma))
    const line: HeaderLine = { type: 'header', start, end: this.prevEnd, word, values }
    if (values.length > 1 && word !== 'TAGS')
      this.syntax(line, `${word} takes one text; only TAGS takes several.`)
    return line
  }

  private assignment(): Assignment | Publish | undefined {
    const { start } = this
    let sheet: Word | undefined
    if (this.kind === Token.Quoted || (this.kind === Token.Word && this.isSheet())) {
      sheet = this.sheet()
      if (this.atWord() && this.source.charCodeAt(this.end) === 40)
        return this.publish(start, sheet)
    }
    const target = this.target(sheet, start)
    if (target === undefined) return undefined
    let tag: Word | undefined
    if ((this.kind === Token.As || this.kind === Token.Tag) && !this.atLineEnd()) {
      this.advance()
      tag = this.tag()
    }
    const op = this.operator(target)
    if (op === undefined) return undefined
    const value = this.expression(Level.All)
    const isModified = this.kind === Token.Every || this.kind === Token.At
    const modifier = isModified && !this.atLineEnd() ? this.modifier() : undefined
    return { type: 'assignment', start, end: this.prevEnd, target, tag, op, value, modifier }
  }

  private target(sheet: Word | undefined, start: number): Ref | undefined {
    const reference = this.reference(sheet, start)
    if (reference !== undefined) return reference
    if (sheet !== undefined) {
      const name = this.source.slice(this.start, this.end)
      if (this.kind !== Token.Word) this.unexpected('a cell of the sheet')
      else
        this.fail(
          { start, end: this.end },
          `Names belong to the model, not to a sheet. Write ${name} alone.`,
          { title: `Write ${name}`, edits: [{ start, end: this.start, text: '' }] },
        )
      return undefined
    }
    if (this.kind !== Token.Word || this.text === '_') {
      this.noStatement()
      return undefined
    }
    const name = this.wordHere()
    return { type: 'name', start, end: name.end, name: name.text }
  }

  private operator(target: Ref): AssignOp | undefined {
    if (this.kind === Token.Equal && !this.atLineEnd()) {
      this.advance()
      return '='
    }
    if (this.kind === Token.Assign && !this.atLineEnd()) {
      const op = this.text as AssignOp
      this.advance()
      return op
    }
    this.noOperator(target)
    return undefined
  }

  private noOperator(target: Ref): void {
    const { start, end, kind } = this
    const word = target.type === 'name' ? target.name.toUpperCase() : ''
    if (this.halted || this.mistake !== undefined) this.unexpected('=')
    else if (kind === Token.Named)
      this.fail(this, 'Assigning is written =. Only the names of arguments are written :=.', {
        title: 'Write =',
        edits: [{ start, end, text: '=' }],
      })
    else if (headerWords.has(word) && !this.atLineEnd() && kind !== Token.Open)
      this.fail(
        this,
        `${word} is followed by a text in double quotes, but found ${describe(this)}.`,
      )
    else if ((kind === Token.Dot || kind === Token.OpenBracket) && !this.space)
      this.fail(this, 'Only a cell, a name or a rectangle can be given a value, not a part of one.')
    else {
      const message =
        'A statement gives something a value: write a cell or a name, then =, then the expression.'
      const isWhole = this.atLineEnd() || kind === Token.Open
      this.fail(isWhole ? { start: target.start, end: target.end } : this, message)
    }
  }

  private publish(start: number, topic: Word): Publish {
    const event = this.wordHere()
    const args = this.args()
    const node: Publish = { type: 'publish', start, end: this.prevEnd, topic, event, args }
    if (this.blocks === 0 && !this.halted)
      this.syntax(
        node,
        'An event is published from the body of a rule. Put this into WHEN … THEN … END.',
      )
    return node
  }
}

/** A statement up to where text is read again: what it held behind that belongs to others. */
function cutOff(statement: Statement, end: number): Statement {
  if (statement.type === 'publish') return { ...statement, end, args: [] }
  if (statement.type !== 'assignment') return statement
  const value = { type: 'broken', start: statement.value.start, end } as const
  return { ...statement, end, value, modifier: undefined }
}
