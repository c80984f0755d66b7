// Arrays as wholes: cutting, joining, sorting, sets and running figures.
// A list is one row. Where Excel's default would leave a single row as it is (SORT, UNIQUE), the
// function works along the row, unless by_col says otherwise.

import { rows } from './rows.ts'

export const array = rows(
  'array',
  `
CHOOSECOLS(array, col_num1, …) → array
  The named columns of an array, in that order; negative numbers count from the end.
  CHOOSECOLS([1, 2, 3; 4, 5, 6], 3, 1) → [3, 1; 6, 4]
CHOOSEROWS(array, row_num1, …) → array
  The named rows of an array, in that order; negative numbers count from the end.
  CHOOSEROWS([1, 2; 3, 4; 5, 6], -1) → [5, 6]
CONTAINS(array, value) → logical
  Whether a value occurs in an array. Upper and lower case are equal, as with =.
  CONTAINS(["red", "green"], "GREEN") → TRUE
CUMSUM(array) → array
  Running totals, row by row.
  CUMSUM([1, 2, 3]) → [1, 3, 6]
DIFFERENCES(array) → array
  What each number of a row or column is above the one before it; one element shorter.
  DIFFERENCES([1, 4, 9]) → [3, 5]
DROP(array, rows, [columns]) → array
  An array without its first rows and columns; negative numbers drop from the end.
  DROP([1; 2; 3], 1) → [2; 3]
EXCEPT(array1, array2) → array
  The different values of the first array that do not occur in the second, as one row.
  EXCEPT([1, 2, 2, 3], [3]) → [1, 2]
EXPAND(array, rows, [columns], [pad_with]) → array, sees errors
  Makes an array larger; new places hold #N/A unless told.
  EXPAND([1, 2], 2, 2, 0) → [1, 2; 0, 0]
FILTER(array, include, [if_empty]) → array, sees errors
  The rows or columns for which a condition holds. None at all is #CALC! unless told.
  FILTER([1, 2, 3, 4], [TRUE, FALSE, TRUE, FALSE]) → [1, 3]
  FILTER([1; 2; 3], [1; 2; 3] > 5, "none") → "none"
HSTACK(array1, …) → array, sees errors
  Puts arrays side by side; shorter ones are filled up with #N/A.
  HSTACK([1; 2], [3; 4]) → [1, 3; 2, 4]
INTERSECT(array1, array2) → array
  The different values that occur in both arrays, as one row in the order of the first.
  INTERSECT([1, 2, 3], [3, 1]) → [1, 3]
MOVING_AVERAGE(array, window) → array
  The mean of each number of a row or column and those before it, so many in all; fewer at the start.
  MOVING_AVERAGE([2, 4, 6, 8], 2) → [2, 3, 5, 7]
RANDARRAY([rows], [columns], [min], [max], [whole_number]) → array, volatile
  An array of random numbers, between 0 and 1 unless told.
  ROWS(RANDARRAY(3, 2)) → 3
REVERSE(array) → array
  The rows of an array in the opposite order; a single row is turned around itself.
  REVERSE([1, 2, 3]) → [3, 2, 1]
SEQUENCE(rows, [columns], [start], [step]) → array
  Counting numbers, row by row.
  SEQUENCE(2, 2) → [1, 2; 3, 4]
  SEQUENCE(3, 1, 10, 5) → [10; 15; 20]
SORT(array, [sort_index], [sort_order], [by_col]) → array
  Sorts rows by one of the columns; order -1 is falling. A single row is sorted along itself.
  SORT([3; 1; 2]) → [1; 2; 3]
  SORT([3, 1, 2], 1, -1) → [3, 2, 1]
SORTBY(array, by_array1, [sort_order1], …) → array
  Sorts the rows or columns of an array by other arrays of the same length; order -1 is falling.
  SORTBY(["a"; "b"; "c"], [3; 1; 2]) → ["b"; "c"; "a"]
TAKE(array, rows, [columns]) → array
  The first rows and columns of an array; negative numbers take from the end.
  TAKE([1; 2; 3], 2) → [1; 2]
  TAKE([1, 2, 3; 4, 5, 6], 1, -2) → [2, 3]
TOCOL(array, [ignore], [scan_by_column]) → array, sees errors
  All elements as one column; ignore 1 leaves out blanks, 2 errors, 3 both.
  TOCOL([1, 2; 3, 4]) → [1; 2; 3; 4]
TOROW(array, [ignore], [scan_by_column]) → array, sees errors
  All elements as one row; ignore 1 leaves out blanks, 2 errors, 3 both.
  TOROW([1, 2; 3, 4]) → [1, 2, 3, 4]
TRANSPOSE(array) → array
  Turns rows into columns.
  TRANSPOSE([1, 2; 3, 4]) → [1, 3; 2, 4]
TRIMRANGE(range, [trim_rows], [trim_cols]) → array
  Cuts blank rows and columns off the edges: 0 none, 1 before, 2 behind, 3 both.
  TRIMRANGE([BLANK; 1; BLANK; 2; BLANK]) → [1; BLANK; 2]
UNION(array1, …) → array
  The different values of all arrays, as one row.
  UNION([1, 2], [2, 3]) → [1, 2, 3]
UNIQUE(array, [by_col], [exactly_once]) → array
  Rows without repetitions, or only those that occur once. A single row is looked at along itself.
  UNIQUE([1; 2; 1]) → [1; 2]
  UNIQUE(["a", "b", "a"]) → ["a", "b"]
VSTACK(array1, …) → array, sees errors
  Puts arrays one below the other; narrower ones are filled up with #N/A.
  VSTACK([1, 2], [3, 4]) → [1, 2; 3, 4]
WRAPCOLS(vector, wrap_count, [pad_with]) → array, sees errors
  Breaks a row or column into columns of a length.
  WRAPCOLS([1, 2, 3, 4], 2) → [1, 3; 2, 4]
WRAPROWS(vector, wrap_count, [pad_with]) → array, sees errors
  Breaks a row or column into rows of a length.
  WRAPROWS([1, 2, 3], 2, 0) → [1, 2; 3, 0]
`,
)
