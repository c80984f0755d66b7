// Predicates on the kind of a value, and functions of a cell's place.

import { rows } from './rows.ts'

export const information = rows(
  'information',
  `
CELL(info_type, [reference]) → any
  Where a cell is ("address", "row", "col"), what it holds ("contents") and its "type": "b" blank, "l" text, "v" another
  value. Of a range it is the first cell, without a reference the cell of the formula. Looks and files are not told.
  CELL("address", C5) → "$C$5"
  CELL("row", C5) → 5
ERROR.TYPE(error_val) → number, sees errors
  The number of an error: 1 #NULL!, 2 #DIV/0!, 3 #VALUE!, 4 #REF!, 5 #NAME?, 6 #NUM!, 7 #N/A, 9 #SPILL!,
  14 #CALC!. What is no error gives #N/A.
  ERROR.TYPE(1 / 0) → 2
ISARRAY(value: array) → logical, sees errors
  Whether a value is an array.
  ISARRAY([1, 2]) → TRUE
ISBLANK(value) → logical, sees errors
  Whether nothing is there. An empty text is something.
  ISBLANK(BLANK) → TRUE
  ISBLANK("") → FALSE
ISDATE(value) → logical, sees errors
  Whether a value is a datetime.
  ISDATE(DATE(2026, 1, 1)) → TRUE
ISDURATION(value) → logical, sees errors
  Whether a value is a duration.
  ISDURATION(5min) → TRUE
ISERR(value) → logical, sees errors
  Whether a value is an error other than #N/A.
  ISERR(#N/A) → FALSE
ISERROR(value) → logical, sees errors
  Whether a value is an error.
  ISERROR(1 / 0) → TRUE
ISEVEN(number) → logical
  Whether the whole part of a number is even.
  ISEVEN(4.9) → TRUE
ISFORMULA(reference) → logical
  Whether a cell holds a formula.
  ISFORMULA(Z99) → FALSE
ISLOGICAL(value) → logical, sees errors
  Whether a value is TRUE or FALSE.
  ISLOGICAL(FALSE) → TRUE
ISNA(value) → logical, sees errors
  Whether a value is #N/A.
  ISNA(#N/A) → TRUE
ISNONTEXT(value) → logical, sees errors
  Whether a value is anything but text.
  ISNONTEXT(5) → TRUE
ISNUMBER(value) → logical, sees errors
  Whether a value is a number. A datetime is one too, as in Excel.
  ISNUMBER(5) → TRUE
  ISNUMBER("5") → FALSE
ISOBJECT(value: array) → logical, sees errors
  Whether a value is an object.
  ISOBJECT({ a: 1 }) → TRUE
ISODD(number) → logical
  Whether the whole part of a number is odd.
  ISODD(3.2) → TRUE
ISPENDING(value) → logical, sees errors
  Whether an external value has not arrived yet.
  ISPENDING(5) → FALSE
ISREF(value: reference) → logical, sees errors
  Whether the argument is a cell or a range.
  ISREF(A1) → TRUE
  ISREF(5) → FALSE
ISTEXT(value) → logical, sees errors
  Whether a value is text.
  ISTEXT("5") → TRUE
KIND(value: array) → text, sees errors
  The kind of a value in a word, as the API gives it: number, string, boolean, blank, datetime, duration,
  schedule, error, pending, array or object.
  KIND(5min) → "duration"
  KIND([1, 2]) → "array"
N(value) → number
  A value as a number: TRUE is 1, a datetime its Excel serial, text is 0.
  N(TRUE) → 1
  N("a") → 0
NA() → any
  The error #N/A: a value that is not there.
  ISNA(NA()) → TRUE
SHEET([value: reference]) → number
  The number of a sheet in the order in which the model first names them; Sheet1 is the first.
  SHEET(A1) → 1
SHEETS() → number
  How many sheets the model has.
  SHEETS() >= 1 → TRUE
TYPE(value: array) → number, sees errors
  The kind of a value as a number: 1 number, 2 text, 4 logical, 16 error, 64 array, 128 object.
  TYPE("a") → 2
  TYPE([1, 2]) → 64
`,
)
