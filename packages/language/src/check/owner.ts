// The owner of a symbol, as an editor or a caller of `set` asks for it.

import type { IrTarget } from '../lower/ir.ts'
import { parseSymbol } from '../symbols.ts'
import type { CheckedFormula, CheckedRule, Owner } from './facts.ts'
import type { Ownership } from './ownership.ts'
import { overlaps } from './territory.ts'

export function ownerOf(
  symbol: string,
  sheets: readonly string[],
  ownership: Ownership,
  formulas: readonly CheckedFormula[],
  rules: readonly CheckedRule[],
): Owner | undefined {
  const target = targetOf(symbol, sheets)
  if (target === undefined) return undefined
  const formula = ownership.formulas.find(target)
  if (formula !== undefined) return { kind: 'formula', formula: formulas[formula.owner]! }
  if (ownership.rules.find(target) === undefined) return undefined
  const writes = ({ body }: CheckedRule) =>
    body.some((action) => action.kind === 'write' && isWritten(action.target, target))
  return { kind: 'rules', rules: rules.filter(writes) }
}

function targetOf(symbol: string, sheets: readonly string[]): IrTarget | undefined {
  const parts = parseSymbol(symbol, sheets)
  if (parts === undefined) return undefined
  if ('name' in parts) return ['name', parts.name]
  const sheet = sheets.indexOf(parts.sheet)
  return sheet < 0 ? undefined : ['cell', sheet, parts.column, parts.row]
}

function isWritten(written: IrTarget, asked: IrTarget): boolean {
  if (asked[0] === 'name' || written[0] === 'name') return written[1] === asked[1]
  if (asked[0] !== 'cell' || written[1] !== asked[1]) return false
  const [, sheet, column, row] = asked
  return overlaps(written, ['range', sheet, column, row, column, row])
}
