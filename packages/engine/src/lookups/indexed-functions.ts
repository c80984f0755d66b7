// Functions that search ranges, as far as indexes help: lookups, conditional sums and counts.

import type { IrExpr, Signature } from '@cellwake/language'
import { type Code, callable, functions } from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import type { Region } from '../ranges/region.ts'
import { conditionalCode } from './conditional-aggregates.ts'
import { IndexedCall } from './indexed-call.ts'
import { indexedRanges, isRange } from './indexed-ranges.ts'
import { lookupCode } from './lookups.ts'

/** Access of a call to its arguments, which are evaluated from left to right. */
export interface CallHost {
  readonly cells: ModelCells
  region(sheet: number): (node: CellNode) => Region
  compile(expr: IrExpr): Code<CellNode>
}

/** Undefined for a call that no index can answer. */
export function indexedCode(
  signature: Signature | undefined,
  args: readonly (IrExpr | null)[],
  host: CallHost,
): Code<CellNode> | undefined {
  if (signature === undefined) return undefined
  const { name } = signature
  const ranges = indexedRanges(name, args)
  if (ranges === undefined) return undefined
  const inputs = args.map((arg, i) => {
    if (arg === null) return undefined
    const indexed = ranges.includes(i) && isRange(arg)
    return indexed ? { region: host.region(arg[1]) } : { code: host.compile(arg) }
  })
  const call = new IndexedCall(host.cells, name, inputs, callable(signature, functions[name]!))
  return lookupCode(call) ?? conditionalCode(call)
}
