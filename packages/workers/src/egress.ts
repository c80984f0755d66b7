// The one door out. Every socket to the outside is opened here: the host is on the operator's list or named in the
// configuration, its name is resolved once, every address it leads to is checked, and the connection goes to an
// address that was checked. Sizes and times are bounded, redirects are checked again, nothing is taken from the
// environment, and secrets are opened here alone and leave with the request.

import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { createConnection, Socket } from 'node:net'
import { rootCertificates, connect as startTls } from 'node:tls'
import type { Clock } from '@cellwake/scheduler'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { isAddress, whyForbidden } from './addresses.ts'
import { mustBeJson, textOf } from './answer-text.ts'
import { readBody } from './body.ts'
import type { PostgresConnection, SmtpConnection } from './connection.ts'
import { Deadline } from './deadline.ts'
import { AllowList, type Destination, namedDestination } from './destinations.ts'
import { CallError } from './errors.ts'
import type { Endpoint, HttpAnswer, HttpCall, Progress } from './http-call.ts'
import {
  CALL_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  HOST_ADDRESSES,
  IDLE_TIMEOUT_MS,
  POSTGRES_CONNECTIONS,
  POSTGRES_IDLE_MS,
  REDIRECT_HOPS,
  REQUEST_SIZE_BYTES,
  RESPONSE_HEAD_BYTES,
} from './limits.ts'
import { asCallError } from './network-error.ts'
import { fromPostgres } from './pg-error.ts'
import { inTransaction, type PgSession, sessionOf } from './pg-session.ts'
import { openSecret, withoutSecrets } from './secret.ts'
import { fromSmtp } from './smtp-error.ts'
import { statusError } from './status-error.ts'

/**
 * How names are found and sockets opened; a test may put another in its place.
 * @internal Its types are Node's, which users of the library need not have installed.
 */
export interface Network {
  lookup(host: string): Promise<readonly string[]>
  connect(address: string, port: number): Socket
}

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text?: string | undefined
  readonly html?: string | undefined
  readonly messageId?: string
  /** When it was written; now if left out. */
  readonly date?: string | number
  readonly headers?: Readonly<Record<string, string>>
}

export interface EgressOptions {
  readonly clock: Clock
  /** The hosts that models may reach; nothing if left out. */
  readonly allow?: readonly string[]
  /** Certificates of authorities, as PEM, that are trusted beside the usual ones. */
  readonly ca?: string
  /** @internal */
  readonly network?: Network
}

export interface MailLimits {
  readonly totalMs?: number
  readonly signal?: AbortSignal
  readonly progress?: Progress
}

type Target = Pick<Destination, 'host' | 'port' | 'secure' | 'mayBePrivate'>

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

export class Egress {
  readonly #clock: Clock
  readonly #allowed: AllowList
  readonly #authorities: readonly string[] | undefined
  readonly #network: Network
  readonly #pools = new Map<string, { readonly version: number; readonly pool: pg.Pool }>()

  constructor(options: EgressOptions) {
    this.#clock = options.clock
    this.#allowed = new AllowList(options.allow ?? [])
    this.#authorities = options.ca === undefined ? undefined : [...rootCertificates, options.ca]
    this.#network = options.network ?? realNetwork
  }

  /** One HTTP call. Whatever is not a success throws a `CallError`. */
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
      throw this.#withoutSecretsOf(call.endpoint, asCallError(error, to))
    } finally {
      deadline.end()
    }
  }

  /**
   * One transaction with a database that the operator named: read-only unless told otherwise, and no statement of it
   * longer than `totalMs`. What fails, of `work` too, rolls it back and throws a `CallError`.
   */
  async postgres<T>(
    to: PostgresConnection,
    options: {
      readonly mayWrite?: true
      readonly totalMs?: number
      readonly signal?: AbortSignal
      readonly progress?: Progress
      /** The session is closed after it, with whatever was set in it. */
      readonly alone?: true
    },
    work: (session: PgSession) => Promise<T>,
  ): Promise<T> {
    const { totalMs = CALL_TIMEOUT_MS, signal, mayWrite, progress, alone } = options
    const what = `The database ${to.name}`
    const deadline = new Deadline({ clock: this.#clock, totalMs, what, signal })
    let client: pg.PoolClient | undefined
    try {
      client = await this.#client(to, deadline)
      if (progress !== undefined) progress.sent = true
      const answer = await deadline.race(inTransaction(sessionOf(client), totalMs, mayWrite, work))
      client.release(alone === true)
      client = undefined
      return answer
    } catch (error) {
      throw fromPostgres(error, to)
    } finally {
      // Its transaction is in an unknown state: it is closed, and the server rolls back.
      client?.release(true)
      deadline.end()
    }
  }

  async #client(to: PostgresConnection, deadline: Deadline): Promise<pg.PoolClient> {
    const connecting = this.#pool(to).connect()
    try {
      return await deadline.race(connecting)
    } catch (error) {
      // One that comes after the time was up goes back unused.
      connecting.then((late) => late.release(), noError)
      throw error
    }
  }

  /** Sends a mail by a server that the operator named. Resolves when that server has taken it. */
  async mail(
    to: SmtpConnection,
    mail: Mail,
    options: MailLimits = {},
  ): Promise<{ readonly response: string; readonly rejected: readonly string[] }> {
    return await this.#withMailServer(to, options, async (server) => {
      const { to, cc = [], bcc = [], date, headers, ...rest } = mail
      const { response, rejected } = await server.sendMail({
        ...{ ...rest, to: [...to], cc: [...cc], bcc: [...bcc], headers: { ...headers } },
        ...(date !== undefined && { date: new Date(date) }),
      })
      return { response, rejected: rejected.map(String) }
    })
  }

  /** Greets a mail server and shows it the credentials; sends nothing. */
  async greetMailServer(to: SmtpConnection, options: MailLimits = {}): Promise<void> {
    await this.#withMailServer(to, options, (server) => server.verify())
  }

  async #withMailServer<T>(
    to: SmtpConnection,
    { totalMs = CALL_TIMEOUT_MS, signal, progress }: MailLimits,
    work: (server: ReturnType<typeof createTransport>) => Promise<T>,
  ): Promise<T> {
    const { host, port, secure, user, password } = to
    const place = { host, port, shown: `The mail server ${to.name}` }
    const deadline = new Deadline({ clock: this.#clock, totalMs, what: place.shown, signal })
    const auth =
      user === undefined
        ? undefined
        : { user, pass: password === undefined ? '' : openSecret(password) }
    const transport = createTransport({
      host,
      port,
      secure,
      requireTLS: !secure && !isLoopback(host),
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(auth !== undefined && { auth }),
      tls: { servername: isAddress(host) ? '' : host, ...this.#trust() },
      getSocket: (
        _options: unknown,
        callback: (error: Error | null, found?: { connection: Socket }) => void,
      ) => {
        this.#dial({ host, port, secure: false, mayBePrivate: true }, deadline.signal).then(
          (connection) => {
            if (progress !== undefined) progress.sent = true
            callback(null, { connection })
          },
          (error) => callback(error),
        )
      },
    })
    try {
      return await deadline.race(work(transport))
    } catch (error) {
      const { responseCode } = Object(error) as { readonly responseCode?: unknown }
      if (progress !== undefined && typeof responseCode === 'number') progress.status = responseCode
      const failure = fromSmtp(error) ?? asCallError(error, place)
      throw password === undefined
        ? failure
        : this.#withoutSecretsOf({ origin: '', headers: { password } }, failure)
    } finally {
      transport.close()
      deadline.end()
    }
  }

  /** Ends what is kept open. */
  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map(({ pool }) => pool.end()))
  }

  #pool(to: PostgresConnection): pg.Pool {
    const known = this.#pools.get(to.name)
    if (known?.version === to.version) return known.pool
    known?.pool.end().catch(noError)
    const { host, port, user, database, password, secure } = to
    // Everything is given, so that nothing is taken from the environment or a file in the home folder.
    const pool = new pg.Pool({
      host,
      port,
      user,
      database,
      password: () => (password === undefined ? '' : openSecret(password)),
      ssl: secure ? this.#trust() : false,
      application_name: 'cellwake',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: POSTGRES_IDLE_MS,
      allowExitOnIdle: true,
      max: POSTGRES_CONNECTIONS,
      stream: () => this.#laterSocket(),
    })
    // A socket that breaks while nobody asks over it is told to the next who does.
    pool.on('error', noError)
    pool.on('connect', (client) => client.on('error', noError))
    this.#pools.set(to.name, { version: to.version, pool })
    return pool
  }

  /** A socket that its user connects; it finds hosts as all others do. */
  #laterSocket(): Socket {
    const socket = new Socket()
    const connect = socket.connect.bind(socket)
    const find = (host: string) => this.#network.lookup(host)
    return Object.assign(socket, {
      connect: (port: number, host: string) =>
        connect({
          port,
          host,
          lookup: (name, _options, found) => {
            find(name).then(
              (addresses) =>
                found(
                  null,
                  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
                ),
              (error) => found(error, []),
            )
          },
          autoSelectFamily: true,
        }),
    })
  }

  #trust(): { ca?: string[] } {
    return this.#authorities === undefined ? {} : { ca: [...this.#authorities] }
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
    const socket = await this.#dial(to, deadline.signal)
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

  /** A socket to an address of the host that was checked, with TLS if the URL says so. */
  async #dial(to: Target, signal: AbortSignal): Promise<Socket> {
    const addresses = await this.#addresses(to, signal)
    let failure: unknown
    for (const address of addresses.slice(0, HOST_ADDRESSES)) {
      try {
        const socket = await opened(this.#network.connect(address, to.port), 'connect', signal)
        return to.secure ? await this.#secured(socket, to, signal) : socket
      } catch (error) {
        if (signal.aborted) throw signal.reason
        failure = error
      }
    }
    throw failure
  }

  /** Resolved once. If any of them is forbidden, none is used: a name that leads to both is up to no good. */
  async #addresses(to: Target, signal: AbortSignal): Promise<readonly string[]> {
    const { host } = to
    const addresses = isAddress(host) ? [host] : await abortable(this.#network.lookup(host), signal)
    if (addresses.length === 0) throw new CallError('transient', `${host} has no address.`)
    for (const address of to.mayBePrivate ? [] : addresses) {
      const why = whyForbidden(address)
      if (why === undefined) continue
      const shown = host.includes(':') ? `[${host}]` : host
      const entry = `${to.secure ? 'https' : 'http'}://${shown}:${to.port}`
      throw new CallError(
        'refused',
        `${host} leads to ${address}, which models may not reach: it is ${why}. To allow it, add ${JSON.stringify(entry)}, with its port, to the setting outside.allow.`,
      )
    }
    return addresses
  }

  #secured(socket: Socket, { host }: Target, signal: AbortSignal): Promise<Socket> {
    const secured = startTls({
      socket,
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // By its address a host is checked as well, but there is no name to ask for.
      ...(isAddress(host) ? { host } : { servername: host }),
      ...this.#trust(),
    })
    return opened(secured, 'secureConnect', signal)
  }

  #withoutSecretsOf(endpoint: Endpoint | undefined, error: CallError): CallError {
    const secrets = Object.values(endpoint?.headers ?? {})
    const shown = withoutSecrets(error.message, secrets)
    if (shown === error.message) return error
    const { retryAfterMs } = error
    return new CallError(error.class, shown, retryAfterMs === undefined ? {} : { retryAfterMs })
  }
}

const noError = () => {}

const realNetwork: Network = {
  lookup: async (host) =>
    (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  connect: (host, port) => createConnection({ host, port }),
}

/** Resolves when the socket is open. One that is not is destroyed. */
function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      socket.off(event, onOpen)
      socket.off('error', settle)
      signal.removeEventListener('abort', onAbort)
      // What it still has to say is said to those who use it, and harms nobody else.
      socket.on('error', noError)
      if (error === undefined) resolve(socket)
      else {
        socket.destroy()
        reject(error)
      }
    }
    const onOpen = () => settle()
    const onAbort = () => settle(signal.reason)
    socket.once(event, onOpen)
    socket.once('error', settle)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '::1'
}
