// The forms that start with a word: DO, WITH, TRY, CASE and SELECT.

import { Level, Token } from '../lexer/tokens.ts'
import type { Binding, Case, Expr, OrderBy, Span, Word } from './ast.ts'
import { CallParser } from './calls.ts'

export abstract class FormParser extends CallParser {
  /** Takes ELSE and reads what follows, which ends before a pipe or a tag. */
  elseValue(form: string): Expr {
    if (this.kind === Token.Else) this.advance()
    else this.unexpected('ELSE', ` Every ${form} needs one.`)
    return this.expression(Level.Choice)
  }

  with(): Expr {
    const { start } = this
    if (!this.enter()) return this.broken(start)
    this.advance()
    const bindings: Binding[] = []
    let height = 0
    do {
      const from = this.start
      const name = this.newName('bound by WITH')
      if (this.kind === Token.Equal) this.advance()
      else this.unexpected('= behind the name')
      const value = this.expression(Level.Default)
      height = Math.max(height, this.height)
      this.bind(name.text)
      bindings.push({ start: this.from(from), end: this.prevEnd, name, value })
    } while (this.take(Token.Comma))
    if (this.kind === Token.Then) this.advance()
    else this.unexpected('THEN', ' WITH is written WITH a = …, b = … THEN … ELSE …')
    const then = this.expression(Level.All)
    height = Math.max(height, this.height)
    this.unbind(bindings.map((binding) => binding.name))
    const otherwise = this.elseValue('WITH')
    this.leave()
    this.grow(Math.max(height, this.height) + 1, start)
    return { type: 'with', start, end: this.prevEnd, bindings, then, else: otherwise }
  }

  try(): Expr {
    const { start } = this
    if (!this.enter()) return this.broken(start)
    this.advance()
    const value = this.expression(Level.All)
    const { height } = this
    const otherwise = this.elseValue('TRY')
    this.leave()
    this.grow(Math.max(height, this.height) + 1, start)
    return { type: 'try', start, end: this.prevEnd, value, else: otherwise }
  }

  /** Reads CASE; a line may end behind CASE and before WHEN, ELSE and END. */
  case(): Expr {
    const { start, end: wordEnd } = this
    if (!this.enter()) return this.broken(start)
    this.cases++
    this.advance()
    const branches: Case['branches'][number][] = []
    let height = 0
    while (this.take(Token.When)) {
      const condition = this.expression(Level.Default)
      height = Math.max(height, this.height)
      if (this.kind === Token.Then) this.advance()
      else this.unexpected('THEN behind the condition')
      const result = this.expression(Level.All)
      height = Math.max(height, this.height)
      branches.push({ condition, result })
    }
    if (branches.length === 0)
      this.unexpected('WHEN', ' CASE is written CASE WHEN … THEN … ELSE … END.')
    let otherwise: Expr | undefined
    if (this.take(Token.Else)) {
      otherwise = this.expression(Level.All)
      height = Math.max(height, this.height)
    }
    this.cases--
    if (this.kind === Token.End) this.advance()
    else if (this.atLineEnd() && this.mistake === undefined)
      this.fail({ start, end: wordEnd }, 'This CASE has no END. Put END behind its last branch.', {
        title: 'Add END',
        edits: [{ start: this.prevEnd, end: this.prevEnd, text: ' END' }],
      })
    else this.unexpected('WHEN, ELSE or END')
    this.leave()
    this.grow(height + 1, start)
    return { type: 'case', start, end: this.prevEnd, branches, else: otherwise }
  }

  /** Reads DO: its lines are like statements, whatever brackets stand around it. */
  do(): Expr {
    const { start, end: wordEnd, open, brackets, cases } = this
    if (!this.enter()) return this.broken(start)
    this.open = -1
    this.brackets = 0
    this.cases = 0
    this.blocks++
    this.advance()
    const bindings: Binding[] = []
    let value: Expr | undefined
    const lines: Span[] = []
    let mended = false
    let height = 0
    for (;;) {
      while (this.kind === Token.Semicolon) this.advance()
      if (this.kind === Token.End || this.kind === Token.Eof || this.kind === Token.Halt) break
      if (value !== undefined && !mended) this.notLast(value)
      const from = this.start
      const name = this.boundName()
      let read = this.expression(Level.All)
      height = Math.max(height, this.height)
      let end = this.prevEnd
      lines.push({ start: from, end })
      const again = this.endOfLine(from)
      mended = again !== undefined
      if (again !== undefined && again >= 0) {
        read = { type: 'broken', start: read.start, end: again }
        end = again
      }
      value = name === undefined ? read : undefined
      if (name === undefined) continue
      bindings.push({ start: Math.min(from, end), end, name, value: read })
      this.bind(name.text)
    }
    if (this.kind !== Token.End) this.doWithoutEnd(start, wordEnd, lines)
    else if (value === undefined) this.noValue(bindings, start, wordEnd)
    this.unbind(bindings.map((binding) => binding.name))
    this.blocks--
    this.open = open
    this.brackets = brackets
    this.cases = cases
    this.take(Token.End)
    this.leave()
    this.grow(height + 1, start)
    const end = this.prevEnd
    return { type: 'do', start, end, bindings, value: value ?? this.broken(end) }
  }

  /** Reports a DO without END; lines that are not indented like its first are not its own. */
  private doWithoutEnd(start: number, wordEnd: number, lines: readonly Span[]): void {
    const indent = this.lineIndent(start)
    const next = lines.findIndex(({ start: from }) => this.indent(from) <= indent)
    const end = lines[next - 1]?.end ?? lines.at(-1)?.end ?? wordEnd
    const message = 'This DO has no END. Put END on a line behind its value.'
    const text = `\n${' '.repeat(indent)}END`
    this.syntax({ start, end: wordEnd }, message, {
      title: 'Add END',
      edits: [{ start: end, end, text }],
    })
    if (next > 0) this.haltInBlock(start, indent)
    else this.halt()
  }

  /** Takes `name =` at the start of a line of a DO, if the line starts so. */
  private boundName(): Word | undefined {
    if (this.kind !== Token.Word || !this.isAhead('=') || this.isAhead('=>')) return undefined
    const name = this.newName('bound')
    this.advance()
    return name
  }

  /**
   * Ends a line of a DO, and goes on behind a mistake in it; gives undefined if there was none,
   * otherwise what `skipStatement` gives.
   */
  private endOfLine(from: number): number | undefined {
    if (!this.atLineEnd() && this.kind !== Token.End)
      this.unexpected('the end of the line', ' An operator may be missing.')
    return this.halted ? this.skipStatement(from) : undefined
  }

  private notLast(value: Expr): void {
    const isCell = value.type === 'binary' && value.op === '=' && value.left.type === 'cell'
    this.syntax(
      value,
      isCell
        ? 'A cell cannot be bound in DO. Choose a name for the value.'
        : 'Only the last line of a DO is its value. Give this one a name: name = …',
    )
  }

  private noValue(bindings: readonly Binding[], start: number, end: number): void {
    const last = bindings.at(-1)
    if (last === undefined)
      this.syntax({ start, end }, 'This DO is empty. Its last line must be its value.')
    else
      this.syntax(
        last,
        `A DO ends with its value, but this line only names one. Add a line behind it, such as ${last.name.text}; a comparison needs brackets.`,
      )
  }

  select(): Expr {
    const { start } = this
    if (!this.enter()) return this.broken(start)
    this.advance()
    const columns: Word[] = []
    if (!this.take(Token.Times))
      do columns.push(this.columnWord())
      while (this.take(Token.Comma))
    if (!this.takeWord('FROM')) this.unexpected('FROM and a table')
    const table = this.tableWord()
    let height = 0
    let where: Expr | undefined
    if (this.takeClause('WHERE')) {
      where = this.expression(Level.Or)
      height = this.height
    }
    const orderBy: OrderBy[] = []
    if (this.takeClause('ORDER')) {
      if (!this.takeWord('BY')) this.unexpected('BY behind ORDER')
      do {
        const column = this.columnWord()
        const descending = this.takeWord('DESC')
        if (!descending) this.takeWord('ASC')
        orderBy.push({ start: column.start, end: this.prevEnd, column, descending })
      } while (this.take(Token.Comma))
    }
    let limit: Expr | undefined
    if (this.takeClause('LIMIT')) {
      limit = this.expression(Level.Sum)
      height = Math.max(height, this.height)
    }
    this.leave()
    this.grow(height + 1, start)
    const end = this.prevEnd
    return { type: 'select', start, end, columns, table, where, orderBy, limit }
  }

  private takeClause(upper: string): boolean {
    return !this.atLineEnd() && this.takeWord(upper)
  }

  private columnWord(): Word {
    if (this.kind === Token.String) {
      const word = { start: this.start, end: this.end, text: this.text }
      this.advance()
      return word
    }
    if (this.atWord() && !this.isWord('FROM')) return this.wordHere()
    this.unexpected('a column')
    return this.noWord()
  }

  private tableWord(): Word {
    const { start } = this
    if (!this.atWord()) {
      this.unexpected('a table', ' A table is written database.schema.table.')
      return this.noWord()
    }
    this.advance()
    while (this.kind === Token.Dot && !this.space) {
      this.advance()
      if (this.atWord() && !this.space) this.advance()
      else this.unexpected('a name behind the dot')
    }
    return { start, end: this.prevEnd, text: this.source.slice(start, this.prevEnd) }
  }
}
