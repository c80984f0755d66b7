// Every limit of the command line, in one place, the unit last in the name.

/** Diagnostics of one file that are shown to a person; --json has them all. */
export const SHOWN_DIAGNOSTICS_MAX_COUNT = 100

/** Width of a quoted line where there is no terminal to ask. */
export const EXCERPT_MAX_COLUMNS = 100

/** Width of a value in a table of cells. */
export const CELL_TEXT_COLUMNS = 60

/** The picture that `simulate --chart` draws. */
export const CHART_WIDTH_PX = 960
export const CHART_HEIGHT_PX = 360
