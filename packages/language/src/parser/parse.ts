// Text to tree. Never throws, whatever the text, and takes time linear in it: what is wrong is told
// in the diagnostics, and the tree holds what could be read.

import { type Diagnostic, diagnostic } from '../diagnostics.ts'
import { utf8Bytes } from '../lexer/characters.ts'
import { Level, Token } from '../lexer/tokens.ts'
import { FILE_MAX_BYTES } from '../limits.ts'
import type { Expr, Model, Statement } from './ast.ts'
import { readExpression } from './expressions.ts'
import { type Grammar, Parser } from './parser.ts'
import { eachStatement, readBodyStatement, readModel } from './statements.ts'
import { describe } from './words.ts'

const grammar: Grammar = { expression: readExpression, bodyStatement: readBodyStatement }

/** Reads a model. */
export function parse(source: string): { model: Model; diagnostics: Diagnostic[] } {
  if (utf8Bytes(source, FILE_MAX_BYTES) > FILE_MAX_BYTES)
    return { model: { source, statements: [], comments: [] }, diagnostics: [tooLarge()] }
  const parser = new Parser(source, grammar)
  const statements = readModel(parser)
  const { comments } = parser
  return { model: { source, statements, comments }, diagnostics: parser.finished() }
}

/** The statements of a text that was read without mistakes, one after another, for who keeps none of them. */
export function statementsOf(source: string): Iterable<Statement> {
  return eachStatement(new Parser(source, grammar))
}

/** Reads one expression. */
export function parseExpression(source: string): { expr: Expr; diagnostics: Diagnostic[] } {
  if (utf8Bytes(source, FILE_MAX_BYTES) > FILE_MAX_BYTES)
    return { expr: { type: 'broken', start: 0, end: source.length }, diagnostics: [tooLarge()] }
  const parser = new Parser(source, grammar)
  parser.scan()
  const expr = parser.expression(Level.All)
  if (parser.kind !== Token.Eof && !parser.halted)
    parser.fail(parser, `The expression ends here, but ${describe(parser)} follows.`)
  else if (parser.mistake !== undefined && !parser.halted) parser.report(parser.mistake)
  return { expr, diagnostics: parser.finished() }
}

function tooLarge(): Diagnostic {
  const message = `A model is at most ${FILE_MAX_BYTES / 1_048_576} MiB. Split it, or keep data outside of it.`
  return diagnostic('limit', { start: 0, end: 0 }, message)
}
