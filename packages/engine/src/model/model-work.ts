// Mutual exclusion on a model: changes come one after another, each in slices, and while one has paused nobody sees the
// model half way. Here a model also ends: later calls are refused.

import { ElsewhereError, EngineError } from '../errors.ts'
import { Line } from './line.ts'
import { isTooMuchWork } from './put-aside.ts'
import type { Running, Slices, Work } from './slices.ts'

// See performance: plain fields on the way of an edit
export class ModelWork {
  private readonly id: string
  private readonly slices: Slices
  private readonly lose: (error: unknown) => void
  private readonly line = new Line()
  /** Work that has paused on the way to rest. */
  private settling: Running<unknown> | undefined
  isClosed = false

  constructor(id: string, slices: Slices, lose: (error: unknown) => void) {
    this.id = id
    this.slices = slices
    this.lose = lose
  }

  /** Whether the line is empty. */
  get isFree(): boolean {
    return this.line.isFree
  }

  /** Whether something is half way. */
  get isHalfWay(): boolean {
    return this.settling !== undefined
  }

  /** Acts when all that came before are through. */
  enter<T>(act: () => Promise<T>): Promise<T> {
    return this.line.enter(act)
  }

  /** Resolves when no change is in line. A read in the same turn of the event loop then need not wait. */
  rested(): Promise<void> {
    return this.line.empty()
  }

  /** Resolves when work that has paused has come to rest; undefined if none has. Others may be in line behind it. */
  settled(): Promise<unknown> | undefined {
    return this.settling?.done.catch(() => {})
  }

  /** Does work under mutual exclusion: in its turn, and in slices. */
  alone<T>(work: () => Work<T>): Promise<T> {
    const run = () => this.run(work())
    if (!this.line.isFree) return this.line.enter(() => run().done)
    try {
      const running = run()
      if (!running.isOver) this.line.hold(running.done)
      return running.done
    } catch (error) {
      return Promise.reject(error)
    }
  }

  /** Looks at the model in slices; no change comes between. */
  looking<T>(look: () => Work<T>): Promise<T> {
    return this.line.enter(async () => {
      if (this.isClosed) throw this.closed()
      return this.slices.run(look()).done
    })
  }

  /** Work of the holder of the turn, from here on in slices. */
  run<T>(work: Work<T>): Running<T> {
    return this.follow(this.slices.run(this.orLost(work)))
  }

  /** The rest of work that has begun outside of it, and has paused. */
  goOn<T>(work: Work<T>): Running<T> {
    return this.follow(this.slices.goOn(this.orLost(work)))
  }

  /** Later callers wait in line for work that has paused. */
  holdLine(): void {
    if (this.settling !== undefined) this.line.hold(this.settling.done)
  }

  private follow<T>(running: Running<T>): Running<T> {
    if (running.isOver) return running
    const over = () => {
      if (this.settling === running) this.settling = undefined
    }
    this.settling = running
    running.done.then(over, over)
    return running
  }

  /**
   * Work that was cut off for its length leaves a graph half way, which is void.
   * See test: loses the set, and is there again as it was
   */
  private *orLost<T>(work: Work<T>): Work<T> {
    try {
      return yield* work
    } catch (error) {
      if (isTooMuchWork(error) || error instanceof ElsewhereError) this.lose(error)
      throw error
    }
  }

  /** A read that does not wait has the rest of paused work computed at once. */
  mustBeOpen(): void {
    if (this.isClosed) throw this.closed()
    this.settling?.finish()
  }

  abort(error: unknown): void {
    this.settling?.abort(error)
  }

  /** Nothing begins any more, and paused work ends. */
  close(): void {
    this.isClosed = true
    this.settling?.abort(this.closed())
  }

  closed(): EngineError {
    return new EngineError('closed', `The model ${this.id} is closed.`)
  }
}
