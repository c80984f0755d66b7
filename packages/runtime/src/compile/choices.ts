// Conditional forms and bindings. A branch not taken is not evaluated, unless the condition is an
// array: then each element selects for itself, and all branches are evaluated.

import type { IrExpr } from '@cellwake/language'
import { broadcastMany, broadcastTwo } from '../broadcast.ts'
import { toLogical } from '../coerce.ts'
import { equalValues } from '../compare.ts'
import { burn } from '../primitives.ts'
import { isArray, isBlank, isLambda, stops, type Value } from '../values.ts'
import { type Code, compileAll, type Unit } from './linker.ts'

/** Conditions and values in turn, and the default. */
export function compileIf<At>(unit: Unit<At>, parts: readonly IrExpr[]): Code<At> {
  const codes = compileAll(unit, parts)
  return codes.length === 3 ? choice(codes[0]!, codes[1]!, codes[2]!) : choices(codes)
}

function choice<At>(condition: Code<At>, then: Code<At>, otherwise: Code<At>): Code<At> {
  return (at, slots) => {
    const found = condition(at, slots)
    if (found === true) return then(at, slots)
    if (found === false) return otherwise(at, slots)
    if (isArray(found)) return picked(found, then(at, slots), otherwise(at, slots))
    const holds = toLogical(found)
    if (typeof holds !== 'boolean') return holds
    return holds ? then(at, slots) : otherwise(at, slots)
  }
}

/** A loop and not choices inside each other, since authors may write thousands. */
function choices<At>(codes: readonly Code<At>[]): Code<At> {
  const last = codes.length - 1
  return (at, slots) => {
    let held: Value[] | undefined
    for (let i = 0; i < last; i += 2) {
      const found = codes[i]!(at, slots)
      if (isArray(found)) {
        held ??= []
        held.push(found)
        held.push(codes[i + 1]!(at, slots))
        continue
      }
      const holds = toLogical(found)
      if (typeof holds !== 'boolean') return afterArrays(held, holds)
      if (holds) return afterArrays(held, codes[i + 1]!(at, slots))
    }
    return afterArrays(held, codes[last]!(at, slots))
  }
}

/** Conditions that are arrays, each with its values, before the value that is left. */
function afterArrays(held: readonly Value[] | undefined, rest: Value): Value {
  if (held === undefined) return rest
  let value = rest
  for (let i = held.length - 2; i >= 0; i -= 2) value = picked(held[i]!, held[i + 1]!, value)
  return value
}

function picked(conditions: Value, then: Value, otherwise: Value): Value {
  return broadcastMany([conditions, then, otherwise], pickedOne)
}

function pickedOne(values: readonly Value[]): Value {
  const holds = toLogical(values[0]!)
  if (typeof holds !== 'boolean') return holds
  return holds ? values[1]! : values[2]!
}

/** Patterns and results in turn, and the default. */
export function compileMatch<At>(
  unit: Unit<At>,
  subjectExpr: IrExpr,
  parts: readonly IrExpr[],
): Code<At> {
  const subject = unit.compile(subjectExpr)
  const codes = compileAll(unit, parts)
  const last = codes.length - 1
  return (at, slots) => {
    const value = subject(at, slots)
    if (stops(value)) return value
    for (let i = 0; i < last; i += 2) {
      const found = fitsPattern(value, codes[i]!(at, slots))
      if (typeof found !== 'boolean') return found
      if (found) return codes[i + 1]!(at, slots)
    }
    return codes[last]!(at, slots)
  }
}

function fitsPattern(value: Value, pattern: Value): boolean | Value {
  if (stops(pattern)) return pattern
  if (isLambda(pattern)) return toLogical(pattern.call([value]))
  if (!isArray(pattern)) return equalValues(value, pattern)
  burn(3 * pattern.items.length)
  for (const item of pattern.items) if (equalValues(value, item) === true) return true
  return false
}

export function compileDefault<At>(unit: Unit<At>, parts: readonly IrExpr[]): Code<At> {
  const codes = compileAll(unit, parts)
  const last = codes.length - 1
  return (at, slots) => {
    let held: Value[] | undefined
    let value = codes[0]!(at, slots)
    for (let i = 1; i <= last; i++) {
      if (isArray(value)) {
        held ??= []
        held.push(value)
      } else if (!absent(value)) break
      value = codes[i]!(at, slots)
    }
    if (held === undefined) return value
    for (let i = held.length - 1; i >= 0; i--) value = broadcastTwo(held[i]!, value, unlessAbsent)
    return value
  }
}

function unlessAbsent(value: Value, otherwise: Value): Value {
  return absent(value) ? otherwise : value
}

function absent(value: Value): boolean {
  return isBlank(value) || stops(value)
}

export function compileTry<At>(unit: Unit<At>, expr: IrExpr, otherwiseExpr: IrExpr): Code<At> {
  const code = unit.compile(expr)
  const otherwise = unit.compile(otherwiseExpr)
  return (at, slots) => {
    const value = code(at, slots)
    return stops(value) ? otherwise(at, slots) : value
  }
}

/**
 * Slots and values in turn, and the body. With `otherwise`, an error in a value goes there; one in the
 * body is the body's.
 */
export function compileBindings<At>(
  unit: Unit<At>,
  parts: readonly IrExpr[],
  otherwiseExpr: IrExpr | undefined,
): Code<At> {
  const places: number[] = []
  const codes: Code<At>[] = []
  for (let i = 0; i + 1 < parts.length; i += 2) {
    places.push(parts[i] as number)
    codes.push(unit.compile(parts[i + 1]!))
  }
  const body = unit.compile(parts[parts.length - 1]!)
  if (otherwiseExpr === undefined) {
    return (at, slots) => {
      for (let i = 0; i < codes.length; i++) slots[places[i]!] = codes[i]!(at, slots)
      return body(at, slots)
    }
  }
  const otherwise = unit.compile(otherwiseExpr)
  return (at, slots) => {
    for (let i = 0; i < codes.length; i++) {
      const value = codes[i]!(at, slots)
      if (stops(value)) return otherwise(at, slots)
      slots[places[i]!] = value
    }
    return body(at, slots)
  }
}
