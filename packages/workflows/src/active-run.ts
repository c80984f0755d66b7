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

  #begun: Promise<unknown> = Promise.resolve()

  /** Its begin is on its way to the store. */
  beginsWith(begun: Promise<unknown>): void {
    begun.catch(() => {})
    this.#begun = begun
  }

  /** Resolves when it is durable that it has begun. Nothing of it leaves this process before. */
  async mustHaveBegun(): Promise<void> {
    await this.#begun
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

  /** Moves the run on, in one commit with all that goes with it. */
  async move(to: Step, more: Partial<Run>, draft: Draft): Promise<void> {
    const { parts, buffer } = this
    const after = standingAt(this.run, to.next, more)
    const entries = [
      moved(parts.name, this.run, after),
      ...(draft.entries ?? []),
      ...logged(parts.name, after, buffer, after.order),
    ]
    await commit(parts, { ...draft, run: after.id, entries })
    this.run = after
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
