// The expressions directly inside an expression, in the order of the text.

import type { Argument, Expr } from '../parser/ast.ts'

/** Loops push them one by one: a call has room for some hundred thousand, and spreading uses the stack. */
export function children(expr: Expr): readonly Expr[] {
  switch (expr.type) {
    case 'template':
      return expr.values
    case 'array':
      return expr.rows.flat()
    case 'object':
      return expr.entries.map((entry) => entry.value)
    case 'lambda':
      return [expr.body]
    case 'position':
      return expr.count === undefined ? [] : [expr.count]
    case 'spill':
      return [expr.anchor]
    case 'call':
      return values(expr.args)
    case 'apply':
      return [expr.fn, ...values(expr.args)]
    case 'match':
      return [expr.subject, ...expr.branches.flatMap(({ pattern, result }) => [pattern, result])]
    case 'field':
    case 'column':
      return [expr.object]
    case 'index':
      return [expr.object, expr.index]
    case 'unary':
    case 'percent':
    case 'is':
      return [expr.operand]
    case 'binary':
      return [expr.left, expr.right]
    case 'choice':
      return [expr.condition, expr.then, expr.else]
    case 'tagged':
    case 'paren':
      return [expr.value]
    case 'do':
    case 'let':
      return [...expr.bindings.map((binding) => binding.value), expr.value]
    case 'with':
      return [...expr.bindings.map((binding) => binding.value), expr.then, expr.else]
    case 'try':
      return [expr.value, expr.else]
    case 'case':
      return [
        ...expr.branches.flatMap(({ condition, result }) => [condition, result]),
        ...(expr.else === undefined ? [] : [expr.else]),
      ]
    case 'select':
      return [expr.where, expr.limit].filter((part) => part !== undefined)
    default:
      return []
  }
}

/** Takes redundant parentheses away. */
export function bare(expr: Expr): Expr {
  let inner = expr
  while (inner.type === 'paren') inner = inner.value
  return inner
}

/** Whether `_` stands in the right side of a pipe and means its value, not that of a pipe inside. */
export function hasHole(right: Expr): boolean {
  const waiting: Expr[] = [right]
  for (let expr = waiting.pop(); expr !== undefined; expr = waiting.pop()) {
    if (expr.type === 'hole') return true
    if (expr.type === 'binary' && expr.op === '>>') waiting.push(expr.left)
    else if (expr.type === 'match') {
      waiting.push(expr.subject)
      for (const { pattern, result } of expr.branches)
        if (bare(pattern).type === 'hole') waiting.push(result)
        else waiting.push(pattern, result)
    } else for (const child of children(expr)) waiting.push(child)
  }
  return false
}

function values(args: readonly Argument[]): Expr[] {
  return args.flatMap(({ value }) => (value === undefined ? [] : [value]))
}
