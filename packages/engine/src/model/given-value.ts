// Values as callers give them: plain JSON, null for blank, and `{ "expr": "…" }` for kinds that JSON has no
// form for, such as a date or 5pct. An expression may compute, but not read.

import { type Catalogue, compile } from '@cellwake/language'
import {
  beyondBounds,
  fromJson,
  isError,
  isLambda,
  isReference,
  type Json,
  STRING_MAX_CHARS,
  type Value,
} from '@cellwake/runtime'
import { EngineError } from '../errors.ts'
import { Literals } from '../formulas/literals.ts'
import { GIVEN_EXPRESSION_CHARS, GIVEN_EXPRESSION_STEPS } from '../limits.ts'
import { isRefusal, keptForm } from './kept-form.ts'

export type GivenValue = Json | { readonly expr: string }

export class GivenValues {
  readonly #catalogue: Catalogue
  readonly #literals: Literals
  /** Rest of the limits for the expressions of one set, all together. */
  #chars = 0
  #steps = 0

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
    this.#literals = new Literals(catalogue)
  }

  /** Another set begins. */
  begin(): void {
    this.#chars = GIVEN_EXPRESSION_CHARS
    this.#steps = GIVEN_EXPRESSION_STEPS
  }

  /** The value; throws `bad-value` when there is none. */
  read(symbol: string, given: GivenValue): Value {
    if (typeof given === 'object' && given !== null && isExpression(given)) {
      return this.#evaluate(symbol, given.expr)
    }
    if (typeof given === 'number' && !Number.isFinite(given)) {
      throw new EngineError('bad-value', `${symbol} cannot hold ${given}.`)
    }
    if (given === undefined || typeof given === 'function') {
      throw new EngineError('bad-value', `${symbol} cannot hold ${typeof given}.`)
    }
    return kept(symbol, asValue(symbol, given as Json))
  }

  #evaluate(symbol: string, text: string): Value {
    this.#chars -= text.length
    if (this.#chars < 0) {
      const most = `The expressions of a set have at most ${GIVEN_EXPRESSION_CHARS} characters`
      throw new EngineError('too-much-work', `${most}, all together.`)
    }
    const { ir, diagnostics } = compile(`x = ${text}\n`, { catalogue: this.#catalogue })
    const [formula] = ir?.formulas ?? []
    if (formula === undefined || ir?.formulas.length !== 1 || (ir?.rules.length ?? 0) > 0) {
      const why = diagnostics[0]?.message ?? 'it is no expression'
      throw new EngineError('bad-value', `The expression for ${symbol} cannot be read: ${why}.`)
    }
    const { always, maybe, regions, nearby, dynamic } = formula.reads
    if (always.length + maybe.length + regions.length + nearby.length > 0 || dynamic) {
      throw new EngineError('bad-value', `The expression for ${symbol} reads cells.`)
    }
    const value = this.#literals.value(formula.expr, this.#steps)
    this.#steps = this.#literals.stepsLeft
    if (this.#steps === 0) {
      throw new EngineError('too-much-work', `The expression for ${symbol} takes too many steps.`)
    }
    if (typeof value === 'object' && (isLambda(value) || isReference(value))) {
      throw new EngineError('bad-value', `The expression for ${symbol} gives no value to keep.`)
    }
    if (typeof value === 'object' && isError(value)) return { ...value, origin: symbol }
    return kept(symbol, value)
  }
}

function asValue(symbol: string, given: Json): Value {
  try {
    const name = classWithin(given)
    if (name !== undefined) throw new EngineError('bad-value', notPlain(symbol, name))
    return fromJson(given)
  } catch (error) {
    // Stack overflow: it recurses into nested values.
    if (!(error instanceof RangeError)) throw error
    throw new EngineError('bad-value', `What ${symbol} is given is nested too deep.`)
  }
}

/** Checks that the model can hold a value, and the store keep it. */
function kept(symbol: string, value: Value): Value {
  if (typeof value === 'string' && value.length > STRING_MAX_CHARS) {
    const most = `at most ${STRING_MAX_CHARS} characters, not ${value.length}`
    throw new EngineError('bad-value', `${symbol} takes a text of ${most}.`)
  }
  const wrong = beyondBounds(value)
  if (wrong !== undefined) throw new EngineError('bad-value', `${symbol}: ${wrong.message}.`)
  try {
    return keptForm(value)
  } catch (error) {
    if (!isRefusal(error)) throw error
    throw new EngineError('bad-value', `${symbol} cannot keep this: ${error.detail}.`)
  }
}

function isExpression(given: object): given is { readonly expr: string } {
  const keys = Object.keys(given)
  return keys.length === 1 && keys[0] === 'expr' && typeof Object.values(given)[0] === 'string'
}

/** The class of an object that is no plain JSON, such as Date, however deep it is; undefined if there is none. */
function classWithin(given: Json): string | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  if (!Array.isArray(given)) {
    const proto = Object.getPrototypeOf(given)
    if (proto !== Object.prototype && proto !== null) return proto.constructor?.name ?? 'class'
  }
  for (const value of Object.values(given)) {
    const name = classWithin(value)
    if (name !== undefined) return name
  }
  return undefined
}

function notPlain(symbol: string, name: string): string {
  const hint = name === 'Date' ? ' A moment is { expr: \'dt"2026-01-01T00:00:00Z"\' }.' : ''
  return `${symbol} takes plain JSON, and not a ${name}.${hint}`
}
