// Totals and counts: SUM, PRODUCT, SUMPRODUCT and the COUNT family.

import type { Table } from './table.ts'

export const totals: Table = {
  SUM: `
    SUM(3, 2) → 5
    SUM(1) → 1
    SUM([1, 2; 3, 4]) → 10
    SUM(1, [2, 3], [4; 5]) → 15
    SUM(-1, 1) → 0
    SUM([1, "2", "x"]) → 1
    SUM([1, TRUE, FALSE]) → 1
    SUM([1, BLANK, 2]) → 3
    SUM([BLANK]) → 0
    SUM(["x", "y"]) → 0
    SUM([1, #N/A, 3]) → #N/A
    SUM(#DIV/0!, 1) → #DIV/0!
    SUM([1, #REF!], [#NAME?]) → #REF!
    SUM([1e308, 1e308]) → #NUM!
    SUM([1e308, -1e308, 5]) → 5
    SUM(1e-300, 1e-300) → 2e-300
    SUM(0.5, 0.25, 0.125) → 0.875
    SUM([dt"1970-01-01T00:00:00Z"]) → 25569
    SUM(number1 := 4, number2 := 5) → 9
    SUM(1, number2 := [2, 3]) → 6
    SUM(1, number := 2) → refused
    SUM() → refused
    SUM([1, 2] * [3, 4]) → 11
    SUM(([1, 5, 9] > 4) * 1) → 2
    SUM(SEQUENCE(100)) → 5050
    SUM(1, , 2) → 3
    SUM("5", 15, TRUE) → 21
    SUM("5") → 5
    SUM(TRUE, 2) → 3
    SUM("x") → #VALUE!
    SUM("") → #VALUE!
    SUM(1, "5%") → 1.05
    SUM("1" & "2", 3) → 15
    SUM(2 > 1, 1) → 2
    SUM(1h, 30min) → 90min
    SUM([1d, 2h, "x"]) → 1d + 2h
    SUM([12h, 5]) → 5.5
    SUM([1h, #N/A]) → #N/A
  `,
  PRODUCT: `
    PRODUCT(5, 15, 30) → 2250
    PRODUCT([5, 15, 30], 2) → 4500
    PRODUCT([2, 3; 4, 5]) → 120
    PRODUCT(7) → 7
    PRODUCT(-2, 3) → -6
    PRODUCT(-2, -3) → 6
    PRODUCT(0, 5) → 0
    PRODUCT([2, BLANK, 5]) → 10
    PRODUCT([2, "3", "x", 5]) → 10
    PRODUCT([2, TRUE, FALSE]) → 2
    PRODUCT(["x"]) → 0
    PRODUCT([BLANK]) → 0
    PRODUCT([1, #DIV/0!]) → #DIV/0!
    PRODUCT(#N/A, 2) → #N/A
    PRODUCT(1e200, 1e200) → #NUM!
    PRODUCT(1e-200, 1e-200) → 0
    PRODUCT(0.5, 0.5) → 0.25
    PRODUCT(number1 := 2, number2 := 8) → 16
    PRODUCT() → refused
    PRODUCT(SEQUENCE(5)) → 120
    PRODUCT([1, 2] + 1) → 6
    PRODUCT(SEQUENCE(171)) → #NUM!
    PRODUCT("2", 3) → 6
    PRODUCT(TRUE, 3) → 3
    PRODUCT("x", 3) → #VALUE!
  `,
  SUMPRODUCT: `
    SUMPRODUCT([3, 4; 8, 6; 1, 9], [2, 7; 6, 7; 5, 3]) → 156
    SUMPRODUCT([1, 2, 3], [4, 5, 6]) → 32
    SUMPRODUCT([1, 2], [3, 4], [5, 6]) → 63
    SUMPRODUCT([1, 2, 3]) → 6
    SUMPRODUCT([1; 2], [3; 4]) → 11
    SUMPRODUCT(2, 3) → 6
    SUMPRODUCT([1, 2], [1; 2]) → #VALUE!
    SUMPRODUCT([1, 2, 3], [1, 2]) → #VALUE!
    SUMPRODUCT([1, 2], 3) → #VALUE!
    SUMPRODUCT([1, "x"], [2, 3]) → 2
    SUMPRODUCT([1, "4"], [2, 3]) → 2
    SUMPRODUCT([1, TRUE], [2, 3]) → 2
    SUMPRODUCT([1, BLANK], [2, 3]) → 2
    SUMPRODUCT([TRUE, FALSE, TRUE]) → 0
    SUMPRODUCT([1, #N/A], [2, 3]) → #N/A
    SUMPRODUCT([1, 2], [#DIV/0!, 3]) → #DIV/0!
    SUMPRODUCT([1, 2], #NUM!) → #NUM!
    SUMPRODUCT(([1, 5, 9] > 4) * [10, 20, 30]) → 50
    SUMPRODUCT(--([1, 5, 9] > 4), [10, 20, 30]) → 50
    SUMPRODUCT((["a", "b", "a"] = "a") * ([1, 2, 3] > 1) * [10, 20, 40]) → 40
    SUMPRODUCT([1, 2; 3, 4] * [10, 100]) → 640
    SUMPRODUCT([1e200], [1e200]) → #NUM!
    SUMPRODUCT([1e200, 1e200], [1e100, -1e100]) → 0
    SUMPRODUCT([dt"1970-01-02T00:00:00Z"], [2]) → 51140
    SUMPRODUCT(array1 := [1, 2], array2 := [3, 4]) → 11
    SUMPRODUCT() → refused
  `,
  COUNT: `
    COUNT([39790, 19, 22.24]) → 3
    COUNT([BLANK, 19, 22.24, TRUE, #DIV/0!]) → 2
    COUNT(1, 2, 3) → 3
    COUNT([1, 2; 3, 4]) → 4
    COUNT([1, "x"]) → 1
    COUNT([1, "5"]) → 1
    COUNT([TRUE, FALSE]) → 0
    COUNT([BLANK, BLANK]) → 0
    COUNT([""]) → 0
    COUNT(#N/A) → 0
    COUNT(#N/A, 1) → 1
    COUNT([#N/A, #NUM!, 7]) → 1
    COUNT([0]) → 1
    COUNT([-1, 1e308, 1e-308]) → 3
    COUNT([dt"2026-01-01T00:00:00Z"]) → 1
    COUNT(dt"2026-01-01T00:00:00Z", 4) → 2
    COUNT(value1 := [1, 2], value2 := 3) → 3
    COUNT() → refused
    COUNT([1, 2], [3; 4; "x"]) → 4
    COUNT(1 / [0, 1, 2]) → 2
    COUNT(SEQUENCE(10, 10)) → 100
    COUNT("5") → 1
    COUNT("x") → 0
    COUNT("") → 0
    COUNT(TRUE, FALSE) → 2
    COUNT([1h, 2h, "x"]) → 2
  `,
  COUNTA: `
    COUNTA([39790, BLANK, 19, 22.24, TRUE, #DIV/0!]) → 5
    COUNTA(1, "x", TRUE) → 3
    COUNTA([BLANK]) → 0
    COUNTA(BLANK) → 0
    COUNTA([""]) → 1
    COUNTA("") → 1
    COUNTA([BLANK, "", 0]) → 2
    COUNTA([FALSE]) → 1
    COUNTA(#N/A) → 1
    COUNTA([#N/A, #NUM!]) → 2
    COUNTA([1, 2; 3, BLANK]) → 3
    COUNTA([1, 2], [3, 4]) → 4
    COUNTA(0) → 1
    COUNTA(" ") → 1
    COUNTA([dt"2026-01-01T00:00:00Z", 1h]) → 2
    COUNTA(value1 := 1, value2 := 2) → 2
    COUNTA() → refused
    COUNTA([1, 2] / 0) → 2
    COUNTA(SEQUENCE(7)) → 7
    COUNTA([1, 2, 3], BLANK, "a") → 4
    COUNTA(1, 1, 1) → 3
  `,
  COUNTBLANK: `
    COUNTBLANK([1, BLANK, 2]) → 1
    COUNTBLANK([BLANK, BLANK; BLANK, BLANK]) → 4
    COUNTBLANK([""]) → 1
    COUNTBLANK([BLANK, "", 0]) → 2
    COUNTBLANK([0]) → 0
    COUNTBLANK([FALSE]) → 0
    COUNTBLANK([" "]) → 0
    COUNTBLANK([1, 2, 3]) → 0
    COUNTBLANK([#N/A, BLANK]) → 1
    COUNTBLANK([#DIV/0!]) → 0
    COUNTBLANK(BLANK) → 1
    COUNTBLANK(["x", "", "y"; BLANK, 4, ""]) → 3
    COUNTBLANK([TRUE, BLANK]) → 1
    COUNTBLANK([dt"2026-01-01T00:00:00Z", BLANK]) → 1
    COUNTBLANK(range := [BLANK, 1]) → 1
    COUNTBLANK() → refused
    COUNTBLANK([1], [2]) → refused
    COUNTBLANK(IF([1, 2, 3] > 2, "", 1)) → 1
    COUNTBLANK([1, BLANK, ""]) + COUNTA([1, BLANK, ""]) → 4
    COUNTBLANK([BLANK; 1; BLANK]) → 2
  `,
}
