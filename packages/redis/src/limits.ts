// Every limit of this package.

/** How long a connection may take to come about, and a command to be answered. */
export const CONNECT_TIMEOUT_MS = 5_000
export const COMMAND_TIMEOUT_MS = 30_000
/** The longest pause between two attempts to connect again. */
export const RECONNECT_DELAY_MAX_MS = 1_000
/** Redirects followed for a slot that moves, and retries while one is between two nodes. */
export const CLUSTER_REDIRECTIONS = 16
export const TRY_AGAIN_ATTEMPTS = 40
export const TRY_AGAIN_DELAY_MS = 25

/** The oldest Redis that has functions. */
export const OLDEST_VERSION = '7.0.0'

/** Models whose values a server keeps in the memory of its functions. */
export const MODELS_IN_MEMORY = 64
/** The Lua memory of all of them, in kilobytes. */
export const LUA_MEMORY_KB = 512 * 1024

/** Entries of the outbox that are delivered in one commit. */
export const OUTBOX_PAGE = 100
/** Commits of history that one round of upkeep forgets. */
export const FORGET_COMMITS = 200
/** States of documents that are looked at in one step back through history. */
export const HISTORY_PAGE = 500

/** Consequences of a commit, as text, that are told with its verdict and not before. */
export const TOLD_CHARS = 64 * 1024

/** Cells that a model may hold to live in Redis: more would block it for too long. */
export const VIEW_CELLS = 1_000_000

/** Retention of the receipts of the outbox. They are read only after a crash. */
export const OUTBOX_RECEIPT_MS = 7 * 24 * 3_600_000

/** Retention of the keys of a deleted model. A host that was away for longer finds none. */
export const DELETED_KEPT_MS = 30 * 24 * 3_600_000

/** Retries of a question because of concurrent writes. */
export const STAMP_ATTEMPTS = 5
/** The first pause before an outbox that could not be emptied is tried again, and the longest. */
export const OUTBOX_RETRY_MS = 50
export const OUTBOX_RETRY_MAX_MS = 5_000

/** Steps after which a call gives way to others, and is gone on with. A step of Lua is some 100 ns. */
export const SLICE_STEPS = 100_000
/** Cost of a value that is written as JSON, and of one that is read, in steps. */
export const ENCODE_STEPS = 10
export const DECODE_STEPS = 40
/** Formulas of a program that Redis decodes at a time. */
export const PROGRAM_LINE = 500
/** Garbage that is collected at a time once a model is made, and its cost. */
export const TIDY_KB = 256
export const TIDY_STEPS = 15_000
/** Retention of paused work whose caller has gone, and how much of it there may be. */
export const WORK_KEPT_MS = 60_000
export const WORKS_AT_MOST = 64
