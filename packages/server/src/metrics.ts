// Numbers for Prometheus. Counters are incremented in place; gauges of other parts are read at each
// scrape.

import type { Engine } from '@cellwake/engine'
import type { Store } from '@cellwake/store'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { InTransit } from './in-transit.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Counted {
  readonly engine: Engine
  readonly store: Store
  readonly inTransit: InTransit
}

export class Metrics {
  readonly registry = new Registry()
  readonly requests: Counter<'route' | 'method' | 'status'>
  readonly latency: Histogram<'route' | 'method'>
  readonly sets: Counter
  readonly refused: Counter<'code'>
  /** Counted by the live streams. */
  readonly subscribers: Gauge

  constructor({ engine, store, inTransit }: Counted) {
    const registers = [this.registry]
    this.requests = new Counter({
      name: 'cellwake_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
    })
    this.latency = new Histogram({
      name: 'cellwake_request_seconds',
      help: 'Time from a request to the end of its answer.',
      labelNames: ['route', 'method'],
      buckets: SECONDS,
      registers,
    })
    this.sets = new Counter({
      name: 'cellwake_sets_total',
      help: 'Sets over HTTP that became durable.',
      registers,
    })
    this.refused = new Counter({
      name: 'cellwake_errors_total',
      help: 'Requests that were refused or failed, by code.',
      labelNames: ['code'],
      registers,
    })
    this.subscribers = new Gauge({
      name: 'cellwake_live_subscriptions',
      help: 'Live subscriptions that are open.',
      registers,
    })
    new Gauge({
      name: 'cellwake_commits',
      help: 'The number of the newest commit.',
      registers,
      collect() {
        this.set(store.seq)
      },
    })
    new Gauge({
      name: 'cellwake_rule_firings',
      help: 'Firings of the rules of the models that are open here, since they were deployed.',
      registers,
      async collect() {
        this.set(await firings(engine))
      },
    })
    new Gauge({
      name: 'cellwake_model_bytes',
      help: 'About what the models that are open here hold.',
      registers,
      collect() {
        this.set(engine.memoryBytes)
      },
    })
    new Gauge({
      name: 'cellwake_transit_bytes',
      help: 'What large bodies and answers take that are on their way.',
      registers,
      collect() {
        this.set(inTransit.bytes)
      },
    })
    collectDefaultMetrics({ register: this.registry, prefix: 'cellwake_' })
  }
}

async function firings(engine: Engine): Promise<number> {
  let count = 0
  for (const { id } of await engine.models()) {
    if (!engine.isRunning(id)) continue
    for (const [, state] of engine.running(id).rules.states()) count += state.fired
  }
  return count
}
