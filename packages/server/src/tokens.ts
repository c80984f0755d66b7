// Tokens as an operator configures them. Only their hashes are kept: a token is 256 random bits, so one
// round of SHA-256 is as hard to turn back as any number of them.

import { createHash } from 'node:crypto'
import { type Scope, scope } from '@cellwake/client'
import { type System, system } from '@cellwake/store'
import * as z from 'zod'
import { ServerError } from './errors.ts'
import { TOKEN_MIN_CHARS, TOKEN_NAME_CHARS } from './limits.ts'
import { Principal } from './principal.ts'

export interface TokenConfig {
  /** The owner: shown in the audit, and the handle for revoking. Two tokens may share it. */
  readonly name: string
  /** The token itself, or the SHA-256 of it in hex. */
  readonly token?: string
  readonly hash?: string
  readonly scopes: readonly Scope[]
  /** Ids of models it reaches; `*` stands for any characters. Default: all. */
  readonly models?: readonly string[]
  /** Topics it reaches. Default: as `models`. */
  readonly topics?: readonly string[]
  /** Workflows it reaches. Default: as `models`. */
  readonly workflows?: readonly string[]
  /** Whether models that it deploys may change something outside. Default: with the scope `admin` only. */
  readonly mutate?: boolean
}

export interface KnownToken {
  readonly hash: Buffer
  readonly principal: Principal
}

const patterns = z.array(z.string().min(1).max(200)).max(1_000)
// No colon, since names are parts of the ids of receipts.
const namePattern = new RegExp(`^[A-Za-z0-9][A-Za-z0-9._@-]{0,${TOKEN_NAME_CHARS - 1}}$`)
const config = z.strictObject({
  name: z.string().regex(namePattern),
  token: z.string().min(TOKEN_MIN_CHARS).max(512).optional(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  scopes: z.array(scope).min(1),
  models: patterns.optional(),
  topics: patterns.optional(),
  workflows: patterns.optional(),
  mutate: z.boolean().optional(),
})

/** A new token. Its form is one that logs recognise. */
export function newToken(from: Pick<System, 'uniqueId'> = system): string {
  const bits = `${from.uniqueId()}${from.uniqueId()}${from.uniqueId()}`
  return `cw_${createHash('sha256').update(bits).digest('base64url')}`
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The tokens with their owners; throws `bad-token-config`, which never shows a token. */
export function knownTokens(configs: readonly TokenConfig[]): KnownToken[] {
  return configs.map((given, i) => {
    const read = config.safeParse(given)
    if (!read.success) throw refused(i, read.error.issues[0]?.path.join('.') ?? 'its form')
    const {
      token,
      hash,
      scopes,
      models = ['*'],
      topics = models,
      workflows = models,
      mutate = false,
      name,
    } = read.data
    if ((token === undefined) === (hash === undefined)) throw refused(i, 'token or hash, not both')
    const bytes = Buffer.from(hash ?? hashOf(token!), 'hex')
    return {
      hash: bytes,
      principal: new Principal({
        id: hashOf(`principal:${bytes.toString('hex')}`),
        name,
        scopes,
        models,
        topics,
        workflows,
        mutate,
        open: false,
      }),
    }
  })
}

function refused(index: number, what: string): ServerError {
  return new ServerError('bad-token-config', `Token ${index + 1} cannot be used: check ${what}.`)
}
