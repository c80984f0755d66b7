// Separators of statements, and the end of one: a line end, a semicolon, an END, or a mistake.

import { isSpace, wordUnits } from '../lexer/characters.ts'
import { Token } from '../lexer/tokens.ts'
import type { Statement } from './ast.ts'
import type { Parser } from './parser.ts'
import { skipStatement } from './recovery.ts'
import { describe } from './words.ts'

export function skipSeparators(p: Parser): void {
  for (;;) {
    if (p.kind === Token.Semicolon) p.advance()
    // No expression starts here, so it is a comment that mentions an error.
    else if (p.kind === Token.Error && p.space) p.errorAsComment()
    else return
  }
}

/** Ends a statement, and goes on behind a mistake in it; gives what `skipStatement` gives. */
export function endStatement(p: Parser, from: number): number {
  if (p.kind === Token.Error && p.space && !p.newline) p.errorAsComment()
  const ends = p.atLineEnd() || (p.kind === Token.End && p.blocks > 0)
  if (!ends) tooMuch(p)
  return p.halted ? skipStatement(p, from) : -1
}

function tooMuch(p: Parser): void {
  const { start, end, kind } = p
  const found = describe(p)
  if (kind === Token.Close || kind === Token.CloseBracket || kind === Token.CloseBrace)
    p.fail(p, `This ${found} closes nothing. Remove it, or open a bracket before it.`, {
      title: 'Remove it',
      edits: [{ start, end, text: '' }],
    })
  else if (kind === Token.Else)
    p.unexpected('the end of the statement', ' An ELSE needs a THEN in the same expression.')
  else {
    const isValue = kind >= Token.Word && kind <= Token.Backtick
    const hint = isValue ? ' An operator may be missing.' : ''
    p.unexpected('the end of the statement', hint)
  }
}

export function atEndModel(p: Parser): boolean {
  if (p.kind !== Token.End) return false
  let at = p.end
  while (isSpace(p.source.charCodeAt(at))) at++
  const word = p.source.slice(at, at + 5).toUpperCase()
  return word === 'MODEL' && wordUnits(p.source, at + 5) === 0
}

/** A statement up to where text is read again: what it held behind that belongs to others. */
export function cutOff(statement: Statement, end: number): Statement {
  if (statement.type === 'publish') return { ...statement, end, args: [] }
  if (statement.type !== 'assignment') return statement
  const value = { type: 'broken', start: statement.value.start, end } as const
  return { ...statement, end, value, modifier: undefined }
}
