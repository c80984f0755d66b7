// Group commit: sends acts to the database in groups, in order, one group at a time. All acts of one turn
// of the event loop share one durable write. A group whose outcome is unknown is resent under the same
// number, which makes it idempotent, until the outcome is known or the database stays away too long.
// See test: sends it again and gets the first result: it landed once

import {
  type Act,
  type ClaimAct,
  type CommitAct,
  type Decision,
  type Group,
  needsOf,
  type Outcome,
} from './acts.ts'
import type { Change, CommitResult } from './commit.ts'
import { decideGroup } from './decide.ts'
import type { Arrival, DocRow, Driver, JobRow } from './driver.ts'
import {
  asStoreError,
  believe,
  type Rejected,
  rejection,
  StoreError,
  type StoreErrorCode,
} from './errors.ts'
import { fault } from './faults.ts'
import {
  MAINTENANCE_INTERVAL_COMMITS,
  RECONNECT_DELAY_MAX_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_WINDOW_MS,
} from './limits.ts'
import type { Loads } from './loads.ts'
import type { Notification } from './notifications.ts'
import type { Layer, Replica } from './replica.ts'
import type { Retention } from './retention.ts'
import type { System } from './system.ts'

export interface CommitterOptions {
  readonly driver: Driver
  readonly replica: Replica
  readonly loads: Loads
  readonly session: string
  readonly system: System
  readonly groupActs: number
  readonly retention: Omit<Retention, 'now'>
  notify(notification: Notification): void
  arrived(arrival: Arrival): void
  report(error: unknown): void
}

export class Committer {
  private readonly options: CommitterOptions
  private queue: Act[] = []
  private running = false
  #newsWaiting = false
  #groupNumber = 0
  private failed: StoreError | undefined
  /** Acts at the front of the queue that are sent alone: one of their group is too large. */
  #alone = 0
  #sinceMaintenance = 0
  #maintenanceDue = false
  #atRest: (() => void)[] = []
  /** The newest commit this replica has seen. */
  seq: number

  constructor(options: CommitterOptions, seq: number) {
    this.options = options
    this.seq = seq
  }

  /** Error for which the last group was given up; undefined since one has landed. */
  trouble: StoreErrorCode | undefined

  /** Error that ends all commits, if there is one. */
  get failure(): StoreError | undefined {
    return this.failed
  }

  push(act: Act): void {
    this.queue.push(act)
    this.wake()
  }

  /** Another session has committed. */
  newsArrived(): void {
    this.#newsWaiting = true
    this.wake()
  }

  /** Runs retention at the next rest, whether it is due or not. */
  maintainSoon(): void {
    this.#maintenanceDue = true
    this.wake()
  }

  /** Resolves when nothing is queued or in flight. */
  rest(): Promise<void> {
    if (!this.running) return Promise.resolve()
    return new Promise((resolve) => this.#atRest.push(resolve))
  }

  private wake(): void {
    if (this.running) return
    this.running = true
    this.options.system.defer(this.#turn)
  }

  /** One step at the end of a turn of the event loop, when all acts of the turn are queued. */
  readonly #turn = (): void => {
    let waiting: Promise<void> | undefined
    try {
      if (this.queue.length > 0) waiting = this.#flush(this.#nextGroup())
      else if (this.#newsWaiting) waiting = this.#catchUp()
      else if (this.#maintenanceDue) waiting = this.#maintain()
    } catch (thrown) {
      this.#noteTrouble(asStoreError(thrown))
    }
    if (waiting === undefined) this.#next()
    else {
      const failed = (thrown: unknown) => this.#noteTrouble(asStoreError(thrown))
      waiting.catch(failed).then(() => this.#next())
    }
  }

  #nextGroup(): Act[] {
    if (this.#alone === 0) return this.queue.splice(0, this.options.groupActs)
    this.#alone--
    return this.queue.splice(0, 1)
  }

  #next(): void {
    if (this.queue.length > 0 || this.#newsWaiting || this.#maintenanceDue) {
      this.options.system.defer(this.#turn)
      return
    }
    this.running = false
    const waiting = this.#atRest
    this.#atRest = []
    for (const resolve of waiting) resolve()
  }

  /**
   * Trouble in upkeep or in catching up is not reported: both are tried again after more commits, and when the
   * database is back. Except a fatal error, after which the store cannot go on, and a fault of ours.
   */
  #noteTrouble(error: StoreError): void {
    if (error.fatal) this.failed ??= error
    if (error.code === 'internal') this.options.report(error)
  }

  /** A database in this process answers at once: then nothing here waits, and a commit costs little more. */
  #flush(acts: readonly Act[]): Promise<void> | undefined {
    if (this.failed !== undefined) {
      this.#refuse(acts, this.failed)
      return undefined
    }
    const number = ++this.#groupNumber
    try {
      fault('group:before')
      const sent = this.#persistently(() => this.#send(number, acts))
      if (!(sent instanceof Promise)) return this.#land(acts, sent)
      return sent.then(
        (outcome) => this.#land(acts, outcome),
        (thrown) => this.#giveUp(acts, thrown),
      )
    } catch (thrown) {
      this.#giveUp(acts, thrown)
      return undefined
    }
  }

  /** The group is durable. */
  #land(acts: readonly Act[], outcome: Outcome): Promise<void> | undefined {
    try {
      fault('group:durable')
      believe(outcome.decisions.length === acts.length, 'each act of a group has its decision')
      this.#integrate(outcome.news, replayedLayers(acts, outcome))
    } catch (thrown) {
      this.#giveUp(acts, thrown)
      return undefined
    }
    this.seq = outcome.head
    this.trouble = undefined
    return this.#settleAll(acts, outcome, 0)
  }

  #settleAll(acts: readonly Act[], outcome: Outcome, from: number): Promise<void> | undefined {
    for (let i = from; i < acts.length; i++) {
      const waiting = this.#settle(acts[i]!, outcome.decisions[i]!)
      if (waiting !== undefined) return waiting.then(() => this.#settleAll(acts, outcome, i + 1))
    }
    if (outcome.arrival.seq > 0) this.options.arrived(outcome.arrival)
    fault('group:settled')
    this.#sinceMaintenance += acts.length
    if (this.#sinceMaintenance >= MAINTENANCE_INTERVAL_COMMITS) this.#maintenanceDue = true
    return undefined
  }

  #giveUp(acts: readonly Act[], thrown: unknown): void {
    const error = asStoreError(thrown)
    if (error.code === 'value-too-large' && acts.length > 1) {
      // Only the one that is too large is refused.
      this.queue.unshift(...acts)
      this.#alone += acts.length
      return
    }
    if (error.fatal) this.failed = error
    this.trouble = error.code
    this.#refuse(acts, error)
  }

  #send(number: number, acts: readonly Act[]): Outcome | Promise<Outcome> {
    const { driver, replica, session } = this.options
    const group: Group = { session, number, since: this.seq, acts }
    let outcome: Outcome | undefined
    const sending = driver.transact(needsOf(group), (rows) => {
      outcome = decideGroup(rows, group, replica)
      fault('group:decided')
      return outcome.arrival
    })
    return sending === undefined ? decided(outcome) : sending.then(() => decided(outcome))
  }

  /** Goes on trying while the database is away, or this replica behind, for a while. */
  #persistently<T>(act: () => T | Promise<T>): T | Promise<T> {
    try {
      const result = act()
      return result instanceof Promise ? result.catch((thrown) => this.#again(act, thrown)) : result
    } catch (thrown) {
      return this.#again(act, thrown)
    }
  }

  async #again<T>(act: () => T | Promise<T>, thrown: unknown): Promise<T> {
    const { system } = this.options
    const deadline = system.now() + RECONNECT_WINDOW_MS
    let delay = RECONNECT_DELAY_MS
    let unknown: StoreError | undefined
    let behind = false
    for (let error = asStoreError(thrown); ; ) {
      behind ||= error.code === 'replica-behind'
      if (error.code === 'outcome-unknown') unknown = error
      if (!error.resend) throw error
      if (system.now() >= deadline) throw unknown ?? error
      await system.delay(delay)
      delay = Math.min(delay * 2, RECONNECT_DELAY_MAX_MS)
      try {
        if (behind) await this.#reset()
        behind = false
        return await act()
      } catch (again) {
        error = asStoreError(again)
      }
    }
  }

  async #catchUp(): Promise<void> {
    this.#newsWaiting = false
    await this.#persistently(async () => {
      const news = await this.options.driver.news(this.seq)
      if (news === 'too-far-back') throw new StoreError('replica-behind')
      this.#integrate(news.docs)
      this.seq = news.head
    })
  }

  /** Reads everything again that is here. */
  async #reset(): Promise<void> {
    const { driver, loads, notify } = this.options
    const head = await driver.head()
    await loads.reload(head)
    this.seq = head
    notify({ type: 'reset', changes: [] })
  }

  /**
   * Integrates the rows that the database holds. Own commits answered on a resend are among them, so their
   * layers go in the same step: applied twice, a delete would take one element too many.
   */
  #integrate(news: readonly DocRow[], replayed: readonly Layer[] = []): void {
    if (news.length === 0 && replayed.length === 0) return
    const { replica, notify } = this.options
    for (const layer of replayed) replica.forget(layer)
    const changes: Change[] = []
    for (const row of news) {
      const doc = replica.wanted(row.space, row.id)
      if (doc === undefined) continue
      const change = replica.integrate(doc, row.seq, row.value)
      if (change !== undefined) changes.push(change)
    }
    for (const { doc } of replayed) {
      const change = replica.refresh(doc, [])
      if (change !== undefined) changes.push(change)
    }
    if (changes.length > 0) notify({ type: 'integrate', changes })
  }

  #settle(act: Act, decision: Decision): Promise<void> | undefined {
    if (act.kind === 'commit') {
      if (decision.kind === 'accepted') this.#accept(act, decision.seq, decision.heads)
      else if (decision.kind === 'rejected') this.#reject(act, decision.rejected)
    } else if (act.kind === 'claim' && decision.kind === 'claimed') {
      if (decision.jobs === undefined)
        return this.#claimedBefore(act, decision.ids).then(act.settle)
      act.settle(decision.jobs)
    } else if (act.kind === 'lease' && decision.kind === 'lease') act.settle(decision.answer)
    return undefined
  }

  #accept(act: CommitAct, seq: number, heads: readonly DocRow[] | undefined): void {
    const { replica, notify } = this.options
    const changes: Change[] = []
    // The answer to a resend has no heads: its writes came in with the news.
    for (let i = 0; heads !== undefined && i < heads.length; i++) {
      const head = heads[i]!
      const change = replica.confirm(act.layers[i]!, head.seq, head.value)
      if (change !== undefined) changes.push(change)
    }
    if (changes.length > 0) notify({ type: 'integrate', changes })
    act.settle({ seq, changes: act.changes })
  }

  #reject(act: CommitAct, rejected: Rejected): void {
    const { replica, loads, notify } = this.options
    const changes: Change[] = []
    for (const layer of act.layers) {
      const change = replica.drop(layer)
      if (change !== undefined) changes.push(change)
    }
    if (changes.length > 0) {
      const { source, changeGroup } = act.options
      notify({ type: 'revert', source, changeGroup, changes })
    }
    const result: CommitResult = {
      ...rejected,
      readyToRetry: async () => {
        const missing = act.record.docs.filter(({ doc }) => !doc.loaded && doc.derived !== true)
        await Promise.all(missing.map(({ doc }) => loads.load({ space: doc.space, id: doc.id })))
      },
    }
    act.settle(result)
  }

  /** Jobs that an earlier sending of the same claim has taken, and no other claim since. */
  async #claimedBefore(act: ClaimAct, ids: readonly string[]): Promise<JobRow[] | Rejected> {
    const { driver } = this.options
    try {
      const rows = await this.#persistently(() => Promise.all(ids.map((id) => driver.job(id))))
      return rows
        .filter((row) => row !== undefined)
        .filter(({ worker, startedAt }) => worker === act.worker && startedAt === act.due.now)
    } catch (thrown) {
      const { code, message } = asStoreError(thrown)
      return rejection('transport', code, message)
    }
  }

  #refuse(acts: readonly Act[], error: StoreError): void {
    const rejected = rejection('transport', error.code, error.message)
    for (const act of acts) {
      if (act.kind === 'commit') this.#reject(act, rejected)
      else act.settle(rejected)
    }
  }

  async #maintain(): Promise<void> {
    const { driver, retention, system } = this.options
    this.#sinceMaintenance = 0
    this.#maintenanceDue = false
    if (this.failed !== undefined) return
    const more = await this.#persistently(() =>
      driver.maintain({ ...retention, now: system.now() }),
    )
    if (more) this.#maintenanceDue = true
  }
}

function decided(outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) throw new StoreError('internal', 'the driver ran nothing')
  return outcome
}

/** The layers of commits that an earlier sending of the same group made durable. */
function replayedLayers(acts: readonly Act[], { decisions }: Outcome): Layer[] {
  const layers: Layer[] = []
  for (let i = 0; i < acts.length; i++) {
    const act = acts[i]!
    const decision = decisions[i]!
    const replayed = decision.kind === 'accepted' && decision.heads === undefined
    if (replayed && act.kind === 'commit') layers.push(...act.layers)
  }
  return layers
}
