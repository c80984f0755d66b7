// All workflows of a store, as users and doors see them: deploy, look, act, publish. Where several hosts share a store, a
// workflow is run by the one that has its lease; the others show it, and refuse to act on it.

import { type Clock, Ownership, systemClock } from '@cellwake/scheduler'
import { type Arrival, type EventPage, type ReceiptSpec, type Store, system } from '@cellwake/store'
import { pause, resume, runNow } from './acts.ts'
import { approve, reject } from './approvals.ts'
import type { Fixer } from './autofix.ts'
import { type Code, readCode, scriptVersion, versionOf } from './code.ts'
import type { ToolDefinition, WorkflowDefinition } from './define.ts'
import type { DeliveryView } from './delivery-views.ts'
import { WorkflowError } from './errors.ts'
import { type ChangedRun, type ChangeListener, changedRuns, Followers } from './following.ts'
import type { ScriptDefinition, ScriptHome } from './home.ts'
import { DEFAULT_LIMITS, type Limits, RUNS_AT_ONCE } from './limits.ts'
import { isOwnedElsewhere, LiveWorkflows } from './live-workflows.ts'
import type { Notifier, Notifiers } from './notify.ts'
import type { LiveVersion, World } from './parts.ts'
import { type EventView, eventView, type PublishedEvent, publishEvent } from './publishing.ts'
import { ANSWERS, type Answer, answer } from './reconcile.ts'
import { nameOf, spaceOf, type VersionRecord, type WorkflowRecords } from './records.ts'
import type { LedgerView, RunView } from './run-views.ts'
import { Runner } from './runner.ts'
import { reprocess, skipEvent, skipInput } from './skips.ts'
import type { Structure } from './structure.ts'
import { Tools } from './tools.ts'
import { TopicIndex } from './topic-index.ts'
import type { Author } from './transitions.ts'
import { nextMajor, type VersionView, versionViews } from './versions.ts'
import { type InputView, type LogView, type Page, type StatusView, Views } from './views.ts'
import type { LiveWorkflow, WorkflowHost } from './workflow.ts'

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

/** The caller, for the audit. */
export interface By {
  readonly by?: string
  /** The receipt of the request, which is in the commit of the act. */
  readonly receipt?: ReceiptSpec | undefined
}

export interface CheckedBy {
  readonly by?: string
  /** Makes the receipt of the request, which is in the commit of the deploy. */
  readonly receipt?: ((deployed: DeployedWorkflow) => ReceiptSpec) | undefined
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

export class Workflows {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ownsClock: boolean
  readonly #world: World
  readonly #views: Views
  readonly #ownership: Ownership
  readonly #runner: Runner<LiveWorkflow>
  readonly #live: LiveWorkflows
  readonly #topics = new TopicIndex<LiveWorkflow>()
  readonly #followers: Followers
  /** Workflows that were brought and still belong to another host. */
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
    const report = options.onError ?? throwLater
    this.#followers = new Followers(report)
    this.#world = {
      store,
      clock,
      random: options.random ?? system.random,
      limits: { ...DEFAULT_LIMITS, ...options.limits },
      tools: new Tools(options.tools ?? []),
      fixer: options.fixer,
      scripts: options.scripts,
      takers: (topic) => this.#topics.takers(topic),
      changed: (name) => this.#followers.tell(name),
      report,
    }
    this.#runner = new Runner(clock, options.atOnce ?? RUNS_AT_ONCE)
    this.#ownership = new Ownership({
      store,
      clock,
      lost: (lease) => this.#live.drop(nameOf(lease)!),
    })
    const host: WorkflowHost = {
      world: this.#world,
      notifiers: notifiersOf(options.notifier),
      expect: (name) => this.#ownership.expect(spaceOf(name)),
      poke: (workflow) => this.#runner.poke(workflow),
      abandoned: (workflow, why) => this.#live.abandoned(workflow, why),
      track: (work) => this.#runner.track(work),
    }
    this.#live = new LiveWorkflows({
      world: this.#world,
      host,
      ownership: this.#ownership,
      runner: this.#runner,
      topics: this.#topics,
    })
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
    { by = 'deploy', check, receipt }: CheckedBy = {},
  ): Promise<DeployedWorkflow> {
    this.#mustBeOpen()
    const code = await readCode(this.#world, given)
    const { name } = code.structure
    check?.(code.structure)
    return this.#live.enter(name, async () => {
      const known = this.#live.get(name)
      if (known === undefined && (await this.#live.attach(code))) {
        return { name, version: this.#live.get(name)!.records.mustControl().version }
      }
      const workflow = known ?? (await this.#live.take(name))
      const version = await workflow.act(() => this.#activateNew(workflow, code, by, receipt))
      this.#live.index()
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

  async #openAll(): Promise<void> {
    for (const [name, { definition, by }] of this.#brought) {
      if (this.#closed) return
      try {
        await this.deploy(definition, { by })
        this.#brought.delete(name)
      } catch (error) {
        if (!isOwnedElsewhere(error)) throw error
      }
    }
    await this.#live.openAll()
  }

  async #activateNew(
    workflow: LiveWorkflow,
    code: Code,
    by: string,
    receipt: CheckedBy['receipt'],
  ): Promise<string> {
    const version = nextMajor(workflow.records.control())
    const author = authorOf({ by, receipt: receipt?.({ name: workflow.name, version }) }, by)
    await workflow.activate(versionOf(code, version, by, this.#clock.now()), author, 'deploy')
    return version
  }

  /** Makes an older or newer version the active one. */
  async activate(
    name: string,
    version: string,
    { by = 'activate', check, receipt }: CheckedBy = {},
  ): Promise<DeployedWorkflow> {
    const workflow = await this.#owned(name)
    await workflow.act(async () => {
      const record = workflow.kept(version)
      check?.(record.structure)
      const live = this.#liveOf(workflow, record)
      const author = authorOf({ by, receipt: receipt?.({ name, version }) }, by)
      await workflow.activate(live, author, 'activate')
    })
    this.#live.index()
    return { name, version }
  }

  #liveOf(workflow: LiveWorkflow, record: VersionRecord): LiveVersion {
    const known = workflow.codeOf(record.version)
    if (known !== undefined) return known
    const live = scriptVersion(this.#world, record)
    if (live !== undefined) return live
    throw new WorkflowError(
      'version-not-here',
      `The code of ${workflow.name} ${record.version} is not here.`,
    )
  }

  // Looking

  async list(): Promise<StatusView[]> {
    this.#mustBeOpen()
    const found: StatusView[] = []
    for (const name of await this.#live.names()) found.push(await this.status(name))
    return found
  }

  async status(name: string): Promise<StatusView> {
    return this.#views.status(await this.#records(name), await this.#live.isRun(name))
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

  /** The newest events of its topics, and how far its consumers are with each. */
  async deliveries(name: string, page?: Page): Promise<DeliveryView[]> {
    return this.#views.deliveries(await this.#records(name), page)
  }

  async logs(name: string, page?: Page & { readonly run?: string }): Promise<LogView[]> {
    return this.#views.logs((await this.#records(name)).name, page)
  }

  async versions(name: string): Promise<VersionView[]> {
    return versionViews(await this.#records(name))
  }

  /** The structure of a workflow, as its active version says. */
  async structure(name: string): Promise<Structure> {
    const records = await this.#records(name)
    return records.version(records.mustControl().version)!.structure
  }

  // Following

  /** Calls `fn` with the name of a workflow that this host runs, or has just lost, whenever it may have changed. */
  onChange(fn: ChangeListener): () => void {
    return this.#followers.add(fn)
  }

  /** Whether this host runs a workflow, so that `onChange` hears of everything. */
  isHere(name: string): boolean {
    return this.#live.get(name) !== undefined
  }

  /** Runs that commits behind `since` have moved, by commit; undefined if they are more than `most`. */
  async runsSince(name: string, since: number, most: number): Promise<ChangedRun[] | undefined> {
    return changedRuns(this.#store, (await this.#records(name)).name, since, most)
  }

  // Acting

  /** Queues all producers. Refused while a run is active, and while the workflow is stopped or held. */
  async runNow(name: string, asked: By = {}): Promise<void> {
    await runNow(await this.#owned(name), authorOf(asked, 'run-now'))
  }

  /** No run starts any more. One that is active goes on to its end. */
  async pause(name: string, asked: By = {}): Promise<void> {
    await pause(await this.#owned(name), authorOf(asked, 'pause'))
  }

  /** Takes a pause back, and tries again whatever can be tried again. */
  async resume(name: string, asked: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => resume(workflow, authorOf(asked, 'resume')))
  }

  async approve(name: string, { mayGrant = true, ...asked }: GrantedBy = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => approve(workflow, authorOf(asked, 'approve'), mayGrant))
  }

  /** Skips what was to be done; with `keep` its events stay pending, and the workflow is paused. */
  async reject(
    name: string,
    { keep = false, ...asked }: By & { readonly keep?: boolean } = {},
  ): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => reject(workflow, keep, authorOf(asked, 'reject')))
  }

  /** Says what came of a mutation whose outcome is unknown. */
  async resolveMutation(
    name: string,
    given: Answer,
    result?: unknown,
    asked: By = {},
  ): Promise<void> {
    if (!ANSWERS.includes(given))
      throw new WorkflowError('unknown-answer', `"${given}" is no answer.`)
    const workflow = await this.#owned(name)
    await workflow.act(() => answer(workflow, given, result, authorOf(asked, 'resolve')))
  }

  /** An event is not to be processed. */
  async skip(name: string, topic: string, messageId: string, asked: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => skipEvent(workflow, topic, messageId, authorOf(asked, 'skip')))
  }

  /** An input, with all events that it caused or will cause, is not to be processed. */
  async skipInput(name: string, inputId: string, asked: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => skipInput(workflow, inputId, authorOf(asked, 'skip')))
  }

  /** An event that was done with is to be processed once more. */
  async reprocess(name: string, topic: string, messageId: string, asked: By = {}): Promise<void> {
    const workflow = await this.#owned(name)
    await workflow.act(() => reprocess(workflow, topic, messageId, authorOf(asked, 'reprocess')))
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
    return publishEvent(this.#world, stored, message, { by, once })
  }

  /** The name under which a topic is kept: that of a workflow's own topic begins with the workflow's. */
  storedTopic(topic: string): string {
    return this.#topics.resolve(topic)
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
      await this.#live.entered()
      await this.#runner.idle()
      await this.#store.pendingCommitsSettled()
    } while (this.#runner.busy)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#live.stop()
    this.#stopArrivals()
    await this.#live.entered()
    await this.#runner.close()
    this.#live.close()
    await this.#ownership.close()
    if (this.#ownsClock) this.#clock.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #arrived({ topics, everything }: Arrival): void {
    for (const topic of everything === true ? this.#topics.subscribed() : topics) {
      for (const { workflow, consumer } of this.#topics.subscribers(topic)) {
        workflow.trigger(consumer)
        this.#followers.tell(workflow.name)
      }
    }
  }

  /** Refused once this is closed. */
  #records(name: string): Promise<WorkflowRecords> {
    this.#mustBeOpen()
    return this.#live.records(name)
  }

  #owned(name: string): Promise<LiveWorkflow> {
    this.#mustBeOpen()
    return this.#live.owned(name)
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new WorkflowError('closed', 'Workflows are closed.')
  }
}

function authorOf({ by, receipt }: By, otherwise: string): Author {
  const name = by ?? otherwise
  return receipt === undefined ? name : { name, receipt }
}

function notifiersOf(given: Notifier | Notifiers | undefined): Notifiers {
  if (given === undefined) return {}
  return typeof given === 'function' ? { '': given } : given
}

function throwLater(error: unknown): void {
  system.defer(() => {
    throw error
  })
}
