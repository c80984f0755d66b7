// Calls and what looks like one: arguments, LET, LAMBDA and `=>`, the branches of MATCH.

import { Level, Token } from '../lexer/tokens.ts'
import type { Argument, Binding, Expr, Lambda, Match, Span, Word } from './ast.ts'
import type { Parser } from './parser.ts'

const NO_SUBJECT = 'MATCH starts with the value to look at: MATCH(value, pattern => result).'

/** Takes a name that is being bound: not a cell, not a word of the language. */
export function readNewName(p: Parser, what: string): Word {
  if (p.kind === Token.Word && p.text !== '_') return p.wordHere()
  if (p.kind === Token.Cell)
    p.fail(
      p,
      `${p.source.slice(p.start, p.end)} is a cell, which cannot be ${what}. Choose a name that is no cell, such as ${p.source.slice(p.start, p.end).replaceAll('$', '').toLowerCase()}_.`,
    )
  else if (p.atWord())
    p.fail(
      p,
      `${p.source.slice(p.start, p.end)} is a word of the language and cannot be ${what}. Choose another name.`,
    )
  else p.unexpected('a name')
  return p.noWord()
}

/** Reads a call; the bracket is right behind the name, which ends at `fnEnd`. */
export function readCall(p: Parser, fn: string, start: number, fnEnd: number): Expr {
  p.end = p.pos = fnEnd
  p.advance()
  if (!p.enter()) return p.broken(start)
  const node = readCallNode(p, fn, start, fnEnd)
  p.leave()
  return node
}

function readCallNode(p: Parser, fn: string, start: number, fnEnd: number): Expr {
  if (fn === 'MATCH') return readMatch(p, start, fnEnd)
  if (fn === 'LET') return readLet(p, start)
  if (fn === 'LAMBDA') return readLambdaCall(p, start)
  const args = readArgs(p)
  p.grow(p.height + 1, start)
  return { type: 'call', start, end: p.prevEnd, fn, fnEnd, args }
}

/** Reads arguments in brackets; leaves the height of the highest. */
export function readArgs(p: Parser): Argument[] {
  const outer = p.openBracket()
  const args: Argument[] = []
  let height = 0
  const semicolons: Span[] = []
  if (p.kind !== Token.Close)
    do {
      if (p.take(Token.Semicolon)) semicolons.push(before(p, 1))
      args.push(readArgument(p))
      if (p.height > height) height = p.height
    } while (p.take(Token.Comma) || p.kind === Token.Semicolon)
  closeArgs(p, outer)
  if (semicolons.length > 0) noSemicolons(p, semicolons)
  p.height = height
  return args
}

/** The span of the last units taken. */
function before(p: Parser, units: number): Span {
  return { start: p.prevEnd - units, end: p.prevEnd }
}

/** Where a comma divides decimals, spreadsheets separate arguments by semicolons. */
function noSemicolons(p: Parser, spans: readonly Span[]): void {
  p.syntax(spans[0]!, 'Arguments are separated by commas, not by semicolons.', {
    title: 'Write commas',
    edits: spans.map(({ start, end }) => ({ start, end, text: ',' })),
  })
}

function closeArgs(p: Parser, outer: number): void {
  p.closeBracket(outer, Token.Close, 'a comma or )')
}

function readArgument(p: Parser): Argument {
  const { start } = p
  p.height = 0
  if (p.kind === Token.Comma || p.kind === Token.Semicolon || p.kind === Token.Close)
    return { start: p.prevEnd, end: p.prevEnd, name: undefined, value: undefined }
  let name: Word | undefined
  if (p.atWord() && p.isAhead(':=')) {
    name = p.wordHere()
    p.advance()
  }
  const value = p.expression(Level.All)
  return { start: p.from(start), end: p.prevEnd, name, value }
}

/** `MATCH(s, p => r)` has branches; without `=>` it is the lookup, a call like any other. */
function readMatch(p: Parser, start: number, fnEnd: number): Expr {
  const outerBranches = p.branchesIn
  const outer = p.openBracket()
  p.branchesIn = p.open
  const args: Argument[] = []
  const branches: Match['branches'][number][] = []
  let height = 0
  if (p.kind !== Token.Close)
    do {
      const argument = readArgument(p)
      height = Math.max(height, p.height)
      if (p.kind === Token.Arrow && argument.value !== undefined && mayBranch(p, args)) {
        p.advance()
        branches.push({ pattern: argument.value, result: p.expression(Level.All) })
        height = Math.max(height, p.height)
      } else args.push(argument)
      if (branches.length > 0 && args.length > 1) {
        const message = 'Every branch of this MATCH needs its result: pattern => result.'
        p.fail(argument, message)
      }
    } while (p.take(Token.Comma))
  if (p.kind === Token.Arrow)
    p.fail(p, 'This => has no place here. Write a lambda in a branch as (x) => …')
  closeArgs(p, outer)
  p.branchesIn = outerBranches
  p.grow(height + 1, start)
  const end = p.prevEnd
  const subject = args[0]?.value
  if (branches.length > 0) {
    if (subject !== undefined) return { type: 'match', start, end, subject, branches }
    p.fail({ start, end: fnEnd }, NO_SUBJECT)
    return { type: 'broken', start, end }
  }
  return { type: 'call', start, end, fn: 'MATCH', fnEnd, args }
}

function mayBranch(p: Parser, args: readonly Argument[]): boolean {
  if (args.length > 0) return true
  p.fail(p, NO_SUBJECT)
  return false
}

function readLet(p: Parser, start: number): Expr {
  const outer = p.openBracket()
  const bindings: Binding[] = []
  let height = 0
  while (p.unitAhead() === 44 && !p.halted) {
    const from = p.start
    const name = readNewName(p, 'bound by LET')
    p.take(Token.Comma)
    const value = p.expression(Level.All)
    height = Math.max(height, p.height)
    p.locals.bind(name.text)
    bindings.push({ start: p.from(from), end: p.prevEnd, name, value })
    if (!p.take(Token.Comma))
      p.unexpected('a comma and the value of LET', ' LET ends with an expression.')
  }
  if (bindings.length === 0)
    p.unexpected('a name and its value', ' LET is written LET(name, value, expression).')
  const value = p.expression(Level.All)
  height = Math.max(height, p.height)
  closeArgs(p, outer)
  p.locals.unbind(bindings.map((binding) => binding.name))
  p.grow(height + 1, start)
  return { type: 'let', start, end: p.prevEnd, bindings, value }
}

function readLambdaCall(p: Parser, start: number): Expr {
  const outer = p.openBracket()
  const params: Word[] = []
  while (p.unitAhead() === 44 && !p.halted) {
    const param = readNewName(p, 'a parameter')
    p.locals.bind(param.text)
    params.push(param)
    p.take(Token.Comma)
  }
  const body = p.expression(Level.All)
  const { height } = p
  closeArgs(p, outer)
  p.locals.unbind(params)
  p.grow(height + 1, start)
  return { type: 'lambda', start, end: p.prevEnd, params, body, called: true }
}

/** Whether the bracket here opens the parameters of a lambda: `(x, y) =>`. */
export function lambdaAhead(p: Parser): boolean {
  const { start, newline, space } = p
  p.scan()
  while (p.atWord()) {
    p.scan()
    if (p.kind !== Token.Comma) break
    p.scan()
  }
  let found = false
  if (p.kind === Token.Close) {
    p.scan()
    found = (p.kind as number) === Token.Arrow
  }
  p.rewind(start, newline, space)
  return found
}

/** Reads `(x, y) => e`. */
export function readLambda(p: Parser): Expr {
  const { start } = p
  const outer = p.openBracket()
  const params: Word[] = []
  while (p.kind !== Token.Close && !p.halted) {
    params.push(readNewName(p, 'a parameter'))
    if (!p.take(Token.Comma)) break
  }
  p.closeBracket(outer, Token.Close, 'a comma or )')
  return readLambdaBody(p, start, params)
}

/** Whether `=>` behind a bare name makes a lambda here. */
export function arrowMakesLambda(p: Parser): boolean {
  return p.kind === Token.Arrow && p.branchesIn !== p.open
}

/** Reads what follows the parameters; the current token is `=>`. */
export function readLambdaBody(p: Parser, start: number, params: readonly Word[]): Lambda {
  p.take(Token.Arrow)
  for (const param of params) p.locals.bind(param.text)
  const entered = p.enter()
  const body = entered ? p.expression(Level.All) : p.broken(start)
  if (entered) p.leave()
  p.locals.unbind(params)
  p.grow(p.height + 1, start)
  return { type: 'lambda', start, end: p.prevEnd, params, body, called: false }
}
