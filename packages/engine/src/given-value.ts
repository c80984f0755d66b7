// Values as callers give them: plain JSON, null for blank, and `{ "expr": "…" }` for what JSON has no
// form for, such as a date or 5pct. An expression may compute, but not read.

import { type Catalogue, compile } from '@cellwake/language'
import { fromJson, isError, isLambda, isReference, type Json, type Value } from '@cellwake/runtime'
import { EngineError } from './errors.ts'
import {
  GIVEN_DEPTH,
  GIVEN_ELEMENTS,
  GIVEN_EXPRESSION_CHARS,
  GIVEN_EXPRESSION_STEPS,
  GIVEN_TEXT_CHARS,
} from './limits.ts'
import { Literals } from './literals.ts'

export type GivenValue = Json | { readonly expr: string }

export class GivenValues {
  readonly #catalogue: Catalogue
  readonly #literals: Literals
  /** What is left for the expressions of one set, all together. */
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
    checkSize(symbol, given as Json)
    return fromJson(given as Json)
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
    return typeof value === 'object' && isError(value) ? { ...value, origin: symbol } : value
  }
}

/** A value that is given holds what a formula may give, and no more. */
function checkSize(symbol: string, given: Json): void {
  let left = GIVEN_ELEMENTS
  const look = (json: Json, room: number): void => {
    if (typeof json === 'string' && json.length > GIVEN_TEXT_CHARS) {
      throw new EngineError('bad-value', `${symbol} holds at most ${GIVEN_TEXT_CHARS} characters.`)
    }
    if (typeof json !== 'object' || json === null) return
    if (room === 0) {
      throw new EngineError('bad-value', `${symbol} holds values ${GIVEN_DEPTH} deep at most.`)
    }
    const inner = Array.isArray(json) ? (json as readonly Json[]) : Object.values(json)
    left -= inner.length
    if (left < 0) {
      throw new EngineError('bad-value', `${symbol} holds at most ${GIVEN_ELEMENTS} elements.`)
    }
    for (const one of inner) look(one, room - 1)
  }
  look(given, GIVEN_DEPTH)
}

function isExpression(given: object): given is { readonly expr: string } {
  const keys = Object.keys(given)
  return keys.length === 1 && keys[0] === 'expr' && typeof Object.values(given)[0] === 'string'
}
