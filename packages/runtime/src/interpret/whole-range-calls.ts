// Whole columns and rows are arrays only as far as there are cells. The result of these functions depends on the
// rest, which is blank, so they get its size.

import { toNumber } from '../coerce.ts'
import { type Arguments, type Code, valuesOf } from '../compile/linker.ts'
import { BLANK, isArray, isError, type Value } from '../values.ts'
import { argumentCode, isRange, plainFunction, truncated } from './call-arguments.ts'
import type { FormHost } from './form-host.ts'
import { arrayFrom } from './ranges.ts'
import { read } from './reading.ts'
import type { Node } from './state.ts'

const TOLD: readonly string[] = ['ROWS', 'COLUMNS', 'COUNTBLANK', 'INDEX']

export function wholeRangeCall(
  host: FormHost,
  name: string,
  args: Arguments,
): Code<Node> | undefined {
  if (!TOLD.includes(name) || !isRange(args[0])) return undefined
  const { m, compile } = host
  const range = host.range()
  if (name === 'ROWS') return (at) => rowsOf(range(at))
  if (name === 'COLUMNS') return (at) => columnsOf(range(at))
  const plain = plainFunction(m, name)
  const rest = args.slice(1).map((_, i) => argumentCode(compile, args, i + 1))
  if (plain === undefined) return undefined
  return (at, slots) => {
    const whole = range(at)
    read(m, whole)
    const items = arrayFrom(m, whole)
    const values = valuesOf(rest, at, slots)
    const all: (Value | undefined)[] = [items]
    for (let i = 0; i < rest.length; i++) all[i + 1] = values[i]
    const value = plain(all)
    const beyond = isArray(items) ? rowsOf(whole) * columnsOf(whole) - items.items.length : 0
    if (beyond === 0) return value
    if (name === 'COUNTBLANK') return typeof value === 'number' ? value + beyond : value
    return isError(value) && isInside(whole, values[0], values[1]) ? BLANK : value
  }
}

/** Whether INDEX asks for one cell of a range. */
function isInside(range: Node, first: Value | undefined, second: Value | undefined): boolean {
  const along = second === undefined && rowsOf(range) === 1
  const row = along ? 1 : toNumber(first ?? BLANK)
  const column = along ? toNumber(first ?? BLANK) : toNumber(second ?? 1)
  return isWithin(row, rowsOf(range)) && isWithin(column, columnsOf(range))
}

function isWithin(place: Value, count: number): boolean {
  return typeof place === 'number' && place >= 1 && truncated(place) <= count
}

function rowsOf(range: Node): number {
  return range.extent!.lastRow - range.extent!.row + 1
}

function columnsOf(range: Node): number {
  return range.extent!.lastColumn - range.extent!.column + 1
}
