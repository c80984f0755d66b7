// Time gates: debounce, throttle and back-off are one thing, a time before which a node may not
// run. Asking never changes anything; a gate is armed when a node becomes invalid, when it has run,
// or when it has used up its share of a pass. One alarm is armed, for the earliest gate that
// matters.

import {
  AUTO_DEBOUNCE_MS,
  AUTO_DEBOUNCE_RUN_MS,
  AUTO_DEBOUNCE_RUNS,
  BACKOFF_MAX_MS,
  BACKOFF_MS,
} from '../limits.ts'
import type { AlarmHandle } from '../time/alarms.ts'
import type { Clock } from '../time/clock.ts'
import type { Task } from './task.ts'

export class Gates {
  readonly #clock: Clock
  /** Called when the wait of something is over. */
  readonly #wake: () => void
  /** Invalid, wanted, and held by a gate. */
  readonly waiting = new Set<Task>()
  #alarm: AlarmHandle | undefined
  #alarmAt = Number.POSITIVE_INFINITY
  /** Second deadline of the alarm, besides the held nodes. */
  #alsoAt = Number.POSITIVE_INFINITY
  readonly #debounced: (task: Task) => void

  /** `debounced` is told of nodes that are debounced automatically. */
  constructor(clock: Clock, wake: () => void, debounced: (task: Task) => void) {
    this.#clock = clock
    this.#wake = wake
    this.#debounced = debounced
  }

  isOpen(task: Task, now: number): boolean {
    return task.eligibleAt <= now
  }

  /** The node has become invalid, once more or for the first time. */
  armDebounce(task: Task): void {
    const { gate } = task
    if (gate.debounceMs === undefined) return
    // The first run of a computation does not wait, unless it was made by a running node.
    if (task.neverRan && !task.isEffect && task.provisionalPass === undefined) return
    const now = this.#clock.now()
    if (gate.debounceReadyAt === 0) gate.waitingSince = now
    const latest = gate.maxWaitMs === undefined ? Infinity : gate.waitingSince + gate.maxWaitMs
    gate.debounceReadyAt = Math.min(now + gate.debounceMs, latest)
  }

  /** The node runs: an invalidation from now on waits anew. */
  begins(task: Task): void {
    task.gate.debounceReadyAt = 0
  }

  /** The node has run. */
  armAfterRun(task: Task, now: number): void {
    const { gate } = task
    if (gate.throttleMs !== undefined) gate.throttleReadyAt = now + gate.throttleMs
    if (!task.isEffect || gate.noAutoDebounce || gate.debounceMs !== undefined) return
    if (task.runs < AUTO_DEBOUNCE_RUNS) return
    if (task.totalMs / task.runs <= AUTO_DEBOUNCE_RUN_MS) return
    task.gated = true
    gate.debounceMs = AUTO_DEBOUNCE_MS
    gate.autoDebounce = true
    this.#debounced(task)
  }

  /** The node has used up its share of a pass. */
  backOff(task: Task): void {
    const { gate } = task
    task.gated = true
    const delay = Math.min(BACKOFF_MS * 2 ** gate.backoffStreak, BACKOFF_MAX_MS)
    gate.backoffUntil = this.#clock.now() + delay
    gate.backoffStreak++
    gate.idleHolds++
  }

  /** The node has settled: the next back-off starts from the shortest wait. */
  clearBackoff(task: Task): void {
    task.gate.backoffUntil = 0
    task.gate.backoffStreak = 0
    task.gate.idleHolds = 0
  }

  /** Keeps a node until its gate opens. */
  hold(task: Task): void {
    this.waiting.add(task)
    this.#armFor(task.eligibleAt)
  }

  /** A node is gone, or its gates have changed. */
  release(task: Task): void {
    if (this.waiting.delete(task)) this.rearm()
  }

  /** Takes the nodes whose gate is open now. */
  takeOpen(now: number): Task[] {
    const open: Task[] = []
    for (const task of this.waiting) if (task.eligibleAt <= now) open.push(task)
    for (const task of open) this.waiting.delete(task)
    return open
  }

  /** Sets the alarm to the earliest that matters: the held nodes, or `also`. */
  rearm(also: number = this.#alsoAt): void {
    this.#alsoAt = also
    let earliest = also
    for (const task of this.waiting) earliest = Math.min(earliest, task.eligibleAt)
    if (this.#alarm !== undefined && this.#alarmAt !== earliest) this.#cancel()
    if (earliest < Number.POSITIVE_INFINITY) this.#armFor(earliest)
  }

  close(): void {
    this.#cancel()
    this.waiting.clear()
  }

  #armFor(at: number): void {
    if (this.#alarmAt <= at) return
    this.#cancel()
    this.#alarmAt = at
    this.#alarm = this.#clock.wake(at, () => {
      this.#alarm = undefined
      this.#alarmAt = Number.POSITIVE_INFINITY
      this.#wake()
    })
  }

  #cancel(): void {
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    this.#alarm = undefined
    this.#alarmAt = Number.POSITIVE_INFINITY
  }
}
