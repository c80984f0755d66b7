// Numbers, dates and times written in a format, and read back.

import type { Table } from '../most-used/table.ts'

export const textNumbers: Table = {
  TEXT: `
    TEXT(1234.567, "$#,##0.00") → "$1,234.57"
    TEXT(0.285, "0.0%") → "28.5%"
    TEXT(4.34, "# ?/?") → "4 1/3"
    TEXT(12200000, "0.00E+00") → "1.22E+07"
    TEXT(1234567898, "[<=9999999]###-####;(###) ###-####") → "(123) 456-7898"
    TEXT(1234, "0000000") → "0001234"
    TEXT(123456, "##0° 00' 00''") → "12° 34' 56''"
    TEXT(DATE(2012, 3, 14), "MM/DD/YY") → "03/14/12"
    TEXT(DATE(2012, 3, 14), "DDDD") → "Wednesday"
    TEXT(DATE(2012, 3, 14), "ddd") → "Wed"
    TEXT(DATE(2012, 3, 14), "mmmm d, yyyy") → "March 14, 2012"
    TEXT(DATE(2012, 3, 4), "d-mmm-yy") → "4-Mar-12"
    TEXT(40982, "yyyy-mm-dd") → "2012-03-14"
    TEXT(0.5625, "h:mm AM/PM") → "1:30 PM"
    TEXT(0.75, "hh:mm:ss") → "18:00:00"
    TEXT(1.5, "[h]:mm") → "36:00"
    TEXT(1234567, "#,##0,") → "1,235"
    TEXT(0.5, "0") → "1"
    TEXT(2.5, "0") → "3"
    TEXT(-2.5, "0") → "-3"
    TEXT(1.005, "0.00") → "1.01"
    TEXT(-5, "0;(0)") → "(5)"
    TEXT(0, "0.0;-0.0;""zero""") → "zero"
    TEXT(5, "000") → "005"
    TEXT(0.1, "#.##") → ".1"
    TEXT(10000000000, "#,##0") → "10,000,000,000"
    TEXT("abc", "0") → "abc"
    TEXT("5", "0.0") → "5.0"
    TEXT(TRUE, "0") → "TRUE"
    TEXT(BLANK, "0.0") → "0.0"
    TEXT(1234.5, "General") → "1234.5"
    TEXT(#N/A, "0") → #N/A
    TEXT(5, #REF!) → #REF!
    TEXT([1, 2], "00") → ["01", "02"]
    TEXT(1.5, ["0", "0.00"]) → ["2", "1.50"]
    VALUE(TEXT(1234.5, "#,##0.00")) → 1234.5
    TEXT(7, format_text := "00") → "07"
    TEXT(, "0.0") → "0.0"
    TEXT(5) → refused
    TEXT(5, "0", 1) → refused
  `,
  VALUE: `
    VALUE("$1,000") → 1000
    VALUE("16:48:00") → 0.7
    ROUND(VALUE("16:48:00") - VALUE("12:00:00"), 12) → 0.2
    VALUE("123") → 123
    VALUE("-1.5") → -1.5
    VALUE("+5") → 5
    VALUE(" 12 ") → 12
    VALUE("1e3") → 1000
    VALUE("1.5E-3") → 0.0015
    VALUE(".5") → 0.5
    VALUE("5.") → 5
    VALUE("50%") → 0.5
    VALUE("1,234,567.5") → 1234567.5
    VALUE("-$5") → -5
    VALUE("(5)") → -5
    VALUE("2012-03-14") → 40982
    VALUE("12:00") → 0.5
    VALUE("abc") → #VALUE!
    VALUE("") → #VALUE!
    VALUE("1 2") → #VALUE!
    VALUE("12abc") → #VALUE!
    VALUE("TRUE") → #VALUE!
    VALUE(TRUE) → #VALUE!
    VALUE(5) → 5
    VALUE(BLANK) → 0
    VALUE(DATE(2012, 3, 14)) → 40982
    VALUE("1e400") → #VALUE!
    VALUE(#N/A) → #N/A
    VALUE(["1", "x"]) → [1, #VALUE!]
    VALUE("7" & "8") → 78
    VALUE(text := "7") → 7
    VALUE() → refused
    VALUE("1", "2") → refused
  `,
}
