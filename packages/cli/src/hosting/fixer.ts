// The fixer of the setting `fixer`: whoever is asked for a corrected script when one fails. A webhook, signed as those of sinks
// are, or a chat model behind an OpenAI-compatible address. Both are reached through the one door out.

import {
  type Connections,
  type Egress,
  type Endpoint,
  endpointOf,
  namedDestination,
  Secret,
  signWebhook,
  WorkersError,
  withoutPath,
} from '@cellwake/workers'
import { type FetchLike, type Fixer, openAiFixer, webhookFixer } from '@cellwake/workflows'
import { FIX_REQUEST_MS } from '../limits.ts'

export type FixerConfig =
  /** `secret` signs; `whsec_…` holds its bytes in base64. */
  | { readonly webhook: string; readonly secret?: string }
  /** The address up to and without `/chat/completions`, or a connection that has it with its credentials. */
  | { readonly model: string; readonly url?: string; readonly connection?: string }

interface Parts {
  readonly egress: Egress
  readonly connections: Connections
  /** The time now, for the signature. */
  readonly now: () => number
}

/** Throws `bad-config` with what is wrong. */
export function fixerOf(given: unknown, parts: Parts): Fixer | undefined {
  if (given === undefined) return undefined
  const { webhook, secret, model, url, connection, ...rest } = Object(given) as Record<
    string,
    unknown
  >
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw bad(`has no setting ${unknown}`)
  if ((webhook === undefined) === (model === undefined)) throw bad()
  if (webhook === undefined) {
    if (secret !== undefined || (url === undefined && connection === undefined)) throw bad()
    const place = {
      ...(url !== undefined && { url: addressOf(url).href }),
      ...(connection !== undefined && { connection: textOf(connection) }),
    }
    return modelFixer(textOf(model), place, parts)
  }
  if (url !== undefined || connection !== undefined) throw bad()
  const signer = secret === undefined ? undefined : new Secret(textOf(secret))
  return signedFixer(addressOf(webhook), signer, parts)
}

function signedFixer(to: URL, secret: Secret | undefined, parts: Parts): Fixer {
  const endpoint = { origin: to.origin }
  return (request) => {
    const id = `fix/${request.workflow}/${request.version}/${request.attempts.length}`
    const timestamp = String(Math.floor(parts.now() / 1000))
    const signed = (body: string) => ({
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...(secret !== undefined && {
        'webhook-signature': signWebhook(secret, id, timestamp, body),
      }),
    })
    const send = doorOut(parts, endpoint, signed)
    const fetch: FetchLike = (url, init) =>
      send(url, init).catch((error: unknown) => {
        throw withoutPath(error, to)
      })
    return webhookFixer({ url: to.href, fetch })(request)
  }
}

function modelFixer(model: string, place: Parameters<typeof endpointOf>[0], parts: Parts): Fixer {
  return async (request) => {
    const { base, endpoint } = await endpointOf(place, parts.connections)
    return openAiFixer({ url: base, model, fetch: doorOut(parts, endpoint) })(request)
  }
}

/** The part of `fetch` that fixers use. Any status but a success throws. */
function doorOut(
  { egress }: Parts,
  endpoint: Endpoint,
  more: (body: string) => Readonly<Record<string, string>> = () => ({}),
): FetchLike {
  return async (url, { method, headers, body, signal }) => {
    const all = { ...headers, ...more(body) }
    const call = { url, method, headers: all, body, endpoint, signal, totalMs: FIX_REQUEST_MS }
    const { status, text } = await egress.request(call)
    return { ok: true, status, text: async () => text }
  }
}

function addressOf(url: unknown): URL {
  try {
    return namedDestination(url as string).url
  } catch (error) {
    throw bad(
      `names an address that cannot be used: ${error instanceof Error ? error.message : ''}`,
    )
  }
}

function textOf(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  throw bad()
}

function bad(
  what = "is { webhook: 'https://…', secret }, { model, connection: 'openai' } or { model, url: 'https://…/v1' }",
): WorkersError {
  return new WorkersError('bad-config', `fixer ${what}.`.replace('..', '.'))
}
