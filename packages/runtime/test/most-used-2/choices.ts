// Conditions and choices: what is chosen, what errors do, and how arrays choose element by element.

import type { Table } from '../most-used/table.ts'

export const choices: Table = {
  IFERROR: `
    IFERROR(210 / 35, "Error in calculation") → 6
    IFERROR(55 / 0, "Error in calculation") → "Error in calculation"
    IFERROR("", "none") → ""
    IFERROR(0, "none") → 0
    IFERROR(FALSE, "none") → FALSE
    IFERROR(#N/A, 1) → 1
    IFERROR(#VALUE!, 1) → 1
    IFERROR(#REF!, 1) → 1
    IFERROR(#NUM!, 1) → 1
    IFERROR(#NAME?, 1) → 1
    IFERROR(#NULL!, 1) → 1
    IFERROR(#CALC!, 1) → 1
    IFERROR(#SPILL!, 1) → 1
    IFERROR(#N/A, #DIV/0!) → #DIV/0!
    IFERROR(5, #DIV/0!) → 5
    IFERROR([1, #N/A; #DIV/0!, "a"], 0) → [1, 0; 0, "a"]
    IFERROR([6, 4] / [3, 0], "bad") → [2, "bad"]
    IFERROR([#N/A, #REF!], ["a", "b"]) → ["a", "b"]
    IFERROR(VLOOKUP(9, [1, 2], 2, FALSE), "not found") → "not found"
    IFERROR("x" + 1, -1) → -1
    IFERROR(1e308 * 10, "too large") → "too large"
    IFERROR(IFERROR(1 / 0, #N/A), "twice") → "twice"
    IFERROR(BLANK, 7) + 5 → 5
    IFERROR(#N/A, BLANK) & "x" → "x"
    IFERROR(#N/A, value_if_error := "named") → "named"
    IFERROR(DATE(2026, 1, 31), 0) → dt"2026-01-31T00:00:00Z"
    IFERROR(#N/A, ) & "x" → "x"
    IFERROR(1) → refused
    IFERROR(1, 2, 3) → refused
    IFERROR() → refused
  `,
  IFNA: `
    IFNA(#N/A, "Not found") → "Not found"
    IFNA(VLOOKUP("Seattle", ["Atlanta", 105; "Portland", 142], 2, FALSE), "Not found") → "Not found"
    IFNA(VLOOKUP("Portland", ["Atlanta", 105; "Portland", 142], 2, FALSE), "Not found") → 142
    IFNA(5, 0) → 5
    IFNA("", 0) → ""
    IFNA(TRUE, 0) → TRUE
    IFNA(#DIV/0!, 0) → #DIV/0!
    IFNA(#VALUE!, 0) → #VALUE!
    IFNA(#REF!, 0) → #REF!
    IFNA(#NUM!, 0) → #NUM!
    IFNA(#NAME?, 0) → #NAME?
    IFNA(#CALC!, 0) → #CALC!
    IFNA(NA(), 1) → 1
    IFNA(#N/A, #REF!) → #REF!
    IFNA(#N/A, #N/A) → #N/A
    IFNA([1, #N/A, #DIV/0!], 0) → [1, 0, #DIV/0!]
    IFNA([#N/A; #N/A], ["a"; "b"]) → ["a"; "b"]
    IFNA([1, 2] + [1, 2, 3], 0) → [2, 4, 0]
    IFNA(MATCH(4, [1, 2], 0), 0) → 0
    IFNA(IFNA(#N/A, #N/A), 3) → 3
    IFNA(#N/A, value_if_na := 8) → 8
    IFNA(BLANK, 7) + 1 → 1
    IFNA(#N/A) → refused
    IFNA(1, 2, 3) → refused
  `,
  IFS: `
    IFS(93 > 89, "A", 93 > 79, "B", TRUE, "F") → "A"
    IFS(89 > 89, "A", 89 > 79, "B", TRUE, "F") → "B"
    IFS(58 > 89, "A", 58 > 79, "B", TRUE, "F") → "F"
    IFS(FALSE, 1, FALSE, 2) → #N/A
    IFS(TRUE, 1) → 1
    IFS(1, "one") → "one"
    IFS(0, "zero", -0.5, "minus") → "minus"
    IFS(1e-300, "tiny") → "tiny"
    IFS("TRUE", 1) → 1
    IFS("false", 1, TRUE, 2) → 2
    IFS("x", 1, TRUE, 2) → #VALUE!
    IFS(BLANK, 1, TRUE, 2) → 2
    IFS(#N/A, 1, TRUE, 2) → #N/A
    IFS(FALSE, #DIV/0!, TRUE, 2) → 2
    IFS(TRUE, 1, #DIV/0!, 2) → 1
    IFS(TRUE, #REF!) → #REF!
    IFS(FALSE, 1 / 0, TRUE, "fine") → "fine"
    IFS([TRUE, FALSE], "a", TRUE, "b") → ["a", "b"]
    IFS([1, 5, 9] > 6, "high", [1, 5, 9] > 3, "mid", TRUE, "low") → ["low", "mid", "high"]
    IFS([TRUE, FALSE], 1) → [1, #N/A]
    IFS(TRUE, [1, 2]) → [1, 2]
    IFS(logical_test1 := TRUE, value_if_true1 := "named") → "named"
    IFS(TRUE) → refused
    IFS(TRUE, 1, FALSE) → refused
    IFS() → refused
  `,
  SWITCH: `
    SWITCH(2, 1, "Sunday", 2, "Monday", 3, "Tuesday", "No match") → "Monday"
    SWITCH(99, 1, "Sunday", 2, "Monday", 3, "Tuesday") → #N/A
    SWITCH(99, 1, "Sunday", 2, "Monday", 3, "Tuesday", "No match") → "No match"
    SWITCH(2, 1, "Sunday", 7, "Saturday", "weekday") → "weekday"
    SWITCH("b", "a", 1, "b", 2) → 2
    SWITCH("B", "a", 1, "b", 2) → 2
    SWITCH(1, "1", "text", 1, "number") → "number"
    SWITCH("1", 1, "number", "1", "text") → "text"
    SWITCH(TRUE, 5 > 9, "big", 5 > 3, "mid", "small") → "mid"
    SWITCH(TRUE, 1, "number", TRUE, "logical") → "logical"
    SWITCH(BLANK, 0, "zero", "else") → "zero"
    SWITCH(2, 2, "first", 2, "second") → "first"
    SWITCH(#N/A, 1, "a", "else") → #N/A
    SWITCH(1, 1, #REF!) → #REF!
    SWITCH(1, 2, "a", #NUM!) → #NUM!
    SWITCH(1, 1, "a", 1 / 0) → "a"
    SWITCH(2, 1, 1 / 0, 2, "b") → "b"
    SWITCH([1, 2, 3], 1, "a", 2, "b", "c") → ["a", "b", "c"]
    SWITCH(0.1 + 0.2, 0.5, "half", "other") → "other"
    SWITCH(DATE(2026, 1, 1), DATE(2026, 1, 1), "new year") → "new year"
    SWITCH(2, value1 := 2, result1 := "named") → "named"
    SWITCH("", BLANK, "empty", "else") → "empty"
    SWITCH(1, 1) → refused
    SWITCH(1) → refused
  `,
  CHOOSE: `
    CHOOSE(2, "1st", "2nd", "3rd", "Finished") → "2nd"
    CHOOSE(4, "Nails", "Screws", "Nuts", "Bolts") → "Bolts"
    CHOOSE(3, "Wide", 115, "world", 8) → "world"
    CHOOSE(1, 5) → 5
    CHOOSE(2.9, "a", "b", "c") → "b"
    CHOOSE(0, "a") → #VALUE!
    CHOOSE(0.9, "a") → #VALUE!
    CHOOSE(-1, "a") → #VALUE!
    CHOOSE(4, "a", "b", "c") → #VALUE!
    CHOOSE("2", "a", "b") → "b"
    CHOOSE("x", "a", "b") → #VALUE!
    CHOOSE(TRUE, "a", "b") → "a"
    CHOOSE(BLANK, "a") → #VALUE!
    CHOOSE(#N/A, "a") → #N/A
    CHOOSE(2, "a", #REF!) → #REF!
    CHOOSE(1, "a", 1 / 0) → "a"
    CHOOSE(2, 1 / 0, "b") → "b"
    CHOOSE(1, [1, 2], 3) → [1, 2]
    CHOOSE(2, [1, 2], 3) → 3
    CHOOSE([1, 2, 1], "a", "b") → ["a", "b", "a"]
    CHOOSE([1, 3], "a", "b") → ["a", #VALUE!]
    CHOOSE([1, 2], ["a"; "b"], [10; 20]) → ["a", 10; "b", 20]
    CHOOSE(1e300, "a") → #VALUE!
    SUM(CHOOSE(2, [1, 2], [10, 20])) → 30
    CHOOSE(index_num := 2, value1 := "a", value2 := "b") → "b"
    CHOOSE(2, "a", ) & "x" → "x"
    CHOOSE(1) → refused
    CHOOSE() → refused
  `,
  AND: `
    AND(TRUE, TRUE) → TRUE
    AND(TRUE, FALSE) → FALSE
    AND(FALSE, FALSE) → FALSE
    AND(TRUE) → TRUE
    AND(2 + 2 = 4, 2 + 3 = 5) → TRUE
    AND(1 < 50, 50 < 100) → TRUE
    AND(1 < 104, 104 < 100) → FALSE
    AND(1, 2, 3) → TRUE
    AND(1, 0) → FALSE
    AND(-1, 0.001) → TRUE
    AND(1e-300) → TRUE
    AND("TRUE", 1) → TRUE
    AND("false", TRUE) → FALSE
    AND("x") → #VALUE!
    AND(TRUE, #N/A) → #N/A
    AND(FALSE, #N/A) → #N/A
    AND([TRUE, 1, 5]) → TRUE
    AND([TRUE, 0; 1, 1]) → FALSE
    AND([TRUE, "x", BLANK]) → TRUE
    AND(["x", "y"]) → #VALUE!
    AND([TRUE, #REF!]) → #REF!
    AND([1, 2, 3] > 0) → TRUE
    AND([1, 2, 3] > 1) → FALSE
    AND([TRUE, TRUE], [TRUE, FALSE]) → FALSE
    NOT(AND(TRUE, FALSE)) = OR(NOT(TRUE), NOT(FALSE)) → TRUE
    AND(logical1 := TRUE, logical2 := 0) → FALSE
    AND() → refused
  `,
  OR: `
    OR(TRUE, FALSE) → TRUE
    OR(FALSE, FALSE) → FALSE
    OR(TRUE, TRUE) → TRUE
    OR(TRUE) → TRUE
    OR(1 + 1 = 1, 2 + 2 = 5) → FALSE
    OR(50 > 1, 50 < 100) → TRUE
    OR(0, 0, 3) → TRUE
    OR(0, 0) → FALSE
    OR(-1) → TRUE
    OR(1e-300, 0) → TRUE
    OR("true", FALSE) → TRUE
    OR("FALSE") → FALSE
    OR("x", TRUE) → #VALUE!
    OR(TRUE, #N/A) → #N/A
    OR(FALSE, #DIV/0!) → #DIV/0!
    OR([FALSE, 0, 5]) → TRUE
    OR([FALSE, 0; 0, FALSE]) → FALSE
    OR([FALSE, "x", BLANK]) → FALSE
    OR(["TRUE", "y"]) → #VALUE!
    OR([TRUE, #REF!]) → #REF!
    OR([1, 2, 3] = 2) → TRUE
    OR("b" = ["a", "b"]) → TRUE
    OR([FALSE], [FALSE, TRUE]) → TRUE
    NOT(OR(TRUE, FALSE)) = AND(NOT(TRUE), NOT(FALSE)) → TRUE
    OR(logical1 := 0, logical2 := 1) → TRUE
    OR() → refused
  `,
}
