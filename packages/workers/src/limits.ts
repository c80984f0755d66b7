// Every limit of the workers, with its unit last in the name. A limit that is hit is an error of errors.ts with a
// sentence for people, never a crash or a hang.

/** Longest URL that a model may compute. */
export const URL_LENGTH_CHARS = 2_048

/** Largest body that is sent. */
export const REQUEST_SIZE_BYTES = 1024 * 1024

/** Largest body that is read, before and after decompression. */
export const RESPONSE_SIZE_BYTES = 1024 * 1024

/** Largest head of an answer. */
export const RESPONSE_HEAD_BYTES = 16 * 1024

/** Redirects of one call. Each is checked as if it were the first address. */
export const REDIRECT_HOPS = 3

/** Addresses of one host that are tried in turn. */
export const HOST_ADDRESSES = 4

/** How long it may take to find, reach and greet a host. */
export const CONNECT_TIMEOUT_MS = 5_000

/** Connections to one database of the user's, and how long an unused one stays. */
export const POSTGRES_CONNECTIONS = 8
export const POSTGRES_IDLE_MS = 10_000

/** How long an answer that has begun may be silent. */
export const IDLE_TIMEOUT_MS = 5_000

/** How long a whole call may take unless its caller says otherwise. */
export const CALL_TIMEOUT_MS = 10_000

/** The longest wait that a `Retry-After` is obeyed for. */
export const RETRY_AFTER_MAX_MS = 60 * 60_000

/** How much of a provider's own words goes into an error. */
export const EXCERPT_CHARS = 200

/** Longest error of a job. */
export const ERROR_LENGTH_CHARS = 2_000

/** Shorter words of a secret, such as `Bearer`, may be read in an error. */
export const SECRET_WORD_CHARS = 8

/** Bounds on the options of a function's definition. */
export const FUNCTION_TIMEOUT_MS = 10_000
export const FUNCTION_TIMEOUT_MAX_MS = 10 * 60_000
export const CACHE_MAX_MS = 366 * 86_400_000
export const ATTEMPTS_MAX = 20
export const CONCURRENCY_MAX = 1_000

/** An answer is servable for so many times its ttl, unless its function says otherwise. */
export const STALENESS_TTLS = 10

/** Largest answer as JSON text, and how deep it may be nested. */
export const ANSWER_SIZE_CHARS = 1024 * 1024
export const ANSWER_DEPTH_LEVELS = 100

/** Jobs of one route that run at the same time over all machines, unless its functions say otherwise. */
export const ROUTE_CONCURRENCY = 32

/** Jobs that one worker runs at the same time. */
export const WORKER_JOBS = 256

/** How long a claimed job is ours, and how often that is renewed. */
export const LEASE_MS = 30_000
export const LEASE_RENEWAL_MS = 10_000

/** How long a provider or a connection may take to answer when the operator tries it. */
export const PROBE_MS = 10_000

/** The interval at which a worker looks for jobs without a notification: those whose worker was lost. */
export const LOOK_MS = 30_000

/** How long a worker that is stopped waits for the calls it has begun. */
export const DRAIN_MS = 10_000

/** Failures in a row that open a circuit; how long it stays open, doubling with each failed trial, and the cap. */
export const CIRCUIT_FAILURES = 5
export const CIRCUIT_OPEN_MS = 10_000
export const CIRCUIT_OPEN_MAX_MS = 5 * 60_000
/** Circuits that a route keeps apart, such as the hosts of HTTP_JSON. */
export const ROUTE_CIRCUITS = 1_000

/** Calls of the built-in functions at the same time, over all machines. */
export const FX_CONCURRENCY = 8
export const HTTP_JSON_CONCURRENCY = 16
export const MODEL_HOST_CONCURRENCY = 16
export const AI_CONCURRENCY = 4
export const PG_SELECT_CONCURRENCY = 4
export const PG_MUTATE_CONCURRENCY = 2

/** Largest table of rates. */
export const RATE_TABLE_CHARS = 4 * 1024 * 1024

/** Rows of one answer of PG_SELECT, unless the operator says otherwise. */
export const POSTGRES_ROWS = 1_000

/** Columns, conditions and values of one query, and how deep its condition may be nested. */
export const QUERY_PARTS = 1_000
export const QUERY_DEPTH_LEVELS = 100

/** How long a message to a channel may take. */
export const CHANNEL_TIMEOUT_MS = 15_000

/** Addresses that one mail goes to. */
export const MAIL_RECIPIENTS = 50

/** Longest line of the tool `log`. */
export const LOG_LINE_CHARS = 2_000

/** Longest name of a table or column, as Postgres has it. */
export const IDENTIFIER_BYTES = 63

/** Longest name of a sink: that of its workflow is longer by `sink.`. */
export const SINK_NAME_CHARS = 59

/** Longest name of a topic that a sink delivers. */
export const TOPIC_LENGTH_CHARS = 128
