// The two runtimes of cells, through the public face of the package, each with what it reported.

import { virtualClock } from '@cellwake/scheduler'
import { onTestFinished } from 'vitest'
import { type Cells, cells } from '../../src/cells.ts'
import { cells as durableCells, openStore } from '../../src/cells-durable.ts'

export interface World {
  readonly rt: Cells
  readonly errors: unknown[]
}

export function inMemory(): Promise<World> {
  const errors: unknown[] = []
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const rt = cells({ clock, onError: (error) => errors.push(error) })
  onTestFinished(() => rt.close())
  return Promise.resolve({ rt, errors })
}

export async function kept(): Promise<World> {
  const errors: unknown[] = []
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const store = await openStore('memory:')
  const rt = durableCells({ store, clock, onError: (error) => errors.push(error) })
  onTestFinished(async () => {
    rt.close()
    await store.close()
  })
  return { rt, errors }
}

export const runtimes = [
  ['in memory', inMemory],
  ['kept in a store', kept],
] as const

/** In a runtime that is kept, every cell, derived value and stream has an id. */
export const id = (name: string) => ({ id: name })

export const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

export const code = (error: unknown) => (error as { code?: string }).code
