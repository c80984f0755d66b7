// Cells: reactive programs in TypeScript. A cell holds a value; a derived value follows from
// others; a sink is told of changes. Nothing runs unless somebody wants it: a derived value that no
// sink reaches runs only when it is read. What runs sees everything up to date, or nothing of it.
//
// Work waits for the next turn of the event loop, so that changes made together are seen together;
// `flushSync` does it now.

import { SchedulerError } from '../errors.ts'
import { Graph, isComputing, stopTracking, untracked } from '../graph/graph.ts'
import {
  appendRead,
  EFFECT,
  INVALID,
  NEVER_RAN,
  Node,
  REMOVED,
  RUNNING,
  readAt,
  readCount,
  STATIC,
} from '../graph/node.ts'
import {
  BACKOFF_IDLE_HOLDS,
  BACKOFF_MAX_MS,
  BACKOFF_MS,
  PASS_RUN_BUDGET,
  PASS_SLICE_MS,
} from '../limits.ts'
import type { AlarmHandle } from '../time/alarms.ts'
import type { Clock } from '../time/clock.ts'
import { nextTurn, systemClock } from '../time/clock-system.ts'
import { BatchLog } from './batch-log.ts'
import { CellEvents } from './cell-events.ts'
import type { DurableCells, DurableHost } from './durable-cells.ts'
import { type EffectFn, Effects, isEffect } from './effects.ts'
import type { EventStream, Handler, Stream } from './streams.ts'

export type { EffectFn } from './effects.ts'
export type { Handler, HandlerTx, Stream as CellStream } from './streams.ts'

/** Something with a value that can be read and followed. */
export interface Readable<T> {
  /** The value, up to date. Inside a derived value or a sink it becomes a dependency. */
  get(): T
  /** The value, up to date, without becoming a dependency. */
  peek(): T
}

export interface Cell<T> extends Readable<T> {
  set(value: T): void
  update(fn: (value: T) => T): void
}

export interface CellsOptions {
  readonly clock?: Clock
  /** Told of errors in sinks, and of sinks that do not settle. Without it they are thrown. */
  readonly onError?: (error: unknown) => void
}

export interface IdOption {
  /** The same after a restart. Needed in a durable runtime. */
  readonly id?: string
}

export interface CellsStats {
  /** How often anything ran. */
  readonly runs: number
  /** How often something was put aside because it went round in circles. */
  readonly backedOff: number
}

/** One node of a picture of the graph. */
export interface SnapshotNode {
  readonly ordinal: number
  readonly kind: 'cell' | 'derived' | 'sink' | 'effect'
  readonly invalid: boolean
  readonly live: boolean
  readonly height: number
  readonly value: unknown
  /** The ordinals of what it reads. */
  readonly reads: readonly number[]
}

/** A sink that goes round in circles. */
interface Aside {
  streak: number
  holds: number
  waiting: boolean
  alarm: AlarmHandle
}

/** A runtime in memory. `durableCells` makes one that is kept; it is apart so that no store comes along into a browser. */
export function cells(options: CellsOptions = {}): Cells {
  if ('store' in options) {
    throw new SchedulerError('not-durable', 'Cells with a store come from cellwake/cells/durable.')
  }
  return new Cells(options)
}

export class Cells {
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #graph: Graph
  readonly #make: (value: unknown, fn: ((node: Node) => unknown) | null, flags: number) => CellNode
  /** Each knows its place here, in a field that only what is read needs otherwise: a set takes more. */
  readonly #sinks: Node[] = []
  readonly #again = new Map<Node, number>()
  readonly #backoff = new Map<Node, Aside>()
  readonly #ownsClock: boolean
  readonly #firstRun: (node: Node) => void
  readonly #laterRun: (node: Node) => void
  readonly #durable: DurableCells | undefined
  readonly #events: CellEvents
  readonly #effects: Effects
  /** What cells held before the batch that runs. */
  readonly #before: BatchLog
  #turnWanted = false
  #inPass = false
  #paused = false
  #writesSeen = -1
  #pending = 0
  #batch = 0
  #closed = false
  #atRest: (() => void)[] = []
  #backedOff = 0

  /** `keep` makes what keeps the cells in a store. */
  constructor(options: CellsOptions, keep?: (host: DurableHost) => DurableCells) {
    this.#clock = options.clock ?? systemClock()
    this.#ownsClock = options.clock === undefined
    this.#onError = carefully(options.onError ?? throwLater)
    const graph = new Graph({
      wake: () => this.#wantTurn(),
      report: (_node, error) => this.#onError(error),
      again: (node) => this.#countAgain(node),
      ...NO_TASKS,
    })
    this.#graph = graph
    this.#firstRun = (node) => {
      const { source, fn } = node.value as { source: Node; fn: unknown }
      node.value = fn
      node.fn = this.#laterRun
      node.flags |= STATIC
      this.#tell(node, source)
    }
    this.#laterRun = (node) => this.#tell(node, readAt(node, 0))
    const hold = () => this.#hold()
    this.#durable = keep?.({
      write: (node, value) => graph.write(node, value),
      report: (error) => this.#onError(error),
      hold,
    })
    this.#events = new CellEvents({
      durable: this.#durable,
      uniqueId: () => this.#durable?.session ?? 'event',
      apply: (changes) =>
        this.batch(() => {
          for (const [cell, value] of changes) cell.set(value as never)
        }),
      report: (error) => this.#onError(error),
      hold,
    })
    this.#before = new BatchLog(graph)
    const CellNode = nodeClass(graph, this.#durable, this.#before)
    this.#make = (value, fn, flags) => new CellNode(graph.nextOrdinal++, value, fn, flags)
    this.#effects = new Effects({
      graph,
      make: (state, run) => this.#make(state, run, NEVER_RAN | EFFECT),
      ended: (node) => this.#ended(node),
      report: (error) => this.#onError(error),
      track: (promise) => this.#track(promise),
    })
  }

  cell<T>(value: T, options: IdOption = {}): Cell<T> {
    const node = this.#make(value, null, 0)
    this.#durable?.add(node, options.id, value)
    return node as Cell<T>
  }

  /** Follows from whatever `fn` reads. It must not change anything. */
  derive<T>(fn: () => T, options: IdOption = {}): Readable<T> {
    this.#durable?.claim(options.id)
    return this.#derive(fn)
  }

  /** Turns a function of values into one of cells. Its reads are known, so it costs less. */
  lift<A extends readonly unknown[], T>(
    fn: (...values: A) => T,
  ): (...inputs: { [K in keyof A]: Readable<A[K]> }) => Readable<T> {
    return (...inputs) => {
      const nodes = inputs as unknown as Node[]
      const node = this.#make(undefined, staticRun(this.#graph, nodes, fn), NEVER_RAN | STATIC)
      for (const input of new Set(nodes)) appendRead(node, input)
      return node as Readable<T>
    }
  }

  /** Reads the branch that is taken, and not the other. */
  ifElse<A, B>(
    condition: Readable<unknown>,
    then: Readable<A>,
    otherwise: Readable<B>,
  ): Readable<A | B> {
    return this.#derive(() => (condition.get() ? then.get() : otherwise.get()))
  }

  /** One derived value per element: only the changed ones are computed again. */
  map<T, U>(list: Readable<readonly T[]>, fn: (item: T, index: number) => U): Readable<U[]> {
    const elements = this.#elements(list, fn)
    return this.#derive(() => elements().map((element) => element.get()))
  }

  filter<T>(list: Readable<readonly T[]>, fn: (item: T, index: number) => unknown): Readable<T[]> {
    const elements = this.#elements(list, (item, index) => Boolean(fn(item, index)))
    return this.#derive(() => {
      const kept = elements().map((element) => element.get())
      return list.get().filter((_, i) => kept[i])
    })
  }

  flatMap<T, U>(
    list: Readable<readonly T[]>,
    fn: (item: T, index: number) => readonly U[],
  ): Readable<U[]> {
    const elements = this.#elements(list, fn)
    return this.#derive(() => elements().flatMap((element) => element.get()))
  }

  /**
   * Calls `fn` with the value, now and whenever it changes. Returns how to stop. What `fn` returns
   * may be a promise: `idle` waits for it.
   */
  sink<T>(source: Readable<T>, fn: (value: T) => unknown): () => void {
    const node = this.#make({ source, fn }, this.#firstRun, NEVER_RAN | EFFECT)
    node.seenIn = this.#sinks.push(node) - 1
    this.#graph.start(node)
    const end = () => this.#stop(node)
    this.#effects.own(end)
    return end
  }

  /**
   * Runs `fn`, and again whenever something that it read changes. It may set cells. What it returns or hands to its
   * argument runs before it runs again and when it ends; so end the effects and sinks that were made inside. Returns
   * how to end it.
   */
  effect(fn: EffectFn): () => void {
    return this.#effects.add(fn)
  }

  /** Runs `fn`; what it reads is no dependency. */
  untracked<T>(fn: () => T): T {
    return untracked(fn)
  }

  /** A stream of events. They are handled one at a time, in the order of sending. */
  stream<E>(options: IdOption = {}): Stream<E> {
    const id =
      this.#durable === undefined ? (options.id ?? 'stream') : this.#durable.claim(options.id)
    return this.#events.stream(id) as Stream<E>
  }

  /** Handles a stream. `reads` are up to date when it runs; what it sets happens together. */
  handler<E>(stream: Stream<E>, reads: readonly Readable<unknown>[], fn: Handler<E>): () => void {
    return (stream as EventStream).handle(reads, fn as Handler<unknown>)
  }

  /** Changes made inside are seen together: nothing settles before the end. */
  batch<T>(fn: () => T): T {
    if (this.#batch++ === 0) this.#before.begin()
    try {
      return this.#durable === undefined ? fn() : this.#durable.batch(fn)
    } finally {
      if (--this.#batch === 0) this.#before.end()
    }
  }

  /** Settles everything now. Inside a batch or a run it does nothing: that ends first. */
  flushSync(): void {
    if (this.#batch > 0 || this.#inPass || isComputing()) return
    this.#pass(never)
    if (this.#pending > 0) {
      throw new SchedulerError('still-async', `${this.#pending} things are still under way.`)
    }
  }

  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void> {
    if (this.#isAtRest()) return Promise.resolve()
    return new Promise((resolve) => this.#atRest.push(resolve))
  }

  stats(): CellsStats {
    return { runs: this.#graph.runs, backedOff: this.#backedOff }
  }

  /** What the sinks want, and everything that it follows from. */
  snapshot(): SnapshotNode[] {
    const seen = new Set<Node>([...this.#sinks, ...this.#effects.all])
    for (const node of seen) {
      for (let i = 0, n = readCount(node); i < n; i++) seen.add(readAt(node, i))
    }
    return [...seen].map(picture).sort((a, b) => a.ordinal - b.ordinal)
  }

  /** Stops every sink and every timer. */
  close(): void {
    this.#closed = true
    for (const sink of [...this.#sinks]) this.#stop(sink)
    for (let i = this.#effects.all.length; i > 0; i--) this.#effects.endLast()
    this.#events.close()
    this.#durable?.close()
    if (this.#ownsClock) this.#clock.close()
    this.#restIfDone()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #derive<T>(fn: () => T): Readable<T> {
    return this.#make(undefined, fn, NEVER_RAN) as Readable<T>
  }

  #stop(node: Node): void {
    if ((node.flags & REMOVED) !== 0) return
    const last = this.#sinks.pop()!
    if (last !== node) {
      this.#sinks[node.seenIn] = last
      last.seenIn = node.seenIn
    }
    this.#graph.remove(node)
    this.#ended(node)
  }

  #ended(node: Node): void {
    this.#forget(node)
    node.value = undefined
    this.#restIfDone()
  }

  #tell(node: Node, source: Node): void {
    const fn = node.value as (value: unknown) => unknown
    const value = this.#graph.read(source)
    stopTracking()
    // From here on it is told of changes again.
    node.flags &= ~RUNNING
    const result = fn(value)
    if (result instanceof Promise) this.#track(result)
  }

  // The pass

  #wantTurn(): void {
    if (this.#turnWanted || this.#closed) return
    this.#turnWanted = true
    void nextTurn().then(() => {
      this.#turnWanted = false
      if (!this.#closed) this.#turn()
    })
  }

  #turn(): void {
    const end = this.#clock.now() + PASS_SLICE_MS
    const pause = () => this.#clock.now() >= end
    if (this.#pass(pause)) this.#wantTurn()
    this.#restIfDone()
  }

  #pass(pause: () => boolean): boolean {
    const graph = this.#graph
    // One that was paused goes on counting, unless what it does has a new cause.
    if (!this.#paused || this.#writesSeen !== graph.writesFromOutside) {
      if (this.#again.size > 0) this.#again.clear()
      graph.passBegan = ++graph.tick
      this.#writesSeen = graph.writesFromOutside
    }
    this.#inPass = true
    try {
      this.#paused = graph.drain(pause)
    } finally {
      this.#inPass = false
    }
    if (this.#backoff.size === 0) return this.#paused
    for (const [node, state] of this.#backoff) {
      if (!state.waiting && (node.flags & INVALID) === 0) this.#backoff.delete(node)
    }
    return this.#paused
  }

  /** True when a sink has had its share of this pass. Every circle goes through a sink. */
  #countAgain(node: Node): boolean {
    if ((node.flags & EFFECT) === 0) return false
    const runs = (this.#again.get(node) ?? 1) + 1
    this.#again.set(node, runs)
    if (runs <= PASS_RUN_BUDGET) return false
    this.#putAside(node)
    return true
  }

  /** It waits, longer each time, and everything else goes on. */
  #putAside(node: Node): void {
    const state = this.#backoff.get(node) ?? { streak: 0, holds: 0, waiting: false, alarm: 0 }
    this.#backoff.set(node, state)
    if (state.streak === 0) {
      const what = `Node ${node.ordinal} ran ${PASS_RUN_BUDGET} times in one pass.`
      this.#onError(new SchedulerError('not-settling', `${what} It runs less often from now on.`))
    }
    const delay = Math.min(BACKOFF_MS * 2 ** state.streak, BACKOFF_MAX_MS)
    state.streak++
    state.holds++
    state.waiting = true
    this.#backedOff++
    state.alarm = this.#clock.wake(this.#clock.now() + delay, () => {
      state.waiting = false
      this.#again.delete(node)
      if ((node.flags & INVALID) !== 0 && node.live > 0) this.#graph.enqueue(node)
      else this.#restIfDone()
    })
  }

  #forget(node: Node): void {
    const state = this.#backoff.get(node)
    if (state?.waiting === true) this.#clock.cancel(state.alarm)
    this.#backoff.delete(node)
  }

  #isAtRest(): boolean {
    if (this.#closed) return this.#pending === 0
    if (this.#turnWanted || this.#pending > 0 || !this.#graph.queue.empty) return false
    for (const state of this.#backoff.values()) {
      if (state.waiting && state.holds <= BACKOFF_IDLE_HOLDS) return false
    }
    return true
  }

  #restIfDone(): void {
    if (this.#atRest.length === 0 || !this.#isAtRest()) return
    const waiting = this.#atRest
    this.#atRest = []
    // The next episode may wait for a new circle again.
    for (const state of this.#backoff.values()) state.holds = 0
    for (const resolve of waiting) resolve()
  }

  #track(result: Promise<unknown>): void {
    result.catch((error) => this.#onError(error)).finally(this.#hold())
  }

  /** Counts something until the returned function is called. */
  #hold(): () => void {
    this.#pending++
    return () => {
      this.#pending--
      this.#restIfDone()
    }
  }

  /** A derived value per element, made and dropped as the list grows and shrinks. */
  #elements<T, U>(
    list: Readable<readonly T[]>,
    fn: (item: T, index: number) => U,
  ): () => readonly Readable<U>[] {
    const length = this.#derive(() => list.get().length)
    const elements: Readable<U>[] = []
    return () => {
      const wanted = length.get()
      while (elements.length < wanted) {
        const index = elements.length
        // An element that is gone must not reach the function before it is dropped.
        const item = this.#derive(() => (index < length.get() ? list.get()[index] : GONE))
        elements.push(
          this.#derive(() => {
            const value = item.get()
            return value === GONE ? (undefined as U) : fn(value as T, index)
          }),
        )
      }
      for (const dropped of elements.splice(wanted)) this.#graph.remove(dropped as never)
      return elements
    }
  }
}

/** A runtime of cells has no tasks. */
const NO_TASKS = { runTask: () => false, wanted: () => {}, rootsOf: () => 0 }

const never = () => false

/** An element beyond the end of its list. */
const GONE = Symbol('gone')

interface CellNode extends Node, Cell<unknown> {}

/** One class, so one hidden class. See performance: nodes of cells have one class */
function nodeClass(graph: Graph, durable: DurableCells | undefined, before: BatchLog) {
  return class extends Node implements CellNode {
    get(): unknown {
      return graph.read(this)
    }

    peek(): unknown {
      return untracked(() => graph.read(this))
    }

    set(value: unknown): void {
      if (this.fn !== null || (this.flags & EFFECT) !== 0) {
        throw new SchedulerError('not-a-cell', 'Only cells can be set.')
      }
      if (isComputing()) {
        throw new SchedulerError('write-while-deriving', 'A derived value may not set a cell.')
      }
      if (durable !== undefined) durable.set(this, value)
      else if (!before.isOpen) graph.write(this, value)
      else {
        const { value: old, changedAt } = this
        if (graph.write(this, value)) before.note(this, old, changedAt)
      }
    }

    update(fn: (value: unknown) => unknown): void {
      this.set(fn(this.peek()))
    }
  }
}

/** The common numbers of inputs without a list of arguments. */
function staticRun(graph: Graph, inputs: readonly Node[], fn: (...values: never) => unknown) {
  const call = fn as (...values: unknown[]) => unknown
  const [a, b, c, d] = inputs as [Node, Node, Node, Node]
  const { length } = inputs
  if (length === 1) return () => call(graph.read(a))
  if (length === 2) return () => call(graph.read(a), graph.read(b))
  if (length === 3) return () => call(graph.read(a), graph.read(b), graph.read(c))
  if (length === 4) {
    return () => call(graph.read(a), graph.read(b), graph.read(c), graph.read(d))
  }
  return () => {
    const values = new Array<unknown>(length)
    for (let i = 0; i < length; i++) values[i] = graph.read(inputs[i]!)
    return call(...values)
  }
}

function picture(node: Node): SnapshotNode {
  const reads: number[] = []
  for (let i = 0, n = readCount(node); i < n; i++) reads.push(readAt(node, i).ordinal)
  const kind = kindOf(node)
  const { ordinal, height, value } = node
  return {
    ordinal,
    kind,
    invalid: (node.flags & INVALID) !== 0,
    live: node.live > 0,
    height,
    value: kind === 'sink' || kind === 'effect' ? undefined : value,
    reads,
  }
}

function kindOf(node: Node): SnapshotNode['kind'] {
  if ((node.flags & EFFECT) !== 0) return isEffect(node) ? 'effect' : 'sink'
  return node.fn === null ? 'cell' : 'derived'
}

/** An error handler that throws must not stop the pass that called it. */
function carefully(onError: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      onError(error)
    } catch (second) {
      throwLater(second)
    }
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
