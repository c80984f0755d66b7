// Engines for tests: on a memory store that outlives them, with a clock that stands still, counting runs.

import { virtualClock } from '@cellwake/scheduler'
import {
  type Driver,
  MemoryDriver,
  openStore,
  type Store,
  type StoreOptions,
} from '@cellwake/store'
import { afterEach } from 'vitest'
import { Engine, type EngineOptions } from '../../src/engine.ts'
import type { LiveModel } from '../../src/model/live-model.ts'

export interface Host {
  readonly engine: Engine
  readonly store: Store
  readonly driver: Driver
  /** Closes both, and opens the same data again. */
  restart(): Promise<Host>
}

const open: Host[] = []

/** Each test closes what it opened. */
afterEach(async () => {
  for (const { engine, store } of open.splice(0)) {
    await engine.close().catch(() => undefined)
    await store.close().catch(() => undefined)
  }
})

export async function openHost(
  driver: Driver = new MemoryDriver(),
  options: Partial<EngineOptions> = {},
  storeOptions: StoreOptions = {},
): Promise<Host> {
  const store = await openStore(driver, storeOptions)
  const clock = virtualClock(Date.UTC(2026, 0, 1))
  const engine = new Engine({ store, clock, countRuns: true, ...options })
  const host: Host = {
    engine,
    store,
    driver,
    restart: async () => {
      await engine.close()
      await store.close()
      return openHost(driver, options, storeOptions)
    },
  }
  open.push(host)
  return host
}

/** A model on an engine of its own. */
export async function deployed(source: string): Promise<LiveModel> {
  const { engine } = await openHost()
  const { model } = await engine.deploy(source, { id: 'm' })
  model.takeRuns()
  return model
}

/** Plain values by symbol. */
export function valuesOf(model: LiveModel, ...symbols: string[]): unknown[] {
  return symbols.map((symbol) => {
    const { kind, value, typeTag } = model.get(symbol)
    return kind === 'error' ? typeTag : value
  })
}

/** The symbols of the formulas that ran since this was last asked, in alphabetical order. */
export function ranIn(model: LiveModel): string[] {
  return [...model.takeRuns().keys()].sort()
}

/** The error of a promise that must be refused. */
export async function refusal(promise: Promise<unknown>): Promise<Error & { code?: string }> {
  return promise.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: Error & { code?: string }) => error,
  )
}
