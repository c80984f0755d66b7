// The code of one form: a Lua function from the operations to the closure that runs for a cell. Plain arithmetic,
// comparisons, choices, bindings and calls are code; anything else is emitted as a table and interpreted. Values are in a
// few registers, and branches are functions of their own, so neither Lua's locals nor its nesting run out.

import type { Catalogue, IrExpr } from '@cellwake/language'
import type { Form } from '../interpret/program.ts'
import { abstractOf } from '../program/abstract.ts'
import { luaConstant, luaNumber, luaText } from './literals.ts'

/**
 * Registers of one function, far below the 200 locals of Lua; an expression that needs more is a function
 * of its own.
 */
const REGISTERS = 60

/** The catalogue's facts that emitting a call needs. */
export interface EmitParts {
  readonly catalogue: Catalogue
  /** Whether a call is nothing but its function, given values. */
  isPlain(name: string, args: readonly unknown[]): boolean
}

export function emitForm(form: Form, parts: EmitParts): string {
  return new Emitter(parts).form(form.expr)
}

class Emitter {
  readonly #parts: EmitParts
  /** Definitions emitted once per model: branches, names, functions, interpreted parts. */
  readonly #made: string[] = []
  #references = 0
  #externals = 0

  constructor(parts: EmitParts) {
    this.#parts = parts
  }

  form(expr: IrExpr): string {
    const body = this.#function(expr)
    const made = this.#made.map((text, i) => `K[${i + 1}] = ${text}\n`).join('')
    return `function(o)\nlocal K = {}\n${made}return ${body}\nend`
  }

  #make(text: string): string {
    this.#made.push(text)
    return `K[${this.#made.length}]`
  }

  /** The function that evaluates an expression. */
  #function(expr: unknown): string {
    const code = new Body((part, body, at) => this.#emit(part, body, at))
    code.put(expr, 0)
    return code.text()
  }

  #branch(expr: unknown): string {
    return this.#make(this.#function(expr))
  }

  /** Statements that leave the value in a register. */
  #emit(expr: unknown, body: Body, at: number): void {
    const to = body.register(at)
    if (typeof expr === 'number') {
      body.line(`${to} = ${luaNumber(expr)}`)
      return
    }
    if (typeof expr === 'string') {
      body.line(`${to} = ${luaText(expr)}`)
      return
    }
    if (typeof expr === 'boolean') {
      body.line(`${to} = ${expr}`)
      return
    }
    const form = expr as readonly unknown[]
    // An expression that needs many registers continues in a function of its own.
    if (at >= REGISTERS - 4) {
      body.line(`${to} = ${this.#branch(expr)}(at, slots)`)
      return
    }
    switch (form[0]) {
      case 'blank':
        body.line(`${to} = o.blank`)
        return
      case 'cell':
        body.line(`${to} = o.cell(at, ${this.#references++})`)
        return
      case 'range':
        body.line(`${to} = o.range(at, ${this.#references++})`)
        return
      case 'spill':
        body.line(`${to} = o.spill(at, ${this.#references++})`)
        return
      case 'ext':
        body.line(`${to} = o.external(at, ${this.#externals++})`)
        return
      case 'name':
        body.line(`${to} = ${this.#make(`o.name(${luaText(form[1] as string)})`)}()`)
        return
      case 'local':
        body.line(`${to} = slots[${(form[1] as number) + 1}]`)
        return
      case 'op':
        this.#operators(form, body, at)
        return
      case 'neg':
      case 'not':
        body.put(form[1], at)
        body.line(`${to} = o.${form[0] === 'neg' ? 'negate' : 'invert'}(${to})`)
        return
      case 'is':
        body.put(form[2], at)
        body.line(`${to} = o.is(${luaText(form[1] as string)}, ${to})`)
        return
      case 'if':
        this.#choice(form.slice(1), body, at)
        return
      case 'default':
        if (form.length === 3) this.#default(form, body, at)
        else this.#part(form, body, at)
        return
      case 'try': {
        body.put(form[1], at)
        const otherwise = this.#branch(form[2])
        body.line(`if o.isStop(${to}) then ${to} = ${otherwise}(at, slots) end`)
        return
      }
      case 'let':
        this.#bindings(form.slice(1), body, at)
        return
      case 'call': {
        const [, name, ...args] = form
        if (!this.#parts.isPlain(name as string, args)) {
          this.#part(form, body, at)
          return
        }
        const fn = this.#make(`o.fn(${luaText(name as string)})`)
        body.line(`${to} = ${fn}({${this.#values(args, body, at)}})`)
        return
      }
      default:
        this.#part(form, body, at)
        return
    }
  }

  /** Values in registers from one on; the list of their names. */
  #values(exprs: readonly unknown[], body: Body, at: number): string {
    return exprs
      .map((expr, i) => {
        body.put(expr, at + i)
        return body.register(at + i)
      })
      .join(', ')
  }

  #operators(form: readonly unknown[], body: Body, at: number): void {
    const signs = form.filter((_, i) => i > 0 && i % 2 === 0) as string[]
    const operands = form.filter((_, i) => i % 2 === 1)
    const to = body.register(at)
    if (signs.length > 1 && signs.every((sign) => sign === '&')) {
      // As many as there are: the list is made one by one.
      const list = body.register(at)
      const next = body.register(at + 1)
      body.line(`${list} = {}`)
      operands.forEach((operand, i) => {
        body.put(operand, at + 1)
        body.line(`${list}[${i + 1}] = ${next}`)
      })
      body.line(`${to} = o.join(${list})`)
      return
    }
    body.put(operands[0], at)
    signs.forEach((sign, i) => {
      body.put(operands[i + 1], at + 1)
      this.#operator(sign, to, body.register(at + 1), body)
    })
  }

  /** Two numbers, by far the most common operands, are done on the spot. */
  #operator(sign: string, a: string, b: string, body: Body): void {
    const general = `${a} = o.operate(${luaText(sign)}, ${a}, ${b})`
    const native = NATIVE[sign]
    if (native === undefined) {
      body.line(general)
      return
    }
    const both = `type(${a}) == "number" and type(${b}) == "number"`
    const test = sign === '/' ? `${both} and ${b} ~= 0` : both
    const value = `${a} ${native} ${b}`
    body.line(`if ${test} then`)
    body.line(`${a} = ${ARITHMETIC.has(sign) ? `o.finite(${value})` : value}`)
    body.line('else')
    body.line(general)
    body.line('end')
  }

  #choice(parts: readonly unknown[], body: Body, at: number): void {
    if (parts.length !== 3) {
      this.#part(['if', ...parts], body, at)
      return
    }
    const to = body.register(at)
    body.put(parts[0], at)
    const then = this.#branch(parts[1])
    const otherwise = this.#branch(parts[2])
    body.line(`if ${to} == true then ${to} = ${then}(at, slots)`)
    body.line(`elseif ${to} == false then ${to} = ${otherwise}(at, slots)`)
    body.line(`else ${to} = o.choose(${to}, ${then}, ${otherwise}, at, slots) end`)
  }

  #default(form: readonly unknown[], body: Body, at: number): void {
    const to = body.register(at)
    body.put(form[1], at)
    const otherwise = this.#branch(form[2])
    body.line(`if o.isArray(${to}) then`)
    body.line(`${to} = o.unlessAbsent(${to}, ${otherwise}(at, slots))`)
    body.line(`elseif o.isAbsent(${to}) then`)
    body.line(`${to} = ${otherwise}(at, slots)`)
    body.line('end')
  }

  #bindings(parts: readonly unknown[], body: Body, at: number): void {
    for (let i = 0; i + 1 < parts.length; i += 2) {
      body.put(parts[i + 1], at)
      body.line(`slots[${(parts[i] as number) + 1}] = ${body.register(at)}`)
    }
    body.put(parts.at(-1), at)
  }

  /** Emitted as a table, with its references. */
  #part(form: readonly unknown[], body: Body, at: number): void {
    const { sheets, externals } = abstractOf(
      form as unknown as IrExpr,
      this.#parts.catalogue,
      () => false,
    )
    const from = `${this.#references}, ${this.#externals}`
    const part = this.#make(`o.part(${this.#table(form)}, ${from})`)
    this.#references += sheets.length
    this.#externals += externals.length
    body.line(`${body.register(at)} = ${part}(at, slots)`)
  }

  /** A deeply nested table is built from tables made before it. */
  #table(form: readonly unknown[]): string {
    const walk = (part: unknown, level: number): string => {
      if (!Array.isArray(part)) return luaConstant(part)
      const whole = `{${part.map((inner) => walk(inner, level + 1)).join(', ')}}`
      return level > 0 && level % TABLE_LEVELS === 0 ? this.#make(whole) : whole
    }
    return walk(form, 0)
  }
}

/** Levels of one table: Lua reads no more than 200 of anything inside each other. */
const TABLE_LEVELS = 40

const NATIVE: Readonly<Record<string, string>> = {
  '+': '+',
  '-': '-',
  '*': '*',
  '/': '/',
  '=': '==',
  '<>': '~=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/'])

/** The statements of one function. */
class Body {
  readonly #lines: string[] = []
  readonly #emit: (expr: unknown, body: Body, at: number) => void
  #used = 1

  constructor(emit: (expr: unknown, body: Body, at: number) => void) {
    this.#emit = emit
  }

  register(at: number): string {
    this.#used = Math.max(this.#used, at + 1)
    return `v${at}`
  }

  put(expr: unknown, at: number): void {
    this.#emit(expr, this, at)
  }

  line(text: string): void {
    this.#lines.push(text)
  }

  text(): string {
    const registers = Array.from({ length: this.#used }, (_, i) => `v${i}`).join(', ')
    return `function(at, slots)\nlocal ${registers}\n${this.#lines.join('\n')}\nreturn v0\nend`
  }
}
