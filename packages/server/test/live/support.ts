// Live servers for tests: a bare app with the live streams over an engine, on a port of its own, and a plain
// WebSocket that keeps what it hears.

import { Engine } from '@cellwake/engine'
import { systemClock } from '@cellwake/scheduler'
import { type Driver, openStore, type Store } from '@cellwake/store'
import { type ToolDefinition, Workflows } from '@cellwake/workflows'
import { fastify } from 'fastify'
import { afterEach } from 'vitest'
import { WebSocket } from 'ws'
import { Auth } from '../../src/auth.ts'
import { Gate } from '../../src/gate.ts'
import { InTransit } from '../../src/in-transit.ts'
import type { LiveParts } from '../../src/live/feeds.ts'
import { mountLive } from '../../src/live/mount.ts'
import { Metrics } from '../../src/metrics.ts'
import { Origins } from '../../src/origins.ts'
import type { TokenConfig } from '../../src/tokens.ts'

export interface LiveHost {
  readonly url: string
  readonly engine: Engine
  readonly store: Store
  readonly workflows: Workflows
  readonly auth: Auth
  readonly metrics: Metrics
  readonly parts: LiveParts
  close(): Promise<void>
}

export interface LiveHostOptions {
  readonly store?: string | Driver
  readonly tokens?: readonly TokenConfig[]
  readonly port?: number
  /** Tools of workflows. */
  readonly tools?: readonly ToolDefinition[]
}

const cleanUps: (() => unknown)[] = []

/** Each test closes what it opened, last first. */
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

export function atEnd(cleanUp: () => unknown): void {
  cleanUps.push(cleanUp)
}

export async function liveHost(options: LiveHostOptions = {}): Promise<LiveHost> {
  const store = await openStore(options.store ?? 'memory:')
  const clock = systemClock({ unref: true })
  const engine = new Engine({ store, clock, onError: () => {} })
  const workflows = new Workflows({ store, clock, tools: options.tools ?? [], onError: () => {} })
  await workflows.start()
  const auth = new Auth(options.tokens)
  const metrics = new Metrics({ engine, store, inTransit: new InTransit() })
  const app = fastify()
  const parts = {
    engine,
    workflows,
    store,
    clock,
    auth,
    origins: new Origins(),
    metrics,
    log: app.log,
  }
  mountLive(app, parts, new Gate(parts))
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  let closing: Promise<void> | undefined
  const close = async () => {
    await app.close()
    await workflows.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  const host = {
    ...{ url, engine, workflows, store, auth, metrics, parts },
    close: () => {
      closing ??= close()
      return closing
    },
  }
  cleanUps.push(host.close)
  return host
}

export type Frame = Record<string, unknown> & {
  readonly rev?: number
  readonly cells?: Record<string, { readonly value: unknown; readonly rev: number }>
  readonly error?: { readonly code: string; readonly message: string }
  readonly reset?: { readonly reason: string; readonly cells: Record<string, { value: unknown }> }
  readonly event?: { readonly type: string }
}

/** A peer of an outbox that takes nothing while it is held. */
export class HeldPeer {
  readonly frames: Frame[] = []
  ended: string | undefined
  held = false
  waiting = 0
  #sent: (() => void)[] = []

  send(frame: Buffer, _rev: number | undefined, sent: () => void): void {
    this.frames.push(JSON.parse(String(frame)))
    if (!this.held) {
      sent()
      return
    }
    this.waiting += frame.length
    this.#sent.push(sent)
  }

  end(code: string): void {
    this.ended = code
  }

  release(): void {
    this.held = false
    this.waiting = 0
    for (const sent of this.#sent.splice(0)) sent()
  }
}

export class TestSocket {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  /** The HTTP status of an upgrade that was refused. */
  refused: number | undefined
  #wake: () => void = () => {}
  #taken = 0

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, { headers })
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)))
      this.#wake()
    })
    this.socket.on('unexpected-response', (request, response) => {
      this.refused = response.statusCode
      request.destroy()
      this.socket.emit('close', 0, Buffer.from(''))
    })
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => {
        resolve({ code, reason: String(reason) })
        this.#wake()
      })
    })
    cleanUps.push(() => this.socket.terminate())
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }

  /** The next frame that nobody took yet. */
  async next(): Promise<Frame> {
    while (this.frames.length <= this.#taken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      if (this.socket.readyState === WebSocket.CLOSED && this.frames.length <= this.#taken) {
        throw new Error('it was closed')
      }
    }
    this.#taken++
    return this.frames[this.#taken - 1]!
  }
}

/** A socket that is ready, in open mode or with a token. */
export async function connected(
  url: string,
  headers?: Record<string, string>,
): Promise<TestSocket> {
  const socket = new TestSocket(url, headers)
  await socket.next()
  return socket
}

export function valuesIn(cells: Readonly<Record<string, { readonly value: unknown }>> = {}) {
  return Object.fromEntries(Object.entries(cells).map(([symbol, { value }]) => [symbol, value]))
}

/** Waits until it holds; the test's own deadline is the bound. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2))
}
