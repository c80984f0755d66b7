// A host of workflows for tests: virtual time, memory that outlives the process, commits one by one, and a death at any of
// them. After a death nothing of the old process works, and replies of its tools are lost; `restart` opens the same data.

import { durationMs, nextTurn, type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { type Driver, MemoryDriver, openStore, type Store } from '@cellwake/store'
import { FaultDriver, type Plan } from '@cellwake/store/testing'
import type { ToolDefinition, WorkflowDefinition } from '../define.ts'
import type { ScriptDefinition } from '../home.ts'
import { readDuration } from '../schedule.ts'
import { Workflows, type WorkflowsOptions } from '../workflows.ts'
import type { FakeTool } from './fake-tool.ts'

export interface TestHostOptions
  extends Omit<WorkflowsOptions, 'store' | 'clock' | 'tools' | 'onError'> {
  readonly workflows?: readonly (WorkflowDefinition | ScriptDefinition)[]
  readonly tools?: readonly (ToolDefinition | FakeTool)[]
  /** When the clock starts. */
  readonly at?: string
  /** Opens the storage that survives the process, once for each life; memory if left out. */
  readonly driver?: () => Promise<Driver>
  /** Sees each process's store before anything is committed: a rig plants its bugs here. */
  readonly onStore?: (store: Store) => void
}

const START = '2026-01-05T09:00:00Z'
/** Turns of the event loop within which a commit's consequences reach the next one. */
const STEP_TURNS = 20
const NEVER = new Promise<never>(() => {})

export class TestHost {
  readonly #options: TestHostOptions
  readonly #memory = new MemoryDriver()
  readonly #deployed: (WorkflowDefinition | ScriptDefinition)[] = []
  #process: Process | undefined
  #crashAt: { commit: number; when: 'before' | 'after' } | undefined
  #gate: Gate | undefined
  /** Errors that belong to no run. */
  readonly errors: unknown[] = []

  private constructor(options: TestHostOptions) {
    this.#options = options
    this.#deployed.push(...(options.workflows ?? []))
  }

  /** Opens a host and deploys its workflows. */
  static async open(options: TestHostOptions = {}): Promise<TestHost> {
    const host = new TestHost(options)
    await host.#start(options.at ?? START)
    return host
  }

  get workflows(): Workflows {
    return this.#alive.workflows
  }

  get clock(): VirtualClock {
    return this.#alive.clock
  }

  get store(): Store {
    return this.#alive.store
  }

  /** Whether the process is dead. */
  get isDead(): boolean {
    return this.#process?.driver.dead === true
  }

  /** Whether it died at the commit that `crashAt` named, and of nothing else. */
  get diedAtCommit(): boolean {
    return this.#alive.diedAtCommit
  }

  /** The commits so far, by their acts: `prepare invoice-intake`. */
  async commits(): Promise<string[]> {
    const rows = await this.store.commits({ limit: 1_000_000 })
    return rows.map(({ info }) => {
      const { detail } = info as { detail?: { act?: string; workflow?: string } }
      return `${detail?.act ?? '?'} ${detail?.workflow ?? ''}`.trim()
    })
  }

  async deploy(definition: WorkflowDefinition | ScriptDefinition): Promise<void> {
    const others = this.#deployed.filter(({ name }) => name !== definition.name)
    this.#deployed.splice(0, this.#deployed.length, ...others, definition)
    await this.workflows.deploy(definition)
  }

  async publish(topic: string, messageId: string, payload?: unknown): Promise<void> {
    await this.workflows.publish(topic, { messageId, payload })
  }

  /** Resolves when nothing more happens without time, a person or an event; or when the process dies. */
  async idle(): Promise<void> {
    await Promise.race([this.#alive.workflows.idle(), this.#alive.died])
  }

  /**
   * Advances the virtual clock by `5m` or `1h`, once work under way has ended. Alarms that fall due
   * on the way run.
   */
  async advance(length: string | number): Promise<void> {
    const ms = typeof length === 'number' ? length : durationMs(readDuration(length))
    await this.idle()
    if (!this.isDead) await Promise.race([this.clock.advance(ms), this.#alive.died])
  }

  /** From now on every commit waits until it is let through by `step`. */
  hold(): void {
    this.#gate ??= new Gate()
  }

  /** Lets one commit through, and resolves when its consequences wait for the next, or for nothing. */
  async step(): Promise<void> {
    await this.#gate?.open()
  }

  /** Lets all commits through again. */
  letGo(): void {
    this.#gate?.openAll()
    this.#gate = undefined
  }

  /**
   * The process dies at the n-th commit from now: before it is durable, or after it and before the
   * acknowledgement.
   */
  crashAt(commit: number, when: 'before' | 'after' = 'after'): void {
    this.#crashAt = { commit: this.#alive.transacts + commit, when }
  }

  /** The process dies now. */
  crash(): void {
    this.#alive.die()
  }

  /** A new process on the same data, at the same time or later, with the same code. */
  async restart(after: string | number = 0): Promise<void> {
    const ms = typeof after === 'number' ? after : durationMs(readDuration(after))
    const now = this.clock.now() + ms
    // The clock of a dead process stands still: its pending work may still ask it for an alarm.
    this.#alive.die()
    await this.#alive.inner.close()
    this.#crashAt = undefined
    await this.#start(now)
  }

  async close(): Promise<void> {
    if (!this.isDead) await this.workflows.close()
    await this.store.close().catch(() => {})
    if (!this.isDead) this.#alive.clock.close()
    await this.#alive.inner.close()
  }

  get #alive(): Process {
    if (this.#process === undefined) throw new Error('the host is not open')
    return this.#process
  }

  async #start(at: string | number): Promise<void> {
    const started = new Process()
    this.#process = started
    const plan: Plan = ({ operation, ofKind }) => {
      if (operation !== 'transact') return undefined
      started.transacts = ofKind
      if (this.#crashAt?.commit !== ofKind) return undefined
      const { when } = this.#crashAt
      started.diedAtCommit = true
      started.dies()
      return { kind: 'crash', when }
    }
    started.inner = (await this.#options.driver?.()) ?? this.#memory
    started.driver = new GatedDriver(started.inner, plan, () => this.#gate?.wait())
    started.clock = virtualClock(at)
    const opened = openStore(started.driver, { clock: started.clock, groupActs: 1 })
    const store = await opened
    started.store = store
    this.#options.onStore?.(store)
    const { tools = [], workflows: _, at: __, onStore: ___, ...options } = this.#options
    started.workflows = new Workflows({
      random: () => 0,
      ...options,
      store,
      clock: started.clock,
      tools: tools.map((tool) => alive(tool, started)),
      onError: (error) => {
        if (!started.driver.dead) this.errors.push(error)
      },
    })
    started.clock.onSettle(() => Promise.race([started.workflows.idle(), started.died]))
    const ready = (async () => {
      await started.workflows.start()
      for (const definition of this.#deployed) await started.workflows.deploy(definition)
    })()
    // A process may die while it starts; the next restart finds its state.
    await Promise.race([
      ready.catch((error: unknown) => this.#failed(started, error)),
      started.died,
    ])
  }

  #failed(started: Process, error: unknown): void {
    if (!started.driver.dead) throw error
  }
}

/** One life of the host. */
class Process {
  inner!: Driver
  driver!: FaultDriver
  store!: Store
  clock!: VirtualClock
  workflows!: Workflows
  transacts = 0
  diedAtCommit = false
  dies: () => void = () => {}
  readonly died = new Promise<void>((resolve) => {
    this.dies = resolve
  })

  die(): void {
    this.driver.crash()
    this.dies()
  }
}

/** A driver whose exclusive sections wait for a gate. */
class GatedDriver extends FaultDriver {
  readonly #wait: () => Promise<void> | undefined

  constructor(inner: Driver, plan: Plan, wait: () => Promise<void> | undefined) {
    super(inner, plan)
    this.#wait = wait
  }

  override async transact(...args: Parameters<FaultDriver['transact']>): Promise<void> {
    await this.#wait()
    return super.transact(...args)
  }
}

class Gate {
  readonly #waiting: (() => void)[] = []
  #open = false

  wait(): Promise<void> | undefined {
    if (this.#open) return undefined
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async open(): Promise<void> {
    const first = this.#waiting.shift()
    first?.()
    for (let turn = 0; turn < STEP_TURNS && this.#waiting.length === 0; turn++) await nextTurn()
  }

  openAll(): void {
    this.#open = true
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** A tool of a process: a dead one sends and receives nothing. */
function alive(tool: ToolDefinition | FakeTool, { driver, dies }: Process): ToolDefinition {
  const die = () => {
    driver.crash()
    dies()
    return true
  }
  if ('die' in tool) tool.die = die
  const { call, reconcile } = tool
  return {
    ...tool,
    call: async (...args) => {
      if (driver.dead) return NEVER
      const result = await call(...args)
      return driver.dead ? NEVER : result
    },
    ...(reconcile !== undefined && {
      reconcile: async (...args) => {
        if (driver.dead) return NEVER
        return reconcile(...args)
      },
    }),
  }
}
