// Errors of the command line, with stable codes.

/** All codes, with their meaning. */
export const cliErrors = {
  'functions-unusable': {
    message: 'The module of --functions cannot be loaded, or describes no function.',
    retryable: false,
    status: 400,
  },
  'workflows-unusable': {
    message: 'The file of --workflows holds no workflow, or one that cannot run.',
    retryable: false,
    status: 400,
  },
  'bad-connection': {
    message: 'The description of a connection cannot be read.',
    retryable: false,
    status: 400,
  },
  'bad-sink': {
    message: 'The description of a sink cannot be read.',
    retryable: false,
    status: 400,
  },
  'unknown-sink': {
    message: 'There is no such sink.',
    retryable: false,
    status: 404,
  },
  'no-store': {
    message: 'open was not told where everything is kept.',
    retryable: false,
    status: 400,
  },
  'store-not-shared': {
    message: 'The store is held by one process, and several need it.',
    retryable: false,
    status: 400,
  },
  'unknown-connection': {
    message: 'There is no such connection.',
    retryable: false,
    status: 404,
  },
  'bad-set': {
    message: '--set takes a symbol and an expression, such as --set A1=5.',
    retryable: false,
    status: 400,
  },
  'bad-time': {
    message: 'A time needs a date, a time and a zone, such as 2026-01-01T09:00Z.',
    retryable: false,
    status: 400,
  },
  'no-tests': {
    message: 'There is no model test to run.',
    retryable: false,
    status: 400,
  },
  'runtime-elsewhere': {
    message: 'A Lua runtime needs Redis.',
    retryable: false,
    status: 400,
  },
  'redis-unnamed': {
    message: 'It is not said which Redis.',
    retryable: false,
    status: 400,
  },
  'bad-setting': {
    message: 'A setting is not what it should be.',
    retryable: false,
    status: 400,
  },
  'config-unusable': {
    message: 'The configuration file cannot be read.',
    retryable: false,
    status: 400,
  },
  'auth-unusable': {
    message: 'The file of --auth cannot be read, or holds no tokens.',
    retryable: false,
    status: 400,
  },
  'port-taken': {
    message: 'Another program listens on the port.',
    retryable: true,
    status: 400,
  },
  'no-folder': {
    message: 'There is no such folder.',
    retryable: false,
    status: 400,
  },
  'two-files': {
    message: 'Two files of a folder are the same model.',
    retryable: false,
    status: 400,
  },
  'not-confirmed': {
    message: 'Something that cannot be undone was not confirmed.',
    retryable: false,
    status: 400,
  },
  'bad-file': {
    message: 'A file cannot be read or written, or is not what its name says.',
    retryable: false,
    status: 400,
  },
  'file-too-large': {
    message: 'A file is larger than Cellwake takes.',
    retryable: false,
    status: 413,
  },
  'no-sheet': {
    message: 'The model has no such sheet.',
    retryable: false,
    status: 404,
  },
  'unknown-rule': {
    message: 'The model has no such rule.',
    retryable: false,
    status: 404,
  },
  'not-a-checkout': {
    message: 'The benchmarks are part of a clone of the project.',
    retryable: false,
    status: 400,
  },
  'formatter-broken': {
    message: 'The formatter would have changed what a model means. Nothing was written.',
    retryable: false,
    status: 500,
  },
} as const

/** The code of an error of the command line. */
export type CliErrorCode = keyof typeof cliErrors

/** The message has the remedy, and no stack is shown. From status 500 on it is a failure of ours. */
export class CliError extends Error {
  readonly code: CliErrorCode
  readonly retryable: boolean
  readonly status: number

  constructor(code: CliErrorCode, detail: string) {
    super(detail)
    this.name = 'CliError'
    this.code = code
    this.retryable = cliErrors[code].retryable
    this.status = cliErrors[code].status
  }
}

/** An error with a code, whose message has the remedy. */
export type Explained = Error & { readonly code: string; readonly status?: number }

// The errors of the other packages, told by their names: loading the engine only to ask would make
// every command half a second slower.
const explainedNames = [
  'CliError',
  'StoreError',
  'RejectedError',
  'EngineError',
  'WorkersError',
  'RedisError',
  'DiagnosticsError',
  'ServerError',
  'ApiError',
]

export function isExplained(error: unknown): error is Explained {
  return error instanceof Error && explainedNames.includes(error.name) && 'code' in error
}

/** The error in the command line's terms: a server's remedy about headers becomes one about settings. */
export function asTold(error: unknown): unknown {
  if (!isExplained(error) || error.name !== 'ApiError' || error.status !== 401) return error
  const what = /^[^.]*\./.exec(error.message)?.[0] ?? 'The server refused the token.'
  const help = 'Set CELLWAKE_TOKEN to a token that the server knows.'
  return Object.assign(new Error(`${what} ${help}`, { cause: error }), {
    name: error.name,
    code: error.code,
    status: error.status,
  })
}

/** 1 where the user can mend it, 3 where we must. */
export function exitCodeOf(error: unknown): number {
  if (!isExplained(error)) return 3
  if (error.name === 'StoreError') return error.code === 'internal' ? 3 : 1
  // The engine's errors are about its arguments, those of Redis about where it is and how it is set.
  if (['EngineError', 'WorkersError', 'RedisError', 'DiagnosticsError'].includes(error.name))
    return 1
  // A server that will not start names the setting.
  if (error.name === 'ServerError') return error.code === 'internal' ? 3 : 1
  // An overloaded or unreachable server, or one owned by another host, is no fault.
  return error.status === undefined || error.status < 500 || error.status === 503 ? 1 : 3
}
