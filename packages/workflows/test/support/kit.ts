// Small workflows for tests: one consumer, one producer, and what is asked of them most.

import type { ConsumerDefinition, ProducerDefinition, WorkflowDefinition } from '../../src/index.ts'
import { workflow } from '../../src/index.ts'
import { type FakeTool, fakeTool, TestHost, type TestHostOptions } from '../../src/testing/index.ts'

export type Prepare = ConsumerDefinition['prepare']

/** Reserves the oldest event of `in`, one at a time. */
export const oldest: Prepare = async (ctx) => {
  const [event] = await ctx.peek('in', { limit: 1 })
  if (event === undefined) return { reservations: [] }
  return { reservations: [{ topic: 'in', ids: [event.id] }], data: { id: event.id } }
}

/** Reserves whatever is there. */
export const all: Prepare = async (ctx) => {
  const events = await ctx.peek('in')
  return { reservations: [{ topic: 'in', ids: events.map(({ id }) => id) }], data: events.length }
}

export const put: NonNullable<ConsumerDefinition['mutate']> = async (ctx, prepared) =>
  ctx.tools.world!.put!(prepared.data)

/** A workflow `w` with one consumer `c` of the topic `in`. */
export function consuming(
  more: Partial<ConsumerDefinition> = {},
  rest: Partial<WorkflowDefinition> = {},
) {
  return workflow({
    name: 'w',
    topics: { in: {}, out: {} },
    consumers: { c: { subscribe: ['in'], prepare: oldest, ...more } },
    ...rest,
  })
}

export const nothing: ProducerDefinition['handler'] = async () => undefined

/** A workflow `w` with one producer `p` of the topic `in`. */
export function producing(
  handler: ProducerDefinition['handler'],
  schedule: ProducerDefinition['schedule'] = { interval: '5m' },
  rest: Partial<WorkflowDefinition> = {},
) {
  return workflow({
    name: 'w',
    topics: { in: {} },
    producers: { p: { publishes: ['in'], schedule, handler } },
    ...rest,
  })
}

export interface Opened {
  readonly host: TestHost
  readonly tool: FakeTool
}

/** A host with one workflow, at rest, and the tool `world.put`. */
export async function opened(
  definition: WorkflowDefinition,
  { reconciles = true, ...options }: TestHostOptions & { reconciles?: boolean } = {},
): Promise<Opened> {
  const tool = fakeTool({ name: 'world.put', reconciles })
  const host = await TestHost.open({
    ...options,
    tools: [tool, ...(options.tools ?? [])],
    workflows: [definition],
  })
  await host.idle()
  return { host, tool }
}

/** The runs of `w`, oldest first: `c committed/committed applied`. */
export async function runs(host: TestHost, name = 'w'): Promise<string[]> {
  const found = await host.workflows.runs(name, { limit: 1000 })
  return found
    .reverse()
    .map(
      ({ handler, phase, status, mutationOutcome }) =>
        `${handler} ${phase}/${status} ${mutationOutcome ?? '-'}`,
    )
}

export async function states(
  host: TestHost,
  topic = 'w/in',
  consumer = 'c',
): Promise<Record<string, string>> {
  const rows = await host.store.entries({ list: `workflows/w/deliveries/${consumer}/${topic}` })
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]))
}

export async function status(host: TestHost, name = 'w') {
  const { status: word, issue } = await host.workflows.status(name)
  return issue === undefined ? word : `${word}: ${issue.kind}`
}

/** A promise that is kept when the test says so. */
export function later<T = void>(): { readonly promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Lets the event loop turn a few times. */
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
