// A host whose external functions are answered by hand: the test claims jobs and says what came of each.

import { catalogue, type Signature, withFunctions } from '@cellwake/language'
import { nextTurn, type VirtualClock, virtualClock } from '@cellwake/scheduler'
import {
  type Driver,
  type JobRow,
  MemoryDriver,
  openStore,
  type Store,
  type StoreOptions,
} from '@cellwake/store'
import { afterEach } from 'vitest'
import { Engine, type EngineOptions } from '../../src/engine.ts'
import type { JobPayload } from '../../src/external/jobs.ts'
import type { LiveModel } from '../../src/model/live-model.ts'

export const START: number = Date.UTC(2026, 0, 1)

export interface World {
  readonly engine: Engine
  readonly store: Store
  readonly driver: Driver
  readonly clock: VirtualClock
  /** Errors that nobody waits for. */
  readonly errors: unknown[]
  /** Jobs that wait to be taken up, oldest first. */
  queued(): Promise<readonly JobRow[]>
  /** Resolves when a job waits to be taken up. */
  isAsked(): Promise<void>
  /** Takes up all that wait. */
  claim(): Promise<readonly JobRow[]>
  done(job: JobRow, value: unknown, provider?: string): Promise<void>
  fail(job: JobRow, error: string): Promise<void>
  /** Takes up all that wait, and answers each; undefined fails it for good. Gives what was asked, as text. */
  answer(value: (fn: string, args: readonly unknown[]) => unknown): Promise<string[]>
  settle(): Promise<void>
  advance(ms: number): Promise<void>
  /** Closes both, and opens the same data again. */
  restart(downMs?: number): Promise<World>
}

const open: World[] = []

afterEach(async () => {
  for (const { engine, store, clock } of open.splice(0)) {
    await engine.close().catch(() => undefined)
    await store.close().catch(() => undefined)
    clock.close()
  }
})

export interface WorldOptions {
  readonly driver?: Driver
  readonly clock?: VirtualClock
  readonly engine?: Partial<EngineOptions>
  readonly store?: StoreOptions
}

export async function world(options: WorldOptions = {}): Promise<World> {
  const driver = options.driver ?? new MemoryDriver()
  const clock = options.clock ?? virtualClock(START)
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const store = await openStore(driver, { clock, onError, ...options.store })
  const engine = new Engine({ store, clock, countRuns: true, onError, ...options.engine })
  const stop = clock.onSettle(() => made.settle())
  const queues = [...routes(options.engine?.catalogue ?? catalogue)]
  const made: World = {
    engine,
    store,
    driver,
    clock,
    errors,
    queued: () => store.jobs({ state: 'queued' }),
    isAsked: async () => {
      while ((await made.queued()).length === 0) await nextTurn()
    },
    claim: () => store.claim({ queues, worker: 'hand', limit: 1_000, leaseMs: 3_600_000 }),
    done: async (job, value, provider) => {
      const result = { value, at: clock.now(), ...(provider === undefined ? {} : { provider }) }
      const { id, attempt } = job
      await store.commit({ jobs: [{ op: 'done', id, attempt, result }] })
      await made.settle()
    },
    fail: async ({ id, attempt }, error) => {
      await store.commit({ jobs: [{ op: 'fail', id, attempt, error, final: true }] })
      await made.settle()
    },
    answer: async (value) => {
      const asked: string[] = []
      for (const job of await made.claim()) {
        const { function: fn, args } = payloadOf(job)
        const plain = args.map((arg) => arg.value)
        asked.push(`${fn}(${plain.map((arg) => JSON.stringify(arg)).join(', ')})`)
        const given = value(fn, plain)
        if (given === undefined) await made.fail(job, `there is no ${fn}`)
        else await made.done(job, given)
      }
      await made.settle()
      return asked.sort()
    },
    settle: async () => {
      await engine.idle()
    },
    advance: async (ms) => {
      await clock.advance(ms)
      await made.settle()
    },
    restart: async (downMs = 0) => {
      stop()
      await engine.close()
      await store.close()
      if (downMs > 0) await clock.advance(downMs)
      return world({ ...options, driver, clock })
    },
  }
  open.push(made)
  return made
}

export function payloadOf({ payload }: JobRow): JobPayload {
  return payload as unknown as JobPayload
}

function routes({ names, get }: typeof catalogue): Set<string> {
  return new Set(names.flatMap((name) => get(name)?.external?.route ?? []))
}

/** A catalogue with a function of one's own beside the others. */
export function withFunction(signature: Partial<Signature> & Pick<Signature, 'external' | 'name'>) {
  const common = {
    category: 'external',
    params: [{ name: 'x', kind: 'any', optional: false }],
    repeats: 0,
    returns: 'any',
    tag: undefined,
    about: 'For a test.',
    examples: [],
    volatile: false,
    dynamic: false,
    seesErrors: false,
    lazyFrom: undefined,
  } as const
  return withFunctions(catalogue, [{ ...common, ...signature }])
}

/** Deploys a source as the model m. */
export async function deploy({ engine }: World, source: string): Promise<LiveModel> {
  return (await engine.deploy(source, { id: 'm' })).model
}

/** Value and status of a cell, as text. */
export function shown(model: LiveModel, ...symbols: string[]): string[] {
  return symbols.map((symbol) => {
    const { kind, value, typeTag, status } = model.get(symbol)
    return `${kind === 'error' ? typeTag : JSON.stringify(value)} ${status}`
  })
}
