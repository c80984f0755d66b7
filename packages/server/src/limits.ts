// Every limit of the server, with its unit last in the name. Reaching one is a coded error of errors.ts
// with its remedy, never a crash or a hang.

/** Body of a request. */
export const BODY_BYTES = 4 * 1024 * 1024

/** Text of a model in UTF-8: the limit of the language. */
export const SOURCE_BYTES = 8_388_608

/** Omissions and differing values of an import that are listed one by one. */
export const IMPORT_SHOWN_COUNT = 500

/** Body of a request that carries a model: escaped as JSON, a text may take twice its size. */
export const SOURCE_BODY_BYTES = 2 * SOURCE_BYTES + 64 * 1024

/** Lists and objects in a body that hold each other. */
export const JSON_DEPTH_LEVELS = 128

/** When to come again while the disk is full. */
export const DISK_RETRY_S = 5

/** Address of a request with its query. The headers may take as much again. */
export const URL_CHARS = 8_192
export const HEADERS_BYTES = 16 * 1024

/** One part of an address: an id, a symbol, a topic. */
export const PARAM_CHARS = 512

/** Cells that one request may name, and the length of one. */
export const SYMBOLS_PER_REQUEST = 1_000
export const SYMBOL_CHARS = 300

/** Values of one set. */
export const SET_VALUES = 10_000

/** Cells of one answer. */
export const ANSWER_CELLS = 50_000

/** Cells that one refresh computes. */
export const REFRESH_CELLS = 1_000

/** Longest JSON that is serialized in one go, a few milliseconds' worth; a longer answer is serialized in slices. */
export const JSON_PART_CHARS = 128 * 1024

/** Payloads of the events of one answer. */
export const ANSWER_EVENTS_CHARS = 8 * 1024 * 1024

/** Topics that one list holds. */
export const LIST_TOPICS = 1_000

/** Models that one list holds. */
export const LIST_MODELS = 10_000

/** Default rows of a page, and of the list of next occurrences of one model. */
export const PAGE_ROWS = 100
export const COMING_ROWS = 50
/** How far ahead `upcoming` and `timeline` look if the caller does not say, and how far they may. */
export const UPCOMING_HOURS = 24
export const TIMELINE_SPAN_MS = 366 * 86_400_000

/** Minutes of activity that a model shows. */
export const ACTIVITY_MINUTES = 44

/** Longest `wait` of a resolve. */
export const RESOLVE_WAIT_MS = 30_000

/** Idempotency keys, message ids, topics and names of tokens. */
export const KEY_CHARS = 200
export const MESSAGE_ID_CHARS = 200
export const TOPIC_CHARS = 200
export const TOKEN_NAME_CHARS = 64

/** Shortest token that a configuration may give as text. */
export const TOKEN_MIN_CHARS = 24

/** How long the answer to a deploy is kept for the same key. */
export const RECEIPT_AGE_MS = 7 * 86_400_000

/** A simulation: the span, the firings it may make and show, the sets it takes, and the time it may take. */
export const SIMULATE_SPAN_MS = 3_660 * 86_400_000
export const SIMULATE_FIRINGS = 200_000
export const SIMULATE_SHOWN_FIRINGS = 2_000
export const SIMULATE_SETS = 1_000
export const SIMULATE_FOLLOWED_CELLS = 20
export const SIMULATE_SERIES_POINTS = 5_000
export const SIMULATE_WALL_MS = 15_000

/** Requests that are worked on at the same time, in all and for one caller. */
export const CONCURRENT_REQUESTS = 1_000
export const CALLER_CONCURRENT_REQUESTS = 200

/**
 * Bytes of bodies and answers in transit: of one caller, and of all. Smaller ones than the last size are not
 * counted.
 */
export const CALLER_TRANSIT_BYTES = 64 * 1024 * 1024
export const TRANSIT_BYTES = 256 * 1024 * 1024
export const SMALL_TRANSIT_BYTES = 64 * 1024

/** Connections that are open at the same time, requests and live ones. */
export const CONNECTIONS = 12_000

/** Requests per second, on average and at once: of one caller, and from one address. */
export const CALLER_REQUESTS_PER_S = 1_000
export const CALLER_BURST_REQUESTS = 2_000
export const ADDRESS_REQUESTS_PER_S = 2_000
export const ADDRESS_BURST_REQUESTS = 4_000

/** Wrong tokens from one address. */
export const WRONG_TOKENS_PER_S = 0.2
export const WRONG_TOKENS_BURST_REQUESTS = 20

/** Callers and addresses in the table; the least recently used one is evicted. */
export const RATE_KEYS = 20_000

/** How long the headers, the whole request, an answer, and a silent connection may take. */
export const HEADERS_TIMEOUT_MS = 10_000
export const REQUEST_TIMEOUT_MS = 60_000
export const ANSWER_TIMEOUT_MS = 60_000
export const KEEP_ALIVE_MS = 65_000
/** The interval of that check. */
export const TIMEOUT_CHECK_MS = 5_000
/** How long nothing may move on a connection, in either direction: longer than all of the above. */
export const STILL_CONNECTION_MS = 120_000
/** The time a peer has to read the reason of the close. */
export const REFUSED_CLOSE_MS = 1_000

/** How long a closing server waits for requests that it has begun. */
export const CLOSE_DEADLINE_MS = 10_000

/** How old the count of models in `/health` may be. */
export const HEALTH_AGE_MS = 5_000

/** Files of the user interface: in all, and one. */
export const UI_FILES = 2_000
export const UI_FILE_BYTES = 16 * 1024 * 1024
/** Files below this size are sent as they are. */
export const UI_COMPRESSED_FROM_BYTES = 1_024

// Live streams. A connection that passes a limit gets an error that names it, or a reset.

/** Connections that are open at once: in all, and of one caller. */
export const LIVE_CONNECTIONS = 10_000
export const LIVE_CALLER_CONNECTIONS = 4_000

/** Subscriptions of one connection. */
export const LIVE_SUBSCRIPTIONS = 200
/** Cells that one subscription may hold, by all its rectangles and symbols. */
export const LIVE_CELLS = 50_000
/** Cells that all subscriptions of a connection, and of a caller, may hold; and all there are, shared ones counted once. */
export const LIVE_CONNECTION_CELLS = 100_000
export const LIVE_CALLER_CELLS = 200_000
export const LIVE_ALL_CELLS = 500_000
/** A cell with a larger value counts as several. */
export const LIVE_CELL_BYTES = 200
/** A rectangle may grow: after so many cells more, or an eighth, the limits of its members are checked again. */
export const LIVE_GROWTH_CELLS = 500
/** Up to so many cells, the snapshot of a group is serialized once for all who join it. */
export const LIVE_SHARED_CELLS = 2_000
export const LIVE_ID_CHARS = 64

/** Frames of a client: size, and how many per second and at once. */
export const LIVE_FRAME_BYTES = 256 * 1024
export const LIVE_FRAMES_PER_S = 50
export const LIVE_BURST_FRAMES = 400

/** How long a peer may take to answer that a connection ends. */
export const LIVE_CLOSE_MS = 250

/** The deadline of authentication, and unauthenticated connections: in all, and from one address. */
export const LIVE_AUTH_MS = 5_000
export const LIVE_STRANGERS = 1_000
export const LIVE_ADDRESS_STRANGERS = 100

/** How often everything is looked after: silent peers, slow readers, models that went away. */
export const LIVE_TICK_MS = 1_000
/** The interval of pings; a peer without a pong until the next is gone. */
export const LIVE_PING_MS = 20_000

/** Bytes buffered in a connection before its changes are merged cell by cell. */
export const LIVE_SLOW_BYTES = 256 * 1024
/** After so long, or with so much merged, nothing is kept: a reset follows when it can be sent. */
export const LIVE_LATE_MS = 5_000
export const LIVE_LATE_CELLS = 10_000
export const LIVE_LATE_EVENTS = 500
/** After so long, or with so much waiting, the connection is closed. */
export const LIVE_STUCK_MS = 60_000
export const LIVE_STUCK_BYTES = 64 * 1024 * 1024

/**
 * How long a change waits for a moment without commits of the same model in flight: at least so many turns of
 * the event loop, and at least so long. After that it is sent although more are in flight.
 */
export const LIVE_SETTLE_TURNS = 100
export const LIVE_SETTLE_MS = 50
/** The same for the first frame, which is not urgent. */
export const LIVE_FIRST_SETTLE_MS = 2_000

/** The time slice of one model's broadcasts before others get their turn. */
export const LIVE_TELL_MS = 25

/** Events of a model that are kept for clients that resume. */
export const LIVE_KEPT_EVENTS = 500
/** How long a model is still followed after the last reader has left. */
export const LIVE_LINGER_MS = 30_000

/** A workflow that changes without pause is looked at so often. */
export const LIVE_LOOK_MS = 50
/** It is looked at so often though nothing is known to have happened: the host that runs it may be gone. */
export const LIVE_LOOK_AGAIN_MS = 5_000
/** Jobs of a model that change without pause are told so often, each with its newest status. */
export const LIVE_JOBS_MS = 100

/** How far the time of a signed webhook may be from ours. */
export const HOOK_WINDOW_MS = 5 * 60_000
/** Longest id of a delivery. */
export const HOOK_ID_CHARS = 128
