// Lambdas and their calls. How deep calls are in each other is bounded, by their number and by the forms
// around them, so that no recursion reaches the end of the machine's stack.

import type { IrExpr } from '@cellwake/language'
import { describe } from '../coerce.ts'
import { CALL_STEPS, LAMBDA_MAX_CALLS, LAMBDA_MAX_LEVELS } from '../limits.ts'
import { burn, isLeftOut, runDeeper } from '../primitives.ts'
import { errorOf, isLambda, type Lambda, OMITTED, stops, type Value } from '../values.ts'
import type { Arguments, Code, Unit } from './linker.ts'

export function compileApply<At>(unit: Unit<At>, expr: IrExpr, exprs: Arguments): Code<At> {
  const callee = unit.compile(expr)
  const codes = exprs.map((arg) => (isLeftOut(arg) ? omitted : unit.compile(arg as IrExpr)))
  return (at, slots) => {
    const fn = callee(at, slots)
    if (stops(fn)) return fn
    if (!isLambda(fn)) return errorOf('VALUE!', `${describe(fn)} is not a function`)
    const args: Value[] = []
    for (let i = 0; i < codes.length; i++) args.push(codes[i]!(at, slots))
    return fn.call(args)
  }
}

function omitted(): Value {
  return OMITTED
}

export function compileLambda<At>(
  unit: Unit<At>,
  params: readonly number[],
  expr: IrExpr,
): Code<At> {
  const { depth } = unit
  const { code: body, levels: inside, size } = unit.measured(expr)
  // Slots are copied for each call, and every part may run once in it.
  const steps = CALL_STEPS + size
  const levels = inside + 1
  const arity = params.length
  return (at, slots) => {
    // A closure captures the slots as they stood when it was created.
    burn(CALL_STEPS + Math.floor(slots.length / 4))
    const captured = slots.slice()
    const lambda: Lambda = {
      k: 9,
      arity,
      call: (args) => {
        if (args.length > arity) return errorOf('VALUE!', `the function takes ${arity} arguments`)
        if (depth.calls >= LAMBDA_MAX_CALLS || depth.levels + levels > LAMBDA_MAX_LEVELS) {
          return errorOf('CALC!', `functions call each other more than ${LAMBDA_MAX_CALLS} deep`)
        }
        burn(steps + Math.floor(captured.length / 4))
        const own = captured.slice()
        for (let i = 0; i < arity; i++) own[params[i]!] = args[i] ?? OMITTED
        return runDeeper(depth, levels, () => body(at, own))
      },
    }
    return lambda
  }
}
