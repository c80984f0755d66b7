// What the command line refuses, with codes that others may rely on.

/** All codes, with their meaning. */
export const cliErrors = {
  'functions-unusable': {
    message: 'The module of --functions cannot be loaded, or describes no function.',
    retryable: false,
    status: 400,
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
  'formatter-broken': {
    message: 'The formatter would have changed what a model means. Nothing was written.',
    retryable: false,
    status: 500,
  },
} as const

/** The code of an error of the command line. */
export type CliErrorCode = keyof typeof cliErrors

/** The message says what to do, and no stack is shown. From status 500 on it is a failure of ours. */
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

/** Told by its name: loading the engine only to ask would make every command half a second slower. */
export function isEngineError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && error.name === 'EngineError' && 'code' in error
}
