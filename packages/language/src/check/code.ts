// From a lowered expression to code: with its reads, and its external calls under their symbols.

import { externalSymbol } from '../external-symbol.ts'
import type { Lowering } from '../lower/expression.ts'
import type { IrExpr } from '../lower/ir.ts'
import { type Reads, readsOf } from '../lower/reads.ts'
import type { CheckedExternal, Code } from './facts.ts'

/** Gives the external calls of a lowering their symbols. Must come before its code. */
export function nameExternals(lowering: Lowering, owner: string): void {
  for (const { node, hex } of lowering.externals.list) node[1] = externalSymbol(owner, hex)
}

export function codeOf(lowering: Lowering, expr: IrExpr): Code {
  return { expr, locals: lowering.scope.slots, reads: readsOf(expr, lowering.shared.catalogue) }
}

export function externalsOf(lowering: Lowering): CheckedExternal[] {
  return lowering.externals.list.map(({ node, fn, each, args, text, span }) => ({
    symbol: node[1],
    fn,
    each,
    args: args.map((arg) => (arg === null ? null : codeOf(lowering, arg))),
    text,
    span,
  }))
}

/** Everything that a formula or trigger reads, its external calls included. */
export function allReads(code: Code, externals: readonly CheckedExternal[]): Reads[] {
  const all = [code.reads]
  for (const { args } of externals) for (const arg of args) if (arg !== null) all.push(arg.reads)
  return all
}
