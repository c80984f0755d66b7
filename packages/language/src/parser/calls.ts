// Calls and what looks like one: arguments, LET, LAMBDA and `=>`, the branches of MATCH.

import { Level, Token } from '../lexer/tokens.ts'
import type { Argument, Binding, Expr, Lambda, Match, Span, Word } from './ast.ts'
import { LiteralParser } from './literals.ts'

const NO_SUBJECT = 'MATCH starts with the value to look at: MATCH(value, pattern => result).'

export abstract class CallParser extends LiteralParser {
  /** Names bound by LET, DO, WITH and lambdas around here, and how often: `f(2)` then applies one. */
  private readonly locals = new Map<string, number>()
  /** The bracket of a MATCH, right inside of which `x => y` is a branch and not a lambda. */
  private branchesIn = -2

  isLocal(name: string): boolean {
    return this.locals.size > 0 && (this.locals.get(name) ?? 0) > 0
  }

  bind(name: string): void {
    this.locals.set(name, (this.locals.get(name) ?? 0) + 1)
  }

  unbind(words: readonly { readonly text: string }[]): void {
    for (const { text } of words) {
      const left = this.locals.get(text)! - 1
      if (left > 0) this.locals.set(text, left)
      else this.locals.delete(text)
    }
  }

  /** Takes a name that is being bound: not a cell, not a word of the language. */
  newName(what: string): Word {
    if (this.kind === Token.Word && this.text !== '_') return this.wordHere()
    if (this.kind === Token.Cell)
      this.fail(
        this,
        `${this.source.slice(this.start, this.end)} is a cell, which cannot be ${what}. Choose a name that is no cell, such as ${this.source.slice(this.start, this.end).replaceAll('$', '').toLowerCase()}_.`,
      )
    else if (this.atWord())
      this.fail(
        this,
        `${this.source.slice(this.start, this.end)} is a word of the language and cannot be ${what}. Choose another name.`,
      )
    else this.unexpected('a name')
    return this.noWord()
  }

  /** Reads a call; the bracket is right behind the name, which ends at `fnEnd`. */
  call(fn: string, start: number, fnEnd: number): Expr {
    this.end = this.pos = fnEnd
    this.advance()
    if (!this.enter()) return this.broken(start)
    const node = this.callNode(fn, start, fnEnd)
    this.leave()
    return node
  }

  private callNode(fn: string, start: number, fnEnd: number): Expr {
    if (fn === 'MATCH') return this.match(start, fnEnd)
    if (fn === 'LET') return this.let(start)
    if (fn === 'LAMBDA') return this.lambdaCall(start)
    const args = this.args()
    this.grow(this.height + 1, start)
    return { type: 'call', start, end: this.prevEnd, fn, fnEnd, args }
  }

  /** Reads arguments in brackets; leaves the height of the highest. */
  args(): Argument[] {
    const outer = this.openBracket()
    const args: Argument[] = []
    let height = 0
    const semicolons: Span[] = []
    if (this.kind !== Token.Close)
      do {
        if (this.take(Token.Semicolon)) semicolons.push(this.before(1))
        args.push(this.argument())
        if (this.height > height) height = this.height
      } while (this.take(Token.Comma) || this.kind === Token.Semicolon)
    this.closeArgs(outer)
    if (semicolons.length > 0) this.noSemicolons(semicolons)
    this.height = height
    return args
  }

  /** The span of the last units taken. */
  private before(units: number): Span {
    return { start: this.prevEnd - units, end: this.prevEnd }
  }

  /** Where a comma divides decimals, spreadsheets separate arguments by semicolons. */
  private noSemicolons(spans: readonly Span[]): void {
    this.syntax(spans[0]!, 'Arguments are separated by commas, not by semicolons.', {
      title: 'Write commas',
      edits: spans.map(({ start, end }) => ({ start, end, text: ',' })),
    })
  }

  private closeArgs(outer: number): void {
    this.closeBracket(outer, Token.Close, 'a comma or )')
  }

  argument(): Argument {
    const { start } = this
    this.height = 0
    if (this.kind === Token.Comma || this.kind === Token.Semicolon || this.kind === Token.Close)
      return { start: this.prevEnd, end: this.prevEnd, name: undefined, value: undefined }
    let name: Word | undefined
    if (this.atWord() && this.isAhead(':=')) {
      name = this.wordHere()
      this.advance()
    }
    const value = this.expression(Level.All)
    return { start: this.from(start), end: this.prevEnd, name, value }
  }

  /** `MATCH(s, p => r)` has branches; without `=>` it is the lookup, a call like any other. */
  private match(start: number, fnEnd: number): Expr {
    const outerBranches = this.branchesIn
    const outer = this.openBracket()
    this.branchesIn = this.open
    const args: Argument[] = []
    const branches: Match['branches'][number][] = []
    let height = 0
    if (this.kind !== Token.Close)
      do {
        const argument = this.argument()
        height = Math.max(height, this.height)
        if (this.kind === Token.Arrow && argument.value !== undefined && this.mayBranch(args)) {
          this.advance()
          branches.push({ pattern: argument.value, result: this.expression(Level.All) })
          height = Math.max(height, this.height)
        } else args.push(argument)
        if (branches.length > 0 && args.length > 1) {
          const message = 'Every branch of this MATCH needs its result: pattern => result.'
          this.fail(argument, message)
        }
      } while (this.take(Token.Comma))
    if (this.kind === Token.Arrow)
      this.fail(this, 'This => has no place here. Write a lambda in a branch as (x) => …')
    this.closeArgs(outer)
    this.branchesIn = outerBranches
    this.grow(height + 1, start)
    const end = this.prevEnd
    const subject = args[0]?.value
    if (branches.length > 0) {
      if (subject !== undefined) return { type: 'match', start, end, subject, branches }
      this.fail({ start, end: fnEnd }, NO_SUBJECT)
      return { type: 'broken', start, end }
    }
    return { type: 'call', start, end, fn: 'MATCH', fnEnd, args }
  }

  private mayBranch(args: readonly Argument[]): boolean {
    if (args.length > 0) return true
    this.fail(this, NO_SUBJECT)
    return false
  }

  private let(start: number): Expr {
    const outer = this.openBracket()
    const bindings: Binding[] = []
    let height = 0
    while (this.unitAhead() === 44 && !this.halted) {
      const from = this.start
      const name = this.newName('bound by LET')
      this.take(Token.Comma)
      const value = this.expression(Level.All)
      height = Math.max(height, this.height)
      this.bind(name.text)
      bindings.push({ start: this.from(from), end: this.prevEnd, name, value })
      if (!this.take(Token.Comma))
        this.unexpected('a comma and the value of LET', ' LET ends with an expression.')
    }
    if (bindings.length === 0)
      this.unexpected('a name and its value', ' LET is written LET(name, value, expression).')
    const value = this.expression(Level.All)
    height = Math.max(height, this.height)
    this.closeArgs(outer)
    this.unbind(bindings.map((binding) => binding.name))
    this.grow(height + 1, start)
    return { type: 'let', start, end: this.prevEnd, bindings, value }
  }

  private lambdaCall(start: number): Expr {
    const outer = this.openBracket()
    const params: Word[] = []
    while (this.unitAhead() === 44 && !this.halted) {
      const param = this.newName('a parameter')
      this.bind(param.text)
      params.push(param)
      this.take(Token.Comma)
    }
    const body = this.expression(Level.All)
    const { height } = this
    this.closeArgs(outer)
    this.unbind(params)
    this.grow(height + 1, start)
    return { type: 'lambda', start, end: this.prevEnd, params, body, called: true }
  }

  /** Whether the bracket here opens the parameters of a lambda: `(x, y) =>`. */
  lambdaAhead(): boolean {
    const { start, newline, space } = this
    this.scan()
    while (this.atWord()) {
      this.scan()
      if (this.kind !== Token.Comma) break
      this.scan()
    }
    let found = false
    if (this.kind === Token.Close) {
      this.scan()
      found = (this.kind as number) === Token.Arrow
    }
    this.rewind(start, newline, space)
    return found
  }

  /** Reads `(x, y) => e`. */
  lambda(): Expr {
    const { start } = this
    const outer = this.openBracket()
    const params: Word[] = []
    while (this.kind !== Token.Close && !this.halted) {
      params.push(this.newName('a parameter'))
      if (!this.take(Token.Comma)) break
    }
    this.closeBracket(outer, Token.Close, 'a comma or )')
    return this.lambdaBody(start, params)
  }

  /** Whether `=>` behind a bare name makes a lambda here. */
  arrowMakesLambda(): boolean {
    return this.kind === Token.Arrow && this.branchesIn !== this.open
  }

  /** Reads what follows the parameters; the current token is `=>`. */
  lambdaBody(start: number, params: readonly Word[]): Lambda {
    this.take(Token.Arrow)
    for (const param of params) this.bind(param.text)
    const entered = this.enter()
    const body = entered ? this.expression(Level.All) : this.broken(start)
    if (entered) this.leave()
    this.unbind(params)
    this.grow(this.height + 1, start)
    return { type: 'lambda', start, end: this.prevEnd, params, body, called: false }
  }
}
