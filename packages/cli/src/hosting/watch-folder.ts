// Watches a folder for changes. Editors write a file in several steps, so it debounces.

import { watch } from 'node:fs'
import type { Clock } from '@cellwake/scheduler'
import { WATCH_SETTLE_MS } from '../limits.ts'

export interface Watching {
  /** Only files whose names end so, and those in folders below; without it, every file of the folder itself. */
  readonly ending?: string
  /** Of the files of the folder itself, only those whose names match. */
  readonly matching?: RegExp
  /** Nothing is called before. */
  readonly begun: Promise<unknown>
  readonly changed: () => Promise<void>
  readonly failed: (error: unknown) => void
}

/**
 * Calls `changed` after each burst of changes, never twice at a time. Returns a function that stops it, and
 * resolves once the last call is over.
 */
export function watchFolder(
  folder: string,
  clock: Clock,
  { ending, matching, begun, changed, failed }: Watching,
): () => Promise<void> {
  let waiting = false
  // An error of the first scan is reported by the caller.
  let running = begun.then(
    () => {},
    () => {},
  )
  const watcher = watch(folder, { recursive: ending !== undefined }, (_, name) => {
    if (waiting) return
    if (name !== null && (!name.endsWith(ending ?? '') || matching?.test(name) === false)) return
    waiting = true
    clock.wake(clock.now() + WATCH_SETTLE_MS, () => {
      waiting = false
      running = running.then(changed).catch(failed)
    })
  })
  watcher.on('error', failed)
  return () => {
    watcher.close()
    return running
  }
}
