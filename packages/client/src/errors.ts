// Errors of the clients: refusals of a server, and requests that never reached one, from one
// catalogue.

interface Entry {
  readonly status: number
  readonly retryable: boolean
  /** The remedy. */
  readonly help: string
}

/** Codes of the clients' own; servers have more. Status 0: no server answered. */
export const clientErrors = {
  unreachable: {
    status: 0,
    retryable: true,
    help: 'See whether the server runs and the address is right.',
  },
  'bad-answer': {
    status: 0,
    retryable: false,
    help: 'See whether the address is that of a Cellwake server.',
  },
  'no-websocket': {
    status: 0,
    retryable: false,
    help: 'Pass one: new LiveClient({ url, WebSocket }), with WebSocket from the package ws.',
  },
  refused: {
    status: 401,
    retryable: false,
    help: 'See whether the token is right and still valid.',
  },
} as const satisfies Record<string, Entry>

export type ClientErrorCode = keyof typeof clientErrors

export interface ApiErrorParts {
  readonly code: string
  readonly status: number
  readonly message: string
  readonly details?: unknown
  readonly requestId?: string | undefined
}

/** A request that did not succeed. `code` is to act on, `message` to read, `requestId` to report. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly requestId: string | undefined

  constructor(parts: ApiErrorParts, cause?: unknown) {
    super(parts.message, cause === undefined ? undefined : { cause })
    this.name = 'ApiError'
    this.code = parts.code
    this.status = parts.status
    this.details = parts.details
    this.requestId = parts.requestId
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return this.status === 503 || this.status === 429 || this.code === 'unreachable'
  }
}

export function clientError(code: ClientErrorCode, what: string, cause?: unknown): ApiError {
  const { status, help } = clientErrors[code]
  return new ApiError({ code, status, message: `${what} ${help}` }, cause)
}

/** A server's error. Every body gives an error to show, also a malformed one. */
export function errorFrom(status: number, body: unknown): ApiError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return new ApiError({
    code: text(error.code) ?? `http-${status}`,
    status,
    message: text(error.message) ?? `The server answered with status ${status}.`,
    details: error.details,
    requestId: text(error.requestId),
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
