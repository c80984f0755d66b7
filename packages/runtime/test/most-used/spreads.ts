// Spreads, percentiles, ranks and straight lines.

import type { Table } from './table.ts'

export const spreads: Table = {
  'STDEV.S': `
    STDEV.S([1345, 1301, 1368, 1322, 1310, 1370, 1318, 1350, 1303, 1299]) ≈ 27.46391572
    STDEV.S(1, 3, 5) → 2
    STDEV.S([1, 3; 5, 3]) ≈ 1.63299316185545
    STDEV.S(1, 2) ≈ 0.707106781186548
    STDEV.S(5) → #DIV/0!
    STDEV.S(["x"]) → #DIV/0!
    STDEV.S([BLANK, 1]) → #DIV/0!
    STDEV.S([1, "x", 3, TRUE, 5]) → 2
    STDEV.S([1, BLANK, 3, 5]) → 2
    STDEV.S([1, "3", 5]) ≈ 2.82842712474619
    STDEV.S([4, 4, 4]) → 0
    STDEV.S([0.1, 0.1, 0.1]) → 0
    STDEV.S([1, 2, #N/A]) → #N/A
    STDEV.S(#DIV/0!, 1) → #DIV/0!
    STDEV.S([1000000001, 1000000002, 1000000003]) → 1
    STDEV.S([-1, -3, -5]) → 2
    STDEV.S([1e-8, 3e-8, 5e-8]) ≈ 2.00000000000000e-8
    STDEV.S([1, 3, 5] + 1e12) → 2
    STDEV.S(number1 := 1, number2 := 3, number3 := 5) → 2
    STDEV.S() → refused
    STDEV.S([1], [3; 5]) → 2
    STDEV.S([2, 7, 1, 8]) ^ 2 ≈ 12.3333333333333
    STDEV.S([1e200, -1e200]) → #NUM!
    STDEV.S(1, "3", 5) → 2
    STDEV.S("x", 1, 2) → #VALUE!
  `,
  'STDEV.P': `
    STDEV.P([1345, 1301, 1368, 1322, 1310, 1370, 1318, 1350, 1303, 1299]) ≈ 26.05455814
    STDEV.P(2, 4, 4, 4, 5, 5, 7, 9) → 2
    STDEV.P([2, 4, 4, 4; 5, 5, 7, 9]) → 2
    STDEV.P(5) → 0
    STDEV.P(1, 2) → 0.5
    STDEV.P(["x"]) → #DIV/0!
    STDEV.P([BLANK]) → #DIV/0!
    STDEV.P([BLANK, 1]) → 0
    STDEV.P([1, "x", 3, TRUE]) → 1
    STDEV.P([1, BLANK, 3]) → 1
    STDEV.P([1, "9", 3]) → 1
    STDEV.P([0.1, 0.1, 0.1]) → 0
    STDEV.P([1, 2, #N/A]) → #N/A
    STDEV.P(#NUM!) → #NUM!
    STDEV.P([1000000001, 1000000003]) → 1
    STDEV.P(-1, -3) → 1
    STDEV.P([1e-8, 3e-8]) ≈ 1.00000000000000e-8
    STDEV.P(number1 := 1, number2 := 3) → 1
    STDEV.P() → refused
    STDEV.P([1], [3; 3], 1) → 1
    STDEV.P([1, 3] + 1e12) → 1
    STDEV.P([1e200, -1e200]) → #NUM!
    STDEV.P("1", 3) → 1
    STDEV.P(TRUE, 3) → 1
    STDEV.P("x", 1) → #VALUE!
  `,
  'VAR.S': `
    VAR.S([1345, 1301, 1368, 1322, 1310, 1370, 1318, 1350, 1303, 1299]) ≈ 754.2666667
    VAR.S(1, 3, 5) → 4
    VAR.S([1, 3; 5, 3]) ≈ 2.66666666666667
    VAR.S(1, 2) → 0.5
    VAR.S(5) → #DIV/0!
    VAR.S(["x"]) → #DIV/0!
    VAR.S([BLANK, 1]) → #DIV/0!
    VAR.S([1, "x", 3, TRUE, 5]) → 4
    VAR.S([1, BLANK, 3, 5]) → 4
    VAR.S([1, "3", 5]) → 8
    VAR.S([4, 4, 4]) → 0
    VAR.S([0.7, 0.7, 0.7, 0.7, 0.7, 0.7]) → 0
    VAR.S([1, 2, #N/A]) → #N/A
    VAR.S(#DIV/0!, 1) → #DIV/0!
    VAR.S([1000000001, 1000000002, 1000000003]) → 1
    VAR.S([-1, -3, -5]) → 4
    VAR.S([1e-8, 3e-8, 5e-8]) ≈ 4.0000000000000e-16
    VAR.S([1, 3, 5] + 1e12) → 4
    VAR.S(number1 := [1, 3], number2 := 5) → 4
    VAR.S() → refused
    VAR.S([1e200, -1e200]) → #NUM!
    VAR.S([1, 3, 5]) - STDEV.S([1, 3, 5]) ^ 2 → 0
    VAR.S("1", 3, 5) → 4
    VAR.S(TRUE, 3, 5) → 4
    VAR.S("x", 1, 2) → #VALUE!
  `,
  'PERCENTILE.INC': `
    PERCENTILE.INC([1, 3, 2, 4], 0.3) ≈ 1.90000000000000
    PERCENTILE.INC([1, 2, 3, 4, 5], 0.5) → 3
    PERCENTILE.INC([1, 2, 3, 4], 0.25) → 1.75
    PERCENTILE.INC([1, 2, 3, 4], 0) → 1
    PERCENTILE.INC([1, 2, 3, 4], 1) → 4
    PERCENTILE.INC([1, 2], 1.1) → #NUM!
    PERCENTILE.INC([1, 2], -0.1) → #NUM!
    PERCENTILE.INC(["x"], 0.5) → #NUM!
    PERCENTILE.INC([BLANK], 0.5) → #NUM!
    PERCENTILE.INC([7], 0.3) → 7
    PERCENTILE.INC([1, "x", TRUE, BLANK, 3], 0.5) → 2
    PERCENTILE.INC([1, #N/A], 0.5) → #N/A
    PERCENTILE.INC([1, 2], #NUM!) → #NUM!
    PERCENTILE.INC([1, 2], "x") → #VALUE!
    PERCENTILE.INC([1, 3], "0.5") → 2
    PERCENTILE.INC([1, 3], 50%) → 2
    PERCENTILE.INC([1, 2; 3, 4], 0.5) → 2.5
    PERCENTILE.INC([1, 2, 3], [0, 0.5, 1]) → [1, 2, 3]
    PERCENTILE.INC(array := [1, 2, 3], k := 0.5) → 2
    PERCENTILE.INC([1, 2]) → refused
    PERCENTILE.INC([1, 2], 0.5, 1) → refused
    PERCENTILE.INC(SEQUENCE(101, 1, 0), 0.9) ≈ 90.000000000000
    PERCENTILE.INC([4, 9, 2], 0.5) - MEDIAN(4, 9, 2) → 0
    PERCENTILE.INC([-10, 10], 0.25) → -5
  `,
  'QUARTILE.INC': `
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 1) → 3.5
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 0) → 1
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 2) → 7.5
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 3) → 9.25
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 4) → 12
    QUARTILE.INC([1, 2], 5) → #NUM!
    QUARTILE.INC([1, 2], -1) → #NUM!
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 1.9) → 3.5
    QUARTILE.INC([1, 2, 4, 7, 8, 9, 10, 12], 4.5) → 12
    QUARTILE.INC(["x"], 1) → #NUM!
    QUARTILE.INC([BLANK], 1) → #NUM!
    QUARTILE.INC([5], 3) → 5
    QUARTILE.INC([1, "x", TRUE, BLANK, 3], 2) → 2
    QUARTILE.INC([1, #N/A], 1) → #N/A
    QUARTILE.INC([1, 2], #REF!) → #REF!
    QUARTILE.INC([1, 2], "x") → #VALUE!
    QUARTILE.INC([1, 2], "4") → 2
    QUARTILE.INC([1, 2, 3, 4, 5], [1, 2, 3]) → [2, 3, 4]
    QUARTILE.INC(array := [1, 2, 3], quart := 2) → 2
    QUARTILE.INC([1, 2]) → refused
    QUARTILE.INC([1, 2], 1, 1) → refused
    QUARTILE.INC([1, 2; 3, 4], 1) → 1.75
    QUARTILE.INC([9, 3, 7], 2) - MEDIAN(9, 3, 7) → 0
  `,
  'RANK.EQ': `
    RANK.EQ(7, [7, 3.5, 3.5, 1, 2], 1) → 5
    RANK.EQ(2, [7, 3.5, 3.5, 1, 2]) → 4
    RANK.EQ(3.5, [7, 3.5, 3.5, 1, 2], 1) → 3
    RANK.EQ(3.5, [7, 3.5, 3.5, 1, 2]) → 2
    RANK.EQ(1, [7, 3.5, 3.5, 1, 2], 1) → 1
    RANK.EQ(1, [7, 3.5, 3.5, 1, 2], 0) → 5
    RANK.EQ(1, [7, 3.5, 3.5, 1, 2], -3) → 1
    RANK.EQ(8, [7, 3.5]) → #N/A
    RANK.EQ(7, ["x"]) → #N/A
    RANK.EQ(7, [7, "9", TRUE, BLANK]) → 1
    RANK.EQ(0, [BLANK, 1]) → #N/A
    RANK.EQ(7, [7, #DIV/0!]) → #DIV/0!
    RANK.EQ(#N/A, [7]) → #N/A
    RANK.EQ(7, [7], #NUM!) → #NUM!
    RANK.EQ("x", [7]) → #VALUE!
    RANK.EQ("7", [7, 9]) → 2
    RANK.EQ([7, 1], [7, 3, 1]) → [1, 3]
    RANK.EQ([5; 3; 9], [5; 3; 9], 1) → [2; 1; 3]
    RANK.EQ(number := 3, ref := [1, 3, 5], order := 1) → 2
    RANK.EQ(1) → refused
    RANK.EQ(1, [1], 1, 1) → refused
    RANK.EQ(-1, [-1, -2, -3]) → 1
    RANK.EQ(1e300, [1e300, 1e-300]) → 1
  `,
  CORREL: `
    CORREL([3, 2, 4, 5, 6], [9, 7, 12, 15, 17]) ≈ 0.997054486
    CORREL([1, 2, 3], [2, 4, 6]) → 1
    CORREL([1, 2, 3], [6, 4, 2]) → -1
    CORREL([1; 2; 3], [2; 4; 6]) → 1
    CORREL([1, 2, 3, 4], [1, -1, -1, 1]) → 0
    CORREL([1, 2], [1, 2, 3]) → #N/A
    CORREL([1, 1], [1, 2]) → #DIV/0!
    CORREL([1, 2], [1, 1]) → #DIV/0!
    CORREL([1, 2, 3], [0.1, 0.1, 0.1]) → #DIV/0!
    CORREL([1], [1]) → #DIV/0!
    CORREL(["x"], ["y"]) → #DIV/0!
    CORREL([1, 2, "x"], [2, 4, 99]) → 1
    CORREL([1, 2, BLANK], [2, 4, 99]) → 1
    CORREL([1, 2, 3], [2, 4, TRUE]) → 1
    CORREL([1, #N/A], [1, 2]) → #N/A
    CORREL([1, 2], [1, #DIV/0!]) → #DIV/0!
    CORREL(#NUM!, [1]) → #NUM!
    CORREL(array1 := [1, 2], array2 := [3, 5]) → 1
    CORREL([1, 2]) → refused
    CORREL([1, 2], [1, 2], 1) → refused
    CORREL([1, 2, 3] * 1e-100, [2, 4, 6] * 1e100) ≈ 1.00000000000000
    CORREL([3, 2, 4, 5, 6], [9, 7, 12, 15, 17]) - CORREL([9, 7, 12, 15, 17], [3, 2, 4, 5, 6]) → 0
    CORREL([1000001, 1000002, 1000003], [3, 2, 1]) → -1
  `,
  SLOPE: `
    SLOPE([2, 3, 9, 1, 8, 7, 5], [6, 5, 11, 7, 5, 4, 4]) ≈ 0.305555556
    SLOPE([2, 4, 6], [1, 2, 3]) → 2
    SLOPE([6, 4, 2], [1, 2, 3]) → -2
    SLOPE([5, 5, 5], [1, 2, 3]) → 0
    SLOPE([1, 2], [3, 3]) → #DIV/0!
    SLOPE([1], [1]) → #DIV/0!
    SLOPE([1, 2, 3], [1, 2]) → #N/A
    SLOPE([1; 2], [2; 4]) → 0.5
    SLOPE([1, "x", 3], [1, 2, 3]) → 1
    SLOPE([1, 9, 3], [1, BLANK, 3]) → 1
    SLOPE([1, TRUE, 3], [1, 2, 3]) → 1
    SLOPE(["x"], [1]) → #DIV/0!
    SLOPE([1, #N/A], [1, 2]) → #N/A
    SLOPE([1, 2], [#REF!, 2]) → #REF!
    SLOPE(#NUM!, [1]) → #NUM!
    SLOPE(known_ys := [2, 4], known_xs := [1, 2]) → 2
    SLOPE([1, 2]) → refused
    SLOPE([1, 2], [1, 2], 1) → refused
    SLOPE([1, 2, 3], [0.1, 0.1, 0.1]) → #DIV/0!
    SLOPE([2, 4, 6], [1, 2, 3] + 1e9) → 2
    SLOPE([1e100, 3e100], [1, 2]) ≈ 2.00000000000000e100
    SLOPE([1, 3], [dt"2026-01-01T00:00:00Z", dt"2026-01-02T00:00:00Z"]) → 2
  `,
  'FORECAST.LINEAR': `
    FORECAST.LINEAR(30, [6, 7, 9, 15, 21], [20, 28, 31, 38, 40]) ≈ 10.607253
    FORECAST.LINEAR(4, [2, 4, 6], [1, 2, 3]) → 8
    FORECAST.LINEAR(0, [2, 4, 6], [1, 2, 3]) → 0
    FORECAST.LINEAR(-1, [2, 4, 6], [1, 2, 3]) → -2
    FORECAST.LINEAR(9, [5, 5, 5], [1, 2, 3]) → 5
    FORECAST.LINEAR(1, [1, 2], [3, 3]) → #DIV/0!
    FORECAST.LINEAR(1, [1, 2, 3], [1, 2]) → #N/A
    FORECAST.LINEAR(1, [1], [1]) → #DIV/0!
    FORECAST.LINEAR("x", [1, 2], [1, 2]) → #VALUE!
    FORECAST.LINEAR("3", [1, 2], [1, 2]) → 3
    FORECAST.LINEAR(BLANK, [3, 5], [1, 2]) → 1
    FORECAST.LINEAR(TRUE, [3, 5], [1, 2]) → 3
    FORECAST.LINEAR(#N/A, [1, 2], [1, 2]) → #N/A
    FORECAST.LINEAR(1, [1, #NUM!], [1, 2]) → #NUM!
    FORECAST.LINEAR(1, [1, 2], [1, #REF!]) → #REF!
    FORECAST.LINEAR(4, [2, "x", 6], [1, 2, 3]) → 8
    FORECAST.LINEAR(4, [2; 4], [1; 2]) → 8
    FORECAST.LINEAR([4, 5], [2, 4], [1, 2]) → [8, 10]
    FORECAST.LINEAR(x := 4, known_ys := [2, 4], known_xs := [1, 2]) → 8
    FORECAST.LINEAR(1, [1, 2]) → refused
    FORECAST.LINEAR(1, [1, 2], [1, 2], 1) → refused
    FORECAST.LINEAR(1e6, [2, 4, 6], [1, 2, 3]) → 2000000
    FORECAST.LINEAR(2, [6, 7, 9], [1, 2, 3]) - AVERAGE(6, 7, 9) → 0
  `,
}
