// The aggregate of the rows of a key, kept while rows come and go. Rows add up as in a region: leaf
// by leaf, then aligned pairs of leaves, and so on; so the sum depends on the rows and their values
// alone, not on the order of edits. A change costs one leaf and one pair on each level.

import type { Value } from '@cellwake/runtime'
import { KEY_TOTAL_DIRECT_ROWS, LEAF_ROWS, SHEET_ROWS } from '../limits.ts'
import { type Aggregate, joined, nothing } from '../ranges/aggregate.ts'

const LEVELS = Math.log2(SHEET_ROWS / LEAF_ROWS) + 1

/** Rows of a key, and their values. */
export interface KeyRows {
  /** Places from 0, rising. */
  readonly places: readonly number[]
  readonly values: readonly (Value | undefined)[]
  /** The row of place 0 in the sheet. */
  readonly row: number
}

export class KeyTotal {
  /** By level, then by number; undefined while there are so few rows that they are simply added. */
  #levels: Map<number, Aggregate>[] | undefined
  #changed = new Set<number>()

  /** Something at a place has changed, come or gone. */
  changed(place: number, row: number): void {
    if (this.#levels !== undefined) this.#changed.add(leafOf(place, row))
  }

  total(rows: KeyRows): Aggregate {
    if (rows.places.length <= KEY_TOTAL_DIRECT_ROWS) {
      this.#levels = undefined
      this.#changed.clear()
      return added(rows)
    }
    if (this.#levels === undefined) {
      this.#levels = Array.from({ length: LEVELS }, () => new Map())
      for (const place of rows.places) this.#changed.add(leafOf(place, rows.row))
    }
    this.#refresh(this.#levels, rows)
    return this.#levels[LEVELS - 1]!.get(0)!
  }

  #refresh(levels: readonly Map<number, Aggregate>[], rows: KeyRows): void {
    let changed = this.#changed
    for (const leaf of changed) put(levels[0]!, leaf, leafTotal(rows, leaf))
    for (let level = 1; level < LEVELS; level++) {
      const below = levels[level - 1]!
      const above = new Set<number>()
      for (const at of changed) above.add(Math.floor(at / 2))
      for (const at of above) {
        put(levels[level]!, at, either(below.get(at * 2), below.get(at * 2 + 1)))
      }
      changed = above
    }
    this.#changed = new Set()
  }
}

function leafOf(place: number, row: number): number {
  return Math.floor((place + row - 1) / LEAF_ROWS)
}

function put(totals: Map<number, Aggregate>, at: number, total: Aggregate | undefined): void {
  if (total === undefined) totals.delete(at)
  else totals.set(at, total)
}

function either(left: Aggregate | undefined, right: Aggregate | undefined): Aggregate | undefined {
  if (left === undefined || right === undefined) return left ?? right
  return joined(left, right)
}

function leafTotal({ places, values, row }: KeyRows, leaf: number): Aggregate | undefined {
  const first = leaf * LEAF_ROWS + 1 - row
  let at = firstFrom(places, first)
  if (at === places.length || places[at]! >= first + LEAF_ROWS) return undefined
  const total = nothing()
  for (; at < places.length && places[at]! < first + LEAF_ROWS; at++) {
    const value = values[places[at]!]
    if (value !== undefined) total.add(value)
  }
  return total
}

/** Binary search: index of the first place that is not before a given one. */
export function firstFrom(places: readonly number[], wanted: number): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/** The same sum without a tree. */
export function added({ places, values, row }: KeyRows): Aggregate {
  let leaves: number[] = []
  let totals: Aggregate[] = []
  let total = nothing()
  let end = Number.NEGATIVE_INFINITY
  for (const place of places) {
    if (place >= end) {
      const leaf = leafOf(place, row)
      end = (leaf + 1) * LEAF_ROWS + 1 - row
      total = nothing()
      leaves.push(leaf)
      totals.push(total)
    }
    const value = values[place]
    if (value !== undefined) total.add(value)
  }
  while (leaves.length > 1) {
    const above: number[] = []
    const sums: Aggregate[] = []
    leaves.forEach((leaf, i) => {
      const at = Math.floor(leaf / 2)
      if (above.at(-1) === at) sums.push(joined(sums.pop()!, totals[i]!))
      else {
        above.push(at)
        sums.push(totals[i]!)
      }
    })
    leaves = above
    totals = sums
  }
  return totals[0] ?? nothing()
}
