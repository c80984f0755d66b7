// The limits of the rigs.

/** More hits of fault points than any scenario has: a loop that gets there makes no progress. */
export const SCENARIO_HITS_MAX = 10_000

/** More rounds than any program needs to finish its jobs or to get a lease; the same. */
export const PROGRAM_ROUNDS_MAX = 100

/** Runs that share a database: what they leave behind slows every audit down. */
export const DATABASE_RUNS_MAX = 100
