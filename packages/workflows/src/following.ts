// Changes of workflows for those who follow them. On the host that runs a workflow its followers hear of every commit of
// it and of every event that it subscribes to; what another host runs is not heard of here, and must be looked at.

import type { EntryRow, Store } from '@cellwake/store'
import { CHANGED_RUNS_PAGE } from './limits.ts'
import { lists } from './records.ts'
import { type RunView, runView } from './run-views.ts'

/** A run as a commit left it, and the number of that commit. */
export interface ChangedRun {
  readonly rev: number
  readonly run: RunView
}

export type ChangeListener = (name: string) => void

export class Followers {
  readonly #listeners = new Set<ChangeListener>()
  readonly #report: (error: unknown) => void

  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** Listens until the returned function is called. */
  add(fn: ChangeListener): () => void {
    this.#listeners.add(fn)
    return () => this.#listeners.delete(fn)
  }

  /** Something of a workflow may be different, and is durable. */
  tell(name: string): void {
    for (const fn of this.#listeners) {
      try {
        fn(name)
      } catch (error) {
        this.#report(error)
      }
    }
  }
}

/**
 * Runs that a commit behind this one has moved, by commit; undefined if they are more than `most`. Runs move in about the
 * order in which they began: a whole page of older ones that stand still is the end of the search.
 */
export async function changedRuns(
  store: Store,
  name: string,
  since: number,
  most: number,
): Promise<ChangedRun[] | undefined> {
  const found: EntryRow[] = []
  const filter = { list: lists.runs(name), newestFirst: true, limit: CHANGED_RUNS_PAGE }
  let after: EntryRow | undefined
  for (;;) {
    const page = await store.entries(after === undefined ? filter : { ...filter, after })
    const moved = page.filter(({ seq }) => seq > since)
    found.push(...moved)
    if (found.length > most) return undefined
    if (moved.length === 0 || page.length < CHANGED_RUNS_PAGE) break
    after = page.at(-1)
  }
  found.sort((a, b) => a.seq - b.seq || a.order - b.order)
  return found.map((row) => ({ rev: row.seq, run: runView(row) }))
}
