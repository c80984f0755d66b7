// The explanation of a cell, asked for again when the cell changed, and when anything it may name did: a read can
// change and leave the value as it was.

import type { Explanation } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { useRevision } from '../../data/live.ts'
import { type Query, useQuery } from '../../data/query.ts'
import { SELECTION_REST_MS, WHY_DEPTH_LEVELS, WHY_EVERY_MS } from '../../limits.ts'

/** `changes` is anything that differs when the cell does; `at` is a revision, undefined for now. */
export function useExplanation(
  model: string,
  symbol: string,
  { at, changes }: { at?: string | undefined; changes?: unknown } = {},
): Query<Explanation> {
  const past = at === undefined ? {} : { at }
  const query = useQuery(`model:${model}:why:${symbol}:${at ?? ''}`, (signal) =>
    client.explain({ id: model, symbol }, { depth: WHY_DEPTH_LEVELS, ...past }, { signal }),
  )
  const { reload } = query
  const seen = useRef({ symbol, changes })
  useEffect(() => {
    const isNew = seen.current.symbol === symbol && seen.current.changes !== changes
    // The first value of a cell that was not loaded is no change.
    if (isNew && seen.current.changes !== undefined) reload()
    seen.current = { symbol, changes }
  }, [symbol, changes, reload])
  useNewer(at === undefined ? model : undefined, query)
  return query
}

/** Reloads when there is a newer revision of the model, once for each and not too often. */
function useNewer(model: string | undefined, query: Query<Explanation>): void {
  const { data, loading, since, reload } = query
  const heard = useRevision(model)
  const asked = useRef(0)
  const isOld =
    data !== undefined && heard !== undefined && heard > data.rev && heard > asked.current
  useEffect(() => {
    if (!isOld || loading) return
    const timer = setTimeout(
      () => {
        asked.current = heard ?? 0
        reload()
      },
      Math.max(0, since + WHY_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [isOld, loading, heard, since, reload])
}

/** The value when it has not changed for a moment: keys that repeat must not ask at every step. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SELECTION_REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
