// SUMIF, COUNTIF and their kind over columns, through an index of the conditions. The aggregate of all rows that
// meet a condition is kept, so an edit costs the logarithm of the rows and runs only the formulas whose rows it
// changes. A sum adds in the order of rows: see `key-total.ts`.

import {
  BLANK,
  burn,
  type Code,
  criterionOf,
  DIVISION_BY_ZERO,
  type ErrorValue,
  finite,
  isArray,
  isPending,
  PENDING,
  type Pending,
  type Value,
} from '@cellwake/runtime'
import type { CellNode } from '../graph/cell-node.ts'
import type { ModelCells } from '../graph/cells.ts'
import type { Aggregate } from '../ranges/aggregate.ts'
import type { Region } from '../ranges/region.ts'
import type { IndexedCall } from './indexed-call.ts'
import { type Condition, isTooLong } from './indexes.ts'
import { added } from './key-total.ts'
import { askedKey, joinedKey, type Key, NOT_YET } from './keys.ts'
import { boundOf, type SearchedLine, searchedLine } from './searched-line.ts'

type Stop = ErrorValue | Pending
type FromTotal = (total: Aggregate) => Value

const sum: FromTotal = (total) => total.stop ?? finite(total.sum)
const average: FromTotal = (total) =>
  total.stop ?? (total.numbers === 0 ? DIVISION_BY_ZERO : finite(total.sum / total.numbers))

/** Index of the first pair of range and criteria, and the result of a total; undefined counts. */
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

interface Pair extends Condition {
  readonly criteria: Value
  /** The key to look up in an index. */
  readonly key: Key
}

export function conditionalCode(call: IndexedCall): Code<CellNode> | undefined {
  const wanted = Object.hasOwn(known, call.name) ? known[call.name]! : undefined
  if (wanted === undefined) return undefined
  const { pairs, tell } = wanted
  // SUMIF and AVERAGEIF have one pair, and the range to add up behind it.
  const behind = pairs === 0 && tell !== undefined
  const end = behind ? 2 : call.length
  const measuredAt = behind && call.has(2) ? 2 : 0
  return (node, slots) => {
    const values = call.values(node, slots)
    const measured = tell === undefined ? undefined : call.region(measuredAt, node)
    const shape = measured ?? call.region(0, node)
    const found: Pair[] = []
    for (let at: number = pairs; at < end; at += 2) {
      const pair = pairOf(call.region(at, node), values[at + 1]!, shape)
      if (pair === undefined) {
        const plain = call.plainly(node, values)
        if (tell !== undefined || typeof plain !== 'number') return plain
        return plain + countBeyond(call, node, values)
      }
      found.push(pair)
    }
    if (found.some(({ criteria }) => isPending(criteria))) return PENDING
    const total = totalOf(call.cells, found, measured)
    if (tell === undefined || typeof total === 'number' || 'k' in total) return total as Value
    // Datetimes and durations have their own ways to add up.
    return total.others === 0 ? tell(total) : call.plainly(node, values)
  }
}

/**
 * Number of cells of whole columns or rows that meet all conditions beyond the filled part: they are blank, and
 * no array holds them.
 */
function countBeyond(
  call: IndexedCall,
  node: CellNode,
  values: readonly (Value | undefined)[],
): number {
  let beyond: number | undefined
  for (let at = 0; at < call.length; at += 2) {
    const criteria = values[at + 1] ?? BLANK
    if (isArray(criteria) || isPending(criteria) || !criterionOf(criteria)(BLANK)) return 0
    const region = call.region(at, node)
    const { column, lastColumn, row, lastRow } = region.own
    const items = itemsOf(call.cells, region)
    if ('k' in items) return 0
    const missing = (lastColumn - column + 1) * (lastRow - row + 1) - items.length
    beyond = Math.min(beyond ?? missing, missing)
  }
  return beyond ?? 0
}

/** Undefined if an index cannot look for it: cells that are not there would have to be found, too. */
function pairOf(region: Region, criteria: Value, shape: Region): Pair | undefined {
  const { column, lastColumn, row, lastRow } = region.own
  if (column !== lastColumn || shape.own.column !== shape.own.lastColumn) return undefined
  if (lastRow - row !== shape.own.lastRow - shape.own.row || isArray(criteria)) return undefined
  if (isTooLong(region)) return undefined
  const key = isPending(criteria) ? NOT_YET : askedKey(criteria)
  if (key !== undefined) return { region, criteria, key, criterion: undefined }
  if (typeof criteria !== 'string') return undefined
  const holds = criterionOf(criteria)
  if (holds(BLANK)) return undefined
  return { region, criteria, key: true, criterion: { text: criteria, holds } }
}

/** The aggregate of the rows that meet the conditions, or their number where nothing is measured. */
function totalOf(
  cells: ModelCells,
  pairs: readonly Pair[],
  measured: Region | undefined,
): Aggregate | Stop | number {
  const index = cells.indexes.ofConditions(pairs, measured)
  if (index === undefined) return totalBySearch(cells, pairs, measured)
  const key = pairs.length === 1 ? pairs[0]!.key : joinedKey(pairs.map((pair) => pair.key))
  return measured === undefined ? index.count(key) : index.total(key)
}

/** A search without an index: the same to the last bit. Whether there is one must not show. */
function totalBySearch(
  cells: ModelCells,
  pairs: readonly Pair[],
  measured: Region | undefined,
): Aggregate | Stop | number {
  const searched: Searched[] = []
  for (const pair of pairs) {
    const range = itemsOf(cells, pair.region)
    if ('k' in range) return range
    const line = searchedLine(range)
    if (line.hasPending) return PENDING
    searched.push({ pair, line })
  }
  const [only] = searched
  if (measured === undefined && searched.length === 1 && only!.line.isWorth) {
    const bound = boundOf(only!.pair.criteria)
    if (bound !== undefined) return only!.line.countOf(bound)
  }
  const places = placesIn(searched)
  if (measured === undefined) return places.length
  const values = itemsOf(cells, measured)
  return 'k' in values ? values : added({ places, values, row: measured.own.row })
}

interface Searched {
  readonly pair: Pair
  readonly line: SearchedLine
}

/** The places where all conditions hold. Where one asks for a value, only the places of that are looked at. */
function placesIn(searched: readonly Searched[]): readonly number[] {
  let places: readonly number[] | undefined
  let from: Searched | undefined
  for (const one of searched) {
    if (one.pair.criterion !== undefined || !one.line.isWorth) continue
    const found = one.line.placesOf(one.pair.key)
    if (places !== undefined && found.length >= places.length) continue
    places = found
    from = one
  }
  for (const one of searched) {
    if (one === from) continue
    const { items } = one.line
    const within = places
    const bound = boundOf(one.pair.criteria)
    if (bound !== undefined) {
      places = one.line.placesWithin(bound, within)
      continue
    }
    burn(within?.length ?? items.length)
    const holds = criterionOf(one.pair.criteria)
    places =
      within === undefined
        ? [...items.keys()].filter((at) => holds(items[at]!))
        : within.filter((at) => at < items.length && holds(items[at]!))
  }
  return places ?? []
}

function itemsOf(cells: ModelCells, region: Region): readonly Value[] | ErrorValue {
  cells.graph.read(region)
  const found = cells.regions.arrayOf(region)
  return isArray(found) ? found.items : found
}
