// The gate that every request passes before its body is read: is the server serving, is it called by its
// name and from its own pages; then the rate limit, the token, the scope, and the permission for the thing.

import type { Permission } from '@cellwake/client'
import type { FastifyRequest } from 'fastify'
import { ServerError } from './errors.ts'
import {
  ADDRESS_BURST_REQUESTS,
  ADDRESS_REQUESTS_PER_S,
  CALLER_BURST_REQUESTS,
  CALLER_CONCURRENT_REQUESTS,
  CALLER_REQUESTS_PER_S,
  CONCURRENT_REQUESTS,
  URL_CHARS,
  WRONG_TOKENS_BURST_REQUESTS,
  WRONG_TOKENS_PER_S,
} from './limits.ts'
import type { Parts } from './parts.ts'
import { local, type Principal, stranger, type Thing } from './principal.ts'
import { addressKey, type Rate, Rates } from './rates.ts'
import { unknownModel, unknownTopic, unknownWorkflow } from './resources.ts'

export interface RateLimits {
  /** Of one caller. */
  readonly caller?: Rate
  /** From one address. */
  readonly address?: Rate
}

type Known = Pick<Parts, 'auth' | 'origins' | 'clock'>

export class Gate {
  readonly #parts: Known
  readonly #callers: Rates
  readonly #addresses: Rates
  readonly #wrongTokens: Rates
  readonly #working = new Map<string, number>()
  #inAll = 0

  constructor(parts: Known, limits: RateLimits = {}) {
    this.#parts = parts
    const { clock } = parts
    this.#callers = new Rates(
      clock,
      limits.caller ?? { perSecond: CALLER_REQUESTS_PER_S, burst: CALLER_BURST_REQUESTS },
    )
    this.#addresses = new Rates(
      clock,
      limits.address ?? { perSecond: ADDRESS_REQUESTS_PER_S, burst: ADDRESS_BURST_REQUESTS },
    )
    this.#wrongTokens = new Rates(clock, {
      perSecond: WRONG_TOKENS_PER_S,
      burst: WRONG_TOKENS_BURST_REQUESTS,
    })
  }

  /**
   * Authenticates and authorizes a request; gives its principal, or throws. The permission of an unknown
   * address is `undefined`.
   */
  admit(request: FastifyRequest, permission: Permission | undefined): Principal {
    checkAddress(request.url)
    this.#checkPage(request, permission)
    mustWait(this.knock(request.ip))
    if (permission === undefined || permission.scope === 'public') {
      return this.#parts.auth.open ? local : stranger
    }
    const principal = this.#authenticate(request)
    mustWait(this.#callers.take(principal.name))
    if (!principal.has(permission.scope)) {
      throw new ServerError('forbidden', `This needs the scope ${permission.scope}.`)
    }
    if (permission.on !== 'server') checkReach(request, principal, permission.on)
    if (request.method === 'POST' && !isJson(request) && !isBare(request)) {
      throw new ServerError('json-needed', 'The request is not JSON.')
    }
    return principal
  }

  /** Works on a request, unless too many are worked on. */
  async within<T>({ name, open }: Principal, work: () => Promise<T>): Promise<T> {
    const mine = this.#working.get(name) ?? 0
    const most = open ? CONCURRENT_REQUESTS : CALLER_CONCURRENT_REQUESTS
    if (this.#inAll >= CONCURRENT_REQUESTS || mine >= most) {
      throw new ServerError('busy', 'Too many requests are being worked on.', { retryAfterS: 1 })
    }
    this.#inAll += 1
    this.#working.set(name, mine + 1)
    try {
      return await work()
    } finally {
      this.#inAll -= 1
      const left = (this.#working.get(name) ?? 1) - 1
      if (left > 0) this.#working.set(name, left)
      else this.#working.delete(name)
    }
  }

  /** Without tokens every request may do everything, so pages of other origins are refused (CSRF). */
  #checkPage({ headers }: FastifyRequest, permission: Permission | undefined): void {
    const { auth, origins } = this.#parts
    if (!auth.open) return
    if (!origins.isOurHost(headers.host)) {
      throw new ServerError('host-refused', 'The server does not go by this name.')
    }
    // By the route and not by the address, which may be written in many ways.
    const guarded = permission !== undefined && permission.scope !== 'public'
    if (guarded && !origins.isOurPage(headers)) {
      throw new ServerError('origin-refused', 'This page is not of this server.')
    }
  }

  /** Milliseconds until an address may ask again; 0 if it may now. */
  knock(address: string): number {
    return this.#addresses.take(addressKey(address))
  }

  /** Counts a wrong token against its address: 0, or the milliseconds that its sender must wait. */
  wrongToken(address: string): number {
    return this.#wrongTokens.take(addressKey(address))
  }

  #authenticate(request: FastifyRequest): Principal {
    const { authorization } = request.headers
    const principal = this.#parts.auth.fromHeader(authorization)
    if (principal !== undefined) return principal
    if (authorization !== undefined) mustWait(this.wrongToken(request.ip))
    const what = authorization === undefined ? 'There is no token.' : 'The token is not valid.'
    throw new ServerError('unauthenticated', what)
  }
}

function mustWait(ms: number): void {
  if (ms === 0) return
  const retryAfterS = Math.max(1, Math.ceil(ms / 1000))
  throw new ServerError('rate-limited', 'Too many requests.', { retryAfterS })
}

function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '')
}

/** No body, and no word about one: a form of a page always says what it sends. */
function isBare({ headers }: FastifyRequest): boolean {
  const { 'content-type': type, 'content-length': length = '0' } = headers
  return type === undefined && length === '0' && headers['transfer-encoding'] === undefined
}

/** No name of ours needs dots as a whole part of an address, or control characters. */
function checkAddress(url: string): void {
  if (url.length > URL_CHARS) throw new ServerError('url-too-long', 'The address is too long.')
  const [path = ''] = url.split('?')
  const plain = decoded(path)
  if (plain === undefined || /\p{Cc}/u.test(plain)) {
    throw new ServerError('bad-request', 'The address is malformed.')
  }
  // Some proxies decode twice; a doubly encoded path is refused as well.
  for (const text of [plain, decoded(plain) ?? plain]) {
    if (text.split(/[/\\]/).some((part) => part === '..' || part === '.')) {
      throw new ServerError('not-found', 'There is nothing at this address.')
    }
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The part of an address that names a thing. */
const nameOf = { model: 'id', topic: 'topic', workflow: 'name' } as const
const unknown = { model: unknownModel, topic: unknownTopic, workflow: unknownWorkflow }

/** A model that is named only in the body is checked by its handler. */
function checkReach(request: FastifyRequest, principal: Principal, thing: Thing): void {
  const params = request.params as Readonly<Record<string, string>>
  const name = params[nameOf[thing]]
  if (name === undefined || principal.reaches(thing, name)) return
  throw unknown[thing](name)
}
