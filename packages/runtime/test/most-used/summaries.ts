// Means and extremes, and the two that choose a summary by number.

import type { Table } from './table.ts'

export const summaries: Table = {
  AVERAGE: `
    AVERAGE([10, 7, 9, 27, 2]) → 11
    AVERAGE([10, 7, 9, 27, 2], 5) → 10
    AVERAGE(1, 2, 6) → 3
    AVERAGE(4) → 4
    AVERAGE([1, 2; 3, 4]) → 2.5
    AVERAGE([1, BLANK, 3]) → 2
    AVERAGE([1, 0, 2]) → 1
    AVERAGE([1, "x", 3]) → 2
    AVERAGE([1, "5", 3]) → 2
    AVERAGE([1, TRUE, 3]) → 2
    AVERAGE(["x"]) → #DIV/0!
    AVERAGE([BLANK]) → #DIV/0!
    AVERAGE([1, #N/A]) → #N/A
    AVERAGE(#NUM!) → #NUM!
    AVERAGE(-1, 1) → 0
    AVERAGE(1e308, 1e308) → #NUM!
    AVERAGE(2e-300, 4e-300) → 3e-300
    AVERAGE(number1 := 2, number2 := 4) → 3
    AVERAGE() → refused
    AVERAGE(SEQUENCE(99)) → 50
    AVERAGE([1, 2] * 10) → 15
    AVERAGE([dt"2026-01-01T00:00:00Z", dt"2026-01-03T00:00:00Z"]) → dt"2026-01-02T00:00:00Z"
    AVERAGE([1, 2, 4]) ≈ 2.33333333333333
    AVERAGE("4", 2) → 3
    AVERAGE(TRUE, 3) → 2
    AVERAGE("x", 3) → #VALUE!
    AVERAGE(1h, 3h) → 2h
    AVERAGE([12h, 5]) → 2.75
  `,
  MIN: `
    MIN([10, 7, 9, 27, 2]) → 2
    MIN([10, 7, 9, 27, 2], 0) → 0
    MIN(3) → 3
    MIN(-3, -5) → -5
    MIN([4, 2; 8, 6]) → 2
    MIN([4, BLANK]) → 4
    MIN([4, "1"]) → 4
    MIN([4, FALSE]) → 4
    MIN(["x"]) → 0
    MIN([BLANK]) → 0
    MIN([1, #N/A]) → #N/A
    MIN(#DIV/0!, #N/A) → #DIV/0!
    MIN(1e308, -1e308) → -1e308
    MIN(1e-300, 2e-300) → 1e-300
    MIN([1; 2], [-7]) → -7
    MIN(number1 := 8, number2 := 3) → 3
    MIN() → refused
    MIN(dt"2026-03-01T00:00:00Z", dt"2026-01-01T00:00:00Z") → dt"2026-01-01T00:00:00Z"
    MIN([5, 6] - 10) → -5
    MIN(SEQUENCE(9, 1, 3)) → 3
    MIN(2, 2, 2) → 2
    MIN("3", 5) → 3
    MIN(TRUE, 5) → 1
    MIN("x", 5) → #VALUE!
    MIN(2h, 30min) → 30min
  `,
  MAX: `
    MAX([10, 7, 9, 27, 2]) → 27
    MAX([10, 7, 9, 27, 2], 30) → 30
    MAX(3) → 3
    MAX(-3, -5) → -3
    MAX([4, 2; 8, 6]) → 8
    MAX([-4, BLANK]) → -4
    MAX([4, "9"]) → 4
    MAX([-4, TRUE]) → -4
    MAX(["x"]) → 0
    MAX([BLANK]) → 0
    MAX([1, #N/A]) → #N/A
    MAX(#DIV/0!, #N/A) → #DIV/0!
    MAX(1e308, -1e308) → 1e308
    MAX(1e-300, 2e-300) → 2e-300
    MAX([1; 2], [7]) → 7
    MAX(number1 := 8, number2 := 3) → 8
    MAX() → refused
    MAX(dt"2026-03-01T00:00:00Z", dt"2026-01-01T00:00:00Z") → dt"2026-03-01T00:00:00Z"
    MAX([5, 6] - 10) → -4
    MAX(SEQUENCE(9, 1, 3)) → 11
    MAX(ABS([-9, 4])) → 9
    MAX("9", 5) → 9
    MAX(TRUE, 0) → 1
    MAX("x", 5) → #VALUE!
    MAX([1d, 23h]) → 1d
    MAX(1h, duration"P1M") → #VALUE!
  `,
  SUBTOTAL: `
    SUBTOTAL(9, [120, 10, 150, 23]) → 303
    SUBTOTAL(1, [120, 10, 150, 23]) → 75.75
    SUBTOTAL(2, [1, "x", TRUE, BLANK, 4]) → 2
    SUBTOTAL(3, [1, "x", TRUE, BLANK, 4]) → 4
    SUBTOTAL(4, [120, 10, 150, 23]) → 150
    SUBTOTAL(5, [120, 10, 150, 23]) → 10
    SUBTOTAL(6, [2, 3, 4]) → 24
    SUBTOTAL(7, [1, 3, 5]) → 2
    SUBTOTAL(8, [2, 4, 4, 4, 5, 5, 7, 9]) → 2
    SUBTOTAL(10, [1, 3, 5]) → 4
    SUBTOTAL(11, [1, 3]) → 1
    SUBTOTAL(101, [1, 2, 6]) → 3
    SUBTOTAL(109, [120, 10, 150, 23]) → 303
    SUBTOTAL(111, [1, 3]) → 1
    SUBTOTAL(0, [1]) → #VALUE!
    SUBTOTAL(12, [1]) → #VALUE!
    SUBTOTAL(100, [1]) → #VALUE!
    SUBTOTAL(112, [1]) → #VALUE!
    SUBTOTAL(-9, [1]) → #VALUE!
    SUBTOTAL("x", [1]) → #VALUE!
    SUBTOTAL("9", [1, 2]) → 3
    SUBTOTAL(9, [1, 2], [3; 4]) → 10
    SUBTOTAL(9, [1, #N/A]) → #N/A
    SUBTOTAL(2, [1, #N/A]) → 1
    SUBTOTAL(3, [1, #N/A]) → 2
    SUBTOTAL(1, ["x"]) → #DIV/0!
    SUBTOTAL([9, 4], [1, 2]) → [3, 2]
    SUBTOTAL(function_num := 9, reference1 := [4, 5]) → 9
    SUBTOTAL(9) → refused
    SUBTOTAL(#NUM!, [1]) → #NUM!
    SUBTOTAL(9, [1h, 2h]) → 3h
  `,
  AGGREGATE: `
    AGGREGATE(4, 6, [#DIV/0!, 82, 72, 65, 30, 95, #NUM!, 63, 31, 53, 96]) → 96
    AGGREGATE(14, 6, [#DIV/0!, 72, 30, #NUM!, 31, 96, 32, 81, 33, 53], 3) → 72
    AGGREGATE(15, 6, [#DIV/0!, 72, 30, #NUM!, 31, 96, 32, 81, 33, 53], 2) → 31
    AGGREGATE(12, 6, [#DIV/0!, 82, 72], [65, #N/A, 96]) → 77
    AGGREGATE(1, 6, [1, #N/A, 3]) → 2
    AGGREGATE(2, 6, [1, #N/A, "x"]) → 1
    AGGREGATE(3, 6, [1, #N/A, "x"]) → 2
    AGGREGATE(5, 2, [4, #N/A, 2]) → 2
    AGGREGATE(6, 3, [4, #N/A, 2]) → 8
    AGGREGATE(7, 7, [1, 3, 5, #N/A]) → 2
    AGGREGATE(8, 6, [2, 4, 4, 4, 5, 5, 7, 9]) → 2
    AGGREGATE(9, 4, [1, 2, 3]) → 6
    AGGREGATE(9, 4, [1, #N/A]) → #N/A
    AGGREGATE(9, 0, [1, #N/A]) → #N/A
    AGGREGATE(9, 5, [#NUM!, #N/A]) → #NUM!
    AGGREGATE(2, 4, [1, #N/A]) → 1
    AGGREGATE(3, 4, [1, #N/A, BLANK]) → 2
    AGGREGATE(10, 6, [1, 3, 5]) → 4
    AGGREGATE(11, 6, [1, 3]) → 1
    AGGREGATE(13, 6, [1, 2, 2, #N/A]) → 2
    AGGREGATE(16, 6, [1, 2, 3, 4, 5], 0.25) → 2
    AGGREGATE(17, 6, [1, 2, 3, 4, 5], 3) → 4
    AGGREGATE(18, 6, [1, 2, 3], 0.5) → 2
    AGGREGATE(19, 6, [1, 2, 3], 1) → 1
    AGGREGATE(14, 6, [5, 9, #N/A, 7], [1, 2]) → [9, 7]
    AGGREGATE(15, 6, [5, 9, #N/A, 7], [1; 2; 4]) → [5; 7; #NUM!]
    AGGREGATE(14, 6, [1, 2], "1") → 2
    AGGREGATE(14, 6, [1, 2], "x") → #VALUE!
    AGGREGATE(14, 6, [1, 2], #N/A) → #N/A
    AGGREGATE(14, 6, [1, 2]) → #VALUE!
    AGGREGATE(0, 6, [1]) → #VALUE!
    AGGREGATE(20, 6, [1]) → #VALUE!
    AGGREGATE(9, 8, [1]) → #VALUE!
    AGGREGATE(9, -1, [1]) → #VALUE!
    AGGREGATE(#N/A, 6, [1]) → #N/A
    AGGREGATE(9, #REF!, [1]) → #REF!
    AGGREGATE(1, 6, [#N/A]) → #DIV/0!
    AGGREGATE(function_num := 9, options := 6, reference1 := [1, #N/A, 4]) → 5
    AGGREGATE(9, 6) → refused
  `,
}
