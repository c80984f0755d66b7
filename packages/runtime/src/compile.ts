// Turns an expression of the intermediate representation into a closure, once. A closure reads cells,
// names and places through its host, and keeps bindings in numbered slots. Branches that are not taken
// are not evaluated. Only TypeScript runs this file; Lua has its own walker of the same forms.

import type { Catalogue, IrExpr, IrForm, PositionWord } from '@cellwake/language'
import { broadcastMany, broadcastOne, broadcastTwo } from './broadcast.ts'
import { callable } from './call.ts'
import { describe, toLogical } from './coerce.ts'
import { equalValues } from './compare.ts'
import type { Fn, Functions } from './functions.ts'
import { columnOf, fieldOf, indexOf } from './inside.ts'
import { LAMBDA_MAX_CALLS } from './limits.ts'
import { negate, not, operators } from './operators.ts'
import { burn } from './primitives.ts'
import { checkTag } from './tags.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  durationOf,
  type ErrorCode,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isError,
  isLambda,
  isPending,
  type Lambda,
  objectOf,
  schedule,
  stops,
  type Value,
} from './values.ts'

/** Where a closure gets what is not in it. */
export interface Host {
  cell(sheet: number, column: number, row: number): Value
  range(sheet: number, column: number, row: number, lastColumn: number, lastRow: number): Value
  spill(sheet: number, column: number, row: number): Value
  name(name: string): Value
  external(symbol: string): Value
  position(word: PositionWord, count: Value): Value
  /** Functions that look at places: INDIRECT, OFFSET and their kind. */
  placed(fn: string, args: readonly (Value | undefined)[]): Value
}

/** An evaluation under way. */
export interface Frame {
  readonly host: Host
  readonly slots: Value[]
}

export type Code = (frame: Frame) => Value

export interface Library {
  readonly catalogue: Catalogue
  readonly functions: Functions
}

export class Compiler {
  readonly #library: Library
  readonly #calls = new Map<string, Fn>()
  #depth = 0

  constructor(library: Library) {
    this.#library = library
  }

  compile(expr: IrExpr): Code {
    if (typeof expr !== 'object') return () => expr
    return this.#form(expr)
  }

  #form(form: IrForm): Code {
    switch (form[0]) {
      case 'blank':
        return () => BLANK
      case 'dt': {
        const value = datetime(form[1])
        return () => value
      }
      case 'dur': {
        const value = durationOf(form[1], form[2], form[3])
        return () => value
      }
      case 'cron': {
        const value = schedule(form[1])
        return () => value
      }
      case 'err': {
        const value = errorOf(form[1] as ErrorCode, `#${form[1]} as written`)
        return () => value
      }
      case 'array':
        return this.#array(form[1], form.slice(2) as IrExpr[])
      case 'object':
        return this.#object(form.slice(1) as (string | IrExpr)[])
      case 'cell': {
        const [, sheet, column, row] = form
        return ({ host }) => host.cell(sheet, column, row)
      }
      case 'range': {
        const [, sheet, column, row, lastColumn, lastRow] = form
        return ({ host }) => host.range(sheet, column, row, lastColumn, lastRow)
      }
      case 'spill': {
        const [, sheet, column, row] = form
        return ({ host }) => host.spill(sheet, column, row)
      }
      case 'name': {
        const [, name] = form
        return ({ host }) => host.name(name)
      }
      case 'local': {
        const [, slot] = form
        return ({ slots }) => slots[slot]!
      }
      case 'ext': {
        const [, symbol] = form
        return ({ host }) => host.external(symbol)
      }
      case 'pos': {
        const [, word] = form
        const count = this.compile(form[2])
        return (frame) => frame.host.position(word, count(frame))
      }
      case 'op':
        return this.#operators(form.slice(1) as (string | IrExpr)[])
      case 'neg':
        return this.#each(form[1], negate)
      case 'not':
        return this.#each(form[1], not)
      case 'is': {
        const [, what] = form
        return this.#each(form[2], (value) => isWhat(what, value))
      }
      case 'call':
        return this.#call(form[1], form.slice(2) as (IrExpr | null)[])
      case 'apply':
        return this.#apply(form[1], form.slice(2) as (IrExpr | null)[])
      case 'if':
        return this.#choice(form.slice(1) as IrExpr[])
      case 'match':
        return this.#match(form[1], form.slice(2) as IrExpr[])
      case 'default':
        return this.#fallback(form.slice(1) as IrExpr[])
      case 'try': {
        const value = this.compile(form[1])
        const otherwise = this.compile(form[2])
        return (frame) => {
          const found = value(frame)
          return stops(found) ? otherwise(frame) : found
        }
      }
      case 'let':
        return this.#bindings(form.slice(1) as IrExpr[], undefined)
      case 'with': {
        const parts = form.slice(1) as IrExpr[]
        return this.#bindings(parts.slice(0, -1), this.compile(parts.at(-1)!))
      }
      case 'lambda':
        return this.#lambda(form[1], form[2])
      case 'field': {
        const [, , name] = form
        return this.#of(form[1], (value) => fieldOf(value, name))
      }
      case 'index': {
        const index = this.compile(form[2])
        const object = this.compile(form[1])
        return (frame) => indexOf(object(frame), index(frame))
      }
      case 'column': {
        const [, , name] = form
        return this.#of(form[1], (value) => columnOf(value, name))
      }
      case 'tag': {
        const [, tag] = form
        return this.#of(form[2], (value) => checkTag(value, tag))
      }
    }
  }

  /** Of a whole value. */
  #of(expr: IrExpr, fn: (value: Value) => Value): Code {
    const operand = this.compile(expr)
    return (frame) => fn(operand(frame))
  }

  /** Of each element. */
  #each(expr: IrExpr, fn: (value: Value) => Value): Code {
    const operand = this.compile(expr)
    return (frame) => broadcastOne(operand(frame), fn)
  }

  #array(columns: number, exprs: readonly IrExpr[]): Code {
    const items = exprs.map((expr) => this.compile(expr))
    const rows = columns === 0 ? 1 : items.length / columns
    return (frame) =>
      arrayOf(
        rows,
        columns,
        items.map((item) => item(frame)),
      )
  }

  #object(parts: readonly (string | IrExpr)[]): Code {
    const keys = parts.filter((_, i) => i % 2 === 0) as string[]
    const values = parts.filter((_, i) => i % 2 === 1).map((expr) => this.compile(expr))
    return (frame) =>
      objectOf(
        keys,
        values.map((value) => value(frame)),
      )
  }

  #operators(parts: readonly (string | IrExpr)[]): Code {
    let code = this.compile(parts[0]!)
    for (let i = 1; i < parts.length; i += 2) {
      const left = code
      const right = this.compile(parts[i + 1]!)
      const operator = operators[parts[i] as string]!
      code = (frame) => {
        const a = left(frame)
        const b = right(frame)
        if (typeof a !== 'object' && typeof b !== 'object') return operator(a, b)
        return broadcastTwo(a, b, operator)
      }
    }
    return code
  }

  #call(name: string, exprs: readonly (IrExpr | null)[]): Code {
    const kinds = this.#library.catalogue.get(name)?.params ?? []
    const args = exprs.map((expr, i) => {
      if (expr === null) return undefined
      return kinds[i]?.kind === 'reference' ? this.#place(expr) : this.compile(expr)
    })
    const fn = this.#function(name)
    if (fn === undefined) {
      return (frame) =>
        frame.host.placed(
          name,
          args.map((arg) => arg?.(frame)),
        )
    }
    return (frame) => {
      burn(1)
      return fn(args.map((arg) => arg?.(frame)))
    }
  }

  /** For functions that ask where and not what. */
  #place(expr: IrExpr): Code {
    if (typeof expr !== 'object') return this.compile(expr)
    if (expr[0] === 'cell') {
      const [, sheet, column, row] = expr
      const place = { k: 10, sheet, column, row, lastColumn: column, lastRow: row } as const
      return () => place
    }
    if (expr[0] !== 'range') return this.compile(expr)
    const [, sheet, column, row, lastColumn, lastRow] = expr
    const place = { k: 10, sheet, column, row, lastColumn, lastRow } as const
    return () => place
  }

  #function(name: string): Fn | undefined {
    const known = this.#calls.get(name)
    if (known !== undefined) return known
    const signature = this.#library.catalogue.get(name)
    const fn = this.#library.functions[name]
    if (signature === undefined || fn === undefined) return undefined
    const made = callable(signature, fn)
    this.#calls.set(name, made)
    return made
  }

  #apply(expr: IrExpr, exprs: readonly (IrExpr | null)[]): Code {
    const callee = this.compile(expr)
    const args = exprs.map((arg) => this.compile(arg ?? ['blank']))
    return (frame) => {
      const fn = callee(frame)
      if (stops(fn)) return fn
      if (!isLambda(fn)) return errorOf('VALUE!', `${describe(fn)} is not a function`)
      return fn.call(args.map((arg) => arg(frame)))
    }
  }

  #lambda(params: readonly number[], expr: IrExpr): Code {
    const body = this.compile(expr)
    return (frame) => {
      // What it sees is what stood in the slots when it was made.
      const captured = [...frame.slots]
      const lambda: Lambda = {
        k: 9,
        arity: params.length,
        call: (args) => {
          if (args.length > params.length) {
            return errorOf('VALUE!', `the function takes ${params.length} arguments`)
          }
          if (this.#depth >= LAMBDA_MAX_CALLS) {
            return errorOf('CALC!', `functions call each other more than ${LAMBDA_MAX_CALLS} deep`)
          }
          burn(1)
          const slots = [...captured]
          params.forEach((slot, i) => {
            slots[slot] = args[i] ?? BLANK
          })
          this.#depth++
          const value = body({ host: frame.host, slots })
          this.#depth--
          return value
        },
      }
      return lambda
    }
  }

  #choice(parts: readonly IrExpr[]): Code {
    let code = this.compile(parts.at(-1)!)
    for (let i = parts.length - 3; i >= 0; i -= 2) {
      const condition = this.compile(parts[i]!)
      const then = this.compile(parts[i + 1]!)
      const otherwise = code
      code = (frame) => {
        const found = condition(frame)
        if (isArray(found)) return picked(found, then(frame), otherwise(frame))
        const holds = toLogical(found)
        if (typeof holds !== 'boolean') return holds
        return holds ? then(frame) : otherwise(frame)
      }
    }
    return code
  }

  #match(subjectExpr: IrExpr, parts: readonly IrExpr[]): Code {
    const subject = this.compile(subjectExpr)
    let code = this.compile(parts.at(-1)!)
    const tests: { fits: Code; result: Code }[] = []
    for (let i = 0; i + 2 < parts.length; i += 2) {
      tests.push({ fits: this.compile(parts[i]!), result: this.compile(parts[i + 1]!) })
    }
    const otherwise = code
    code = (frame) => {
      const value = subject(frame)
      if (stops(value)) return value
      for (const { fits, result } of tests) {
        const found = fitsPattern(value, fits(frame))
        if (typeof found !== 'boolean') return found
        if (found) return result(frame)
      }
      return otherwise(frame)
    }
    return code
  }

  #fallback(parts: readonly IrExpr[]): Code {
    const codes = parts.map((part) => this.compile(part))
    const last = codes.pop()!
    return (frame) => {
      for (const code of codes) {
        const value = code(frame)
        if (isArray(value)) return broadcastTwo(value, last(frame), (a, b) => (absent(a) ? b : a))
        if (!absent(value)) return value
      }
      return last(frame)
    }
  }

  #bindings(parts: readonly IrExpr[], otherwise: Code | undefined): Code {
    const body = this.compile(parts.at(-1)!)
    const slots: number[] = []
    const values: Code[] = []
    for (let i = 0; i + 1 < parts.length; i += 2) {
      slots.push(parts[i] as number)
      values.push(this.compile(parts[i + 1]!))
    }
    return (frame) => {
      for (let i = 0; i < slots.length; i++) {
        const value = values[i]!(frame)
        if (otherwise !== undefined && stops(value)) return otherwise(frame)
        frame.slots[slots[i]!] = value
      }
      const value = body(frame)
      return otherwise !== undefined && stops(value) ? otherwise(frame) : value
    }
  }
}

function absent(value: Value): boolean {
  return isBlank(value) || stops(value)
}

/** Where a condition is an array, each element chooses for itself. */
function picked(conditions: Value, then: Value, otherwise: Value): Value {
  return broadcastMany([conditions, then, otherwise], ([condition, a, b]) => {
    const holds = toLogical(condition!)
    if (typeof holds !== 'boolean') return holds
    return holds ? a! : b!
  })
}

function fitsPattern(value: Value, pattern: Value): boolean | Value {
  if (stops(pattern)) return pattern
  if (isLambda(pattern)) {
    const holds = toLogical(pattern.call([value]))
    return holds
  }
  if (!isArray(pattern)) return equalValues(value, pattern)
  for (const item of pattern.items) {
    const same = equalValues(value, item)
    if (same === true) return true
  }
  return false
}

function isWhat(what: string, value: Value): boolean {
  switch (what) {
    case 'ERROR':
      return isError(value)
    case 'BLANK':
      return isBlank(value)
    case 'PENDING':
      return isPending(value)
    case 'NUMBER':
      return typeof value === 'number'
    case 'TEXT':
      return typeof value === 'string'
    case 'LOGICAL':
      return typeof value === 'boolean'
    default:
      return isDatetime(value)
  }
}
