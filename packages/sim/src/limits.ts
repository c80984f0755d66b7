// The limits of the rigs.

/** More hits of fault points than any scenario has: a loop that gets there makes no progress. */
export const SCENARIO_HITS_MAX = 10_000

/** More rounds than any program needs to finish its jobs or to get a lease; the same. */
export const PROGRAM_ROUNDS_MAX = 100

/** Edits of one random model: long enough to be independent of its start. */
export const INCREMENTAL_MODEL_EDITS = 40

/** Models within which a planted bug must show. */
export const INCREMENTAL_PLANTED_MODELS = 200

/** Steps in the life of one extreme model. */
export const REFUSALS_STEPS = 8

/** Rules whose records are read after each of them. */
export const REFUSALS_RULES_READ = 20

/** Models within which a planted bug must show. */
export const REFUSALS_PLANTED_MODELS = 300

/** One model in so many lives on SQLite, the others in memory. */
export const REFUSALS_SQLITE_EVERY = 20

/** Runs that share a database: their rows slow every audit down. */
export const DATABASE_RUNS_MAX = 100

/** How long a bomb may take to be answered: a server gives up after 60 s, and says so. */
export const BOMB_ANSWER_MS = 75_000

/** How long the victim of the bombs waits between two requests. */
export const VICTIM_PAUSE_MS = 20

/** Limits on the victim's wait, 99 times of 100, and on the bombed server's memory. */
export const VICTIM_P99_MS = 300
export const BOMBED_SERVER_MB = 1_500
export const BOMBED_HEAP_MB = 1_024
/** The interval of memory samples. */
export const MEMORY_LOOK_MS = 200

/** How long a host of workflows lives at most after its first acknowledgement, and how long it may take to get there. */
export const WORKFLOWS_KILL_MS = 400
export const WORKFLOWS_PROGRESS_MS = 120_000

/** How long each caller of the soak waits between two requests. */
export const SOAK_PAUSE_MS = 50

/** The interval of memory samples of the soaked server; the warm-up in which it meets everything once. */
export const SOAK_LOOK_MS = 500
export const SOAK_PLATEAU_MS = 60_000

/** By how much the peak of a life's last third may pass the one of its second: the bombs are random. */
export const SOAK_GROWTH_SHARE = 1.3
export const SOAK_GROWTH_MB = 150

/** Edits of one model on the evaluator, and the share of models on Lua, and on Lua that is generated for each. */
export const INTERPRETED_EDITS = 20
export const INTERPRETED_LUA_SHARE = 0.2
export const INTERPRETED_GENERATED_SHARE = 0.05
/** Steps after which work on Lua pauses, and another model is computed: often in each model. */
export const INTERPRETED_SLICE_STEPS = 211

/** Edits of a random model in Redis, with a restart among them, and models within which a planted bug must show. */
export const REDIS_MODELS_EDITS = 12
export const REDIS_MODELS_PLANTED = 40

/** LibreOffice has this long for a batch of workbooks. */
export const OFFICE_MS = 300_000
