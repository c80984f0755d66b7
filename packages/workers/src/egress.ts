// The one door out. Every socket to the outside is opened here and in the folder beside: the host is on the operator's list or named in the
// configuration, its name is resolved once, every address it leads to is checked, and the connection goes to an
// address that was checked. Sizes and times are bounded, redirects are checked again, nothing is taken from the
// environment, and secrets are opened here alone and leave with the request.

import { type IncomingMessage, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@cellwake/scheduler'
import { mustBeJson, textOf } from './answer-text.ts'
import { readBody } from './body.ts'
import type { PostgresConnection, SmtpConnection } from './connection.ts'
import { Deadline } from './deadline.ts'
import { AllowList, type Destination, namedDestination } from './destinations.ts'
import { Databases, type TransactOptions } from './egress/databases.ts'
import { Dialer, type Network } from './egress/dialer.ts'
import { type Mail, type MailLimits, MailServers, type Sent } from './egress/mail.ts'
import { CallError } from './errors.ts'
import type { Endpoint, HttpAnswer, HttpCall } from './http-call.ts'
import {
  CALL_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  REDIRECT_HOPS,
  REQUEST_SIZE_BYTES,
  RESPONSE_HEAD_BYTES,
} from './limits.ts'
import { asCallError } from './network-error.ts'
import type { PgSession } from './pg-session.ts'
import { errorWithoutSecrets, openSecret } from './secret.ts'
import { statusError } from './status-error.ts'

export interface EgressOptions {
  readonly clock: Clock
  /** The hosts that models may reach; nothing if left out. */
  readonly allow?: readonly string[]
  /** Certificates of authorities, as PEM, that are trusted beside the usual ones. */
  readonly ca?: string
  /** @internal */
  readonly network?: Network
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export class Egress {
  readonly #clock: Clock
  readonly #allowed: AllowList
  readonly #dialer: Dialer
  readonly #databases: Databases
  readonly #mailServers: MailServers

  constructor(options: EgressOptions) {
    this.#clock = options.clock
    this.#allowed = new AllowList(options.allow ?? [])
    this.#dialer = new Dialer(options.ca, options.network)
    this.#databases = new Databases(options.clock, this.#dialer)
    this.#mailServers = new MailServers(options.clock, this.#dialer)
  }

  /** One HTTP call. Any status but a success throws a `CallError`. */
  async request(call: HttpCall): Promise<HttpAnswer> {
    if (Buffer.byteLength(call.body ?? '') > REQUEST_SIZE_BYTES)
      throw new CallError(
        'refused',
        `A request has at most ${REQUEST_SIZE_BYTES / 1024 / 1024} MB.`,
      )
    let to = this.#destination(call.url, call.endpoint)
    const { totalMs = CALL_TIMEOUT_MS, signal } = call
    const what = to.shown
    const deadline = new Deadline({ clock: this.#clock, totalMs, what, signal })
    try {
      for (let hops = 0; ; hops++) {
        const answer = await this.#exchange(to, call, deadline)
        if (answer.location === undefined) return answer
        if (hops === REDIRECT_HOPS)
          throw new CallError('rejected', `${what} redirects more than ${REDIRECT_HOPS} times.`)
        to = this.#redirected(to, answer.location, call)
      }
    } catch (error) {
      throw errorWithoutSecrets(asCallError(error, to), Object.values(call.endpoint?.headers ?? {}))
    } finally {
      deadline.end()
    }
  }

  /**
   * One transaction with a database that the operator named: read-only unless told otherwise, and no statement of it
   * longer than `totalMs`. An error, also of `work`, rolls it back and throws a `CallError`.
   */
  async postgres<T>(
    to: PostgresConnection,
    options: TransactOptions,
    work: (session: PgSession) => Promise<T>,
  ): Promise<T> {
    return await this.#databases.transact(to, options, work)
  }

  /** Sends a mail by a server that the operator named. Resolves when that server has taken it. */
  async mail(to: SmtpConnection, mail: Mail, options: MailLimits = {}): Promise<Sent> {
    return await this.#mailServers.send(to, mail, options)
  }

  /** Greets a mail server and shows it the credentials; sends nothing. */
  async greetMailServer(to: SmtpConnection, options: MailLimits = {}): Promise<void> {
    await this.#mailServers.greet(to, options)
  }

  /** Closes pooled connections. */
  async close(): Promise<void> {
    await this.#databases.close()
  }

  /** Where a URL leads: the place that the operator named for this call, or one on the list. */
  #destination(url: string, endpoint: Endpoint | undefined): Destination {
    if (endpoint !== undefined) {
      const named = namedDestination(url)
      if (named.url.origin === endpoint.origin) return named
    }
    return this.#allowed.destination(url)
  }

  #redirected(from: Destination, location: string, call: HttpCall): Destination {
    if ((call.method ?? 'GET') !== 'GET')
      throw new CallError('rejected', `${from.shown} redirects, and only a GET follows that.`)
    if (!URL.canParse(location, from.url.href))
      throw new CallError('answer', `${from.shown} redirects to what is no URL.`)
    const to = this.#destination(new URL(location, from.url).href, call.endpoint)
    if (from.secure && !to.secure)
      throw new CallError('refused', `${from.shown} redirects from https to http.`)
    return to
  }

  async #exchange(
    to: Destination,
    call: HttpCall,
    deadline: Deadline,
  ): Promise<HttpAnswer & { readonly location?: string }> {
    deadline.phase(CONNECT_TIMEOUT_MS, 'connect')
    const socket = await this.#dialer.dial(to, deadline.signal)
    const destroy = () => socket.destroy()
    deadline.signal.addEventListener('abort', destroy, { once: true })
    try {
      deadline.endPhase()
      if (call.progress !== undefined) call.progress.sent = true
      const response = await deadline.race(respond(socket, to, this.#head(to, call), call))
      const { statusCode: status = 0, headers } = response
      const { location } = headers
      if (call.progress !== undefined) call.progress.status = status
      if (REDIRECTS.has(status) && location !== undefined)
        return { status, type: '', text: '', location }
      deadline.phase(IDLE_TIMEOUT_MS, 'go on with its answer')
      const body = await deadline.race(
        readBody(response, {
          encoding: headers['content-encoding'],
          length: headers['content-length'],
          onPart: () => deadline.touch(),
        }),
      )
      const type = headers['content-type'] ?? ''
      if (status < 200 || status > 299)
        throw statusError(to, response, body.toString('utf8'), this.#clock.now())
      if (call.accept === 'json') mustBeJson(to, type)
      return { status, type, text: textOf(to, body) }
    } finally {
      deadline.signal.removeEventListener('abort', destroy)
      socket.destroy()
    }
  }

  /** Our own headers, and at the place that the operator named, its secrets. */
  #head(to: Destination, { headers, body, accept, endpoint }: HttpCall): Record<string, string> {
    const head: Record<string, string> = {
      ...headers,
      host: to.url.host,
      'user-agent': 'cellwake',
      'accept-encoding': 'gzip',
      connection: 'close',
      ...(accept === 'json' && { accept: 'application/json' }),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    }
    if (endpoint?.origin === to.url.origin)
      for (const [name, secret] of Object.entries(endpoint.headers ?? {}))
        head[name] = openSecret(secret)
    return head
  }
}

/** Sends a request over a socket. Resolves when the head of the answer is there. */
function respond(
  socket: Socket,
  { url }: Destination,
  headers: Record<string, string>,
  { method = 'GET', body }: HttpCall,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      setHost: false,
      maxHeaderSize: RESPONSE_HEAD_BYTES,
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.once('upgrade', () => reject(new CallError('answer', 'It changed the protocol.')))
    request.end(body)
  })
}
