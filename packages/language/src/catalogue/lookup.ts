// Finding things: by key, by place, by address, by question.

import { rows } from './rows.ts'

export const lookup = rows(
  'lookup',
  `
ADDRESS(row_num, column_num, [abs_num], [a1_style], [sheet_text]) → text
  The address of a cell as text; abs_num 1 to 4 sets the dollar signs.
  ADDRESS(2, 3) → "$C$2"
  ADDRESS(2, 3, 4) → "C2"
CHOOSE(index_num, value1, …) → any, lazy 1
  The value at a place in the list of arguments. The others are not evaluated.
  CHOOSE(2, "a", "b", "c") → "b"
COLUMN([reference]) → number
  The number of a cell's column; without a reference, of the cell that holds the formula.
  COLUMN(C5) → 3
COLUMNS(array) → number
  How many columns an array or range has.
  COLUMNS([1, 2, 3; 4, 5, 6]) → 3
FORMULATEXT(reference) → text
  The formula of a cell as text; a cell without one is #N/A.
  IFNA(FORMULATEXT(Z99), "none") → "none"
HLOOKUP(lookup_value, table_array, row_index_num, [range_lookup]) → any
  Finds a value in the first row of a table and gives the value below it in another row. Unless the last
  argument is FALSE, the row is sorted and the largest value not above it counts.
  HLOOKUP("b", ["a", "b"; 1, 2], 2, FALSE) → 2
HYPERLINK(link_location, [friendly_name]) → any
  The text of a link; the address itself if it has none.
  HYPERLINK("https://example.com", "Site") → "Site"
INDEX(array, row_num, [column_num]) → any
  The element at a row and column; 0 takes the whole row or column. In a single row or column one number
  is enough.
  INDEX([1, 2; 3, 4], 2, 1) → 3
  INDEX([5, 6, 7], 2) → 6
INDIRECT(ref_text, [a1_style], [sheet_text]) → any, dynamic
  The cell or range whose address is in a text. An address without a sheet is one of sheet_text, or of
  Sheet1 if that is left out.
  ROW(INDIRECT("B7")) → 7
LOOKUP(lookup_value, lookup_vector, [result_vector]) → any
  Finds the largest value not above the one looked for in a sorted row or column, and gives the value at
  the same place of another.
  LOOKUP(5, [1, 4, 9], ["a", "b", "c"]) → "b"
MATCH(lookup_value, lookup_array, [match_type]) → number
  The place of a value: 0 finds it exactly, 1 the largest not above it in a rising row, -1 the smallest
  not below it in a falling one. With => branches it is a choice instead.
  MATCH(3, [1, 2, 3, 4], 0) → 3
OFFSET(reference, rows, cols, [height], [width]) → any, dynamic
  The range that lies so many rows and columns away.
  ROW(OFFSET(A1, 2, 0)) → 3
QUERY(data, query) → array
  Asks a table with a header row in a small language: SELECT columns or SUM COUNT AVG MIN MAX of them, then
  WHERE, GROUP BY, ORDER BY and LIMIT, each optional. The result has a header row.
  QUERY(["n", "q"; "x", 2; "y", 5], "SELECT n WHERE q > 3") → ["n"; "y"]
RANGE(first_reference, last_reference) → any, dynamic
  The smallest range that holds two others, each of which may be computed. Excel writes A1:OFFSET(A1, 2, 0).
  ROWS(RANGE(A1, OFFSET(A1, 2, 0))) → 3
ROW([reference]) → number
  The number of a cell's row; without a reference, of the cell that holds the formula.
  ROW(C5) → 5
ROWS(array) → number
  How many rows an array or range has.
  ROWS([1, 2, 3; 4, 5, 6]) → 2
SINGLE(reference) → any, dynamic
  The cell of a range that is in the row or column of the formula, or the first element of an array. Excel
  writes @.
  SINGLE([7, 8]) → 7
VLOOKUP(lookup_value, table_array, col_index_num, [range_lookup]) → any
  Finds a value in the first column of a table and gives the value beside it in another column. Unless
  the last argument is FALSE, the column is sorted and the largest value not above it counts.
  VLOOKUP(2, [1, "a"; 2, "b"], 2, FALSE) → "b"
XLOOKUP(lookup_value, lookup_array, return_array, [if_not_found], [match_mode], [search_mode]) → any, sees errors
  Finds a value and gives what stands at the same place of another row, column or table. Match mode 0 is
  exact, -1 or 1 also take the next smaller or larger, 2 knows wildcards, 3 regular expressions.
  XLOOKUP(2, [1, 2, 3], ["a", "b", "c"]) → "b"
  XLOOKUP(9, [1, 2, 3], ["a", "b", "c"], "none") → "none"
XMATCH(lookup_value, lookup_array, [match_mode], [search_mode]) → number
  The place of a value, with the modes of XLOOKUP.
  XMATCH(4, [1, 3, 5], 1) → 3
`,
)
