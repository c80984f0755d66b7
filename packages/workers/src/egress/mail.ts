// Mails, by servers that the operator named.

import type { Socket } from 'node:net'
import type { Clock } from '@cellwake/scheduler'
import { createTransport } from 'nodemailer'
import { isAddress } from '../addresses.ts'
import type { SmtpConnection } from '../connection.ts'
import { Deadline } from '../deadline.ts'
import type { Progress } from '../http-call.ts'
import { CALL_TIMEOUT_MS } from '../limits.ts'
import { asCallError } from '../network-error.ts'
import { errorWithoutSecrets, openSecret } from '../secret.ts'
import { fromSmtp } from '../smtp-error.ts'
import type { Dialer } from './dialer.ts'

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

export interface MailLimits {
  readonly totalMs?: number
  readonly signal?: AbortSignal
  readonly progress?: Progress
}

/** The reply of the server, and the recipients it refused. */
export interface Sent {
  readonly response: string
  readonly rejected: readonly string[]
}

/** @internal */
export class MailServers {
  readonly #clock: Clock
  readonly #dialer: Dialer

  constructor(clock: Clock, dialer: Dialer) {
    this.#clock = clock
    this.#dialer = dialer
  }

  /** Resolves when the server has taken it. */
  async send(to: SmtpConnection, mail: Mail, options: MailLimits = {}): Promise<Sent> {
    return await this.#with(to, options, async (server) => {
      const { to, cc = [], bcc = [], date, headers, ...rest } = mail
      const { response, rejected } = await server.sendMail({
        ...{ ...rest, to: [...to], cc: [...cc], bcc: [...bcc], headers: { ...headers } },
        ...(date !== undefined && { date: new Date(date) }),
      })
      return { response, rejected: rejected.map(String) }
    })
  }

  /** Greets a mail server and shows it the credentials; sends nothing. */
  async greet(to: SmtpConnection, options: MailLimits = {}): Promise<void> {
    await this.#with(to, options, (server) => server.verify())
  }

  async #with<T>(
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
      tls: { servername: isAddress(host) ? '' : host, ...this.#dialer.trust() },
      getSocket: (
        _options: unknown,
        callback: (error: Error | null, found?: { connection: Socket }) => void,
      ) => {
        this.#dialer.dial({ host, port, secure: false, mayBePrivate: true }, deadline.signal).then(
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
      throw password === undefined ? failure : errorWithoutSecrets(failure, [password])
    } finally {
      transport.close()
      deadline.end()
    }
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '::1'
}
