// Every limit of workflows, with its unit last in the name. Limits that a run can reach are settings, with the
// values here as defaults; reaching one is a coded failure of the run, never a crash.

/** The limits that a host may set, for all its workflows or for one deploy. */
export interface Limits {
  /** Shortest interval of a producer. */
  readonly intervalMinMs: number
  /** A consumer's wish to be woken is moved into this span from now. */
  readonly wakeMinMs: number
  readonly wakeMaxMs: number
  /** Largest state of a handler, data of a prepare, payload of an event and parameters of a tool, as JSON text. */
  readonly stateChars: number
  readonly payloadChars: number
  readonly publishesPerRun: number
  /** Payloads of all events of one run together, as JSON text: they are one commit. */
  readonly publishedChars: number
  readonly toolCallsPerRun: number
  readonly peekEvents: number
  /** How long a phase may take. */
  readonly phaseMs: number
  /** Memory of one sandbox. */
  readonly sandboxBytes: number
}

export const DEFAULT_LIMITS: Limits = {
  intervalMinMs: 1_000,
  wakeMinMs: 30_000,
  wakeMaxMs: 24 * 3_600_000,
  stateChars: 256 * 1024,
  payloadChars: 256 * 1024,
  publishesPerRun: 1_000,
  publishedChars: 16 * 1024 * 1024,
  toolCallsPerRun: 200,
  peekEvents: 1_000,
  phaseMs: 300_000,
  sandboxBytes: 64 * 1024 * 1024,
}

/** Length and number of events from which on their commit waits until other large ones are durable, so that small ones pass. */
export const LARGE_EVENT_CHARS = 64 * 1024
export const LARGE_COMMIT_EVENTS = 100

/** Events that `peek` gives when no limit is named. */
export const PEEK_DEFAULT_EVENTS = 100

/** Longest name of a workflow or handler, of a topic, and of a message id. */
export const NAME_CHARS = 64
export const TOPIC_CHARS = 128
export const MESSAGE_ID_CHARS = 256

/** Transient failures: first delay, doubling, its cap, and how many new attempts there are before a person is asked. */
export const BACKOFF_MS = 10_000
export const BACKOFF_MAX_MS = 600_000
export const TRANSIENT_RETRIES = 5
/** A delay is shortened by up to this share of itself, by chance, so that workflows do not return together. */
export const BACKOFF_JITTER_SHARE = 0.2

/** Checks of an unknown outcome after the inline one, with the same delays, and how long one may take. */
export const RECONCILE_ATTEMPTS = 5
export const RECONCILE_MS = 30_000

/** Fixes that are asked for in a row before a person is. */
export const FIX_ATTEMPTS = 2
/** How long a fix may take. */
export const FIX_MS = 300_000
/** Log lines that a fixer is given. */
export const FIX_LOG_LINES = 100

/** How long an approval waits before the parameters are prepared anew. */
export const APPROVAL_MS = 7 * 86_400_000

/** The delay before a failed notification is retried. */
export const TELL_AGAIN_MS = 60_000

/** Runs under way at once on one host. */
export const RUNS_AT_ONCE = 64

/** How long a workflow whose commit was refused by the store rests before it is read again. */
export const REOPEN_AFTER_MS = 1_000

/** Log lines kept of one phase, and the length of one. */
export const LOG_LINES = 200
export const LOG_LINE_CHARS = 2_000

/** Longest error message that is kept of a run. */
export const ERROR_CHARS = 2_000

/** Events and inputs that are kept as the origin of a change. */
export const ORIGIN_EVENTS = 10

/** Rows of one page of a view. */
export const PAGE_ROWS = 100
export const PAGE_MAX_ROWS = 1_000

/** Runs that are read at once to find those that have moved. */
export const CHANGED_RUNS_PAGE = 20

/** Pending events that a status counts of one topic; beyond, it says so many. */
export const PENDING_COUNT_EVENTS = 1_000

/** After this long an input that is still pending is called stale. */
export const STALE_INPUT_MS = 7 * 86_400_000

/** Versions of a workflow that are kept. */
export const VERSIONS_KEPT = 50
