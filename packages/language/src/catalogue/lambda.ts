// Functions that take a function.

import { rows } from './rows.ts'

export const lambda = rows(
  'lambda',
  `
BYCOL(array, lambda) → array
  Gives each column to a function and puts the results in a row.
  BYCOL([1, 2; 3, 4], (c) => SUM(c)) → [4, 6]
BYROW(array, lambda) → array
  Gives each row to a function and puts the results in a column.
  BYROW([1, 2; 3, 4], (r) => SUM(r)) → [3; 7]
ISOMITTED(argument) → logical, sees errors
  Inside a function, whether an argument was left empty by the caller.
  LAMBDA(x, y, ISOMITTED(y))(1, ) → TRUE
MAKEARRAY(rows, cols, lambda) → array
  An array whose elements a function works out from their row and column.
  MAKEARRAY(2, 2, (r, c) => r * 10 + c) → [11, 12; 21, 22]
MAP(array1, lambda_or_array2, …) → array
  Gives each element to a function; with several arrays, the elements at the same place. The function
  comes last.
  MAP([1, 2, 3], (x) => x * x) → [1, 4, 9]
  MAP([1, 2], [10, 20], (a, b) => a + b) → [11, 22]
REDUCE(initial_value, array, lambda) → any
  Goes through an array with a running value and gives the last one.
  REDUCE(0, [1, 2, 3], (total, x) => total + x) → 6
SCAN(initial_value, array, lambda) → array
  Goes through an array with a running value and keeps every step.
  SCAN(0, [1, 2, 3], (total, x) => total + x) → [1, 3, 6]
`,
)
