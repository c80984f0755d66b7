// The history of a cell, page by page, newest first; new changes join at the front as they come. Pages are asked for
// until they reach back as far as is wanted, or hold as many changes as a page shows.

import type { HistoryEntry } from '@cellwake/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { useCells } from '../../data/live.ts'
import { type Query, useQuery } from '../../data/query.ts'
import { HISTORY_MAX_CHANGES, HISTORY_PAGE_MAX_CHANGES } from '../../limits.ts'
import { merged } from './merged.ts'

export interface CellHistory {
  readonly newest: Query<unknown>
  readonly entries: readonly HistoryEntry[]
  /** All changes since `from` are here. */
  readonly reaches: boolean
  /** All that is kept is here. */
  readonly isWhole: boolean
  /** Undefined when all that is kept is here. */
  readonly showOlder: (() => void) | undefined
  readonly isLoadingOlder: boolean
  readonly olderError: Error | undefined
  /** Commits before this revision are forgotten; 0 if none is. */
  readonly keptSince: number
}

interface Wait {
  readonly of?: string
  readonly loading: boolean
  readonly error?: Error
}

interface Older {
  readonly of: string
  readonly entries: readonly HistoryEntry[]
  readonly before: number | null
}

const rested: Wait = { loading: false }

/** `from` is how far back it should reach (ms); left out, the newest page. */
export function useHistory(
  id: string,
  symbol: string | undefined,
  from = Number.POSITIVE_INFINITY,
): CellHistory {
  const key = symbol === undefined ? undefined : `model:${id}:history:${symbol}`
  const newest = useQuery(key, (signal) =>
    client.history({ id, symbol: symbol ?? '' }, { limit: HISTORY_PAGE_MAX_CHANGES }, { signal }),
  )
  const { reload } = newest
  const [older, setOlder] = useState<Older>()
  const [lastWait, setWait] = useState<Wait>({ loading: false })
  useFresh(id, symbol, reload)

  const known = older !== undefined && older.of === key ? older : undefined
  // Another cell's error is no reason not to ask for this one.
  const wait = lastWait.of === key ? lastWait : rested
  const before = known === undefined ? newest.data?.before : known.before
  const showOlder = useCallback(async () => {
    if (before == null || key === undefined) return
    setWait({ of: key, loading: true })
    try {
      const query = { before, limit: HISTORY_PAGE_MAX_CHANGES }
      const page = await client.history({ id, symbol: symbol ?? '' }, query)
      setOlder((now) => ({
        of: key,
        entries: merged(now?.of === key ? now.entries : [], page.entries),
        before: page.before,
      }))
      setWait({ of: key, loading: false })
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      setWait({ of: key, loading: false, error: reason })
    }
  }, [id, symbol, key, before])

  const entries = merged(newest.data?.entries ?? [], known?.entries ?? [])
  const oldest = entries.at(-1)
  const isWhole = newest.data !== undefined && before == null
  const reaches = isWhole || (oldest !== undefined && Date.parse(oldest.at) < from)
  const isWanted = !reaches && before != null && entries.length < HISTORY_MAX_CHANGES
  useEffect(() => {
    if (isWanted && !wait.loading && wait.error === undefined) void showOlder()
  }, [isWanted, wait, showOlder])

  return {
    newest,
    entries,
    reaches,
    isWhole,
    showOlder: before == null ? undefined : showOlder,
    isLoadingOlder: wait.loading,
    olderError: wait.error,
    keptSince: newest.data?.keptSince ?? 0,
  }
}

/** Asks again when the cell changed. */
function useFresh(id: string, symbol: string | undefined, reload: () => void): void {
  const { cells } = useCells(id, symbol === undefined ? [] : [symbol])
  const rev = symbol === undefined ? undefined : cells?.[symbol]?.rev
  const seen = useRef<{ symbol: string | undefined; rev: number | undefined }>(undefined)
  useEffect(() => {
    const before = seen.current
    seen.current = { symbol, rev }
    if (before?.symbol === symbol && before?.rev !== undefined && rev !== before.rev) reload()
  }, [symbol, rev, reload])
}
