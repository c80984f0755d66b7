// Sums, rounding, powers, whole numbers and matrices.

import { rows } from './rows.ts'

export const math = rows(
  'math',
  `
ABS(number) → number
  The size of a number without its sign.
  ABS(-3.5) → 3.5
AGGREGATE(function_num, options, reference1, …) → number, sees errors
  Runs one of nineteen summaries, chosen by number as in SUBTOTAL, and leaves out what the options name.
  Option 6 leaves out errors; functions 14 to 19 take their rank or share as the last argument.
  AGGREGATE(9, 6, [1, #N/A, 5]) → 6
  AGGREGATE(14, 6, [4, 9, 7], 2) → 7
ARABIC(text) → number
  Reads a Roman numeral.
  ARABIC("MCMXII") → 1912
BASE(number, radix, [min_length]) → text
  Writes a whole number in another base, from 2 to 36, with leading zeros up to the length asked for.
  BASE(255, 16) → "FF"
  BASE(5, 2, 8) → "00000101"
CEILING(number, significance) → number
  Rounds up to a multiple of the significance; away from zero if both are negative.
  CEILING(2.5, 1) → 3
  CEILING(-2.5, -2) → -4
CEILING.MATH(number, [significance], [mode]) → number
  Rounds up to a multiple; negative numbers go toward zero unless the mode is not 0.
  CEILING.MATH(24.3, 5) → 25
  CEILING.MATH(-5.5, 2, -1) → -6
CEILING.PRECISE(number, [significance]) → number
  Rounds up to a multiple, whatever the signs.
  CEILING.PRECISE(-4.1, -2) → -4
CLAMP(number, lowest, highest) → number
  Keeps a number between two bounds: what lies outside becomes the nearer bound.
  CLAMP(120, 0, 100) → 100
  CLAMP(-5, 0, 100) → 0
COMBIN(number, number_chosen) → number
  In how many ways a group can be chosen when order does not matter.
  COMBIN(8, 2) → 28
COMBINA(number, number_chosen) → number
  In how many ways a group can be chosen when the same thing may be taken again.
  COMBINA(4, 3) → 20
DECIMAL(text, radix) → number
  Reads a whole number that is written in another base.
  DECIMAL("FF", 16) → 255
EVEN(number) → number
  Rounds away from zero to an even whole number.
  EVEN(1.5) → 2
  EVEN(-1) → -2
EXP(number) → number
  The constant e, raised to a power.
  EXP(0) → 1
  ROUND(EXP(1), 6) → 2.718282
FACT(number) → number
  The product of all whole numbers up to this one.
  FACT(5) → 120
FACTDOUBLE(number) → number
  The product of every second whole number, down from this one.
  FACTDOUBLE(7) → 105
FLOOR(number, significance) → number
  Rounds down to a multiple of the significance; toward zero if both are negative.
  FLOOR(3.7, 2) → 2
  FLOOR(-2.5, -2) → -2
FLOOR.MATH(number, [significance], [mode]) → number
  Rounds down to a multiple; negative numbers go away from zero unless the mode is not 0.
  FLOOR.MATH(24.3, 5) → 20
  FLOOR.MATH(-5.5, 2, -1) → -4
FLOOR.PRECISE(number, [significance]) → number
  Rounds down to a multiple, whatever the signs.
  FLOOR.PRECISE(-3.2, -1) → -4
GCD(number1, …) → number
  The greatest whole number that divides all of these.
  GCD(24, 36) → 12
INT(number) → number
  Rounds down to a whole number.
  INT(8.9) → 8
  INT(-8.9) → -9
ISO.CEILING(number, [significance]) → number
  Rounds up to a multiple, whatever the signs; the same as CEILING.PRECISE.
  ISO.CEILING(4.3) → 5
LCM(number1, …) → number
  The least whole number that all of these divide.
  LCM(4, 6) → 12
LN(number) → number
  The natural logarithm.
  LN(1) → 0
  ROUND(LN(10), 6) → 2.302585
LOG(number, [base]) → number
  The logarithm to a base; 10 if it is left out.
  ROUND(LOG(8, 2), 9) → 3
LOG10(number) → number
  The logarithm to base 10.
  LOG10(1000) → 3
MDETERM(array) → number
  The determinant of a square matrix.
  ROUND(MDETERM([3, 6; 1, 1]), 9) → -3
MINVERSE(array) → array
  The inverse of a square matrix; one that has none is an error.
  ROUND(MINVERSE([2, 0; 0, 4]), 9) → [0.5, 0; 0, 0.25]
MMULT(array1, array2) → array
  The product of two matrices.
  MMULT([1, 2; 3, 4], [5; 6]) → [17; 39]
MOD(number, divisor) → number
  What is left after a division; it has the sign of the divisor.
  MOD(7, 3) → 1
  MOD(-7, 3) → 2
MROUND(number, multiple) → number
  Rounds to the nearest multiple; halves go away from zero. Both must have the same sign.
  MROUND(10, 3) → 9
MULTINOMIAL(number1, …) → number
  The factorial of a sum, divided by the factorials of its parts.
  MULTINOMIAL(2, 3, 4) → 1260
MUNIT(dimension) → array
  The identity matrix of a size.
  MUNIT(2) → [1, 0; 0, 1]
ODD(number) → number
  Rounds away from zero to an odd whole number.
  ODD(1.5) → 3
PERCENTOF(data_subset, data_all) → number
  The share that the sum of a part has in the sum of the whole.
  PERCENTOF([1, 2], [1, 2, 3, 6]) → 0.25
PI() → number
  The ratio of a circle's circumference to its diameter.
  ROUND(PI(), 6) → 3.141593
POWER(number, power) → number
  A number raised to a power.
  POWER(5, 2) → 25
PRODUCT(number1, …) → number
  Multiplies all numbers.
  PRODUCT(2, 3, 4) → 24
QUOTIENT(numerator, denominator) → number
  The whole part of a division.
  QUOTIENT(-10, 3) → -3
RAND() → number, volatile
  A random number, at least 0 and below 1.
  LET(r, RAND(), r >= 0 AND r < 1) → TRUE
RANDBETWEEN(bottom, top) → number, volatile
  A random whole number between two bounds, both included.
  RANDBETWEEN(4, 4) → 4
ROMAN(number, [form]) → text
  Writes a whole number up to 3999 as a Roman numeral, shorter with each form from 0 to 4.
  ROMAN(499) → "CDXCIX"
  ROMAN(499, 4) → "ID"
ROUND(number, num_digits) → number
  Rounds to so many decimals; halves go away from zero. Negative digits round to tens and hundreds.
  ROUND(2.345, 2) → 2.35
  ROUND(-1250, -2) → -1300
ROUNDDOWN(number, num_digits) → number
  Rounds toward zero to so many decimals.
  ROUNDDOWN(-3.78, 1) → -3.7
ROUNDUP(number, num_digits) → number
  Rounds away from zero to so many decimals.
  ROUNDUP(3.21, 1) → 3.3
SERIESSUM(x, n, m, coefficients) → number
  The sum of a power series: powers start at n and rise by m, each with its coefficient.
  SERIESSUM(2, 0, 1, [1, 2, 3]) → 17
SIGN(number) → number
  1 for a positive number, -1 for a negative one, 0 for zero.
  SIGN(-4) → -1
SQRT(number) → number
  The square root.
  SQRT(16) → 4
SQRTPI(number) → number
  The square root of a number times pi.
  ROUND(SQRTPI(1), 6) → 1.772454
SUBTOTAL(function_num, reference1, …) → number
  Runs one of eleven summaries by number: 1 average, 2 count, 3 counta, 4 max, 5 min, 6 product, 7 and 8
  standard deviation, 9 sum, 10 and 11 variance; 101 to 111 mean the same. Other subtotals are left out.
  SUBTOTAL(9, [1, 2, 3]) → 6
SUM(number1, …) → number
  Adds all numbers. Text and logical values in a range or array are left out.
  SUM(1, 2, 3) → 6
  SUM([1, "x", TRUE, 4]) → 5
SUMIF(range, criteria, [sum_range]) → number, sees errors
  Adds the numbers whose cell meets a condition.
  SUMIF([1, 5, 9], ">4") → 14
  SUMIF(["a", "b", "a"], "a", [1, 2, 4]) → 5
SUMIFS(sum_range, criteria_range1, criteria1, …) → number, sees errors
  Adds the numbers whose row meets every condition.
  SUMIFS([1, 2, 4], ["a", "b", "a"], "a", [1, 2, 3], ">1") → 4
SUMPRODUCT(array1, …) → number
  Multiplies arrays of one shape element by element and adds the products.
  SUMPRODUCT([1, 2, 3], [4, 5, 6]) → 32
SUMSQ(number1, …) → number
  Adds the squares of all numbers.
  SUMSQ(3, 4) → 25
SUMX2MY2(array_x, array_y) → number
  Adds the differences of squares, pair by pair.
  SUMX2MY2([3, 4], [1, 2]) → 20
SUMX2PY2(array_x, array_y) → number
  Adds the sums of squares, pair by pair.
  SUMX2PY2([3, 4], [1, 2]) → 30
SUMXMY2(array_x, array_y) → number
  Adds the squares of the differences, pair by pair.
  SUMXMY2([3, 4], [1, 2]) → 8
TRUNC(number, [num_digits]) → number
  Cuts the decimals off, or keeps so many of them.
  TRUNC(-8.9) → -8
  TRUNC(3.14159, 2) → 3.14
`,
)
