// A cache of the deliveries of a workflow, without asking the store again: only the host that has the workflow changes
// them. It saves most of the questions of a run: choosing what runs next and the first look of its prepare are one.
// See performance: a run asks its topics once

import type { EntryOp } from '@cellwake/store'

interface Page<D> {
  readonly mark: number
  readonly limit: number
  readonly found: readonly D[]
}

export class Lookahead<D> {
  /** Lists in which nothing is pending that was left before. */
  readonly #nothingLeft = new Set<string>()
  /** Pages that the choice of the next run saw. */
  readonly #pages = new Map<string, Page<D>>()
  /** How many events the last look at a list asked for. */
  readonly #limits = new Map<string, number>()

  /** Events may have come, or another choice begins. */
  forgetPages(): void {
    this.#pages.clear()
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

  limit(list: string): number {
    return this.#limits.get(list) ?? 1
  }

  put(list: string, page: Page<D>): void {
    this.#pages.set(list, page)
  }

  /** The page that was seen, if it answers the question; it answers one. */
  take(list: string, mark: number, limit: number): readonly D[] | undefined {
    this.#limits.set(list, limit)
    const page = this.#pages.get(list)
    this.#pages.delete(list)
    if (page === undefined || page.mark !== mark) return undefined
    const isWhole = page.found.length < page.limit
    return isWhole || page.limit >= limit ? page.found.slice(0, limit) : undefined
  }
}
