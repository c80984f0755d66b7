// Texts put together and taken apart at delimiters.

import type { Table } from '../most-used/table.ts'

const quote = '"Do. Or do not. There is no try. -Anonymous"'
const hood = `"Little red Riding Hood's red hood"`

export const textJoins: Table = {
  CONCAT: `
    CONCAT("The", " ", "sun", " ", "will", " ", "come") → "The sun will come"
    CONCAT(["a1", "b1"; "a2", "b2"]) → "a1b1a2b2"
    CONCAT("a") → "a"
    CONCAT("") → ""
    CONCAT("a", 1, TRUE) → "a1TRUE"
    CONCAT(1, 2) → "12"
    CONCAT(1.5, -2) → "1.5-2"
    CONCAT(0.1 + 0.2) → "0.3"
    CONCAT(1 / 3) → "0.333333333333333"
    CONCAT(1e-20) → "1E-20"
    CONCAT(FALSE) → "FALSE"
    CONCAT(BLANK, "a") → "a"
    CONCAT(["a", BLANK, "b"]) → "ab"
    CONCAT([1; 2; 3]) → "123"
    CONCAT("a", [1, 2], "b") → "a12b"
    CONCAT([1, 2], [3, 4]) → "1234"
    CONCAT("a", #N/A) → #N/A
    CONCAT(["a", #REF!]) → #REF!
    CONCAT("ä", "😀") → "ä😀"
    LEN(CONCAT(REPT("a", 100), REPT("b", 100))) → 200
    CONCAT("a", "b") = "a" & "b" → TRUE
    CONCAT(CONCAT("a", "b"), "c") → "abc"
    ISTEXT(CONCAT(5)) → TRUE
    CONCAT(text1 := "a", text2 := "b") → "ab"
    CONCAT() → refused
  `,
  CONCATENATE: `
    CONCATENATE("Stream population for ", "brook trout", " ", "species", " is ", 32, "/mile") → "Stream population for brook trout species is 32/mile"
    CONCATENATE("Andreas", " ", "Hauser") → "Andreas Hauser"
    CONCATENATE("Hauser", ", ", "Andreas") → "Hauser, Andreas"
    CONCATENATE("a") → "a"
    CONCATENATE("") → ""
    CONCATENATE(1, 2) → "12"
    CONCATENATE(1.5, -2) → "1.5-2"
    CONCATENATE(TRUE, FALSE) → "TRUEFALSE"
    CONCATENATE(0.1 + 0.2) → "0.3"
    CONCATENATE(1 / 3) → "0.333333333333333"
    CONCATENATE(BLANK, "a") → "a"
    CONCATENATE("a", #N/A) → #N/A
    CONCATENATE(1 / 0, "a") → #DIV/0!
    CONCATENATE([1, 2], "x") → ["1x", "2x"]
    CONCATENATE(["a"; "b"], ["c", "d"]) → ["ac", "ad"; "bc", "bd"]
    CONCATENATE("x", ["a", #REF!]) → ["xa", #REF!]
    CONCATENATE("ä", "😀") → "ä😀"
    CONCATENATE("a", "b") = "a" & "b" → TRUE
    CONCATENATE(CONCATENATE("a", "b"), "c") → "abc"
    LEN(CONCATENATE("ab", "cde")) → 5
    ISTEXT(CONCATENATE(5)) → TRUE
    VALUE(CONCATENATE(1, 2)) → 12
    CONCATENATE("say ", """hi""") → "say ""hi"""
    CONCATENATE(text1 := "a", text2 := "b") → "ab"
    CONCATENATE() → refused
  `,
  TEXTJOIN: `
    TEXTJOIN(" ", TRUE, "The", "sun", "will", "come", "up", "tomorrow.") → "The sun will come up tomorrow."
    TEXTJOIN(", ", TRUE, ["US Dollar"; "Euro"; "Yen"]) → "US Dollar, Euro, Yen"
    TEXTJOIN(", ", TRUE, ["a1", "b1"; "a2", "b2"]) → "a1, b1, a2, b2"
    TEXTJOIN(", ", FALSE, ["a1", ""; "", "b2"]) → "a1, , , b2"
    TEXTJOIN(", ", TRUE, ["a1", ""; "", "b2"]) → "a1, b2"
    TEXTJOIN(",", TRUE, ["a", BLANK, "b"]) → "a,b"
    TEXTJOIN(",", FALSE, ["a", BLANK, "b"]) → "a,,b"
    TEXTJOIN("", TRUE, "a", "b") → "ab"
    TEXTJOIN(["-", "."], TRUE, "a", "b", "c", "d") → "a-b.c-d"
    TEXTJOIN(",", TRUE, 1, 2.5, TRUE) → "1,2.5,TRUE"
    TEXTJOIN(0, TRUE, 1, 2) → "102"
    TEXTJOIN(BLANK, TRUE, "a", "b") → "ab"
    TEXTJOIN(",", 1, "a", "", "b") → "a,b"
    TEXTJOIN(",", 0, "a", "", "b") → "a,,b"
    TEXTJOIN(",", "TRUE", "a", "", "b") → "a,b"
    TEXTJOIN(",", "x", "a") → #VALUE!
    TEXTJOIN(",", TRUE, "") → ""
    TEXTJOIN(",", TRUE, "a") → "a"
    TEXTJOIN(",", TRUE, " ") → " "
    TEXTJOIN(",", TRUE, #N/A, "a") → #N/A
    TEXTJOIN(",", TRUE, ["a", #REF!]) → #REF!
    TEXTJOIN(#NUM!, TRUE, "a") → #NUM!
    TEXTJOIN(", ", TRUE, IF([1, 2, 3] > 1, ["x", "y", "z"], "")) → "y, z"
    TEXTJOIN("", TRUE, MID("abc", [3, 2, 1], 1)) → "cba"
    TEXTJOIN(",", TRUE, TEXTSPLIT("a,b,c", ",")) → "a,b,c"
    TEXTJOIN(",", ignore_empty := TRUE, text1 := "a", text2 := "b") → "a,b"
    TEXTJOIN(",", TRUE) → refused
    TEXTJOIN(",") → refused
  `,
  TEXTSPLIT: `
    TEXTSPLIT("Dakota Lennon Sanchez", " ") → ["Dakota", "Lennon", "Sanchez"]
    TEXTSPLIT("To be or not to be", " ") → ["To", "be", "or", "not", "to", "be"]
    TEXTSPLIT(${quote}, ".") → ["Do", " Or do not", " There is no try", " -Anonymous"]
    TEXTSPLIT(${quote}, [".", "-"]) → ["Do", " Or do not", " There is no try", " ", "Anonymous"]
    TEXTSPLIT(${quote}, , ".") → ["Do"; " Or do not"; " There is no try"; " -Anonymous"]
    TEXTSPLIT("1,2,3;4,5,6", ",", ";") → ["1", "2", "3"; "4", "5", "6"]
    TEXTSPLIT("a,b;c", ",", ";") → ["a", "b"; "c", #N/A]
    TEXTSPLIT("a,b;c", ",", ";", , , "-") → ["a", "b"; "c", "-"]
    TEXTSPLIT("a,,b", ",") → ["a", "", "b"]
    TEXTSPLIT("a,,b", ",", , TRUE) → ["a", "b"]
    TEXTSPLIT(",a,", ",") → ["", "a", ""]
    TEXTSPLIT(",a,", ",", , TRUE) → ["a"]
    TEXTSPLIT("abc", ",") → ["abc"]
    TEXTSPLIT("aXbxc", "x") → ["aXb", "c"]
    TEXTSPLIT("aXbxc", "x", , , 1) → ["a", "b", "c"]
    TEXTSPLIT("a--b", "--") → ["a", "b"]
    TEXTSPLIT("a1b2c", [1, 2]) → ["a", "b", "c"]
    TEXTSPLIT(12345, 3) → ["12", "45"]
    TEXTSPLIT("abc", "") → #VALUE!
    TEXTSPLIT("a,b", ",", , , 2) → #VALUE!
    TEXTSPLIT(#N/A, ",") → #N/A
    TEXTSPLIT("a,b", #REF!) → #REF!
    TEXTSPLIT("a😀b", "😀") → ["a", "b"]
    SUM(VALUE(TEXTSPLIT("1,2,3", ","))) → 6
    COUNTA(TEXTSPLIT("a b c", " ")) → 3
    INDEX(TEXTSPLIT("x-y-z", "-"), 2) → "y"
    TEXTSPLIT("a,,b", ",", ignore_empty := TRUE) → ["a", "b"]
    TEXTSPLIT() → refused
    TEXTSPLIT("a", ",", ";", TRUE, 0, "", 1) → refused
  `,
  TEXTBEFORE: `
    TEXTBEFORE("Little Red Riding Hood's red hood", "Red") → "Little "
    TEXTBEFORE(${hood}, "Red") → #N/A
    TEXTBEFORE(${hood}, "red", 2) → "Little red Riding Hood's "
    TEXTBEFORE(${hood}, "red", -2) → "Little "
    TEXTBEFORE(${hood}, "red", 3) → #N/A
    TEXTBEFORE(${hood}, "RED", 1, 1) → "Little "
    TEXTBEFORE("Marcus Aurelius", " ", , , 0) → "Marcus"
    TEXTBEFORE("Socrates", " ", , , 0) → #N/A
    TEXTBEFORE("Socrates", " ", , , 1) → "Socrates"
    TEXTBEFORE("Immanuel Kant", " ", , , 1) → "Immanuel"
    TEXTBEFORE("a-b-c", "-") → "a"
    TEXTBEFORE("a-b-c", "-", 2) → "a-b"
    TEXTBEFORE("a-b-c", "-", -1) → "a-b"
    TEXTBEFORE("a-b-c", "-", 0) → #VALUE!
    TEXTBEFORE("a-b-c", "-", 5) → #N/A
    TEXTBEFORE("a-b-c", "-", 6) → #VALUE!
    TEXTBEFORE("a-b.c", [".", "-"]) → "a"
    TEXTBEFORE("a-b.c", [".", "-"], -1) → "a-b"
    TEXTBEFORE("abc", "") → ""
    TEXTBEFORE("abc", "", -1) → "abc"
    TEXTBEFORE("abc", "x", , , , "none") → "none"
    TEXTBEFORE("-abc", "-") → ""
    TEXTBEFORE(12345, 3) → "12"
    TEXTBEFORE("a-b", "-", 1, 2) → #VALUE!
    TEXTBEFORE(#REF!, "-") → #REF!
    TEXTBEFORE("a-b", #NUM!) → #NUM!
    TEXTBEFORE(["a-b", "c-d"], "-") → ["a", "c"]
    TEXTBEFORE("a-b-c", "-", [1, 2]) → ["a", "a-b"]
    TEXTBEFORE("a-b", "-") & "-" & TEXTAFTER("a-b", "-") → "a-b"
    TEXTBEFORE("abc", "x", if_not_found := "none") → "none"
    TEXTBEFORE("abc") → refused
  `,
  TEXTAFTER: `
    TEXTAFTER("Little Red Riding Hood's red hood", "Red") → " Riding Hood's red hood"
    TEXTAFTER(${hood}, "Red") → #N/A
    TEXTAFTER(${hood}, "red", 2) → " hood"
    TEXTAFTER(${hood}, "red", -2) → " Riding Hood's red hood"
    TEXTAFTER(${hood}, "red", 3) → #N/A
    TEXTAFTER(${hood}, "RED", 2, 1) → " hood"
    TEXTAFTER("Marcus Aurelius", " ", , , 0) → "Aurelius"
    TEXTAFTER("Socrates", " ", , , 0) → #N/A
    TEXTAFTER("Socrates", " ", , , 1) → ""
    TEXTAFTER("Immanuel Kant", " ", , , 1) → "Kant"
    TEXTAFTER("a-b-c", "-") → "b-c"
    TEXTAFTER("a-b-c", "-", 2) → "c"
    TEXTAFTER("a-b-c", "-", -1) → "c"
    TEXTAFTER("a-b-c", "-", -2) → "b-c"
    TEXTAFTER("a-b-c", "-", 0) → #VALUE!
    TEXTAFTER("a-b-c", "-", 5) → #N/A
    TEXTAFTER("a-b-c", "-", 6) → #VALUE!
    TEXTAFTER("a-b.c", [".", "-"]) → "b.c"
    TEXTAFTER("a-b.c", [".", "-"], -1) → "c"
    TEXTAFTER("abc", "") → "abc"
    TEXTAFTER("abc", "", -1) → ""
    TEXTAFTER("abc", "x", , , , "none") → "none"
    TEXTAFTER("abc-", "-") → ""
    TEXTAFTER(12345, 3) → "45"
    TEXTAFTER("a-b", "-", 1, 2) → #VALUE!
    TEXTAFTER(#REF!, "-") → #REF!
    TEXTAFTER("a-b", #NUM!) → #NUM!
    TEXTAFTER(["a-b", "c-d"], "-") → ["b", "d"]
    TEXTAFTER("a-b-c", "-", [1, 2]) → ["b-c", "c"]
    TEXTAFTER("me@example.com", "@") → "example.com"
    TEXTAFTER("abc", "x", if_not_found := "none") → "none"
    TEXTAFTER("abc") → refused
  `,
}
