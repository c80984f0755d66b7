// Findings of searches in the array of a column that no index answers, such as `COUNTIF(A:A, ">" & A2)` in each row:
// they are kept as long as the array, which is made anew when a cell of it changes. So n formulas that each ask for
// something else do not look at n² cells. The answers are those of a search from end to end.

import {
  burn,
  datetime,
  isDatetime,
  isPending,
  parseDatetime,
  toNumber,
  type Value,
} from '@cellwake/runtime'
import { conditionKey, type Key } from './keys.ts'

/** An order that is asked for: `>5`. */
export interface Bound {
  readonly operator: '<' | '<=' | '>' | '>='
  readonly limit: number
}

/** A line that is searched once is not worth more than that. */
const WORTH_AFTER_SEARCHES = 2

const lines = new WeakMap<readonly Value[], SearchedLine>()

export function searchedLine(items: readonly Value[]): SearchedLine {
  let line = lines.get(items)
  if (line === undefined) {
    line = new SearchedLine(items)
    lines.set(items, line)
  }
  line.searches++
  return line
}

export class SearchedLine {
  readonly items: readonly Value[]
  searches = 0
  #hasPending: boolean | undefined
  #places: Map<Key, number[]> | undefined
  #sorted: Float64Array | undefined
  #figures: Float64Array | undefined

  constructor(items: readonly Value[]) {
    this.items = items
  }

  get hasPending(): boolean {
    this.#hasPending ??= this.items.some(isPending)
    return this.#hasPending
  }

  get isWorth(): boolean {
    return this.searches >= WORTH_AFTER_SEARCHES
  }

  /** The places of an equal value, rising. */
  placesOf(key: Key): readonly number[] {
    if (this.#places === undefined) {
      burn(this.items.length)
      const places = new Map<Key, number[]>()
      this.items.forEach((item, at) => {
        const own = conditionKey(item)
        if (own === undefined) return
        const known = places.get(own)
        if (known === undefined) places.set(own, [at])
        else known.push(at)
      })
      this.#places = places
    }
    return this.#places.get(key) ?? []
  }

  /** The places among those given, or among all, that are above or below, rising. */
  placesWithin({ operator, limit }: Bound, among?: readonly number[]): number[] {
    const figures = this.figures
    const isBelow = operator === '<' || operator === '<='
    const isLimitIn = operator === '<=' || operator === '>='
    const found: number[] = []
    const count = among?.length ?? figures.length
    burn(count)
    for (let i = 0; i < count; i++) {
      const at = among === undefined ? i : among[i]!
      const figure = figures[at]!
      // What is not in the order is NaN, which no comparison takes.
      if ((isBelow ? figure < limit : figure > limit) || (isLimitIn && figure === limit)) {
        found.push(at)
      }
    }
    return found
  }

  /** The numbers and instants by their places. */
  get figures(): Float64Array {
    this.#figures ??= Float64Array.from(this.items, figureOf)
    return this.#figures
  }

  /** How many numbers and instants are above or below. Nothing else is in that order. */
  countOf({ operator, limit }: Bound): number {
    if (this.#sorted === undefined) {
      const { figures } = this
      burn(figures.length * Math.ceil(Math.log2(figures.length + 1)))
      this.#sorted = figures.filter((figure) => !Number.isNaN(figure)).sort()
    }
    const sorted = this.#sorted
    const below = operator === '<' || operator === '>='
    const before = firstFrom(sorted, (figure) => (below ? figure >= limit : figure > limit))
    return operator === '<' || operator === '<=' ? before : sorted.length - before
  }
}

/** The bound of a condition; undefined for one of another kind. */
export function boundOf(criteria: Value): Bound | undefined {
  if (typeof criteria !== 'string') return undefined
  const operator = /^[<>]=?/.exec(criteria)?.[0] as Bound['operator'] | undefined
  const operand = criteria.slice(operator?.length ?? 0)
  if (operator === undefined || operand === '' || operand.startsWith('#')) return undefined
  const number = toNumber(operand)
  if (typeof number === 'number') return { operator, limit: number }
  const ms = parseDatetime(operand)
  return ms === undefined ? undefined : { operator, limit: toNumber(datetime(ms)) as number }
}

function figureOf(item: Value): number {
  if (typeof item === 'number') return item
  return isDatetime(item) ? (toNumber(item) as number) : Number.NaN
}

function firstFrom(sorted: Float64Array, isBehind: (figure: number) => boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBehind(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
