// The typed HTTP client: one method for every route of the contract. Idempotent requests are retried when
// the server cannot be reached or asks for time: reads, and every POST, since each has an idempotency
// key. Answers are typed by the contract, not checked again.

import type * as z from 'zod'
import { backOffMs } from './back-off.ts'
import type { Route } from './contract/route.ts'
import { type RouteName, routes } from './contract/routes.ts'
import { type Environment, environment } from './environment.ts'
import { type ApiError, clientError, errorFrom } from './errors.ts'
import {
  REQUEST_ATTEMPTS,
  RETRY_AFTER_MAX_MS,
  RETRY_DELAY_MAX_MS,
  RETRY_DELAY_MS,
} from './limits.ts'

export interface ClientOptions {
  /** Where the server is, such as `http://127.0.0.1:4755`; empty for the page's own origin. */
  readonly url: string
  readonly token?: string | undefined
  readonly fetch?: Environment['fetch']
  /** Replaces time and chance, for tests. */
  readonly environment?: Partial<Environment>
}

export interface CallOptions {
  /** Left out, each POST gets one of its own. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

type Routes = typeof routes
export type ParamsOf<N extends RouteName> = z.output<Routes[N]['params']>
export type QueryOf<N extends RouteName> = z.output<Routes[N]['query']>
export type BodyOf<N extends RouteName> = z.input<Routes[N]['body']>
export type AnswerOf<N extends RouteName> = z.output<Routes[N]['answer']>

/** The input of a method beside the path parameters: a POST takes its body, all others their query. */
export type InputOf<N extends RouteName> = Routes[N]['method'] extends 'POST'
  ? BodyOf<N>
  : QueryOf<N>

export interface CallInput<N extends RouteName> extends CallOptions {
  readonly params?: ParamsOf<N>
  readonly query?: QueryOf<N>
  readonly body?: BodyOf<N>
}

/** Arguments of a method: required ones may not be left out. */
type Arguments<N extends RouteName> =
  Record<string, never> extends InputOf<N>
    ? Record<string, never> extends ParamsOf<N>
      ? [params?: ParamsOf<N>, input?: InputOf<N>, options?: CallOptions]
      : [params: ParamsOf<N>, input?: InputOf<N>, options?: CallOptions]
    : [params: ParamsOf<N>, input: InputOf<N>, options?: CallOptions]

export type RouteMethods = {
  readonly [N in RouteName]: (...args: Arguments<N>) => Promise<AnswerOf<N>>
}

class HttpClient {
  readonly url: string
  readonly #token: string | undefined
  readonly #environment: Environment

  constructor(options: ClientOptions) {
    this.url = options.url.replace(/\/+$/, '')
    this.#token = options.token
    const own = options.fetch === undefined ? {} : { fetch: options.fetch }
    this.#environment = { ...environment, ...options.environment, ...own }
  }

  /** Any route by its name. */
  async call<N extends RouteName>(name: N, input: CallInput<N> = {}): Promise<AnswerOf<N>> {
    const route: Route = routes[name]
    const address = `${this.url}${addressOf(route.path, input.params ?? {})}${queryOf(input.query)}`
    const key =
      route.method === 'POST' ? (input.idempotencyKey ?? this.#environment.uniqueId()) : undefined
    const init = this.#request(route, input.body, key, input.signal)
    const repeatable = route.method === 'GET' || key !== undefined
    for (let attempt = 1; ; attempt++) {
      const { answer, error, afterMs } = await this.#once(address, init)
      if (error === undefined) return answer as AnswerOf<N>
      const again = repeatable && error.retryable && attempt < REQUEST_ATTEMPTS
      if (!again || (afterMs ?? 0) > RETRY_AFTER_MAX_MS) throw error
      await this.#pause(afterMs ?? this.#backOff(attempt), input.signal)
    }
  }

  #request(
    { method }: Route,
    body: unknown,
    key: string | undefined,
    signal: AbortSignal | undefined,
  ): RequestInit {
    const headers: Record<string, string> = { accept: 'application/json' }
    if (this.#token !== undefined) headers.authorization = `Bearer ${this.#token}`
    if (key !== undefined) headers['idempotency-key'] = key
    const init: RequestInit = { method, headers }
    if (signal !== undefined) init.signal = signal
    if (method === 'POST') {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(body ?? {})
    }
    return init
  }

  async #once(
    address: string,
    init: RequestInit,
  ): Promise<{ answer?: unknown; error?: ApiError; afterMs?: number | undefined }> {
    let response: Response
    let text: string
    try {
      response = await this.#environment.fetch(address, init)
      text = await response.text()
    } catch (cause) {
      // An abort is the caller's own doing, and no error of the server.
      if (init.signal?.aborted === true) throw cause
      return { error: clientError('unreachable', 'The server cannot be reached.', cause) }
    }
    const body = parsed(text)
    if (!response.ok) {
      const afterMs = retryAfterMs(response.headers.get('retry-after'), this.#environment.now())
      return { error: errorFrom(response.status, body), afterMs }
    }
    if (body === undefined) return { error: clientError('bad-answer', 'The answer is no JSON.') }
    return { answer: body }
  }

  #backOff(attempt: number): number {
    const bounds = { firstMs: RETRY_DELAY_MS, maxMs: RETRY_DELAY_MAX_MS }
    return backOffMs(attempt, bounds, this.#environment.random)
  }

  #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        cancel()
        reject(signal?.reason)
      }
      const cancel = this.#environment.after(ms, () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      })
      if (signal?.aborted === true) stop()
      else signal?.addEventListener('abort', stop, { once: true })
    })
  }
}

for (const name of Object.keys(routes) as RouteName[]) {
  Object.defineProperty(HttpClient.prototype, name, {
    value(this: HttpClient, params: object, input: object, options: CallOptions) {
      const given = routes[name].method === 'POST' ? { body: input } : { query: input }
      return this.call(name, { params, ...given, ...options } as CallInput<typeof name>)
    },
  })
}

export type CellwakeClient = HttpClient & RouteMethods
export const CellwakeClient = HttpClient as unknown as new (
  options: ClientOptions,
) => CellwakeClient

function addressOf(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryOf(query: object | undefined): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) given.set(name, String(value))
  }
  return given.size === 0 ? '' : `?${given}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
