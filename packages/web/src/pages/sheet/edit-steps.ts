// The edits of this page that can be undone, and those that can be done again. They run one after another: an
// undo that is asked for while an edit is on its way means that edit.

import type { Json } from '@cellwake/client'
import { UNDO_MAX_STEPS } from '../../limits.ts'

export type Given = Readonly<Record<string, Json>>

export interface EditStep {
  readonly before: Given
  readonly after: Given
}

export class EditSteps {
  #done: EditStep[] = []
  #undone: EditStep[] = []
  #last: Promise<unknown> = Promise.resolve()

  /** Runs it when all that was asked for before has its answer. */
  next<T>(run: () => Promise<T>): Promise<T> {
    const own = this.#last.then(run)
    this.#last = own.catch(() => undefined)
    return own
  }

  /** A new edit: nothing that was undone before can be done again. */
  add(step: EditStep): void {
    this.#done = [...this.#done, step].slice(-UNDO_MAX_STEPS)
    this.#undone = []
  }

  /** The step stays where it was unless `run` succeeds. */
  async undo(run: (set: Given) => Promise<boolean>): Promise<void> {
    const step = this.#done.at(-1)
    if (step === undefined || !(await run(step.before))) return
    this.#done.pop()
    this.#undone.push(step)
  }

  async redo(run: (set: Given) => Promise<boolean>): Promise<void> {
    const step = this.#undone.at(-1)
    if (step === undefined || !(await run(step.after))) return
    this.#undone.pop()
    this.#done.push(step)
  }
}
