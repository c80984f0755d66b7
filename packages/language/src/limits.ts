// Every limit of the language, in one place, the unit last in the name.
// A limit is here so that a hostile or mistaken file costs a bounded amount of time and memory.

/** The farthest instant from 1970, either way: the range of an ECMAScript date. */
export const INSTANT_MAX_MS = 8_640_000_000_000_000

/** Length of the text of a datetime. The longest that is well formed has 32 characters. */
export const INSTANT_TEXT_MAX_CHARS = 64

/** Length of the text of a duration. */
export const DURATION_TEXT_MAX_CHARS = 128

/** Calendar months of a duration: 20,000 years, more than two ends of time apart. */
export const DURATION_MAX_MONTHS = 240_000

/** Calendar days of a duration: 20,000 years. */
export const DURATION_MAX_DAYS = 7_305_000

/** Length of the text of a cron. Every value of every field, listed, takes 411 characters. */
export const CRON_TEXT_MAX_CHARS = 1_024

/** Length of a name, a topic, an event, or a sheet's name with its quotes doubled: they are keys of databases. */
export const NAME_MAX_CHARS = 255

/** Columns of a sheet, to XFD, as in Excel. */
export const SHEET_MAX_COLUMNS = 16_384

/** Rows of a sheet, as in Excel. */
export const SHEET_MAX_ROWS = 1_048_576

/** Cells that the assignments and rules of a model write, all together. */
export const MODEL_MAX_CELLS = 2_000_000

/** Cells and names of a model with `?=`: one change may write the last good values of all of them. */
export const CONDITIONAL_MAX_CELLS = 20_000

/** Cells of one rectangle that is assigned. */
export const RECTANGLE_MAX_CELLS = 1_000_000

/**
 * Areas of one filled rectangle in which different references have left the sheet: each has a form of its own. A
 * formula that is filled down to the end of a sheet has two or three.
 */
export const FILL_MAX_AREAS = 64

/** Elements of one array that is written out. */
export const ARRAY_MAX_ELEMENTS = 1_000_000

/** How deep a lowered expression may nest: the JSON reader inside Redis stops at 1,000 levels. */
export const EXPRESSION_MAX_DEPTH = 400

/** Sheets of a model. */
export const MODEL_MAX_SHEETS = 10_000

/** The most errors, and warnings, that one check reports. */
export const FINDINGS_MAX_COUNT = 1_000

/** Places that an argument with a name may go to, as in `number255 := 1`. */
export const NAMED_PLACES_MAX_COUNT = 255

/** How often the condition of a query may change its operator: each time goes one level deeper. */
export const QUERY_MAX_DEPTH = 100

/** Forms of bindings that the external calls of one formula may take along, all together. */
export const EXTERNAL_CARRIED_MAX_FORMS = 100_000

/** Length of a word for which a similar one is looked for; the search is quadratic in it. */
export const SUGGESTION_MAX_CHARS = 64

/** Words with which the unknown ones of a model are compared, all together: each is compared with all that are known. */
export const SUGGESTIONS_MAX_COMPARED_WORDS = 100_000

/** Symbols of a cycle that its message prints. */
export const CYCLE_PATH_MAX_SYMBOLS = 24

/** Pairs of a read and a formula that are checked to rule out a cycle. */
export const ONE_WAY_MAX_PAIRS = 1_000_000

/** Cells of rectangles that are checked one by one to tell a cycle from a running total. */
export const CYCLE_MAX_CELLS = 250_000

/** No fewer: then a cycle is left to be found when it is met. */
export const CYCLE_MIN_CELLS = 500

/** Steps spent on finding rules that feed their own trigger; the engine finds the rest when they fire. */
export const OWN_TRIGGER_MAX_STEPS = 5_000_000

/** Names behind names that are followed to see whether a condition is an array. */
export const CONDITION_MAX_NAMES = 8

/** Expressions visited for rectangles whose cells are all the same, in all. */
export const SAME_CELLS_MAX_STEPS = 200_000

/** Size of a model's text, in UTF-8. */
export const FILE_MAX_BYTES = 8_388_608

/** Size of one string, in UTF-8. */
export const STRING_MAX_BYTES = 1_048_576

/** Brackets, blocks, calls and prefix operators inside each other. */
export const NESTING_MAX_LEVELS = 128

/**
 * Height of an expression's tree: a chain `1 + 1 + …` is as high as it is long. More operators than
 * fit into an Excel formula, and few enough for a function that walks a tree by calling itself.
 */
export const TREE_MAX_LEVELS = 2_048

/**
 * References, names and calls of one expression, and holes of its templates: a formula is linked to its cells in one
 * piece, and a first deploy of 10,000 takes some 100 ms.
 */
export const EXPRESSION_MAX_REFERENCES = 10_000

/** Diagnostics of the parser; a last one counts the rest. */
export const DIAGNOSTICS_MAX_COUNT = 100
