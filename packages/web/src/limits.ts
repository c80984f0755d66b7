// Every limit of the interface, unit last in the name.

/** After this long a wait becomes a sentence with two ways out. */
export const PATIENCE_MS = 10_000

/** A wait shorter than this shows nothing: a skeleton that flashes is worse than none. */
export const SKELETON_AFTER_MS = 150

/** An answer younger than this is not asked for again when another part of a page wants it too. */
export const FRESH_MS = 1_000

/** Answers that are kept though no page shows them, so that going back is instant. */
export const CACHE_MAX_ANSWERS = 200

/** A toast without a way to undo goes after this long. */
export const TOAST_MS = 6_000

/** Toasts on the screen at once; older ones go first. */
export const TOASTS_MAX = 3

/** The second key of `g` then a letter must follow within this time. */
export const CHORD_MS = 1_500

/** Models whose events the overview follows live. */
export const FOLLOWED_MODELS_MAX = 40

/** Lines of "Just now". */
export const FEED_MAX_LINES = 12

/** Rows of one group in the palette, and in all. */
export const PALETTE_GROUP_MAX_ROWS = 8
export const PALETTE_MAX_ROWS = 40

/** Events of a topic that are asked for at once. */
export const EVENTS_PAGE_MAX_EVENTS = 100

/** Marks drawn in one lane of the next 24 hours; more become a band. */
export const LANE_MAX_MARKS = 160

/** Cells of a sheet are asked for in tiles of this size. */
export const TILE_ROWS = 100
export const TILE_COLUMNS = 26

/** Tiles that are kept, though they are not on the screen. */
export const TILES_KEPT = 200

/** Rows above and below the screen that are elements too, and how many come and go at once. */
export const ROWS_BESIDE = 8
export const ROWS_STEP = 4

/** Cells that were loaded and are drawn in one frame; a whole screen at once would hold the page up. */
export const DRAWN_AT_ONCE_CELLS = 120

/** How long a cell counts as just changed. */
export const FLASH_MS = 600

/** A sheet asks for cells when scrolling rests for so long; a flick passes over thousands of rows. */
export const SCROLL_REST_MS = 80

/** The explanation of a cell is asked for when the selection rests for so long. */
export const SELECTION_REST_MS = 90

/** Cells of a selection that are added up, copied or cleared. */
export const SELECTION_MAX_CELLS = 50_000

/** Cells that one step of a search visits, and the most matches. */
export const SEARCH_STEP_CELLS = 10_000
export const SEARCH_MAX_PLACES = 500

/** Empty rows and columns after the last used ones. */
export const SPARE_ROWS = 30
export const SPARE_COLUMNS = 4

/** Edits of this page that can be undone. */
export const UNDO_MAX_STEPS = 100

/** Changes of a cell that are asked for at once. */
export const HISTORY_PAGE_MAX_CHANGES = 200

/** Changes of a cell that are asked for without being told to, and rows of them shown at once. */
export const HISTORY_MAX_CHANGES = 2_000
export const HISTORY_SHOWN_ROWS = 200

/** How deep the tree of causes is asked for. */
export const WHY_DEPTH_LEVELS = 3

/** While a model changes, the explanation of a cell is asked for once in this time. */
export const WHY_EVERY_MS = 1_000

/** Names shown above a sheet. */
export const NAMES_MAX = 200

/** The address of the page follows the selection when that rests for so long. */
export const ADDRESS_REST_MS = 300

/** While cells change, the counts of a model are asked for once in this time. */
export const COUNTS_EVERY_MS = 5_000

/** Rows and columns of a sheet, however little it holds. */
export const SHEET_MIN_ROWS = 50
export const SHEET_MIN_COLUMNS = 14

/** Column widths: the default, the minimum, and the bounds of a fit to contents. */
export const COLUMN_WIDTH_PX = 88
export const COLUMN_MIN_PX = 40
export const AUTO_COLUMN_MIN_PX = 56
export const AUTO_COLUMN_MAX_PX = 220
export const FIT_MAX_PX = 480

/** A column that stays at the left of a phone must leave room for the others. */
export const STUCK_COLUMN_MAX_PX = 112

/** Rows that decide how wide columns are at first. */
export const FITTED_ROWS = 200

/** The interval at which columns are checked again for numbers that do not fit. */
export const FIT_AGAIN_MS = 1_000

/** How far above and beside a cell a text is looked for that names it. */
export const LABEL_LOOK_UP_ROWS = 200
export const LABEL_LOOK_LEFT_COLUMNS = 6

/** Cells that read a cell, of which the why panel names so many. */
export const WHY_SHOWN_READERS = 12

/** Causes that a sentence names before it only counts them. */
export const WHY_NAMED_CAUSES = 2

/** A text is checked when typing rests for so long; the dry run of a deploy is asked for after twice that. */
export const CHECK_REST_MS = 180
export const PLAN_REST_MS = 500

/** Edits after which two texts count as wholly different. */
export const DIFF_MAX_EDITS = 1_500

/** Lines with values beside the text, and the largest range among them. */
export const LINE_VALUES_MAX = 400
export const LINE_VALUE_MAX_CELLS = 400

/** Changes that the deploy bar lists; the rest are counted. */
export const DEPLOY_MAX_LINES = 6

/** More rules than this are shown in one line each. */
export const RULES_BEFORE_COMPACT = 12

/** After something happened, lanes are read again once in this time. */
export const LANES_EVERY_MS = 400

/** Firings of a rule that are asked for at once. */
export const FIRINGS_PAGE_MAX_FIRINGS = 25

/** The most nodes of a graph, and the number above which it begins with the neighbourhood of one cell. */
export const GRAPH_MAX_NODES = 5_000
export const GRAPH_WHOLE_MAX_NODES = 400

/** Rows of one column of a graph; more are put side by side. */
export const GRAPH_COLUMN_MAX_ROWS = 80

/** Arrows of the selected path that are drawn however long they are. */
export const GRAPH_PATH_MAX_EDGES = 1_000

/** Cells that a simulation follows from the page. */
export const FOLLOWED_CELLS_MAX = 8

/** The server ends a simulation after about this long. */
export const SIMULATE_PATIENCE_MS = 15_000

/** Firings of a simulation that are listed at once. */
export const SIMULATED_FIRINGS_SHOWN = 50

/** Jobs that are shown at first, and more at each request; and the most that a server gives at once. */
export const JOBS_PAGE_JOBS = 100
export const JOBS_PAGE_MAX_JOBS = 1_000

/** Arguments of a job in a list. */
export const JOB_ARGUMENTS_MAX_CHARS = 120

/** A file that the page sends to be imported: a server takes half as much again, written as text. */
export const IMPORT_MAX_BYTES = 11 * 1024 * 1024

/** Lines of an import's report that are shown. */
export const REPORT_SHOWN_COUNT = 100

/** Workflows tell when they change; in case one did not, its page and the list ask again so often. */
export const WORKFLOW_LOOK_MS = 30_000
export const WORKFLOWS_LOOK_MS = 10_000

/** Changes of a workflow within this time are one question. */
export const WORKFLOW_SETTLE_MS = 250

/** Workflows of the list that are followed; others are only asked for. */
export const WORKFLOWS_FOLLOWED = 50
