// SUBTOTAL and AGGREGATE over ranges leave out cells that are subtotals themselves, so that a total of
// all figures may stand below those of their parts.

import type { IrExpr, Signature } from '@cellwake/language'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  type Code,
  callable,
  functions,
  isArray,
  toNumber,
  type Value,
} from '@cellwake/runtime'
import { templateOf } from '../formulas/template.ts'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import { columnKey } from '../graph/grid.ts'
import type { CallHost } from '../lookups/indexed-functions.ts'
import { isRange } from '../lookups/indexed-ranges.ts'
import type { Region } from './region.ts'

const SUBTOTALS: readonly unknown[] = ['SUBTOTAL', 'AGGREGATE']

/** From this option on AGGREGATE takes other subtotals in. */
const TAKES_SUBTOTALS_IN = 4

/** Whether a formula is a subtotal, or made of some. */
export function hasSubtotal(expr: IrExpr): boolean {
  if (!Array.isArray(expr)) return false
  const parts: readonly unknown[] = expr
  if (parts[0] === 'call' && SUBTOTALS.includes(parts[1])) return true
  return parts.some((part) => hasSubtotal(part as IrExpr))
}

/** Undefined for any other function. */
export function subtotalCode(
  signature: Signature | undefined,
  args: readonly (IrExpr | null)[],
  host: CallHost,
): Code<CellNode> | undefined {
  if (signature === undefined || !SUBTOTALS.includes(signature.name)) return undefined
  const { name } = signature
  const { cells } = host
  const plain = callable(signature, functions[name]!)
  const codes = args.map((arg) => {
    if (arg === null) return undefined
    if (!isRange(arg)) return host.compile(arg)
    const region = host.region(arg[1])
    return (node: CellNode, _slots: Value[], values: readonly (Value | undefined)[]) => {
      const range = region(node)
      cells.graph.read(range)
      const items = cells.regions.arrayOf(range)
      const option = name === 'AGGREGATE' ? toNumber(values[1] ?? 0) : 0
      const whole = !isArray(items) || typeof option !== 'number' || option >= TAKES_SUBTOTALS_IN
      return whole ? items : withoutSubtotals(items, range, cells)
    }
  })
  return (node, slots) => {
    const values: (Value | undefined)[] = []
    for (const code of codes) values.push(code?.(node, slots, values))
    return plain(values)
  }
}

function withoutSubtotals(array: ArrayValue, region: Region, { grid }: ModelCells): ArrayValue {
  const { rows, columns } = array
  let items: Value[] | undefined
  for (let c = 0; c < columns; c++) {
    const column = grid.column(columnKey(region.own.sheet, region.own.column + c))
    if (column === undefined) continue
    for (let r = 0; r < rows; r++) {
      if (templateOf(column.find(region.own.row + r))?.subtotal !== true) continue
      items ??= [...array.items]
      items[r * columns + c] = BLANK
    }
  }
  return items === undefined ? array : arrayOf(rows, columns, items)
}
