// How long runs take. To look at the clock twice for each would take longer than a small run does, so runs that
// follow each other are timed together, and share the time equally. What has run a few times only, what is gated,
// and whatever was in a batch that took long is timed alone, so time goes to whom it belongs.

import type { Clock } from './clock.ts'
import type { Gates } from './gates.ts'
import { AUTO_DEBOUNCE_RUNS, RUN_TIMES_BATCH_MS, RUN_TIMES_BATCH_RUNS } from './limits.ts'
import type { RunTime, Task } from './task.ts'

export class RunTimes {
  readonly #clock: Clock
  readonly #gates: Gates
  readonly #batch: Task[] = []
  #time: RunTime = { at: 0, ms: 0 }
  /** Runs in the batch. */
  count = 0

  constructor(clock: Clock, gates: Gates) {
    this.#clock = clock
    this.#gates = gates
  }

  begins(task: Task): void {
    if (this.count > 0) {
      if (!task.timedAlone && !task.gated) return
      this.close()
    }
    this.#time = { at: this.#clock.now(), ms: 0 }
  }

  /** A run turns out to go on after its call. */
  goesOn(task: Task): void {
    task.timedAlone = true
    if (this.count === 0) return
    this.close()
    this.#time = { at: this.#time.at, ms: 0 }
  }

  ends(task: Task): void {
    task.runs++
    task.runTime = this.#time
    this.#batch[this.count++] = task
    if (task.timedAlone || task.gated || this.count === RUN_TIMES_BATCH_RUNS) this.close()
  }

  /** Whoever looks at the times of runs, or runs something else, closes the batch first. */
  close(): void {
    const { count } = this
    if (count === 0) return
    const now = this.#clock.now()
    const time = this.#time
    const all = now - time.at
    time.at = now
    time.ms = all / count
    this.count = 0
    for (let i = 0; i < count; i++) {
      const task = this.#batch[i]!
      if (all === 0 && !task.timedAlone && !task.gated) continue
      task.totalMs += time.ms
      task.timedAlone = all >= RUN_TIMES_BATCH_MS || task.runs < AUTO_DEBOUNCE_RUNS
      this.#gates.armAfterRun(task, now)
    }
  }
}
