// SUMIF, COUNTIF and their kind over columns. Matches add up in the order of rows: see `stretches.ts`.

import type { Arguments, Code } from '../compile/linker.ts'
import { type Criterion, criterionOf } from '../criteria.ts'
import { SHEET_ROWS } from '../limits.ts'
import { finite } from '../operators.ts'
import { burn } from '../primitives.ts'
import {
  BLANK,
  DIVISION_BY_ZERO,
  type ErrorValue,
  isArray,
  isError,
  isPending,
  PENDING,
  type Pending,
  type Value,
} from '../values.ts'
import type { Aggregate } from './aggregate.ts'
import { isMetByEqual } from './condition-keys.ts'
import type { FormHost } from './form-host.ts'
import { searchedRanges } from './indexed-ranges.ts'
import { arrayFrom } from './ranges.ts'
import { read } from './reading.ts'
import {
  callPlainly,
  hasPart,
  type SearchCall,
  searchCall,
  searchedRange,
  searchValues,
} from './search-call.ts'
import type { ModelState, Node } from './state.ts'
import { aggregateOfPlaces } from './stretches.ts'

type Tell = (total: Aggregate) => Value

const sum: Tell = (total) => total.stop ?? finite(total.sum)
const average: Tell = (total) =>
  total.stop ?? (total.numbers === 0 ? DIVISION_BY_ZERO : finite(total.sum / total.numbers))
const least: Tell = (total) => total.stop ?? (total.numbers === 0 ? 0 : total.min)
const most: Tell = (total) => total.stop ?? (total.numbers === 0 ? 0 : total.max)

/** The first pair of range and criteria, and the result of the aggregate; undefined counts. */
const KNOWN: Readonly<Record<string, { readonly pairs: number; readonly tell: Tell | undefined }>> =
  {
    COUNTIF: { pairs: 0, tell: undefined },
    COUNTIFS: { pairs: 0, tell: undefined },
    SUMIF: { pairs: 0, tell: sum },
    AVERAGEIF: { pairs: 0, tell: average },
    SUMIFS: { pairs: 1, tell: sum },
    AVERAGEIFS: { pairs: 1, tell: average },
    MINIFS: { pairs: 1, tell: least },
    MAXIFS: { pairs: 1, tell: most },
  }

/** Longer than an array may be. */
const LONG_COLUMN_ROWS = 1_000_000

interface Pair {
  readonly range: Node
  readonly criteria: Value
}

export function conditionalCall(
  host: FormHost,
  name: string,
  args: Arguments,
): Code<Node> | undefined {
  const wanted = KNOWN[name]
  const places = wanted === undefined ? [] : searchedRanges(name, args)
  if (wanted === undefined || places.length === 0) return undefined
  const call = searchCall(host, name, args, places)
  if (call === undefined) return undefined
  const { m } = host
  const { pairs, tell } = wanted
  // SUMIF and AVERAGEIF have one pair, and the range of figures behind it.
  const behind = pairs === 0 && tell !== undefined
  const end = behind ? 2 : call.parts.length
  const measuredAt = behind && hasPart(call, 2) ? 2 : 0
  return (at, slots) => {
    const values = searchValues(call, at, slots)
    const measured = tell === undefined ? undefined : searchedRange(call, measuredAt, at)
    const shape = measured ?? searchedRange(call, 0, at)
    const found: Pair[] = []
    let waits = false
    for (let i = pairs; i < end; i += 2) {
      const range = searchedRange(call, i, at)
      const criteria = values[i + 1]!
      if (!isSearchable(range, criteria, shape)) {
        const plain = callPlainly(call, at, values)
        if (tell !== undefined || typeof plain !== 'number') return plain
        return plain + countBeyond(call, at, values)
      }
      if (isPending(criteria)) waits = true
      found.push({ range, criteria })
    }
    if (waits) return PENDING
    const total = totalOf(m, found, measured)
    if (typeof total === 'number') return total
    if ('k' in total) return total
    // Datetimes and durations have their own ways to add up.
    return total.others === 0 ? tell!(total) : callPlainly(call, at, values)
  }
}

/** One column against one column of the same length, and a condition that no blank cell meets. */
function isSearchable(range: Node, criteria: Value, shape: Node): boolean {
  const { column, lastColumn, row, lastRow } = range.extent!
  const other = shape.extent!
  if (column !== lastColumn || other.column !== other.lastColumn) return false
  if (lastRow - row !== other.lastRow - other.row || isArray(criteria)) return false
  if (lastRow - row + 1 > LONG_COLUMN_ROWS && lastRow !== SHEET_ROWS) return false
  if (isPending(criteria) || isMetByEqual(criteria)) return true
  return typeof criteria === 'string' && !criterionOf(criteria)(BLANK)
}

/**
 * The number of cells of whole columns or rows that meet all conditions beyond the used range: they are blank, and
 * no array holds them.
 */
function countBeyond(call: SearchCall, at: Node, values: readonly (Value | undefined)[]): number {
  let beyond: number | undefined
  for (let i = 0; i < call.parts.length; i += 2) {
    const criteria = values[i + 1] ?? BLANK
    if (isArray(criteria) || isPending(criteria) || !criterionOf(criteria)(BLANK)) return 0
    const range = searchedRange(call, i, at)
    const { column, lastColumn, row, lastRow } = range.extent!
    const items = itemsOf(call.m, range)
    if ('k' in items) return 0
    const missing = (lastColumn - column + 1) * (lastRow - row + 1) - items.length
    beyond = Math.min(beyond ?? missing, missing)
  }
  return beyond ?? 0
}

/** The aggregate of cells that meet the conditions, or their count where no figures are given. */
function totalOf(
  m: ModelState,
  pairs: readonly Pair[],
  measured: Node | undefined,
): Aggregate | ErrorValue | Pending | number {
  let places: number[] | undefined
  for (const { range, criteria } of pairs) {
    const items = itemsOf(m, range)
    if ('k' in items) return items
    for (const item of items) if (isPending(item)) return PENDING
    burn(places?.length ?? items.length)
    const holds = criterionOf(criteria)
    places = places === undefined ? meeting(items, holds) : stillMeeting(places, items, holds)
  }
  if (measured === undefined) return places!.length
  const values = itemsOf(m, measured)
  if ('k' in values) return values
  return aggregateOfPlaces(places!, values, measured.extent!.row)
}

function meeting(items: readonly Value[], holds: Criterion): number[] {
  const places: number[] = []
  for (let i = 0; i < items.length; i++) if (holds(items[i]!)) places.push(i)
  return places
}

function stillMeeting(
  places: readonly number[],
  items: readonly Value[],
  holds: Criterion,
): number[] {
  const left: number[] = []
  for (const place of places) {
    if (place < items.length && holds(items[place]!)) left.push(place)
  }
  return left
}

function itemsOf(m: ModelState, range: Node): readonly Value[] | ErrorValue {
  read(m, range)
  const found = arrayFrom(m, range)
  return isError(found) ? found : found.items
}
