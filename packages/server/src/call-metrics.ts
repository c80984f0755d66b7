// External calls in numbers and spans, by route: how many and how they ended, how long they waited and took, which
// circuits are open, and how the calls of the models that are open here stand. Nothing in it is an argument or an answer.

import type { Engine } from '@cellwake/engine'
import type { WorkerEvent } from '@cellwake/workers'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { callSpan } from './tracing.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export class CallMetrics {
  readonly #engine: Engine
  readonly #ended: Counter<'route' | 'outcome' | 'class'>
  readonly #took: Histogram<'route'>
  readonly #waited: Histogram<'route'>
  readonly #open: Gauge<'route'>
  readonly #standing: Gauge<'route' | 'status'>

  constructor(engine: Engine) {
    this.#engine = engine
    // They are registered when there is a server that shows them.
    const registers: Registry[] = []
    this.#ended = new Counter({
      name: 'cellwake_calls_total',
      help: 'Attempts at external calls that ended here, by outcome and class.',
      labelNames: ['route', 'outcome', 'class'],
      registers,
    })
    this.#took = new Histogram({
      name: 'cellwake_call_seconds',
      help: 'Time that an attempt at an external call took.',
      labelNames: ['route'],
      buckets: SECONDS,
      registers,
    })
    this.#waited = new Histogram({
      name: 'cellwake_call_wait_seconds',
      help: 'Time that a job was due before a worker here took it up.',
      labelNames: ['route'],
      buckets: SECONDS,
      registers,
    })
    this.#open = new Gauge({
      name: 'cellwake_circuits_open',
      help: 'Providers that are left alone here since they failed over and over.',
      labelNames: ['route'],
      registers,
    })
    const standing = () => this.#count()
    this.#standing = new Gauge({
      name: 'cellwake_external_calls',
      help: 'External calls of the models that are open here, by how they stand.',
      labelNames: ['route', 'status'],
      registers,
      async collect() {
        this.reset()
        for (const { route, status, count } of await standing()) this.set({ route, status }, count)
      },
    })
  }

  countIn(registry: Registry): void {
    const all = [this.#ended, this.#took, this.#waited, this.#open, this.#standing]
    for (const metric of all) registry.registerMetric(metric)
  }

  heard(event: WorkerEvent): void {
    if (event.type === 'attempt') {
      const { route, outcome, tookMs, waitedMs } = event
      this.#ended.inc({ route, outcome, class: event.class })
      this.#took.observe({ route }, tookMs / 1_000)
      this.#waited.observe({ route }, waitedMs / 1_000)
      callSpan(event)
    } else if (event.type === 'circuit') {
      if (event.state === 'open') this.#open.inc({ route: event.route })
      else this.#open.dec({ route: event.route })
    }
  }

  async #count(): Promise<{ route: string; status: string; count: number }[]> {
    const sums = new Map<string, Map<string, number>>()
    for (const { id } of await this.#engine.models()) {
      if (!this.#engine.isRunning(id)) continue
      const { routes } = this.#engine.running(id).jobs.counts()
      for (const [route, statuses] of Object.entries(routes)) {
        const sum = sums.get(route) ?? new Map<string, number>()
        sums.set(route, sum)
        for (const [status, count] of Object.entries(statuses))
          sum.set(status, (sum.get(status) ?? 0) + count)
      }
    }
    return [...sums].flatMap(([route, sum]) =>
      [...sum].map(([status, count]) => ({ route, status, count })),
    )
  }
}
