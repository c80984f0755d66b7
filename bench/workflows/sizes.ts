// How much of everything: what the peers do too is done as often by both.

/** Workflows that run beside each other, or runs in flight. */
export const AT_ONCE = 100
export const WARM_UP_RUNS = 1_000
export const SEQUENTIAL_RUNS = 300
export const CONCURRENT_RUNS = 4_000
export const REPEATS = 3
export const EVENTS = 400
export const WARM_UP_EVENTS = 100
/** Between two events, so that each is met by a host at rest. */
export const PAUSE_MS = 5

/** One host with many workflows, and what each of them has to do. */
export const FLEET = 1_000
export const FLEET_EVENTS = 10

/** Events that are consumed before a run is timed. */
export const CONSUMED = [10_000, 100_000, 1_000_000]
export const TIMED_RUNS = 200
