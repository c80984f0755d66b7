// Which topics there are, whose they are, and who reads them, over all workflows that are known here.

import { lists } from './records.ts'
import type { Structure } from './structure.ts'
import { resolved, subscribers } from './topics.ts'

interface Subscriber<W> {
  readonly workflow: W
  readonly consumer: string
}

export class TopicIndex<W extends { readonly name: string; readonly structure: Structure }> {
  /** Structures of all workflows that are known here, also of those that others have. */
  readonly #structures = new Map<string, Structure>()
  /** Consumers that run here, by stored topic. */
  #subscribers = new Map<string, Subscriber<W>[]>()
  /** The delivery lists of all consumers that are known, by stored topic. */
  #takers = new Map<string, string[]>()
  /** The workflows that have a topic of their own of that name. */
  #owners = new Map<string, string[]>()

  /** A workflow of which `index` is to know, though it may not run here. */
  know(structure: Structure): void {
    this.#structures.set(structure.name, structure)
  }

  /** Looks at everything anew: these workflows run here now. */
  index(live: Iterable<W>): void {
    this.#subscribers = new Map()
    for (const workflow of live) {
      this.know(workflow.structure)
      for (const [topic, consumers] of subscribers(workflow.structure)) {
        for (const consumer of consumers) put(this.#subscribers, topic, { workflow, consumer })
      }
    }
    this.#takers = new Map()
    this.#owners = new Map()
    for (const structure of this.#structures.values()) {
      for (const [topic, consumers] of subscribers(structure)) {
        for (const consumer of consumers) {
          put(this.#takers, topic, lists.deliveries(structure.name, consumer, topic))
        }
      }
      for (const [topic, { shared }] of Object.entries(structure.topics)) {
        if (!shared) put(this.#owners, topic, structure.name)
      }
    }
  }

  subscribed(): Iterable<string> {
    return this.#subscribers.keys()
  }

  subscribers(topic: string): readonly Subscriber<W>[] {
    return this.#subscribers.get(topic) ?? []
  }

  takers(topic: string): readonly string[] {
    return this.#takers.get(topic) ?? []
  }

  /** Where a topic that somebody names is kept. */
  resolve(topic: string): string {
    return resolved(this.#owners.get(topic) ?? [], topic)
  }
}

function put<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}
