// Errors of the server itself, from one catalogue. Errors of the engine and the store keep their own codes.

interface Entry {
  readonly status: number
  readonly retryable: boolean
  /** The remedy. */
  readonly help: string
}

const entry = (status: number, help: string, retryable = false): Entry => ({
  status,
  retryable,
  help,
})

export const serverErrors = {
  // Starting
  'tokens-needed': entry(
    500,
    'Set tokens (see docs/api.md), or listen on 127.0.0.1, where access is open.',
  ),
  'bad-token-config': entry(500, 'Mend the tokens in the configuration.'),
  'bad-public-url': entry(500, 'Set publicUrl to an address such as https://cells.example.org.'),
  'bad-hook': entry(500, "Write hooks: { payments: { topic: 'payments', secret: 'whsec_…' } }."),
  'already-listening': entry(500, 'Listen once; close the server before listening again.'),
  // Authentication and authorization
  unauthenticated: entry(401, 'Send a token: Authorization: Bearer TOKEN.'),
  'bad-signature': entry(
    401,
    'Sign with the secret of the hook, send each delivery within five minutes, and look at the clocks.',
  ),
  forbidden: entry(403, 'Use a token that has the scope.'),
  'origin-refused': entry(
    403,
    'Call the API from the same origin, or set tokens and send one with each request.',
  ),
  'host-refused': entry(
    421,
    'Use localhost, the address that the server listens on, or set publicUrl.',
  ),
  'rate-limited': entry(429, 'Wait as long as Retry-After says.', true),
  busy: entry(503, 'Try again shortly.', true),
  closing: entry(503, 'Try again; another server or the next start will answer.', true),
  timeout: entry(503, 'Try again, or ask for less.', true),
  // Requests
  'not-found': entry(404, 'See /api/openapi.json for what there is.'),
  'method-not-allowed': entry(405, 'See /api/openapi.json for the methods of this address.'),
  'unknown-model': entry(404, 'See which models there are.'),
  'unknown-topic': entry(404, 'See which topics there are.'),
  'unknown-workflow': entry(404, 'See which workflows there are.'),
  'unknown-connection': entry(404, 'See which connections there are.'),
  'unknown-sink': entry(404, 'See which sinks there are.'),
  'unknown-function': entry(404, 'See which functions there are.'),
  'no-outside': entry(501, 'Ask a server that was started with cellwake serve or dev.'),
  'no-imports': entry(501, 'Use cellwake import.'),
  'bad-file': entry(422, 'Nothing was imported.'),
  'no-workflows': entry(501, 'Start the server with workflows: --workflows FILE.'),
  'bad-request': entry(400, 'See the details and /api/openapi.json.'),
  'bad-json': entry(400, 'Send well-formed JSON in UTF-8.'),
  'forbidden-key': entry(400, 'Use other keys.'),
  'json-needed': entry(415, 'Send JSON with Content-Type: application/json.'),
  'too-large': entry(413, 'Send less at once.'),
  'url-too-long': entry(414, 'Ask for fewer cells at once, or for a rectangle.'),
  'answer-too-large': entry(413, 'Ask for fewer cells: name them, or a rectangle.'),
  'too-many-symbols': entry(413, 'Split the request.'),
  'bad-symbols': entry(400, "Write cells such as A1,B2 or 'My sheet'!A1, with commas between."),
  'bad-instant': entry(400, 'Write a revision such as 41, or a time such as 2026-03-01T08:00:00Z.'),
  'bad-duration': entry(400, 'Write a duration such as 500ms or 5s.'),
  'bad-key': entry(400, 'Use 1 to 200 visible ASCII characters.'),
  'bad-message-id': entry(400, 'Use 1 to 200 characters without slashes or control characters.'),
  'bad-topic': entry(400, 'Use 1 to 200 characters without control characters.'),
  'id-needed': entry(400, 'Send the id of the model with its source.'),
  diagnostics: entry(422, 'Mend the source and send it again.'),
  'key-reused': entry(409, 'Use a new Idempotency-Key or messageId for another request.'),
  internal: entry(500, 'Please report it with the request id.'),
} as const satisfies Record<string, Entry>

export type ServerErrorCode = keyof typeof serverErrors

export interface ServerErrorOptions {
  readonly details?: unknown
  readonly retryAfterS?: number
  readonly cause?: unknown
}

export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: ServerErrorCode
  readonly details: unknown
  readonly retryAfterS: number | undefined

  constructor(code: ServerErrorCode, what: string, options: ServerErrorOptions = {}) {
    super(`${what} ${serverErrors[code].help}`, { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retryAfterS = options.retryAfterS
  }

  get status(): number {
    return serverErrors[this.code].status
  }

  get retryable(): boolean {
    return serverErrors[this.code].retryable
  }
}

/** The refusal of another host, in its own words. */
export class PassedOnError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly retryAfterS: number | undefined

  constructor(status: number, error: Refusal, retryAfterS: number | undefined) {
    super(error.message)
    this.name = 'PassedOnError'
    this.status = status
    this.code = error.code
    this.details = error.details
    this.retryAfterS = retryAfterS
  }
}

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly details?: unknown
}
