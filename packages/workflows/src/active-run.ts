// An active run of this host: its record at the last checkpoint, its write buffer, and the events it has reserved.

import type { EntryRow } from '@cellwake/store'
import { RunBuffer } from './context.ts'
import { believe } from './errors.ts'
import type { LiveVersion, WorkflowParts } from './parts.ts'
import { type Run, stateOf } from './records.ts'
import type { RunEvent, Step } from './run.ts'
import { step } from './run.ts'
import { commit, type Draft, logged, moved, standingAt } from './transitions.ts'

export class ActiveRun {
  readonly parts: WorkflowParts
  readonly version: LiveVersion
  readonly buffer = new RunBuffer()
  /** The time of the run. */
  readonly startedAt: number
  run: Run
  /** The entries of the events that it has reserved. */
  held: readonly EntryRow[]

  constructor(parts: WorkflowParts, run: Run, held: readonly EntryRow[]) {
    this.parts = parts
    this.version = parts.version()
    this.startedAt = parts.world.clock.now()
    this.run = run
    this.held = held
    parts.running = run
  }

  /** All of its commits that were sent so far. */
  #sent: Promise<unknown> = Promise.resolve()

  /** A commit of it is on its way to the store. See performance: a run does not wait for its commits */
  sends(commit: Promise<unknown>): Promise<unknown> {
    commit.catch(() => {})
    // The first that is refused says why: those behind it are refused for want of it.
    this.#sent = this.#sent.then(() => commit)
    this.#sent.catch(() => {})
    return this.#sent
  }

  /** Resolves when all that was sent is durable. Nothing of the run leaves this process before. */
  async mustBeDurable(): Promise<void> {
    await this.#sent
  }

  get now(): string {
    return new Date(this.startedAt).toISOString()
  }

  /** The first attempt of its chain. */
  get chain(): string {
    return chainOf(this.run.id)
  }

  /** The transition for an event; the caller knows that there is one. */
  step(event: RunEvent): Step {
    const { id, phase, status } = this.run
    const next = step(stateOf(this.run), event)
    const what = `${event.type} can happen to the run ${id}, which is ${status} in ${phase}`
    believe(next !== undefined, what)
    return next
  }

  /** Moves the run on, in one commit with all that goes with it; resolves when it and those before it are durable. */
  async move(to: Step, more: Partial<Run>, draft: Draft): Promise<void> {
    const { parts, buffer } = this
    const after = standingAt(this.run, to.next, more)
    const entries = [
      moved(parts.name, this.run, after),
      ...(draft.entries ?? []),
      ...logged(parts.name, after, buffer, after.order),
    ]
    const durable = this.sends(commit(parts, { ...draft, run: after.id, entries }))
    this.run = after
    await durable
    parts.running = after.status === 'active' ? after : undefined
  }
}

/** A retry's id is its predecessor's with the next number. */
export function chainOf(id: string): string {
  return id.replace(/\.\d+$/, '')
}

export function nextId({ id, attempt }: Pick<Run, 'id' | 'attempt'>): string {
  return `${chainOf(id)}.${attempt + 1}`
}
