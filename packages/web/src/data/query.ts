// Answers of the server by key, shared by everything on the page that asks the same. A cached answer is shown
// at once and revalidated (stale-while-revalidate); a failed request keeps the last good answer beside the
// error.

import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { CACHE_MAX_ANSWERS, FRESH_MS } from '../limits.ts'
import { noteRefusal } from './access.ts'

export interface Query<T> {
  /** The last good answer, if there ever was one. */
  readonly data: T | undefined
  /** Why the newest try failed; undefined again after one that worked. */
  readonly error: Error | undefined
  /** A request is in flight. */
  readonly loading: boolean
  /** When the running, or else the last, request began (ms). */
  readonly since: number
  /** When the data came (ms). */
  readonly at: number
  readonly reload: () => void
}

type Ask = (signal: AbortSignal) => Promise<unknown>

interface Entry {
  view: Omit<Query<unknown>, 'reload'>
  ask: Ask
  running: AbortController | undefined
  readonly listeners: Set<() => void>
}

const entries = new Map<string, Entry>()
const idle: Entry['view'] = { data: undefined, error: undefined, loading: false, since: 0, at: 0 }

function entryOf(key: string, ask: Ask): Entry {
  const known = entries.get(key)
  if (known !== undefined) return known
  forgetOldest()
  const entry: Entry = { view: idle, ask, running: undefined, listeners: new Set() }
  entries.set(key, entry)
  return entry
}

/** Maps keep the order of insertion, so the first without a listener is the oldest. */
function forgetOldest(): void {
  if (entries.size < CACHE_MAX_ANSWERS) return
  for (const [key, entry] of entries) {
    if (entry.listeners.size > 0) continue
    entries.delete(key)
    return
  }
}

function show(entry: Entry, change: Partial<Entry['view']>): void {
  entry.view = { ...entry.view, ...change }
  for (const listener of [...entry.listeners]) listener()
}

function load(entry: Entry): void {
  entry.running?.abort()
  const controller = new AbortController()
  entry.running = controller
  show(entry, { loading: true, since: Date.now() })
  const settle = (change: Partial<Entry['view']>) => {
    // A newer request has taken over.
    if (entry.running !== controller) return
    entry.running = undefined
    show(entry, { ...change, loading: false })
  }
  entry.ask(controller.signal).then(
    (data) => settle({ data, error: undefined, at: Date.now() }),
    (error: unknown) => {
      if (entry.running === controller) noteRefusal(error)
      settle({ error: error instanceof Error ? error : new Error(String(error)) })
    },
  )
}

/** Invalidates answers by key prefix; mounted ones are asked for again. */
export function invalidate(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue
    if (entry.listeners.size > 0) load(entry)
    else entries.delete(key)
  }
}

/**
 * The answer to a question. `key` names it among all others (`model:price-desk`); undefined asks nothing.
 * `everyMs` polls while the page is visible.
 */
export function useQuery<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
  { everyMs }: { everyMs?: number } = {},
): Query<T> {
  const entry = key === undefined ? undefined : entryOf(key, ask)
  const subscribe = useCallback(
    (listener: () => void) => {
      entry?.listeners.add(listener)
      return () => entry?.listeners.delete(listener)
    },
    [entry],
  )
  const view = useSyncExternalStore(subscribe, () => entry?.view ?? idle)
  useEffect(() => {
    if (entry === undefined) return
    // The newest closure answers: it may hold another client or another range.
    entry.ask = ask
  })
  useEffect(() => {
    if (entry === undefined || entry.running !== undefined) return
    if (Date.now() - entry.view.at >= FRESH_MS) load(entry)
  }, [entry])
  useEffect(() => {
    if (entry === undefined || everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && entry.running === undefined) load(entry)
    }, everyMs)
    return () => clearInterval(timer)
  }, [entry, everyMs])
  const reload = useCallback(() => {
    if (entry !== undefined) load(entry)
  }, [entry])
  return { ...(view as Omit<Query<T>, 'reload'>), reload }
}
