// One phase of a script, on its way through a child. The first operation that fails decides it: the failure is not
// thrown into the script, so it cannot catch it, and is torn down. Operations that a script began and did not await
// are awaited here.

import { Abandoned } from '../errors.ts'
import { LOG_LINES } from '../limits.ts'
import type { Child, Job, TaskEnd } from './child.ts'
import { ScriptError } from './errors.ts'
import {
  ANSWER_CHARS,
  BYTES_PER_CHAR,
  CALLS_AT_ONCE,
  FAILURE_LOG_LINES,
  FRAME_SLACK_BYTES,
} from './limits.ts'
import type { PhaseTask } from './messages.ts'
import { operate, type PhaseContext } from './operations.ts'

export interface PhaseJobParts {
  readonly task: PhaseTask
  readonly ctx: PhaseContext
  /** The outcome is decided: later acts of the script have no effect. */
  decided(): void
}

export class PhaseJob implements Job {
  readonly task: PhaseTask
  readonly maxBytes: number
  readonly maxMessages: number
  readonly result: Promise<unknown>
  readonly #parts: PhaseJobParts
  readonly #logs: string[] = []
  readonly #waiting: { id: number; op: string; text: string }[] = []
  readonly #running = new Map<number, string>()
  #resolve!: (value: unknown) => void
  #reject!: (error: unknown) => void
  /** The script's result, as soon as there is one. */
  #returned: { readonly text: string | null } | undefined
  #isDecided = false
  #child: Child | undefined

  constructor(parts: PhaseJobParts) {
    const { limits } = parts.task
    this.#parts = parts
    this.task = parts.task
    this.maxBytes = limits.messageChars * BYTES_PER_CHAR + FRAME_SLACK_BYTES
    // And its end.
    this.maxMessages = limits.calls + LOG_LINES + 1
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  begun(child: Child): void {
    this.#child = child
  }

  waitsFor(): string | undefined {
    const [op] = this.#running.values()
    return op
  }

  call(id: number, op: string, text: string): void {
    this.#waiting.push({ id, op, text })
    this.#next()
  }

  log(text: string): void {
    const words = parsed(text)
    const line = Array.isArray(words) ? words : [words]
    this.#parts.ctx.log(...line)
    this.#logs.push(
      line.map((word) => (typeof word === 'string' ? word : JSON.stringify(word))).join(' '),
    )
    if (this.#logs.length > FAILURE_LOG_LINES) this.#logs.shift()
  }

  done(text: string | null): void {
    this.#returned = { text }
    this.#next()
  }

  ended(end: TaskEnd): void {
    this.fail(end.by === 'host' ? end.error : this.#scriptError(end.failure))
  }

  /** Neither done nor failed: the next holder of the lease finds the run as it is. */
  closed(): void {
    this.fail(new Abandoned('the sandbox was closed', 'closed'))
  }

  /** Decides it, if nothing has. */
  fail(error: unknown): void {
    this.#decide(() => this.#reject(error))
  }

  #decide(tell: () => void): void {
    if (this.#isDecided) return
    this.#isDecided = true
    this.#waiting.length = 0
    tell()
    this.#child?.stop(this)
    this.#parts.decided()
  }

  #next(): void {
    while (!this.#isDecided && this.#waiting.length > 0 && this.#running.size < CALLS_AT_ONCE) {
      const { id, op, text } = this.#waiting.shift()!
      this.#running.set(id, op)
      void this.#operate(id, op, text)
    }
    if (this.#returned === undefined || this.#waiting.length + this.#running.size > 0) return
    const { text } = this.#returned
    this.#decide(() => this.#resolve(text === null ? undefined : parsed(text)))
  }

  async #operate(id: number, op: string, text: string): Promise<void> {
    try {
      const args = parsed(text)
      const given = await operate(this.#parts.ctx, op, Array.isArray(args) ? args : [])
      this.#running.delete(id)
      this.#answer(id, op, given)
      this.#next()
    } catch (error) {
      this.fail(error)
    }
  }

  #answer(id: number, op: string, given: unknown): void {
    const text = given === undefined ? null : JSON.stringify(given)
    if (text !== null && text.length > ANSWER_CHARS) {
      const message = `${op} gives ${text.length} characters as JSON; ${ANSWER_CHARS} are allowed`
      this.fail(this.#scriptError({ code: 'value', message }))
    } else if (!this.#isDecided) this.#child?.answer(this, id, text)
  }

  #scriptError(failure: ConstructorParameters<typeof ScriptError>[0]): ScriptError {
    const { handler, phase } = this.task
    return new ScriptError(failure, { handler, phase, logs: [...this.#logs] })
  }
}

/** JSON from a child; malformed text counts as absent. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
