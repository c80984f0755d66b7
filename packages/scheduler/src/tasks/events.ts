// Events: handled in order, one at a time, each at most once. Before a handler runs, everything that its
// reads follow from is brought up to date; if that must wait, the event waits, and those behind it. A
// receipt in the handler's own commit says that the event was handled, on any host and after any
// restart. Only a stale basis is retried. An event that is dropped says so, once.
// See test: a process that dies after the commit does not handle it again

import {
  type Address,
  docKey,
  type Launcher,
  type Store,
  type Tx,
  take,
  type Value,
} from '@cellwake/store'
import { SchedulerError } from '../errors.ts'
import { readerAt, readerCount } from '../graph/node.ts'
import {
  EVENT_BACKLOG,
  EVENT_RETRY_MAX_MS,
  EVENT_RETRY_MS,
  EVENT_RETRY_WINDOW_MS,
  EVENT_STUCK_MS,
} from '../limits.ts'
import type { Clock } from '../time/clock.ts'
import type { Documents } from './documents.ts'
import type { Introspection } from './introspection.ts'
import type { Lineage } from './lineage.ts'
import type { EventOptions, EventOutcome, HandlerSpec, RunTx, Stream } from './run-tx.ts'
import type { Task } from './task.ts'

interface QueuedEvent {
  readonly id: string
  readonly stream: string
  readonly payload: unknown
  readonly origin: Tx | undefined
  readonly order: number
  readonly onCommit: ((outcome: EventOutcome) => void) | undefined
  forgetOrigin: () => void
  /** The event waits for its origin to settle, which wakes it. */
  behindOrigin: boolean
  notBefore: number
  firstFailure: number | undefined
  /** The nodes it waits for, and how often each had run when it began to. */
  waitsFor: Map<Task, number>
  /** Writers of the things that its handler reads. */
  targets: ReadonlySet<Task>
  /** Time since which it waits for a node that ran and is invalid again. */
  stuckSince: number | undefined
  attempts: number
  settled: boolean
}

export interface EventsParts {
  readonly store: Store
  readonly clock: Clock
  readonly documents: Documents
  readonly introspection: Introspection
  readonly lineage: Lineage
  /** For the transactions of handlers. */
  readonly launcher: Launcher
  readonly random: () => number
  /** Nodes that are invalid now. */
  invalid(): Iterable<Task>
  /** Runs a node although it is dormant. */
  request(task: Task): void
  tick(): void
  /** Counts something that must be over before all is at rest. */
  hold(): () => void
  report(error: unknown, name: string): void
}

/** Number of schedulers that a store has had: makes the prefix of minted ids distinct. */
const schedulers = new WeakMap<Store, number>()

export class Events {
  readonly #parts: EventsParts
  readonly #handlers = new Map<string, HandlerSpec>()
  /** One lane for all: the contract is per lane. */
  #lane: QueuedEvent[] = []
  #order = 0
  #minted = 0
  /** Prefix of the ids minted here: no other scheduler has it. */
  readonly #prefix: string
  #dispatching = false
  #loading = false
  #closed = false
  /** The attempt that runs now: nodes and events made by it belong to it. */
  executing: RunTx | undefined

  constructor(parts: EventsParts) {
    this.#parts = parts
    const { store } = parts
    const nth = (schedulers.get(store) ?? 0) + 1
    schedulers.set(store, nth)
    this.#prefix = `${store.session}/${nth}`
  }

  addHandler(spec: HandlerSpec): () => void {
    const key = streamKey(spec.stream)
    const known = this.#handlers.get(key)
    if (known !== undefined) {
      const what = `${spec.name} cannot handle ${key}: ${known.name} does.`
      throw new SchedulerError('second-handler', what)
    }
    this.#handlers.set(key, spec)
    return () => {
      if (this.#handlers.get(key) === spec) this.#handlers.delete(key)
    }
  }

  queue(stream: Stream, payload: unknown, options: EventOptions = {}): string {
    const key = streamKey(stream)
    const origin = options.origin ?? this.executing
    const id = options.id ?? `${this.#prefix}/${++this.#minted}`
    const event: QueuedEvent = {
      id,
      stream: key,
      payload,
      origin,
      order: ++this.#order,
      onCommit: options.onCommit,
      forgetOrigin: () => {},
      behindOrigin: false,
      notBefore: 0,
      firstFailure: undefined,
      waitsFor: new Map(),
      targets: new Set(),
      stuckSince: undefined,
      attempts: 0,
      settled: false,
    }
    if (this.#lane.length >= EVENT_BACKLOG) {
      this.#drop(event, `${EVENT_BACKLOG} events wait already`)
      return id
    }
    if (origin !== undefined) {
      if (origin.status() === 'failed') {
        this.#drop(event, 'what sent it failed')
        return id
      }
      event.forgetOrigin = this.#parts.lineage.onFailure(origin, (why) => this.#remove(event, why))
    }
    this.#lane.push(event)
    this.#parts.tick()
    return id
  }

  get waiting(): boolean {
    return this.#lane.length > 0 || this.#dispatching
  }

  /** When the head may go. Never, while something else will wake it. */
  nextAt(): number {
    const head = this.#lane[0]
    if (head === undefined || this.#dispatching || this.#loading) return Number.POSITIVE_INFINITY
    if (head.behindOrigin) return Number.POSITIVE_INFINITY
    let open = Number.POSITIVE_INFINITY
    for (const task of head.waitsFor.keys()) {
      if (task.registered && task.invalid) open = Math.min(open, task.eligibleAt)
    }
    return open === Number.POSITIVE_INFINITY ? head.notBefore : Math.max(head.notBefore, open)
  }

  /** One look at the head: it goes, or it waits for something. */
  async phase(now: number): Promise<void> {
    const event = this.#lane[0]
    if (event === undefined || this.nextAt() > now || this.#isBehindOrigin(event)) return
    const handler = this.#handlers.get(event.stream)
    if (handler === undefined) {
      this.#remove(event, `nothing handles ${event.stream}`)
      return
    }
    const closure = this.#closureOf(handler, event)
    if (closure === undefined) return
    const targets = this.#parts.documents.writersOf(closure)
    if (this.#blocked(event, targets, now)) return
    if (this.#mustLoad(event, closure, targets)) return
    await this.#dispatch(event, handler)
  }

  /** The nodes that the head waits for may be invalid again: they are wanted until the pass is over. */
  demand(): void {
    const head = this.#lane[0]
    if (head === undefined || head.waitsFor.size === 0) return
    for (const task of this.#blockersOf(head)) this.#parts.request(task)
  }

  close(): void {
    this.#closed = true
    for (const event of [...this.#lane]) this.#remove(event, 'the scheduler was closed')
    this.#handlers.clear()
  }

  /** An event sent by an open transaction follows its commit. */
  #isBehindOrigin(event: QueuedEvent): boolean {
    if (event.origin?.status() !== 'open') return false
    event.behindOrigin = true
    event.origin.onSettled(() => {
      event.behindOrigin = false
      this.#parts.tick()
    })
    return true
  }

  #closureOf(handler: HandlerSpec, event: QueuedEvent): Address[] | undefined {
    let tx: Tx | undefined
    try {
      if (typeof handler.reads !== 'function') return [...handler.reads]
      tx = this.#parts.store.begin({ readOnly: true })
      handler.reads(tx, event.payload)
      const { deep, shallow } = tx.log()
      return [...deep, ...shallow].map(({ address }) => address)
    } catch (error) {
      this.#parts.report(error, handler.name)
      this.#remove(event, 'its reads could not be found out')
      return undefined
    } finally {
      tx?.abort('only a look')
    }
  }

  /** Invalid nodes that feed the closure run first. Looked for from the invalid ones down. */
  #blocked(event: QueuedEvent, targets: ReadonlySet<Task>, now: number): boolean {
    event.targets = targets
    const blockers = this.#blockersOf(event)
    if (blockers.length === 0) {
      event.waitsFor.clear()
      event.stuckSince = undefined
      return false
    }
    for (const task of blockers) {
      const runs = event.waitsFor.get(task)
      if (runs === undefined) event.waitsFor.set(task, task.runs)
      else if (task.runs > runs) event.stuckSince ??= now
    }
    if (event.stuckSince !== undefined && now - event.stuckSince >= EVENT_STUCK_MS) {
      const names = blockers.map((task) => task.spec.name).join(', ')
      this.#remove(event, `it waited ${EVENT_STUCK_MS / 1000} s for ${names}, which do not settle`)
      return true
    }
    // Blockers run in this pass, or when their gates open; the event looks again after that.
    for (const task of blockers) this.#parts.request(task)
    this.#parts.introspection.trace('event', event.stream, `${event.id} waits for nodes`)
    return true
  }

  #blockersOf({ targets }: QueuedEvent): Task[] {
    return [...this.#parts.invalid()].filter((task) => this.#feeds(task, targets))
  }

  /** Whether the writes of a node can reach one of the targets, through any number of readers. */
  #feeds(from: Task, targets: ReadonlySet<Task>): boolean {
    const seen = new Set([from])
    for (const task of seen) {
      if (targets.has(task)) return true
      const { node } = task
      for (let i = 0, n = readerCount(node); i < n; i++) seen.add(readerAt(node, i).value as Task)
      if (!task.isMaterializer) continue
      for (const reader of this.#parts.documents.readersOfEnvelope(task)) seen.add(reader)
    }
    return false
  }

  /** Loads in flight of documents that the handler reads, or that feed its reads. */
  #mustLoad(event: QueuedEvent, closure: readonly Address[], targets: ReadonlySet<Task>): boolean {
    const { store, documents } = this.#parts
    const keys = new Map<string, { space: string; id: string }>()
    for (const { space, id } of closure) {
      if (!store.isLoaded({ space, id })) keys.set(docKey(space, id), { space, id })
    }
    const onTheWay = store.pendingLoads().filter((key) => {
      for (const reader of documents.readersOf(key)) if (this.#feeds(reader, targets)) return true
      return false
    })
    if (keys.size + onTheWay.length === 0) return false
    this.#loading = true
    const leave = this.#parts.hold()
    Promise.all([store.loadsSettled(onTheWay), ...[...keys.values()].map((key) => store.load(key))])
      .catch((error) => this.#remove(event, `what it reads could not be loaded: ${error.message}`))
      .finally(() => {
        this.#loading = false
        leave()
        this.#parts.tick()
      })
    return true
  }

  async #dispatch(event: QueuedEvent, handler: HandlerSpec): Promise<void> {
    const { store, introspection } = this.#parts
    this.#dispatching = true
    this.#lane.shift()
    event.forgetOrigin()
    event.attempts++
    introspection.trace('event', event.stream, `${event.id} goes to ${handler.name}`)
    const outer = this.executing
    let tx: RunTx | undefined
    try {
      tx = store.begin({
        source: handler,
        cause: { by: handler.name, detail: { event: event.id, stream: event.stream } },
        launcher: this.#parts.launcher,
      })
      if (event.origin !== undefined && event.origin.status() !== 'committed') {
        tx.require({ type: 'origin-committed', origin: event.origin })
      }
      this.executing = tx
      let result: unknown = handler.run(event.payload as never, tx, { id: event.id })
      this.executing = outer
      if (result instanceof Promise) result = await result
      if (tx.status() === 'open') {
        tx.receipt({ id: receiptOf(event), value: asValue(result) })
        tx.commit()
      }
    } catch (error) {
      this.executing = outer
      tx?.abort('the handler threw')
      this.#parts.report(error, handler.name)
      this.#settle(event, { handled: false, why: 'the handler threw' })
      return
    } finally {
      this.#dispatching = false
    }
    const leave = this.#parts.hold()
    tx.onSettled((verdict) => {
      if (verdict.rejected === undefined) this.#settle(event, { handled: true, seq: verdict.seq })
      else if (verdict.rejected === 'stale') {
        verdict.readyToRetry().then(
          () => this.#again(event, leave),
          () => this.#again(event, leave),
        )
        return
      } else this.#drop(event, verdict.why)
      leave()
    })
  }

  /** Back to its place in the lane, after a while. */
  #again(event: QueuedEvent, leave: () => void): void {
    const now = this.#parts.clock.now()
    event.firstFailure ??= now
    if (this.#closed) this.#drop(event, 'the scheduler was closed')
    else if (event.origin?.status() === 'failed') this.#drop(event, 'what sent it failed')
    else if (now - event.firstFailure >= EVENT_RETRY_WINDOW_MS) {
      this.#drop(event, `its basis was stale for ${EVENT_RETRY_WINDOW_MS / 1000} s`)
    } else {
      const delay = Math.min(EVENT_RETRY_MS * 2 ** (event.attempts - 1), EVENT_RETRY_MAX_MS)
      event.notBefore = now + delay * (1 - this.#parts.random() / 2)
      if (event.origin !== undefined) {
        event.forgetOrigin = this.#parts.lineage.onFailure(event.origin, (why) =>
          this.#remove(event, why),
        )
      }
      const at = this.#lane.findIndex((other) => other.order > event.order)
      this.#lane.splice(at < 0 ? this.#lane.length : at, 0, event)
      this.#parts.tick()
    }
    leave()
  }

  #remove(event: QueuedEvent, why: string): void {
    this.#lane = this.#lane.filter((other) => other !== event)
    this.#drop(event, why)
    this.#parts.tick()
  }

  #drop(event: QueuedEvent, why: string): void {
    if (event.settled) return
    event.forgetOrigin()
    const what = `Event ${event.id} of ${event.stream} was dropped: ${why}.`
    this.#parts.report(new SchedulerError('event-dropped', what), event.stream)
    this.#settle(event, { handled: false, why })
  }

  #settle(event: QueuedEvent, outcome: EventOutcome): void {
    if (event.settled) return
    event.settled = true
    const words = outcome.handled ? 'handled' : `not handled: ${outcome.why}`
    this.#parts.introspection.trace('event', event.stream, `${event.id} ${words}`)
    try {
      event.onCommit?.(outcome)
    } catch (error) {
      this.#parts.report(error, event.stream)
    }
  }
}

function streamKey(stream: Stream): string {
  if (typeof stream === 'string') return stream
  return JSON.stringify([stream.space, stream.id, ...stream.path])
}

/** A name that no other choice of stream and id has. */
function receiptOf({ stream, id }: QueuedEvent): string {
  return `event/${stream.length}:${stream}/${id}`
}

/** The result of a handler is kept in its receipt, if it is a value. */
function asValue(result: unknown): Value {
  if (typeof result !== 'object' || result === null) return {}
  try {
    return take(result)
  } catch {
    return {}
  }
}
