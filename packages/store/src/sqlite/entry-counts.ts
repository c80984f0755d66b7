// Counts of the entries of a list in each state. To count a million takes long, and everybody would wait for it: a list
// that was asked for is counted once and followed from then on. Only this process writes, so the counts hold.

import { COUNTED_LISTS } from '../limits.ts'

export class EntryCounts {
  readonly #lists = new Map<string, Map<string, number>>()
  /** The moves of the open transaction, of lists that are followed. */
  #moves: { list: string; from: string | undefined; to: string }[] = []

  /** `count` counts a list that is not followed yet. */
  of(list: string, count: () => Map<string, number>): Readonly<Record<string, number>> {
    let counts = this.#lists.get(list)
    if (counts === undefined) {
      counts = count()
      if (this.#lists.size >= COUNTED_LISTS) this.#lists.clear()
      this.#lists.set(list, counts)
    }
    return Object.fromEntries([...counts].filter(([, n]) => n > 0))
  }

  move(list: string, from: string | undefined, to: string): void {
    if (this.#lists.has(list)) this.#moves.push({ list, from, to })
  }

  committed(): void {
    if (this.#moves.length === 0) return
    for (const { list, from, to } of this.#moves) {
      const counts = this.#lists.get(list)!
      if (from !== undefined) counts.set(from, counts.get(from)! - 1)
      counts.set(to, (counts.get(to) ?? 0) + 1)
    }
    this.#moves = []
  }

  /** The transaction was given up. */
  forget(): void {
    this.#moves = []
  }

  /** Entries were removed: count again. */
  clear(): void {
    this.#lists.clear()
    this.#moves = []
  }
}
