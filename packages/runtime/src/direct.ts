// Values that are written straight into a call of SUM and its kind. There a text or a boolean counts, as
// in a spreadsheet: `SUM("5", TRUE)` is 6 and `SUM("x")` an error. In a cell, range, name or array the
// same does not count, so it matters how an argument came.

import type { IrExpr } from '@cellwake/language'
import type { CallSignature } from './call.ts'
import { toLogical, toNumber } from './coerce.ts'
import { isBlank, type Value } from './values.ts'

/** Coercion of a value passed directly. For COUNT a text that is no number is no error. */
export type Direct = 'number' | 'count' | 'logical'

/** Parameters whose direct values count, by their names in the catalogue. */
const KINDS: Readonly<Record<string, Direct>> = {
  number1: 'number',
  value1: 'number',
  logical1: 'logical',
}

/** Functions that take values as they are. */
const AS_THEY_ARE = ['CHOOSE', 'COUNTA', 'COUNTUNIQUE', 'GCD', 'LCM', 'MULTINOMIAL']

/** Functions whose list may be a single value. */
const RANKED = ['LARGE', 'SMALL']

/** Functions that give a place, so that their value is one of a cell. */
const GIVE_PLACES = [
  'CHOOSE',
  'INDEX',
  'INDIRECT',
  'OFFSET',
  'RANGE',
  'SINGLE',
  'SWITCH',
  'XLOOKUP',
]

/** The coercion of direct values at a place of a call; undefined where they stay as they are. */
export function directKind(signature: CallSignature, at: number): Direct | undefined {
  const { name, params, repeats } = signature
  if (at === 0 && RANKED.includes(name)) return 'number'
  const param = params[params.length - 1]
  // These are always the last parameter, and it alone repeats.
  if (repeats !== 1 || param === undefined || at < params.length - 1) return undefined
  if (param.kind !== 'array' || AS_THEY_ARE.includes(name)) return undefined
  return name === 'COUNT' ? 'count' : KINDS[param.name]
}

export function directValue(value: Value, kind: Direct): Value {
  if (kind === 'logical') {
    // An empty text does not count, as in a cell.
    if (value === '') return value
    return typeof value === 'string' || isBlank(value) ? toLogical(value) : value
  }
  if (typeof value !== 'string' && typeof value !== 'boolean') return value
  const number = toNumber(value)
  return kind === 'count' && typeof number !== 'number' ? value : number
}

/** Whether an argument is a literal or computed value, and not one of a cell or an array. */
export function isDirect(expr: IrExpr): boolean {
  if (typeof expr !== 'object') return true
  switch (expr[0]) {
    case 'cell':
    case 'range':
    case 'spill':
    case 'name':
    case 'ext':
    case 'pos':
    case 'array':
    case 'field':
    case 'index':
    case 'column':
      return false
    case 'call':
      return !GIVE_PLACES.includes(expr[1])
    case 'tag':
      return isDirect(expr[2])
    case 'let':
      return isDirect(expr[expr.length - 1] as IrExpr)
    // The value of one of several: of a cell, if one of them may be.
    case 'default':
    case 'try':
      return areDirect(expr, 1, 1)
    case 'if':
      return areDirect(expr, 2, 2)
    case 'match':
      return areDirect(expr, 3, 2)
    case 'with':
      return areDirect(expr, expr.length - 2, 1)
    default:
      return true
  }
}

/** The parts from a place on, in steps, and the last. */
function areDirect(form: readonly unknown[], from: number, step: number): boolean {
  for (let at = from; at < form.length; at += step) {
    if (!isDirect(form[at] as IrExpr)) return false
  }
  return isDirect(form[form.length - 1] as IrExpr)
}
