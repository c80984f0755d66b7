// The catalogue of errors: a code, the failure, the remedy, and whether a retry may help. Nothing in this
// package throws anything else on purpose.

export interface ErrorEntry {
  readonly message: string
  /** The remedy, for a person. */
  readonly advice: string
  readonly retryable: boolean
  readonly status: number
}

const entry = (message: string, advice: string, status = 500, retryable = false): ErrorEntry => ({
  message,
  advice,
  retryable,
  status,
})

export const STORE_ERRORS = {
  'url-malformed': entry(
    'The store URL cannot be used',
    'Use memory:, sqlite:PATH or postgres://user@host/database.',
    400,
  ),
  'path-unwritable': entry(
    'The database file cannot be opened for writing',
    'Check that the folder exists and that this user may write to it.',
  ),
  'store-locked': entry(
    'Another process has this database file open',
    'Stop the other process, or connect to it instead. Several hosts can share a Postgres store.',
    503,
    true,
  ),
  'store-corrupt': entry(
    'The database file is damaged',
    'Nothing was changed. Keep the file, and restore the newest backup.',
  ),
  'store-newer': entry(
    'The database was written by a newer version of Cellwake',
    'Install that version or a newer one. Nothing was changed.',
  ),
  'store-unreachable': entry(
    'The database cannot be reached',
    'Check the URL, that the server runs, and that this host may connect.',
    503,
    true,
  ),
  'store-refused': entry(
    'The database refused the connection',
    'Check the user, the password and the name of the database in the URL.',
  ),
  'durability-unmet': entry(
    'The database is not set to keep what it acknowledges',
    'Turn the setting on. Cellwake will not promise what the database does not.',
  ),
  'broken-invariant': entry(
    'Something that the store relies on is not so',
    'Report it with the log. What was acknowledged is kept; restart the process.',
  ),
  'disk-full': entry(
    'The disk is full',
    'Free some space. Nothing of this commit was kept; the store goes on when there is room.',
    503,
    true,
  ),
  'disk-failed': entry(
    'The disk reported an error',
    'Check the disk. Nothing of this commit was acknowledged.',
    503,
    true,
  ),
  'outcome-unknown': entry(
    'The connection was lost during a commit, and its outcome could not be learned',
    'Send it again with the same receipt: it lands once.',
    503,
    true,
  ),
  'replica-behind': entry(
    'This session missed more commits than history still holds',
    'It reads everything again by itself, and goes on.',
    503,
    true,
  ),
  'store-closed': entry('The store is closed', 'Open it again.', 503),
  'value-malformed': entry('This value cannot be stored', 'Store JSON values only.', 400),
  'value-too-large': entry('This value is too large', 'Split it into several documents.', 413),
  'name-malformed': entry(
    'This name cannot be used',
    'Use 1 to 512 characters, without control characters.',
    400,
  ),
  'path-malformed': entry('This path cannot be written', 'Check the path against the value.', 400),
  'commit-malformed': entry('This commit is malformed', 'See the details.', 400),
  'mixed-durability': entry(
    'A document is either derived or durable, never both',
    'Write derived values to documents of their own.',
    400,
  ),
  'tx-closed': entry('This transaction is over', 'Begin a new one.', 400),
  'tx-read-only': entry('This transaction may only read', 'Begin one that may write.', 400),
  'tx-launches-nothing': entry(
    'This transaction sends, starts and registers nothing',
    'Use the one that a handler or a node of a scheduler is given.',
    400,
  ),
  'consumer-undeclared': entry(
    'This list has not declared itself as a consumer of the topic',
    'Commit an entry with the list as its id into the list of consumers first: without it, events are not kept for it.',
  ),
  'history-pruned': entry(
    'That far back, history is no longer kept',
    'Ask for a later time, or keep more commits.',
    410,
  ),
  internal: entry(
    'Something in Cellwake went wrong',
    'Nothing of this commit was acknowledged. Please report it with the details.',
  ),
  'commit-rejected': entry('The commit was rejected', 'See the details.', 409),
} as const satisfies Record<string, ErrorEntry>

export type StoreErrorCode = keyof typeof STORE_ERRORS

/** After these the store cannot be trusted to go on: it must be opened again. */
const FATAL: ReadonlySet<StoreErrorCode> = new Set([
  'store-corrupt',
  'disk-failed',
  'store-closed',
  'store-newer',
  'internal',
])

/** Worth sending the same group again, for a while. */
const RESEND: ReadonlySet<StoreErrorCode> = new Set([
  'store-unreachable',
  'outcome-unknown',
  'replica-behind',
])

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** The failure, without the advice. */
  readonly detail: string
  readonly advice: string
  readonly retryable: boolean
  readonly status: number

  constructor(code: StoreErrorCode, detail?: string, options?: { cause?: unknown }) {
    const known = STORE_ERRORS[code]
    super(`${known.message}${detail ? `: ${detail}` : ''}. ${known.advice}`, options)
    this.code = code
    this.detail = detail ?? known.message
    this.advice = known.advice
    this.retryable = known.retryable
    this.status = known.status
  }

  get fatal(): boolean {
    return FATAL.has(this.code)
  }

  get resend(): boolean {
    return RESEND.has(this.code)
  }
}

/** For the code that follows: if it is not so, the fault is ours, and is said at once. */
export function believe(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new StoreError('broken-invariant', `it was believed that ${what}`)
}

/** Wraps anything thrown as a store error. */
export function asStoreError(thrown: unknown): StoreError {
  if (thrown instanceof StoreError) return thrown
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return new StoreError('internal', detail, { cause: thrown })
}

/**
 * stale: a read has changed; run again on the new state.
 * permanent: a precondition failed, and will not hold later.
 * terminal: the commit itself is refused, the same way every time.
 * transport: it could not be made durable; the code says as much as is known.
 * aborted: given up before it was sent.
 */
export type RejectionClass = 'stale' | 'permanent' | 'terminal' | 'transport' | 'aborted'

export type RejectionCode =
  | 'conflict'
  | 'inconsistent'
  | 'origin-committed'
  | 'entity-absent'
  | 'event-absent'
  | 'epoch'
  | 'revision'
  | 'receipt-exists'
  | 'job-lost'
  | 'timer-moved'
  | 'entry-moved'
  | 'aborted'
  | StoreErrorCode

export interface Rejected {
  readonly rejected: RejectionClass
  readonly code: RejectionCode
  readonly why: string
  /** For a receipt: the value that the first one stored, and the commit it came with. */
  readonly existing?: { readonly seq: number; readonly value: unknown }
  /** Resolves when this replica has the commit that won. */
  readyToRetry(): Promise<void>
}

export function rejection(
  rejected: Rejected['rejected'],
  code: Rejected['code'],
  why: string,
  more: Partial<Pick<Rejected, 'existing' | 'readyToRetry'>> = {},
): Rejected {
  return { rejected, code, why, readyToRetry: () => Promise.resolve(), ...more }
}

/** A rejected commit, for callers who asked for an answer and not for a verdict. */
export class RejectedError extends StoreError {
  readonly rejection: Rejected

  constructor(rejected: Rejected) {
    super('commit-rejected', `${rejected.why} (${rejected.code})`)
    this.rejection = rejected
  }
}
