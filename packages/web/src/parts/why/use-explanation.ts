// The explanation of a cell, asked for again when the cell changed.

import type { Explanation } from '@cellwake/client'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { type Query, useQuery } from '../../data/query.ts'
import { SELECTION_REST_MS, WHY_DEPTH_LEVELS } from '../../limits.ts'

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
  return query
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
