// Sinks: topics whose events are delivered outside, without code. Each sink is a workflow of its own, so that it is seen,
// paused, retried and resolved as every other, and a failing one does not block others. An event is delivered at least once,
// with its id, in the order of the topic.

import type { Store } from '@cellwake/store'
import {
  type Channel,
  type ChannelConfig,
  type ChannelParts,
  type ConfiguredSink,
  channelOf,
  type SinkFacts,
  type Sinks,
  WorkersError,
} from '@cellwake/workers'
import {
  defineTool,
  type ToolDefinition,
  ToolError,
  type WorkflowDefinition,
  WorkflowError,
  type Workflows,
  workflow,
} from '@cellwake/workflows'
import { SINK_RETRIES, SINK_TEXT_CHARS } from '../limits.ts'

/** By topic. */
export type SinksConfig = Readonly<Record<string, ChannelConfig | readonly ChannelConfig[]>>

interface SendInput {
  readonly sink: string
  readonly topic: string
  readonly id: string
}

interface Parts {
  readonly sinks: Sinks
  readonly store: Store
  /** The name under which a topic is kept, once workflows are there. */
  readonly storedTopic: (topic: string) => string
}

/** The sinks of the configuration. Throws `bad-config` with what is wrong. */
export function configuredSinks(given: unknown, parts: ChannelParts): ConfiguredSink[] {
  const found = new Map<string, ConfiguredSink>()
  for (const [topic, one] of Object.entries(checkSinks(given) ?? {})) {
    const list = Array.isArray(one) ? one : [one]
    list.forEach((config: unknown, i) => {
      const channel = channelOf(parts, `sinks.${topic}${list.length > 1 ? `[${i}]` : ''}`, config)
      const name = nameOf(topic, channel, found)
      found.set(name, { name, topic, channel })
    })
  }
  return [...found.values()]
}

/** The name of the workflow of a sink. */
export function sinkWorkflowName(sink: string): string {
  return `sink.${sink}`
}

/** `alerts.webhook`, with a number behind it if there are several. */
function nameOf(topic: string, { kind }: Channel, taken: ReadonlyMap<string, unknown>): string {
  const plain = `${topic.replace(/[^\w.-]+/g, '-').slice(0, 48)}.${kind}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}

function sinkWorkflow(sink: string, { topic, kind, to }: SinkFacts): WorkflowDefinition {
  const words = { webhook: 'to', slack: 'to the channel at', email: 'by e-mail to' }[kind]
  const name = sinkWorkflowName(sink)
  return workflow({
    name,
    title: `Sends ${topic} ${words} ${to}`,
    topics: { [topic]: { shared: true } },
    tools: ['sink.send'],
    consumers: {
      deliver: {
        subscribe: [topic],
        retries: SINK_RETRIES,
        prepare: async (ctx) => {
          const [event] = await ctx.peek(topic, { limit: 1 })
          if (event === undefined) return { reservations: [] }
          return {
            reservations: [{ topic, ids: [event.id] }],
            data: { sink: name, topic, id: event.id },
            ui: { title: `${topic} ${event.id}` },
          }
        },
        mutate: (ctx, { data }) => ctx.tools.sink!.send!(data),
      },
    },
  })
}

/** The tool with which the workflows of sinks send. */
export function sinkTool({ sinks, store, storedTopic }: Parts): ToolDefinition {
  return defineTool({
    name: 'sink.send',
    description: 'Sends an event of a topic to its sink.',
    call: async ({ sink, topic, id }: SendInput, { signal }) => {
      const channel = await opened(sinks, sink.replace(/^sink\./, ''))
      const [event] = await store.eventsById(storedTopic(topic), [id])
      if (event === undefined) {
        throw new ToolError('rejected', `${sink} has no event ${id} to send`)
      }
      const { payload, at } = event
      const { title, text } = wordsOf(topic, payload)
      await channel.send({ id, at, title, text, data: { topic, payload } }, signal)
      return { to: channel.shown }
    },
    preview: ({ sink, id }: SendInput) => `${sink} sends ${id}`,
  })
}

async function opened(sinks: Sinks, name: string): Promise<Channel> {
  try {
    return await sinks.open(name)
  } catch (error) {
    if (error instanceof WorkersError) throw new ToolError('auth', error.message)
    throw error
  }
}

/**
 * Runs the workflows of sinks, for as long as there are such. One that is removed is paused, with its history; one that is
 * added again goes on from there. Gives the end of it.
 */
export async function runSinks(
  workflows: Workflows,
  sinks: Sinks,
  report: (error: unknown) => void,
): Promise<() => void> {
  const running = new Map<string, number | undefined>()
  const sync = async (isStart: boolean) => {
    const wanted = new Map((await sinks.list()).map((sink) => [sink.name, sink]))
    for (const [name, sink] of wanted) {
      if (running.has(name) && running.get(name) === sink.changedAt) continue
      running.set(name, sink.changedAt)
      try {
        const brought = await workflows.bring(sinkWorkflow(name, sink), { by: 'sinks' })
        if (!isStart && brought !== undefined) await goOn(workflows, brought.name)
      } catch (error) {
        // One that was added must not keep a host from starting.
        if (!sink.kept) throw error
        report(error)
      }
    }
    for (const name of running.keys()) {
      if (wanted.has(name)) continue
      running.delete(name)
      await orElsewhere(workflows.pause(sinkWorkflowName(name), { by: 'sinks' }))
    }
  }
  await sync(true)
  let turn: Promise<void> = Promise.resolve()
  return sinks.follow(() => {
    turn = turn.then(() => sync(false)).catch(report)
    return turn
  })
}

async function goOn(workflows: Workflows, name: string): Promise<void> {
  const { status } = await workflows.status(name)
  if (status === 'Stopped') await orElsewhere(workflows.resume(name, { by: 'sinks' }))
}

/** Another host that has it does the same. */
async function orElsewhere(act: Promise<void>): Promise<void> {
  try {
    await act
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error
  }
}

/** An event in words. An event of a rule is a name with arguments. */
export function wordsOf(topic: string, payload: unknown): { title: string; text: string } {
  const { event, args } = Object(payload) as { readonly event?: unknown; readonly args?: unknown }
  if (typeof event === 'string' && Array.isArray(args)) {
    const said = args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))
    return { title: `${topic}: ${event}`, text: said.join(', ').slice(0, SINK_TEXT_CHARS) }
  }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? null, null, 1)
  return { title: `${topic}`, text: text.slice(0, SINK_TEXT_CHARS) }
}

/** Topics must be names, so that a slip is reported when the host starts. */
function checkSinks(given: unknown): SinksConfig | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as SinksConfig
  }
  throw new WorkersError(
    'bad-config',
    "sinks is an object such as { alerts: { webhook: 'https://…', secret } }.",
  )
}
