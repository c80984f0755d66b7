// What a value is, and what is left of it as a number or a text.

import type { Table } from '../most-used/table.ts'

export const questions: Table = {
  ISBLANK: `
    ISBLANK(BLANK) → TRUE
    ISBLANK("") → FALSE
    ISBLANK(" ") → FALSE
    ISBLANK(0) → FALSE
    ISBLANK(FALSE) → FALSE
    ISBLANK("BLANK") → FALSE
    ISBLANK(#N/A) → FALSE
    ISBLANK(#REF!) → FALSE
    ISBLANK(1 / 0) → FALSE
    ISBLANK(1e-300) → FALSE
    ISBLANK(TRUE) → FALSE
    ISBLANK(DATE(2026, 1, 1)) → FALSE
    ISBLANK(5min) → FALSE
    ISBLANK({ a: 1 }) → FALSE
    ISBLANK(BLANK & "") → FALSE
    ISBLANK(BLANK + 0) → FALSE
    ISBLANK([BLANK, "", 0]) → [TRUE, FALSE, FALSE]
    ISBLANK([BLANK; #N/A]) → [TRUE; FALSE]
    ISBLANK(INDEX([1, BLANK], 2)) → TRUE
    NOT(ISBLANK(BLANK)) → FALSE
    IF(ISBLANK(BLANK), "empty", "full") → "empty"
    ISBLANK(value := BLANK) → TRUE
    ISBLANK() → refused
    ISBLANK(1, 2) → refused
  `,
  ISERROR: `
    ISERROR(#N/A) → TRUE
    ISERROR(#REF!) → TRUE
    ISERROR(#VALUE!) → TRUE
    ISERROR(#DIV/0!) → TRUE
    ISERROR(#NUM!) → TRUE
    ISERROR(#NAME?) → TRUE
    ISERROR(#NULL!) → TRUE
    ISERROR(#CALC!) → TRUE
    ISERROR(#SPILL!) → TRUE
    ISERROR(1 / 0) → TRUE
    ISERROR("a" + 1) → TRUE
    ISERROR(SQRT(-1)) → TRUE
    ISERROR(5) → FALSE
    ISERROR(0) → FALSE
    ISERROR("#N/A") → FALSE
    ISERROR("") → FALSE
    ISERROR(BLANK) → FALSE
    ISERROR(TRUE) → FALSE
    ISERROR(DATE(2026, 1, 1)) → FALSE
    ISERROR([1, #N/A; #REF!, "x"]) → [FALSE, TRUE; TRUE, FALSE]
    ISERROR([1, 2] / [1, 0]) → [FALSE, TRUE]
    ISERROR(ISERROR(#N/A)) → FALSE
    ISERROR(#N/A) = OR(ISNA(#N/A), ISERR(#N/A)) → TRUE
    ISERROR(value := 1 / 0) → TRUE
    ISERROR() → refused
    ISERROR(1, 2) → refused
  `,
  ISNUMBER: `
    ISNUMBER(4) → TRUE
    ISNUMBER(0) → TRUE
    ISNUMBER(-1.5) → TRUE
    ISNUMBER(1e300) → TRUE
    ISNUMBER(5e-324) → TRUE
    ISNUMBER(5pct) → TRUE
    ISNUMBER("19") → FALSE
    ISNUMBER("") → FALSE
    ISNUMBER(TRUE) → FALSE
    ISNUMBER(BLANK) → FALSE
    ISNUMBER(#N/A) → FALSE
    ISNUMBER(1 / 0) → FALSE
    ISNUMBER("19" + 0) → TRUE
    ISNUMBER(--"19") → TRUE
    ISNUMBER(VALUE("19")) → TRUE
    ISNUMBER(TRUE + 0) → TRUE
    ISNUMBER(BLANK + 0) → TRUE
    ISNUMBER(DATE(2026, 1, 1)) → TRUE
    ISNUMBER(SEARCH("an", "Banana")) → TRUE
    ISNUMBER(SEARCH("x", "Banana")) → FALSE
    ISNUMBER([1, "1", BLANK, TRUE]) → [TRUE, FALSE, FALSE, FALSE]
    ISNUMBER([1; #N/A]) → [TRUE; FALSE]
    ISNUMBER(value := 5) → TRUE
    ISNUMBER() → refused
    ISNUMBER(1, 2) → refused
  `,
  ISTEXT: `
    ISTEXT("Region1") → TRUE
    ISTEXT("5") → TRUE
    ISTEXT("") → TRUE
    ISTEXT(" ") → TRUE
    ISTEXT("TRUE") → TRUE
    ISTEXT("#N/A") → TRUE
    ISTEXT(5) → FALSE
    ISTEXT(0) → FALSE
    ISTEXT(TRUE) → FALSE
    ISTEXT(BLANK) → FALSE
    ISTEXT(#N/A) → FALSE
    ISTEXT(#VALUE!) → FALSE
    ISTEXT(5 & "") → TRUE
    ISTEXT(BLANK & BLANK) → TRUE
    ISTEXT(TEXT(5, "0")) → TRUE
    ISTEXT(LEFT(123, 2)) → TRUE
    ISTEXT("5" + 0) → FALSE
    ISTEXT(DATE(2026, 1, 1)) → FALSE
    ISTEXT(["a", 1, BLANK]) → [TRUE, FALSE, FALSE]
    ISTEXT(["a"; #N/A]) → [TRUE; FALSE]
    ISTEXT("a") = NOT(ISNONTEXT("a")) → TRUE
    ISTEXT(value := "a") → TRUE
    ISTEXT() → refused
    ISTEXT("a", "b") → refused
  `,
  ISNA: `
    ISNA(#N/A) → TRUE
    ISNA(NA()) → TRUE
    ISNA(#REF!) → FALSE
    ISNA(#DIV/0!) → FALSE
    ISNA(#VALUE!) → FALSE
    ISNA(#NUM!) → FALSE
    ISNA(#NAME?) → FALSE
    ISNA(#CALC!) → FALSE
    ISNA("#N/A") → FALSE
    ISNA(0) → FALSE
    ISNA("") → FALSE
    ISNA(BLANK) → FALSE
    ISNA(FALSE) → FALSE
    ISNA(#N/A + 1) → TRUE
    ISNA(#N/A & "x") → TRUE
    ISNA(MATCH(9, [1, 2], 0)) → TRUE
    ISNA(MATCH(2, [1, 2], 0)) → FALSE
    ISNA(VLOOKUP("c", ["a", 1; "b", 2], 2, FALSE)) → TRUE
    ISNA([1, #N/A, #REF!]) → [FALSE, TRUE, FALSE]
    ISNA([1, 2] + [1, 2, 3]) → [FALSE, FALSE, TRUE]
    ISNA(IFNA(#N/A, 0)) → FALSE
    ISNA(value := #N/A) → TRUE
    ISNA() → refused
    ISNA(1, 2) → refused
  `,
  N: `
    N(7) → 7
    N(-7.5) → -7.5
    N(0) → 0
    N("Even") → 0
    N("7") → 0
    N("") → 0
    N("TRUE") → 0
    N(TRUE) → 1
    N(FALSE) → 0
    N(BLANK) → 0
    N(1e300) → 1e300
    N(5e-324) → 5e-324
    N(#N/A) → #N/A
    N(#DIV/0!) → #DIV/0!
    N(1 / 0) → #DIV/0!
    N(DATE(2011, 4, 17)) → 40650
    N(DATE(1970, 1, 1)) → 25569
    N(dt"2011-04-17T12:00:00Z") → 40650.5
    N(2 > 1) → 1
    N(N(TRUE)) → 1
    5 + N("a remark that counts nothing") → 5
    N(--"7") → 7
    N(value := TRUE) → 1
    N() → refused
    N(1, 2) → refused
  `,
  T: `
    T("Rainfall") → "Rainfall"
    T("") → ""
    T(" a ") → " a "
    T("7") → "7"
    T("TRUE") → "TRUE"
    T(19) → ""
    T(0) → ""
    T(-1e300) → ""
    T(TRUE) → ""
    T(FALSE) → ""
    T(BLANK) → ""
    T(DATE(2026, 1, 1)) → ""
    T(#N/A) → #N/A
    T(#REF!) → #REF!
    T(1 / 0) → #DIV/0!
    T(5 & "") → "5"
    T(TEXT(5, "0.0")) → "5.0"
    LEN(T(123)) → 0
    T(T("a")) → "a"
    T("a") & T(1) & T("b") → "ab"
    ISTEXT(T(5)) → TRUE
    T("日本") → "日本"
    T(value := "a") → "a"
    T() → refused
    T("a", "b") → refused
  `,
  TYPE: `
    TYPE("Smith") → 2
    TYPE("Mr. " & "Smith") → 2
    TYPE("") → 2
    TYPE("5") → 2
    TYPE(1) → 1
    TYPE(0) → 1
    TYPE(1e300) → 1
    TYPE(BLANK) → 1
    TYPE(DATE(2026, 1, 1)) → 1
    TYPE(TRUE) → 4
    TYPE(2 > 1) → 4
    TYPE(#N/A) → 16
    TYPE(#REF!) → 16
    TYPE(2 + "Smith") → 16
    TYPE(1 / 0) → 16
    TYPE([1, 2; 3, 4]) → 64
    TYPE(["a", "b"]) → 64
    TYPE([1; #N/A]) → 64
    TYPE(SEQUENCE(3)) → 64
    TYPE({ a: 1 }) → 128
    TYPE(TYPE("x")) → 1
    TYPE(VALUE("5")) → 1
    TYPE(value := "x") → 2
    TYPE() → refused
    TYPE(1, 2) → refused
  `,
}
