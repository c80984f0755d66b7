// Statements: assignments, events, header lines, and the model as a whole.

import { isSpace } from '../lexer/characters.ts'
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
import { readArgs } from './calls.ts'
import { readTag } from './expressions.ts'
import type { Parser } from './parser.ts'
import { isSheet, readReference, readSheet, startsReference } from './references.ts'
import { readModifier, readRule } from './rules.ts'
import { atEndModel, cutOff, endStatement, skipSeparators } from './statement-ends.ts'
import { describe } from './words.ts'

/** Reads the whole text. */
export function readModel(p: Parser): Statement[] {
  return [...eachStatement(p)]
}

/** Statements of the whole text, one after another. */
export function* eachStatement(p: Parser): Generator<Statement> {
  let inHeader = true
  let ended = false
  p.scan()
  for (;;) {
    skipSeparators(p)
    if (p.kind === Token.Eof) break
    if (ended) {
      p.syntax(p, 'Nothing may stand behind END MODEL. Move it before, or remove END MODEL.')
      break
    }
    const from = p.start
    const statement = readStatement(p)
    const again = endStatement(p, from)
    if (statement !== undefined) {
      yield again < 0 ? statement : cutOff(statement, again)
      if (statement.type === 'header' && !inHeader) lateHeader(p, statement)
      inHeader &&= statement.type === 'header'
      ended = statement.type === 'end-model'
    }
    if (p.freed.length > 0) yield* p.freed.splice(0)
  }
  if (p.mistake !== undefined) p.report(p.mistake)
}

export function readBodyStatement(p: Parser): Statement | undefined {
  const from = p.start
  const statement = readStatement(p)
  if (statement?.type === 'end-model') return undefined
  const again = endStatement(p, from)
  return statement === undefined || again < 0 ? statement : cutOff(statement, again)
}

function lateHeader(p: Parser, line: HeaderLine): void {
  p.syntax(line, `${line.word} belongs to the top of the model, before the first statement.`)
}

function readStatement(p: Parser): Statement | undefined {
  p.references = 0
  switch (p.kind) {
    case Token.Cell:
    case Token.Quoted:
      return readAssignment(p)
    case Token.Word:
      return startsHeader(p) ? readHeader(p) : readAssignment(p)
    case Token.When:
    case Token.Every:
    case Token.At:
      return readRule(p)
    case Token.End:
      return atEndModel(p) ? readEndModel(p) : strayEnd(p)
    default:
      if (startsReference(p)) return readAssignment(p)
      noStatement(p)
      return undefined
  }
}

function noStatement(p: Parser): void {
  const found = describe(p)
  if (p.mistake !== undefined) p.unexpected('a statement')
  else if (p.kind === Token.Else)
    p.fail(
      p,
      p.blocks > 0
        ? 'A rule has no ELSE. Write a second WHEN with the opposite condition.'
        : 'This ELSE belongs to nothing.',
    )
  else if (p.atWord() && (p.isAhead('=') || p.isAhead('~=') || p.isAhead('?=')))
    p.fail(p, `${found} is a word of the language and cannot be a name. Choose another.`)
  else
    p.fail(
      p,
      `A statement cannot start with ${found}. It gives something a value: A1 = …, or it is a rule: WHEN … THEN.`,
    )
}

function strayEnd(p: Parser): undefined {
  const { start, end } = p
  p.syntax(p, 'This END closes nothing. Remove it.', {
    title: 'Remove END',
    edits: [{ start, end, text: '' }],
  })
  p.advance()
}

function readEndModel(p: Parser): EndModel {
  const { start } = p
  p.advance()
  p.advance()
  return { type: 'end-model', start, end: p.prevEnd }
}

/** Whether a header line starts here: outside the header its words are names like others. */
function startsHeader(p: Parser): boolean {
  if (!headerWords.has(p.upper)) return false
  let at = p.end
  while (isSpace(p.source.charCodeAt(at))) at++
  return /["'“”„]/.test(p.source.charAt(at)) && at < p.source.length
}

function readHeader(p: Parser): HeaderLine {
  const { start } = p
  const word = p.upper as HeaderWord
  p.advance()
  const values: StringLiteral[] = []
  do {
    const { start: from, end, text: value } = p
    if (p.kind !== Token.String) {
      p.unexpected('a text in double quotes')
      break
    }
    p.advance()
    values.push({ type: 'string', start: from, end, value })
  } while (p.take(Token.Comma))
  const line: HeaderLine = { type: 'header', start, end: p.prevEnd, word, values }
  if (values.length > 1 && word !== 'TAGS')
    p.syntax(line, `${word} takes one text; only TAGS takes several.`)
  return line
}

function readAssignment(p: Parser): Assignment | Publish | undefined {
  const { start } = p
  let sheet: Word | undefined
  if (p.kind === Token.Quoted || (p.kind === Token.Word && isSheet(p))) {
    sheet = readSheet(p)
    if (p.atWord() && p.source.charCodeAt(p.end) === 40) return readPublish(p, start, sheet)
  }
  const target = readTarget(p, sheet, start)
  if (target === undefined) return undefined
  let tag: Word | undefined
  if ((p.kind === Token.As || p.kind === Token.Tag) && !p.atLineEnd()) {
    p.advance()
    tag = readTag(p)
  }
  const op = readAssignOp(p, target)
  if (op === undefined) return undefined
  const value = p.expression(Level.All)
  const isModified = p.kind === Token.Every || p.kind === Token.At
  const modifier = isModified && !p.atLineEnd() ? readModifier(p) : undefined
  return { type: 'assignment', start, end: p.prevEnd, target, tag, op, value, modifier }
}

function readTarget(p: Parser, sheet: Word | undefined, start: number): Ref | undefined {
  const reference = readReference(p, sheet, start)
  if (reference !== undefined) return reference
  if (sheet !== undefined) {
    const name = p.source.slice(p.start, p.end)
    if (p.kind !== Token.Word) p.unexpected('a cell of the sheet')
    else
      p.fail(
        { start, end: p.end },
        `Names belong to the model, not to a sheet. Write ${name} alone.`,
        { title: `Write ${name}`, edits: [{ start, end: p.start, text: '' }] },
      )
    return undefined
  }
  if (p.kind !== Token.Word || p.text === '_') {
    noStatement(p)
    return undefined
  }
  const name = p.wordHere()
  return { type: 'name', start, end: name.end, name: name.text }
}

function readAssignOp(p: Parser, target: Ref): AssignOp | undefined {
  if (p.kind === Token.Equal && !p.atLineEnd()) {
    p.advance()
    return '='
  }
  if (p.kind === Token.Assign && !p.atLineEnd()) {
    const op = p.text as AssignOp
    p.advance()
    return op
  }
  noOperator(p, target)
  return undefined
}

function noOperator(p: Parser, target: Ref): void {
  const { start, end, kind } = p
  const word = target.type === 'name' ? target.name.toUpperCase() : ''
  if (p.halted || p.mistake !== undefined) p.unexpected('=')
  else if (kind === Token.Named)
    p.fail(p, 'Assigning is written =. Only the names of arguments are written :=.', {
      title: 'Write =',
      edits: [{ start, end, text: '=' }],
    })
  else if (headerWords.has(word) && !p.atLineEnd() && kind !== Token.Open)
    p.fail(p, `${word} is followed by a text in double quotes, but found ${describe(p)}.`)
  else if ((kind === Token.Dot || kind === Token.OpenBracket) && !p.space)
    p.fail(p, 'Only a cell, a name or a rectangle can be given a value, not a part of one.')
  else {
    const message =
      'A statement gives something a value: write a cell or a name, then =, then the expression.'
    const isWhole = p.atLineEnd() || kind === Token.Open
    p.fail(isWhole ? { start: target.start, end: target.end } : p, message)
  }
}

function readPublish(p: Parser, start: number, topic: Word): Publish {
  const event = p.wordHere()
  const args = readArgs(p)
  const node: Publish = { type: 'publish', start, end: p.prevEnd, topic, event, args }
  if (p.blocks === 0 && !p.halted)
    p.syntax(
      node,
      'An event is published from the body of a rule. Put this into WHEN … THEN … END.',
    )
  return node
}
