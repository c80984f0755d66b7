// Turns an expression of the intermediate representation into a closure, once. A closure gets cells,
// names and places from codes that its linker made, and keeps bindings in numbered slots. Branches that
// are not taken are not evaluated. TypeScript and Lua share it: slots are never gaps.

import type { IrExpr, IrForm } from '@cellwake/language'
import { broadcastOne } from '../broadcast.ts'
import { columnOf, fieldOf, indexOf } from '../inside.ts'
import { negate, not } from '../operators.ts'
import { checkTag } from '../tags.ts'
import {
  arrayOf,
  BLANK,
  datetime,
  durationOf,
  type ErrorCode,
  errorOf,
  isBlank,
  isDatetime,
  isError,
  isPending,
  objectOf,
  schedule,
  type Value,
} from '../values.ts'
import { compileCall } from './calls.ts'
import { compileBindings, compileDefault, compileIf, compileMatch, compileTry } from './choices.ts'
import { compileApply, compileLambda } from './lambdas.ts'
import {
  type Arguments,
  type Callables,
  type Code,
  compileAll,
  type LambdaDepth,
  type Linker,
  type Unit,
} from './linker.ts'
import { compileOperators } from './operators.ts'

/** `depth` is one for all that may call each other's lambdas. */
export function compileExpression<At>(
  expr: IrExpr,
  linker: Linker<At>,
  callables: Callables,
  depth: LambdaDepth,
): Code<At> {
  let level = 0
  let deepest = 0
  let count = 0
  const compile = (part: IrExpr): Code<At> => {
    count++
    if (typeof part === 'number') return linker.number(part)
    if (typeof part !== 'object') return () => part
    level++
    if (level > deepest) deepest = level
    const code = formCode(unit, part)
    level--
    return code
  }
  const measured = (part: IrExpr) => {
    const outside = deepest
    const before = count
    deepest = level
    count = 0
    const code = compile(part)
    const levels = deepest - level
    const size = count
    deepest = outside
    // The measured part is counted when it is called.
    count = before
    return { code, levels, size }
  }
  const unit: Unit<At> = { linker, callables, depth, compile, measured }
  return compile(expr)
}

// Parts are compiled from left to right, because the linker may number references.
function formCode<At>(unit: Unit<At>, form: IrForm): Code<At> {
  switch (form[0]) {
    case 'blank':
      return constant(BLANK)
    case 'dt':
      return constant(datetime(form[1]))
    case 'dur':
      return constant(durationOf(form[1], form[2], form[3]))
    case 'cron':
      return constant(schedule(form[1]))
    case 'err':
      return constant(errorOf(form[1] as ErrorCode, `#${form[1]} as written`))
    case 'array':
      return arrayCode(unit, form[1], form.slice(2) as IrExpr[])
    case 'object':
      return objectCode(unit, form.slice(1) as (string | IrExpr)[])
    case 'cell':
      return unit.linker.cell(form[1], form[2], form[3])
    case 'range':
      return unit.linker.range(form[1], form[2], form[3], form[4], form[5])
    case 'spill':
      return unit.linker.spill(form[1], form[2], form[3])
    case 'name':
      return unit.linker.name(form[1])
    case 'local': {
      const [, slot] = form
      return (_, slots) => slots[slot]!
    }
    case 'ext':
      return unit.linker.external(form[1])
    case 'pos':
      return unit.linker.position(form[1], unit.compile(form[2]))
    case 'op':
      return compileOperators(unit, form.slice(1) as (string | IrExpr)[])
    case 'neg':
      return ofEach(unit, form[1], negate)
    case 'not':
      return ofEach(unit, form[1], not)
    case 'is':
      return ofEach(unit, form[2], questions[form[1]]!)
    case 'call':
      return compileCall(unit, form[1], form.slice(2) as Arguments)
    case 'apply':
      return compileApply(unit, form[1], form.slice(2) as Arguments)
    case 'if':
      return compileIf(unit, form.slice(1) as IrExpr[])
    case 'match':
      return compileMatch(unit, form[1], form.slice(2) as IrExpr[])
    case 'default':
      return compileDefault(unit, form.slice(1) as IrExpr[])
    case 'try':
      return compileTry(unit, form[1], form[2])
    case 'let':
      return compileBindings(unit, form.slice(1) as IrExpr[], undefined)
    case 'with':
      return compileBindings(
        unit,
        form.slice(1, form.length - 1) as IrExpr[],
        form[form.length - 1] as IrExpr,
      )
    case 'lambda':
      return compileLambda(unit, form[1], form[2])
    case 'field': {
      const [, , name] = form
      const object = unit.compile(form[1])
      return (at, slots) => fieldOf(object(at, slots), name)
    }
    case 'index': {
      const object = unit.compile(form[1])
      const index = unit.compile(form[2])
      return (at, slots) => indexOf(object(at, slots), index(at, slots))
    }
    case 'column': {
      const [, , name] = form
      const object = unit.compile(form[1])
      return (at, slots) => columnOf(object(at, slots), name)
    }
    case 'tag': {
      const [, tag] = form
      const value = unit.compile(form[2])
      return (at, slots) => checkTag(value(at, slots), tag)
    }
  }
}

function constant<At>(value: Value): Code<At> {
  return () => value
}

function ofEach<At>(unit: Unit<At>, expr: IrExpr, fn: (value: Value) => Value): Code<At> {
  const operand = unit.compile(expr)
  return (at, slots) => {
    const value = operand(at, slots)
    return typeof value === 'object' ? broadcastOne(value, fn) : fn(value)
  }
}

function arrayCode<At>(unit: Unit<At>, columns: number, exprs: readonly IrExpr[]): Code<At> {
  const codes = compileAll(unit, exprs)
  const rows = columns === 0 ? 1 : codes.length / columns
  return (at, slots) => {
    const items: Value[] = []
    for (let i = 0; i < codes.length; i++) items.push(codes[i]!(at, slots))
    return arrayOf(rows, columns, items)
  }
}

function objectCode<At>(unit: Unit<At>, parts: readonly (string | IrExpr)[]): Code<At> {
  const keys: string[] = []
  const codes: Code<At>[] = []
  for (let i = 0; i < parts.length; i += 2) {
    keys.push(parts[i] as string)
    codes.push(unit.compile(parts[i + 1]!))
  }
  return (at, slots) => {
    const values: Value[] = []
    for (let i = 0; i < codes.length; i++) values.push(codes[i]!(at, slots))
    return objectOf(keys, values)
  }
}

const questions: Readonly<Record<string, (value: Value) => Value>> = {
  ERROR: isError,
  BLANK: isBlank,
  PENDING: isPending,
  NUMBER: (value) => typeof value === 'number',
  TEXT: (value) => typeof value === 'string',
  LOGICAL: (value) => typeof value === 'boolean',
  DATE: isDatetime,
}
