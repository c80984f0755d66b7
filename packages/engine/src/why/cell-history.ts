// The values that a cell has had, newest first, each with the commit that brought it. Values of formulas are
// computed again at every commit that reached something below them; equal ones in a row are one.

import { type Json, sameValue } from '@cellwake/runtime'
import type { Store } from '@cellwake/store'
import {
  CHANGE_SEARCH_COMMITS,
  CHANGE_SEARCH_VISITS,
  HISTORY_PAGE_ENTRIES,
  HISTORY_PAGE_ENTRIES_MAX,
} from '../limits.ts'
import { AnswerRoom } from '../views/answer-room.ts'
import { viewOf } from '../views/cell-view.ts'
import { inputsBelow } from './because.ts'
import type { CauseView, CauseViews } from './cause-views.ts'
import { isPruned, seenAt } from './cell-changes.ts'
import type { Past } from './past.ts'
import type { PastGraph } from './past-graph.ts'

export interface HistoryEntry {
  readonly kind: string
  readonly value: Json
  readonly typeTag: string
  readonly rev: number
  readonly at: string
  readonly cause: CauseView
}

export interface HistoryPage {
  readonly symbol: string
  readonly entries: readonly HistoryEntry[]
  /** Asks for the next page, if there is one. */
  readonly before: number | null
  readonly keptSince: number
}

export interface HistoryParts {
  readonly store: Store
  readonly past: Past
  readonly causes: CauseViews
}

export async function cellHistory(
  { store, past, causes }: HistoryParts,
  symbol: string,
  newest: number,
  page: { readonly before?: number; readonly limit?: number },
): Promise<HistoryPage> {
  const limit = Math.min(page.limit ?? HISTORY_PAGE_ENTRIES, HISTORY_PAGE_ENTRIES_MAX)
  const entries: HistoryEntry[] = []
  const room = new AnswerRoom()
  const keptSince = await store.keptSince()
  const first = Math.min(newest, (page.before ?? newest + 1) - 1)
  const touching = (moment: PastGraph) => moment.touching([symbol])
  const start = await past
    .readIfThere(first, (moment) => seenAt(moment, symbol), touching)
    .catch(isPruned)
  if (start === undefined || start === 'pruned') {
    return { symbol, entries, before: null, keptSince }
  }
  let { value, tag, candidate } = start
  let next: number | null = null
  const add = async (rev: number) => {
    const below = () => past.read(rev, (moment) => inputsBelow(moment, symbol, rev))
    const cause = await causes.of(rev, async () => (await below()).map(([name]) => name))
    const { kind, value: json, typeTag } = viewOf(room.take(value), tag, 'ready', rev)
    entries.push({ kind, value: json, typeTag, rev, at: cause.at, cause })
  }
  let visits = 0
  for (let steps = 1; entries.length < limit; steps++) {
    const before = await past
      .readIfThere(
        candidate - 1,
        (moment) => {
          const seen = seenAt(moment, symbol)
          visits += moment.visits
          return seen
        },
        touching,
      )
      .catch(isPruned)
    if (before === undefined || before === 'pruned') {
      await add(candidate)
      next = null
      break
    }
    if (!sameValue(before.value, value)) {
      await add(candidate)
      next = candidate
    } else if (steps >= CHANGE_SEARCH_COMMITS || visits > CHANGE_SEARCH_VISITS) {
      next = candidate
      break
    }
    ;({ value, tag, candidate } = before)
  }
  return { symbol, entries, before: next, keptSince }
}
