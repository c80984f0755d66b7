// The server: the API, the live streams and the user interface on one port. It owns neither the engine nor
// the store; closing it drains open requests and leaves both to their owner.

import { type Engine, Slices, simulate } from '@cellwake/engine'
import type { Store } from '@cellwake/store'
import type { Workflows } from '@cellwake/workflows'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { mountApi } from './api.ts'
import { Auth } from './auth.ts'
import type { CallMetrics } from './call-metrics.ts'
import { ServerError } from './errors.ts'
import { Gate, type RateLimits } from './gate.ts'
import { addHooks, refuseMalformed } from './hooks.ts'
import { InTransit } from './in-transit.ts'
import { parseJsonOnly } from './json-body.ts'
import {
  BODY_BYTES,
  CLOSE_DEADLINE_MS,
  CONNECTIONS,
  HEADERS_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  PARAM_CHARS,
  REQUEST_TIMEOUT_MS,
  STILL_CONNECTION_MS,
  TIMEOUT_CHECK_MS,
} from './limits.ts'
import { mountLive } from './live/mount.ts'
import { createLog, type LogOptions } from './log.ts'
import { Metrics } from './metrics.ts'
import { isLoopback, Origins } from './origins.ts'
import type { Clock, ImportFile, OutsideParts, Parts, Simulate } from './parts.ts'
import { Receipts } from './receipts.ts'
import type { TokenConfig } from './tokens.ts'
import { Ui } from './ui.ts'
import { type HooksConfig, mountHooks } from './webhooks.ts'

export interface ServerOptions {
  readonly engine: Engine
  readonly store: Store
  readonly clock: Clock
  /** None: open access, on loopback only. */
  readonly tokens?: readonly TokenConfig[]
  /** None: no log. */
  readonly log?: LogOptions
  /** The folder of the built user interface. */
  readonly ui?: string
  /** Where people reach the server, if that is not where it listens. */
  readonly publicUrl?: string
  readonly rates?: RateLimits
  readonly workflows?: Workflows
  /** Connections, and providers of external functions. */
  readonly outside?: OutsideParts
  /** Counts the external calls that this host makes. */
  readonly calls?: CallMetrics
  /** Webhooks that are taken in, each with its topic and its secret. */
  readonly hooks?: HooksConfig
  /** Slices in which large answers are serialized; its own if left out. */
  readonly answering?: Slices
  /** Tries a model out; left out, in this process. */
  readonly simulate?: Simulate
  /** Left out, files are not imported. */
  readonly importFile?: ImportFile
}

export interface Listening {
  readonly url: string
  /** A warning for the operator. */
  readonly warning?: string
}

type State = 'starting' | 'serving' | 'closing'

const openWarning =
  'Access is open: no tokens are set, so every program on this machine may read and change everything.'

export class CellwakeServer {
  /** For tests, and for mounting more. */
  readonly app: FastifyInstance
  readonly #parts: Parts
  readonly #ui: Ui
  readonly #hooks: HooksConfig | undefined
  #state: State = 'starting'
  #closing: Promise<void> | undefined

  constructor(options: ServerOptions) {
    const { engine, store, clock } = options
    const auth = new Auth(options.tokens)
    const origins = new Origins(options.publicUrl)
    const inTransit = new InTransit()
    const metrics = new Metrics({ engine, store, inTransit })
    options.calls?.countIn(metrics.registry)
    this.app = newApp(options, metrics)
    this.#ui = new Ui(options.ui)
    this.#hooks = options.hooks
    this.#parts = {
      engine,
      store,
      clock,
      simulate: options.simulate ?? ((source, asked) => simulate(source, asked, () => clock.now())),
      importFile: options.importFile,
      workflows: options.workflows,
      outside: options.outside,
      auth,
      origins,
      metrics,
      inTransit,
      answering: options.answering ?? new Slices(),
      receipts: new Receipts(store, clock),
      log: this.app.log,
      startedAt: clock.now(),
      notReady: () => (this.#state === 'serving' ? undefined : `The server is ${this.#state}.`),
    }
  }

  async start(rates: RateLimits | undefined): Promise<void> {
    const { app } = this
    const gate = new Gate(this.#parts, rates)
    const { inTransit } = this.#parts
    parseJsonOnly(app)
    addHooks(app, this.#parts, {
      ui: this.#ui,
      gate,
      inTransit,
      isClosing: () => this.#state === 'closing',
    })
    mountApi(app, this.#parts, { gate, inTransit })
    mountHooks(app, this.#parts, gate, this.#hooks)
    mountLive(app, this.#parts, gate)
    await app.ready()
  }

  async listen({ port = 4755, host = '127.0.0.1' } = {}): Promise<Listening> {
    const { auth, origins, log } = this.#parts
    if (this.#state !== 'starting')
      throw new ServerError('already-listening', 'The server listens.')
    if (auth.open && !isLoopback(host)) {
      throw new ServerError('tokens-needed', `Without tokens nobody else may reach ${host}.`)
    }
    origins.listensOn(host)
    const { server } = this.app
    server.maxConnections = CONNECTIONS
    // Idle keep-alive connections make room for new ones.
    server.on('drop', () => server.closeIdleConnections())
    await this.app.listen({ port, host })
    this.#state = 'serving'
    const address = server.address()
    const actual = typeof address === 'object' && address !== null ? address.port : port
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
    log.info({ url, open: auth.open, ui: this.#ui.built }, 'listening')
    return auth.open ? { url, warning: openWarning } : { url }
  }

  /** Takes the tokens of a name away and ends its live sessions. */
  revoke(name: string): boolean {
    return this.#parts.auth.revoke(name)
  }

  /** Takes other tokens from now on. */
  replaceTokens(tokens: readonly TokenConfig[]): void {
    this.#parts.auth.replace(tokens)
  }

  /** Takes no more requests, drains open ones within a deadline, and waits until all is durable. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { clock, store, log } = this.#parts
    this.#state = 'closing'
    const deadline = clock.wake(clock.now() + CLOSE_DEADLINE_MS, () => {
      log.warn('requests were cut off: they took too long')
      this.app.server.closeAllConnections()
    })
    await this.app.close()
    clock.cancel(deadline)
    await store.pendingCommitsSettled()
    log.info('closed')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

export async function createServer(options: ServerOptions): Promise<CellwakeServer> {
  const server = new CellwakeServer(options)
  await server.start(options.rates)
  return server
}

function newApp(options: ServerOptions, metrics: Metrics): FastifyInstance {
  return fastify({
    loggerInstance: createLog(options.log),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => uuidv7(),
    bodyLimit: BODY_BYTES,
    connectionTimeout: STILL_CONNECTION_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Our own answer is in the same form as all others.
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAM_CHARS },
    http: {
      maxHeaderSize: HEADERS_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    ...refuseMalformed(metrics, options.clock),
  }) as unknown as FastifyInstance
}
