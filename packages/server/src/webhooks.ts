// Webhooks of others: `POST /hooks/:name` publishes to the topic that the operator named, if the signature is right and the time
// is near. The same delivery again gets the first answer, so the sender may repeat it as often as it likes.

import { isSignedAsGitHub, isSignedBy, Secret } from '@cellwake/workers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServerError } from './errors.ts'
import type { Gate } from './gate.ts'
import { BODY_BYTES, HOOK_ID_CHARS, HOOK_WINDOW_MS } from './limits.ts'
import type { Parts } from './parts.ts'

export interface HookConfig {
  readonly topic: string
  /** The sender's signing secret; `whsec_…` holds its bytes in base64. */
  readonly secret: string
  /** How it signs: as the Standard Webhooks specification says, or as GitHub does. */
  readonly scheme?: 'standard' | 'github'
}

/** By the name in the address. */
export type HooksConfig = Readonly<Record<string, HookConfig>>

interface Hook {
  readonly topic: string
  readonly secret: Secret
  readonly scheme: 'standard' | 'github'
}

export function mountHooks(
  app: FastifyInstance,
  parts: Parts,
  gate: Gate,
  config: HooksConfig = {},
): void {
  const hooks = new Map(Object.entries(config).map(([name, given]) => [name, hookOf(name, given)]))
  if (hooks.size === 0) return
  void app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    scope.route({
      method: 'POST',
      url: '/hooks/:name',
      bodyLimit: BODY_BYTES,
      config: { permission: { scope: 'public' } },
      handler: async (request, reply) => {
        const { name } = request.params as { readonly name: string }
        const answer = await take(name, hooks.get(name), request, parts, gate)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      },
    })
  })
}

async function take(
  name: string,
  hook: Hook | undefined,
  request: FastifyRequest,
  { workflows, clock }: Parts,
  gate: Gate,
): Promise<{ readonly messageId: string; readonly rev: number }> {
  const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
  const delivery = hook === undefined ? undefined : deliveryOf(hook, request, body, clock.now())
  if (hook === undefined || delivery === undefined) {
    const waitMs = gate.wrongToken(request.ip)
    if (waitMs > 0) {
      const retryAfterS = Math.ceil(waitMs / 1000)
      throw new ServerError('rate-limited', 'Too many requests.', { retryAfterS })
    }
    // A name that is not there and a wrong secret look the same.
    throw new ServerError('bad-signature', 'The signature is missing, wrong or too old.')
  }
  if (workflows === undefined) throw new ServerError('no-workflows', 'This host runs no workflows.')
  const message = { messageId: `hook/${name}/${delivery}`, payload: jsonOf(body) }
  return workflows.publish(hook.topic, message, { by: `hook:${name}` })
}

/** The sender's id of a delivery; undefined if it is not signed as it must be. */
function deliveryOf(
  { secret, scheme }: Hook,
  { headers }: FastifyRequest,
  body: string,
  now: number,
): string | undefined {
  const header = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= HOOK_ID_CHARS * 8 ? value : ''
  }
  if (scheme === 'github') {
    const id = header('x-github-delivery')
    const isRight = isSignedAsGitHub(secret, header('x-hub-signature-256'), body)
    return isRight && isId(id) ? id : undefined
  }
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  const signature = header('webhook-signature')
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1000 : Number.NaN
  const isNear = Math.abs(now - at) <= HOOK_WINDOW_MS
  return isNear && isId(id) && isSignedBy(secret, { id, timestamp, signature }, body)
    ? id
    : undefined
}

function isId(id: string): boolean {
  return id.length > 0 && id.length <= HOOK_ID_CHARS && /^[\x21-\x7e]+$/.test(id)
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ServerError('bad-json', 'The webhook is not JSON.')
  }
}

function hookOf(name: string, given: unknown): Hook {
  const { topic, secret, scheme = 'standard', ...rest } = Object(given) as Record<string, unknown>
  const refuse = (what: string) => new ServerError('bad-hook', `hooks.${name} ${what}.`)
  const [unknown] = Object.keys(rest)
  if (!/^[\w.-]{1,64}$/.test(name)) throw refuse('is no name: letters, digits, . - and _')
  if (unknown !== undefined) throw refuse(`has no setting ${unknown}`)
  if (typeof topic !== 'string' || topic === '') throw refuse('names no topic')
  if (typeof secret !== 'string' || secret.length < 8) {
    throw refuse('needs a secret of at least 8 characters')
  }
  if (scheme !== 'standard' && scheme !== 'github') throw refuse('has a scheme standard or github')
  return { topic, secret: new Secret(secret), scheme }
}
