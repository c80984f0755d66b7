// Facts about arguments for the calls that are implemented here.

import type { IrExpr } from '@cellwake/language'
import { callable } from '../call.ts'
import type { Argument, Arguments, Code } from '../compile/linker.ts'
import type { Fn } from '../functions.ts'
import { isLeftOut } from '../primitives.ts'
import type { ModelState, Node } from './state.ts'

export function isRange(expr: IrExpr | null | undefined): boolean {
  return typeof expr === 'object' && !isLeftOut(expr) && (expr as readonly unknown[])[0] === 'range'
}

export function isGiven(args: Arguments, at: number): boolean {
  return at < args.length && !isLeftOut(args[at])
}

/** The code of an argument; undefined for one that is left out. */
export function argumentCode(
  compile: (this: void, expr: IrExpr) => Code<Node>,
  args: Arguments,
  at: number,
): Argument<Node> {
  return { code: isGiven(args, at) ? compile(args[at] as IrExpr) : undefined }
}

/** The function itself, called as its signature says; undefined if the model does not have it. */
export function plainFunction(m: ModelState, name: string): Fn | undefined {
  const { callables } = m
  const known = callables.made[name]
  if (known !== undefined) return known
  const signature = callables.signatureOf(name)
  const fn = callables.functions[name]
  if (signature === undefined || fn === undefined) return undefined
  const made = callable(signature, fn)
  callables.made[name] = made
  return made
}

export function truncated(value: number): number {
  return value < 0 ? Math.ceil(value) : Math.floor(value)
}
