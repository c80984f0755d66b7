// A worker on a store in memory and a clock that only moves when told, and jobs as a model would add them.

import { nextTurn, type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { type JobRow, type JobSpec, openStore, type Store } from '@cellwake/store'
import { onTestFinished } from 'vitest'
import type { FunctionDefinition, FunctionSpec } from '../src/define-function.ts'
import { defineFunction } from '../src/define-function.ts'
import { Egress, type EgressOptions } from '../src/egress.ts'
import { Functions } from '../src/functions.ts'
import { startWorker, type Worker, type WorkerOptions } from '../src/worker.ts'
import type { WorkerEvent } from '../src/worker-events.ts'

export const START = Date.parse('2026-01-01T00:00:00Z')

export interface Bench {
  readonly store: Store
  readonly clock: VirtualClock
  readonly functions: Functions
  readonly worker: Worker
  readonly events: WorkerEvent[]
  /** Adds a call and gives the id of its job. */
  ask(
    name: string,
    args?: readonly unknown[],
    more?: Partial<JobSpec> & { timeoutMs?: number },
  ): Promise<string>
  job(id: string): Promise<JobRow>
  /** Lets everything that was begun go on until a job is in one of these states. */
  until(id: string, ...states: JobRow['state'][]): Promise<JobRow>
  /** Lets everything go on that needs no time. */
  settle(): Promise<void>
  attempts(): Extract<WorkerEvent, { type: 'attempt' }>[]
}

export type BenchOptions = Partial<Omit<WorkerOptions, 'functions' | 'egress'>> & {
  readonly egress?: Partial<EgressOptions> | Egress
}

export async function bench(
  functions: readonly (FunctionSpec | FunctionDefinition)[],
  options: BenchOptions = {},
): Promise<Bench> {
  const clock = (options.clock as VirtualClock | undefined) ?? virtualClock(START)
  const store = options.store ?? (await openStore('memory:', { clock }))
  const known = new Functions(
    functions.map((one) => ('signature' in one ? one : defineFunction(one))),
  )
  const egress =
    options.egress instanceof Egress ? options.egress : new Egress({ clock, ...options.egress })
  const events: WorkerEvent[] = []
  const worker = startWorker({
    random: () => 0,
    ...options,
    store,
    clock,
    functions: known,
    egress,
    onEvent: (event) => events.push(event),
  })
  onTestFinished(async () => {
    const stopped = worker.stop()
    let isStopped = false
    stopped.then(() => {
      isStopped = true
    })
    await settle()
    if (!isStopped && 'advance' in clock) await clock.advance(20_000)
    await stopped
    if (options.store === undefined) await store.close()
  })
  const job = async (id: string) => (await store.job(id))!
  return {
    store,
    clock,
    functions: known,
    worker,
    events,
    job,
    settle,
    ask: async (name, args = [], more = {}) => {
      const { timeoutMs = 5_000, ...spec } = more
      const definition = known.get(name)
      const id = spec.id ?? `ext:m:${name}-${++asked}:1`
      const queue = spec.queue ?? definition?.signature.external?.route ?? 'custom.nobody'
      const payload = {
        model: 'm',
        function: name,
        args: args.map(wire),
        symbols: [],
        requestRev: 1,
        timeoutMs,
        cache: { ttlMs: 0, maxStalenessMs: 0, refreshMode: 'blocking' },
        staleOnError: false,
        requestId: id,
      }
      await store.commit({ jobs: [{ op: 'add', payload, ...spec, id, queue }] })
      return id
    },
    until: async (id, ...states) => {
      for (let turn = 0; turn < 1_000; turn++) {
        const row = await job(id)
        if (states.includes(row.state)) return row
        await nextTurn()
      }
      throw new Error(`job ${id} is ${(await job(id)).state}, not ${states.join(' or ')}`)
    },
    attempts: () => events.flatMap((event) => (event.type === 'attempt' ? [event] : [])),
  }
}

let asked = 0

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn()
}

/** A value as a job carries it. */
export function wire(value: unknown): { kind: string; value: unknown; typeTag: string } {
  const kind =
    value === null
      ? 'blank'
      : Array.isArray(value)
        ? 'array'
        : value instanceof Date
          ? 'datetime'
          : typeof value
  return { kind, value: value instanceof Date ? value.toISOString() : value, typeTag: kind }
}
