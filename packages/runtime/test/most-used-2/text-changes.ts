// Texts changed: parts replaced, spaces taken out, letters made large and small.

import type { Table } from '../most-used/table.ts'

export const textChanges: Table = {
  SUBSTITUTE: `
    SUBSTITUTE("Sales Data", "Sales", "Cost") → "Cost Data"
    SUBSTITUTE("Quarter 1, 2008", "1", "2", 1) → "Quarter 2, 2008"
    SUBSTITUTE("Quarter 1, 2011", "1", "2", 3) → "Quarter 1, 2012"
    SUBSTITUTE("a-b-c", "-", "") → "abc"
    SUBSTITUTE("a-b-c", "-", "--") → "a--b--c"
    SUBSTITUTE("a-b-c", "-", "+", 2) → "a-b+c"
    SUBSTITUTE("a-b-c", "-", "+", 9) → "a-b-c"
    SUBSTITUTE("a-b-c", "-", "+", 0) → #VALUE!
    SUBSTITUTE("a-b-c", "-", "+", -1) → #VALUE!
    SUBSTITUTE("a-b-c", "-", "+", 1.9) → "a+b-c"
    SUBSTITUTE("Aa", "a", "x") → "Ax"
    SUBSTITUTE("aaa", "aa", "b") → "ba"
    SUBSTITUTE("abc", "", "x") → "abc"
    SUBSTITUTE("", "a", "x") → ""
    SUBSTITUTE("abc", "x", "y") → "abc"
    SUBSTITUTE(1234, 3, "x") → "12x4"
    SUBSTITUTE("TRUE", TRUE, 1) → "1"
    SUBSTITUTE(BLANK, "a", "b") → ""
    SUBSTITUTE("a*b", "*", "-") → "a-b"
    SUBSTITUTE(#N/A, "a", "b") → #N/A
    SUBSTITUTE("a", #REF!, "b") → #REF!
    SUBSTITUTE("a", "a", #NUM!) → #NUM!
    SUBSTITUTE(["a-b", "c-d"], "-", "") → ["ab", "cd"]
    SUBSTITUTE("abc", ["a"; "b"], "x") → ["xbc"; "axc"]
    SUBSTITUTE("a😀b", "😀", "-") → "a-b"
    LEN("a,b,c") - LEN(SUBSTITUTE("a,b,c", ",", "")) → 2
    SUBSTITUTE("aa", "a", "b", instance_num := 2) → "ab"
    SUBSTITUTE("a-b", "-", ) → "ab"
    SUBSTITUTE("a", "b") → refused
    SUBSTITUTE("a", "b", "c", 1, 2) → refused
  `,
  REPLACE: `
    REPLACE("abcdefghijk", 6, 5, "*") → "abcde*k"
    REPLACE("2009", 3, 2, "10") → "2010"
    REPLACE("123456", 1, 3, "@") → "@456"
    REPLACE("abc", 2, 0, "x") → "axbc"
    REPLACE("abc", 4, 0, "x") → "abcx"
    REPLACE("abc", 10, 2, "x") → "abcx"
    REPLACE("abc", 1, 99, "x") → "x"
    REPLACE("abc", 2, 1, "") → "ac"
    REPLACE("abc", 0, 1, "x") → #VALUE!
    REPLACE("abc", -1, 1, "x") → #VALUE!
    REPLACE("abc", 1, -1, "x") → #VALUE!
    REPLACE("abc", 2.9, 1.9, "x") → "axc"
    REPLACE("", 1, 1, "x") → "x"
    REPLACE(12345, 2, 3, 0) → "105"
    REPLACE(TRUE, 1, 2, "b") → "bUE"
    REPLACE(BLANK, 1, 0, "x") → "x"
    REPLACE("abc", "2", "1", "x") → "axc"
    REPLACE("abc", "x", 1, "y") → #VALUE!
    REPLACE(#N/A, 1, 1, "x") → #N/A
    REPLACE("abc", #REF!, 1, "x") → #REF!
    REPLACE("abc", 1, 1, #NUM!) → #NUM!
    REPLACE(["abc", "xyz"], 1, 1, "-") → ["-bc", "-yz"]
    REPLACE("abc", [1, 2, 3], 1, "-") → ["-bc", "a-c", "ab-"]
    REPLACE("a😀b", 2, 1, "-") → "a-b"
    REPLACE("abcdef", 3, 2, "") → LEFT("abcdef", 2) & RIGHT("abcdef", 2)
    REPLACE("abc", 2, 1, new_text := "x") → "axc"
    REPLACE("abc", 2, 1, ) → "ac"
    REPLACE("abc", 1, 1) → refused
    REPLACE("abc", 1, 1, "x", 1) → refused
  `,
  TRIM: `
    TRIM(" First Quarter Earnings ") → "First Quarter Earnings"
    TRIM("  a   b ") → "a b"
    TRIM("a") → "a"
    TRIM("") → ""
    TRIM("    ") → ""
    TRIM("a b") → "a b"
    TRIM("a  b  c") → "a b c"
    TRIM(" a") → "a"
    TRIM("a ") → "a"
    TRIM(123) → "123"
    TRIM(1.5) → "1.5"
    TRIM(TRUE) → "TRUE"
    TRIM(BLANK) → ""
    TRIM(#N/A) → #N/A
    TRIM(1 / 0) → #DIV/0!
    TRIM([" a ", "b  c"]) → ["a", "b c"]
    TRIM([" a"; #REF!]) → ["a"; #REF!]
    LEN(TRIM(CHAR(160) & "a ")) → 2
    LEN(TRIM(CHAR(9) & "a")) → 2
    LEN(TRIM("a " & CHAR(10) & " b")) → 5
    TRIM(" 😀  😀 ") → "😀 😀"
    TRIM(TRIM("  a  b  ")) → "a b"
    ISTEXT(TRIM(5)) → TRUE
    VALUE(TRIM(" 5 ")) → 5
    TRIM(REPT(" ", 50) & "x" & REPT(" ", 50)) → "x"
    TRIM(text := " a ") → "a"
    TRIM() → refused
    TRIM("a", "b") → refused
  `,
  UPPER: `
    UPPER("total") → "TOTAL"
    UPPER("Yield") → "YIELD"
    UPPER("ABC") → "ABC"
    UPPER("abc1-x") → "ABC1-X"
    UPPER("") → ""
    UPPER(" a ") → " A "
    UPPER(123) → "123"
    UPPER(1e-20) → "1E-20"
    UPPER(TRUE) → "TRUE"
    UPPER(BLANK) → ""
    UPPER("äöü") → "ÄÖÜ"
    UPPER("éàç") → "ÉÀÇ"
    UPPER("αβγ") → "ΑΒΓ"
    UPPER("привет") → "ПРИВЕТ"
    UPPER("日本") → "日本"
    UPPER("😀a") → "😀A"
    UPPER(#N/A) → #N/A
    UPPER(1 / 0) → #DIV/0!
    UPPER(["a", "b"]) → ["A", "B"]
    UPPER(["a"; #REF!]) → ["A"; #REF!]
    UPPER(UPPER("abc")) → "ABC"
    UPPER("a" & "b") → "AB"
    UPPER(LOWER("AbC")) → "ABC"
    ISTEXT(UPPER(5)) → TRUE
    UPPER("x") = "x" → TRUE
    EXACT(UPPER("x"), "x") → FALSE
    UPPER(text := "a") → "A"
    UPPER() → refused
    UPPER("a", "b") → refused
  `,
  LOWER: `
    LOWER("E. E. Cummings") → "e. e. cummings"
    LOWER("Apt. 2B") → "apt. 2b"
    LOWER("abc") → "abc"
    LOWER("ABC1-X") → "abc1-x"
    LOWER("") → ""
    LOWER(" A ") → " a "
    LOWER(123) → "123"
    LOWER(1e-20) → "1e-20"
    LOWER(TRUE) → "true"
    LOWER(BLANK) → ""
    LOWER("ÄÖÜ") → "äöü"
    LOWER("ÉÀÇ") → "éàç"
    LOWER("ΑΒΓ") → "αβγ"
    LOWER("ПРИВЕТ") → "привет"
    LOWER("日本") → "日本"
    LOWER("😀A") → "😀a"
    LOWER(#N/A) → #N/A
    LOWER(1 / 0) → #DIV/0!
    LOWER(["A", "B"]) → ["a", "b"]
    LOWER(["A"; #REF!]) → ["a"; #REF!]
    LOWER(LOWER("ABC")) → "abc"
    LOWER(UPPER("aBc")) → "abc"
    LEN(LOWER("ABC")) → 3
    LOWER("X") = "X" → TRUE
    EXACT(LOWER("X"), "X") → FALSE
    LOWER(text := "A") → "a"
    LOWER() → refused
    LOWER("a", "b") → refused
  `,
  PROPER: `
    PROPER("this is a TITLE") → "This Is A Title"
    PROPER("2-way street") → "2-Way Street"
    PROPER("76BudGet") → "76Budget"
    PROPER("hello") → "Hello"
    PROPER("HELLO") → "Hello"
    PROPER("o'neil") → "O'Neil"
    PROPER("it's") → "It'S"
    PROPER("mary-jane watson") → "Mary-Jane Watson"
    PROPER("a1b2") → "A1B2"
    PROPER("a.b.c") → "A.B.C"
    PROPER("snake_case") → "Snake_Case"
    PROPER("") → ""
    PROPER("  two  spaces") → "  Two  Spaces"
    PROPER(123) → "123"
    PROPER(TRUE) → "True"
    PROPER(BLANK) → ""
    PROPER("ÉCOLE äPFEL") → "École Äpfel"
    PROPER("привет МИР") → "Привет Мир"
    PROPER("😀abc") → "😀Abc"
    PROPER(#N/A) → #N/A
    PROPER(1 / 0) → #DIV/0!
    PROPER(["ab", "cd ef"]) → ["Ab", "Cd Ef"]
    PROPER(["ab"; #REF!]) → ["Ab"; #REF!]
    PROPER(PROPER("ab cd")) → "Ab Cd"
    PROPER("a" & CHAR(10) & "b") → "A" & CHAR(10) & "B"
    LOWER(PROPER("AB CD")) → "ab cd"
    PROPER(text := "ab") → "Ab"
    PROPER() → refused
    PROPER("a", "b") → refused
  `,
}
