// Operators. Two numbers, by far the most common operands, are done on the spot; anything else goes to
// the general operator, element by element where there are arrays.

import type { IrExpr } from '@cellwake/language'
import { broadcastTwo } from '../broadcast.ts'
import { finite, join, joinAll, type Operator, operators } from '../operators.ts'
import { errorOf, isArray, type Value } from '../values.ts'
import type { Code, Unit } from './linker.ts'

/** So many closures may be inside each other. Longer chains are a loop: authors may write thousands. */
const nestedOperators = 4

export function compileOperators<At>(
  unit: Unit<At>,
  parts: readonly (string | IrExpr)[],
): Code<At> {
  const first = unit.compile(parts[0]!)
  const signs: string[] = []
  const codes: Code<At>[] = []
  for (let i = 1; i < parts.length; i += 2) {
    signs.push(parts[i] as string)
    codes.push(unit.compile(parts[i + 1]!))
  }
  if (codes.length > 1 && areJoins(signs)) return joinedCode([first, ...codes])
  let code = first
  const nested = Math.min(codes.length, nestedOperators)
  for (let i = 0; i < nested; i++) code = operation(signs[i]!, code, codes[i]!)
  return nested === codes.length ? code : chain(code, signs.slice(nested), codes.slice(nested))
}

function areJoins(signs: readonly string[]): boolean {
  for (const sign of signs) if (sign !== '&') return false
  return true
}

function chain<At>(
  first: Code<At>,
  signs: readonly string[],
  codes: readonly Code<At>[],
): Code<At> {
  const steps = signs.map((sign) => operatorOf(sign))
  return (at, slots) => {
    let total = first(at, slots)
    for (let i = 0; i < codes.length; i++) {
      const next = codes[i]!(at, slots)
      total =
        typeof total !== 'object' && typeof next !== 'object'
          ? steps[i]!(total, next)
          : broadcastTwo(total, next, steps[i]!)
    }
    return total
  }
}

/** Several texts are joined at once: two by two, the first would be copied again for each of the others. */
function joinedCode<At>(codes: readonly Code<At>[]): Code<At> {
  return (at, slots) => {
    const values: Value[] = []
    let spreads = false
    for (let i = 0; i < codes.length; i++) {
      const value = codes[i]!(at, slots)
      if (isArray(value)) spreads = true
      values.push(value)
    }
    if (!spreads) return joinAll(values)
    let total = values[0]!
    for (let i = 1; i < values.length; i++) total = broadcastTwo(total, values[i]!, join)
    return total
  }
}

function operatorOf(sign: string): Operator {
  return operators[sign] ?? noIntersection
}

/** Ranges that are written out have been intersected before; the places of values are not known. */
function noIntersection() {
  return errorOf('NULL!', 'only ranges that are written out have an intersection')
}

function operation<At>(sign: string, left: Code<At>, right: Code<At>): Code<At> {
  const general = operatorOf(sign)
  switch (sign) {
    case '+':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return finite(a + b)
        return broadcastTwo(a, b, general)
      }
    case '-':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return finite(a - b)
        return broadcastTwo(a, b, general)
      }
    case '*':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return finite(a * b)
        return broadcastTwo(a, b, general)
      }
    case '/':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number' && b !== 0) return finite(a / b)
        return broadcastTwo(a, b, general)
      }
    case '=':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a === b
        return broadcastTwo(a, b, general)
      }
    case '<>':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a !== b
        return broadcastTwo(a, b, general)
      }
    case '<':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a < b
        return broadcastTwo(a, b, general)
      }
    case '<=':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a <= b
        return broadcastTwo(a, b, general)
      }
    case '>':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a > b
        return broadcastTwo(a, b, general)
      }
    case '>=':
      return (at, slots) => {
        const a = left(at, slots)
        const b = right(at, slots)
        if (typeof a === 'number' && typeof b === 'number') return a >= b
        return broadcastTwo(a, b, general)
      }
    default:
      return (at, slots) => broadcastTwo(left(at, slots), right(at, slots), general)
  }
}
