// Texts: parts, search, case, formats and patterns. Places and lengths count code points.

import { rows } from './rows.ts'

export const text = rows(
  'text',
  `
ARRAYTOTEXT(array, [format]) → text, sees errors
  An array as one text: values with commas, or with format 1 as it would be written in a formula.
  ARRAYTOTEXT([1, 2, 3]) → "1, 2, 3"
CHAR(number) → text
  The character with a code from 1 to 255, in the Windows-1252 set.
  CHAR(65) → "A"
CLEAN(text) → text
  Takes out the characters below 32, line breaks among them.
  CLEAN("a" & CHAR(10) & "b") → "ab"
CODE(text) → number
  The code of the first character, as CHAR takes it.
  CODE("A") → 65
CONCAT(text1, …) → text
  Joins texts, ranges and arrays.
  CONCAT("a", [1, 2], "b") → "a12b"
CONCATENATE(text1: text, …) → text
  Joins single values; the older form of CONCAT.
  CONCATENATE("a", 1, "b") → "a1b"
DOLLAR(number, [decimals]) → text
  A number as dollars, with two decimals unless told, negative in parentheses.
  DOLLAR(1234.567) → "$1,234.57"
  DOLLAR(-1234.5, 0) → "($1,235)"
ENDS_WITH(text, end: text) → logical
  Whether a text ends with another, in upper or lower case.
  ENDS_WITH("report.PDF", ".pdf") → TRUE
EXACT(text1: text, text2: text) → logical
  Whether two texts are the same, upper and lower case told apart.
  EXACT("Word", "word") → FALSE
FIND(find_text, within_text, [start_num]) → number
  The place of a text in another, upper and lower case told apart.
  FIND("n", "Banana") → 3
FIXED(number, [decimals], [no_commas]) → text
  A number as text with so many decimals, two unless told, and commas.
  FIXED(1234.567, 1) → "1,234.6"
  FIXED(1234.567, 1, TRUE) → "1234.6"
INCLUDES(text, part: text) → logical
  Whether a text holds another anywhere, in upper or lower case.
  INCLUDES("Banana", "NAN") → TRUE
LEFT(text, [num_chars]) → text
  The first characters; one unless told. Without arguments, in a range, it is the cell to the left.
  LEFT("Banana", 3) → "Ban"
LEN(text) → number
  How many characters a text has.
  LEN("Banana") → 6
LOWER(text) → text
  A text in small letters.
  LOWER("Ab1") → "ab1"
MID(text, start_num, num_chars) → text
  Characters from the middle of a text; the first place is 1.
  MID("Banana", 2, 3) → "ana"
NUMBERVALUE(text, [decimal_separator], [group_separator]) → number
  Reads a number with the given marks for decimals and groups.
  NUMBERVALUE("1.234,5", ",", ".") → 1234.5
PAD_LEFT(text, length, [pad]) → text
  Fills a text on the left up to a length, with spaces unless told.
  PAD_LEFT("7", 3, "0") → "007"
PAD_RIGHT(text, length, [pad]) → text
  Fills a text on the right up to a length, with spaces unless told.
  PAD_RIGHT("ab", 4, ".") → "ab.."
PROPER(text) → text
  The first letter of each word large, all others small.
  PROPER("hello wide WORLD") → "Hello Wide World"
REGEXEXTRACT(text, pattern, [return_mode], [case_sensitivity]) → any
  The part that fits a pattern; mode 1 gives all of them, mode 2 the groups of the first. Case
  sensitivity 1 ignores case.
  REGEXEXTRACT("order 42 of 50", "[0-9]+") → "42"
  REGEXEXTRACT("order 42 of 50", "[0-9]+", 1) → ["42", "50"]
REGEXREPLACE(text, pattern, replacement, [occurrence], [case_sensitivity]) → text
  Replaces what fits a pattern: everywhere, or only one occurrence. $1 stands for a group.
  REGEXREPLACE("a1b22", "[0-9]+", "#") → "a#b#"
REGEXTEST(text, pattern, [case_sensitivity]) → logical
  Whether any part of a text fits a pattern.
  REGEXTEST("order 42", "^[a-z]+ [0-9]+$") → TRUE
REPLACE(old_text, start_num, num_chars, new_text) → text
  Puts a new text in the place of some characters.
  REPLACE("abcdef", 2, 3, "X") → "aXef"
REPT(text, number_times) → text
  Repeats a text.
  REPT("ab", 3) → "ababab"
RIGHT(text, [num_chars]) → text
  The last characters; one unless told. Without arguments, in a range, it is the cell to the right.
  RIGHT("Banana", 2) → "na"
SEARCH(find_text, within_text, [start_num]) → number
  The place of a text in another, in upper or lower case, with the wildcards * and ?.
  SEARCH("N?N", "Banana") → 3
STARTS_WITH(text, start: text) → logical
  Whether a text starts with another, in upper or lower case.
  STARTS_WITH("INV-2026", "inv") → TRUE
SUBSTITUTE(text, old_text, new_text, [instance_num]) → text
  Replaces a text in another: everywhere, or only one occurrence.
  SUBSTITUTE("a-b-c", "-", "+") → "a+b+c"
  SUBSTITUTE("a-b-c", "-", "+", 2) → "a-b+c"
T(value) → text
  The value if it is a text, else an empty text.
  T("a") → "a"
  T(5) → ""
TEXT(value, format_text) → text
  A number or a datetime as text, in a format.
  TEXT(1234.5, "#,##0.00") → "1,234.50"
  TEXT(DATE(2026, 3, 5), "yyyy-mm-dd") → "2026-03-05"
TEXTAFTER(text, delimiter, [instance_num], [match_mode], [match_end], [if_not_found]) → text, sees errors
  What follows a delimiter. A negative instance counts from the end.
  TEXTAFTER("a-b-c", "-") → "b-c"
  TEXTAFTER("a-b-c", "-", -1) → "c"
TEXTBEFORE(text, delimiter, [instance_num], [match_mode], [match_end], [if_not_found]) → text, sees errors
  What comes before a delimiter. A negative instance counts from the end.
  TEXTBEFORE("a-b-c", "-", 2) → "a-b"
TEXTJOIN(delimiter, ignore_empty, text1, …) → text
  Joins texts, ranges and arrays with a delimiter, with or without the empty ones.
  TEXTJOIN(", ", TRUE, ["a", "", "b"]) → "a, b"
TEXTSPLIT(text, col_delimiter, [row_delimiter], [ignore_empty], [match_mode], [pad_with]) → array
  Splits a text into columns, and with a second delimiter into rows.
  TEXTSPLIT("a,b,c", ",") → ["a", "b", "c"]
  TEXTSPLIT("1=2;3=4", "=", ";") → ["1", "2"; "3", "4"]
TRIM(text) → text
  Takes spaces off both ends and leaves one between words.
  TRIM("  a   b ") → "a b"
UNICHAR(number) → text
  The character with a Unicode number.
  UNICHAR(8364) → "€"
UNICODE(text) → number
  The Unicode number of the first character.
  UNICODE("€") → 8364
UPPER(text) → text
  A text in capitals.
  UPPER("ab1") → "AB1"
VALUE(text: any) → number
  Reads a number, a percentage, a date or a time from text.
  VALUE("1,234.5") → 1234.5
  VALUE("25%") → 0.25
VALUETOTEXT(value, [format]) → text, sees errors
  Any value as text; with format 1, texts in quotes.
  VALUETOTEXT(12.5) → "12.5"
  VALUETOTEXT("a", 1) → """a"""
`,
)
