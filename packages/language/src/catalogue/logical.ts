// Conditions and choices.

import { rows } from './rows.ts'

export const logical = rows(
  'logical',
  `
AND(logical1, …) → logical
  TRUE if all conditions hold.
  AND(TRUE, 2 > 1) → TRUE
FALSE() → logical
  The value FALSE.
  FALSE() → FALSE
IF(logical_test, [value_if_true], [value_if_false]) → any, lazy 1
  One value if a condition holds, another if not. Only that one is evaluated.
  IF(2 > 1, "yes", "no") → "yes"
  IF(FALSE, 1) → FALSE
IFERROR(value, value_if_error) → any, sees errors, lazy 1
  The value, or another one if it is an error or still pending.
  IFERROR(1 / 0, "none") → "none"
  IFERROR(5, "none") → 5
IFNA(value, value_if_na) → any, sees errors, lazy 1
  The value, or another one if it is #N/A. Other errors stay.
  IFNA(#N/A, 0) → 0
IFS(logical_test1, value_if_true1, …) → any, lazy 1
  The value of the first condition that holds; #N/A if none does.
  IFS(FALSE, "a", TRUE, "b") → "b"
ISBETWEEN(value, lower, upper, [lower_inclusive], [upper_inclusive]) → logical
  Whether a value lies between two others, which are included unless told.
  ISBETWEEN(5, 5, 10) → TRUE
  ISBETWEEN(5, 5, 10, FALSE) → FALSE
NOT(logical) → logical
  The opposite of a condition.
  NOT(FALSE) → TRUE
OR(logical1, …) → logical
  TRUE if at least one condition holds.
  OR(FALSE, 2 > 1) → TRUE
SWITCH(expression, value1: any, result1, [default_or_value2], [result2], …) → any, lazy 1
  The result behind the first value that equals the expression; a last argument alone is the default.
  SWITCH(2, 1, "a", 2, "b") → "b"
  SWITCH(9, 1, "a", "other") → "other"
TRUE() → logical
  The value TRUE.
  TRUE() → TRUE
XOR(logical1, …) → logical
  TRUE if an odd number of conditions holds.
  XOR(TRUE, TRUE, FALSE) → FALSE
`,
)
