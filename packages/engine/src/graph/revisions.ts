// Which commit brought a value: the graph counts changes in ticks, the store counts commits. For each
// commit the tick after it is remembered, for as many as fit.

import { REVISION_MARKS } from '../limits.ts'

export class Revisions {
  readonly #ticks: number[] = []
  readonly #revs: number[] = []
  #newest: number

  constructor(newest: number) {
    this.#newest = newest
  }

  get newest(): number {
    return this.#newest
  }

  /** Changes up to this tick came with this commit, or with one before. */
  at(tick: number, rev: number): void {
    this.#newest = Math.max(this.#newest, rev)
    const last = this.#ticks.length - 1
    if (this.#ticks[last] === tick) {
      this.#revs[last] = rev
      return
    }
    // A commit may hear of its verdict after one that followed from it.
    const place = last < 0 || this.#ticks[last]! < tick ? last + 1 : this.#placeOf(tick)
    this.#ticks.splice(place, 0, tick)
    this.#revs.splice(place, 0, rev)
    if (this.#ticks.length < REVISION_MARKS * 2) return
    this.#ticks.splice(0, REVISION_MARKS)
    this.#revs.splice(0, REVISION_MARKS)
  }

  of(tick: number): number {
    return this.#ticks.length === 0 ? this.#newest : this.#revs[this.#placeOf(tick)]!
  }

  /** The same, unless it is not sure: it may have come before the first mark, or is not durable yet. */
  exactly(tick: number): number | undefined {
    const last = this.#ticks.at(-1)
    if (last === undefined || tick > last) return undefined
    const place = this.#placeOf(tick)
    return place === 0 ? undefined : this.#revs[place]
  }

  #placeOf(tick: number): number {
    let low = 0
    let high = this.#ticks.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#ticks[middle]! >= tick) high = middle
      else low = middle + 1
    }
    return low
  }
}
