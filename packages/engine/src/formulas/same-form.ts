// Comparison with a known form. Lines of a large model differ only in their references and their numbers. To walk a
// formula together with one of that form costs a tenth of taking it apart.

import type { IrExpr } from '@cellwake/language'
import type { Abstract } from './abstract.ts'

/** Parameters of a formula in its form, in pre-order. */
export interface Filling {
  readonly coordinates: number[]
  readonly numbers: number[]
}

/**
 * Forms that are compared like that: in these, a number is a coordinate, or a number of the formula. Formulas that
 * depend on their place or call something outside are taken apart each time.
 */
export function isPlain(expr: IrExpr, abstract: Abstract): boolean {
  if (abstract.placed || abstract.answered || abstract.externals.length > 0) return false
  const waiting: IrExpr[] = [expr]
  let places = 0
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== 'object') continue
    if (!PLAIN.has(part[0])) return false
    if (part[0] === 'cell' || part[0] === 'range') {
      if (part.length !== (part[0] === 'cell' ? 4 : 6)) return false
      places += part.length - 2
    } else for (const inner of part.slice(1)) waiting.push((inner ?? 0) as IrExpr)
  }
  // A place that is not read is part of the form.
  return places === abstract.coordinates.length
}

const PLAIN: ReadonlySet<string> = new Set([
  'cell',
  'range',
  'name',
  'op',
  'neg',
  'not',
  'is',
  'call',
  'if',
  'default',
  'try',
  'blank',
  'err',
])

/** Parameters of a formula of a plain form; undefined if it has another form. */
export function fillingOf(form: IrExpr, expr: IrExpr): Filling | undefined {
  const filling: Filling = { coordinates: [], numbers: [] }
  return fits(form, expr, filling) ? filling : undefined
}

function fits(form: unknown, expr: unknown, filling: Filling): boolean {
  if (typeof form === 'number') {
    if (typeof expr !== 'number') return false
    filling.numbers.push(expr)
    return true
  }
  if (!Array.isArray(form) || !Array.isArray(expr)) return form === expr
  const { length } = form
  if (length !== expr.length || form[0] !== expr[0]) return false
  if (form[0] === 'cell' || form[0] === 'range') {
    if (form[1] !== expr[1]) return false
    for (let i = 2; i < length; i++) filling.coordinates.push(expr[i])
    return true
  }
  for (let i = 1; i < length; i++) if (!fits(form[i], expr[i], filling)) return false
  return true
}
