// One phase of a script as the runner runs it: with the real guard and the real context, in a real child, and without the
// rest of a workflow.

import { type Clock, elapsedMs, systemClock } from '@cellwake/scheduler'
import { consumersOf, MemoryDriver, openStore, type Store } from '@cellwake/store'
import { Guard, type HandlerPhase } from '../../src/capabilities.ts'
import { type AnyContext, contextOf, RunBuffer } from '../../src/context.ts'
import { Deliveries } from '../../src/deliveries.ts'
import type { Failure } from '../../src/errors.ts'
import { toolFailure } from '../../src/failures.ts'
import type { Home } from '../../src/home.ts'
import { ToolError } from '../../src/index.ts'
import { DEFAULT_LIMITS, type Limits } from '../../src/limits.ts'
import { inPhase } from '../../src/phase.ts'
import { Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts'
import { Tools } from '../../src/tools.ts'
import { structureOf } from '../../src/validate.ts'

export const NOW = '2026-03-01T12:00:00.000Z'

/** A script whose one handler does this, in the phase that is meant. */
export function scriptOf(phase: HandlerPhase, body: string): string {
  const code = {
    producer: 'async (ctx, state) => ({})',
    prepare: 'async (ctx, state) => ({})',
    mutate: 'async (ctx, prepared) => {}',
    next: 'async (ctx, prepared, mutation) => {}',
    [phase]: body,
  }
  return `export default workflow({
  name: 'tried',
  topics: { orders: {}, done: {}, other: {} },
  tools: ['read', 'group.read', 'group', 'send', 'fails', 'rejects', 'slow'],
  producers: { poll: { publishes: ['orders'], schedule: { interval: '5m' }, handler: ${code.producer} } },
  consumers: { file: { subscribe: ['orders'], publishes: ['done'], prepare: ${code.prepare},
    mutate: ${code.mutate},
    next: ${code.next} } } })`
}

export interface Tried {
  /** The outcome of the phase, as the runner sees it. */
  readonly value?: unknown
  readonly failure?: Failure | undefined
  readonly thrown?: unknown
  readonly published: readonly unknown[]
  readonly inputs: readonly unknown[]
  readonly logs: readonly string[]
  readonly toolCalls: readonly { readonly name: string; readonly input: unknown }[]
  /** From when it was asked for. */
  readonly tookMs: number
}

export interface TryOptions {
  readonly args?: readonly unknown[]
  readonly limits?: Partial<Limits>
  /** The deadline of the sandbox alone; that of the runner is later. */
  readonly scriptMs?: number
  readonly home?: Home
  readonly signal?: AbortSignal
  readonly handler?: string
  /** The result of the tool `read`. */
  readonly gives?: (input: unknown) => unknown
}

export interface Bench extends AsyncDisposable {
  readonly sandbox: Sandbox
  /** Runs a phase whose handler is `body`. */
  try(phase: HandlerPhase, body: string, options?: TryOptions): Promise<Tried>
  tryScript(phase: HandlerPhase, script: string, options?: TryOptions): Promise<Tried>
}

/** A sandbox with events m1 to m3 in the topic it reads. */
export async function bench(options: SandboxOptions = {}): Promise<Bench> {
  const sandbox = new Sandbox({ children: 2, ...options })
  const store = await openStore(new MemoryDriver())
  const clock = systemClock({ unref: true })
  const list = new Deliveries(store, 'tried', 'file').list('tried/orders')
  await store.commit({
    entries: [{ list: consumersOf('tried/orders'), id: list, from: null, state: 'active' }],
    cause: { by: 'test' },
  })
  for (const n of [1, 2, 3]) {
    await store.commit({
      publish: [{ topic: 'tried/orders', messageId: `m${n}`, payload: { n } }],
      cause: { by: 'test' },
    })
  }
  const tryScript: Bench['tryScript'] = (phase, script, more = {}) =>
    tried({ sandbox, store, clock }, phase, script, more)
  return {
    sandbox,
    tryScript,
    try: (phase, body, more) => tryScript(phase, scriptOf(phase, body), more),
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await store.close()
      clock.close()
    },
  }
}

const structure = structureOf(
  {
    name: 'tried',
    topics: { orders: {}, done: {}, other: {} },
    producers: {
      poll: { publishes: ['orders'], schedule: { interval: '5m' }, handler: true },
    },
    consumers: {
      file: { subscribe: ['orders'], publishes: ['done'], prepare: true, mutate: true, next: true },
    },
  },
  { limits: DEFAULT_LIMITS, approvalMs: 1, phases: 'named' },
)

const never = () => {
  throw new Error('it is called through the bench')
}
const tools = new Tools(
  ['read', 'group.read', 'group', 'send', 'fails', 'rejects', 'slow'].map((name) => ({
    name,
    call: never,
  })),
)

async function tried(
  { sandbox, store, clock }: { sandbox: Sandbox; store: Store; clock: Clock },
  phase: HandlerPhase,
  script: string,
  options: TryOptions,
): Promise<Tried> {
  const limits = { ...DEFAULT_LIMITS, phaseMs: 20_000, ...options.limits }
  const phaseMs = options.scriptMs ?? limits.phaseMs
  const home = options.home ?? sandbox.open(script, { ...limits, phaseMs })
  const isProducer = phase === 'producer'
  const handler = isProducer ? 'poll' : 'file'
  const buffer = new RunBuffer()
  const guard = new Guard(phase, limits, buffer.counts)
  const toolCalls: { name: string; input: unknown }[] = []
  const call = async (name: string, input: unknown) => {
    guard.enter(name === 'send' ? 'mutation' : 'read')
    guard.countToolCall()
    toolCalls.push({ name, input })
    if (name === 'fails') {
      throw guard.fail(
        toolFailure(new ToolError('transient', 'the other side is down'), name, false),
      )
    }
    if (name === 'rejects') {
      throw guard.fail(toolFailure(new ToolError('rejected', 'it is not wanted'), name, false))
    }
    if (name === 'slow') return new Promise(() => {})
    return options.gives?.(input) ?? { got: input ?? null }
  }
  const startedAt = elapsedMs()
  const outcome = await inPhase(clock, guard, (signal) => {
    const ctx = contextOf({
      guard,
      buffer,
      store,
      structure,
      handler,
      chain: 'run-1',
      now: NOW,
      clock,
      tools,
      call,
      deliveries: new Deliveries(store, 'tried', 'file'),
      marks: {},
    })
    return runPhase(home, phase, options.handler ?? handler, ctx, options.args ?? [], {
      signal: options.signal ?? signal,
    })
  }).catch((thrown: unknown) => ({ thrown }))
  return {
    ...outcome,
    published: [...buffer.events.values()].map(({ messageId, payload }) => ({
      messageId,
      payload,
    })),
    inputs: [...buffer.inputs.values()],
    logs: buffer.takeLines().map(({ text }) => text),
    toolCalls,
    tookMs: elapsedMs() - startedAt,
  }
}

function runPhase(
  home: Home,
  phase: HandlerPhase,
  name: string,
  ctx: AnyContext,
  args: readonly unknown[],
  options: { readonly signal: AbortSignal },
): Promise<unknown> {
  const [first, second] = args
  if (phase === 'producer') return home.runProducer(name, ctx, first, options)
  if (phase === 'prepare') return home.prepare(name, ctx, first, options)
  if (phase === 'mutate') return home.mutate(name, ctx, first as never, options)
  return home.next(name, ctx, first as never, second as never, options)
}
