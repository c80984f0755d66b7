// The operations that the code of `lua_generated` calls: one table for each form of a model. A part of an expression that
// is not worth code of its own is interpreted, with the same result.

import type { IrExpr, PositionWord } from '@cellwake/language'
import { broadcastMany, broadcastOne, broadcastTwo } from '../broadcast.ts'
import { toLogical } from '../coerce.ts'
import { compileExpression } from '../compile/expression.ts'
import type { Code } from '../compile/linker.ts'
import type { Args, Fn } from '../functions.ts'
import { CALL_STEPS } from '../limits.ts'
import { finite, join, joinAll, negate, not, operators } from '../operators.ts'
import { burn } from '../primitives.ts'
import {
  arrayOf,
  BLANK,
  errorOf,
  isArray,
  isBlank,
  isDatetime,
  isError,
  isPending,
  stops,
  type Value,
} from '../values.ts'
import { plainFunction } from './call-arguments.ts'
import { formLinker, position, rangeValue } from './form-linker.ts'
import { nameNode } from './grid.ts'
import { NO_SPILL } from './positions.ts'
import { shown } from './ranges.ts'
import { read } from './reading.ts'
import type { Coded, Generated, ModelState, Node } from './state.ts'

/** The generated code of a form: made once for a model, it gives the closure that runs. */
export type GeneratedForm = (this: void, operations: Operations) => Code<Node>

export interface Operations {
  readonly blank: Value
  readonly minusZero: number
  cell(this: void, at: Node, reference: number): Value
  range(this: void, at: Node, reference: number): Value
  spill(this: void, at: Node, reference: number): Value
  external(this: void, at: Node, place: number): Value
  name(this: void, name: string): (this: void) => Value
  finite(this: void, value: number): Value
  /** Two operands that are not both numbers. */
  operate(this: void, sign: string, a: Value, b: Value): Value
  join(this: void, values: readonly Value[]): Value
  negate(this: void, value: Value): Value
  invert(this: void, value: Value): Value
  is(this: void, what: string, value: Value): Value
  /** A condition that is neither TRUE nor FALSE. */
  choose(
    this: void,
    condition: Value,
    then: Code<Node>,
    otherwise: Code<Node>,
    at: Node,
    slots: Value[],
  ): Value
  isAbsent(this: void, value: Value): boolean
  isStop(this: void, value: Value): boolean
  unlessAbsent(this: void, value: Value, otherwise: Value): Value
  isArray(this: void, value: Value): boolean
  array(this: void, columns: number, items: readonly Value[]): Value
  fn(this: void, name: string): Fn
  /** Anything else, with so many references and external calls before it. */
  part(this: void, expr: IrExpr, references: number, externals: number): Code<Node>
  position(this: void, word: PositionWord): Code<Node>
}

const QUESTIONS: Readonly<Record<string, (value: Value) => Value>> = {
  ERROR: isError,
  BLANK: isBlank,
  PENDING: isPending,
  NUMBER: (value) => typeof value === 'number',
  TEXT: (value) => typeof value === 'string',
  LOGICAL: (value) => typeof value === 'boolean',
  DATE: isDatetime,
}

const NO_INTERSECTION = errorOf('NULL!', 'only ranges that are written out have an intersection')

/** How a host hands the generated code to a model. */
export function generatedBy(forms: Readonly<Record<number, GeneratedForm | undefined>>): Generated {
  return (m) => {
    const operations = operationsOf(m)
    return (form): Coded | undefined => {
      const made = forms[form]
      return made === undefined ? undefined : { code: made(operations) }
    }
  }
}

function operationsOf(m: ModelState): Operations {
  return {
    blank: BLANK,
    minusZero: negativeZero(),
    cell: (at, reference) => {
      const value = read(m, at.refs[reference]!)
      return typeof value === 'object' ? shown(value) : value
    },
    range: (at, reference) => rangeValue(m, at, at.refs[reference]!),
    spill: (at, reference) => {
      const value = read(m, at.refs[reference]!)
      return isArray(value) || stops(value) ? value : NO_SPILL
    },
    external: (at, place) => read(m, at.calls![place]!),
    name: (name) => {
      const node = nameNode(m, name)
      return () => read(m, node)
    },
    finite,
    operate: (sign, a, b) => {
      const operator = operators[sign]
      return operator === undefined ? NO_INTERSECTION : broadcastTwo(a, b, operator)
    },
    join: joined,
    negate: (value) => ofEach(value, negate),
    invert: (value) => ofEach(value, not),
    is: (what, value) => ofEach(value, QUESTIONS[what]!),
    choose: chosen,
    isAbsent: absent,
    isStop: stops,
    unlessAbsent: (value, otherwise) =>
      broadcastTwo(value, otherwise, (a, b) => (absent(a) ? b : a)),
    isArray,
    array: (columns, items) => arrayOf(columns === 0 ? 1 : items.length / columns, columns, items),
    fn: (name) => called(plainFunction(m, name)!),
    part: (expr, references, externals) =>
      compileExpression(expr, formLinker(m, references, externals), m.callables, m.depth),
    position: (word) => position(m, word, () => 0),
  }
}

/** A literal would be 0 in Lua. */
function negativeZero(): number {
  let zero = 0
  zero = zero * 1
  return -zero
}

function called(fn: Fn): Fn {
  return (args: Args) => {
    burn(CALL_STEPS)
    return fn(args)
  }
}

function ofEach(value: Value, fn: (value: Value) => Value): Value {
  return typeof value === 'object' ? broadcastOne(value, fn) : fn(value)
}

function joined(values: readonly Value[]): Value {
  let spreads = false
  for (const value of values) if (isArray(value)) spreads = true
  if (!spreads) return joinAll(values)
  let total = values[0]!
  for (let i = 1; i < values.length; i++) total = broadcastTwo(total, values[i]!, join)
  return total
}

function absent(value: Value): boolean {
  return isBlank(value) || stops(value)
}

function chosen(
  condition: Value,
  then: Code<Node>,
  otherwise: Code<Node>,
  at: Node,
  slots: Value[],
): Value {
  if (isArray(condition)) {
    const values = [condition, then(at, slots), otherwise(at, slots)]
    return broadcastMany(values, pickedOne)
  }
  const holds = toLogical(condition)
  if (typeof holds !== 'boolean') return holds
  return holds ? then(at, slots) : otherwise(at, slots)
}

function pickedOne(values: readonly Value[]): Value {
  const holds = toLogical(values[0]!)
  if (typeof holds !== 'boolean') return holds
  return holds ? values[1]! : values[2]!
}
