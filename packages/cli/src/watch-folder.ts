// Hears of changes below a folder. Editors write a file in several steps, so it waits until they are done.

import { watch } from 'node:fs'
import type { Clock } from '@cellwake/scheduler'
import { WATCH_SETTLE_MS } from './limits.ts'

/**
 * Calls `changed` after each burst of changes, never twice at a time, and not before `begun`. Returns what ends
 * that, once the last call is over.
 */
export function watchFolder(
  folder: string,
  clock: Clock,
  begun: Promise<unknown>,
  changed: () => Promise<void>,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let waiting = false
  // What fails at the beginning is told by whoever began.
  let running = begun.then(
    () => {},
    () => {},
  )
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    if (waiting || (name !== null && !name.endsWith('.grid'))) return
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
