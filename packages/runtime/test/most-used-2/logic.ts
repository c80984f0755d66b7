// Negation, parity and the two truths themselves.

import type { Table } from '../most-used/table.ts'

export const logic: Table = {
  NOT: `
    NOT(FALSE) → TRUE
    NOT(TRUE) → FALSE
    NOT(1 + 1 = 2) → FALSE
    NOT(50 > 100) → TRUE
    NOT(0) → TRUE
    NOT(1) → FALSE
    NOT(-1) → FALSE
    NOT(0.5) → FALSE
    NOT(1e-300) → FALSE
    NOT(1e300) → FALSE
    NOT("TRUE") → FALSE
    NOT("false") → TRUE
    NOT("x") → #VALUE!
    NOT("1") → #VALUE!
    NOT("") → #VALUE!
    NOT(BLANK) → TRUE
    NOT(#N/A) → #N/A
    NOT(1 / 0) → #DIV/0!
    NOT([TRUE, FALSE]) → [FALSE, TRUE]
    NOT([0; 1; #N/A]) → [TRUE; FALSE; #N/A]
    NOT([1, 2, 3] > 2) → [TRUE, TRUE, FALSE]
    NOT(NOT(5)) → TRUE
    IF(NOT(FALSE), "yes", "no") → "yes"
    NOT(AND(TRUE, FALSE)) → TRUE
    NOT(logical := FALSE) → TRUE
    NOT() → refused
  `,
  XOR: `
    XOR(3 > 0, 2 < 9) → FALSE
    XOR(3 > 12, 4 < 6) → TRUE
    XOR(3 > 12, 4 > 6) → FALSE
    XOR(TRUE) → TRUE
    XOR(FALSE) → FALSE
    XOR(TRUE, TRUE) → FALSE
    XOR(TRUE, TRUE, TRUE) → TRUE
    XOR(TRUE, TRUE, TRUE, TRUE) → FALSE
    XOR(1, 0) → TRUE
    XOR(2, 3) → FALSE
    XOR(-1, 0) → TRUE
    XOR("TRUE", FALSE) → TRUE
    XOR("x", TRUE) → #VALUE!
    XOR(TRUE, #N/A) → #N/A
    XOR([TRUE, TRUE, TRUE]) → TRUE
    XOR([TRUE, TRUE; TRUE, TRUE]) → FALSE
    XOR([TRUE, "x", BLANK]) → TRUE
    XOR(["x", "y"]) → #VALUE!
    XOR([1, #REF!]) → #REF!
    XOR([TRUE, FALSE], TRUE) → FALSE
    XOR([1, 2, 3] > 2) → TRUE
    XOR(1e-300, 0) → TRUE
    XOR(TRUE, FALSE) = NOT(TRUE = FALSE) → TRUE
    XOR(XOR(TRUE, FALSE), FALSE) = XOR(TRUE, XOR(FALSE, FALSE)) → TRUE
    XOR(logical1 := TRUE, logical2 := TRUE) → FALSE
    XOR() → refused
  `,
  TRUE: `
    TRUE() → TRUE
    TRUE() = TRUE → TRUE
    TRUE() + 1 → 2
    -TRUE() → -1
    TRUE() * 5 → 5
    TRUE() & "" → "TRUE"
    TRUE() = 1 → FALSE
    TRUE() = "TRUE" → FALSE
    TRUE() > 1e300 → TRUE
    TRUE() > "zzz" → TRUE
    TRUE() > FALSE → TRUE
    NOT(TRUE()) → FALSE
    IF(TRUE(), "yes", "no") → "yes"
    ISLOGICAL(TRUE()) → TRUE
    ISNUMBER(TRUE()) → FALSE
    ISTEXT(TRUE()) → FALSE
    TYPE(TRUE()) → 4
    N(TRUE()) → 1
    T(TRUE()) → ""
    LEN(TRUE()) → 4
    LEFT(TRUE(), 2) → "TR"
    TEXT(TRUE(), "0.00") → "TRUE"
    SUM([TRUE(), 2]) → 2
    TRUE() - TRUE() → 0
    EXACT(TRUE(), "TRUE") → TRUE
    TRUE(1) → refused
  `,
  FALSE: `
    FALSE() → FALSE
    FALSE() = FALSE → TRUE
    FALSE() + 1 → 1
    -FALSE() → 0
    FALSE() * 5 → 0
    1 / FALSE() → #DIV/0!
    FALSE() & "" → "FALSE"
    FALSE() = 0 → FALSE
    FALSE() = "FALSE" → FALSE
    FALSE() = BLANK → TRUE
    FALSE() > 1e300 → TRUE
    FALSE() > "zzz" → TRUE
    FALSE() < TRUE → TRUE
    NOT(FALSE()) → TRUE
    IF(FALSE(), "yes", "no") → "no"
    IF(FALSE(), "yes") → FALSE
    ISLOGICAL(FALSE()) → TRUE
    ISNUMBER(FALSE()) → FALSE
    TYPE(FALSE()) → 4
    N(FALSE()) → 0
    T(FALSE()) → ""
    LEN(FALSE()) → 5
    MID(FALSE(), 2, 3) → "ALS"
    TEXT(FALSE(), "0.00") → "FALSE"
    COUNT([FALSE(), 2]) → 1
    FALSE(0) → refused
  `,
}
