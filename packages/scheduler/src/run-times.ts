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
  /** When the batch began. */
  #began = 0
  /** Of the last batch. */
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
    this.#began = this.#clock.now()
  }

  /** A run turns out to go on after its call. */
  goesOn(task: Task): void {
    task.timedAlone = true
    if (this.count === 0) return
    this.close()
    this.#began = this.#time.at
  }

  ends(task: Task): void {
    task.runs++
    this.#batch[this.count++] = task
    if (this.count === RUN_TIMES_BATCH_RUNS || task.timedAlone || task.gated) this.close()
  }

  /** Whoever looks at the times of runs, or runs something else, closes the batch first. */
  close(): void {
    const { count } = this
    if (count === 0) return
    const now = this.#clock.now()
    const all = now - this.#began
    const ms = all / count
    // Many batches are over within one tick of the clock. To share their time is cheaper than to have more of them.
    let time = this.#time
    if (time.at !== now || time.ms !== ms) {
      time = { at: now, ms }
      this.#time = time
    }
    this.count = 0
    for (let i = 0; i < count; i++) {
      const task = this.#batch[i]!
      if (task.runTime !== time) task.runTime = time
      if (all === 0 && !task.timedAlone && !task.gated) continue
      task.totalMs += ms
      task.timedAlone = all >= RUN_TIMES_BATCH_MS || task.runs < AUTO_DEBOUNCE_RUNS
      this.#gates.armAfterRun(task, now)
    }
  }
}
