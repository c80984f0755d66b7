// A model has no hidden rows: what leaves them out would count them.

import { isAny } from './defined-names.ts'
import type { Axis, CallNode, ReferenceNode } from './formula-nodes.ts'

interface Spot {
  readonly sheet: string
  readonly row: number
}

type HiddenRows = ReadonlyMap<string, ReadonlySet<number>>

/** Whether a SUBTOTAL or an AGGREGATE would leave out rows that are there. */
export function leavesOutHidden({ name, args }: CallNode, spot: Spot, rows: HiddenRows): boolean {
  const [first] = args
  const code = first?.type === 'number' ? Number(first.text) : Number.NaN
  const options = args[1]?.type === 'number' ? Number(args[1].text) : Number.NaN
  const hides = name === 'SUBTOTAL' ? !(code < 1) : [1, 3, 5, 7].includes(options)
  if (!hides) return false
  return args.some(
    (arg) =>
      arg !== undefined &&
      isAny(arg, (node) => node.type === 'reference' && hasHidden(node, spot, rows)),
  )
}

function hasHidden({ sheet, row, last }: ReferenceNode, spot: Spot, rows: HiddenRows): boolean {
  const hidden = rows.get((sheet ?? spot.sheet).toLowerCase())
  if (hidden === undefined || hidden.size === 0) return false
  if (row === undefined) return true
  const at = (axis: Axis) => (axis.fixed ? axis.at : axis.at + spot.row)
  const [first, end] = [at(row), at(last?.row ?? row)].sort((a, b) => a - b) as [number, number]
  for (const one of hidden) if (one >= first && one <= end) return true
  return false
}
