// All workflows of a store, as users and doors see them: deploy, look, act, publish. Where several hosts share a store, a
// workflow is run by the one that has its lease; the others show it, and refuse to act on it.

import { isDeepStrictEqual } from 'node:util'
import { type Clock, Ownership, systemClock } from '@cellwake/scheduler'
import {
  type Arrival,
  type EventPage,
  type EventRow,
  type Store,
  system,
  type Value,
} from '@cellwake/store'
import { approve, reject } from './approvals.ts'
import type { Fixer } from './autofix.ts'
import { retryNow } from './control.ts'
import type { ToolDefinition, WorkflowDefinition } from './define.ts'
import { digest } from './digest.ts'
import { type Abandoned, InvalidWorkflowError, WorkflowError } from './errors.ts'
import { messageOf } from './failures.ts'
import { type ScriptDefinition, type ScriptHome, typescriptHome } from './home.ts'
import { asJson, isObject } from './json.ts'
import {
  APPROVAL_MS,
  DEFAULT_LIMITS,
  type Limits,
  REOPEN_AFTER_MS,
  RUNS_AT_ONCE,
} from './limits.ts'
import type { Notifier, Notifiers } from './notify.ts'
import type { LiveVersion, World } from './parts.ts'
import { ANSWERS, type Answer, answer } from './reconcile.ts'
import {
  lists,
  nameOf,
  plainRecord,
  spaceOf,
  type VersionRecord,
  WorkflowRecords,
} from './records.ts'
import { Runner } from './runner.ts'
import { reprocess, skipEvent, skipInput } from './skips.ts'
import { Tools } from './tools.ts'
import { messageIdProblem, resolveTopic, subscribers } from './topics.ts'
import { commit, heldBy } from './transitions.ts'
import { type Structure, structureOf } from './validate.ts'
import { codeDigest, nextMajor, type VersionView, versionViews } from './versions.ts'
import {
  type InputView,
  type LedgerView,
  type LogView,
  type Page,
  type RunView,
  type StatusView,
  Views,
} from './views.ts'
import { LiveWorkflow, type WorkflowHost } from './workflow.ts'

export interface WorkflowsOptions {
  readonly store: Store
  readonly clock?: Clock
  readonly random?: () => number
  readonly tools?: readonly ToolDefinition[]
  readonly limits?: Partial<Limits>
  /** Runs scripts; without it only TypeScript can be deployed. */
  readonly scripts?: ScriptHome
  readonly fixer?: Fixer
  /** Told whenever a person must act, and again when that is over: one, or several by name. */
  readonly notifier?: Notifier | Notifiers
  /** Runs under way at once. */
  readonly atOnce?: number
  /** Hears what went wrong beside the runs themselves. */
  readonly onError?: (error: unknown) => void
}

export interface DeployedWorkflow {
  readonly name: string
  readonly version: string
}

/** Who asks, for the audit. */
export interface By {
  readonly by?: string
}

export interface CheckedBy extends By {
  /** Authorizes the structure, and throws to refuse it before anything of it is kept or runs. */
  check?(structure: Structure): void
}

export interface GrantedBy extends By {
  /** False for a caller who may approve parameters, but not grant the workflow more tools or connections. */
  readonly mayGrant?: boolean
}

export interface PublishOptions extends By {
  /** A key of the request: the same request with it gets the first answer, another is refused. */
  readonly once?: string
}

export interface PublishedEvent {
  readonly messageId: string
  /** The commit that it is part of. */
  readonly rev: number
}

export class Workflows {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #world: World
  readonly #views: Views
  readonly #ownership: Ownership
  readonly #runner: Runner<LiveWorkflow>
  readonly #host: WorkflowHost
  readonly #live = new Map<string, LiveWorkflow>()
  /** Structures of all workflows that are known here, also of those that others have. */
  readonly #structures = new Map<string, Structure>()
  /** Consumers that run here, by stored topic. */
  #subscribers = new Map<string, { workflow: LiveWorkflow; consumer: string }[]>()
  #takers = new Map<string, string[]>()
  /** Code that was deployed here, to be used when the lease is had. */
  readonly #code = new Map<string, LiveVersion>()
  readonly #turns = new Map<string, Promise<unknown>>()
  /** What was brought and belongs to another host still. */
  readonly #brought = new Map<string, { definition: WorkflowDefinition; by: string }>()
  #stopArrivals: () => void = () => {}
  #closed = false

  constructor(options: WorkflowsOptions) {
    const { store } = options
    const clock = options.clock ?? systemClock({ unref: true })
    this.#store = store
    this.#clock = clock
    this.#ownsClock = options.clock === undefined
    this.#views = new Views(store)
    this.#world = {
      store,
      clock,
      random: options.random ?? system.random,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      tools: new Tools(options.tools ?? []),
      fixer: options.fixer,
      scripts: options.scripts,
      takers: (topic) => this.#takers.get(topic) ?? [],
      report: options.onError ?? throwLater,
    }
    this.#runner = new Runner(clock, options.atOnce ?? RUNS_AT_ONCE)
    this.#ownership = new Ownership({
      store,
      clock,
      lost: (lease) => this.#drop(nameOf(lease)!),
    })
    this.#host = {
      world: this.#world,
      notifiers: notifiersOf(options.notifier),
      expect: (name) => this.#ownership.expect(spaceOf(name)),
      poke: (workflow) => this.#runner.poke(workflow),
      abandoned: (workflow, why) => this.#abandoned(workflow, why),
      track: (work) => this.#runner.track(work),
    }
  }

  /** Takes up what was deployed before: scripts at once, TypeScript when its code is deployed again. */
  async start(): Promise<void> {
    this.#stopArrivals = this.#store.onArrival((arrival) => this.#arrived(arrival))
    await this.#openAll()
    this.#ownership.wake(() => this.#openAll())
  }

  // Deploying

  /** Brings a workflow to life, or refuses it with all that is wrong with it. The same name again is a new version. */
  async deploy(
    given: WorkflowDefinition | ScriptDefinition,
    { by = 'deploy', check }: CheckedBy = {},
  ): Promise<DeployedWorkflow> {
    this.#mustBeOpen()
    const code = 'script' in given ? await this.#readScript(given) : this.#readModule(given)
    const { name } = code.structure
    check?.(code.structure)
    return this.#enter(name, async () => {
      const known = this.#live.get(name)
      if (known === undefined && (await this.#attach(code))) {
        return { name, version: this.#live.get(name)!.records.mustControl().version }
      }
      const workflow = known ?? (await this.#take(name))
      const version = await workflow.act(() => this.#activateNew(workflow, code, by))
      this.#index()
      this.#runner.poke(workflow)
      return { name, version }
    })
  }

  /**
   * Deploys what a host brings with it when it starts. While another host has the workflow, or a dead one's lease lasts, it
   * waits here, and is deployed when that is over. Undefined if it waits.
   */
  async bring(
    definition: WorkflowDefinition,
    { by = 'deploy' }: By = {},
  ): Promise<DeployedWorkflow | undefined> {
    try {
      return await this.deploy(definition, { by })
    } catch (error) {
      if (!isOwnedElsewhere(error)) throw error
      this.#brought.set(definition.name, { definition, by })
      return undefined
    }
  }

  async #deployBrought(): Promise<void> {
    for (const [name, { definition, by }] of this.#brought) {
      if (this.#closed) return
      try {
        await this.deploy(definition, { by })
        this.#brought.delete(name)
      } catch (error) {
        if (!isOwnedElsewhere(error)) throw error
      }
    }
  }

  async #activateNew(workflow: LiveWorkflow, code: Code, by: string): Promise<string> {
    const version = nextMajor(workflow.records.control())
    await workflow.activate(this.#liveVersion(code, version, by), by, 'deploy')
    return version
  }

  /** After a restart, code that is the same as a version that is kept is that version. */
  async #attach(code: Code): Promise<boolean> {
    const { name } = code.structure
    const records = new WorkflowRecords(this.#store, name)
    await records.load()
    const control = records.control()
    const same = records.versions().filter(({ digest }) => digest === code.digest)
    const active = same.find(({ version }) => version === control?.version)
    if (control === undefined || active === undefined) return false
    this.#code.set(name, { record: active, home: code.home(), limits: code.limits })
    const workflow = await this.#take(name)
    this.#index()
    this.#runner.poke(workflow)
    return true
  }

  #liveVersion(code: Code, version: string, by: string): LiveVersion {
    const { structure, digest, kind, script, limits } = code
    const record: VersionRecord = {
      version,
      at: this.#clock.now(),
      by,
      kind,
      digest,
      structure,
      ...(script !== undefined && { script }),
      ...(code.ownLimits !== undefined && { limits: asJson(code.ownLimits, 'limits', 10_000) }),
    }
    return { record: plainRecord(record) as VersionRecord, home: code.home(), limits }
  }

  #readModule(definition: WorkflowDefinition): Code {
    const { limits } = this.#world
    const structure = structureOf(definition, {
      limits,
      approvalMs: APPROVAL_MS,
      phases: 'functions',
    })
    return {
      structure,
      digest: codeDigest(structure, definition),
      kind: 'typescript',
      limits,
      home: () => typescriptHome(definition),
    }
  }

  async #readScript({ name, script, limits: own }: ScriptDefinition): Promise<Code> {
    const { scripts } = this.#world
    if (scripts === undefined) throw new WorkflowError('no-scripts', 'No scripts are run here.')
    const limits = limitsOf(this.#world.limits, own)
    let described: unknown
    try {
      described = await scripts.describe(script, limits)
    } catch (error) {
      const location =
        error instanceof Error && 'location' in error ? `script:${error.location}` : 'script'
      throw new InvalidWorkflowError([
        { code: 'bad-script', place: location, message: messageOf(error) },
      ])
    }
    const named = isObject(described) ? { ...described, name } : described
    const structure = structureOf(named, { limits, approvalMs: APPROVAL_MS, phases: 'named' })
    return {
      structure,
      digest: codeDigest(structure, { script, own }),
      kind: 'script',
      limits,
      script,
      ...(own !== undefined && { ownLimits: own }),
      home: () => scripts.open(script, limits),
    }
  }

  /** Makes an older or newer version the active one. */
  async activate(
    name: string,
    version: string,
    { by = 'activate', check }: CheckedBy = {},
  ): Promise<DeployedWorkflow> {
    const workflow = await this.#owned(name)
    await workflow.act(async () => {
      const record = workflow.kept(version)
      check?.(record.structure)
      const live = this.#liveOf(workflow, record)
      await workflow.activate(live, by, 'activate')
    })
    this.#index()
    return { name, version }
  }

  #liveOf(workflow: LiveWorkflow, record: VersionRecord): LiveVersion {
    const known = workflow.codeOf(record.version)
    if (known !== undefined) return known
    const live = this.#scriptVersion(record)
    if (live !== undefined) return live
    throw new WorkflowError(
      'version-not-here',
      `The code of ${workflow.name} ${record.version} is not here.`,
    )
  }

  #scriptVersion(record: VersionRecord): LiveVersion | undefined {
    const { scripts } = this.#world
    if (record.script === undefined || scripts === undefined) return undefined
    const limits = limitsOf(this.#world.limits, record.limits as Partial<Limits> | undefined)
    return { record, home: scripts.open(record.script, limits), limits }
  }

  // Looking

  async list(): Promise<StatusView[]> {
    this.#mustBeOpen()
    const found: StatusView[] = []
    for (const name of await this.#names()) found.push(await this.status(name))
    return found
  }

  async status(name: string): Promise<StatusView> {
    return this.#views.status(await this.#records(name), await this.#isRun(name))
  }

  async runs(name: string, page?: Page): Promise<RunView[]> {
    return this.#views.runs((await this.#records(name)).name, page)
  }

  async ledger(name: string, page?: Page): Promise<LedgerView[]> {
    return this.#views.ledger((await this.#records(name)).name, page)
  }

  async inputs(name: string, page?: Page): Promise<InputView[]> {
    return this.#views.inputs(await this.#records(name), this.#clock.now(), page)
  }

  async logs(name: string, page?: Page & { readonly run?: string }): Promise<LogView[]> {
    return this.#views.logs((await this.#records(name)).name, page)
  }

  async versions(name: string): Promise<VersionView[]> {
    return versionViews(await this.#records(name))
  }

  /** What a workflow is made of, as its active version says. */
  async structure(name: string): Promise<Structure> {
    const records = await this.#records(name)
    return records.version(records.mustControl().version)!.structure
  }

  // Acting

  /** Queues all producers. Refused while a run is active, and while the workflow is stopped or held. */
  async runNow(name: string, { by = 'run-now' }: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    const { records } = workflow
    const mustBeFree = () => {
      if (workflow.running !== undefined)
        throw new WorkflowError('run-active', `A run of ${name} is active.`)
      if (records.mustControl().paused)
        throw new WorkflowError('workflow-stopped', `${name} is paused.`)
      const { hold } = records.held()
      if (hold?.because === 'unknown') throw unknownOutcome(name)
      if (hold !== undefined)
        throw new WorkflowError('workflow-stopped', `${name} is held: ${hold.message}.`)
    }
    mustBeFree()
    const producers = Object.keys(workflow.structure.producers)
    if (producers.length === 0) {
      throw new WorkflowError(
        'no-producers',
        `${name} has no producer: it runs when events arrive.`,
      )
    }
    await workflow.act(async () => {
      mustBeFree()
      const now = this.#clock.now()
      const write = producers.map((producer) =>
        records.putProducer(producer, {
          ...records.producer(producer)!,
          start: now,
          nextRunAt: now,
        }),
      )
      await commit(workflow, { act: 'run-now', by, write })
    })
  }

  /** No run starts any more. One that is active goes on to its end. */
  async pause(name: string, { by = 'pause' }: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    const control = workflow.records.mustControl()
    if (control.paused) return
    const write = [workflow.records.putControl({ ...control, paused: true })]
    await commit(workflow, { act: 'pause', by, write })
  }

  /** Takes a pause back, and tries again whatever can be tried again. */
  async resume(name: string, { by = 'resume' }: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(async () => {
      const { records } = workflow
      const control = records.mustControl()
      const held = records.held()
      const { hold } = held
      if (hold?.because === 'unknown' && hold.kind !== 'retry') throw unknownOutcome(name)
      if (hold === undefined && !control.paused) {
        throw new WorkflowError('nothing-to-resume', `${name} is neither paused nor held.`)
      }
      const asks = hold?.because === 'approval' && hold.kind === 'person'
      if (asks && !control.paused) {
        throw new WorkflowError(
          'nothing-to-resume',
          `${name} waits for an approval: approve it, or reject it.`,
        )
      }
      const again = hold !== undefined && !asks
      const after = again ? { ...retryNow(held, this.#clock.now()), transients: 0, fixes: 0 } : held
      const { write, entries } = heldBy(workflow, after)
      if (control.paused) write.push(records.putControl({ ...control, paused: false }))
      await commit(workflow, { act: 'resume', by, write, entries })
    })
  }

  async approve(name: string, { by = 'approve', mayGrant = true }: GrantedBy = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => approve(workflow, by, mayGrant))
  }

  /** Skips what was to be done; with `keep` its events stay pending, and the workflow is paused. */
  async reject(
    name: string,
    { keep = false, by = 'reject' }: By & { readonly keep?: boolean } = {},
  ): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => reject(workflow, keep, by))
  }

  /** Says what came of a mutation whose outcome is unknown. */
  async resolveMutation(
    name: string,
    given: Answer,
    result?: unknown,
    { by = 'resolve' }: By = {},
  ): Promise<void> {
    if (!ANSWERS.includes(given))
      throw new WorkflowError('unknown-answer', `"${given}" is no answer.`)
    const workflow = await this.#owned(name)
    await workflow.act(() => answer(workflow, given, result, by))
  }

  /** An event is not to be processed. */
  async skip(
    name: string,
    topic: string,
    messageId: string,
    { by = 'skip' }: By = {},
  ): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => skipEvent(workflow, topic, messageId, by))
  }

  /** An input, with all events that it caused or will cause, is not to be processed. */
  async skipInput(name: string, inputId: string, { by = 'skip' }: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => skipInput(workflow, inputId, by))
  }

  /** An event that was done with is to be processed once more. */
  async reprocess(
    name: string,
    topic: string,
    messageId: string,
    { by = 'reprocess' }: By = {},
  ): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => reprocess(workflow, topic, messageId, by))
  }

  // Topics

  /**
   * Publishes an event from outside. One that nobody has taken yet is replaced; any other is left as it is, and the same
   * again gets the first answer.
   */
  async publish(
    topic: string,
    message: { readonly messageId: string; readonly payload?: unknown },
    { by = 'publish', once }: PublishOptions = {},
  ): Promise<PublishedEvent> {
    this.#mustBeOpen()
    const stored = this.storedTopic(topic)
    const problem = messageIdProblem(message?.messageId)
    if (problem !== undefined) throw new WorkflowError('bad-message', `${problem}.`)
    const { messageId } = message
    const payload = this.#payload(message.payload)
    const [known] = await this.#store.eventsById(stored, [messageId])
    const isSame = known !== undefined && isDeepStrictEqual(known.payload, payload)
    if (isSame && once === undefined) return { messageId, rev: known.seq }
    const unlessTaken = { lists: this.#takers.get(stored) ?? [], open: ['pending'] }
    const request = digest(stored, messageId, JSON.stringify(payload) ?? '')
    const receipts = once === undefined ? [] : [{ id: `publish-once:${once}`, value: { request } }]
    const result = await this.#store.commit({
      publish: [{ topic: stored, messageId, payload, unlessTaken }],
      receipts,
      cause: { by, detail: { act: 'publish', topic: stored } },
    })
    if (result.rejected === undefined) return { messageId, rev: result.seq }
    const first = result.existing
    if (first === undefined) throw new WorkflowError('refused', `${result.why}.`)
    if ((first.value as { readonly request?: string }).request === request) {
      return { messageId, rev: first.seq }
    }
    throw new WorkflowError('key-reused', 'This key came with another request before.')
  }

  #payload(given: unknown): Value {
    try {
      return asJson(given, 'the payload', this.#world.limits.payloadChars)
    } catch (error) {
      const tooLarge = error instanceof Error && 'tooLarge' in error && error.tooLarge === true
      throw new WorkflowError(tooLarge ? 'too-large' : 'bad-message', `${messageOf(error)}.`)
    }
  }

  /** The name under which a topic is kept: that of a workflow's own topic begins with the workflow's. */
  storedTopic(topic: string): string {
    return resolveTopic(this.#structures.values(), topic)
  }

  /** Events of a topic, oldest first unless told otherwise. */
  async events(topic: string, page: EventPage = {}): Promise<EventView[]> {
    this.#mustBeOpen()
    const stored = this.storedTopic(topic)
    return (await this.#store.events(stored, page)).map(eventView)
  }

  // Life

  /** Resolves when no run is active and none could start now. */
  async idle(): Promise<void> {
    do {
      await this.#ownership.idle()
      await Promise.all(this.#turns.values())
      await this.#runner.idle()
      await this.#store.pendingCommitsSettled()
    } while (this.#runner.busy)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#stopArrivals()
    await Promise.all(this.#turns.values())
    await this.#runner.close()
    for (const workflow of this.#live.values()) workflow.close()
    this.#live.clear()
    await this.#ownership.close()
    if (this.#ownsClock) this.#clock.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #arrived({ topics, everything }: Arrival): void {
    const names = everything === true ? this.#subscribers.keys() : topics
    for (const topic of names) {
      for (const { workflow, consumer } of this.#subscribers.get(topic) ?? [])
        workflow.trigger(consumer)
    }
  }

  /** Who is to be woken by which topic. */
  #index(): void {
    const found = new Map<string, { workflow: LiveWorkflow; consumer: string }[]>()
    for (const workflow of this.#live.values()) {
      const { structure } = workflow
      this.#structures.set(workflow.name, structure)
      for (const [topic, consumers] of subscribers(structure)) {
        const known = found.get(topic) ?? []
        known.push(...consumers.map((consumer) => ({ workflow, consumer })))
        found.set(topic, known)
      }
    }
    this.#subscribers = found
    const takers = new Map<string, string[]>()
    for (const structure of this.#structures.values()) {
      for (const [topic, consumers] of subscribers(structure)) {
        const known = takers.get(topic) ?? []
        known.push(
          ...consumers.map((consumer) => lists.deliveries(structure.name, consumer, topic)),
        )
        takers.set(topic, known)
      }
    }
    this.#takers = takers
  }

  /** Opens every workflow whose code is here and that no other host has. */
  async #openAll(): Promise<void> {
    await this.#deployBrought()
    for (const name of await this.#names()) {
      if (this.#closed) return
      if (this.#live.has(name)) continue
      await this.#enter(name, async () => {
        const records = new WorkflowRecords(this.#store, name)
        await records.load()
        const control = records.control()
        const version = control === undefined ? undefined : records.version(control.version)
        if (version === undefined || this.#live.has(name)) return
        this.#structures.set(name, version.structure)
        if (!this.#code.has(name) && version.kind !== 'script') return
        const workflow = await this.#take(name).catch((error: unknown) => {
          if (isOwnedElsewhere(error)) return undefined
          throw error
        })
        if (workflow !== undefined) this.#runner.poke(workflow)
      })
    }
    this.#index()
  }

  /** Takes the lease of a workflow and reads it. */
  async #take(name: string): Promise<LiveWorkflow> {
    const taken = await this.#ownership.take(spaceOf(name))
    if (!taken.held) throw ownedElsewhere(name, taken.holder)
    const workflow = new LiveWorkflow(name, this.#host)
    try {
      await workflow.records.load()
      this.#bringCode(workflow)
      await workflow.open()
    } catch (error) {
      await this.#ownership.release(spaceOf(name)).catch(() => {})
      throw error
    }
    this.#live.set(name, workflow)
    return workflow
  }

  #bringCode(workflow: LiveWorkflow): void {
    const known = this.#code.get(workflow.name)
    if (known !== undefined) workflow.addCode(known)
    for (const record of workflow.records.versions()) {
      const live = this.#scriptVersion(record)
      if (live !== undefined) workflow.addCode(live)
    }
  }

  #drop(name: string): void {
    const workflow = this.#live.get(name)
    if (workflow === undefined) return
    workflow.close()
    this.#runner.remove(workflow)
    this.#live.delete(name)
    this.#keepCode(workflow)
    this.#index()
  }

  #keepCode(workflow: LiveWorkflow): void {
    const { version } = workflow.records.control() ?? {}
    const live = version === undefined ? undefined : workflow.codeOf(version)
    if (live !== undefined) this.#code.set(workflow.name, live)
  }

  /** The store refused a commit: everything is read again, a little later. */
  #abandoned(workflow: LiveWorkflow, { because, message }: Abandoned): void {
    if (this.#live.get(workflow.name) !== workflow || this.#closed) return
    if (because === 'lost') this.#ownership.forget(spaceOf(workflow.name))
    else this.#world.report(new WorkflowError('refused', `${message}.`))
    this.#drop(workflow.name)
    if (because !== 'store') return
    this.#clock.wake(this.#clock.now() + REOPEN_AFTER_MS, () => {
      if (this.#closed) return
      this.#runner.track(this.#openAll().catch((error: unknown) => this.#world.report(error)))
    })
  }

  async #names(): Promise<string[]> {
    const names = (await this.#store.spaces()).map(nameOf).filter((name) => name !== undefined)
    return [...new Set([...names, ...this.#live.keys()])].sort()
  }

  async #records(name: string): Promise<WorkflowRecords> {
    this.#mustBeOpen()
    const records = this.#live.get(name)?.records ?? new WorkflowRecords(this.#store, name)
    await records.load()
    records.mustControl()
    return records
  }

  /** Whether it is run, here or by another host. */
  async #isRun(name: string): Promise<boolean> {
    if (this.#live.has(name)) return true
    const lease = await this.#store.lease(spaceOf(name))
    return lease !== undefined && lease.expiresAt > this.#clock.now()
  }

  /** A workflow that is run here. */
  async #owned(name: string): Promise<LiveWorkflow> {
    const records = await this.#records(name)
    const live = this.#live.get(records.name)
    if (live !== undefined) return live
    const lease = await this.#store.lease(spaceOf(name))
    if (lease !== undefined && lease.expiresAt > this.#clock.now())
      throw ownedElsewhere(name, lease.holder)
    throw new WorkflowError('not-here', `The code of ${name} is not loaded here.`)
  }

  /** One deploy or opening of a workflow at a time. */
  #enter<T>(name: string, fn: () => Promise<T>): Promise<T> {
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

  #mustBeOpen(): void {
    if (this.#closed) throw new WorkflowError('closed', 'Workflows are closed.')
  }
}

interface Code {
  readonly structure: Structure
  readonly digest: string
  readonly kind: 'typescript' | 'script'
  readonly limits: Limits
  readonly ownLimits?: Partial<Limits>
  readonly script?: string
  home(): LiveVersion['home']
}

export interface EventView {
  readonly id: string
  readonly messageId: string
  readonly topic: string
  readonly payload: unknown
  readonly causes: readonly string[]
  readonly at: string
}

function eventView({ messageId, topic, payload, causes, at }: EventRow): EventView {
  return { id: messageId, messageId, topic, payload, causes, at: new Date(at).toISOString() }
}

/** A deploy may only ask for less than the host allows. */
function notifiersOf(given: Notifier | Notifiers | undefined): Notifiers {
  if (given === undefined) return {}
  return typeof given === 'function' ? { '': given } : given
}

function limitsOf(host: Limits, own: Partial<Limits> | undefined): Limits {
  const limits: Record<string, number> = { ...host }
  for (const [key, most] of Object.entries(host)) {
    const wanted = own?.[key as keyof Limits]
    if (typeof wanted === 'number' && wanted > 0) limits[key] = Math.min(wanted, most)
  }
  return limits as unknown as Limits
}

function ownedElsewhere(name: string, holder: string | undefined): WorkflowError {
  return new WorkflowError('owned-elsewhere', `${name} is run by ${holder ?? 'another host'}.`)
}

function isOwnedElsewhere(error: unknown): boolean {
  return error instanceof WorkflowError && error.code === 'owned-elsewhere'
}

function unknownOutcome(name: string): WorkflowError {
  return new WorkflowError('outcome-unknown', `Nobody knows what came of a mutation of ${name}.`)
}

function throwLater(error: unknown): void {
  system.defer(() => {
    throw error
  })
}
