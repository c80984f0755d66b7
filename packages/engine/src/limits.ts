// Every limit of the engine, with its unit last in the name. A limit that is hit is a coded error or an
// error value, never a crash or a hang.

/** Rows that one leaf of a column holds. Sums add so many in a row, then pairs; the runtime does alike. */
export const LEAF_ROWS = 32

export const SHEET_ROWS = 1_048_576
export const SHEET_COLUMNS = 16_384

/** Cells of a model, blank ones that something reads included. */
export const MODEL_CELLS = 2_000_000

/** Memory of the texts, arrays and objects of a model; and with their cells, of all models of an engine. */
export const MODEL_BYTES = 256 * 1024 * 1024
export const ENGINE_BYTES = 1024 * 1024 * 1024
/** Share of the heap that this may be at most: sources, answers and computing need some too. */
export const ENGINE_HEAP_SHARE = 0.4
/** Share of that for the models that one caller deployed, so that there is room for those of others. */
export const OWNER_SHARE = 0.75
/** Estimate of a cell with its formula and its edges. */
export const CELL_BYTES = 200
/** The same of a value that was given or that a rule wrote, on top of its cell: its document, and the ways to it. */
export const GIVEN_BYTES = 300
/** Estimate of a formula of the source, each part of its expression, and a name, beside its cell. */
export const FORMULA_BYTES = 400
export const PART_BYTES = 1_300
export const NAME_BYTES = 100
/** Texts below this size are not counted beside their cell. */
export const LONG_TEXT_CHARS = 64

/** Elements of a range that a formula takes as an array. */
export const RANGE_ARRAY_ELEMENTS = 1_000_000

/** Elements of cached arrays that ranges of a model keep, all together. */
export const KEPT_ARRAY_ELEMENTS = 8_000_000

/** Steps of one evaluation: about a quarter of a second. */
export const EVALUATION_STEPS = 24_000_000

/** Steps of all evaluations of one settling, beside what each formula may use at least. */
export const WAVE_STEPS = 40_000_000
export const FORMULA_STEPS = 2_000

/** Texts of the expressions of one set, all together: to read so much takes about 100 ms. */
export const GIVEN_EXPRESSION_CHARS = 262_144
/** Steps of all of them. */
export const GIVEN_EXPRESSION_STEPS = 4_000_000

/** Time slice of one piece of work; less for one that begins while others wait for their turn. */
export const SLICE_MS = 25
export const FIRST_SLICE_BEHIND_OTHERS_MS = 5

/** Total time of a piece of work: a deploy, the consequences of a set, all that is due at a time. */
export const WORK_MS = 30_000

/** Steps that count as much as a run when it is asked whether to pause: some twenty microseconds. */
export const STEPS_PER_RUN = 1_024

/** Cells that are built, compared or taken up between two looks at the time. */
export const LOOK_CELLS = 256

/** Inputs that are found again without reading their symbols. */
export const KNOWN_INPUTS = 10_000

/** Forms of formulas that the next formula is compared with first: about as many as a row has columns. */
export const RECENT_FORMS = 8

/** Formulas that are equal but for their numbers, before the numbers are kept apart. */
export const TEMPLATE_VARIANTS = 16

/** Rounds of placing spilled arrays in one settling. */
export const SPILL_ROUNDS = 16

/** Searches of a range before it gets an index: one that is searched once is not worth it. */
export const INDEX_AFTER_SEARCHES = 3

/** Places that all indexes of a model hold together; beyond, ranges are searched from end to end. */
export const INDEX_PLACES = 2_000_000

/** Cells of a row that may have an index. */
export const INDEX_ROW_CELLS = 1_024

/** Searches that are counted before those without an index are forgotten. */
export const INDEX_COUNTED_SEARCHES = 10_000

/** Questions to an index without a reader, before they are forgotten. */
export const INDEX_UNASKED_KEYS = 10_000

/** Rows of a key that are simply added up at each change; more have a tree. */
export const KEY_TOTAL_DIRECT_ROWS = 64

/** Longest id of a model. */
export const MODEL_ID_CHARS = 128

/** Versions of a source that are kept. */
export const MODEL_VERSIONS = 100

/** Commits whose changes can be told apart; older ones count as the oldest of them. */
export const REVISION_MARKS = 10_000

/** Runs of one node in one settling. */
export const SETTLE_RUNS = 1_000

/** Longest value that a model test shows of a difference. */
export const SHOWN_VALUE_CHARS = 120

/** Waves that may follow from one change. */
export const RULE_WAVES = 32

/** Occurrences that run in one tick before others get their turn; nothing is dropped. */
export const BACKFILL_RUNS_PER_TICK = 256

/** Delay before a host reopens a model that it lost since the store refused a commit. */
export const REOPEN_AFTER_MS = 1_000

/** Retention of the receipt of a firing: longer than two hosts can disagree. */
export const RECEIPT_AGE_MS = 30 * 86_400_000

/** Retention of the idempotency key of a set: as long as the server knows the keys of other requests. */
export const KEYED_SET_AGE_MS = 7 * 86_400_000

/** Writes and events that a rule has on record of one firing, each, and how much text they may be. */
export const RECORD_ENTRIES = 200
export const RECORD_CHARS = 100_000

/** Cells that one wave writes. A store takes a while for more, and all others wait. */
export const WAVE_CELLS = 20_000

/** Text of all that one wave writes and publishes, and that one set gives. A store would take a while for more, too. */
export const WAVE_CHARS = 24 * 1024 * 1024
export const SET_BYTES = 24 * 1024 * 1024

/** Documents of a deleted model that are deleted at once; the model is gone with the first of them. */
export const DROP_WRITES = 2_000

/** Given values and other records that one deploy drops: they go in one commit, or the version would not be one act. */
export const DEPLOY_DROPS = 100_000

/** Writes and bytes from which on a commit is a large one, which waits until the one before it is durable. */
export const LARGE_COMMIT_WRITES = 500
/** Sets with more values than that which are worked on at once: each holds a kilobyte a value until it is durable. */
export const LARGE_SETS = 8
export const LARGE_COMMIT_BYTES = 256 * 1024

/** Longest wait of a DEBOUNCE and window of a THROTTLE: 100 years. */
export const GATE_MS = 100 * 365.25 * 86_400_000

/** Lead of a rule over the clock from which it is said that the clock was ahead. */
export const CLOCK_AHEAD_MS = 60_000

/** Schedules that rules of a model share, before they are made anew. */
export const SHARED_SCHEDULES = 10_000

/** Records of one rule that a timeline shows, and as many coming occurrences; and of all rules together. */
export const TIMELINE_LANE_RECORDS = 500
export const TIMELINE_RECORDS = 50_000
/** Rules whose past a timeline asks for at the same time. */
export const TIMELINE_RULES_AT_ONCE = 16

/** Longest delay between an instant and the commit of its records. */
export const RECORD_DELAY_MS = 60_000

/** Records of one page of a rule's firings, unless fewer are asked for; and states read at a time. */
export const FIRING_PAGE_RECORDS = 100
export const HISTORY_PAGE_STATES = 200

/** Sources up to this size are read whole for the titles and texts of their rules; of others, parts from this size on. */
export const RULES_WHOLE_CHARS = 65_536
export const RULE_PART_CHARS = 4_096

/** Rules whose titles are read for one answer: each is some 50 us of parsing. */
export const RULES_NAMED = 500

/** Longest title of a rule. */
export const RULE_TITLE_CHARS = 120

/** Symbols and rules that the cause of a commit names. */
export const CAUSE_SYMBOLS = 20

/** Versions of a model's past that stay in memory: each is a second copy of the model. */
export const PAST_GRAPHS = 2

/** A formula up to this length is shown in its canonical spelling, a longer one as it was written. */
export const FORMULA_PRINTED_CHARS = 4_096

/** Levels of an explanation unless others are asked for, and at most. */
export const WHY_LEVELS = 3
export const WHY_LEVELS_MAX = 8

/** Cells of one explanation, and reads of one cell, that are shown. */
export const WHY_CELLS = 200
export const WHY_READS = 24

/** A larger value is left out where a graph is shown. */
export const GRAPH_VALUE_BYTES = 4_096

/** A range up to this size is explained cell by cell, and its values are shown. */
export const WHY_RANGE_CELLS = 10
export const WHY_RANGE_VALUES = 64

/** Inputs that an explanation names as the origin of a change, and that are looked at for it. */
export const BECAUSE_SYMBOLS = 20
export const BECAUSE_CANDIDATES = 5_000

/** Causes on the way back to the origin of a value. */
export const ORIGIN_CAUSES = 32

/** Formulas that an explanation names as reading a cell, and nodes that are looked at for it. */
export const READ_BY_SYMBOLS = 50
export const READ_BY_VISITS = 10_000

/** Commits and nodes that are looked at to find the one that last changed a cell. */
export const CHANGE_SEARCH_COMMITS = 500
export const CHANGE_SEARCH_VISITS = 5_000_000

/** Entries of one page of a cell's history, unless fewer are asked for, and at most. */
export const HISTORY_PAGE_ENTRIES = 50
export const HISTORY_PAGE_ENTRIES_MAX = 500

/** Memory of the values of one answer, and the cells that are looked at for it, some perhaps twice. */
export const ANSWER_BYTES = 8 * 1024 * 1024
export const ANSWER_LOOKS = 100_000

/** Bounds of the answer to a set: symbols that changed, firings, and the text of what those wrote and published. */
export const ANSWER_CHANGED_SYMBOLS = 50_000
export const ANSWER_FIRINGS = 1_000
export const ANSWER_FIRINGS_CHARS = 4 * 1024 * 1024

/** Cells that hold something in a rectangle that is read at once. */
export const RECTANGLE_CELLS = 50_000

/** Entries of one page of the activity, unless fewer are asked for, and at most. */
export const ACTIVITY_ENTRIES = 50
export const ACTIVITY_ENTRIES_MAX = 500

/** Events of one page of a topic, unless another number is asked for. */
export const TOPIC_PAGE_EVENTS = 100
/** Events that are read at once where their size counts. */
export const TOPIC_READ_EVENTS = 8

/** Commits that are looked at for one such page, and at a time. */
export const ACTIVITY_COMMITS = 20_000
export const ACTIVITY_PAGE_COMMITS = 500

/** Minutes for which the commits of a model are counted. */
export const ACTIVITY_MINUTES = 240

/** Nodes of a dependency graph, unless another number is asked for. */
export const DEPENDENCY_NODES = 300

/** Nodes that such a graph is chosen from; of a larger model, those around its focus, or the first. */
export const DEPENDENCY_GROUPS = 20_000

/** Cells of one form in a column that are one node of such a graph, and of those, how many are looked at. */
export const DEPENDENCY_GROUP_CELLS = 8
export const DEPENDENCY_SAMPLE_CELLS = 64

// External calls

/** Levels of an answer: as deep as a value may be. */
export const ANSWER_LEVELS = 100

/** Jobs that land with one commit, and that are asked for at a time. */
export const JOBS_PER_LANDING = 5_000
export const JOBS_PER_LOOK = 100

/** Symbols that a job names; a call that more cells share is one job all the same. */
export const EXTERNAL_JOB_SYMBOLS = 1_000

/** Answers that fixtures give at one instant: a model that asks more often asks for ever. */
export const STAND_IN_ANSWERS = 100_000
/** Lease of a job that fixtures hold, and retry delay after a first failure. */
export const STAND_IN_LEASE_MS = 100 * 365 * 86_400_000
export const STAND_IN_RETRY_MS = 1_000

/** Nodes that are visited to find the external calls below a cell. */
export const RESOLVED_VISITS = 10_000

/** Jobs of one page, unless fewer are asked for, and at most; and jobs that are looked at for it. */
export const JOB_PAGE_JOBS = 100
export const JOB_PAGE_JOBS_MAX = 1_000
export const JOBS_LOOKED_AT = 50_000

// Helpers: processes for untrusted sources and simulations.

/** Concurrency: in all, and of one caller, so that a place is left for others. */
export const HELPERS = 2
export const HELPER_CALLER_JOBS = 1
/** Queue length of one caller. */
export const HELPER_CALLER_WAITING_JOBS = 16

/** The heap of one. A source of 8 MiB that is all names takes 300 MiB to read. */
export const HELPER_HEAP_MB = 384

/** Niceness below their host, where processors are few: they get a quarter of one that it needs whole. */
export const HELPER_NICENESS = 5

/** After so long without work they are ended. */
export const HELPER_IDLE_MS = 30_000

/** Sources up to this size are read in the process itself: the worst takes 100 ms. */
export const SMALL_SOURCE_CHARS = 16_384

/** Deadlines of reading a source, and of a simulation. */
export const COMPILE_DEADLINE_MS = 10_000
export const SIMULATE_DEADLINE_MS = 20_000

/** Forms of a source, and values that a simulation starts from, that are handed over at once: some 20 ms. */
export const PART_FORMS = 40_000
export const PART_GIVEN_VALUES = 5_000

/** Answer of a simulation, as text. */
export const SIMULATED_ANSWER_CHARS = 8 * 1024 * 1024

/** Memory that must be free for a commit elsewhere whose consequences are heard of only when it is durable. */
export const IN_COMMIT_ROOM = 32 * 1024 * 1024
/** Questions to an evaluator elsewhere in one settling: calls that are given to calls take one each. */
export const REMOTE_ROUNDS = 1_000
