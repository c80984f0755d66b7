// Cutting pieces off arrays and putting arrays together.

import type { Table } from '../most-used/table.ts'

const nine = '[1, 2, 3; 4, 5, 6; 7, 8, 9]'

export const stacks: Table = {
  TAKE: `
    TAKE(${nine}, 2) → [1, 2, 3; 4, 5, 6]
    TAKE(${nine}, , 2) → [1, 2; 4, 5; 7, 8]
    TAKE(${nine}, -2) → [4, 5, 6; 7, 8, 9]
    TAKE(${nine}, 2, 2) → [1, 2; 4, 5]
    TAKE(${nine}, 1) → [1, 2, 3]
    TAKE(${nine}, 1, -1) → [3]
    TAKE(${nine}, -1, -1) → [9]
    TAKE(${nine}, -1, 1) → [7]
    TAKE(${nine}, 9) → ${nine}
    TAKE(${nine}, -9, 9) → ${nine}
    TAKE(${nine}, 0) → #CALC!
    TAKE(${nine}, 1, 0) → #CALC!
    TAKE(${nine}, 2.9, 1.9) → [1; 4]
    TAKE(${nine}, 0.5) → #CALC!
    TAKE(${nine}, "2", 1) → [1; 4]
    TAKE(${nine}, "x") → #VALUE!
    TAKE(${nine}, TRUE) → [1, 2, 3]
    TAKE(#REF!, 1) → #REF!
    TAKE([1; 2], #NUM!) → #NUM!
    TAKE([1; #N/A; 3], 2) → [1; #N/A]
    TAKE(5, 1) → [5]
    TAKE(5, 2, 2) → [5]
    TAKE(["a"; TRUE; 1], -2) → [TRUE; 1]
    TAKE(SORT([3; 1; 2], 1, -1), 2) → [3; 2]
    SUM(TAKE([1; 2; 3], -2)) → 5
    TAKE(${nine}, 1e300) → ${nine}
    VSTACK(TAKE(${nine}, 1), DROP(${nine}, 1)) → ${nine}
    TAKE(${nine}, rows := 1, columns := 2) → [1, 2]
    TAKE() → refused
    TAKE([1], 1, 1, 1) → refused
  `,
  DROP: `
    DROP(${nine}, 2) → [7, 8, 9]
    DROP(${nine}, , 2) → [3; 6; 9]
    DROP(${nine}, -2) → [1, 2, 3]
    DROP(${nine}, 2, 2) → [9]
    DROP(${nine}, 1, -1) → [4, 5; 7, 8]
    DROP(${nine}, -1, -1) → [1, 2; 4, 5]
    DROP(${nine}, 0) → ${nine}
    DROP(${nine}, 0, 1) → [2, 3; 5, 6; 8, 9]
    DROP(${nine}, 3) → #CALC!
    DROP(${nine}, 9) → #CALC!
    DROP(${nine}, -3) → #CALC!
    DROP(${nine}, 0, 3) → #CALC!
    DROP(${nine}, 1.9) → [4, 5, 6; 7, 8, 9]
    DROP(${nine}, 0.9) → ${nine}
    DROP(${nine}, "1", "2") → [6; 9]
    DROP(${nine}, "x") → #VALUE!
    DROP(${nine}, TRUE) → [4, 5, 6; 7, 8, 9]
    DROP(#REF!, 1) → #REF!
    DROP([1; 2], #NUM!) → #NUM!
    DROP([1; #N/A; 3], 1) → [#N/A; 3]
    DROP(5, 0) → [5]
    DROP(5, 1) → #CALC!
    DROP(["a"; TRUE; 1], -1) → ["a"; TRUE]
    SUM(DROP([1; 2; 3], 1)) → 5
    DROP(DROP(${nine}, 1), -1) → [4, 5, 6]
    DROP(${nine}, 1) → TAKE(${nine}, -2)
    DROP(${nine}, rows := 2, columns := 1) → [8, 9]
    DROP() → refused
    DROP([1], 1, 1, 1) → refused
  `,
  VSTACK: `
    VSTACK([1, 2, 3; 4, 5, 6], [7, 8, 9]) → ${nine}
    VSTACK([1, 2; 3, 4], ["A", "B"; "C", "D"]) → [1, 2; 3, 4; "A", "B"; "C", "D"]
    VSTACK([1, 2], [3]) → [1, 2; 3, #N/A]
    VSTACK([1], [2, 3], [4, 5, 6]) → [1, #N/A, #N/A; 2, 3, #N/A; 4, 5, 6]
    VSTACK(1, 2, 3) → [1; 2; 3]
    VSTACK("a", TRUE, 5) → ["a"; TRUE; 5]
    VSTACK([1; 2], [3; 4]) → [1; 2; 3; 4]
    VSTACK([1, 2]) → [1, 2]
    VSTACK(5) → [5]
    VSTACK([1, #N/A], [2, 3]) → [1, #N/A; 2, 3]
    VSTACK(1, #REF!) → [1; #REF!]
    VSTACK(1 / 0, 2) → [#DIV/0!; 2]
    IFERROR(VSTACK([1, 2], [3]), "") → [1, 2; 3, ""]
    IFNA(VSTACK([1, 2], 3), 0) → [1, 2; 3, 0]
    ROWS(VSTACK([1; 2], [3; 4], 5)) → 5
    COLUMNS(VSTACK([1, 2, 3], 4)) → 3
    SUM(VSTACK([1; 2], [3; 4])) → 10
    SORT(VSTACK([3; 1], 2)) → [1; 2; 3]
    UNIQUE(VSTACK([1; 2], [2; 3])) → [1; 2; 3]
    VSTACK(SEQUENCE(2), SEQUENCE(2, 1, 10)) → [1; 2; 10; 11]
    VSTACK(1e300, 1e-300) → [1e300; 1e-300]
    VSTACK("", "x") → [""; "x"]
    VSTACK(VSTACK(1, 2), 3) → VSTACK(1, VSTACK(2, 3))
    TRANSPOSE(VSTACK([1, 2], [3, 4])) → HSTACK([1; 2], [3; 4])
    VSTACK(array1 := [1], array2 := [2]) → [1; 2]
    VSTACK() → refused
  `,
  HSTACK: `
    HSTACK([1, 2; 3, 4], ["A", "B"; "C", "D"]) → [1, 2, "A", "B"; 3, 4, "C", "D"]
    HSTACK([1; 2], [3; 4]) → [1, 3; 2, 4]
    HSTACK([1; 2], [3]) → [1, 3; 2, #N/A]
    HSTACK([1], [2; 3], [4; 5; 6]) → [1, 2, 4; #N/A, 3, 5; #N/A, #N/A, 6]
    HSTACK(1, 2, 3) → [1, 2, 3]
    HSTACK("a", TRUE, 5) → ["a", TRUE, 5]
    HSTACK([1, 2], [3, 4]) → [1, 2, 3, 4]
    HSTACK([1; 2]) → [1; 2]
    HSTACK(5) → [5]
    HSTACK([1; #N/A], [2; 3]) → [1, 2; #N/A, 3]
    HSTACK(1, #REF!) → [1, #REF!]
    HSTACK(1 / 0, 2) → [#DIV/0!, 2]
    IFERROR(HSTACK([1; 2], [3]), "") → [1, 3; 2, ""]
    IFNA(HSTACK([1; 2], 3), 0) → [1, 3; 2, 0]
    COLUMNS(HSTACK([1, 2], [3, 4], 5)) → 5
    ROWS(HSTACK([1; 2; 3], 4)) → 3
    SUM(HSTACK([1, 2], [3, 4])) → 10
    SORT(HSTACK([3, 1], 2)) → [1, 2, 3]
    HSTACK(SEQUENCE(1, 2), SEQUENCE(1, 2, 10)) → [1, 2, 10, 11]
    VLOOKUP("b", HSTACK(["a"; "b"], [1; 2]), 2, FALSE) → 2
    HSTACK(1e300, 1e-300) → [1e300, 1e-300]
    HSTACK("", "x") → ["", "x"]
    HSTACK(HSTACK(1, 2), 3) → HSTACK(1, HSTACK(2, 3))
    TRANSPOSE(HSTACK([1; 2], [3; 4])) → VSTACK([1, 2], [3, 4])
    HSTACK(array1 := [1], array2 := [2]) → [1, 2]
    HSTACK() → refused
  `,
  MAP: `
    MAP([1, 2; 3, 4], LAMBDA(a, IF(a > 2, a * a, a))) → [1, 2; 9, 16]
    MAP([TRUE; TRUE; FALSE], [TRUE; FALSE; TRUE], LAMBDA(a, b, AND(a, b))) → [TRUE; FALSE; FALSE]
    MAP([1, 2, 3], (x) => x * x) → [1, 4, 9]
    MAP([1; 2], (x) => x + 1) → [2; 3]
    MAP(5, (x) => x + 1) → [6]
    MAP(["a", "b"], (t) => UPPER(t)) → ["A", "B"]
    MAP([1, 2], [10, 20], (a, b) => a + b) → [11, 22]
    MAP([1, 2], [3, 4], [5, 6], (a, b, c) => a * b + c) → [8, 14]
    MAP([1, #N/A], (x) => ISNA(x)) → [FALSE, TRUE]
    MAP([1, #N/A], (x) => x + 1) → [2, #N/A]
    MAP([1, 0], (x) => 1 / x) → [1, #DIV/0!]
    MAP([1, BLANK], (x) => ISBLANK(x)) → [FALSE, TRUE]
    MAP([1, 2], [1, 2, 3], (a, b) => a + b) → [2, 4, #N/A]
    MAP([1, 2], (a, b) => a) → #VALUE!
    MAP([1, 2], [3, 4], (a) => a) → #VALUE!
    MAP([1, 2], 5) → #VALUE!
    MAP([1, 2], (x) => SEQUENCE(2)) → [#CALC!, #CALC!]
    MAP(#REF!, (x) => x) → #REF!
    SUM(MAP([1, 2, 3], (x) => x * 2)) → 12
    MAP(SEQUENCE(3), (n) => n & "!") → ["1!"; "2!"; "3!"]
    MAP(MAP([1, 2], (x) => x + 1), (y) => y * 10) → [20, 30]
    MAP([1, 2], (x) => SUM(MAP([1, 2], (y) => x * y))) → [3, 6]
    MAP([1e300, 1], (x) => x * 1e10) → [#NUM!, 10000000000]
    LET(k, 3, MAP([1, 2], (x) => x * k)) → [3, 6]
    MAP([3, 4], (x) => x) → [3, 4]
    MAP([1]) → refused
    MAP() → refused
  `,
}
