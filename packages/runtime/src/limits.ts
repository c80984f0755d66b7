// Every limit of the runtime, in one place, the unit last in the name. They are the same on every
// runtime, so that a model that works on one works on all.

/** Length of a text. */
export const STRING_MAX_CHARS = 1_048_576

/** Elements of an array. */
export const ARRAY_MAX_ELEMENTS = 1_000_000

/** Arrays and objects inside each other, in one value. */
export const VALUE_MAX_LEVELS = 100

/** Text of one value, all its parts together. */
export const VALUE_MAX_CHARS = 67_108_864

/**
 * Bytes of the texts and arrays that one evaluation makes, whether it keeps them or not: a unit of a text
 * counts 1, an element 8, a field of an object 16, and an array or object something for itself.
 */
export const EVALUATION_MAX_BYTES = 134_217_728
export const ARRAY_BYTES = 32
export const OBJECT_BYTES = 64

/** A step is work of at most 10 ns or so. A call takes some. */
export const CALL_STEPS = 8

/** Cost of a call for each element of an array, beside that. */
export const ELEMENT_STEPS = 4

/** Cost of making an array, in steps, beside its elements. */
export const ARRAY_STEPS = 4

/** Cost of an operator for each element of an array, in steps. */
export const OPERATION_STEPS = 3

/** Cost of inserting a number among sorted others, in steps. */
export const ORDER_STEPS = 10

/** Cost of converting a day to a date or back, in steps. */
export const CALENDAR_STEPS = 6

/** Cost of an exponential, a logarithm, an angle or the like, in steps. */
export const ELEMENTARY_STEPS = 20

/** Cost of printing a number as text, in steps. */
export const NUMBER_TEXT_STEPS = 8

/** Cost of the digits of a number, when they are counted. */
export const DIGITS_STEPS = 45

/** Cost of parsing a number from a text, beside its length. */
export const READ_STEPS = 4

/** Cost of making a text key of a value, in steps. */
export const KEY_STEPS = 10

/** Lambdas inside lambdas that are being called. */
export const LAMBDA_MAX_CALLS = 128

/** Forms inside each other, over all lambdas that are being called: each takes some of the machine's stack. */
export const LAMBDA_MAX_LEVELS = 1_000

/** The farthest instant from 1970, either way: what an ECMAScript date can hold. */
export const INSTANT_MAX_MS = 8_640_000_000_000_000

/** The farthest that clocks were ever from UTC, with room to spare. */
export const ZONE_OFFSET_MAX_MS = 93_600_000

/** Length of a text that is read as a datetime. The longest that is well formed has fewer. */
export const INSTANT_TEXT_MAX_CHARS = 64

/** Length of a text that is read as a duration. */
export const DURATION_TEXT_MAX_CHARS = 128

/** Calendar months of a duration: 20,000 years, more than two ends of time apart. */
export const DURATION_MAX_MONTHS = 240_000

/** Calendar days of a duration: 20,000 years. */
export const DURATION_MAX_DAYS = 7_305_000

/** Length of a text that is read as a cron. Every value of every field, listed, takes 411 characters. */
export const CRON_TEXT_MAX_CHARS = 1_024

/** How often the search for a rate asks for the value at another rate, for each of its two halves. */
export const RATE_SEARCH_MAX_STEPS = 200

/** The compiled form of a pattern: matching takes this many steps for each character at most. */
export const REGEX_MAX_INSTRUCTIONS = 5_000

/** The numbers in `{m,n}`. */
export const REGEX_MAX_REPEATS = 1_000

/** Groups inside groups. */
export const REGEX_MAX_NESTING = 50

/** Characters of a number format. */
export const FORMAT_MAX_CHARS = 255

/** Terms of a series or a continued fraction; the incomplete gamma function of a million takes 6,000. */
export const SERIES_MAX_STEPS = 100_000

/** How often the search for a quantile asks for the share at another place. */
export const ROOT_SEARCH_MAX_STEPS = 400

/** Objects and lists inside each other, when JSON is read or written and in a path. */
export const JSON_MAX_LEVELS = 128

/** Length of a number that is written in another base. */
export const NUMERAL_MAX_CHARS = 255

/** Decimals that FIXED and DOLLAR write. */
export const FIXED_MAX_DECIMALS = 127

/** How far out a rate is searched for, as the logarithm of growth: from almost -100 % to 10^17. */
export const RATE_SEARCH_MAX_LOGS = 40

/** Hours, minutes or seconds that make a time of day, as in a spreadsheet. */
export const CLOCK_ARGUMENT_MAX_UNITS = 32_767

/** Digits of one part of a duration: no more are exact. */
export const DURATION_PART_MAX_DIGITS = 15

/** Brackets and NOTs inside each other in the condition of a QUERY. */
export const QUERY_MAX_NESTING = 64

/** Months that are added to a date by the calendar: more than from one end of time to the other. */
export const CALENDAR_MAX_MONTHS = 10_000_000

// Models that are evaluated by `interpret/`: the same as the engine's.

/** Rows that one leaf of a column holds. Sums add so many in a row, then pairs. */
export const LEAF_ROWS = 32

export const SHEET_ROWS = 1_048_576
export const SHEET_COLUMNS = 16_384

/** Cells of a model, blank ones that something reads included. */
export const MODEL_CELLS = 2_000_000

/** Elements of a range that a formula takes as an array. */
export const RANGE_ARRAY_ELEMENTS = 1_000_000

/** Ranges up to this size read cell by cell, and make their cells. */
export const SMALL_RANGE_CELLS = 64

/** Ranges over more columns than this are looked for in one list of their sheet. */
export const WIDE_RANGE_COLUMNS = 64

/** Ranges over more leaves of a column than this are looked for in one list of the column. */
export const LONG_RANGE_LEAVES = 4

/** Steps of one evaluation, and of all evaluations of one settling beside what each formula may use at least. */
export const EVALUATION_STEPS = 24_000_000
export const WAVE_STEPS = 40_000_000
export const FORMULA_STEPS = 2_000

/**
 * Work that no evaluation pays for, in steps: it counts where a host gives a model slices. To make a formula; to run one;
 * to look at a cell; to mark a node; to add a row to a sum.
 */
export const BUILD_STEPS = 150
export const RUN_STEPS = 100
export const CELL_STEPS = 15
export const MARK_STEPS = 25
export const ROW_STEPS = 4

/** Rounds of placing spilled arrays in one settling. */
export const SPILL_ROUNDS = 16

/** How often one formula may run in one settling. */
export const SETTLE_RUNS = 1_000

/** Cells of a row that a lookup reads one by one. */
export const LOOKUP_ROW_CELLS = 1_024

/** Cells that one wave writes. */
export const WAVE_CELLS = 100_000

/** How long an external call that failed waits before it asks again by itself, unless its answers live longer. */
export const FAILED_CALL_RETRY_MS = 60_000

/** Length and nesting of a kept value: as much as the store takes. */
export const KEPT_VALUE_CHARS = 16_777_216
export const KEPT_VALUE_LEVELS = 256

/** A small number is written out as text if it takes no more characters than these, as in Excel. */
export const PLAIN_NUMBER_MAX_CHARS = 20
