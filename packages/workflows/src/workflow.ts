// One workflow on the host that has it. It does one thing at a time: a run, or an act of somebody. What may run next is
// chosen when the last thing is over: what is held first, then consumers by their oldest pending event, then producers.

import type { EventRow, Precondition, Write } from '@cellwake/store'
import type { ActiveRun } from './active-run.ts'
import { expire } from './approvals.ts'
import { heldRun, startAttempt, startRun } from './attempts.ts'
import { runConsumer } from './consumer.ts'
import { retryNow } from './control.ts'
import { Deliveries } from './deliveries.ts'
import { Abandoned, WorkflowError } from './errors.ts'
import { fail } from './fail.ts'
import { messageOf } from './failures.ts'
import { askFixer } from './fixing.ts'
import { TELL_AGAIN_MS } from './limits.ts'
import { type Notifiers, tellIssues } from './notify.ts'
import type { LiveVersion, WorkflowParts, World } from './parts.ts'
import { runProducer } from './producer.ts'
import { checkAgain, heldRows } from './reconcile.ts'
import {
  type ControlRecord,
  type HoldRecord,
  lists,
  type Run,
  stateOf,
  type VersionRecord,
  WorkflowRecords,
} from './records.ts'
import { orphans, recover } from './recover.ts'
import { startAfter, step } from './run.ts'
import { storedTopic } from './topics.ts'
import {
  abandonedBy,
  commit,
  disposed,
  heldBy,
  moved,
  standingAt,
  superseded,
} from './transitions.ts'
import type { Structure } from './validate.ts'
import { activation, type Beginnings, declaredOf, pruned } from './versions.ts'

export interface WorkflowHost {
  readonly world: World
  readonly notifiers: Notifiers
  expect(name: string): readonly Precondition[]
  /** Something of it may be ready. */
  poke(workflow: LiveWorkflow): void
  /** What is in memory of it is void. */
  abandoned(workflow: LiveWorkflow, why: Abandoned): void
  /** Work beside runs that must be over before the host is idle. */
  track(work: Promise<unknown>): void
}

/** Why a consumer is to run: it was deployed, or events may be waiting. */
type Flag = 'deploy' | 'events'

export class LiveWorkflow implements WorkflowParts {
  readonly name: string
  readonly world: World
  readonly records: WorkflowRecords
  readonly skippedInputs = new Set<string>()
  readonly #host: WorkflowHost
  readonly #code = new Map<string, LiveVersion>()
  readonly #flags = new Map<string, Flag>()
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
    const never = Number.POSITIVE_INFINITY
    if (this.#closed) return never
    const tellAt = this.#tellAgainAt
    if (this.records.control()?.paused !== false) return tellAt
    const { hold } = this.records.held()
    if (hold !== undefined) {
      const at = hold.kind === 'fix' ? never : (hold.at ?? hold.expiresAt ?? never)
      return Math.min(at, tellAt)
    }
    const { producers, consumers } = this.structure
    let at = tellAt
    for (const name of Object.keys(producers))
      at = Math.min(at, this.records.producer(name)?.nextRunAt ?? never)
    for (const name of Object.keys(consumers))
      at = Math.min(at, this.records.consumer(name)?.wakeAt ?? never)
    return at
  }

  async #choose(): Promise<(() => Promise<void>) | undefined> {
    const control = this.records.control()
    if (control?.paused !== false || !this.#code.has(control.version)) return undefined
    const now = this.world.clock.now()
    const held = this.records.held()
    if (held.hold !== undefined) return this.#chooseHeld(held, now)
    const consumer = await this.#chooseConsumer(now)
    if (consumer !== undefined) {
      const { name, trigger } = consumer
      return () => {
        // Taken at the start, so that a trigger during the run counts for the next.
        this.#flags.delete(name)
        return this.#execute(() => startRun(this, name, 'consumer', trigger))
      }
    }
    const producer = this.#chooseProducer(now)
    if (producer === undefined) return undefined
    return () => this.#execute(() => startRun(this, producer, 'producer', 'schedule'))
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

  async #chooseConsumer(now: number): Promise<{ name: string; trigger: string } | undefined> {
    const ready: { name: string; trigger: string; at: number; position: number }[] = []
    const { consumers } = this.structure
    for (const name of Object.keys(consumers)) {
      const record = this.records.consumer(name) ?? { marks: {} }
      const { wakeAt } = record
      const isDue = wakeAt !== undefined && wakeAt <= now
      const flag = this.#flags.get(name)
      if (flag === undefined && !isDue) continue
      const oldest = await this.#oldest(name)
      if (oldest === undefined && !isDue && flag !== 'deploy') {
        this.#flags.delete(name)
        continue
      }
      ready.push({
        name,
        trigger:
          flag === 'deploy'
            ? 'deploy'
            : oldest !== undefined && flag !== undefined
              ? 'event'
              : 'wake',
        at: oldest?.at ?? wakeAt ?? now,
        position: oldest?.position ?? Number.POSITIVE_INFINITY,
      })
    }
    ready.sort((a, b) => a.at - b.at || a.position - b.position)
    return ready[0]
  }

  #oldest(consumer: string): Promise<EventRow | undefined> {
    const { structure } = this
    const topics = structure.consumers[consumer]!.subscribe.map((topic) =>
      storedTopic(structure, topic),
    )
    const deliveries = new Deliveries(this.world.store, this.name, consumer)
    return deliveries.oldest(topics, this.records.consumer(consumer) ?? { marks: {} })
  }

  #chooseProducer(now: number): string | undefined {
    const due: { name: string; at: number }[] = []
    for (const name of Object.keys(this.structure.producers)) {
      const at = this.records.producer(name)?.nextRunAt
      if (at !== undefined && at <= now) due.push({ name, at })
    }
    due.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
    return due[0]?.name
  }

  async #execute(start: () => Promise<ActiveRun>): Promise<void> {
    const active = await start()
    try {
      if (active.run.handlerType === 'producer') await runProducer(active)
      else await runConsumer(active)
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
  async activate(live: LiveVersion, by: string, act: string, isFix = false): Promise<void> {
    const { records, world } = this
    const { record } = live
    const { structure, version } = record
    const before = records.control()
    const old = before === undefined ? undefined : records.version(before.version)?.structure
    const now = world.clock.now()
    const declared = await declaredOf(
      world.store,
      old === undefined ? [structure] : [old, structure],
    )
    const beginnings = await this.#beginnings(structure)
    const { write, entries } = activation(records, old, structure, declared, beginnings, now, isFix)
    const held = await this.#heldOnActivate(structure, isFix, now)
    const [major = 0, minor = 0] = version.split('.').map(Number)
    const newest = before?.newest ?? { major: 0, minor: 0 }
    const isNewer = major > newest.major || (major === newest.major && minor > newest.minor)
    const control: ControlRecord = {
      name: this.name,
      paused: before?.paused ?? false,
      version,
      deployedAt: now,
      newest: isNewer ? { major, minor } : newest,
    }
    const kept: Write[] = records.version(version) === undefined ? [records.putVersion(record)] : []
    write.push(...kept, ...pruned(records, version), ...held.write, records.putControl(control))
    await commit(this, { act, by, write, entries: [...entries, ...held.entries] })
    this.#code.set(version, live)
    const flag = isFix ? 'events' : 'deploy'
    for (const consumer of Object.keys(structure.consumers)) this.#flags.set(consumer, flag)
    for (const consumer of this.#flags.keys()) {
      if (!Object.hasOwn(structure.consumers, consumer)) this.#flags.delete(consumer)
    }
  }

  /** A shared topic is read from now on, unless it is to be read from the beginning. */
  async #beginnings(structure: Structure): Promise<Beginnings> {
    const found = new Map<string, number>()
    for (const { subscribe } of Object.values(structure.consumers)) {
      for (const topic of subscribe) {
        if (structure.topics[topic]?.fromBeginning === true) continue
        const stored = storedTopic(structure, topic)
        const [last] = await this.world.store.events(stored, { newestFirst: true, limit: 1 })
        found.set(stored, last?.position ?? 0)
      }
    }
    return found
  }

  /** What is held is tried again with the new code, from where that is allowed. */
  async #heldOnActivate(
    structure: Structure,
    isFix: boolean,
    now: number,
  ): Promise<ReturnType<typeof heldBy>> {
    const { records, name } = this
    const held = records.held()
    if (held.hold === undefined) return { write: [], entries: [] }
    const run = await heldRun(this)
    const start = startAfter(stateOf(run))
    const isThere = Object.hasOwn(structure[`${run.handlerType}s`], run.handler)
    if (!isThere && start !== 'preparing' && start !== 'prepared') {
      throw new WorkflowError(
        'handler-needed',
        `${run.handler} of ${name} has a mutation to finish.`,
      )
    }
    // Nobody knows yet what came of it: no code changes that.
    if (start === undefined) return { write: [], entries: [] }
    const rows = start === 'emitting' ? [] : await heldRows(this, run)
    const counters = isFix ? {} : { transients: 0, fixes: 0 }
    const { hold: _, ...rest } = held
    const after = isThere ? { ...retryNow(held, now), ...counters } : { ...rest, ...counters }
    const { write, entries } = heldBy(this, after)
    entries.push(...disposed('release', rows))
    const expired = start === 'prepared' ? step(stateOf(run), { type: 'expired' }) : undefined
    if (expired !== undefined) entries.push(moved(name, run, standingAt(run, expired.next)))
    else if (!isThere) entries.push(superseded(name, run))
    return { write, entries }
  }

  /** The record of a version that is kept. */
  kept(version: string): VersionRecord {
    const record = this.records.version(version)
    if (record !== undefined) return record
    throw new WorkflowError('unknown-version', `${this.name} has no version ${version}.`)
  }
}
