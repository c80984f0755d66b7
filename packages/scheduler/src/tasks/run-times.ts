// Run times. To read the clock twice for each would take longer than a small run does, so runs that follow each other
// are timed as a batch, and share the time equally. New tasks, gated ones, and all of a batch that took long are timed
// alone, so time goes to the run that spent it.

import { AUTO_DEBOUNCE_RUNS, RUN_TIMES_BATCH_MS, RUN_TIMES_BATCH_RUNS } from '../limits.ts'
import type { Clock } from '../time/clock.ts'
import type { Gates } from './gates.ts'
import type { Task } from './task.ts'

export class RunTimes {
  readonly #clock: Clock
  readonly #gates: Gates
  readonly #batch: Task[] = []
  /** Epoch of the times of runs. */
  readonly since: number
  /** When the batch began. */
  #began = 0
  /** Runs in the batch. */
  #count = 0

  constructor(clock: Clock, gates: Gates) {
    this.#clock = clock
    this.#gates = gates
    this.since = clock.now()
  }

  begins(task: Task): void {
    if (this.#count > 0) {
      if (!task.timedAlone && !task.gated) return
      this.close()
    }
    this.#began = this.#now()
  }

  /** A run turns out to go on after its call. */
  goesOn(task: Task): void {
    task.timedAlone = true
    this.close()
  }

  ends(task: Task): void {
    task.runs++
    // Mostly the batch is over before the clock moves on.
    task.timedAt = this.#began
    task.timedMs = 0
    this.#batch[this.#count++] = task
    const isAlone = task.timedAlone || task.gated
    if (isAlone || this.#count === RUN_TIMES_BATCH_RUNS) this.close()
  }

  /** A run that took no time. */
  ranAt(task: Task, now: number): void {
    task.timedAt = small(now - this.since)
    task.timedMs = 0
    task.timedRuns = 1
  }

  /** Closes the batch: before times are read, and before anything else runs. */
  close(): void {
    const count = this.#count
    if (count === 0) return
    this.#count = 0
    const now = this.#now()
    const all = now - this.#began
    this.#began = now
    const last = this.#batch[count - 1]!
    // Within a batch only the last one may be timed alone.
    if (all > 0 || last.timedAlone || last.gated) this.#share(count, now, all)
  }

  #share(count: number, now: number, all: number): void {
    for (let i = 0; i < count; i++) {
      const task = this.#batch[i]!
      task.timedAt = now
      task.timedMs = all
      task.timedRuns = count
      task.totalMs += all / count
      task.timedAlone = all >= RUN_TIMES_BATCH_MS || task.runs < AUTO_DEBOUNCE_RUNS
      this.#gates.armAfterRun(task, this.since + now)
    }
  }

  #now(): number {
    return small(this.#clock.now() - this.since)
  }
}

/** The same number. The difference of two large ones is kept like a large one, in memory of its own. */
function small(ms: number): number {
  const whole = ms | 0
  return whole === ms ? whole : ms
}
