// A scheduler on a store in memory, with time that moves only when it is told to, and a record of
// what ran, what was seen and what was reported.

import {
  type Address,
  type Arrival,
  type DocRow,
  type Driver,
  MemoryDriver,
  openStore,
  type PathSegment,
  type Store,
  type StoreOptions,
  type Tx,
  type Value,
} from '@cellwake/store'
import {
  type Fault,
  FaultDriver,
  type Needs,
  type Rows,
  seededSystem,
  WrappedDriver,
} from '@cellwake/store/testing'
import { onTestFinished } from 'vitest'
import {
  type EventOutcome,
  type NodeSpec,
  type RegisterOptions,
  Scheduler,
  SchedulerError,
  type SchedulerOptions,
  type VirtualClock,
  virtualClock,
} from '../../src/index.ts'
import type { Task } from '../../src/tasks/task.ts'

export const START = '2026-01-01T00:00:00Z'

export function at(id: string, ...path: PathSegment[]): Address {
  return { space: 'demo', id, path }
}

/** The value there, as a number; 0 for anything else. */
export function num(tx: Tx, id: string, ...path: PathSegment[]): number {
  const value = tx.read(at(id, ...path))
  return typeof value === 'number' ? value : 0
}

/** The scheduler's own record of what runs in this transaction. */
export function taskOf(tx: Tx): Task {
  return tx.options.source as Task
}

/** Lets the event loop turn, so that what was started goes as far as it can without time passing. */
export async function turns(count = 12): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Settles from the outside. */
export interface Latch {
  readonly promise: Promise<void>
  open(): void
  fail(error: Error): void
}

export function latch(): Latch {
  let open = () => {}
  let fail: (error: Error) => void = () => {}
  const promise = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  promise.catch(() => {})
  return { promise, open, fail }
}

/** A driver whose answers can be held back, and whose questions are counted. */
export class HeldDriver extends WrappedDriver {
  loads = 0
  transactions = 0
  beforeLoad: Promise<void> | undefined
  beforeTransact: Promise<void> | undefined

  /** History is gone when it is next asked for. */
  forgetful = false

  override news(since: number): ReturnType<WrappedDriver['news']> {
    if (!this.forgetful) return super.news(since)
    this.forgetful = false
    return Promise.resolve('too-far-back')
  }

  override async load(space: string, id?: string): Promise<readonly DocRow[]> {
    this.loads++
    await this.beforeLoad
    return super.load(space, id)
  }

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    this.transactions++
    await this.beforeTransact
    return super.transact(needs, body)
  }
}

export type Get = (id: string, ...path: PathSegment[]) => number

export interface WorldOptions {
  readonly driver?: Driver
  readonly store?: Store
  readonly clock?: VirtualClock
  readonly storeOptions?: StoreOptions
  readonly random?: SchedulerOptions['random']
  /** The space is not brought in ahead. */
  readonly cold?: boolean
}

export class World {
  readonly store: Store
  readonly clock: VirtualClock
  readonly s: Scheduler
  /** The names of what ran, in order. */
  readonly runs: string[] = []
  /** Values that each effect saw, run by run. */
  readonly seen: Record<string, unknown[]> = {}
  readonly errors: { name: string; error: Error }[] = []
  readonly said: string[] = []
  readonly tasks = new Map<string, Task>()

  constructor(store: Store, clock: VirtualClock, random?: SchedulerOptions['random']) {
    this.store = store
    this.clock = clock
    this.s = new Scheduler({ store, clock, ...(random === undefined ? {} : { random }) })
    this.s.onError((error, name) => this.errors.push({ name, error: error as Error }))
    this.s.onConsole((text) => this.said.push(text))
  }

  /** A computation that writes one document, from what it gets. */
  computation(
    name: string,
    fn: (get: Get, tx: Tx) => unknown,
    more: Partial<NodeSpec> & RegisterOptions = {},
  ) {
    const { mode, gate, ...spec } = more
    const output = spec.outputs?.[0] ?? at(name)
    const write = (tx: Tx, value: unknown) => {
      if (value !== undefined) tx.write(output, value)
    }
    return this.s.register(
      {
        name,
        kind: 'computation',
        outputs: [output],
        run: (tx) => {
          this.began(name, tx)
          const value = fn((id, ...path) => num(tx, id, ...path), tx)
          if (value instanceof Promise) return value.then((late) => write(tx, late))
          write(tx, value)
          return undefined
        },
        ...spec,
      },
      { ...(mode === undefined ? {} : { mode }), ...(gate === undefined ? {} : { gate }) },
    )
  }

  /** An effect; what the function returns is what it saw. */
  effect(
    name: string,
    fn: (get: Get, tx: Tx) => unknown,
    more: Partial<NodeSpec> & RegisterOptions = {},
  ) {
    const { mode, gate, ...spec } = more
    return this.s.register(
      {
        name,
        kind: 'effect',
        run: (tx) => {
          this.began(name, tx)
          const saw = fn((id, ...path) => num(tx, id, ...path), tx)
          const keep = (value: unknown) => {
            this.seen[name] = [...(this.seen[name] ?? []), value]
          }
          if (saw instanceof Promise) return saw.then(keep)
          keep(saw)
          return undefined
        },
        ...spec,
      },
      { ...(mode === undefined ? {} : { mode }), ...(gate === undefined ? {} : { gate }) },
    )
  }

  began(name: string, tx: Tx): void {
    this.runs.push(name)
    this.tasks.set(name, taskOf(tx))
  }

  /** Writes documents in one commit and waits until it is durable. */
  async put(values: Record<string, unknown>): Promise<void> {
    await this.store.edit((tx) => {
      for (const [id, value] of Object.entries(values)) tx.write(at(id), value)
    })
  }

  /** Writes, and waits for rest. */
  async change(values: Record<string, unknown>): Promise<void> {
    await this.put(values)
    await this.s.idle()
  }

  value(id: string, ...path: PathSegment[]): Value | undefined {
    return this.store.read(at(id, ...path))
  }

  /** How often it has run. */
  count(name: string): number {
    return this.runs.filter((run) => run === name).length
  }

  /** Forgets the runs so far, and gives them. */
  taken(): string[] {
    return this.runs.splice(0)
  }

  last(name: string): unknown {
    return this.seen[name]?.at(-1)
  }

  codes(): string[] {
    return this.errors.map(({ error }) =>
      error instanceof SchedulerError ? error.code : error.message,
    )
  }

  isLive(name: string): boolean {
    return this.s.getGraphSnapshot().nodes.some((node) => node.name === name && node.live)
  }

  statusOf(name: string): string | undefined {
    return this.s.getGraphSnapshot().nodes.find((node) => node.name === name)?.status
  }

  /** Resolves with whether it came to rest within so much time. */
  async restsWithin(ms: number): Promise<boolean> {
    let rested = false
    const rest = this.s.idle().then(() => {
      rested = true
    })
    await turns()
    if (!rested) await this.advance(ms)
    if (rested) await rest
    return rested
  }

  /** The same in small steps: runs that take turns are not overtaken by the time. */
  async restsSlowlyWithin(ms: number): Promise<boolean> {
    let rested = false
    void this.s.idle().then(() => {
      rested = true
    })
    await turns(3)
    for (let passed = 0; passed < ms && !rested; passed += 100) {
      await this.advance(100)
      await turns(30)
    }
    return rested
  }

  /** Lets time pass, and what it wakes go as far as it can. */
  async advance(ms: number): Promise<void> {
    await turns()
    const end = this.clock.now() + ms
    while (this.clock.nextAt <= end) {
      await this.clock.advance(Math.max(0, this.clock.nextAt - this.clock.now()))
      await turns()
    }
    await this.clock.advance(Math.max(0, end - this.clock.now()))
    await turns()
  }
}

export async function world(options: WorldOptions = {}): Promise<World> {
  const store =
    options.store ?? (await openStore(options.driver ?? 'memory:', options.storeOptions ?? {}))
  if (options.driver !== undefined && options.cold !== true) await store.load({ space: 'demo' })
  const w = new World(store, options.clock ?? virtualClock(START), options.random)
  onTestFinished(async () => {
    w.s.dispose()
    await store.close()
  })
  return w
}

/** A world whose commits can be made to fail: another session writes first. */
export class UnluckyWorld {
  readonly w: World
  readonly driver: FaultDriver
  readonly held: HeldDriver
  readonly #faults: Fault[]

  constructor(w: World, driver: FaultDriver, held: HeldDriver, faults: Fault[]) {
    this.w = w
    this.driver = driver
    this.held = held
    this.#faults = faults
  }

  /** Before the next group of commits, somebody else writes this. */
  conflictNext(id: string, value: string | number): void {
    this.#faults.push({ kind: 'conflict', space: 'demo', id, value })
  }
}

export async function unluckyWorld(): Promise<UnluckyWorld> {
  const faults: Fault[] = []
  const held = new HeldDriver(new MemoryDriver())
  const driver = new FaultDriver(held, ({ operation }) =>
    operation === 'transact' ? faults.shift() : undefined,
  )
  const w = await world({ driver, storeOptions: { system: seededSystem(1) } })
  return new UnluckyWorld(w, driver, held, faults)
}

/** Sends an event, and resolves with what became of it. */
export function send(
  w: World,
  stream: string,
  payload?: unknown,
  id?: string,
): Promise<EventOutcome> {
  return new Promise((resolve) => {
    w.s.queueEvent(stream, payload, { onCommit: resolve, ...(id === undefined ? {} : { id }) })
  })
}
