// Cooperative scheduling: a model computes in slices, and between two of them the event loop turns, so that
// callers of another model are answered. Work that ends within its first slice never leaves the turn in which it
// began. Paused work goes on one slice a turn, round-robin, whatever model it belongs to; work that has computed
// for longer than it may is ended, and is the only one that suffers.

import { elapsedMs, nextTurn } from '@cellwake/scheduler'
import { EngineError } from '../errors.ts'
import { FIRST_SLICE_BEHIND_OTHERS_MS, SLICE_MS, WORK_MS } from '../limits.ts'

/**
 * Work that can pause: it yields where `pause` told it to. It may also yield a promise, which must not be rejected: then
 * nothing of it runs until that has resolved.
 */
export type Work<T> = Generator<undefined | Promise<unknown>, T, void>

export interface SlicesOptions {
  /** Milliseconds that have passed, on a clock that never jumps. */
  now?(): number
  nextTurn?(): Promise<void>
  /** Length of a slice, and total time of a piece of work. */
  readonly sliceMs?: number
  readonly workMs?: number
}

/** No look at the time yet. */
const NOT_YET = -1

// See performance: plain fields on the way of an edit
export class Slices {
  readonly #now: () => number
  readonly #nextTurn: () => Promise<void>
  private readonly sliceMs: number
  readonly #workMs: number
  private readonly waiting: Running<unknown>[] = []
  #isTurning = false
  /** Start of the present slice, as far as the time was looked at. */
  private began = NOT_YET
  private limitMs = 0
  #isHurrying = false

  constructor(options: SlicesOptions = {}) {
    this.#now = options.now ?? elapsedMs
    this.#nextTurn = options.nextTurn ?? nextTurn
    this.sliceMs = options.sliceMs ?? SLICE_MS
    this.#workMs = options.workMs ?? WORK_MS
  }

  /** Whether the running work is to pause. Work that looks once is short, and costs no look at its beginning. */
  readonly pause = (): boolean => {
    if (this.#isHurrying) return false
    const now = this.#now()
    if (this.began === NOT_YET) this.began = now
    return now - this.began >= this.limitMs
  }

  /** Work begins in this turn, outside of `run`; if it pauses, the rest of it is run. */
  begin(): void {
    this.began = NOT_YET
    this.limitMs = this.waiting.length === 0 ? this.sliceMs : FIRST_SLICE_BEHIND_OTHERS_MS
  }

  /** Runs the first slice at once. An error in it is thrown here. */
  run<T>(work: Work<T>): Running<T> {
    const running = new Running<T>(work, (act) => this.#hurry(act))
    this.begin()
    running.step()
    if (running.error !== undefined) throw running.error
    if (!running.isOver) this.#line(running)
    return running
  }

  /** Cooperative pause for async loops: awaited between their parts, it yields to the event loop after a slice. */
  breath(): () => Promise<void> | undefined {
    let began = this.#now()
    return () => {
      if (this.#now() - began < this.sliceMs) return undefined
      return this.#nextTurn().then(() => {
        began = this.#now()
      })
    }
  }

  /** Goes on with work that has paused, in the turns to come. */
  goOn<T>(work: Work<T>): Running<T> {
    const running = new Running<T>(work, (act) => this.#hurry(act))
    this.#line(running)
    return running
  }

  #line(running: Running<unknown>): void {
    const { waitsFor } = running
    if (waitsFor !== undefined) {
      waitsFor.then(() => this.#back(running))
      return
    }
    this.waiting.push(running)
    if (!this.#isTurning) void this.#turn()
  }

  /** Its answer has come. */
  #back(running: Running<unknown>): void {
    running.waitsFor = undefined
    this.#line(running)
  }

  async #turn(): Promise<void> {
    this.#isTurning = true
    while (this.waiting.length > 0) {
      await this.#nextTurn()
      const running = this.waiting.shift()!
      this.#slice(running)
      if (!running.isOver) this.#line(running)
    }
    this.#isTurning = false
  }

  #slice(running: Running<unknown>): void {
    if (running.isOver) return
    if (running.spentMs >= this.#workMs) {
      const seconds = Math.round(this.#workMs / 1_000)
      const what = `It was still computing after ${seconds} seconds, and was ended.`
      running.abort(new EngineError('too-much-work', what))
      return
    }
    this.began = this.#now()
    this.limitMs = this.sliceMs
    const began = this.began
    running.step()
    running.spentMs += this.#now() - began
  }

  #hurry(act: () => void): void {
    const outer = this.#isHurrying
    this.#isHurrying = true
    try {
      act()
    } finally {
      this.#isHurrying = outer
    }
  }
}

/** A piece of work in progress. */
export class Running<T> {
  readonly #work: Work<T>
  readonly #hurry: (act: () => void) => void
  #isStepping = false
  /** Error that ends it, once it pauses. */
  #ending: unknown
  #promise: Promise<T> | undefined
  /** Settles the promise. */
  #tell: (() => void) | undefined
  isOver = false
  /** The answer without which it cannot go on. */
  waitsFor: Promise<unknown> | undefined
  value: T | undefined
  error: unknown
  /** Time that it has computed. */
  spentMs = 0

  constructor(work: Work<T>, hurry: (act: () => void) => void) {
    this.#work = work
    this.#hurry = hurry
  }

  get done(): Promise<T> {
    if (this.isOver) {
      return this.error === undefined
        ? Promise.resolve(this.value as T)
        : Promise.reject(this.error)
    }
    this.#promise ??= new Promise<T>((resolve, reject) => {
      this.#tell = () => {
        if (this.error === undefined) resolve(this.value as T)
        else reject(this.error)
      }
    })
    return this.#promise
  }

  /** One slice. */
  step(): void {
    if (this.isOver || this.#isStepping) return
    this.#isStepping = true
    try {
      const { done, value } = this.#work.next()
      if (done === true) this.#over(value, undefined)
      else if (value instanceof Promise) this.waitsFor = value
    } catch (error) {
      this.#over(undefined, error)
    } finally {
      this.#isStepping = false
    }
    if (this.#ending !== undefined) this.abort(this.#ending)
  }

  /**
   * The rest of it at once, for a caller that cannot wait. Work that asks for itself is let be, and so is work that waits
   * for an answer: none of its changes is visible yet.
   */
  finish(): void {
    if (this.#isStepping) return
    this.#hurry(() => {
      while (!this.isOver && this.waitsFor === undefined) this.step()
    })
  }

  /** Ends it where it has paused, or pauses next. */
  abort(error: unknown): void {
    if (this.isOver) return
    this.#ending = error
    if (this.#isStepping) return
    this.#isStepping = true
    let step: IteratorResult<undefined | Promise<unknown>, T> | undefined
    try {
      step = this.#work.throw(error)
    } catch {
      // The work rethrows this very error.
    }
    this.#isStepping = false
    // Some work has made changes that it must not lose, and gives those.
    if (step?.done === true) this.#over(step.value, undefined)
    else this.#over(undefined, error)
  }

  #over(value: T | undefined, error: unknown): void {
    this.isOver = true
    this.value = value
    this.error = error
    this.#tell?.()
  }
}

/** Does all of it at once. Where nothing is told to pause. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}
