// The forms that start with a word: DO, WITH, TRY, CASE and SELECT.

import { Level, Token } from '../lexer/tokens.ts'
import type { Binding, Case, Expr, OrderBy, Span, Word } from './ast.ts'
import { readNewName } from './calls.ts'
import type { Parser } from './parser.ts'
import { haltInBlock, indentOf, lineIndentOf, skipStatement } from './recovery.ts'

/** Takes ELSE and reads what follows, which ends before a pipe or a tag. */
function readElse(p: Parser, form: string): Expr {
  if (p.kind === Token.Else) p.advance()
  else p.unexpected('ELSE', ` Every ${form} needs one.`)
  return p.expression(Level.Choice)
}

export function readWith(p: Parser): Expr {
  const { start } = p
  if (!p.enter()) return p.broken(start)
  p.advance()
  const bindings: Binding[] = []
  let height = 0
  do {
    const from = p.start
    const name = readNewName(p, 'bound by WITH')
    if (p.kind === Token.Equal) p.advance()
    else p.unexpected('= behind the name')
    const value = p.expression(Level.Default)
    height = Math.max(height, p.height)
    p.locals.bind(name.text)
    bindings.push({ start: p.from(from), end: p.prevEnd, name, value })
  } while (p.take(Token.Comma))
  if (p.kind === Token.Then) p.advance()
  else p.unexpected('THEN', ' WITH is written WITH a = …, b = … THEN … ELSE …')
  const then = p.expression(Level.All)
  height = Math.max(height, p.height)
  p.locals.unbind(bindings.map((binding) => binding.name))
  const otherwise = readElse(p, 'WITH')
  p.leave()
  p.grow(Math.max(height, p.height) + 1, start)
  return { type: 'with', start, end: p.prevEnd, bindings, then, else: otherwise }
}

export function readTry(p: Parser): Expr {
  const { start } = p
  if (!p.enter()) return p.broken(start)
  p.advance()
  const value = p.expression(Level.All)
  const { height } = p
  const otherwise = readElse(p, 'TRY')
  p.leave()
  p.grow(Math.max(height, p.height) + 1, start)
  return { type: 'try', start, end: p.prevEnd, value, else: otherwise }
}

/** Reads CASE; a line may end behind CASE and before WHEN, ELSE and END. */
export function readCase(p: Parser): Expr {
  const { start, end: wordEnd } = p
  if (!p.enter()) return p.broken(start)
  p.cases++
  p.advance()
  const branches: Case['branches'][number][] = []
  let height = 0
  while (p.take(Token.When)) {
    const condition = p.expression(Level.Default)
    height = Math.max(height, p.height)
    if (p.kind === Token.Then) p.advance()
    else p.unexpected('THEN behind the condition')
    const result = p.expression(Level.All)
    height = Math.max(height, p.height)
    branches.push({ condition, result })
  }
  if (branches.length === 0) p.unexpected('WHEN', ' CASE is written CASE WHEN … THEN … ELSE … END.')
  let otherwise: Expr | undefined
  if (p.take(Token.Else)) {
    otherwise = p.expression(Level.All)
    height = Math.max(height, p.height)
  }
  p.cases--
  if (p.kind === Token.End) p.advance()
  else if (p.atLineEnd() && p.mistake === undefined)
    p.fail({ start, end: wordEnd }, 'This CASE has no END. Put END behind its last branch.', {
      title: 'Add END',
      edits: [{ start: p.prevEnd, end: p.prevEnd, text: ' END' }],
    })
  else p.unexpected('WHEN, ELSE or END')
  p.leave()
  p.grow(height + 1, start)
  return { type: 'case', start, end: p.prevEnd, branches, else: otherwise }
}

/** Reads DO: its lines are like statements, whatever brackets stand around it. */
export function readDo(p: Parser): Expr {
  const { start, end: wordEnd, open, brackets, cases } = p
  if (!p.enter()) return p.broken(start)
  p.open = -1
  p.brackets = 0
  p.cases = 0
  p.blocks++
  p.advance()
  const bindings: Binding[] = []
  let value: Expr | undefined
  const lines: Span[] = []
  let mended = false
  let height = 0
  for (;;) {
    while (p.kind === Token.Semicolon) p.advance()
    if (p.kind === Token.End || p.kind === Token.Eof || p.kind === Token.Halt) break
    if (value !== undefined && !mended) notLast(p, value)
    const from = p.start
    const name = readBoundName(p)
    let read = p.expression(Level.All)
    height = Math.max(height, p.height)
    let end = p.prevEnd
    lines.push({ start: from, end })
    const again = endOfLine(p, from)
    mended = again !== undefined
    if (again !== undefined && again >= 0) {
      read = { type: 'broken', start: read.start, end: again }
      end = again
    }
    value = name === undefined ? read : undefined
    if (name === undefined) continue
    bindings.push({ start: Math.min(from, end), end, name, value: read })
    p.locals.bind(name.text)
  }
  if (p.kind !== Token.End) doWithoutEnd(p, start, wordEnd, lines)
  else if (value === undefined) noValue(p, bindings, start, wordEnd)
  p.locals.unbind(bindings.map((binding) => binding.name))
  p.blocks--
  p.open = open
  p.brackets = brackets
  p.cases = cases
  p.take(Token.End)
  p.leave()
  p.grow(height + 1, start)
  const end = p.prevEnd
  return { type: 'do', start, end, bindings, value: value ?? p.broken(end) }
}

/** Reports a DO without END; lines that are not indented like its first are not its own. */
function doWithoutEnd(p: Parser, start: number, wordEnd: number, lines: readonly Span[]): void {
  const indent = lineIndentOf(p, start)
  const next = lines.findIndex(({ start: from }) => indentOf(p, from) <= indent)
  const end = lines[next - 1]?.end ?? lines.at(-1)?.end ?? wordEnd
  const message = 'This DO has no END. Put END on a line behind its value.'
  const text = `\n${' '.repeat(indent)}END`
  p.syntax({ start, end: wordEnd }, message, {
    title: 'Add END',
    edits: [{ start: end, end, text }],
  })
  if (next > 0) haltInBlock(p, start, indent)
  else p.halt()
}

/** Takes `name =` at the start of a line of a DO, if the line starts so. */
function readBoundName(p: Parser): Word | undefined {
  if (p.kind !== Token.Word || !p.isAhead('=') || p.isAhead('=>')) return undefined
  const name = readNewName(p, 'bound')
  p.advance()
  return name
}

/**
 * Ends a line of a DO, and goes on behind a mistake in it; gives undefined if there was none,
 * otherwise what `skipStatement` gives.
 */
function endOfLine(p: Parser, from: number): number | undefined {
  if (!p.atLineEnd() && p.kind !== Token.End)
    p.unexpected('the end of the line', ' An operator may be missing.')
  return p.halted ? skipStatement(p, from) : undefined
}

function notLast(p: Parser, value: Expr): void {
  const isCell = value.type === 'binary' && value.op === '=' && value.left.type === 'cell'
  p.syntax(
    value,
    isCell
      ? 'A cell cannot be bound in DO. Choose a name for the value.'
      : 'Only the last line of a DO is its value. Give this one a name: name = …',
  )
}

function noValue(p: Parser, bindings: readonly Binding[], start: number, end: number): void {
  const last = bindings.at(-1)
  if (last === undefined)
    p.syntax({ start, end }, 'This DO is empty. Its last line must be its value.')
  else
    p.syntax(
      last,
      `A DO ends with its value, but this line only names one. Add a line behind it, such as ${last.name.text}; a comparison needs brackets.`,
    )
}

export function readSelect(p: Parser): Expr {
  const { start } = p
  if (!p.enter()) return p.broken(start)
  p.advance()
  const columns: Word[] = []
  if (!p.take(Token.Times))
    do columns.push(readColumnWord(p))
    while (p.take(Token.Comma))
  if (!p.takeWord('FROM')) p.unexpected('FROM and a table')
  const table = readTableWord(p)
  let height = 0
  let where: Expr | undefined
  if (takeClause(p, 'WHERE')) {
    where = p.expression(Level.Or)
    height = p.height
  }
  const orderBy: OrderBy[] = []
  if (takeClause(p, 'ORDER')) {
    if (!p.takeWord('BY')) p.unexpected('BY behind ORDER')
    do {
      const column = readColumnWord(p)
      const descending = p.takeWord('DESC')
      if (!descending) p.takeWord('ASC')
      orderBy.push({ start: column.start, end: p.prevEnd, column, descending })
    } while (p.take(Token.Comma))
  }
  let limit: Expr | undefined
  if (takeClause(p, 'LIMIT')) {
    limit = p.expression(Level.Sum)
    height = Math.max(height, p.height)
  }
  p.leave()
  p.grow(height + 1, start)
  const end = p.prevEnd
  return { type: 'select', start, end, columns, table, where, orderBy, limit }
}

function takeClause(p: Parser, upper: string): boolean {
  return !p.atLineEnd() && p.takeWord(upper)
}

function readColumnWord(p: Parser): Word {
  if (p.kind === Token.String) {
    const word = { start: p.start, end: p.end, text: p.text }
    p.advance()
    return word
  }
  if (p.atWord() && !p.isWord('FROM')) return p.wordHere()
  p.unexpected('a column')
  return p.noWord()
}

function readTableWord(p: Parser): Word {
  const { start } = p
  if (!p.atWord()) {
    p.unexpected('a table', ' A table is written database.schema.table.')
    return p.noWord()
  }
  p.advance()
  while (p.kind === Token.Dot && !p.space) {
    p.advance()
    if (p.atWord() && !p.space) p.advance()
    else p.unexpected('a name behind the dot')
  }
  return { start, end: p.prevEnd, text: p.source.slice(start, p.prevEnd) }
}
