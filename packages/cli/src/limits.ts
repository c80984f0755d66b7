// Every limit of the command line, in one place, the unit last in the name.

/** Diagnostics of one file that are shown to a person; --json has them all. */
export const SHOWN_DIAGNOSTICS_MAX_COUNT = 100

/** Width of a quoted line where there is no terminal to ask. */
export const EXCERPT_MAX_COLUMNS = 100

/** Width of a value in a table of cells. */
export const CELL_TEXT_COLUMNS = 60

/** Significant digits of a number that a person reads, as in Excel. */
export const NUMBER_DIGITS = 15

/** The picture that `simulate --chart` draws. */
export const CHART_WIDTH_PX = 960
export const CHART_HEIGHT_PX = 360

/** Cells that `set` names to a person as changed. */
export const SHOWN_CHANGES_MAX_COUNT = 12

/** How long doctor waits for a server to say how it is. */
export const DOCTOR_ASK_MS = 3_000

/** How long `resolve --wait` lets one request wait: a server holds none for longer. */
export const RESOLVE_REQUEST_MS = 30_000

/** How far beyond the clock a commit may be before doctor says so. */
export const DOCTOR_CLOCK_AHEAD_MS = 60_000

/** How long a job may be due before it counts as one that no process answers. */
export const DOCTOR_JOB_WAITS_MS = 60_000

/** How long a folder must be quiet before its models are read again (debounce). */
export const WATCH_SETTLE_MS = 80

/** Between two beats of the demo's feed; the models take turns. */
export const FEED_BEAT_MS = 700

/** Of a file that is imported, as it is on the disk. */
export const IMPORT_MAX_BYTES = 32 * 1024 * 1024

/** Of the parts of a workbook that are read, unpacked: a bomb is larger. */
export const WORKBOOK_MAX_BYTES = 256 * 1024 * 1024
export const WORKBOOK_MAX_PARTS = 10_000
export const XML_MAX_DEPTH = 64

/** Cells of a file that is imported. */
export const IMPORT_MAX_CELLS = 500_000

/** Fields of a CSV file, empty ones too. */
export const IMPORT_MAX_FIELDS = 1_000_000

/** A text of a cell, as in Excel. */
export const CELL_MAX_CHARS = 32_767

/** How often formulas that the language refuses are replaced by their values, before all are. */
export const IMPORT_MAX_ROUNDS = 12

/** How often an import is made again with what its comparison has found. */
export const FINDING_ROUNDS = 3

/** Formulas of one rectangle that are tried one by one when the rectangle is refused. */
export const SPLIT_MAX_FORMULAS = 2_000

/** Cells asked of a server at once. */
export const EXPORT_PAGE_CELLS = 40_000
export const EXPORT_PAGE_COLUMNS = 4_096

/** Formulas of one sheet that fill many cells; and how many cells a formula fills of which there may be any number. */
export const IMPORT_MAX_ARRAYS = 500
export const SMALL_ARRAY_MAX_CELLS = 1_000

/** Of a formula, as in Excel. */
export const FORMULA_MAX_CHARS = 8_192
/** Of a text within a formula, and of a name, as in Excel; and the arguments of one call. */
export const FORMULA_TEXT_MAX_CHARS = 255
export const NAME_MAX_CHARS = 255
export const CALL_MAX_ARGUMENTS = 255

/** Parentheses and calls inside each other, in a formula of Excel; it allows 64 calls. */
export const FORMULA_MAX_DEPTH = 120

/** Cells that pass a number on from one to the next, before it counts as uncertain. */
export const FIGURE_MAX_DEPTH = 100

/** Cells of an area that a name holds beside them; a larger one is written out where it is used. */
export const NAMED_AREA_MAX_CELLS = 10_000

/** Cells that share one statement in an imported model. */
export const RUN_MAX_CELLS = 10_000

/** Omissions of an import that are listed one by one. */
export const SHOWN_LEFT_MAX_COUNT = 50

/** How far two numbers may be apart and still be the same: an import need not agree in the last digits. */
export const VERIFY_RELATIVE = 1e-9
export const VERIFY_ABSOLUTE = 1e-12

/** How long the server of the settings may take to say that it runs. */
export const CONNECTIONS_ASK_MS = 2_000

/** Names asked of a server at once, so that the address stays short. */
export const SYMBOLS_PAGE_COUNT = 100

/** Retries of an event to a failing sink before a person is asked: with growing delays, for hours. */
export const SINK_RETRIES = 50

/** The text of an event in a message to people. */
export const SINK_TEXT_CHARS = 2_000

/** Calls of tools that a simulation shows. */
export const SIMULATED_CALLS = 1_000

/** How much the heap of an import grows before garbage is collected: 50,000 formulas fit into 300 MB. */
export const IMPORT_HEAP_GROWTH_PERCENT = 50

/** An import for the server: a heap, a time, and how much it may answer. */
export const IMPORT_HEAP_MB = 1_024
export const IMPORT_WALL_MS = 55_000
export const IMPORT_ANSWER_MAX_CHARS = 64 * 1024 * 1024

/** How long a fixer may take with one request. */
export const FIX_REQUEST_MS = 300_000
