// INDEX, whose first argument may be several areas.

import type { Want } from './call-arguments.ts'
import type { CallNode, ExcelNode } from './formula-nodes.ts'
import type { PartPrinter } from './part-printer.ts'
import { joined, type Pieces } from './placed-reference.ts'

/** `INDEX((A1:B2, D1:E2), row, column, area)` chooses the area first. */
export function indexPieces(args: CallNode['args'], want: Want, printer: PartPrinter): Pieces {
  const optional = (arg: ExcelNode | undefined, as: Want, otherwise = ''): Pieces =>
    arg === undefined ? [otherwise] : printer.print(arg, as)
  const [first, ...rest] = args
  const areas = first?.type === 'union' ? first.parts : undefined
  const whole = areas === undefined ? optional(first, want === 'all' ? 'all' : 'range') : undefined
  const numbers = rest.slice(0, 2).map((arg) => optional(arg, want === 'all' ? 'all' : 'one'))
  const area = rest[2]
  if (whole !== undefined && area === undefined)
    return ['INDEX(', ...joined([whole, ...numbers]), ')']
  const ranges = areas ?? (first === undefined ? [] : [first])
  const chosenArea = area?.type === 'number' ? Number(area.text) : 1
  if (chosenArea < 1 || Math.trunc(chosenArea) > ranges.length) return ['#REF!']
  const chosen: Pieces = [
    'CHOOSE(',
    ...joined([optional(area, 'one', '1'), ...ranges.map((one) => printer.print(one, 'range'))]),
    ')',
  ]
  return ['INDEX(', ...joined([chosen, ...numbers]), ')']
}
