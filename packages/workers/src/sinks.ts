// Sinks: topics whose events are delivered to a channel. Those of the configuration are as it says. Others are added while a
// host runs, and kept in the store as connections are: what a channel is told stays sealed, since its address may be a secret.

import type { Store } from '@cellwake/store'
import { WorkersError } from './errors.ts'
import { SINK_NAME_CHARS, TOPIC_LENGTH_CHARS } from './limits.ts'
import type { Tried } from './provider-list.ts'
import type { SecretKey } from './seal.ts'
import { SealedRecords } from './sealed-records.ts'
import { type Channel, type ChannelConfig, type ChannelParts, channelOf } from './tools/channel.ts'

const SPACE = 'sinks'

export interface SinkFacts {
  readonly topic: string
  readonly kind: Channel['kind']
  /** Where it leads, without parts that may be secret. */
  readonly to: string
}

export interface SinkView extends SinkFacts {
  readonly name: string
  /** False for one of the configuration. */
  readonly kept: boolean
  /** Undefined for one of the configuration. */
  readonly changedAt: number | undefined
  /** Whether this process can open it. */
  readonly usable: boolean
}

/** A sink of the configuration. */
export interface ConfiguredSink {
  readonly name: string
  readonly topic: string
  readonly channel: Channel
}

export interface SinkInput {
  readonly topic: string
  readonly channel: ChannelConfig
}

export class Sinks {
  readonly #store: Store
  readonly #parts: ChannelParts
  readonly #records: SealedRecords<SinkFacts>
  readonly #configured: readonly ConfiguredSink[]
  readonly #followers = new Set<() => Promise<void>>()

  constructor(
    store: Store,
    key: SecretKey | undefined,
    options: { readonly channels: ChannelParts; readonly configured: readonly ConfiguredSink[] },
  ) {
    this.#store = store
    this.#parts = options.channels
    this.#configured = options.configured
    this.#records = new SealedRecords(store, key, {
      space: SPACE,
      kind: 'sink',
      sealedAs: (name) => `sink/${name}`,
      bad: 'bad-sink',
      unknown: 'unknown-sink',
      add: (name) => `cellwake sinks add ${name} --topic TOPIC --webhook URL`,
    })
  }

  get hasKey(): boolean {
    return this.#records.hasKey
  }

  /** Keeps a sink under its name, in place of an older one. Resolves when the hosts of this process deliver to it. */
  async add(name: string, input: SinkInput, by = 'operator'): Promise<SinkView> {
    const shown = () => {
      const { topic, channel } = input
      if (name.length > SINK_NAME_CHARS)
        throw new WorkersError(
          'bad-sink',
          `The name of a sink has ${SINK_NAME_CHARS} characters at most.`,
        )
      if (!/^[\w][\w.:/-]*$/.test(topic) || topic.length > TOPIC_LENGTH_CHARS)
        throw new WorkersError('bad-sink', 'A sink names a topic, such as alerts.')
      const { kind, shown: to } = channelOf(this.#parts, name, channel)
      return { topic, kind, to }
    }
    const view = await this.#records.put(name, { shown, secret: input.channel, by })
    await this.#tell()
    return { ...view, kept: true }
  }

  /** Those of the configuration first. */
  async list(): Promise<SinkView[]> {
    const configured = this.#configured.map(({ name, topic, channel: { kind, shown: to } }) => {
      return { name, topic, kind, to, kept: false, changedAt: undefined, usable: true }
    })
    return [...configured, ...(await this.#records.list()).map((view) => ({ ...view, kept: true }))]
  }

  /** False if none of this name was added. */
  async remove(name: string, by = 'operator'): Promise<boolean> {
    const isGone = await this.#records.remove(name, by)
    if (isGone) await this.#tell()
    return isGone
  }

  /** Throws with the remedy if there is none. */
  async open(name: string): Promise<Channel> {
    const configured = this.#configured.find((one) => one.name === name)
    if (configured !== undefined) return configured.channel
    const { secret } = await this.#records.open(name)
    return channelOf(this.#parts, name, secret)
  }

  /** Sends a message that says it is a test. */
  async test(name: string): Promise<Tried> {
    const channel = await this.open(name)
    const at = this.#parts.now()
    const text = 'This is a test: the events of a topic will arrive here.'
    const data = { topic: 'test', payload: { test: true } }
    const message = { id: `test/${at}`, at, title: 'Cellwake', text, data }
    try {
      await channel.send(message, new AbortController().signal)
      return { ok: true, said: `${channel.shown} took a test message.` }
    } catch (error) {
      return { ok: false, said: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Calls `fn` after every change, also one by another host, until the returned function is called. */
  follow(fn: () => Promise<void>): () => void {
    this.#followers.add(fn)
    const stop = this.#store.subscribe(({ type, changes }) => {
      const isOthers = type === 'reset' || changes.some(({ space }) => space === SPACE)
      if (isOthers && type !== 'commit') void fn()
    })
    return () => {
      this.#followers.delete(fn)
      stop()
    }
  }

  async #tell(): Promise<void> {
    for (const fn of this.#followers) await fn()
  }
}
