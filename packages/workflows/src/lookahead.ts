// A cache of the deliveries of a workflow, without asking the store again: only the host that has the workflow changes
// them. It saves most of the questions of a run: choosing what runs next and the first look of its prepare are one.
// See performance: a run asks its topics once

import type { EntryOp } from '@cellwake/store'

/** The oldest deliveries of a list. */
export interface Found<D> {
  readonly found: readonly D[]
  /** Nothing else was pending in the list. */
  readonly isWhole: boolean
}

interface Page<D> extends Found<D> {
  readonly mark: number
  readonly limit: number
}

export class Lookahead<D> {
  /** Lists in which nothing is pending that was left before. */
  readonly #nothingLeft = new Set<string>()
  /** Pages that the choice of the next run saw. */
  readonly #pages = new Map<string, Page<D>>()
  /** How many events the last look at a list asked for. */
  readonly #limits = new Map<string, number>()
  /** Lists of which all that is pending was seen, with its number. */
  readonly #whole = new Map<string, number>()
  #changes = 0

  /** Events may have come, or another choice begins. */
  forgetPages(): void {
    this.#pages.clear()
    this.#whole.clear()
    this.#changes++
  }

  /** A point in time: what is asked from then on is old once events may have come. */
  get now(): number {
    return this.#changes
  }

  /** Whether a run that reserved so many events of these lists has left nothing, and nothing came since. */
  isDrained(reserved: Iterable<readonly [list: string, count: number]>): boolean {
    for (const [list, count] of reserved) if (this.#whole.get(list) !== count) return false
    return true
  }

  /** A commit is about to be sent. */
  committing(entries: readonly EntryOp[]): void {
    for (const { list, state } of entries) if (state === 'pending') this.#nothingLeft.delete(list)
  }

  hasNothingLeft(list: string): boolean {
    return this.#nothingLeft.has(list)
  }

  nothingLeft(list: string): void {
    this.#nothingLeft.add(list)
  }

  /** One more than a run is likely to ask for: it shows whether that is all. */
  limit(list: string): number {
    return (this.#limits.get(list) ?? 1) + 1
  }

  /** Keeps a page that was asked for at `asked`. */
  put(list: string, page: Page<D>, asked: number): void {
    this.#pages.set(list, page)
    if (page.isWhole && asked === this.#changes) this.#whole.set(list, page.found.length)
  }

  /** The page that was seen, if it answers the question; it answers one. */
  take(list: string, mark: number, limit: number): readonly D[] | undefined {
    this.#limits.set(list, limit)
    const page = this.#pages.get(list)
    this.#pages.delete(list)
    if (page === undefined || page.mark !== mark) return undefined
    return page.isWhole || page.limit >= limit ? page.found.slice(0, limit) : undefined
  }
}
