// Every limit of the scheduler, in one place, the unit last in the name.
// A limit is here so that hostile or mistaken input costs a bounded amount of time and memory.

/** Alarms one heap may hold. A handle packs the slot into 26 bits. */
export const ALARMS_MAX_COUNT = 2 ** 26

/** Slots of a new heap, and the size to which an emptied heap shrinks back. */
export const ALARMS_INITIAL_COUNT = 64

/** Longest gap between two looks at the clock in which time still counts as having passed steadily. */
export const CLOCK_GAP_MS = 60_000

/** Longest sleep of the system clock before it looks at the wall clock again: well within the gap above. */
export const CLOCK_RECHECK_MS = CLOCK_GAP_MS / 2

/** Times that alarms may arm alarms for one and the same virtual instant before it is called a loop. */
export const VIRTUAL_CLOCK_MAX_ROUNDS = 10_000

/** Months that a search for a cron's next day visits: the Gregorian calendar repeats after 400 years. */
export const CRON_SEARCH_MAX_MONTHS = 4_800

/** Zones kept in the cache. There are fewer than 600 names, links included. */
export const ZONE_CACHE_MAX_ENTRIES = 600

/** Length of the name of a zone; the longest of IANA has 32 characters. */
export const ZONE_NAME_MAX_CHARS = 64

/** First and last year whose zone rules are looked up; outside, the nearest offset stays in force. */
export const ZONE_FIRST_YEAR = 1_904
export const ZONE_LAST_YEAR = 2_495

/** Years of transitions that are looked up at a time, about 4 ms of work. */
export const ZONE_CHUNK_YEARS = 16

/**
 * Days between two probes of a zone's offset. The two closest transitions of any zone from 1970
 * to 2100 are 7 days apart (Recife 2000, Gaza 2040), so 3 days cannot step over a pair.
 */
export const ZONE_PROBE_DAYS = 3

/** No offset is farther from UTC: the extremes, Manila and Alaska in the 19th century, are under 16 h. */
export const ZONE_OFFSET_MAX_MS = 16 * 3_600_000

/** Longer lists of readers drop dormant ones when they become invalid: 100,000 are told once. */
export const GRAPH_SHORT_LIST_EDGES = 64
/** Readers of a cell at which dormant ones leave first; later whenever they have doubled. */
export const GRAPH_DORMANT_READERS = 128
/** Levels of JSON that are compared; deeper values are never the same. */
export const SAME_DEPTH_LEVELS = 1_000
/** Look-ahead of a run, in edges, for a read that moved. */
export const GRAPH_LOOK_AHEAD_EDGES = 8
/** Runs inside runs before the stack is unwound. */
export const GRAPH_NESTED_RUNS = 200
/** Runs of one node in one pass. More of them count as a cycle. */
export const PASS_RUN_BUDGET = 10
/** Runs that are timed together, and how long they may take before each is timed alone the next time. */
export const RUN_TIMES_BATCH_RUNS = 64
export const RUN_TIMES_BATCH_MS = 2
/** Time slice: the longest a pass holds the event loop. */
export const PASS_SLICE_MS = 16
/** Nodes that run between two looks at the time. */
export const PASS_LOOK_NODES = 256
/** Back-off of a node in a cycle; doubles each time, up to the maximum. */
export const BACKOFF_MS = 250
export const BACKOFF_MAX_MS = 2_000
/** Number of times one such back-off holds up `idle`. */
export const BACKOFF_IDLE_HOLDS = 3

/** An effect whose runs take longer than this on average, after so many runs, is debounced by itself. */
export const AUTO_DEBOUNCE_RUNS = 3
export const AUTO_DEBOUNCE_RUN_MS = 50
export const AUTO_DEBOUNCE_MS = 100

/** Times a commit is tried again that failed for another reason than a stale basis. */
export const RUN_RETRIES = 10

/** Retries of an event whose basis was stale: first delay, cap, and how long they go on. */
export const EVENT_RETRY_MS = 25
export const EVENT_RETRY_MAX_MS = 1_000
export const EVENT_RETRY_WINDOW_MS = 30_000
/** Longest wait of a lane's first event for nodes that do not settle; then it is dropped. */
export const EVENT_STUCK_MS = 30_000
/** Events that may wait for one handler. */
export const EVENT_BACKLOG = 10_000

/** Causes that a node remembers of one wave; the first ones tell. */
export const CAUSES_MAX_COUNT = 64

/** Entries of each trace. */
export const TRACE_ENTRIES = 2_000
/** Names of nodes in an entry of a trace. */
export const TRACE_NODES = 100

/** Time to live of a lease that is not renewed. Another host takes it over a beat later at the latest. */
export const LEASE_MS = 15_000

/** Heartbeat: a host renews its leases, and asks for those of others, this often. */
export const LEASE_BEAT_MS = LEASE_MS / 3
