// SUMIF, COUNTIF and their kind over columns, through an index of the conditions. Of all rows that meet
// a condition the aggregate is kept, so an edit costs the logarithm of the rows and runs only those
// formulas whose rows it changes. A sum adds in the order of rows: see `group-total.ts`.

import {
  BLANK,
  type Code,
  criterionOf,
  DIVISION_BY_ZERO,
  finite,
  isArray,
  isPending,
  PENDING,
  type Value,
} from '@cellwake/runtime'
import type { Aggregate } from './aggregate.ts'
import type { CellNode } from './cell-node.ts'
import type { IndexedCall } from './indexed-call.ts'
import type { Condition } from './indexes.ts'
import { askedKey, joinedKey, type Key } from './keys.ts'
import type { Region } from './region.ts'

type FromTotal = (total: Aggregate) => Value

const sum: FromTotal = (total) => total.stop ?? finite(total.sum)
const average: FromTotal = (total) =>
  total.stop ?? (total.numbers === 0 ? DIVISION_BY_ZERO : finite(total.sum / total.numbers))

/** Where the pairs of range and criteria begin, and what is told; undefined counts. */
const known: Readonly<Record<string, { readonly pairs: 0 | 1; readonly tell?: FromTotal }>> = {
  COUNTIF: { pairs: 0 },
  COUNTIFS: { pairs: 0 },
  SUMIF: { pairs: 0, tell: sum },
  AVERAGEIF: { pairs: 0, tell: average },
  SUMIFS: { pairs: 1, tell: sum },
  AVERAGEIFS: { pairs: 1, tell: average },
  MINIFS: {
    pairs: 1,
    tell: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.min),
  },
  MAXIFS: {
    pairs: 1,
    tell: (total) => total.stop ?? (total.numbers === 0 ? 0 : total.max),
  },
}

export function conditionalCode(call: IndexedCall): Code<CellNode> | undefined {
  const wanted = Object.hasOwn(known, call.name) ? known[call.name]! : undefined
  if (wanted === undefined) return undefined
  const { pairs, tell } = wanted
  // SUMIF and AVERAGEIF have one pair, and what they add up behind it.
  const behind = pairs === 0 && tell !== undefined
  const end = behind ? 2 : call.length
  const measuredAt = behind ? (call.has(2) ? 2 : 0) : 0
  return (node, slots) => {
    const values = call.values(node, slots)
    const measured = tell === undefined ? undefined : call.region(measuredAt, node)
    const shape = measured ?? call.region(0, node)
    if (shape.column !== shape.lastColumn) return call.plainly(node, values)
    const conditions: Condition[] = []
    const keys: Key[] = []
    for (let at = pairs as number; at < end; at += 2) {
      const region = call.region(at, node)
      const criteria = values[at + 1]!
      const condition = conditionOn(region, criteria)
      if (condition === undefined || !sameShape(region, shape)) return call.plainly(node, values)
      if (isPending(criteria)) return PENDING
      conditions.push(condition)
      keys.push(condition.criterion === undefined ? askedKey(criteria)! : true)
    }
    const index = call.cells.indexes.ofConditions(conditions, measured)
    if (index === undefined) return call.plainly(node, values)
    const key = keys.length === 1 ? keys[0]! : joinedKey(keys)
    if (tell === undefined) return index.count(key)
    const total = index.total(key)
    if ('k' in total) return total
    // Datetimes and durations have their own ways to add up.
    return total.others === 0 ? tell(total) : call.plainly(node, values)
  }
}

function sameShape(a: Region, b: Region): boolean {
  return a.column === a.lastColumn && a.lastRow - a.row === b.lastRow - b.row
}

/** Undefined if an index cannot look for it: cells that are not there would have to be found, too. */
function conditionOn(region: Region, criteria: Value): Condition | undefined {
  if (isPending(criteria)) return { region, criterion: undefined }
  if (isArray(criteria)) return undefined
  if (askedKey(criteria) !== undefined) return { region, criterion: undefined }
  if (typeof criteria !== 'string') return undefined
  const holds = criterionOf(criteria)
  return holds(BLANK) ? undefined : { region, criterion: { text: criteria, holds } }
}
