// The workflows that run on this host: each under its lease, with its code. One that another host has is left alone; one whose
// lease is lost, or whose commit the store refused, is put down and read again when that may be.

import type { Clock, Ownership } from '@cellwake/scheduler'
import type { Store } from '@cellwake/store'
import { type Code, scriptVersion } from './code.ts'
import { type Abandoned, WorkflowError } from './errors.ts'
import { REOPEN_AFTER_MS } from './limits.ts'
import type { LiveVersion, World } from './parts.ts'
import { nameOf, spaceOf, WorkflowRecords } from './records.ts'
import type { Runner } from './runner.ts'
import type { TopicIndex } from './topic-index.ts'
import { LiveWorkflow, type WorkflowHost } from './workflow.ts'

export interface LiveParts {
  readonly world: World
  readonly host: WorkflowHost
  readonly ownership: Ownership
  readonly runner: Runner<LiveWorkflow>
  readonly topics: TopicIndex<LiveWorkflow>
}

export class LiveWorkflows {
  readonly #store: Store
  readonly #clock: Clock
  readonly #parts: LiveParts
  readonly #live = new Map<string, LiveWorkflow>()
  /** Code that was deployed here, to be used when the lease is had. */
  readonly #code = new Map<string, LiveVersion>()
  readonly #turns = new Map<string, Promise<unknown>>()
  #closed = false

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#store = parts.world.store
    this.#clock = parts.world.clock
  }

  get(name: string): LiveWorkflow | undefined {
    return this.#live.get(name)
  }

  /** Subscriptions may have changed. */
  index(): void {
    this.#parts.topics.index(this.#live.values())
  }

  /** One deploy or opening of a workflow at a time. */
  enter<T>(name: string, fn: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(name) ?? Promise.resolve()
    const done = before.then(fn)
    const settled = done
      .catch(() => {})
      .then(() => {
        if (this.#turns.get(name) === settled) this.#turns.delete(name)
      })
    this.#turns.set(name, settled)
    return done
  }

  /** Resolves when no workflow is being deployed or opened. */
  async entered(): Promise<void> {
    await Promise.all(this.#turns.values())
  }

  /** Opens every workflow whose code is here and that no other host has. */
  async openAll(): Promise<void> {
    const { topics, runner } = this.#parts
    for (const name of await this.names()) {
      if (this.#closed) return
      if (this.#live.has(name)) continue
      await this.enter(name, async () => {
        const records = new WorkflowRecords(this.#store, name)
        await records.load()
        const control = records.control()
        const version = control === undefined ? undefined : records.version(control.version)
        if (version === undefined || this.#live.has(name)) return
        topics.know(version.structure)
        if (!this.#code.has(name) && version.kind !== 'script') return
        const workflow = await this.take(name).catch((error: unknown) => {
          if (isOwnedElsewhere(error)) return undefined
          throw error
        })
        if (workflow !== undefined) runner.poke(workflow)
      })
    }
    this.index()
  }

  /** Takes the lease of a workflow and reads it. */
  async take(name: string): Promise<LiveWorkflow> {
    const { ownership, host } = this.#parts
    const taken = await ownership.take(spaceOf(name))
    if (!taken.held) throw ownedElsewhere(name, taken.holder)
    const workflow = new LiveWorkflow(name, host)
    try {
      await workflow.records.load()
      this.#bringCode(workflow)
      await workflow.open()
    } catch (error) {
      await ownership.release(spaceOf(name)).catch(() => {})
      throw error
    }
    this.#live.set(name, workflow)
    this.#parts.world.changed(name)
    return workflow
  }

  /** After a restart, code that is the same as a version that is kept is that version. */
  async attach(code: Code): Promise<boolean> {
    const { name } = code.structure
    const records = new WorkflowRecords(this.#store, name)
    await records.load()
    const control = records.control()
    const same = records.versions().filter(({ digest }) => digest === code.digest)
    const active = same.find(({ version }) => version === control?.version)
    if (control === undefined || active === undefined) return false
    this.#code.set(name, { record: active, home: code.home(), limits: code.limits })
    const workflow = await this.take(name)
    this.index()
    this.#parts.runner.poke(workflow)
    return true
  }

  #bringCode(workflow: LiveWorkflow): void {
    const known = this.#code.get(workflow.name)
    if (known !== undefined) workflow.addCode(known)
    for (const record of workflow.records.versions()) {
      const live = scriptVersion(this.#parts.world, record)
      if (live !== undefined) workflow.addCode(live)
    }
  }

  /** Its lease is another host's: nothing more is done with it here. */
  drop(name: string): void {
    const workflow = this.#live.get(name)
    if (workflow === undefined) return
    workflow.close()
    this.#parts.runner.remove(workflow)
    this.#live.delete(name)
    this.#keepCode(workflow)
    this.index()
    this.#parts.world.changed(name)
  }

  #keepCode(workflow: LiveWorkflow): void {
    const { version } = workflow.records.control() ?? {}
    const live = version === undefined ? undefined : workflow.codeOf(version)
    if (live !== undefined) this.#code.set(workflow.name, live)
  }

  /** The store refused a commit: everything is read again, a little later. */
  abandoned(workflow: LiveWorkflow, { because, message }: Abandoned): void {
    const { ownership, world, runner } = this.#parts
    if (this.#live.get(workflow.name) !== workflow || this.#closed) return
    if (because === 'lost') ownership.forget(spaceOf(workflow.name))
    else world.report(new WorkflowError('refused', `${message}.`))
    this.drop(workflow.name)
    if (because !== 'store') return
    this.#clock.wake(this.#clock.now() + REOPEN_AFTER_MS, () => {
      if (this.#closed) return
      runner.track(this.openAll().catch((error: unknown) => world.report(error)))
    })
  }

  async names(): Promise<string[]> {
    const names = (await this.#store.spaces()).map(nameOf).filter((name) => name !== undefined)
    return [...new Set([...names, ...this.#live.keys()])].sort()
  }

  /** The documents of a workflow, wherever it runs. */
  async records(name: string): Promise<WorkflowRecords> {
    const records = this.#live.get(name)?.records ?? new WorkflowRecords(this.#store, name)
    await records.load()
    records.mustControl()
    return records
  }

  /** Whether it is run, here or by another host. */
  async isRun(name: string): Promise<boolean> {
    if (this.#live.has(name)) return true
    const lease = await this.#store.lease(spaceOf(name))
    return lease !== undefined && lease.expiresAt > this.#clock.now()
  }

  /** A workflow that is run here. */
  async owned(name: string): Promise<LiveWorkflow> {
    const records = await this.records(name)
    const live = this.#live.get(records.name)
    if (live !== undefined) return live
    const lease = await this.#store.lease(spaceOf(name))
    if (lease !== undefined && lease.expiresAt > this.#clock.now())
      throw ownedElsewhere(name, lease.holder)
    throw new WorkflowError('not-here', `The code of ${name} is not loaded here.`)
  }

  /** Nothing is opened any more. */
  stop(): void {
    this.#closed = true
  }

  close(): void {
    for (const workflow of this.#live.values()) workflow.close()
    this.#live.clear()
  }
}

function ownedElsewhere(name: string, holder: string | undefined): WorkflowError {
  return new WorkflowError('owned-elsewhere', `${name} is run by ${holder ?? 'another host'}.`)
}

export function isOwnedElsewhere(error: unknown): boolean {
  return error instanceof WorkflowError && error.code === 'owned-elsewhere'
}
