// Every limit of the language, in one place, the unit last in the name.
// A limit is here so that a hostile or mistaken file costs a bounded amount of time and memory.

/** The farthest instant from 1970, either way: what an ECMAScript date can hold. */
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
