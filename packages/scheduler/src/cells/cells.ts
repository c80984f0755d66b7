// Cells: reactive programs in TypeScript. A cell holds a value; a derived value follows from
// others; a sink is told of changes. Evaluation is lazy: a derived value that no sink reaches runs
// only when it is read. No glitches: a run sees everything up to date, or nothing of a change.
//
// Work waits for the next turn of the event loop, so that changes made together are seen together;
// `flushSync` does it now.

import { SchedulerError } from '../errors.ts'
import { Graph, isComputing, stopTracking, untracked } from '../graph/graph.ts'
import {
  appendRead,
  EFFECT,
  NEVER_RAN,
  type Node,
  REMOVED,
  RUNNING,
  readAt,
  STATIC,
} from '../graph/node.ts'
import { PASS_SLICE_MS } from '../limits.ts'
import type { Clock } from '../time/clock.ts'
import { nextTurn, systemClock } from '../time/clock-system.ts'
import { BackOff } from './back-off.ts'
import { BatchLog } from './batch-log.ts'
import { CellEvents } from './cell-events.ts'
import { type CellNode, nodeClass, staticRun } from './cell-nodes.ts'
import type { DurableCells, DurableHost } from './durable-cells.ts'
import { type EffectFn, Effects } from './effects.ts'
import { type ElementsHost, elementsOf } from './elements.ts'
import type { Cell, Readable } from './readable.ts'
import { pictures, type SnapshotNode } from './snapshot.ts'
import type { EventStream, Handler, Stream } from './streams.ts'

export type { EffectFn } from './effects.ts'
export type { Cell, Readable } from './readable.ts'
export type { Handler, HandlerTx, Stream as CellStream } from './streams.ts'

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
  /** Number of runs of all nodes. */
  readonly runs: number
  /** Number of back-offs of sinks in a cycle. */
  readonly backedOff: number
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
  /** Each sink has its index here in `seenIn`, which only nodes that are read need otherwise: a set takes more. */
  readonly #sinks: Node[] = []
  readonly #backOff: BackOff
  readonly #elements: ElementsHost
  readonly #ownsClock: boolean
  readonly #firstRun: (node: Node) => void
  readonly #laterRun: (node: Node) => void
  readonly #durable: DurableCells | undefined
  readonly #events: CellEvents
  readonly #effects: Effects
  /** Values of cells before the batch that runs. */
  readonly #before: BatchLog
  #turnWanted = false
  #inPass = false
  #paused = false
  #writesSeen = -1
  /** Number of things that `idle` waits for: what runs asynchronously, and commits without a verdict. */
  #pending = 0
  /** Number of sinks, effects and handlers that run asynchronously. */
  #asynchronous = 0
  #batch = 0
  #closed = false
  #atRest: (() => void)[] = []

  /** `keep` makes the part that keeps the cells in a store. */
  constructor(options: CellsOptions, keep?: (host: DurableHost) => DurableCells) {
    this.#clock = options.clock ?? systemClock()
    this.#ownsClock = options.clock === undefined
    this.#onError = carefully(options.onError ?? throwLater)
    const graph = new Graph({
      wake: () => this.#wantTurn(),
      report: (_node, error) => this.#onError(error),
      again: (node) => this.#backOff.takes(node),
      ...NO_TASKS,
    })
    this.#graph = graph
    this.#backOff = new BackOff({
      clock: this.#clock,
      enqueue: (node) => graph.enqueue(node),
      restIfDone: () => this.#restIfDone(),
      report: (error) => this.#onError(error),
    })
    this.#elements = {
      derive: (fn) => this.#derive(fn),
      remove: (dropped) => graph.remove(dropped as unknown as Node),
    }
    this.#firstRun = (node) => {
      const { source, fn } = node.value as { source: Node; fn: unknown }
      node.value = fn
      node.fn = this.#laterRun
      node.flags |= STATIC
      this.#tell(node, source)
    }
    this.#laterRun = (node) => this.#tell(node, readAt(node, 0))
    const before = new BatchLog(graph)
    this.#before = before
    this.#durable = keep?.({
      write: (node, value) => {
        if (before.isOpen) before.write(node, value)
        else graph.write(node, value)
      },
      report: (error) => this.#onError(error),
      hold: () => this.#hold(),
    })
    this.#events = new CellEvents({
      durable: this.#durable,
      uniqueId: () => this.#durable?.session ?? 'event',
      apply: (changes) =>
        this.batch(() => {
          for (const [cell, value] of changes) cell.set(value as never)
        }),
      report: (error) => this.#onError(error),
      hold: () => this.#holdAsync(),
    })
    const CellNode = nodeClass(graph, this.#durable, before)
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

  /** Follows from all reads of `fn`, which must not change anything. */
  derive<T>(fn: () => T, options: IdOption = {}): Readable<T> {
    this.#durable?.mustHaveId(options.id)
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
    const elements = elementsOf(this.#elements, list, fn)
    return this.#derive(() => elements().map((element) => element.get()))
  }

  filter<T>(list: Readable<readonly T[]>, fn: (item: T, index: number) => unknown): Readable<T[]> {
    const elements = elementsOf(this.#elements, list, (item, index) => Boolean(fn(item, index)))
    return this.#derive(() => {
      const kept = elements().map((element) => element.get())
      return list.get().filter((_, i) => kept[i])
    })
  }

  flatMap<T, U>(
    list: Readable<readonly T[]>,
    fn: (item: T, index: number) => readonly U[],
  ): Readable<U[]> {
    const elements = elementsOf(this.#elements, list, fn)
    return this.#derive(() => elements().flatMap((element) => element.get()))
  }

  /**
   * Calls `fn` with the value, now and whenever it changes. Returns a function that stops it. `fn` may
   * return a promise: `idle` waits for it.
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
   * Runs `fn`, and again whenever something that it read changes. It may set cells. A function that it returns, or hands
   * to its argument, is a clean-up: called before the next run and at the end. Effects and sinks made inside end with the
   * run too. Returns a function that ends the effect.
   */
  effect(fn: EffectFn): () => void {
    return this.#effects.add(fn)
  }

  /** Runs `fn`; its reads are no dependencies. */
  untracked<T>(fn: () => T): T {
    return untracked(fn)
  }

  /** A stream of events. They are handled one at a time, in the order of sending. */
  stream<E>(options: IdOption = {}): Stream<E> {
    const id = this.#durable?.claimStream(options.id) ?? options.id ?? 'stream'
    return this.#events.stream(id) as Stream<E>
  }

  /** Handles a stream. `reads` are up to date when it runs; its sets happen together. */
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

  /** Settles everything now, durable or not yet. Inside a batch or a run it does nothing: that ends first. */
  flushSync(): void {
    if (this.#batch > 0 || this.#inPass || isComputing()) return
    this.#pass(never)
    if (this.#asynchronous > 0) {
      const running = `Asynchronous sinks, effects or handlers still running: ${this.#asynchronous}.`
      throw new SchedulerError('still-async', `${running} Await idle() instead.`)
    }
  }

  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void> {
    if (this.#isAtRest()) return Promise.resolve()
    return new Promise((resolve) => this.#atRest.push(resolve))
  }

  stats(): CellsStats {
    return { runs: this.#graph.runs, backedOff: this.#backOff.count }
  }

  /** All sinks and effects, with everything that they follow from. */
  snapshot(): SnapshotNode[] {
    return pictures([...this.#sinks, ...this.#effects.all])
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
    this.#backOff.forget(node)
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
    // A pass that was paused goes on counting, unless it has a new cause.
    if (!this.#paused || this.#writesSeen !== graph.writesFromOutside) {
      this.#backOff.begins()
      graph.passBegan = ++graph.tick
      this.#writesSeen = graph.writesFromOutside
    }
    this.#inPass = true
    try {
      this.#paused = graph.drain(pause)
    } finally {
      this.#inPass = false
    }
    this.#backOff.passed()
    return this.#paused
  }

  #isAtRest(): boolean {
    if (this.#closed) return this.#pending === 0
    if (this.#turnWanted || this.#pending > 0 || !this.#graph.queue.empty) return false
    return !this.#backOff.holdsRest
  }

  #restIfDone(): void {
    if (this.#atRest.length === 0 || !this.#isAtRest()) return
    const waiting = this.#atRest
    this.#atRest = []
    this.#backOff.rested()
    for (const resolve of waiting) resolve()
  }

  #track(result: Promise<unknown>): void {
    result.catch((error) => this.#onError(error)).finally(this.#holdAsync())
  }

  #holdAsync(): () => void {
    this.#asynchronous++
    const leave = this.#hold()
    return () => {
      this.#asynchronous--
      leave()
    }
  }

  /** Counts something until the returned function is called. */
  #hold(): () => void {
    this.#pending++
    return () => {
      this.#pending--
      this.#restIfDone()
    }
  }
}

/** A runtime of cells has no tasks, and derived values live as long as the program holds them. */
const NO_TASKS = { runTask: () => false, wanted: () => {}, rootsOf: () => 0, dropsDormant: true }

const never = () => false

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
