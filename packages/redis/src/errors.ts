// The catalogue of Redis errors: a code, the problem, and the remedy.

import { HomeError } from '@cellwake/engine'

interface Entry {
  readonly message: string
  readonly advice: string
  readonly retryable: boolean
  readonly status: number
}

export const redisErrors = {
  'url-malformed': {
    message: 'The Redis URL cannot be used',
    advice:
      'Use redis://user:password@host:port, or rediss:// for TLS; for a cluster, several with commas.',
    retryable: false,
    status: 400,
  },
  unreachable: {
    message: 'Redis cannot be reached',
    advice: 'Check the URL, that the server runs, and that this host may connect.',
    retryable: true,
    status: 503,
  },
  refused: {
    message: 'Redis refused',
    advice:
      'Check the user and the password, or let `cellwake doctor --redis URL --fix` set up the users.',
    retryable: false,
    status: 500,
  },
  'too-old': {
    message: 'This Redis is too old',
    advice: 'Functions came with Redis 7. Install that, or a newer one, or Valkey.',
    retryable: false,
    status: 500,
  },
  'durability-unmet': {
    message: 'This Redis does not keep what it acknowledges',
    advice:
      'Set appendonly yes and appendfsync always, or let `cellwake doctor --redis URL --fix` do it; to run with less all the same, set CELLWAKE_REDIS_ACCEPT_TIER to its tier.',
    retryable: false,
    status: 500,
  },
  evicting: {
    message: 'This Redis throws data away when memory is short',
    advice:
      'Set maxmemory-policy noeviction, or let `cellwake doctor --redis URL --fix` do it; otherwise it would throw models away.',
    retryable: false,
    status: 500,
  },
  'library-other': {
    message: 'Redis holds another library under the name of ours',
    advice: 'Somebody has changed it. Remove it with FUNCTION DELETE, and start again.',
    retryable: false,
    status: 500,
  },
  'library-missing': {
    message: 'Redis does not have the functions of this version',
    advice:
      'Start with a user that may load libraries, or run `cellwake doctor --redis URL --fix` with one.',
    retryable: false,
    status: 500,
  },
  'model-newer': {
    message: 'The model was written by a newer version of Cellwake',
    advice: 'Install that version or a newer one. Nothing was changed.',
    retryable: false,
    status: 500,
  },
} as const satisfies Record<string, Entry>

export type RedisErrorCode = keyof typeof redisErrors

export class RedisError extends HomeError {
  override readonly name = 'RedisError'
  declare readonly code: RedisErrorCode
  readonly detail: string

  constructor(code: RedisErrorCode, detail?: string, options?: { cause?: unknown }) {
    const { message, ...fault } = redisErrors[code]
    super(`${message}${detail ? `: ${detail}` : ''}. ${fault.advice}`, { code, ...fault }, options)
    this.detail = detail ?? message
  }
}
