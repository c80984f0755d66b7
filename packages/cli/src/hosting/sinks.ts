// Sinks: topics whose events are delivered outside, without code. Each sink is a workflow of its own, so that it is seen,
// paused, retried and resolved as every other, and a failing one does not block others. An event is delivered at least once,
// with its id, in the order of the topic.

import type { Store } from '@cellwake/store'
import {
  type Channel,
  type ChannelConfig,
  type ChannelParts,
  channelOf,
  WorkersError,
} from '@cellwake/workers'
import {
  defineTool,
  type ToolDefinition,
  ToolError,
  type WorkflowDefinition,
  workflow,
} from '@cellwake/workflows'
import { SINK_RETRIES, SINK_TEXT_CHARS } from '../limits.ts'

/** By topic. */
export type SinksConfig = Readonly<Record<string, ChannelConfig | readonly ChannelConfig[]>>

export interface Sinks {
  readonly workflows: readonly WorkflowDefinition[]
  readonly tools: readonly ToolDefinition[]
}

interface SinkInput {
  readonly sink: string
  readonly topic: string
  readonly id: string
}

interface Parts extends ChannelParts {
  readonly store: Store
  /** The name under which a topic is kept, once workflows are there. */
  readonly storedTopic: (topic: string) => string
}

export function sinksOf(config: SinksConfig | undefined, parts: Parts): Sinks {
  const channels = new Map<string, Channel>()
  const workflows: WorkflowDefinition[] = []
  if (config === undefined) return { workflows, tools: [] }
  for (const [topic, given] of Object.entries(config)) {
    const list = Array.isArray(given) ? given : [given]
    list.forEach((one: unknown, i) => {
      const channel = channelOf(parts, `sinks.${topic}${list.length > 1 ? `[${i}]` : ''}`, one)
      const name = nameOf(topic, channel, channels)
      channels.set(name, channel)
      workflows.push(sinkWorkflow(name, topic, channel))
    })
  }
  return { workflows, tools: [sinkTool(channels, parts)] }
}

/** `sink.alerts.webhook`, with a number behind it if there are several. */
function nameOf(topic: string, { kind }: Channel, taken: ReadonlyMap<string, unknown>): string {
  const plain = `sink.${topic.replace(/[^\w.-]+/g, '-').slice(0, 48)}.${kind}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(name)) return name
  }
}

function sinkWorkflow(name: string, topic: string, { kind, shown }: Channel): WorkflowDefinition {
  const words = { webhook: 'to', slack: 'to the channel at', email: 'by e-mail to' }[kind]
  return workflow({
    name,
    title: `Sends ${topic} ${words} ${shown}`,
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

function sinkTool(channels: ReadonlyMap<string, Channel>, parts: Parts): ToolDefinition {
  return defineTool({
    name: 'sink.send',
    description: 'Sends an event of a topic to its sink.',
    call: async ({ sink, topic, id }: SinkInput, { signal }) => {
      const channel = channels.get(sink)
      const [event] = await parts.store.eventsById(parts.storedTopic(topic), [id])
      if (channel === undefined || event === undefined) {
        throw new ToolError('rejected', `${sink} has no event ${id} to send`)
      }
      const { payload, at } = event
      const { title, text } = wordsOf(topic, payload)
      await channel.send({ id, at, title, text, data: { topic, payload } }, signal)
      return { to: channel.shown }
    },
    preview: ({ sink, id }: SinkInput) => `${sink} sends ${id}`,
  })
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
export function checkSinks(given: unknown): SinksConfig | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    return given as SinksConfig
  }
  throw new WorkersError(
    'bad-config',
    "sinks is an object such as { alerts: { webhook: 'https://…', secret } }.",
  )
}
