// The pass. A tick is one turn of the event loop in which it runs: first the head of each lane of events,
// then the waiting nodes, lowest first, until there are none. A node that exceeds its run budget is in a
// cycle and backs off: it waits, longer each time, and everything else goes on. One question, what is there
// to do and when, has one answer, for the next tick and for `idle` alike.

import { SchedulerError } from '../errors.ts'
import type { Graph } from '../graph/graph.ts'
import { type Node, QUEUED } from '../graph/node.ts'
import { BACKOFF_IDLE_HOLDS, PASS_RUN_BUDGET, PASS_SLICE_MS } from '../limits.ts'
import type { Clock } from '../time/clock.ts'
import { nextTurn } from '../time/clock-system.ts'
import type { Documents } from './documents.ts'
import type { Gates } from './gates.ts'
import type { Introspection } from './introspection.ts'
import type { Runner } from './runner.ts'
import type { Task } from './task.ts'

export interface SettleHost {
  readonly clock: Clock
  readonly graph: Graph
  readonly gates: Gates
  readonly documents: Documents
  readonly runner: Runner
  readonly introspection: Introspection
  /** Looks at the head of each lane. */
  eventPhase(now: number): Promise<void> | undefined
  /** Wants the nodes that the next event waits for. */
  demandForEvents(): void
  /** When the next event may go: now, later, or never. */
  eventsAt(): number
  /** Whether any event waits, for whatever reason. */
  eventsWait(): boolean
  report(error: unknown, task: Task): void
}

export class Settle {
  readonly #host: SettleHost
  /** Materializers that are invalid: they run when nothing else does. */
  readonly #atLeisure = new Set<Task>()
  readonly #provisional = new Set<Task>()
  readonly #cyclic = new Set<Task>()
  /** Gated nodes whose turn came while `idle` was awaited. */
  readonly #hadTurns = new Set<Task>()
  #passEnds: (() => void)[] = []
  #inFlight: Promise<void> | undefined
  #tickWanted = false
  #executing = false
  #closed = false
  #waiting: (() => void)[] = []
  /** Commits of runs without a verdict, and other work that must be over before all is at rest. */
  #pending = 0
  passId = 0

  constructor(host: SettleHost) {
    this.#host = host
  }

  get passRunning(): boolean {
    return this.#executing
  }

  /** Queues an invalid task, if it is wanted and its gates allow. */
  schedule(task: Task): void {
    if (!task.registered || !task.invalid || !(task.live || task.requested)) return
    const { clock, gates, graph } = this.#host
    if (!isOpen(task, clock)) {
      gates.hold(task)
      return
    }
    if (gates.waiting.size > 0) gates.waiting.delete(task)
    if (task.isMaterializer && !task.requested) {
      this.#atLeisure.add(task)
      this.#leisureChanged()
      this.tick()
    } else graph.enqueue(task.node)
  }

  /** Wanted for its first run, because a live node made it. */
  grantProvisional(task: Task): void {
    task.provisionalPass = this.passId
    task.roots++
    this.#provisional.add(task)
    this.#host.gates.armDebounce(task)
    this.#host.graph.wiring.want(task.node)
  }

  /** A run is over. */
  completed(task: Task): void {
    if (task.provisionalPass === undefined) return
    const passIsOver = !this.#executing || task.provisionalPass !== this.passId
    if (passIsOver) this.#expire(task)
  }

  forget(task: Task): void {
    this.#atLeisure.delete(task)
    this.#leisureChanged()
    this.#cyclic.delete(task)
    this.#hadTurns.delete(task)
    if (this.#provisional.has(task)) this.#expire(task)
    this.#restIfDone()
  }

  /** Runs in the next turn of the event loop. */
  tick(): void {
    if (this.#tickWanted || this.#closed) return
    this.#tickWanted = true
    if (!this.#executing) void nextTurn().then(() => this.#execute())
  }

  /** Counts something that must be over before all is at rest. */
  hold(): () => void {
    this.#pending++
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#pending--
      this.#restIfDone()
    }
  }

  /** Resolves when no pass runs: at once, or at the end of this one. */
  passOver(): Promise<void> {
    if (!this.#executing) return Promise.resolve()
    return new Promise((resolve) => this.#passEnds.push(resolve))
  }

  idle(): Promise<void> {
    if (this.#isAtRest()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#closed = true
    this.#atLeisure.clear()
    this.#leisureChanged()
    this.#restIfDone()
  }

  /** For the graph: a task's turn. True if its run goes on. */
  runTask(node: Node): boolean {
    const task = node.value as Task
    if (!task.registered || !task.invalid || !(task.live || task.requested)) return false
    if (!isOpen(task, this.#host.clock)) {
      this.#countTurn(task)
      this.#host.gates.hold(task)
      return false
    }
    if (!this.#hasShare(task)) {
      this.#backOff(task)
      return false
    }
    if (task.parent !== undefined && this.#waitsForParent(task)) {
      this.#host.graph.enqueue(node)
      return false
    }
    if (this.#atLeisure.size > 0) {
      for (const promoted of this.#promotedBy(task)) {
        if (!this.#start(promoted)) continue
        // The promoted node goes on after this call; this one waits for it.
        this.#host.graph.enqueue(node)
        return true
      }
    }
    return this.#start(task)
  }

  /** A parent that waits to run may remove its child: so the parent goes first, unless it follows from the child. */
  #waitsForParent(task: Task): boolean {
    for (let parent = task.parent; parent !== undefined; parent = parent.parent) {
      const { height } = parent.node
      if (height < task.node.height || (parent.node.flags & QUEUED) === 0) continue
      if (task.feedsParent || parent.writers.has(task)) continue
      this.#host.graph.wiring.heights.lift(task.node, height + 1)
      if (parent.node.height < task.node.height) return true
      task.feedsParent = true
    }
    return false
  }

  #start(task: Task): boolean {
    if (this.#atLeisure.delete(task)) this.#leisureChanged()
    task.passRuns++
    task.node.ranAt = this.#host.graph.passBegan
    if (task.gated) this.#countTurn(task)
    const running = this.#host.runner.run(task)
    if (running === undefined) return false
    this.goesOn(running)
    return true
  }

  /** Nothing else runs until this is over. */
  goesOn(running: Promise<void>): void {
    this.#inFlight = running
  }

  /** While a materializer waits, each task is looked at before its turn: it may read an address in its envelope. */
  #leisureChanged(): void {
    this.#host.graph.plainTurns = this.#atLeisure.size === 0
  }

  #countTurn(task: Task): void {
    if (this.#waiting.length === 0 || !isGated(task)) return
    task.gate.idleTurns++
    this.#hadTurns.add(task)
  }

  #hasShare(task: Task): boolean {
    if (task.passId !== this.passId) {
      task.passId = this.passId
      // A plain formula was not counted the first time.
      task.passRuns = task.node.ranAt >= this.#host.graph.passBegan ? 1 : 0
    }
    return task.passRuns < PASS_RUN_BUDGET
  }

  #backOff(task: Task): void {
    const { clock, gates, introspection } = this.#host
    gates.backOff(task)
    const delay = task.gate.backoffUntil - clock.now()
    introspection.trace('settle', task.spec.name, `does not settle, waits ${delay} ms`)
    gates.hold(task)
    this.#cyclic.add(task)
    if (!introspection.doesNotSettle(task)) return
    const what = `${task.spec.name} ran ${PASS_RUN_BUDGET} times in one pass and is still invalid.`
    this.#host.report(new SchedulerError('not-settling', `${what} It runs less often now.`), task)
  }

  /** Invalid materializers that may write what the task is about to read. */
  *#promotedBy(task: Task): Iterable<Task> {
    const { documents, clock } = this.#host
    for (const materializer of this.#atLeisure) {
      if (materializer === task || !materializer.invalid || !this.#hasShare(materializer)) continue
      if (materializer.eligibleAt > clock.now()) continue
      if (documents.writesWhatIsReadBy(materializer, task)) yield materializer
    }
  }

  async #execute(): Promise<void> {
    this.#tickWanted = false
    if (this.#closed) return
    this.#executing = true
    this.passId++
    const { clock, gates, graph, introspection } = this.#host
    introspection.passBegins(this.passId)
    graph.passBegan = ++graph.tick
    await this.#host.eventPhase(clock.now())
    for (const task of gates.takeOpen(clock.now())) this.schedule(task)
    await this.#drain()
    introspection.passEnds()
    this.#endPass()
    this.#executing = false
    const passEnds = this.#passEnds
    this.#passEnds = []
    for (const resolve of passEnds) resolve()
    const more = this.#tickWanted || !graph.queue.empty || this.#atLeisure.size > 0
    this.#tickWanted = false
    if (this.#closed) this.#restIfDone()
    else if (more || this.#host.eventsAt() <= clock.now()) this.tick()
    else {
      gates.rearm(this.#host.eventsAt())
      this.#restIfDone()
    }
  }

  async #drain(): Promise<void> {
    const { clock, graph, runner } = this.#host
    let end = clock.now() + PASS_SLICE_MS
    const pause = () => clock.now() >= end
    for (;;) {
      const stopped = graph.drain(pause)
      runner.times.close()
      if (this.#inFlight !== undefined) {
        await this.#inFlight
        this.#inFlight = undefined
      } else if (stopped) {
        await nextTurn()
        end = clock.now() + PASS_SLICE_MS
      } else if (!this.#runAtLeisure() && !this.#runForEvents()) return
      if (this.#closed) return
    }
  }

  #runForEvents(): boolean {
    this.#host.demandForEvents()
    return !this.#host.graph.queue.empty
  }

  /** True if something ran, or was put where it will. */
  #runAtLeisure(): boolean {
    if (this.#atLeisure.size === 0) return false
    const tasks = [...this.#atLeisure].sort((a, b) => a.node.ordinal - b.node.ordinal)
    this.#atLeisure.clear()
    this.#leisureChanged()
    for (const task of tasks) if (task.invalid) this.#host.graph.enqueue(task.node)
    return true
  }

  #endPass(): void {
    for (const task of this.#provisional) if (!task.neverRan) this.#expire(task)
    for (const task of this.#cyclic) {
      if (task.invalid && (task.live || task.requested)) continue
      this.#cyclic.delete(task)
      this.#host.gates.clearBackoff(task)
      this.#host.introspection.settles(task)
    }
  }

  #expire(task: Task): void {
    this.#provisional.delete(task)
    task.provisionalPass = undefined
    task.roots--
    this.#host.graph.wiring.unwant(task.node)
  }

  #isAtRest(): boolean {
    if (this.#executing) return false
    if (this.#closed) return true
    if (this.#tickWanted || this.#pending > 0 || this.#host.eventsWait()) return false
    if (!this.#host.graph.queue.empty || this.#atLeisure.size > 0) return false
    for (const task of this.#host.gates.waiting) if (holdsIdle(task)) return false
    return true
  }

  #restIfDone(): void {
    if (this.#waiting.length === 0 || !this.#isAtRest()) return
    const waiting = this.#waiting
    this.#waiting = []
    // In the next episode a back-off holds up `idle` again, as often as in this one.
    for (const task of this.#cyclic) task.gate.idleHolds = 0
    for (const task of this.#hadTurns) task.gate.idleTurns = 0
    this.#hadTurns.clear()
    for (const resolve of waiting) resolve()
  }
}

/** Most have no gate: then the clock need not be read. */
function isOpen(task: Task, clock: Clock): boolean {
  const { eligibleAt } = task
  return eligibleAt === 0 || eligibleAt <= clock.now()
}

function isGated({ gate }: Task): boolean {
  return gate.debounceMs !== undefined || gate.throttleMs !== undefined
}

/** Whether `idle` waits for it to run: not for the repeated runs of a computation. */
function holdsIdle(task: Task): boolean {
  if (!task.live) return false
  if (task.gate.backoffStreak > 0) return task.gate.idleHolds <= BACKOFF_IDLE_HOLDS
  // A cycle through a gate never uses up the run budget of a pass.
  if (task.gate.idleTurns >= PASS_RUN_BUDGET) return false
  return task.isEffect || task.isMaterializer || task.neverRan
}
