// The load of the kill rig: clients that each do one thing after another, of every kind a commit
// can carry, and report it only when the store has acknowledged it as durable. A client's own
// document is its checkpoint, with its count, in the same commit: so a new process goes on exactly
// where the old one was killed.

import type { JobOp, JobRow, Store, Value } from '@cellwake/store'
import { RejectedError } from '@cellwake/store'
import { type Carried, commitOf, type Operation } from './operation.ts'

export interface Voice {
  acknowledged(operation: string, seq: number): void
  claimed(job: string, attempt: number): void
  wrong(problem: string): void
}

const QUEUE = 'work'
const LEASE_MS = 250
const RETRY_MS = 20
/** A job may lose its worker in every cycle of a long run. */
const ATTEMPTS = 1_000_000

/** The number of an operation in the sequence of its client. */
export function parseOperation(id: string): { client: string; n: number } {
  const [client = '', n] = id.split('-')
  return { client, n: Number(n) }
}

export class LoadClient {
  readonly #store: Store
  readonly #name: string
  readonly #voice: Voice
  readonly #at: { space: string; id: string; path: readonly string[] }

  constructor(store: Store, name: string, voice: Voice) {
    this.#store = store
    this.#name = name
    this.#voice = voice
    this.#at = { space: 'clients', id: name, path: [] }
  }

  async run(): Promise<never> {
    await this.#patiently(() => this.#store.load(this.#at))
    const { n } = this.#state()
    if (n > 0) await this.#sendAgain(n)
    for (let next = n + 1; ; next++) await this.#step(next)
  }

  #state(): { n: number; armedAt?: number } {
    const value = this.#store.read(this.#at) as { n: number; armedAt?: number } | undefined
    return value ?? { n: 0 }
  }

  async #step(n: number): Promise<void> {
    const id = `${this.#name}-${n}`
    const publish = [{ topic: 'feed', messageId: id, payload: { n } }]
    const timer = `alarm-${this.#name}`
    const { armedAt } = this.#state()
    if (n % 4 === 1) {
      const write = [{ at: this.#at, value: { n, text: 'x'.repeat(n % 50) } }]
      const job = { op: 'add' as const, id: `job-${id}`, queue: QUEUE, attempts: ATTEMPTS }
      return this.#land({ id, carries: { write, publish, jobs: [{ ...job, payload: { n } }] } })
    }
    if (n % 4 === 2) {
      const write = [this.#count(n), { at: { ...this.#at, space: 'results' }, value: { n } }]
      const jobs = (await this.#claim()).map(done)
      return this.#land({ id, carries: { write, jobs } })
    }
    if (n % 4 === 3 || armedAt === undefined) {
      const at = this.#store.now()
      const armed = { at: { ...this.#at, path: ['armedAt'] }, value: at }
      const write = [this.#count(n), armed]
      return this.#land({ id, carries: { write, timers: [{ op: 'set', id: timer, at }] } })
    }
    const write = [this.#count(n), { at: { ...this.#at, path: ['armedAt'] } }]
    const again = { topic: 'fired', messageId: this.#name, payload: { n } }
    const timers = [{ op: 'fire' as const, id: timer, at: armedAt }]
    return this.#land({ id, carries: { write, publish: [...publish, again], timers } })
  }

  #count(n: number) {
    return { at: { ...this.#at, path: ['n'] }, value: n as Value }
  }

  async #claim(): Promise<readonly JobRow[]> {
    const worker = this.#name
    const jobs = await this.#patiently(() =>
      this.#store.claim({ queues: [QUEUE], worker, limit: 3, leaseMs: LEASE_MS }),
    )
    for (const { id, attempt } of jobs) this.#voice.claimed(id, attempt)
    return jobs
  }

  /** Sends it until its outcome is known. */
  async #land(operation: Operation): Promise<void> {
    let carries: Carried = operation.carries
    for (;;) {
      const result = await this.#store.commit(commitOf({ ...operation, carries }))
      if (result.rejected === undefined) {
        return this.#voice.acknowledged(operation.id, result.seq)
      }
      if (result.code === 'receipt-exists' && result.existing !== undefined) {
        return this.#voice.acknowledged(operation.id, result.existing.seq)
      }
      if (result.code === 'job-lost') carries = { ...carries, jobs: [] }
      else if (result.rejected === 'transport') await pause(RETRY_MS)
      else return this.#fail(`${operation.id} was refused: ${result.why} (${result.code})`)
    }
  }

  /** Repeats the operation whose outcome the kill left unknown: if it had landed, it must be known. */
  async #sendAgain(n: number): Promise<void> {
    const id = `${this.#name}-${n}`
    const operation = { id, carries: { write: [{ at: this.#at, value: 'sent twice' }] } }
    for (;;) {
      const result = await this.#store.commit(commitOf(operation))
      if (result.rejected === 'transport') await pause(RETRY_MS)
      else if (result.rejected === undefined) return this.#fail(`${id} was accepted twice`)
      else if (result.code === 'receipt-exists') return
      else return this.#fail(`${id} sent again: ${result.why} (${result.code})`)
    }
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask()
      } catch (error) {
        const code = error instanceof RejectedError ? error.rejection.rejected : codeOf(error)
        if (code !== 'transport' && code !== 'store-unreachable') throw error
        await pause(RETRY_MS)
      }
    }
  }

  #fail(problem: string): never {
    this.#voice.wrong(problem)
    throw new Error(problem)
  }
}

function done({ id, attempt }: JobRow): JobOp {
  return { op: 'done', id, attempt, result: { attempt } }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
