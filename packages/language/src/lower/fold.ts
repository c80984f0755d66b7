// Joins operands with operators, left to right, and folds constants: sums, differences, products
// and quotients of numbers, exactly as IEEE 754 has them, and joined strings. Powers are left to
// the runtime, since libraries differ in their last bit.

import { STRING_MAX_BYTES } from '../limits.ts'
import type { IrExpr, IrOperator } from './ir.ts'

/** `left op right`. A chain to the left becomes longer instead of deeper. */
export function join(left: IrExpr, op: IrOperator, right: IrExpr): IrExpr {
  const constant = folded(left, op, right)
  if (constant !== undefined) return constant
  if (isChain(left)) {
    // A chain has one holder, so it may grow in place: one of thousands is not copied each time.
    left.push(op, right)
    return left
  }
  return ['op', left, op, right]
}

/** `-e` */
export function negated(operand: IrExpr): IrExpr {
  // JSON cannot write -0.
  if (typeof operand === 'number' && operand !== 0) return -operand
  return ['neg', operand]
}

type Chain = ['op', IrExpr, ...(IrOperator | IrExpr)[]]

function isChain(expr: IrExpr): expr is Chain {
  return typeof expr === 'object' && expr[0] === 'op'
}

function folded(left: IrExpr, op: IrOperator, right: IrExpr): number | string | undefined {
  if (typeof left === 'string' && typeof right === 'string')
    return op === '&' && fits(left, right) ? left + right : undefined
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  const value = computed(left, op, right)
  return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined
}

function computed(left: number, op: IrOperator, right: number): number {
  if (op === '+') return left + right
  if (op === '-') return left - right
  if (op === '*') return left * right
  // A division by zero is an error at run time.
  return op === '/' && right !== 0 ? left / right : Number.NaN
}

function fits(left: string, right: string): boolean {
  // A UTF-16 unit takes at most three bytes.
  return (left.length + right.length) * 3 <= STRING_MAX_BYTES
}
