// Every limit of the store, with its unit last in the name. A limit that is hit is a coded error
// from errors.ts, never a crash or a hang.

/** Longest space, document id, topic, queue, receipt, timer, lease or message id. */
export const NAME_LENGTH_CHARS = 512

/** Deepest nesting of one value, and longest path into one. */
export const VALUE_DEPTH_LEVELS = 256

/** Number of documents that a transaction looks through for one that it reads once more. */
export const TRAIL_LOOK_BACK_DOCS = 8

/** Number of transactions followed by the same record: so few that it never gets old. */
export const FOLLOWER_RENEW_TXS = 64

/** Number of documents of a transaction that are scanned before it keeps an index of them. */
export const TX_SCAN_DOCS = 8

/** Largest value of one document, event or job, as JSON text. */
export const VALUE_SIZE_CHARS = 16 * 1024 * 1024

/** Events in one commit. The position of an event packs its index behind the commit number. */
export const PUBLISH_PER_COMMIT_EVENTS = 4096

/** Jobs handed to one claim. */
export const CLAIM_JOBS = 1000

/** Retention of history, in commits, unless the caller says otherwise. */
export const HISTORY_COMMITS = 100_000

/** Retention of finished jobs, for people to look at. */
export const FINISHED_JOBS = 10_000

/** Retention of an event after it was last published, if no consumer waits for it. */
export const EVENTS_AGE_MS = 30 * 86_400_000

/** Retention of a receipt without an end: the same id after a year is done anew. */
export const RECEIPTS_AGE_MS = 365 * 86_400_000

/** Retention of a final entry, unless its list has a term of its own. */
export const ENTRIES_AGE_MS = 90 * 86_400_000

/** Retention of tombstones, in commits. */
export const TOMBSTONE_COMMITS = 1_000_000

/** Retention runs after this many commits, so that files stay small without a timer. */
export const MAINTENANCE_INTERVAL_COMMITS = 2_000

/** Commits that retention removes at once, so that no flush waits long behind it. */
export const MAINTENANCE_BATCH_COMMITS = 4_000

/** Events, receipts or entries that retention looks at in one round, and topics or lists in which it looks. */
export const MAINTENANCE_BATCH_ROWS = 4_000
export const MAINTENANCE_BATCH_LISTS = 100

/** Commits in one group, so that one fsync never holds unbounded work. */
export const GROUP_ACTS = 5_000

/** Retry window of an unreachable database, after which its commits fail. */
export const RECONNECT_WINDOW_MS = 30_000
export const RECONNECT_DELAY_MS = 50
export const RECONNECT_DELAY_MAX_MS = 1_000

/** Postgres: how long a connection, a statement, a lock or a silent transaction may take. */
export const POSTGRES_CONNECT_TIMEOUT_MS = 5_000
export const POSTGRES_STATEMENT_TIMEOUT_MS = 30_000
export const POSTGRES_LOCK_TIMEOUT_MS = 15_000
export const POSTGRES_IDLE_TIMEOUT_MS = 10_000
/** Statements that a writing connection keeps planned. */
export const POSTGRES_NAMED_STATEMENTS = 100
/** Connections that only ask. */
export const POSTGRES_ASKING_CONNECTIONS = 3

/** Longest wait for the lock of a SQLite file whose process is just ending. */
export const SQLITE_LOCK_WAIT_MS = 1_000
/** Files up to this size are read through when they are opened. */
export const SQLITE_CHECKED_SIZE_BYTES = 32 * 1024 * 1024
/** Events that a search for pending ones walks over at once. */
export const SQLITE_SCANNED_EVENTS = 5_000
/** Lists whose entries are counted as they move. */
export const COUNTED_LISTS = 1_000
/** Free pages that one round of retention gives back to the disk. */
export const SQLITE_VACUUM_PAGES = 200

/** Retention of the answers of a session that ended. */
export const SESSION_AGE_MS = 7 * 86_400_000

/** Retry window of `edit` for a function whose basis is stale. */
export const EDIT_RETRY_WINDOW_MS = 30_000
export const EDIT_RETRY_DELAY_MS = 1
export const EDIT_RETRY_DELAY_MAX_MS = 250

/** Job defaults: attempts, first delay (doubling, with jitter) and its cap, lease. */
export const JOB_ATTEMPTS = 3
export const JOB_BACKOFF_MS = 1_000
export const JOB_BACKOFF_MAX_MS = 10 * 60_000
export const JOB_LEASE_MS = 30_000

/** Rows of one page of a query. */
export const QUERY_ROWS = 1_000

/** Documents of whose past one query asks, and how far back it goes for each: together some 20 ms. */
export const STATES_PER_QUERY = 500
export const STATE_STEPS_PER_QUERY = 20

/** Pages the SQLite log is grown to at start: a growing log doubles the time of a commit. */
export const SQLITE_WAL_PAGES = 1_200
