// A worker: takes due jobs of its routes, calls their functions and reports the outcome. It never writes into a
// model: it only says that a job is done or failed, and the model's owner does the rest. A job is ours while its lease
// is; after its loss a report is in vain. It wakes when jobs are sent or arrive and when its alarm rings, never to poll.

import { type AlarmHandle, Alarms, type Clock, nextTurn } from '@cellwake/scheduler'
import { type Arrival, type JobRow, type Store, system } from '@cellwake/store'
import {
  argumentsOf,
  attempt,
  type CallPayload,
  type Outcome,
  payloadOf,
  unknownFunction,
} from './attempt.ts'
import type { Connections } from './connections.ts'
import type { Egress } from './egress.ts'
import { CallError, callClasses } from './errors.ts'
import type { Functions } from './functions.ts'
import { DRAIN_MS, LEASE_MS, LEASE_RENEWAL_MS, LOOK_MS, WORKER_JOBS } from './limits.ts'
import { isLost, lost, type Reported, Reports } from './reports.ts'
import { type RouteOverrides, routeSettings, usualRoute } from './route-settings.ts'
import { Route, type RouteSettings } from './routes.ts'
import type { WorkerEvent } from './worker-events.ts'

export interface WorkerOptions {
  readonly store: Store
  readonly clock: Clock
  readonly functions: Functions
  readonly egress: Egress
  /** Connections that handlers may use; none if left out. */
  readonly connections?: Connections
  /** The operator's settings by route, which override those of the functions. */
  readonly overrides?: RouteOverrides
  /** Only these routes; `ml.*` for all that begin so. All routes of the functions if left out. */
  readonly routes?: readonly string[]
  /** How it is called on the jobs that it has. */
  readonly name?: string
  readonly onEvent?: (event: WorkerEvent) => void
  readonly random?: () => number
}

export interface WorkerStats {
  readonly running: number
  readonly routes: readonly {
    readonly route: string
    readonly running: number
    readonly concurrency: number
    readonly openCircuits: readonly string[]
  }[]
}

export interface Worker extends AsyncDisposable {
  readonly name: string
  stats(): WorkerStats
  /** Resolves when nothing runs, and nothing that is due could begin now. */
  idle(): Promise<void>
  /** Takes no more jobs, drains running ones for a while, and releases the rest. */
  stop(): Promise<void>
}

export function startWorker(options: WorkerOptions): Worker {
  const worker = new RunningWorker(options)
  worker.start()
  return worker
}

interface Running {
  readonly job: JobRow
  readonly route: Route
  readonly stop: AbortController
  renewedAt: number
}

class RunningWorker implements Worker {
  readonly name: string
  readonly #store: Store
  readonly #clock: Clock
  readonly #options: WorkerOptions
  readonly #random: () => number
  readonly #routes = new Map<string, Route>()
  readonly #running = new Map<string, Running>()
  readonly #reports: Reports
  /** Jobs that ended here, while the store takes that in. */
  readonly #reporting = new Set<string>()
  /** Jobs that were cancelled while a claim was under way: it may bring them. */
  readonly #cancelled = new Set<string>()
  /** Everything that was begun and must end before the worker has stopped. */
  readonly #work = new Set<Promise<void>>()
  readonly #ends: (() => void)[] = []
  /** Routes that have something due at a time. */
  readonly #due = new Alarms<Route>()
  #alarm: AlarmHandle | undefined
  #alarmAt = Number.POSITIVE_INFINITY
  #lookAt = Number.POSITIVE_INFINITY
  #isLookingSoon = false
  #stopping: Promise<void> | undefined

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#store = options.store
    this.#clock = options.clock
    this.#random = options.random ?? system.random
    this.name = options.name ?? `worker-${options.store.session.slice(0, 8)}`
    this.#reports = new Reports(options.store, this.name, (error) =>
      this.#tell({ type: 'trouble', error }),
    )
  }

  start(): void {
    this.#findRoutes()
    this.#ends.push(
      this.#store.onJobsSent((queues) => this.#lookInto(queues)),
      this.#store.onArrival((arrival) => this.#arrived(arrival)),
      this.#options.functions.onReplace(() => {
        this.#findRoutes()
        this.#lookEverywhere()
      }),
    )
    this.#lookEverywhere()
  }

  stats(): WorkerStats {
    const now = this.#clock.now()
    const routes = [...this.#routes.values()].map((route) => ({
      route: route.name,
      running: route.running,
      concurrency: route.settings.concurrency,
      openCircuits: route.openCircuits(now),
    }))
    return { running: this.#running.size, routes }
  }

  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop()
    return this.#stopping
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #stop(): Promise<void> {
    for (const end of this.#ends) end()
    const drained = this.#clock.wake(this.#clock.now() + DRAIN_MS, () => {
      const why = new CallError('stopped', 'The worker was stopped before the call ended.')
      for (const { stop } of this.#running.values()) stop.abort(why)
    })
    // A call that ends may begin a last report; the renewal of leases goes on meanwhile.
    while (this.#work.size > 0) await Promise.allSettled(this.#work)
    this.#clock.cancel(drained)
    if (this.#alarm !== undefined) this.#clock.cancel(this.#alarm)
    this.#alarm = undefined
  }

  // Routes

  #findRoutes(): void {
    const { functions, routes, overrides } = this.#options
    const settings = routeSettings(functions.all, overrides)
    const named = (routes ?? []).filter((name) => !name.endsWith('*'))
    for (const name of named) if (!settings.has(name)) settings.set(name, usualRoute)
    for (const [name, one] of settings) if (this.#serves(name)) this.#setRoute(name, one)
  }

  #serves(name: string): boolean {
    const { routes } = this.#options
    if (routes === undefined) return true
    return routes.some((one) =>
      one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one,
    )
  }

  #setRoute(name: string, settings: RouteSettings): void {
    const known = this.#routes.get(name)
    if (known === undefined) this.#routes.set(name, new Route(name, settings, this.#clock.now()))
    else known.settings = settings
  }

  // Looking for jobs

  #arrived({ queues, jobs, everything }: Arrival): void {
    for (const { id, state } of jobs) {
      if (state !== 'cancelled') continue
      if (this.#isClaiming) this.#cancelled.add(id)
      this.#running.get(id)?.stop.abort(lost('It was cancelled.'))
    }
    if (everything === true) {
      this.#lookEverywhere()
      return
    }
    this.#lookInto(queues)
    // A job that ended elsewhere leaves room on its route, and its worker may be about to stop.
    if (jobs.some(({ id, state }) => state !== 'running' && !this.#reporting.has(id))) {
      for (const route of this.#routes.values()) route.hasMore = true
      this.#lookSoon()
    }
  }

  /** See performance: jobs are claimed in the group that adds them */
  #lookInto(queues: readonly string[]): void {
    const routes = queues.map((queue) => this.#routes.get(queue))
    for (const route of routes) if (route !== undefined) this.#look(route)
  }

  #lookEverywhere(): void {
    for (const route of this.#routes.values()) {
      this.#look(route)
      this.#track(this.#findDue(route))
    }
    this.#lookAt = this.#clock.now() + LOOK_MS
    this.#setAlarm()
  }

  /** Jobs that wait for their time, put there by a worker that may be gone. */
  async #findDue(route: Route): Promise<void> {
    const now = this.#clock.now()
    const waiting = await this.#store.jobs({ queue: route.name, state: 'queued' })
    const times = waiting.map(({ runAt }) => runAt).filter((at) => at > now)
    if (times.length > 0) this.#lookAgain(route, Math.min(...times))
  }

  /** After this turn, so that all calls that end in it make room for one look. */
  #lookSoon(): void {
    if (this.#isLookingSoon) return
    this.#isLookingSoon = true
    this.#track(
      nextTurn().then(() => {
        this.#isLookingSoon = false
        for (const route of this.#routes.values()) if (route.hasMore) this.#look(route)
      }),
    )
  }

  #look(route: Route): void {
    route.hasMore = true
    if (this.#stopping !== undefined || route.isClaiming) return
    const now = this.#clock.now()
    const room = Math.min(route.room(now), WORKER_JOBS - this.#running.size)
    if (room > 0) this.#track(this.#claim(route, room))
    else this.#lookAgain(route, route.nextCallAt(now))
  }

  async #claim(route: Route, room: number): Promise<void> {
    route.isClaiming = true
    route.hasMore = false
    let claimed: readonly JobRow[] = []
    const { name, settings } = route
    const claim = { queues: [name], worker: this.name, limit: room, leaseMs: LEASE_MS }
    try {
      claimed = await this.#store.claim({ ...claim, atMost: { [name]: settings.concurrency } })
    } catch (error) {
      // The store is unavailable. It is retried when the alarm rings.
      this.#tell({ type: 'trouble', error })
    }
    route.isClaiming = false
    const wanted = claimed.filter(({ id }) => !this.#cancelled.has(id))
    if (!this.#isClaiming) this.#cancelled.clear()
    route.began(wanted.length)
    for (const job of wanted) this.#track(this.#run(job, route))
    if (claimed.length === room) route.hasMore = true
    if (route.hasMore) this.#lookSoon()
  }

  get #isClaiming(): boolean {
    return [...this.#routes.values()].some(({ isClaiming }) => isClaiming)
  }

  #lookAgain(route: Route, at: number | undefined): void {
    if (at === undefined || this.#stopping !== undefined) return
    this.#due.add(at, route)
    this.#setAlarm()
  }

  // The alarm

  /** One alarm: for the next look, and for the next renewal of a lease. */
  #setAlarm(): void {
    if (this.#stopping !== undefined && this.#running.size === 0) return
    let at = Number.POSITIVE_INFINITY
    if (this.#stopping === undefined) at = Math.min(this.#lookAt, this.#due.nextAt)
    for (const { renewedAt } of this.#running.values())
      at = Math.min(at, renewedAt + LEASE_RENEWAL_MS)
    if (this.#alarm !== undefined && this.#alarmAt <= at) return
    this.#alarmAt = at
    if (this.#alarm !== undefined && this.#clock.move(this.#alarm, at)) return
    this.#alarm = this.#clock.wake(at, () => this.#woke())
  }

  #woke(): void {
    this.#alarm = undefined
    const now = this.#clock.now()
    for (const running of this.#running.values())
      if (running.renewedAt + LEASE_RENEWAL_MS <= now) this.#track(this.#renew(running, now))
    const due = new Set<Route>()
    while (this.#due.nextAt <= now) due.add(this.#due.pop()!)
    if (this.#lookAt <= now) this.#lookEverywhere()
    else for (const route of due) this.#look(route)
    this.#setAlarm()
  }

  async #renew(running: Running, now: number): Promise<void> {
    running.renewedAt = now
    if ((await this.#reports.renew(running.job, LEASE_MS)) === 'lost')
      running.stop.abort(lost('Another worker has it.'))
  }

  // Running

  async #run(job: JobRow, route: Route): Promise<void> {
    const running = { job, route, stop: new AbortController(), renewedAt: this.#clock.now() }
    this.#running.set(job.id, running)
    this.#setAlarm()
    const began = this.#clock.now()
    const payload = payloadOf(job)
    const outcome = await this.#outcome(running, payload)
    const at = this.#clock.now()
    const tookMs = at - began
    // The report and the next claim go into one group of the store: room is made before it is durable.
    this.#running.delete(job.id)
    route.running--
    this.#reporting.add(job.id)
    const reporting = this.#report(running, outcome).finally(() => this.#reporting.delete(job.id))
    // Also if the last look found nothing: it may have been held up by the jobs that run.
    route.hasMore = true
    this.#lookSoon()
    this.#tell({
      type: 'attempt',
      route: route.name,
      function: payload?.function ?? '',
      model: payload?.model ?? '',
      job: job.id,
      attempt: job.attempt,
      outcome: await reporting,
      class: outcome.class,
      ...('message' in outcome && { error: outcome.message }),
      waitedMs: Math.max(began - job.runAt, 0),
      tookMs,
      at,
    })
  }

  async #outcome(running: Running, payload: CallPayload | undefined): Promise<Outcome> {
    const { route, stop } = running
    if (payload === undefined)
      return { class: 'malformed', message: 'The job names no function with arguments.' }
    const definition = this.#options.functions.get(payload.function)
    if (definition === undefined) return unknownFunction(payload.function, route.name)
    const args = argumentsOf(definition, payload)
    if (!Array.isArray(args)) return args as Outcome
    const circuit = definition.circuit?.(args) ?? ''
    const breaker = route.circuit(circuit)
    const until = breaker.holdUntil(this.#clock.now(), payload.timeoutMs)
    if (until !== undefined) return this.#held(until, circuit === '' ? route.name : circuit)
    const { clock, egress, connections } = this.#options
    const world = { clock, egress, connections, signal: stop.signal }
    const outcome = await attempt(definition, payload, args, world)
    const wasClosed = breaker.isClosed
    if (outcome.class === 'done') {
      breaker.succeeded()
      if (!wasClosed) this.#tell({ type: 'circuit', route: route.name, circuit, state: 'closed' })
    } else if (callClasses[outcome.class].trips) {
      if (breaker.failed(this.#clock.now(), this.#random()) && wasClosed)
        this.#tell({ type: 'circuit', route: route.name, circuit, state: 'open' })
    } else breaker.undecided()
    return outcome
  }

  #held(until: number, provider: string): Outcome {
    const retryAfterMs = until - this.#clock.now()
    const message = `${provider} failed so often that it is left alone for ${Math.ceil(retryAfterMs / 1_000)} s.`
    return { class: 'circuit', message, retryAfterMs }
  }

  async #report({ job, stop, route }: Running, outcome: Outcome): Promise<Reported> {
    if (isLost(stop.signal.reason)) return 'lost'
    const { reported, runAt } = await this.#reports.end(job, outcome, this.#clock.now())
    this.#lookAgain(route, runAt)
    return reported
  }

  #tell(event: WorkerEvent): void {
    try {
      this.#options.onEvent?.(event)
    } catch {
      // A listener's error must not stop the worker.
    }
  }

  /** No rejection of work begun here goes unhandled. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#tell({ type: 'trouble', error }))
      .finally(() => this.#work.delete(tracked))
    this.#work.add(tracked)
  }
}
