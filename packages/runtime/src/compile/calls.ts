// Calls of functions. A function that takes one value at a time for each of up to three parameters is
// called on the spot when it gets them; everything else goes the general way of `callable`.

import type { ArgumentKind, IrCell, IrExpr, IrRange } from '@cellwake/language'
import {
  type CallSignature,
  callable,
  coerced,
  held,
  isSingle,
  parameterKind,
  takesBooleans,
} from '../call.ts'
import { type Direct, directKind, directValue, isDirect } from '../direct.ts'
import type { Fn } from '../functions.ts'
import { CALL_STEPS } from '../limits.ts'
import { burn, isLeftOut } from '../primitives.ts'
import { errorOf, isArray, K_REFERENCE, type Reference, stops, type Value } from '../values.ts'
import { compileLazily } from './lazy.ts'
import { type Argument, type Arguments, type Code, type Unit, valuesOf } from './linker.ts'

export function compileCall<At>(unit: Unit<At>, name: string, exprs: Arguments): Code<At> {
  const linked = unit.linker.call(name, exprs, unit.compile)
  if (linked !== undefined) return linked
  const signature = unit.callables.signatureOf(name)
  const fn = unit.callables.functions[name]
  // Compiled in any case, because the linker may number the references in them.
  const codes = exprs.map((expr, i) => ({
    code: isLeftOut(expr) ? undefined : argument(unit, signature, i, expr as IrExpr),
  }))
  if (signature === undefined || fn === undefined) {
    const missing = errorOf('NAME?', `there is no function ${name} here`)
    return () => missing
  }
  const lazy = compileLazily(name, codes)
  if (lazy !== undefined) return lazy
  const general = generalCall(unit, signature, fn)
  return onTheSpot(signature, fn, general, codes) ?? inGeneral(general, codes)
}

function argument<At>(
  unit: Unit<At>,
  signature: CallSignature | undefined,
  at: number,
  expr: IrExpr,
): Code<At> {
  if (signature === undefined) return unit.compile(expr)
  const place = parameterKind(signature, at) === 'reference' ? placeCode(unit, expr) : undefined
  if (place !== undefined) return place
  const code = unit.compile(expr)
  const kind = directKind(signature, at)
  return kind === undefined || typeof expr === 'number' || !isDirect(expr)
    ? code
    : direct(code, kind)
}

/** For functions that ask for the place and not for the value. */
function placeCode<At>(unit: Unit<At>, expr: IrExpr): Code<At> | undefined {
  if (typeof expr !== 'object') return undefined
  if (expr[0] !== 'cell' && expr[0] !== 'range') return undefined
  if (shiftsOf(expr) !== 0) return unit.linker.place(expr)
  const place = referenceTo(expr)
  return () => place
}

/** Which parts of a reference shift in a filled formula: a sum of 1, 2, 4 and 8. */
export function shiftsOf(expr: IrCell | IrRange): number {
  return (expr[0] === 'cell' ? expr[4] : expr[6]) ?? 0
}

/** The place of a reference, in a filled formula that of the first cell. */
export function referenceTo(expr: IrCell | IrRange): Reference {
  const [tag, sheet, column, row] = expr
  const lastColumn = tag === 'cell' ? column : expr[4]
  const lastRow = tag === 'cell' ? row : expr[5]
  return { k: K_REFERENCE, sheet, column, row, lastColumn, lastRow }
}

function direct<At>(code: Code<At>, kind: Direct): Code<At> {
  return (at, slots) => {
    const value = code(at, slots)
    return typeof value === 'number' ? value : directValue(value, kind)
  }
}

function generalCall<At>({ callables }: Unit<At>, signature: CallSignature, fn: Fn): Fn {
  const known = callables.made[signature.name]
  if (known !== undefined) return known
  const made = callable(signature, fn)
  callables.made[signature.name] = made
  return made
}

function inGeneral<At>(general: Fn, args: readonly Argument<At>[]): Code<At> {
  return (at, slots) => {
    burn(CALL_STEPS)
    return general(valuesOf(args, at, slots))
  }
}

function onTheSpot<At>(
  signature: CallSignature,
  fn: Fn,
  general: Fn,
  args: readonly Argument<At>[],
): Code<At> | undefined {
  if (!takesBooleans(signature.name)) return undefined
  const kinds: ArgumentKind[] = []
  const codes: Code<At>[] = []
  for (let i = 0; i < args.length; i++) {
    const { code } = args[i]!
    const kind = parameterKind(signature, i)
    if (code === undefined || kind === undefined || !isSingle(kind)) return undefined
    codes.push(code)
    kinds.push(kind)
  }
  if (codes.length === 1) return one(fn, general, codes[0]!, kinds[0]!)
  if (codes.length === 2) return two(fn, general, codes[0]!, kinds[0]!, codes[1]!, kinds[1]!)
  return codes.length === 3 ? three(fn, general, codes, kinds) : undefined
}

function one<At>(fn: Fn, general: Fn, first: Code<At>, kind: ArgumentKind): Code<At> {
  return (at, slots) => {
    burn(CALL_STEPS)
    const a = first(at, slots)
    if (isSpecial(a)) return general([a])
    const x = ready(a, kind)
    return isSpecial(x) ? general([a]) : held(fn([x]))
  }
}

function two<At>(
  fn: Fn,
  general: Fn,
  first: Code<At>,
  firstKind: ArgumentKind,
  second: Code<At>,
  secondKind: ArgumentKind,
): Code<At> {
  return (at, slots) => {
    burn(CALL_STEPS)
    const a = first(at, slots)
    const b = second(at, slots)
    if (isSpecial(a) || isSpecial(b)) return general([a, b])
    const x = ready(a, firstKind)
    const y = ready(b, secondKind)
    return isSpecial(x) || isSpecial(y) ? general([a, b]) : held(fn([x, y]))
  }
}

function three<At>(
  fn: Fn,
  general: Fn,
  codes: readonly Code<At>[],
  kinds: readonly ArgumentKind[],
): Code<At> {
  const first = codes[0]!
  const second = codes[1]!
  const third = codes[2]!
  const firstKind = kinds[0]!
  const secondKind = kinds[1]!
  const thirdKind = kinds[2]!
  return (at, slots) => {
    burn(CALL_STEPS)
    const a = first(at, slots)
    const b = second(at, slots)
    const c = third(at, slots)
    if (isSpecial(a) || isSpecial(b) || isSpecial(c)) return general([a, b, c])
    const x = ready(a, firstKind)
    const y = ready(b, secondKind)
    const z = ready(c, thirdKind)
    if (isSpecial(x) || isSpecial(y) || isSpecial(z)) return general([a, b, c])
    return held(fn([x, y, z]))
  }
}

/** Arguments of the slow path: arrays, errors and pending values. */
function isSpecial(value: Value): boolean {
  return typeof value === 'object' && (isArray(value) || stops(value))
}

function ready(value: Value, kind: ArgumentKind): Value {
  if (typeof value === 'number' && kind === 'number') return value
  return coerced(value, kind)
}
