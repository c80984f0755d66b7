// The catalogue of errors. A failed call has a class, which decides about retries; a misuse has a code. Both
// carry a sentence for people, and neither ever carries a secret.

interface CallClassEntry {
  /** The meaning, in one sentence. The error's own message adds the particulars. */
  readonly message: string
  /** Whether the same call can succeed later, unchanged. */
  readonly retryable: boolean
  /** Whether it counts against the provider: enough of these in a row open the circuit. */
  readonly trips: boolean
}

const of = (message: string, retryable: boolean, trips = false): CallClassEntry => ({
  message,
  retryable,
  trips,
})

export const callClasses = {
  unconfigured: of('A setting that the call needs is missing.', false),
  refused: of('The call is not allowed here.', false),
  rejected: of('The provider refuses this call, and would again.', false),
  auth: of('The provider does not accept the credentials.', false),
  answer: of('The answer cannot be used.', false),
  malformed: of('The job cannot be read.', false),
  'unknown-function': of('This worker does not have the function.', true),
  thrown: of('The function threw an error.', true),
  timeout: of('It took too long.', true, true),
  transient: of('The provider cannot be reached or is not well.', true, true),
  circuit: of('The provider failed so often that it is left alone for a while.', true),
  stopped: of('The worker was stopped.', true),
} as const satisfies Record<string, CallClassEntry>

export type CallClass = keyof typeof callClasses

/** A call that failed. A handler may throw one to say how it failed; anything else it throws is `thrown`. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly class: CallClass
  /** How long the provider wants to be left alone. */
  readonly retryAfterMs: number | undefined

  constructor(callClass: CallClass, message: string, options: { retryAfterMs?: number } = {}) {
    super(message)
    this.class = callClass
    this.retryAfterMs = options.retryAfterMs
  }
}

/** Also of another copy of this module: that of a user's file is loaded apart from ours. */
export function isCallError(thrown: unknown): thrown is CallError {
  if (thrown instanceof CallError) return true
  return thrown instanceof Error && thrown.name === 'CallError' && 'class' in thrown
    ? typeof thrown.class === 'string' && Object.hasOwn(callClasses, thrown.class)
    : false
}

interface ErrorEntry {
  readonly message: string
  readonly retryable: boolean
  readonly status: number
}

const entry = (message: string, status = 400): ErrorEntry => ({ message, retryable: false, status })

export const workersErrors = {
  'bad-config': entry('A setting for calls to the outside is wrong.'),
  'bad-function': entry('The definition of a function is wrong.'),
  'bad-manifest': entry('The manifest of a model host is wrong.'),
  'bad-connection': entry('The description of a connection is wrong.'),
  'unknown-connection': entry('There is no such connection.', 404),
  'bad-sink': entry('The description of a sink is wrong.'),
  'unknown-sink': entry('There is no such sink.', 404),
  'secret-key-missing': entry('Secrets need a key, and none is set.'),
  'bad-secret-key': entry('The key for secrets cannot be used.'),
  'secret-unreadable': entry('A secret cannot be decrypted with this key.', 500),
} as const satisfies Record<string, ErrorEntry>

export type WorkersErrorCode = keyof typeof workersErrors

/** Thrown on misuse. */
export class WorkersError extends Error {
  override readonly name = 'WorkersError'
  readonly code: WorkersErrorCode
  readonly retryable: boolean
  readonly status: number

  constructor(code: WorkersErrorCode, detail: string) {
    super(detail)
    this.code = code
    this.retryable = workersErrors[code].retryable
    this.status = workersErrors[code].status
  }
}

export type ToolFailureKind = 'transient' | 'rejected' | 'auth' | 'permission' | 'unknown'

/** The outcome of a failed call, which workflows recognise by name and kind. */
export class ToolFailure extends Error {
  override readonly name = 'ToolError'
  readonly kind: ToolFailureKind
  readonly retryAfterMs: number | undefined

  constructor(kind: ToolFailureKind, message: string, retryAfterMs?: number) {
    super(message)
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
