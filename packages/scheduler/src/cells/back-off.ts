// Back-off of sinks in a cycle: each waits, longer each time, and everything else goes on.

import { SchedulerError } from '../errors.ts'
import { EFFECT, INVALID, type Node } from '../graph/node.ts'
import { BACKOFF_IDLE_HOLDS, BACKOFF_MAX_MS, BACKOFF_MS, PASS_RUN_BUDGET } from '../limits.ts'
import type { AlarmHandle } from '../time/alarms.ts'
import type { Clock } from '../time/clock.ts'

/** Back-off of a sink that is in a cycle. */
interface BackOffState {
  streak: number
  holds: number
  waiting: boolean
  alarm: AlarmHandle
}

export interface BackOffHost {
  readonly clock: Clock
  /** A sink may run again. */
  enqueue(node: Node): void
  /** One has waited, and need not run. */
  restIfDone(): void
  report(error: unknown): void
}

export class BackOff {
  readonly #host: BackOffHost
  /** Runs in this pass, of nodes that ran more than once. */
  readonly #again = new Map<Node, number>()
  readonly #states = new Map<Node, BackOffState>()
  /** Number of back-offs so far. */
  count = 0

  constructor(host: BackOffHost) {
    this.#host = host
  }

  /** Another cause: all have their share again. */
  begins(): void {
    if (this.#again.size > 0) this.#again.clear()
  }

  /** Resets the back-off of sinks that came to rest by themselves. */
  passed(): void {
    if (this.#states.size === 0) return
    for (const [node, state] of this.#states) {
      if (!state.waiting && (node.flags & INVALID) === 0) this.#states.delete(node)
    }
  }

  /** True when a sink has used its run budget of this pass. Every cycle goes through a sink. */
  takes(node: Node): boolean {
    if ((node.flags & EFFECT) === 0) return false
    const runs = (this.#again.get(node) ?? 1) + 1
    this.#again.set(node, runs)
    if (runs <= PASS_RUN_BUDGET) return false
    this.#start(node)
    return true
  }

  #start(node: Node): void {
    const { clock, report, enqueue, restIfDone } = this.#host
    const state = this.#states.get(node) ?? { streak: 0, holds: 0, waiting: false, alarm: 0 }
    this.#states.set(node, state)
    if (state.streak === 0) {
      const what = `Node ${node.ordinal} ran ${PASS_RUN_BUDGET} times in one pass.`
      report(new SchedulerError('not-settling', `${what} It runs less often from now on.`))
    }
    const delay = Math.min(BACKOFF_MS * 2 ** state.streak, BACKOFF_MAX_MS)
    state.streak++
    state.holds++
    state.waiting = true
    this.count++
    state.alarm = clock.wake(clock.now() + delay, () => {
      state.waiting = false
      this.#again.delete(node)
      if ((node.flags & INVALID) !== 0 && node.live > 0) enqueue(node)
      else restIfDone()
    })
  }

  forget(node: Node): void {
    const state = this.#states.get(node)
    if (state?.waiting === true) this.#host.clock.cancel(state.alarm)
    this.#states.delete(node)
  }

  /** Whether one waits that has not held up `idle` often enough. */
  get holdsRest(): boolean {
    for (const state of this.#states.values()) {
      if (state.waiting && state.holds <= BACKOFF_IDLE_HOLDS) return true
    }
    return false
  }

  /** All are at rest: in the next episode, a back-off may hold up `idle` again. */
  rested(): void {
    for (const state of this.#states.values()) state.holds = 0
  }
}
