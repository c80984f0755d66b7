// Dispatches the events of cells: one lane, first in, first out. Before a handler runs, its declared
// reads are brought up to date. Its changes are applied together when it has returned; if it throws,
// none of them is. In a durable runtime they are one commit with a receipt, and run again if their
// basis is stale.

import { SchedulerError } from '../errors.ts'
import type { Node } from '../graph/node.ts'
import { EVENT_BACKLOG } from '../limits.ts'
import type { DurableCells } from './durable-cells.ts'
import { EventStream, HeldChanges, type Sent } from './streams.ts'

export interface CellEventsHost {
  readonly durable: DurableCells | undefined
  /** Part of the ids of events that the caller did not name. */
  uniqueId(): string
  /** Makes the changes of a handler, together. */
  apply(changes: HeldChanges['sets']): void
  report(error: unknown): void
  /** Counts something that must be over before all is at rest. */
  hold(): () => void
}

export class CellEvents {
  readonly #host: CellEventsHost
  #lane: Sent[] = []
  #running = false
  #minted = 0
  #closed = false

  constructor(host: CellEventsHost) {
    this.#host = host
  }

  stream(id: string): EventStream {
    const mint = () => `${this.#host.uniqueId()}/${++this.#minted}`
    return new EventStream(id, mint, (sent) => this.#send(sent))
  }

  close(): void {
    this.#closed = true
    this.#lane = []
  }

  #send(sent: Sent): void {
    if (this.#closed) throw new SchedulerError('runtime-closed', 'The runtime is closed.')
    if (this.#lane.length >= EVENT_BACKLOG) {
      const what = `Event ${sent.id} of ${sent.stream.id} was dropped: too many wait.`
      this.#host.report(new SchedulerError('event-dropped', what))
      return
    }
    this.#lane.push(sent)
    if (this.#running) return
    this.#running = true
    const leave = this.#host.hold()
    // Not inside the call that sent it: events that are sent together are seen together.
    void Promise.resolve()
      .then(() => this.#run())
      .finally(leave)
  }

  async #run(): Promise<void> {
    for (let sent = this.#lane.shift(); sent !== undefined; sent = this.#lane.shift()) {
      try {
        await this.#dispatch(sent)
      } catch (error) {
        this.#host.report(error)
      }
    }
    this.#running = false
  }

  async #dispatch(sent: Sent): Promise<void> {
    const { stream, event, id } = sent
    for (;;) {
      const { handler, reads } = stream
      if (handler === undefined) {
        const what = `Event ${id} of ${stream.id} was dropped: nothing handles it.`
        throw new SchedulerError('event-dropped', what)
      }
      const { durable } = this.#host
      const receipt = `cells/${stream.id}/${id}`
      const tx = durable?.begin(receipt)
      for (const read of reads) read.peek()
      const held = new HeldChanges((source) => {
        if (tx !== undefined) durable?.remember(tx, source as Node)
      })
      try {
        await handler(event, held)
      } catch (error) {
        tx?.abort('the handler threw')
        throw error
      }
      if (durable === undefined || tx === undefined) this.#host.apply(held.sets)
      else if (await durable.handled(tx, held.sets, receipt)) continue
      for (const { stream: to, event: next } of held.sends) to.send(next as never)
      return
    }
  }
}
