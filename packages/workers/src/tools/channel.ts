// Notification channels: a signed webhook, a channel of Slack or of a compatible service, a mail. The operator names them in the
// configuration. A message has an id, which is the same at each retry.

import { mustBe } from '../connection-access.ts'
import type { Connections } from '../connections.ts'
import { namedDestination } from '../destinations.ts'
import type { Egress } from '../egress.ts'
import { CallError, isCallError, WorkersError } from '../errors.ts'
import { CHANNEL_TIMEOUT_MS } from '../limits.ts'
import { Secret } from '../secret.ts'
import { signWebhook } from '../webhook-signature.ts'
import { notDone } from './tool.ts'

export type ChannelConfig =
  /** `secret` signs; `whsec_…` holds its bytes in base64. */
  | { readonly webhook: string; readonly secret?: string }
  | { readonly slack: string }
  | {
      readonly email: {
        readonly connection: string
        readonly to: string | readonly string[]
        readonly from?: string
      }
    }

export interface ChannelMessage {
  readonly id: string
  /** When it happened, in milliseconds. */
  readonly at: number
  /** One line for people. */
  readonly title: string
  /** More for people. */
  readonly text: string
  /** Structured data for programs, beside the id. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface Channel {
  readonly kind: 'webhook' | 'slack' | 'email'
  /** The destination, without parts that may be secret. */
  readonly shown: string
  /** Resolves when it was accepted; throws the failure otherwise. */
  send(message: ChannelMessage, signal: AbortSignal): Promise<void>
}

export interface ChannelParts {
  readonly egress: Egress
  readonly connections: Connections
  /** The time now, for the signature. */
  readonly now: () => number
}

/** Throws `bad-config` with the place in the configuration. */
export function channelOf(parts: ChannelParts, where: string, given: unknown): Channel {
  if (typeof given !== 'object' || given === null) throw bad(where)
  const { webhook, secret, slack, email, ...rest } = given as Record<string, unknown>
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw bad(where, `has no setting ${unknown}`)
  if ([webhook, slack, email].filter((one) => one !== undefined).length !== 1) throw bad(where)
  if (
    secret !== undefined &&
    (typeof secret !== 'string' || secret === '' || webhook === undefined)
  )
    throw bad(`${where}.secret`, 'is the text with which a webhook is signed')
  if (webhook !== undefined) return webhookChannel(parts, `${where}.webhook`, webhook, secret)
  if (slack !== undefined) return slackChannel(parts, `${where}.slack`, slack)
  return emailChannel(parts, `${where}.email`, email)
}

function webhookChannel(parts: ChannelParts, where: string, url: unknown, given: unknown): Channel {
  const to = placeOf(where, url)
  const secret = given === undefined ? undefined : new Secret(given as string)
  return {
    kind: 'webhook',
    shown: to.origin,
    send: async ({ id, at, data }, signal) => {
      const body = JSON.stringify({ id, at: new Date(at).toISOString(), ...data })
      const timestamp = String(Math.floor(parts.now() / 1000))
      const head = headerOf(id)
      await post(parts, to, body, signal, {
        'webhook-id': head,
        'webhook-timestamp': timestamp,
        ...(secret !== undefined && {
          'webhook-signature': signWebhook(secret, head, timestamp, body),
        }),
      })
    },
  }
}

function slackChannel(parts: ChannelParts, where: string, url: unknown): Channel {
  const to = placeOf(where, url)
  return {
    kind: 'slack',
    shown: to.origin,
    send: ({ title, text }, signal) => {
      const said = text === '' ? title : `${title}\n${text}`
      const escaped = said.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
      return post(parts, to, JSON.stringify({ text: escaped }), signal, {})
    },
  }
}

function emailChannel(parts: ChannelParts, where: string, given: unknown): Channel {
  const { connection, to, from } = Object(given) as Record<string, unknown>
  const list = (Array.isArray(to) ? to : [to]) as unknown[]
  const isFit = (one: unknown) => typeof one === 'string' && /^[^\s@<>,;"]+@[^\s@<>,;"]+$/.test(one)
  const isNamed = typeof connection === 'string' && connection !== ''
  if (!isNamed || !list.every(isFit) || (from !== undefined && !isFit(from)))
    throw bad(where, "is { connection: 'mail', to: 'ann@example.com', from }")
  return {
    kind: 'email',
    shown: list.join(', '),
    send: async ({ id, title, text }, signal) => {
      try {
        const server = mustBe(await parts.connections.open(connection), 'smtp')
        const sender = (from as string | undefined) ?? server.user ?? (list[0] as string)
        const messageId = `<${encodeURIComponent(id)}@${sender.split('@')[1] ?? 'cellwake'}>`
        const subject = title.replace(/\p{C}+/gu, ' ')
        const mail = { from: sender, to: list as string[], subject, text: text || title, messageId }
        await parts.egress.mail(server, mail, { signal, totalMs: CHANNEL_TIMEOUT_MS })
      } catch (error) {
        throw notDone(error)
      }
    },
  }
}

async function post(
  { egress }: ChannelParts,
  to: URL,
  body: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await egress.request({
      url: to.href,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      endpoint: { origin: to.origin },
      totalMs: CHANNEL_TIMEOUT_MS,
      signal,
    })
  } catch (error) {
    throw notDone(withoutPath(error, to))
  }
}

/** The path and the query of an address may be its secret: whoever has that of a channel of Slack may write to it. */
export function withoutPath(error: unknown, to: URL): unknown {
  if (!isCallError(error)) return error
  const { class: of, message, retryAfterMs } = error
  const shown = message.replaceAll(to.href, to.origin)
  const path =
    to.pathname === '/' ? shown : shown.replaceAll(`${to.origin}${to.pathname}`, to.origin)
  return new CallError(of, path, retryAfterMs === undefined ? {} : { retryAfterMs })
}

/** An id as a header can carry it. */
function headerOf(id: string): string {
  return /^[\x21-\x7e]+$/.test(id) ? id : encodeURIComponent(id)
}

function placeOf(where: string, url: unknown): URL {
  try {
    return namedDestination(url as string).url
  } catch (error) {
    throw bad(where, error instanceof Error ? `: ${error.message}` : '')
  }
}

function bad(
  where: string,
  what = "is { webhook: 'https://…', secret }, { slack: 'https://…' } or { email: { connection, to } }",
): WorkersError {
  return new WorkersError('bad-config', `${where} ${what}.`.replace(' : ', ': ').replace('..', '.'))
}
