// One workflow on the host that has it. It does one thing at a time: a run, or an act of somebody. What may run next is
// chosen when the last thing is over: what is held first, then consumers by their oldest pending event, then producers.

import type { Precondition } from '@cellwake/store'
import { activated } from './activating.ts'
import type { ActiveRun } from './active-run.ts'
import { expire } from './approvals.ts'
import { type StartOptions, startAttempt, startRun } from './attempts.ts'
import { dueAt, type Flag, nextConsumer, nextProducer } from './choosing.ts'
import { runConsumer } from './consumer.ts'
import type { Delivery } from './deliveries.ts'
import { Abandoned, WorkflowError } from './errors.ts'
import { fail } from './fail.ts'
import { messageOf } from './failures.ts'
import { askFixer } from './fixing.ts'
import { TELL_AGAIN_MS } from './limits.ts'
import { Lookahead } from './lookahead.ts'
import { type Notifiers, tellIssues } from './notify.ts'
import type { LiveVersion, WorkflowParts, World } from './parts.ts'
import { runProducer } from './producer.ts'
import { checkAgain } from './reconcile.ts'
import { type HoldRecord, lists, type Run, type VersionRecord, WorkflowRecords } from './records.ts'
import { orphans, recover } from './recover.ts'
import type { Structure } from './structure.ts'
import { type Author, abandonedBy, commit } from './transitions.ts'

export interface WorkflowHost {
  readonly world: World
  readonly notifiers: Notifiers
  expect(name: string): readonly Precondition[]
  /** Something of it may be ready. */
  poke(workflow: LiveWorkflow): void
  /** Its state in memory is void. */
  abandoned(workflow: LiveWorkflow, why: Abandoned): void
  /** Work beside runs that must be over before the host is idle. */
  track(work: Promise<unknown>): void
}

export class LiveWorkflow implements WorkflowParts {
  readonly name: string
  readonly world: World
  readonly records: WorkflowRecords
  readonly skippedInputs = new Set<string>()
  readonly ahead = new Lookahead<Delivery>()
  readonly #host: WorkflowHost
  readonly #code = new Map<string, LiveVersion>()
  readonly #flags = new Map<string, Flag>()
  /** Handlers that have run here, to whatever end. */
  readonly #known = new Set<string>()
  #order = 0
  #turns: Promise<unknown> = Promise.resolve()
  #fixing = false
  #closed = false
  #hasTold = false
  /** The issue that was told last, and when what could not be told is tried again. */
  #toldOf: string | undefined
  #tellAgainAt = Number.POSITIVE_INFINITY
  running: Run | undefined

  constructor(name: string, host: WorkflowHost) {
    this.name = name
    this.#host = host
    this.world = host.world
    this.records = new WorkflowRecords(host.world.store, name)
  }

  expect(): readonly Precondition[] {
    return this.#host.expect(this.name)
  }

  version(): LiveVersion {
    const { version } = this.records.mustControl()
    const live = this.#code.get(version)
    if (live !== undefined) return live
    throw new WorkflowError('version-not-here', `The code of ${this.name} ${version} is not here.`)
  }

  get structure(): Structure {
    return this.kept(this.records.mustControl().version).structure
  }

  has(version: string): boolean {
    return this.#code.has(version)
  }

  codeOf(version: string): LiveVersion | undefined {
    return this.#code.get(version)
  }

  addCode(live: LiveVersion): void {
    this.#code.set(live.record.version, live)
  }

  nextOrder(): number {
    return ++this.#order
  }

  trigger(consumer: string): void {
    this.ahead.forgetPages()
    if (!this.#flags.has(consumer)) this.#flags.set(consumer, 'events')
    this.#host.poke(this)
  }

  /** Reads what is kept, and takes care of what was left. */
  async open(): Promise<void> {
    const { store } = this.world
    await this.records.load()
    const [newest] = await store.entries({
      list: lists.runs(this.name),
      newestFirst: true,
      limit: 1,
    })
    this.#order = newest?.order ?? 0
    const skipped = await store.entries({ list: lists.inputs(this.name), states: ['skipped'] })
    for (const { id } of skipped) this.skippedInputs.add(id)
    if (this.records.control() === undefined) return
    await recover(this)
    const lost = await orphans(this)
    if (lost.length > 0)
      this.world.report(new Error(`reserved by no run of ${this.name}: ${lost.join(', ')}`))
    for (const consumer of Object.keys(this.structure.consumers))
      this.#flags.set(consumer, 'events')
  }

  close(): void {
    this.#closed = true
  }

  /** Resolves when what is under way is over. */
  async rested(): Promise<void> {
    await this.#turns
  }

  act<T>(fn: () => Promise<T>): Promise<T> {
    const done = this.#turns.then(() => {
      if (this.#closed) throw new Abandoned(`${this.name} is closed here`, 'closed')
      return fn()
    })
    this.#turns = done.catch(() => {})
    this.#host.track(this.#turns)
    const after = done.then((result) => {
      this.#host.poke(this)
      return result
    })
    after.catch(() => {})
    return done
  }

  /** Does the next thing, if there is one. True if there may be another. */
  async turn(): Promise<boolean> {
    const done = this.#turns.then(async () => {
      if (this.#closed) return false
      await this.#tell()
      const work = await this.#choose()
      if (work === undefined) return false
      await work()
      return true
    })
    this.#turns = done.catch(() => {})
    try {
      return await done
    } catch (error) {
      this.running = undefined
      const why = abandonedBy(error, this.name)
      if (!(why instanceof Abandoned)) this.world.report(error)
      const abandoned = why instanceof Abandoned ? why : new Abandoned(messageOf(error), 'store')
      this.#host.abandoned(this, abandoned)
      return false
    }
  }

  async #tell(): Promise<void> {
    const { notifiers } = this.#host
    if (Object.keys(notifiers).length === 0) return
    const { clock } = this.world
    const issue = this.records.held().hold?.issue
    const isNew = !this.#hasTold || issue !== this.#toldOf
    if (!isNew && this.#tellAgainAt > clock.now()) return
    const isAllTold = await tellIssues(this, notifiers)
    this.#hasTold = true
    this.#toldOf = issue
    this.#tellAgainAt = isAllTold ? Number.POSITIVE_INFINITY : clock.now() + TELL_AGAIN_MS
  }

  /** When something will be due though nothing happens; Infinity for never. */
  nextWake(): number {
    if (this.#closed) return Number.POSITIVE_INFINITY
    const isStopped = this.records.control()?.paused !== false
    return isStopped ? this.#tellAgainAt : Math.min(dueAt(this), this.#tellAgainAt)
  }

  async #choose(): Promise<(() => Promise<void>) | undefined> {
    const control = this.records.control()
    if (control?.paused !== false || !this.#code.has(control.version)) return undefined
    const now = this.world.clock.now()
    const held = this.records.held()
    if (held.hold !== undefined) return this.#chooseHeld(held, now)
    this.ahead.forgetPages()
    const consumer = await nextConsumer(this, this.#flags, now)
    if (consumer !== undefined) {
      const { name, trigger } = consumer
      return () => {
        // Taken at the start, so that a trigger during the run counts for the next.
        this.#flags.delete(name)
        return this.#execute(() => startRun(this, name, 'consumer', trigger, this.#begins(name)))
      }
    }
    const producer = nextProducer(this, now)
    if (producer === undefined) return undefined
    const start = () => startRun(this, producer, 'producer', 'schedule', this.#begins(producer))
    return () => this.#execute(start)
  }

  #chooseHeld({ hold, fixes }: HoldRecord, now: number): (() => Promise<void>) | undefined {
    switch (hold!.kind) {
      case 'retry':
        return now < hold!.at! ? undefined : () => this.#execute(() => startAttempt(this))
      case 'reconcile':
        return now < hold!.at! ? undefined : () => checkAgain(this)
      case 'fix':
        return this.#fixing ? undefined : () => this.#fix(fixes)
      case 'person':
        return hold!.expiresAt !== undefined && now >= hold!.expiresAt
          ? () => expire(this)
          : undefined
    }
  }

  /** A handler that ends its process must not do so unseen: its first run here is durable before it is called. */
  #begins(handler: string): StartOptions {
    return { early: this.#known.has(handler) }
  }

  async #execute(start: () => Promise<ActiveRun>): Promise<void> {
    const active = await start()
    try {
      if (active.run.handlerType === 'producer') await runProducer(active)
      else await runConsumer(active)
      this.#known.add(active.run.handler)
    } catch (error) {
      const why = abandonedBy(error, active.run.id)
      if (why instanceof Abandoned) throw why
      this.world.report(error)
      // Whether the mutation happened is found out by whoever recovers the run.
      if (active.run.outcome === 'unknown') throw new Abandoned(messageOf(error), 'store')
      await fail(active, { class: 'internal', message: messageOf(error) }, active.run.phase)
    } finally {
      this.running = undefined
    }
  }

  async #fix(fixes: number): Promise<void> {
    this.#fixing = true
    const asked = await askFixer(this, fixes)
    const done = asked.answer
      .then((settle) => this.act(settle))
      .catch((error: unknown) => {
        if (!(error instanceof Abandoned)) this.world.report(error)
      })
      .finally(() => {
        this.#fixing = false
        this.#host.poke(this)
      })
    this.#host.track(done)
  }

  /** Makes a version the active one: a new one, or one that is kept. Expects that no run is active. */
  async activate(live: LiveVersion, by: Author, act: string, isFix = false): Promise<void> {
    await commit(this, { act, by, ...(await activated(this, live.record, isFix)) })
    this.#known.clear()
    this.#code.set(live.record.version, live)
    const { consumers } = live.record.structure
    for (const consumer of Object.keys(consumers)) {
      this.#flags.set(consumer, isFix ? 'events' : 'deploy')
    }
    for (const consumer of this.#flags.keys()) {
      if (!Object.hasOwn(consumers, consumer)) this.#flags.delete(consumer)
    }
  }

  /** The record of a version that is kept. */
  kept(version: string): VersionRecord {
    const record = this.records.version(version)
    if (record !== undefined) return record
    throw new WorkflowError('unknown-version', `${this.name} has no version ${version}.`)
  }
}
