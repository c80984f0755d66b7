// Where an expression may be broken into lines, and whether its author broke it there.

import { isLineEnd } from '../lexer/characters.ts'
import type { Do, Expr, Span } from '../parser/ast.ts'
import { chainOf, tiersOf } from './pieces.ts'

/** Whether a line ends in the gaps between the parts of an expression, parts not looked into. */
export function isSplit(expr: Exclude<Expr, Do>, source: string): boolean {
  const parts = partsOf(expr)
  if (parts === undefined) return false
  let from = startsOutside(expr) ? parts[0]!.start : expr.start
  for (const part of parts) {
    if (hasLineEnd(source, from, part.start)) return true
    from = part.end
  }
  return hasLineEnd(source, from, expr.end)
}

/** A chain starts with its first part: anything before that is no gap. */
function startsOutside(expr: Expr): boolean {
  return expr.type === 'binary' || expr.type === 'choice'
}

/** The parts that would each get a line of their own; undefined if nothing can be broken. */
function partsOf(expr: Exclude<Expr, Do>): readonly Span[] | undefined {
  switch (expr.type) {
    case 'array':
      return orNone(expr.rows.flat())
    case 'object':
      return orNone(expr.entries.map(({ key, value }) => ({ start: key.start, end: value.end })))
    case 'call':
      return orNone(expr.args)
    case 'apply':
      return expr.args.length === 0 ? undefined : [expr.fn, ...expr.args]
    case 'match':
      return [expr.subject, ...expr.branches.flatMap(({ pattern, result }) => [pattern, result])]
    case 'let':
      return [...expr.bindings, expr.value]
    case 'binary': {
      if (expr.op === 'intersect') return undefined
      const { first, rest } = chainOf(expr)
      return [first, ...rest.map(({ operand }) => operand)]
    }
    case 'choice': {
      const { tiers, last } = tiersOf(expr)
      return [...tiers.flatMap((tier) => [tier.condition, tier.then]), last]
    }
    case 'with':
      return [...expr.bindings, expr.then, expr.else]
    case 'try':
      return [expr.value, expr.else]
    case 'case': {
      const parts = expr.branches.flatMap(({ condition, result }) => [condition, result])
      return expr.else === undefined ? parts : [...parts, expr.else]
    }
    default:
      return undefined
  }
}

function orNone(parts: readonly Span[]): readonly Span[] | undefined {
  return parts.length === 0 ? undefined : parts
}

/** Whether a line ends between two offsets. */
export function hasLineEnd(source: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isLineEnd(source.charCodeAt(at))) return true
  return false
}

/** Whether an empty line stands between two offsets. */
export function hasBlankLine(source: string, from: number, to: number): boolean {
  let lines = 0
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at)
    if (unit === 10 || (unit === 13 && source.charCodeAt(at + 1) !== 10)) lines++
  }
  return lines > 1
}
