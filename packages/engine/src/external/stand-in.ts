// Stub of the providers of external functions, in virtual time: fixtures give the answers of each. It claims jobs and
// reports them as a worker does, and does nothing by itself: the code that settles a model lets it act. The same
// fixtures and the same steps give the same answers at the same instants.

import type { Json, Wire } from '@cellwake/runtime'
import type { AlarmHandle, VirtualClock } from '@cellwake/scheduler'
import { addToInstant, utc } from '@cellwake/scheduler'
import type { JobOp, JobRow, Store } from '@cellwake/store'
import { EngineError } from '../errors.ts'
import { STAND_IN_ANSWERS, STAND_IN_LEASE_MS, STAND_IN_RETRY_MS } from '../limits.ts'
import { meets } from '../model-tests/expectation.ts'
import type { Fixture, Fixtures } from '../model-tests/fixtures.ts'
import { JOB_PREFIX, type JobPayload } from './jobs.ts'

/** Planned outcome of an attempt at a job, and its time. */
interface Planned {
  readonly id: string
  readonly route: string
  readonly attempt: number
  readonly due: number
  readonly answer: Fixture['answer'] | { readonly missing: string }
  /** The attempt has been claimed. */
  isClaimed: boolean
}

export class StandIn {
  readonly #fixtures: Fixtures
  readonly #clock: VirtualClock
  /** Number of answers given by each list of fixtures that matches. */
  readonly #given = new Map<string, number>()
  readonly #planned = new Map<string, Planned>()
  #alarm: AlarmHandle | undefined
  #answeredAt = Number.NaN
  #answers = 0

  constructor(fixtures: Fixtures, clock: VirtualClock) {
    this.#fixtures = fixtures
    this.#clock = clock
  }

  /** Answers the attempts that are due. True if there was one: its consequences may ask again. */
  async act(store: Store): Promise<boolean> {
    if (this.#fixtures.size === 0) return false
    await this.#plan(store)
    const now = this.#clock.now()
    const due = [...this.#planned.values()].filter((planned) => planned.due <= now)
    await this.#claim(store, due)
    for (const planned of due) {
      this.#count(now)
      this.#planned.delete(planned.id)
      await store.commit({ jobs: [reportOf(planned, now)] })
    }
    this.#arm()
    return due.length > 0
  }

  /** Plans queued jobs, first attempts and retries. */
  async #plan(store: Store): Promise<void> {
    const rows: JobRow[] = []
    for (let after = ''; ; ) {
      const page = await store.jobs({ prefix: JOB_PREFIX, state: 'queued', after })
      rows.push(...page)
      if (page.length === 0) break
      after = page.at(-1)!.id
    }
    // In an order that a reader of the test can follow: ids are hashes.
    rows.sort((a, b) => a.createdAt - b.createdAt || (firstSymbol(a) < firstSymbol(b) ? -1 : 1))
    for (const row of rows) this.#planOne(row)
  }

  #planOne({ id, queue: route, payload, attempt, runAt }: JobRow): void {
    const { function: name, args } = payload as unknown as JobPayload
    if (this.#planned.has(id) || !this.#fixtures.has(name)) return
    const fixture = this.#next(name, args)
    const from = Math.max(this.#clock.now(), runAt)
    const due = fixture?.after === undefined ? from : addToInstant(from, fixture.after, utc)
    const missing = `no fixture of ${name} matches (${args.map(textOf).join(', ')})`
    const answer = fixture?.answer ?? { missing }
    this.#planned.set(id, { id, route, attempt: attempt + 1, due, answer, isClaimed: false })
  }

  /** Entries that match answer in order, and the last repeats. */
  #next(name: string, args: readonly Wire[]): Fixture | undefined {
    const matching = this.#fixtures.get(name)!.filter((fixture) => matches(fixture, args))
    const key = `${name} ${JSON.stringify(args)}`
    const given = this.#given.get(key) ?? 0
    this.#given.set(key, given + 1)
    return matching[Math.min(given, matching.length - 1)]
  }

  /** A claim takes the first jobs of a queue: some may be due later, and are held until then. */
  async #claim(store: Store, due: readonly Planned[]): Promise<void> {
    const wanted = new Set(due.filter(({ isClaimed }) => !isClaimed))
    while (wanted.size > 0) {
      const queues = [...new Set([...wanted].map(({ route }) => route))]
      const claim = { queues, worker: 'fixtures', limit: 1_000, leaseMs: STAND_IN_LEASE_MS }
      const rows = await store.claim(claim)
      for (const { id } of rows) {
        const planned = this.#planned.get(id)
        if (planned === undefined) continue
        planned.isClaimed = true
        wanted.delete(planned)
      }
      // The rest was called off.
      if (rows.length === 0) break
    }
    for (const { id } of wanted) this.#planned.delete(id)
  }

  #count(now: number): void {
    this.#answers = this.#answeredAt === now ? this.#answers + 1 : 1
    this.#answeredAt = now
    if (this.#answers <= STAND_IN_ANSWERS) return
    const what = `External functions were asked ${STAND_IN_ANSWERS} times at one instant.`
    throw new EngineError('too-much-work', what)
  }

  /** Time stops where an answer is due. */
  #arm(): void {
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    this.#alarm = undefined
    let next = Number.POSITIVE_INFINITY
    for (const { due } of this.#planned.values()) next = Math.min(next, due)
    if (next < Number.POSITIVE_INFINITY) this.#alarm = this.#clock.wake(next, () => {})
  }
}

function reportOf({ id, attempt, answer }: Planned, now: number): JobOp {
  if ('returns' in answer) {
    const result = { value: answer.returns, at: now, provider: 'fixtures' }
    return { op: 'done', id, attempt, result }
  }
  if ('missing' in answer) return { op: 'fail', id, attempt, error: answer.missing, final: true }
  // As the store does it, but for the jitter.
  const retryAt = now + STAND_IN_RETRY_MS * 2 ** (attempt - 1)
  return { op: 'fail', id, attempt, error: answer.fails, retryAt }
}

function firstSymbol({ payload }: JobRow): string {
  return (payload as unknown as JobPayload).symbols[0] ?? ''
}

function matches({ args: expected }: Fixture, args: readonly Wire[]): boolean {
  if (expected === undefined) return true
  const count = Math.max(expected.length, args.length)
  for (let i = 0; i < count; i++) {
    if (!meets(expected[i] ?? null, plainOf(args[i]))) return false
  }
  return true
}

const WITH_KIND = new Set(['datetime', 'duration', 'schedule'])

function plainOf(arg: Wire | undefined): Json {
  if (arg === undefined) return null
  return WITH_KIND.has(arg.kind) ? { [arg.kind]: arg.value } : arg.value
}

function textOf({ value }: Wire): string {
  return JSON.stringify(value)
}
