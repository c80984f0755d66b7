// Reads generated Lua again, and accepts only what the emitter writes: a few kinds of statements and expressions, over
// names that it knows. A text that came through as code, or a file that somebody has changed, is refused with its line.

import { EmitError } from '../errors.ts'

type Token = {
  readonly kind: 'name' | 'number' | 'text' | 'sign'
  readonly text: string
  readonly line: number
}

const WORDS = new Set([
  ...['local', 'function', 'return', 'end', 'if', 'then', 'elseif', 'else', 'do', 'for'],
  ...['and', 'true', 'false'],
])

/** The operations that code may call. */
const OPERATIONS = new Set([
  ...['blank', 'minusZero', 'cell', 'range', 'spill', 'external', 'name', 'finite', 'operate'],
  ...['join', 'negate', 'invert', 'is', 'choose', 'isAbsent', 'isStop', 'unlessAbsent', 'isArray'],
  ...['fn', 'part'],
])
/** The names that there are beside registers. */
const NAMES = new Set(['o', 'K', 'F', 'P', 'at', 'slots', 'type', 'i', 'generated_forms'])
const REGISTER = /^v\d{1,2}$/
const BINARY = new Set(['+', '-', '*', '/', '==', '~=', '<', '<=', '>', '>=', 'and'])

export function lintForms(source: string): void {
  new Lint(tokensOf(source)).file()
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const pattern =
    /([ \n]+)|([A-Za-z_][A-Za-z0-9_]*)|(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|("(?:[A-Za-z0-9 ]|\\\d{3})*")|(==|~=|<=|>=|[-+*/<>=(){}[\],.])/y
  let line = 1
  while (pattern.lastIndex < source.length) {
    const at = pattern.lastIndex
    const found = pattern.exec(source)
    if (found === null) throw new EmitError(line, `it does not read ${JSON.stringify(source[at])}`)
    const [text, blank, name, number, quoted] = found
    if (blank !== undefined) {
      line += blank.split('\n').length - 1
      continue
    }
    const kind =
      name !== undefined
        ? 'name'
        : number !== undefined
          ? 'number'
          : quoted !== undefined
            ? 'text'
            : 'sign'
    tokens.push({ kind, text, line })
  }
  return tokens
}

class Lint {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  file(): void {
    for (const text of ['local', 'generated_forms', 'do', 'local', 'P', '=', '{', '}'])
      this.#take(text)
    while (this.#is('P')) {
      this.#place('P')
      for (const text of ['=', 'function', '(', 'F', ')']) this.#take(text)
      while (this.#is('F')) {
        this.#place('F')
        for (const text of ['=', 'function', '(', 'o', ')', 'local', 'K', '=', '{', '}'])
          this.#take(text)
        while (this.#is('K')) {
          this.#place('K')
          this.#take('=')
          this.#expression()
        }
        this.#take('return')
        this.#function()
        this.#take('end')
      }
      this.#take('end')
    }
    for (const text of ['function', 'generated_forms', '(', ')', 'local', 'F', '=', '{', '}'])
      this.#take(text)
    for (const text of ['for', 'i', '=', '1', ',']) this.#take(text)
    if (this.#next().kind !== 'number') this.#refuse()
    for (const text of ['do', 'P', '[', 'i', ']', '(', 'F', ')', 'end']) this.#take(text)
    for (const text of ['return', 'F', 'end', 'end']) this.#take(text)
    if (this.#at < this.#tokens.length) this.#refuse()
  }

  /** `P[1]` */
  #place(name: string): void {
    this.#take(name)
    this.#take('[')
    if (this.#next().kind !== 'number') this.#refuse()
    this.#take(']')
  }

  /** The function of a cell. */
  #function(): void {
    for (const text of ['function', '(', 'at', ',', 'slots', ')', 'local']) this.#take(text)
    this.#register()
    while (this.#skip(',')) this.#register()
    while (!this.#is('return')) this.#statement()
    this.#take('return')
    this.#register()
    this.#take('end')
  }

  #register(): void {
    if (!REGISTER.test(this.#next().text)) this.#refuse()
  }

  #statement(): void {
    if (this.#skip('if')) {
      this.#expression()
      this.#take('then')
      this.#block()
      while (this.#skip('elseif')) {
        this.#expression()
        this.#take('then')
        this.#block()
      }
      if (this.#skip('else')) this.#block()
      this.#take('end')
      return
    }
    // An assignment to a register, to an element of a list in one, or to a slot.
    if (this.#is('slots')) this.#place('slots')
    else {
      this.#register()
      if (this.#skip('[')) {
        if (this.#next().kind !== 'number') this.#refuse()
        this.#take(']')
      }
    }
    this.#take('=')
    this.#expression()
  }

  #block(): void {
    while (!this.#is('end') && !this.#is('else') && !this.#is('elseif')) this.#statement()
  }

  #expression(): void {
    this.#operand()
    while (BINARY.has(this.#peek())) {
      this.#at++
      this.#operand()
    }
  }

  #operand(): void {
    const token = this.#next()
    if (token.kind === 'number' || token.kind === 'text') return
    if (token.kind === 'name') {
      this.#named(token)
      return
    }
    if (token.text === '(') {
      // Of a number below zero.
      this.#take('-')
      if (this.#next().kind !== 'number') this.#refuse()
      this.#take(')')
      return
    }
    if (token.text !== '{') this.#refuse()
    this.#list('}')
  }

  #named(token: Token): void {
    const { text } = token
    if (text === 'true' || text === 'false') return
    if (text === 'function') {
      this.#at--
      this.#function()
      return
    }
    if (WORDS.has(text)) this.#refuse()
    if (!NAMES.has(text) && !REGISTER.test(text)) this.#refuse()
    if (text === 'o') {
      this.#take('.')
      if (!OPERATIONS.has(this.#next().text)) this.#refuse()
    } else if (text === 'K' || text === 'slots') {
      // The slots are handed on as they are, too.
      if (this.#skip('[')) {
        if (this.#next().kind !== 'number') this.#refuse()
        this.#take(']')
      } else if (text === 'K') this.#refuse()
    }
    if (this.#skip('(')) this.#list(')')
  }

  #list(end: string): void {
    if (this.#skip(end)) return
    this.#expression()
    while (this.#skip(',')) this.#expression()
    this.#take(end)
  }

  // Tokens

  #peek(): string {
    return this.#tokens[this.#at]?.text ?? ''
  }

  #is(text: string): boolean {
    const token = this.#tokens[this.#at]
    return token !== undefined && token.kind !== 'text' && token.text === text
  }

  #skip(text: string): boolean {
    if (!this.#is(text)) return false
    this.#at++
    return true
  }

  #take(text: string): void {
    if (!this.#skip(text)) {
      this.#at++
      this.#refuse()
    }
  }

  #next(): Token {
    const token = this.#tokens[this.#at++]
    if (token === undefined) throw new EmitError(0, 'it ends too early')
    return token
  }

  #refuse(): never {
    const token = this.#tokens[this.#at - 1]
    throw new EmitError(
      token?.line ?? 0,
      `${JSON.stringify(token?.text ?? '')} has no business there`,
    )
  }
}
