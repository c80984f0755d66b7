// The outbox: events and jobs of models on the way to the store that holds them. A commit of a model puts them into
// its outbox, atomically with everything else; from there they are delivered in order. Each entry leaves a receipt
// where it arrives, so delivery is idempotent across a crash.

import {
  type EventSpec,
  type JobOp,
  type JobSpec,
  type Store,
  StoreError,
  type System,
} from '@cellwake/store'
import type { EventRow, JobRow } from '@cellwake/store/driver'
import type { Reply } from './connection.ts'
import type { Cargo } from './group.ts'
import { keysOf } from './keys.ts'
import type { Calls } from './library.ts'
import { OUTBOX_PAGE, OUTBOX_RECEIPT_MS, OUTBOX_RETRY_MAX_MS, OUTBOX_RETRY_MS } from './limits.ts'

export interface OutboxParts {
  readonly id: string
  readonly calls: Calls
  readonly outside: Store
  readonly system: Pick<System, 'delay'>
  readonly report: (error: unknown) => void
}

export class Outbox {
  readonly #id: string
  readonly #calls: Calls
  readonly #outside: Store
  readonly #report: (error: unknown) => void
  readonly #system: Pick<System, 'delay'>
  #emptying: Promise<void> | undefined
  #again = false
  #isWaiting = false
  #closed = false

  constructor({ id, calls, outside, report, system }: OutboxParts) {
    this.#id = id
    this.#calls = calls
    this.#outside = outside
    this.#report = report
    this.#system = system
  }

  /** Delivers the pending entries. While one of the two is away, it waits. */
  empty(): void {
    if (this.#emptying !== undefined) {
      this.#again = true
      return
    }
    this.#emptying = this.#persistently().finally(() => {
      this.#emptying = undefined
      if (!this.#again || this.#closed) return
      this.#again = false
      this.empty()
    })
  }

  /** Resolves when nothing is left, or it must wait. */
  async idle(): Promise<void> {
    while (this.#emptying !== undefined && !this.#isWaiting) await this.#emptying
  }

  /** Remaining entries are delivered by the next host that has the model. */
  close(): void {
    this.#closed = true
  }

  async #persistently(): Promise<void> {
    for (
      let delay = OUTBOX_RETRY_MS;
      !this.#closed;
      delay = Math.min(delay * 2, OUTBOX_RETRY_MAX_MS)
    ) {
      try {
        await this.#emptyAll()
        this.#isWaiting = false
        return
      } catch (error) {
        if (!(error instanceof StoreError) || !error.retryable) this.#report(error)
        this.#isWaiting = true
        await this.#system.delay(delay)
      }
    }
  }

  async #emptyAll(): Promise<void> {
    const { outbox } = keysOf(this.#id)
    const { connection } = this.#calls
    for (;;) {
      const range = ['XRANGE', outbox, '-', '+', 'COUNT', String(OUTBOX_PAGE)]
      const page = (await connection.command(outbox, range, { readOnly: true })) as readonly Reply[]
      if (page.length === 0) return
      for (const entry of page) {
        const [place, [, text]] = entry as readonly [string, readonly [string, string]]
        await this.#handOver(place, JSON.parse(text) as Cargo)
        await connection.command(outbox, ['XDEL', outbox, place])
      }
    }
  }

  async #handOver(place: string, { events, jobs }: Cargo): Promise<void> {
    const result = await this.#outside.commit({
      publish: events.map(eventOf),
      jobs: jobs.map(jobOf),
      receipts: [
        {
          id: `outbox:${this.#id}:${place}`,
          expiresAt: this.#outside.now() + OUTBOX_RECEIPT_MS,
        },
      ],
      cause: { by: 'outbox', detail: { model: this.#id } },
    })
    if (result.rejected === undefined || result.code === 'receipt-exists') return
    throw new StoreError('commit-rejected', `the outbox of ${this.#id} waits: ${result.why}`)
  }
}

function eventOf({ topic, messageId, payload, causes }: EventRow): EventSpec {
  return { topic, messageId, payload, ...(causes.length > 0 && { causes }) }
}

/** Redis holds no jobs, so all that reaches its outbox are new. */
function jobOf({ id, queue, payload, runAt, priority, attempts, backoffMs }: JobRow): JobOp {
  const spec: JobSpec = { op: 'add', id, queue, payload, runAt, priority, attempts, backoffMs }
  return spec
}
