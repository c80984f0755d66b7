// How a workflow and a tool are written. Each phase has a context of its own type, with the operations of that phase
// and no others, so that a call in the wrong phase does not compile; the host checks it again when it runs.

import type { Value } from '@cellwake/store'

/** An event as a consumer sees it. `id` and `messageId` are the same text. */
export interface WorkflowEvent<P = unknown> {
  readonly id: string
  readonly messageId: string
  readonly topic: string
  readonly payload: P
  /** When it was published, as ISO 8601. */
  readonly publishedAt: string
  /** How often it was given to a run, this time included. */
  readonly attempt: number
}

/** A tool, or a group of tools: `ctx.tools.ledger.append(input)`. */
export interface ToolCall {
  (input?: unknown): Promise<unknown>
  readonly [name: string]: ToolCall
}

export interface Message {
  /** The event's identity: the same id in the same topic is the same event. Made by the host if left out. */
  readonly messageId?: string
  /** Its cause, from `registerInput`. Only in producers; in `next` the causes follow from the reserved events. */
  readonly inputId?: string
  readonly payload?: unknown
}

export interface InputItem {
  readonly source: string
  readonly type: string
  /** The other system's id of it. */
  readonly id: string
  readonly title: string
}

interface EveryPhase {
  /** The time of the run, as ISO 8601. */
  readonly now: string
  log(...words: readonly unknown[]): void
}

export interface ProducerContext extends EveryPhase {
  readonly tools: Readonly<Record<string, ToolCall>>
  publish(topic: string | readonly string[], message: Message): Promise<void>
  /** Notes an item of the outside world, once; gives its id. */
  registerInput(item: InputItem): Promise<string>
}

export interface PrepareContext extends EveryPhase {
  readonly tools: Readonly<Record<string, ToolCall>>
  /** Pending events of a subscribed topic, oldest first. */
  peek<P = unknown>(topic: string, page?: { readonly limit?: number }): Promise<WorkflowEvent<P>[]>
  getByIds<P = unknown>(topic: string, ids: readonly string[]): Promise<WorkflowEvent<P>[]>
}

export interface MutateContext extends EveryPhase {
  /** One call, of one tool that changes something. Nothing after it has any effect. */
  readonly tools: Readonly<Record<string, ToolCall>>
}

export interface NextContext extends EveryPhase {
  publish(topic: string | readonly string[], message: Message): Promise<void>
}

export interface Reservation {
  readonly topic: string
  readonly ids: readonly string[]
}

export interface PrepareResult<D = unknown> {
  readonly reservations?: readonly Reservation[]
  readonly data?: D
  readonly ui?: { readonly title?: string }
  /** When to look again though no event has come, as ISO 8601. */
  readonly wakeAt?: string | undefined
}

/** The stored result of `prepare`. */
export interface Prepared<D = Value> {
  readonly reservations: readonly Reservation[]
  readonly data: D
  readonly ui: { readonly title?: string }
  readonly wakeAt?: string
}

export interface MutationResult {
  readonly status: 'applied' | 'failed' | 'skipped' | 'none'
  readonly result: unknown
}

export interface Schedule {
  /** `5m`, `1h`, `PT15M`: a grid from the deploy, or from the last `run now`. */
  readonly interval?: string
  /** Five fields: minute, hour, day, month, weekday. */
  readonly cron?: string
  /** An IANA zone; UTC if left out. */
  readonly timezone?: string
  /** Each occurrence is moved back by up to this long, differently for each workflow. */
  readonly jitter?: string
}

/** A state is the handler's return value, as JSON; undefined the first time. */
export interface ProducerDefinition {
  readonly publishes: readonly string[]
  readonly schedule: Schedule
  handler(ctx: ProducerContext, state: StateOf): unknown
}

export interface ConsumerDefinition {
  readonly subscribe: readonly string[]
  readonly publishes?: readonly string[]
  /** A person approves each mutation, with its parameters, before it is sent. `expires` is a duration: `7d`. */
  readonly approval?: boolean | { readonly expires?: string }
  /** After so many failed attempts an event is quarantined, and the workflow goes on. */
  readonly quarantineAfter?: number
  /** Retries of a transient failure before a person is asked; 5 if left out. */
  readonly retries?: number
  prepare(ctx: PrepareContext, state: StateOf): unknown
  mutate?(ctx: MutateContext, prepared: PreparedOf): unknown
  next?(ctx: NextContext, prepared: PreparedOf, mutation: MutationOf): unknown
}

// Handlers name the types of their own data; parameters of methods are compared both ways, so that they may.
type StateOf = object | string | number | boolean | null | undefined
type PreparedOf = Prepared<unknown>
type MutationOf = MutationResult

export interface TopicDefinition {
  /** Not the workflow's own: kept under its plain name, for any number of publishers and subscribers. */
  readonly shared?: boolean
  /** A shared topic is read from the deploy on, unless it is read from the beginning. */
  readonly from?: 'deploy' | 'beginning'
}

export interface WorkflowDefinition {
  readonly name: string
  readonly title?: string
  readonly topics?: Readonly<Record<string, TopicDefinition>>
  /** The tools it may call. Any other pauses it until a person allows it. Left out: all, in trusted code. */
  readonly tools?: readonly string[]
  /** The named connections it may use, by any tool. Another one pauses it until a person allows it. */
  readonly connections?: readonly string[]
  readonly producers?: Readonly<Record<string, ProducerDefinition>>
  readonly consumers?: Readonly<Record<string, ConsumerDefinition>>
}

/** Defines a workflow. Nothing runs before it is deployed, and a deploy checks it first. */
export function workflow<const D extends WorkflowDefinition>(definition: D): D {
  return definition
}

/** The context of a tool's call, beside its input. */
export interface ToolContext {
  /** The idempotency key of a mutation: the same for the same reserved events. Of a read, of the run. */
  readonly key: string
  readonly signal: AbortSignal
  /** The time of the run, as ISO 8601. */
  readonly now: string
  readonly workflow: string
  readonly run: string
  /** The provenance of the run, for a tool that records why something was done. */
  origin(): Promise<RunOrigin>
}

export interface RunOrigin {
  /** The events that it has reserved, the first of them, with the commits that published them. */
  readonly events: readonly {
    readonly topic: string
    readonly messageId: string
    readonly rev: number
  }[]
  /** The titles of the inputs behind them. */
  readonly inputs: readonly string[]
}

/** Checks a value, and may change it: a zod schema does. */
export interface Schema {
  parse(value: unknown): unknown
}

export type Reconciled =
  | { readonly outcome: 'applied'; readonly result?: unknown }
  | { readonly outcome: 'failed' }
  | { readonly outcome: 'retry' }

export interface ToolDefinition {
  /** `group.verb`, or one word. */
  readonly name: string
  readonly description?: string
  /** Whether it changes nothing outside. Tools are mutations unless declared read-only. */
  readonly readOnly?: boolean | ((input: unknown) => boolean)
  readonly input?: Schema
  readonly output?: Schema
  /** Throws `ToolError` to state the outcome. */
  call(input: never, context: ToolContext): unknown
  /** Reconciles a call whose outcome is unknown. It must change nothing. */
  reconcile?(input: never, context: ToolContext): Promise<Reconciled> | Reconciled
  /** Whether `reconcile` can determine the outcome of this call; true if left out. */
  canReconcile?(input: never): boolean
  /** The named connection that a call uses, if it uses one: the workflow must have declared it. */
  connectionOf?(input: never): string | undefined
  /** The parameters in words, for a person who must approve them. */
  preview?(input: never): string
}

/** Defines a tool that workflows can call as `ctx.tools.group.verb(input)`. */
export function defineTool<const T extends ToolDefinition>(tool: T): T {
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(tool.name)) {
    throw new TypeError(
      `"${tool.name}" is no name for a tool: it is words with dots, ledger.append`,
    )
  }
  if (typeof tool.call !== 'function') throw new TypeError(`The tool ${tool.name} has no call`)
  return tool
}
