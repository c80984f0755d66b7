// Capabilities of each phase, and the guard that enforces them. The first failure decides the run, caught or not:
// after it every operation fails the same way. Nothing works after the end of its phase.

import { type Failure, HandlerFailure } from './errors.ts'
import type { Limits } from './limits.ts'

export const OPERATIONS = [
  'peek',
  'getByIds',
  'publish',
  'registerInput',
  'read',
  'mutation',
] as const
export type Operation = (typeof OPERATIONS)[number]

export const HANDLER_PHASES = ['producer', 'prepare', 'mutate', 'next'] as const
export type HandlerPhase = (typeof HANDLER_PHASES)[number]

/** The matrix of operations by phase. */
export const ALLOWED: Readonly<Record<HandlerPhase, ReadonlySet<Operation>>> = {
  producer: new Set<Operation>(['publish', 'registerInput', 'read']),
  prepare: new Set<Operation>(['peek', 'getByIds', 'read']),
  mutate: new Set<Operation>(['mutation']),
  next: new Set<Operation>(['publish']),
}

const NAMES: Readonly<Record<Operation, string>> = {
  peek: 'look at events',
  getByIds: 'look at events',
  publish: 'publish',
  registerInput: 'register inputs',
  read: 'call tools that read',
  mutation: 'call tools that change something',
}

/** Use of the limits of a run, over all its phases. */
export interface RunCounts {
  toolCalls: number
  publishes: number
  publishedChars: number
}

export class Guard {
  readonly phase: HandlerPhase
  readonly limits: Limits
  readonly #counts: RunCounts
  readonly #pending = new Set<Promise<unknown>>()
  #failure: Failure | undefined
  #closed = false

  /** Counts go on through the phases of one run. */
  constructor(phase: HandlerPhase, limits: Limits, counts: RunCounts) {
    this.phase = phase
    this.limits = limits
    this.#counts = counts
  }

  /** The first failure, if there was one. */
  get failure(): Failure | undefined {
    return this.#failure
  }

  /** Refuses operations outside the phase's capabilities, and all after a failure or after its end. */
  enter(operation: Operation): void {
    if (this.#closed) throw new HandlerFailure(logic(`${this.phase} is over`))
    if (this.#failure !== undefined) throw new HandlerFailure(this.#failure)
    if (ALLOWED[this.phase].has(operation)) return
    throw this.fail(logic(`${this.phase} may not ${NAMES[operation]}`))
  }

  /** Notes a failure; the first one stays. */
  fail(failure: Failure): HandlerFailure {
    this.#failure ??= failure
    return new HandlerFailure(this.#failure)
  }

  countToolCall(): void {
    const most = this.limits.toolCallsPerRun
    if (++this.#counts.toolCalls > most) throw this.fail(logic(`a run calls at most ${most} tools`))
  }

  /** Events of one `publish`, with the length of the payload that each of them has. */
  countPublishes(events: number, chars: number): void {
    const { publishesPerRun, publishedChars } = this.limits
    const counts = this.#counts
    counts.publishes += events
    counts.publishedChars += events * chars
    if (counts.publishes > publishesPerRun) {
      throw this.fail(logic(`a run publishes at most ${publishesPerRun} events`))
    }
    if (counts.publishedChars > publishedChars) {
      throw this.fail(logic(`a run publishes at most ${publishedChars} characters in all`))
    }
  }

  /** The host awaits operations that the handler began and did not await. */
  track<T>(work: Promise<T>): Promise<T> {
    const over: Promise<unknown> = work.then(
      () => this.#pending.delete(over),
      () => this.#pending.delete(over),
    )
    this.#pending.add(over)
    return work
  }

  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  close(): void {
    this.#closed = true
  }
}

export function logic(message: string): Failure {
  return { class: 'logic', message }
}
