// SUBTOTAL and AGGREGATE over ranges leave out cells that are subtotals themselves, so that a total of all figures may
// stand below those of their parts.

import { toNumber } from '../coerce.ts'
import type { Argument, Arguments, Code } from '../compile/linker.ts'
import { type ArrayValue, arrayOf, BLANK, isArray, type Value } from '../values.ts'
import { argumentCode, isRange, plainFunction } from './call-arguments.ts'
import { columnKey, findCell } from './columns.ts'
import type { FormHost } from './form-host.ts'
import { arrayFrom } from './ranges.ts'
import { read } from './reading.ts'
import type { ModelState, Node } from './state.ts'

/** From this option on AGGREGATE takes other subtotals in. */
const TAKES_SUBTOTALS_IN = 4

interface Part {
  readonly range: ((this: void, at: Node) => Node) | undefined
  readonly own: Argument<Node>
}

export function subtotalCall(
  host: FormHost,
  name: string,
  args: Arguments,
): Code<Node> | undefined {
  if (name !== 'SUBTOTAL' && name !== 'AGGREGATE') return undefined
  const { m, range, compile } = host
  const plain = plainFunction(m, name)
  if (plain === undefined) return undefined
  const parts: Part[] = args.map((arg, i) =>
    isRange(arg)
      ? { range: range(), own: { code: undefined } }
      : { range: undefined, own: argumentCode(compile, args, i) },
  )
  return (at, slots) => {
    const values: (Value | undefined)[] = []
    for (let i = 0; i < parts.length; i++) {
      const { range: rangeOf, own } = parts[i]!
      if (rangeOf === undefined) {
        if (own.code !== undefined) values[i] = own.code(at, slots)
        continue
      }
      const found = rangeOf(at)
      read(m, found)
      const items = arrayFrom(m, found)
      const option = name === 'AGGREGATE' ? toNumber(values[1] ?? 0) : 0
      const isPart = isArray(items) && typeof option === 'number' && option < TAKES_SUBTOTALS_IN
      values[i] = isPart ? withoutSubtotals(m, items, found) : items
    }
    return plain(values)
  }
}

function withoutSubtotals(m: ModelState, array: ArrayValue, range: Node): ArrayValue {
  const { rows, columns } = array
  const { sheet, column, row } = range.extent!
  let items: Value[] | undefined
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const cell = findCell(m, columnKey(sheet, column + c), row + r)
      if (cell === undefined || !isSubtotal(m, cell)) continue
      items ??= array.items.slice()
      items[r * columns + c] = BLANK
    }
  }
  return items === undefined ? array : arrayOf(rows, columns, items)
}

function isSubtotal(m: ModelState, { formula }: Node): boolean {
  if (formula === undefined) return false
  const form = formula.whole?.formula?.form ?? formula.form
  return m.program.forms[form]!.subtotal
}
