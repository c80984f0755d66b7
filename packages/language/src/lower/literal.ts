// Literals: an assignment of one is an input, which the API may set.

import type { Expr } from '../parser/ast.ts'
import { bare } from './children.ts'

/** A literal, signed or as a percentage, or an array or object of literals. */
export function isLiteral(value: Expr): boolean {
  if (plain.has(value.type)) return true
  const waiting: Expr[] = [value]
  for (let expr = waiting.pop(); expr !== undefined; expr = waiting.pop()) {
    const part = bare(expr)
    if (part.type === 'array')
      for (const row of part.rows) for (const element of row) waiting.push(element)
    else if (part.type === 'object') for (const entry of part.entries) waiting.push(entry.value)
    else if (part.type === 'template') {
      if (part.values.length > 0) return false
    } else if (part.type === 'unary' || part.type === 'percent') {
      const operand = bare(part.operand)
      const number =
        operand.type === 'number' || (operand.type === 'percent' && part.type === 'unary')
      const signed = part.type === 'unary' && part.op !== 'NOT' && operand.type === 'duration'
      if (!signed && (!number || (part.type === 'unary' && part.op === 'NOT'))) return false
      waiting.push(operand)
    } else if (!plain.has(part.type)) return false
  }
  return true
}

const plain = new Set<Expr['type']>([
  'number',
  'duration',
  'datetime',
  'cron',
  'string',
  'boolean',
  'blank',
  'error',
])
