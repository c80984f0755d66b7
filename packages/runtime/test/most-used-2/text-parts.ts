// Parts of texts, their lengths, and where one text stands in another. Places count code points.

import type { Table } from '../most-used/table.ts'

export const textParts: Table = {
  LEFT: `
    LEFT("Sale Price", 4) → "Sale"
    LEFT("Sweden") → "S"
    LEFT("abc", 0) → ""
    LEFT("abc", 3) → "abc"
    LEFT("abc", 99) → "abc"
    LEFT("abc", -1) → #VALUE!
    LEFT("abc", 2.9) → "ab"
    LEFT("abc", 0.9) → ""
    LEFT("", 2) → ""
    LEFT("") → ""
    LEFT(12345, 2) → "12"
    LEFT(-5, 1) → "-"
    LEFT(1.5, 2) → "1."
    LEFT(TRUE, 2) → "TR"
    LEFT(BLANK, 2) → ""
    LEFT("abc", "2") → "ab"
    LEFT("abc", "x") → #VALUE!
    LEFT("abc", TRUE) → "a"
    LEFT("abc", BLANK) → ""
    LEFT(#N/A, 1) → #N/A
    LEFT("abc", #REF!) → #REF!
    LEFT(["abc", "de"], 2) → ["ab", "de"]
    LEFT("abc", [1, 2, 3]) → ["a", "ab", "abc"]
    LEFT(["abc"; "xyz"], [1, 2]) → ["a", "ab"; "x", "xy"]
    LEFT("😀a") → "😀"
    LEFT("äöü", 2) → "äö"
    LEFT("Sale", 2) & RIGHT("Sale", 2) → "Sale"
    LEFT("abc", num_chars := 2) → "ab"
    LEFT(, 2) → ""
    LEFT() → refused
    LEFT("a", 1, 2) → refused
  `,
  RIGHT: `
    RIGHT("Sale Price", 5) → "Price"
    RIGHT("Stock Number") → "r"
    RIGHT("abc", 0) → ""
    RIGHT("abc", 3) → "abc"
    RIGHT("abc", 99) → "abc"
    RIGHT("abc", -1) → #VALUE!
    RIGHT("abc", 2.9) → "bc"
    RIGHT("", 2) → ""
    RIGHT(12345, 2) → "45"
    RIGHT(1.5, 2) → ".5"
    RIGHT(TRUE, 2) → "UE"
    RIGHT(BLANK, 2) → ""
    RIGHT("abc", "2") → "bc"
    RIGHT("abc", "x") → #VALUE!
    RIGHT("abc", TRUE) → "c"
    RIGHT("abc", BLANK) → ""
    RIGHT(#N/A, 1) → #N/A
    RIGHT("abc", #REF!) → #REF!
    RIGHT(["abc", "de"], 2) → ["bc", "de"]
    RIGHT("abc", [1, 2, 3]) → ["c", "bc", "abc"]
    RIGHT("a😀") → "😀"
    RIGHT("00" & 7, 2) → "07"
    RIGHT("a b ", 1) → " "
    RIGHT("abcd", 2) → MID("abcd", 3, 2)
    RIGHT("abc", num_chars := 2) → "bc"
    RIGHT() → refused
    RIGHT("a", 1, 2) → refused
  `,
  MID: `
    MID("Fluid Flow", 1, 5) → "Fluid"
    MID("Fluid Flow", 7, 20) → "Flow"
    MID("Fluid Flow", 20, 5) → ""
    MID("abc", 2, 1) → "b"
    MID("abc", 3, 1) → "c"
    MID("abc", 4, 1) → ""
    MID("abc", 1, 0) → ""
    MID("abc", 0, 1) → #VALUE!
    MID("abc", 0.9, 1) → #VALUE!
    MID("abc", -1, 1) → #VALUE!
    MID("abc", 1, -1) → #VALUE!
    MID("abc", 1.9, 1.9) → "a"
    MID("", 1, 1) → ""
    MID(12345, 2, 3) → "234"
    MID(TRUE, 2, 2) → "RU"
    MID(BLANK, 1, 1) → ""
    MID("abc", "2", "1") → "b"
    MID("abc", "x", 1) → #VALUE!
    MID(#N/A, 1, 1) → #N/A
    MID("abc", #REF!, 1) → #REF!
    MID("abc", 1, #NUM!) → #NUM!
    MID("abc", [1, 2, 3], 1) → ["a", "b", "c"]
    MID(["abc"; "xyz"], 2, [1, 2]) → ["b", "bc"; "y", "yz"]
    MID("a😀b", 2, 1) → "😀"
    MID("abcdef", 1, 3) & MID("abcdef", 4, 3) → "abcdef"
    MID("abc", start_num := 2, num_chars := 1) → "b"
    MID("abc", , 2) → #VALUE!
    MID("abc", 1, ) → ""
    MID("abc", 1) → refused
    MID("abc", 1, 1, 1) → refused
  `,
  LEN: `
    LEN("Phoenix, AZ") → 11
    LEN("") → 0
    LEN("     One   ") → 11
    LEN(" ") → 1
    LEN(123) → 3
    LEN(-1.5) → 4
    LEN(0) → 1
    LEN(TRUE) → 4
    LEN(FALSE) → 5
    LEN(BLANK) → 0
    LEN(0.1 + 0.2) → 3
    LEN(1 / 3) → 17
    LEN(1e-20) → 5
    LEN(123456789012) → 12
    LEN(#N/A) → #N/A
    LEN(1 / 0) → #DIV/0!
    LEN(["a", "bb", ""]) → [1, 2, 0]
    LEN(["a"; #REF!]) → [1; #REF!]
    LEN("😀") → 1
    LEN("äöü") → 3
    LEN("a" & CHAR(10) & "b") → 3
    LEN("say ""hi""") → 8
    LEN(REPT("ab", 500)) → 1000
    LEN("abc" & "de") = LEN("abc") + LEN("de") → TRUE
    SUM(LEN(["abc", "de"])) → 5
    LEN(text := "abc") → 3
    LEN() → refused
    LEN("a", "b") → refused
  `,
  FIND: `
    FIND("M", "Miriam McGovern") → 1
    FIND("m", "Miriam McGovern") → 6
    FIND("M", "Miriam McGovern", 3) → 8
    FIND("Gov", "Miriam McGovern") → 10
    FIND("x", "Miriam") → #VALUE!
    FIND("", "abc") → 1
    FIND("", "abc", 2) → 2
    FIND("", "") → 1
    FIND("a", "") → #VALUE!
    FIND("a", "aaa", 2) → 2
    FIND("a", "abc", 2) → #VALUE!
    FIND("a", "abc", 0) → #VALUE!
    FIND("a", "abc", -1) → #VALUE!
    FIND("a", "abc", 9) → #VALUE!
    FIND("b", "abc", 1.9) → 2
    FIND("*", "a*b") → 2
    FIND("?", "abc") → #VALUE!
    FIND(1, 3141) → 2
    FIND("U", TRUE) → 3
    FIND(#N/A, "abc") → #N/A
    FIND("a", #REF!) → #REF!
    FIND("a", "abc", #NUM!) → #NUM!
    FIND(["a", "c"], "abc") → [1, 3]
    FIND("b", ["abc"; "b"; "x"]) → [2; 1; #VALUE!]
    FIND("b", "😀b") → 2
    MID("key=value", FIND("=", "key=value") + 1, 99) → "value"
    FIND("a", "banana", start_num := 3) → 4
    FIND(, "abc") → 1
    FIND("a") → refused
    FIND("a", "b", 1, 1) → refused
  `,
  SEARCH: `
    SEARCH("e", "Statements", 6) → 7
    SEARCH("margin", "Profit Margin") → 8
    SEARCH("n", "printer") → 4
    SEARCH("base", "database") → 5
    SEARCH("BASE", "database") → 5
    SEARCH("x", "database") → #VALUE!
    SEARCH("", "abc") → 1
    SEARCH("d?t", "database") → 1
    SEARCH("t*e", "database") → 3
    SEARCH("b?s", "database") → 5
    SEARCH("~?", "why?") → 4
    SEARCH("~*", "2*3") → 2
    SEARCH("~~", "a~b") → 2
    SEARCH("?", "abc", 2) → 2
    SEARCH("a", "abc", 0) → #VALUE!
    SEARCH("a", "abc", 9) → #VALUE!
    SEARCH("a", "abca", 2) → 4
    SEARCH("A", "abca", 2.9) → 4
    SEARCH(1, 3141) → 2
    SEARCH("u", TRUE) → 3
    SEARCH(#N/A, "abc") → #N/A
    SEARCH("a", #REF!) → #REF!
    SEARCH(["A", "C"], "abc") → [1, 3]
    SEARCH("b", ["abc"; "x"]) → [2; #VALUE!]
    SEARCH("Ä", "xä") → 2
    ISNUMBER(SEARCH("nan", "BANANA")) → TRUE
    SEARCH("a", "banana", start_num := 3) → 4
    SEARCH("a") → refused
    SEARCH("a", "b", 1, 1) → refused
  `,
  EXACT: `
    EXACT("word", "word") → TRUE
    EXACT("Word", "word") → FALSE
    EXACT("w ord", "word") → FALSE
    EXACT("", "") → TRUE
    EXACT("", " ") → FALSE
    EXACT(BLANK, "") → TRUE
    EXACT(BLANK, 0) → FALSE
    EXACT(1, "1") → TRUE
    EXACT(1.0, "1") → TRUE
    EXACT(0.1 + 0.2, 0.3) → TRUE
    EXACT(TRUE, "TRUE") → TRUE
    EXACT(TRUE, "true") → FALSE
    EXACT(TRUE, 1) → FALSE
    EXACT("ä", "Ä") → FALSE
    EXACT("😀", "😀") → TRUE
    EXACT("a ", "a") → FALSE
    EXACT(#N/A, "a") → #N/A
    EXACT("a", #REF!) → #REF!
    EXACT(["a", "B"], "a") → [TRUE, FALSE]
    EXACT(["a"; "b"], ["a", "b"]) → [TRUE, FALSE; FALSE, TRUE]
    OR(EXACT("b", ["a", "b"])) → TRUE
    SUM(--EXACT("a", ["a", "A", "a"])) → 2
    EXACT("abc", LOWER("ABC")) → TRUE
    EXACT(1e300, 1e300) → TRUE
    EXACT(text1 := "a", text2 := "A") → FALSE
    EXACT("a") → refused
    EXACT("a", "b", "c") → refused
  `,
  REPT: `
    REPT("*-", 3) → "*-*-*-"
    REPT("-", 10) → "----------"
    REPT("ab", 1) → "ab"
    REPT("ab", 0) → ""
    REPT("ab", 0.9) → ""
    REPT("ab", 2.9) → "abab"
    REPT("ab", -1) → #VALUE!
    REPT("", 100) → ""
    REPT(1, 3) → "111"
    REPT(1.5, 2) → "1.51.5"
    REPT(TRUE, 2) → "TRUETRUE"
    REPT(BLANK, 3) → ""
    REPT("ab", BLANK) → ""
    REPT("ab", "2") → "abab"
    REPT("ab", "x") → #VALUE!
    REPT("ab", TRUE) → "ab"
    REPT(#N/A, 2) → #N/A
    REPT("a", #REF!) → #REF!
    REPT("a", [1, 2, 3]) → ["a", "aa", "aaa"]
    REPT(["a"; "b"], 2) → ["aa"; "bb"]
    REPT("😀", 2) → "😀😀"
    LEN(REPT("abc", 100)) → 300
    REPT("x", 10000000) → #VALUE!
    REPT("0", 5 - LEN(42)) & 42 → "00042"
    REPT("a", number_times := 2) → "aa"
    REPT("a") → refused
    REPT("a", 1, 2) → refused
  `,
}
