// Whole columns and rows are arrays only as far as there are cells. These functions can tell the
// difference, so they are told about the rest: it is blank.

import type { IrExpr, Signature } from '@cellwake/language'
import {
  BLANK,
  type Code,
  callable,
  functions,
  isArray,
  isError,
  toNumber,
  type Value,
} from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { CallHost } from '../lookups/indexed-functions.ts'
import { isRange } from '../lookups/indexed-ranges.ts'
import type { Region } from './region.ts'

const TOLD: readonly string[] = ['ROWS', 'COLUMNS', 'COUNTBLANK', 'INDEX']

/** Undefined for any other call. */
export function wholeRangeCode(
  signature: Signature | undefined,
  args: readonly (IrExpr | null)[],
  { cells, region, compile }: CallHost,
): Code<CellNode> | undefined {
  const [first, ...rest] = args
  if (signature === undefined || !TOLD.includes(signature.name) || !isRange(first)) return undefined
  const { name } = signature
  const range = region(first[1])
  if (name === 'ROWS') return (node) => rowsOf(range(node))
  if (name === 'COLUMNS') return (node) => columnsOf(range(node))
  const codes = rest.map((arg) => (arg === null ? undefined : compile(arg)))
  const plain = callable(signature, functions[name]!)
  return (node, slots) => {
    const whole = range(node)
    cells.graph.read(whole)
    const items = cells.regions.arrayOf(whole)
    const values = codes.map((code) => code?.(node, slots))
    const value = plain([items, ...values])
    const beyond = isArray(items) ? rowsOf(whole) * columnsOf(whole) - items.items.length : 0
    if (beyond === 0) return value
    if (name === 'COUNTBLANK') return typeof value === 'number' ? value + beyond : value
    return isError(value) && isInside(whole, values) ? BLANK : value
  }
}

/** Whether INDEX asks for one cell of a range. */
function isInside(region: Region, [first, second]: readonly (Value | undefined)[]): boolean {
  const along = second === undefined && rowsOf(region) === 1
  const row = along ? 1 : toNumber(first ?? BLANK)
  const column = along ? toNumber(first ?? BLANK) : toNumber(second ?? 1)
  return isWithin(row, rowsOf(region)) && isWithin(column, columnsOf(region))
}

function isWithin(place: Value, count: number): boolean {
  return typeof place === 'number' && place >= 1 && Math.trunc(place) <= count
}

function rowsOf({ own: { row, lastRow } }: Region): number {
  return lastRow - row + 1
}

function columnsOf({ own: { column, lastColumn } }: Region): number {
  return lastColumn - column + 1
}
