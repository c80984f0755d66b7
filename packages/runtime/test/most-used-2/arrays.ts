// Arrays as wholes: turned, sorted, filtered, cut and put together.

import type { Table } from '../most-used/table.ts'

const people =
  '["Tom", 52; "Fred", 65; "Amy", 22; "Sal", 73; "Fritz", 19; "Srivan", 39; "Xi", 19; "Hector", 66]'
const ages = '[52; 65; 22; 73; 19; 39; 19; 66]'

export const arrays: Table = {
  TRANSPOSE: `
    TRANSPOSE([1, 2, 3]) → [1; 2; 3]
    TRANSPOSE([1; 2; 3]) → [1, 2, 3]
    TRANSPOSE([1, 2; 3, 4]) → [1, 3; 2, 4]
    TRANSPOSE([1, 2, 3; 4, 5, 6]) → [1, 4; 2, 5; 3, 6]
    TRANSPOSE(["a", TRUE; 1, "b"]) → ["a", 1; TRUE, "b"]
    TRANSPOSE([1, #N/A]) → [1; #N/A]
    TRANSPOSE(TRANSPOSE([1, 2; 3, 4; 5, 6])) → [1, 2; 3, 4; 5, 6]
    TRANSPOSE(5) → [5]
    TRANSPOSE("a") → ["a"]
    TRANSPOSE(#REF!) → #REF!
    TRANSPOSE(1 / 0) → #DIV/0!
    TRANSPOSE([1e300, 1e-300]) → [1e300; 1e-300]
    TRANSPOSE([1, 2] * 2) → [2; 4]
    TRANSPOSE([1, 2]) + [10, 20] → [11, 21; 12, 22]
    SUM(TRANSPOSE([1, 2; 3, 4])) → 10
    ROWS(TRANSPOSE([1, 2, 3; 4, 5, 6])) → 3
    COLUMNS(TRANSPOSE([1, 2, 3; 4, 5, 6])) → 2
    INDEX(TRANSPOSE([1, 2; 3, 4]), 1, 2) → 3
    TRANSPOSE(SEQUENCE(2, 3)) → [1, 4; 2, 5; 3, 6]
    MMULT([1, 2], TRANSPOSE([3, 4])) → [11]
    TRANSPOSE(["", "x"]) → [""; "x"]
    TRANSPOSE(array := [1, 2]) → [1; 2]
    TRANSPOSE() → refused
    TRANSPOSE([1], [2]) → refused
  `,
  SORT: `
    SORT([3; 1; 2]) → [1; 2; 3]
    SORT([3; 1; 2], 1, -1) → [3; 2; 1]
    SORT([3, 1, 2]) → [1, 2, 3]
    SORT([3, 1, 2], 1, -1, TRUE) → [3, 2, 1]
    SORT([3, 1, 2], 1, 1, FALSE) → [3, 1, 2]
    SORT(["pear"; "Apple"; "banana"]) → ["Apple"; "banana"; "pear"]
    SORT(["b", 2; "a", 3; "c", 1]) → ["a", 3; "b", 2; "c", 1]
    SORT(["b", 2; "a", 3; "c", 1], 2) → ["c", 1; "b", 2; "a", 3]
    SORT(["b", 2; "a", 3; "c", 1], 2, -1) → ["a", 3; "b", 2; "c", 1]
    SORT(["b", 1; "a", 1; "c", 0], 2) → ["c", 0; "b", 1; "a", 1]
    SORT([1, 5; 1, 3; 0, 9], [1, 2], [1, -1]) → [0, 9; 1, 5; 1, 3]
    SORT([3, 1, 2; 9, 8, 7], 1, 1, TRUE) → [1, 2, 3; 8, 7, 9]
    SORT([3, 1, 2; 9, 8, 7], 2, 1, TRUE) → [2, 1, 3; 7, 8, 9]
    SORT(["b"; 2; TRUE; "a"; 1; FALSE]) → [1; 2; "a"; "b"; FALSE; TRUE]
    SORT(["b"; 2; TRUE; "a"; 1; FALSE], 1, -1) → [TRUE; FALSE; "b"; "a"; 2; 1]
    SORT([-1; 0; -1e300; 1e-300]) → [-1e300; -1; 0; 1e-300]
    SORT([3; #N/A; 1]) → [1; 3; #N/A]
    SORT([1; 2], 2) → #VALUE!
    SORT([1; 2], 0) → #VALUE!
    SORT([1; 2], 1, 2) → #VALUE!
    SORT([1; 2], 1, 0) → #VALUE!
    SORT([1; 2], "x") → #VALUE!
    SORT(#REF!) → #REF!
    SORT([1; 2], #NUM!) → #NUM!
    SORT(7) → [7]
    SORT(SORT([3; 1; 2])) → [1; 2; 3]
    SORT([3; 1; 2], sort_order := -1) → [3; 2; 1]
    SORT() → refused
    SORT([1], 1, 1, TRUE, 1) → refused
  `,
  SORTBY: `
    TAKE(SORTBY(${people}, ${ages}), 3) → ["Fritz", 19; "Xi", 19; "Amy", 22]
    TAKE(SORTBY(${people}, ${ages}, -1), 2) → ["Sal", 73; "Hector", 66]
    SORTBY(["a"; "b"; "c"], [3; 1; 2]) → ["b"; "c"; "a"]
    SORTBY(["a"; "b"; "c"], [3; 1; 2], -1) → ["a"; "c"; "b"]
    SORTBY(["a", "b", "c"], [3, 1, 2]) → ["b", "c", "a"]
    SORTBY(["a"; "b"; "c"], [1; 1; 1]) → ["a"; "b"; "c"]
    SORTBY(["a"; "b"; "c"], [1; 1; 0], 1, [2; 1; 9], 1) → ["c"; "b"; "a"]
    SORTBY(["a"; "b"; "c"], [1; 1; 0], -1, [2; 1; 9], -1) → ["a"; "b"; "c"]
    SORTBY([1, 2; 3, 4], [2; 1]) → [3, 4; 1, 2]
    SORTBY([1, 2, 3; 4, 5, 6], [3, 1, 2]) → [2, 3, 1; 5, 6, 4]
    SORTBY([1, 2; 3, 4], [2, 1]) → [2, 1; 4, 3]
    SORTBY(["x"; "y"; "z"], ["b"; "C"; "a"]) → ["z"; "x"; "y"]
    SORTBY(["x"; "y"; "z"], [TRUE; "t"; 5]) → ["z"; "y"; "x"]
    SORTBY(["x"; "y"], LEN(["long"; "s"])) → ["y"; "x"]
    SORTBY([5; 6], [2; 1], 1) → [6; 5]
    SORTBY([#N/A; 6], [2; 1]) → [6; #N/A]
    SORTBY(["a"; "b"], [1; 2; 3]) → #VALUE!
    SORTBY(["a"; "b"], [2; 1], 2) → #VALUE!
    SORTBY(["a"; "b"], [2; 1], 0) → #VALUE!
    SORTBY(["a"; "b"], [2, 1; 3, 4]) → #VALUE!
    SORTBY(#REF!, [1; 2]) → #REF!
    SORTBY([1; 2], #NUM!) → #NUM!
    SORTBY([3; 1; 2], [3; 1; 2]) → SORT([3; 1; 2])
    SORTBY(5, 1) → [5]
    SORTBY([1; 2], by_array1 := [2; 1], sort_order1 := 1) → [2; 1]
    SORTBY([1; 2]) → refused
    SORTBY() → refused
  `,
  FILTER: `
    FILTER(["East", 1; "West", 2; "East", 3], ["East"; "West"; "East"] = "East") → ["East", 1; "East", 3]
    FILTER([1; 2; 3], [1; 2; 3] > 1) → [2; 3]
    FILTER([1, 2, 3], [1, 2, 3] > 1) → [2, 3]
    FILTER([1; 2; 3], [1; 2; 3] > 5) → #CALC!
    FILTER([1; 2; 3], [1; 2; 3] > 5, "") → ""
    FILTER([1; 2; 3], [1; 2; 3] > 5, 0) → 0
    FILTER([1; 2; 3; 4], ([1; 2; 3; 4] > 1) * ([1; 2; 3; 4] < 4)) → [2; 3]
    FILTER([1; 2; 3; 4], ([1; 2; 3; 4] = 1) + ([1; 2; 3; 4] = 4)) → [1; 4]
    FILTER([1, 2; 3, 4], [TRUE; FALSE]) → [1, 2]
    FILTER([1, 2; 3, 4], [FALSE, TRUE]) → [2; 4]
    FILTER([1; 2; 3], [1; 0; -1]) → [1; 3]
    FILTER([1; 2; 3], [TRUE; BLANK; TRUE]) → [1; 3]
    FILTER([1; 2], ["x"; TRUE]) → #VALUE!
    FILTER([1; 2], [TRUE; #N/A]) → #N/A
    FILTER([1; #N/A; 3], [TRUE; TRUE; FALSE]) → [1; #N/A]
    FILTER([1; 2; 3], [TRUE; FALSE]) → #VALUE!
    FILTER([1, 2; 3, 4], TRUE) → #VALUE!
    FILTER(#REF!, [TRUE]) → #REF!
    FILTER([1; 2], #NUM!) → #NUM!
    FILTER(5, TRUE) → [5]
    FILTER(5, FALSE) → #CALC!
    FILTER(["a"; "B"], ["a"; "B"] = "b") → ["B"]
    SUM(FILTER([1; 2; 3], [1; 2; 3] > 1)) → 5
    SORT(FILTER([3; 1; 2], [3; 1; 2] > 1)) → [2; 3]
    FILTER([1; 2], [FALSE; FALSE], if_empty := "none") → "none"
    FILTER([1; 2], [FALSE; FALSE], #N/A) → #N/A
    FILTER([1]) → refused
    FILTER([1], [TRUE], 0, 0) → refused
  `,
  UNIQUE: `
    UNIQUE([1; 2; 2; 1; 3]) → [1; 2; 3]
    UNIQUE([1, 2, 2, 1]) → [1, 2]
    UNIQUE([1, 2, 2, 1], FALSE) → [1, 2, 2, 1]
    UNIQUE([1, 2, 2, 1], TRUE) → [1, 2]
    UNIQUE([1; 2; 2; 3], FALSE, TRUE) → [1; 3]
    UNIQUE([1; 1], FALSE, TRUE) → #CALC!
    UNIQUE(["a"; "A"; "b"]) → ["a"; "b"]
    UNIQUE([1; "1"; TRUE]) → [1; "1"; TRUE]
    UNIQUE([1, 2; 1, 2; 1, 3]) → [1, 2; 1, 3]
    UNIQUE([1, 1, 2; 3, 3, 4], TRUE) → [1, 2; 3, 4]
    UNIQUE([1, 2; 2, 1]) → [1, 2; 2, 1]
    UNIQUE([1, 2; 1, 2; 3, 4], FALSE, TRUE) → [3, 4]
    UNIQUE([#N/A; #N/A; 1]) → [#N/A; 1]
    UNIQUE([0.1 + 0.2; 0.5; 0.5]) → [0.30000000000000004; 0.5]
    UNIQUE([1e300; 1e300; 1e-300]) → [1e300; 1e-300]
    UNIQUE([TRUE; TRUE; FALSE]) → [TRUE; FALSE]
    UNIQUE([""; ""; "x"]) → [""; "x"]
    UNIQUE(5) → [5]
    UNIQUE(#REF!) → #REF!
    UNIQUE([1; 2], #NUM!) → #NUM!
    UNIQUE([1; 2], "x") → #VALUE!
    COUNT(UNIQUE([4; 4; 5; 6])) → 3
    SORT(UNIQUE([3; 1; 3; 2])) → [1; 2; 3]
    UNIQUE(UNIQUE([1; 1; 2])) → [1; 2]
    UNIQUE([1; 2; 2], exactly_once := TRUE) → [1]
    UNIQUE() → refused
    UNIQUE([1], TRUE, TRUE, 1) → refused
  `,
  SEQUENCE: `
    SEQUENCE(4) → [1; 2; 3; 4]
    SEQUENCE(2, 3) → [1, 2, 3; 4, 5, 6]
    SEQUENCE(1, 4) → [1, 2, 3, 4]
    SEQUENCE(3, 1, 10) → [10; 11; 12]
    SEQUENCE(3, 1, 10, -5) → [10; 5; 0]
    SEQUENCE(2, 2, 0, 0.5) → [0, 0.5; 1, 1.5]
    SEQUENCE(2, 2, 7, 0) → [7, 7; 7, 7]
    SEQUENCE(1) → [1]
    SEQUENCE(2.9) → [1; 2]
    SEQUENCE("2") → [1; 2]
    SEQUENCE(TRUE) → [1]
    SEQUENCE(-1) → #VALUE!
    SEQUENCE(2, -1) → #VALUE!
    SEQUENCE(0) → #CALC!
    SEQUENCE(3, 0) → #CALC!
    SEQUENCE("x") → #VALUE!
    SEQUENCE(#N/A) → #N/A
    SEQUENCE(3, #REF!) → #REF!
    SEQUENCE(3, , 5) → [5; 6; 7]
    SEQUENCE(1, 3, , 2) → [1, 3, 5]
    SUM(SEQUENCE(100)) → 5050
    SUM(SEQUENCE(10, 10)) → 5050
    MID("abc", SEQUENCE(3), 1) → ["a"; "b"; "c"]
    SEQUENCE(2) * SEQUENCE(1, 2) → [1, 2; 2, 4]
    SEQUENCE(2, 1, 1e300, 1) → [1e300; 1e300]
    SEQUENCE(3000, 3000) → #CALC!
    SEQUENCE(2, start := 5) → [5; 6]
    SEQUENCE() → refused
    SEQUENCE(1, 1, 1, 1, 1) → refused
  `,
}
