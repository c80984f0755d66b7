// Extremes by condition, the middle, ranks and percentiles.

import type { Table } from './table.ts'

export const extremes: Table = {
  MINIFS: `
    MINIFS([89, 93, 96, 85, 91, 88], [1, 2, 2, 3, 1, 1], 1) → 88
    MINIFS([10, 11, 100, 111], ["a", "a", "b", "a"], "a") → 10
    MINIFS([10, 11, 12, 13, 14, 15], ["b", "a", "a", "b", "b", "b"], "b", [100, 100, 200, 300, 100, 400], ">100") → 13
    MINIFS([3, 9, 5], ["a", "b", "b"], "b") → 5
    MINIFS([3, 9], ["a", "b"], "z") → 0
    MINIFS([-3, -9], ["a", "a"], "a") → -9
    MINIFS([1, 2, 3], [1, 1], 1) → #VALUE!
    MINIFS([1, 2], [1; 1], 1) → #VALUE!
    MINIFS([5, "1", TRUE], [1, 1, 1], 1) → 5
    MINIFS([5, BLANK], [1, 1], 1) → 5
    MINIFS(["x"], [1], 1) → 0
    MINIFS([#N/A, 4], [1, 2], 2) → 4
    MINIFS([#N/A, 4], [1, 2], ">0") → #N/A
    MINIFS([4, 5], [#REF!, 2], 2) → 5
    MINIFS([4, 5, 6], ["ab", "B", "ac"], "a*") → 4
    MINIFS([4; 5], ["A"; "b"], "a") → 4
    MINIFS([4, 5], ["a", "b"], ["a", "b"]) → [4, 5]
    MINIFS([1e308, -1e308], [1, 1], 1) → -1e308
    MINIFS(min_range := [4, 5], criteria_range1 := [1, 2], criteria1 := 2) → 5
    MINIFS([1], [1]) → refused
    MINIFS([1], [1], 1, [1]) → refused
    MINIFS([dt"2026-01-01T00:00:00Z"], [1], 1) → dt"2026-01-01T00:00:00Z"
    MINIFS([1h, 2h, 4h], [1, 2, 3], ">1") → 2h
  `,
  MAXIFS: `
    MAXIFS([89, 93, 96, 85, 91, 88], [1, 2, 2, 3, 1, 1], 1) → 91
    MAXIFS([10, 11, 100, 111], ["a", "a", "b", "a"], "a") → 111
    MAXIFS([10, 11, 12, 13, 14, 15], ["b", "a", "a", "b", "b", "b"], "b", [100, 100, 200, 300, 100, 400], ">100") → 15
    MAXIFS([3, 9, 5], ["a", "b", "a"], "a") → 5
    MAXIFS([3, 9], ["a", "b"], "z") → 0
    MAXIFS([-3, -9], ["a", "a"], "a") → -3
    MAXIFS([1, 2, 3], [1, 1], 1) → #VALUE!
    MAXIFS([1, 2], [1; 1], 1) → #VALUE!
    MAXIFS([5, "9", TRUE], [1, 1, 1], 1) → 5
    MAXIFS([-5, BLANK], [1, 1], 1) → -5
    MAXIFS(["x"], [1], 1) → 0
    MAXIFS([#N/A, 4], [1, 2], 2) → 4
    MAXIFS([#N/A, 4], [1, 2], ">0") → #N/A
    MAXIFS([4, 5], [#REF!, 2], 2) → 5
    MAXIFS([4, 5, 6], ["ab", "B", "ac"], "a*") → 6
    MAXIFS([4; 5], ["A"; "b"], "a") → 4
    MAXIFS([4, 5], ["a", "b"], ["b", "a"]) → [5, 4]
    MAXIFS([1e308, -1e308], [1, 1], 1) → 1e308
    MAXIFS(max_range := [4, 5], criteria_range1 := [1, 2], criteria1 := 1) → 4
    MAXIFS([1], [1]) → refused
    MAXIFS([1], [1], 1, [1]) → refused
    MAXIFS([1, 7, 3], [1, 2, 3], ">1", [1, 2, 3], "<3") → 7
    MAXIFS([1h, 2h, 4h], [1, 2, 3], "<3") → 2h
  `,
  MEDIAN: `
    MEDIAN([1, 2, 3, 4, 5]) → 3
    MEDIAN([1, 2, 3, 4, 5, 6]) → 3.5
    MEDIAN(3, 1, 2) → 2
    MEDIAN(7) → 7
    MEDIAN(1, 9) → 5
    MEDIAN([5, 1; 3, 2]) → 2.5
    MEDIAN([1, BLANK, 3]) → 2
    MEDIAN([1, 0, 3]) → 1
    MEDIAN([1, "9", 3]) → 2
    MEDIAN([1, TRUE, 3]) → 2
    MEDIAN(["x"]) → #NUM!
    MEDIAN([BLANK]) → #NUM!
    MEDIAN([1, #N/A]) → #N/A
    MEDIAN(#DIV/0!) → #DIV/0!
    MEDIAN(-5, -1, -3) → -3
    MEDIAN(1, 1, 1, 100) → 1
    MEDIAN([1e308, -1e308, 0]) → 0
    MEDIAN([1e-300, 3e-300]) ≈ 2.00000000000000e-300
    MEDIAN(number1 := 1, number2 := 2) → 1.5
    MEDIAN() → refused
    MEDIAN(SEQUENCE(101)) → 51
    MEDIAN([1, 2], [3; 4]) → 2.5
    MEDIAN([1e308, 1.2e308]) ≈ 1.1e308
    MEDIAN("1", 3) → 2
    MEDIAN(TRUE, 3) → 2
    MEDIAN("x", 3) → #VALUE!
  `,
  'MODE.SNGL': `
    MODE.SNGL([5.6, 4, 4, 3, 2, 4]) → 4
    MODE.SNGL(1, 2, 2, 3) → 2
    MODE.SNGL(4, 4, 2, 2) → 4
    MODE.SNGL(2, 4, 4, 2) → 2
    MODE.SNGL(1, 2, 3) → #N/A
    MODE.SNGL(1) → #N/A
    MODE.SNGL([1, 1; 2, 3]) → 1
    MODE.SNGL([1, 1, 2], [2; 2]) → 2
    MODE.SNGL(["x", "x", 1, 1]) → 1
    MODE.SNGL(["x", "x"]) → #N/A
    MODE.SNGL([TRUE, TRUE, 3, 3]) → 3
    MODE.SNGL([BLANK, BLANK, 5, 5]) → 5
    MODE.SNGL([0, BLANK]) → #N/A
    MODE.SNGL([0, 0, 1]) → 0
    MODE.SNGL([1, 1, #N/A]) → #N/A
    MODE.SNGL(#NUM!, 1, 1) → #NUM!
    MODE.SNGL(-1, -1, 1) → -1
    MODE.SNGL(1e300, 1e300, 1) → 1e300
    MODE.SNGL(0.1, 0.1, 0.2) → 0.1
    MODE.SNGL(number1 := [3, 3]) → 3
    MODE.SNGL() → refused
    MODE.SNGL(MOD(SEQUENCE(10), 3)) → 1
  `,
  LARGE: `
    LARGE([3, 5, 3, 5, 4; 4, 2, 4, 6, 7], 3) → 5
    LARGE([3, 5, 3, 5, 4; 4, 2, 4, 6, 7], 7) → 4
    LARGE([3, 9, 5], 1) → 9
    LARGE([3, 9, 5], 3) → 3
    LARGE([3, 9, 5], 4) → #NUM!
    LARGE([3, 9, 5], 0) → #NUM!
    LARGE([3, 9, 5], -1) → #NUM!
    LARGE(["x"], 1) → #NUM!
    LARGE([BLANK], 1) → #NUM!
    LARGE([1, "9", TRUE, BLANK], 1) → 1
    LARGE([1, "9", TRUE, BLANK], 2) → #NUM!
    LARGE([1, #N/A], 1) → #N/A
    LARGE([1, 2], #DIV/0!) → #DIV/0!
    LARGE([1, 2], "x") → #VALUE!
    LARGE([1, 2], "2") → 1
    LARGE([5, 5, 4], 2) → 5
    LARGE([1, 2, 3], [1, 2]) → [3, 2]
    LARGE([1, 2, 3], [1; 9]) → [3; #NUM!]
    SUM(LARGE([4, 8, 6, 1], [1, 2, 3])) → 18
    LARGE(array := [4, 8], k := 2) → 4
    LARGE([1, 2]) → refused
    LARGE([1, 2], 1, 1) → refused
    LARGE([-1e308, 1e308, 1e-308], 2) → 1e-308
    LARGE(7, 1) → 7
  `,
  SMALL: `
    SMALL([3, 4, 5, 2, 3, 4, 6, 4, 7], 4) → 4
    SMALL([1, 4, 8, 3, 7, 12, 54, 8, 23], 2) → 3
    SMALL([3, 9, 5], 1) → 3
    SMALL([3, 9, 5], 3) → 9
    SMALL([3, 9, 5], 4) → #NUM!
    SMALL([3, 9, 5], 0) → #NUM!
    SMALL([3, 9, 5], -1) → #NUM!
    SMALL(["x"], 1) → #NUM!
    SMALL([BLANK], 1) → #NUM!
    SMALL([1, "-9", FALSE, BLANK], 1) → 1
    SMALL([1, "-9", FALSE, BLANK], 2) → #NUM!
    SMALL([1, #N/A], 1) → #N/A
    SMALL([1, 2], #DIV/0!) → #DIV/0!
    SMALL([1, 2], "x") → #VALUE!
    SMALL([1, 2], "2") → 2
    SMALL([5, 5, 4], 2) → 5
    SMALL([1, 2, 3], [1, 2]) → [1, 2]
    SMALL([3; 1], [1; 9]) → [1; #NUM!]
    SUM(SMALL([4, 8, 6, 1], [1, 2, 3])) → 11
    SMALL(array := [4, 8], k := 2) → 8
    SMALL([1, 2]) → refused
    SMALL([1, 2], 1, 1) → refused
    SMALL([-1e308, 1e308, 1e-308], 2) → 1e-308
    SMALL([dt"2026-02-01T00:00:00Z", dt"2026-01-01T00:00:00Z"], 1) → dt"2026-01-01T00:00:00Z"
  `,
}
