// Live frames. Everything subscribes through `follow`, so that the newest revision of each model is known in
// one place: the top bar shows it.

import type { CellsBySymbol, ModelEvent, WorkflowHandlers } from '@cellwake/client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { live } from './client.ts'
import { createValue } from './value-store.ts'

export type LiveState = 'connecting' | 'live' | 'cut-off'
export interface Liveness {
  readonly state: LiveState
  /** Since when (ms). */
  readonly since: number
}

const liveness = createValue<Liveness>({ state: 'connecting', since: Date.now() })
live.onState((state, since) => liveness.set({ state, since }))

/** Whether changes arrive, and since when that is so. */
export function useLive(): Liveness {
  return useSyncExternalStore(liveness.subscribe, liveness.get)
}

const followed = createValue(0)

/** Whether anything on the page waits for changes: without that there is no connection to speak of. */
export function useIsFollowing(): boolean {
  return useSyncExternalStore(followed.subscribe, followed.get) > 0
}

const revisions = createValue<ReadonlyMap<string, number>>(new Map())

/** The newest known revision of a model. */
export function useRevision(id: string | undefined): number | undefined {
  const known = useSyncExternalStore(revisions.subscribe, revisions.get)
  return id === undefined ? undefined : known.get(id)
}

export function noteRevision(id: string, rev: number): void {
  const known = revisions.get()
  if (rev <= (known.get(id) ?? -1)) return
  revisions.set(new Map(known).set(id, rev))
}

export interface Followed {
  readonly model: string
  readonly symbols?: readonly string[]
  readonly events?: boolean
  /** Pages look only, unless they say otherwise: looking costs nothing. */
  readonly demand?: boolean
}

export interface Followers {
  onCells?(cells: CellsBySymbol, rev: number): void
  /** A snapshot of everything; earlier values are void. */
  onReset?(cells: CellsBySymbol, rev: number, reason: string): void
  onEvent?(event: ModelEvent, rev: number): void
  onError?(error: { code: string; message: string }): void
}

export interface Following {
  close(): void
  update(symbols: readonly string[]): void
}

export function follow(what: Followed, followers: Followers): Following {
  const { model } = what
  followed.set(followed.get() + 1)
  const subscribed = live.subscribe(
    {
      model,
      demand: what.demand ?? false,
      ...(what.symbols === undefined ? {} : { symbols: [...what.symbols] }),
      ...(what.events === undefined ? {} : { events: what.events }),
    },
    {
      onCells(cells, rev) {
        noteRevision(model, rev)
        followers.onCells?.(cells, rev)
      },
      onReset(cells, rev, reason) {
        noteRevision(model, rev)
        followers.onReset?.(cells, rev, reason)
      },
      onEvent(event, rev) {
        noteRevision(model, rev)
        followers.onEvent?.(event, rev)
      },
      onError: (error) => followers.onError?.(error),
    },
  )
  let isOpen = true
  return {
    update: (symbols) => subscribed.update(symbols),
    close() {
      if (!isOpen) return
      isOpen = false
      followed.set(followed.get() - 1)
      subscribed.close()
    },
  }
}

/** The same for a workflow: its status and its runs. Gives what ends it. */
export function followWorkflow(workflow: string, handlers: WorkflowHandlers): () => void {
  followed.set(followed.get() + 1)
  const subscribed = live.subscribe({ workflow }, handlers)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    followed.set(followed.get() - 1)
    subscribed.close()
  }
}

/** Calls `heard` with firings and deploys of these models. */
export function useModelEvents(
  ids: readonly string[],
  heard: (id: string, event: ModelEvent, rev: number) => void,
): void {
  const newest = useRef(heard)
  newest.current = heard
  const key = ids.join('\n')
  useEffect(() => {
    const open = key === '' ? [] : key.split('\n')
    const following = open.map((model) =>
      follow(
        { model, events: true },
        { onEvent: (event, rev) => newest.current(model, event, rev) },
      ),
    )
    return () => {
      for (const one of following) one.close()
    }
  }, [key])
}

export interface LiveCells {
  /** Undefined until the first frame. */
  readonly cells: CellsBySymbol | undefined
  readonly rev: number | undefined
  readonly error: string | undefined
}

/** These cells as they change. Looking makes nothing run, unless `demand` is true. */
export function useCells(
  model: string | undefined,
  symbols: readonly string[],
  { demand = false }: { demand?: boolean } = {},
): LiveCells {
  const [seen, setSeen] = useState<LiveCells>(nothingSeen)
  const key = symbols.join('\n')
  useEffect(() => {
    setSeen(nothingSeen)
    if (model === undefined || key === '') return
    const following = follow(
      { model, symbols: key.split('\n'), demand },
      {
        onCells: (cells, rev) =>
          setSeen((before) => ({ cells: { ...before.cells, ...cells }, rev, error: undefined })),
        onReset: (cells, rev) => setSeen({ cells, rev, error: undefined }),
        onError: ({ message }) => setSeen((before) => ({ ...before, error: message })),
      },
    )
    return () => following.close()
  }, [model, key, demand])
  return seen
}

const nothingSeen: LiveCells = { cells: undefined, rev: undefined, error: undefined }
