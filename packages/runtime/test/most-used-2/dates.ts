// Dates made, moved and taken apart. A date is a datetime at midnight; a number is Excel's serial.

import type { Table } from '../most-used/table.ts'

export const dates: Table = {
  DATE: `
    DATE(2008, 1, 2) → dt"2008-01-02T00:00:00Z"
    DATE(108, 1, 2) → dt"2008-01-02T00:00:00Z"
    DATE(2008, 14, 2) → dt"2009-02-02T00:00:00Z"
    DATE(2008, -3, 2) → dt"2007-09-02T00:00:00Z"
    DATE(2008, 1, 35) → dt"2008-02-04T00:00:00Z"
    DATE(2008, 1, -15) → dt"2007-12-16T00:00:00Z"
    DATE(2008, 0, 1) → dt"2007-12-01T00:00:00Z"
    DATE(2008, 3, 0) → dt"2008-02-29T00:00:00Z"
    DATE(2100, 2, 29) → dt"2100-03-01T00:00:00Z"
    DATE(2000, 2, 29) → dt"2000-02-29T00:00:00Z"
    DATE(9999, 12, 31) → dt"9999-12-31T00:00:00Z"
    DATE(10000, 1, 1) → #NUM!
    DATE(-1, 1, 1) → #NUM!
    DATE(2008.9, 1.9, 2.9) → dt"2008-01-02T00:00:00Z"
    DATE("2008", "1", "2") → dt"2008-01-02T00:00:00Z"
    DATE("x", 1, 1) → #VALUE!
    DATE(#N/A, 1, 1) → #N/A
    DATE(2008, #REF!, 1) → #REF!
    DATE([2008, 2009], 1, 1) → [dt"2008-01-01T00:00:00Z", dt"2009-01-01T00:00:00Z"]
    DATE(2008, [1; 2], 1) → [dt"2008-01-01T00:00:00Z"; dt"2008-02-01T00:00:00Z"]
    N(DATE(2008, 1, 1)) → 39448
    N(DATE(1900, 3, 1)) → 61
    N(DATE(9999, 12, 31)) → 2958465
    DATE(2008, 1, 2) - DATE(2008, 1, 1) = 1d → TRUE
    DATE(2008, 1, 1) + 1 → dt"2008-01-02T00:00:00Z"
    DATE(YEAR(40000), MONTH(40000), DAY(40000)) = 40000 → TRUE
    DATE(year := 2008, month := 1, day := 2) → dt"2008-01-02T00:00:00Z"
    DATE(2008, , 1) → dt"2007-12-01T00:00:00Z"
    DATE(2008, 3, ) → dt"2008-02-29T00:00:00Z"
    DATE(2008, 1) → refused
    DATE(2008, 1, 2, 3) → refused
  `,
  YEAR: `
    YEAR(DATE(2008, 7, 5)) → 2008
    YEAR("7/5/2010") → 2010
    YEAR("2008-07-05") → 2008
    YEAR("5 Jul 2008") → 2008
    YEAR(39634) → 2008
    YEAR(39634.99) → 2008
    YEAR(61) → 1900
    YEAR(2958465) → 9999
    YEAR("2958465") → 9999
    YEAR(DATE(2007, 12, 31)) → 2007
    YEAR(DATE(2007, 12, 32)) → 2008
    YEAR(dt"2007-12-31T23:59:59.999Z") → 2007
    YEAR("x") → #VALUE!
    YEAR("") → #VALUE!
    YEAR("2008-02-30") → #VALUE!
    YEAR(#N/A) → #N/A
    YEAR(1 / 0) → #DIV/0!
    YEAR(1e300) → #NUM!
    YEAR([39634, 40000]) → [2008, 2009]
    YEAR([39634; "x"]) → [2008; #VALUE!]
    YEAR(EDATE(DATE(2008, 12, 1), 1)) → 2009
    YEAR(TODAY()) → 2026
    YEAR(DATE(2010, 1, 1)) - YEAR(DATE(1985, 1, 1)) → 25
    YEAR(serial_number := 39634) → 2008
    YEAR() → refused
    YEAR(1, 2) → refused
  `,
  MONTH: `
    MONTH(DATE(2011, 4, 15)) → 4
    MONTH("15-Apr-11") → 4
    MONTH("4/15/2011") → 4
    MONTH("2011-04-15") → 4
    MONTH(40648) → 4
    MONTH(40648.99) → 4
    MONTH(DATE(2011, 1, 1)) → 1
    MONTH(DATE(2011, 12, 31)) → 12
    MONTH(DATE(2011, 13, 1)) → 1
    MONTH(DATE(2011, 3, 0)) → 2
    MONTH(dt"2011-01-31T23:59:59Z") → 1
    MONTH("x") → #VALUE!
    MONTH("") → #VALUE!
    MONTH("2011-13-01") → #VALUE!
    MONTH(#N/A) → #N/A
    MONTH(1 / 0) → #DIV/0!
    MONTH(1e300) → #NUM!
    MONTH([40648, 40700]) → [4, 6]
    MONTH([40648; #REF!]) → [4; #REF!]
    MONTH(EOMONTH(DATE(2011, 1, 31), 1)) → 2
    MONTH(TODAY()) → 3
    MONTH("January 5, 2011") → 1
    TEXT(DATE(2011, MONTH(40648), 1), "mmmm") → "April"
    MONTH(serial_number := 40648) → 4
    MONTH() → refused
    MONTH(1, 2) → refused
  `,
  DAY: `
    DAY(DATE(2011, 4, 15)) → 15
    DAY("15-Apr-11") → 15
    DAY("4/15/2011") → 15
    DAY("2011-04-15") → 15
    DAY(40648) → 15
    DAY(40648.99) → 15
    DAY(DATE(2011, 4, 1)) → 1
    DAY(DATE(2011, 4, 0)) → 31
    DAY(DATE(2012, 2, 29)) → 29
    DAY(DATE(2011, 2, 29)) → 1
    DAY(dt"2011-04-15T23:59:59.999Z") → 15
    DAY("x") → #VALUE!
    DAY("") → #VALUE!
    DAY("2011-04-31") → #VALUE!
    DAY(#N/A) → #N/A
    DAY(1 / 0) → #DIV/0!
    DAY(1e300) → #NUM!
    DAY([40648, 40649]) → [15, 16]
    DAY([40648; "x"]) → [15; #VALUE!]
    DAY(EOMONTH(DATE(2012, 2, 1), 0)) → 29
    DAY(EOMONTH(DATE(2011, 2, 1), 0)) → 28
    DAY(TODAY()) → 5
    DAY(61) → 1
    DAY(serial_number := 40648) → 15
    DAY() → refused
    DAY(1, 2) → refused
  `,
  EDATE: `
    EDATE(DATE(2011, 1, 15), 1) → dt"2011-02-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), -1) → dt"2010-12-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), 2) → dt"2011-03-15T00:00:00Z"
    EDATE("15-Jan-11", 1) → dt"2011-02-15T00:00:00Z"
    EDATE(40558, 1) → dt"2011-02-15T00:00:00Z"
    EDATE(DATE(2011, 1, 31), 1) → dt"2011-02-28T00:00:00Z"
    EDATE(DATE(2012, 1, 31), 1) → dt"2012-02-29T00:00:00Z"
    EDATE(DATE(2012, 2, 29), 12) → dt"2013-02-28T00:00:00Z"
    EDATE(DATE(2012, 2, 29), 48) → dt"2016-02-29T00:00:00Z"
    EDATE(DATE(2011, 3, 31), -1) → dt"2011-02-28T00:00:00Z"
    EDATE(DATE(2011, 1, 15), 0) → dt"2011-01-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), 12) → dt"2012-01-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), 1.9) → dt"2011-02-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), -1.9) → dt"2010-12-15T00:00:00Z"
    EDATE(dt"2011-01-15T18:30:00Z", 1) → dt"2011-02-15T00:00:00Z"
    EDATE(DATE(2011, 1, 15), "1") → dt"2011-02-15T00:00:00Z"
    EDATE("x", 1) → #VALUE!
    EDATE(DATE(2011, 1, 15), "x") → #VALUE!
    EDATE(#N/A, 1) → #N/A
    EDATE(DATE(2011, 1, 15), #REF!) → #REF!
    EDATE(DATE(2011, 1, 15), 1e300) → #NUM!
    EDATE(DATE(2011, 1, 15), [1, 2]) → [dt"2011-02-15T00:00:00Z", dt"2011-03-15T00:00:00Z"]
    EDATE(EDATE(DATE(2011, 1, 31), 1), 1) → dt"2011-03-28T00:00:00Z"
    N(EDATE(40558, 1)) → 40589
    EDATE(start_date := 40558, months := 1) → dt"2011-02-15T00:00:00Z"
    EDATE(40558, ) → #N/A
    EDATE(40558) → refused
    EDATE(40558, 1, 2) → refused
  `,
  EOMONTH: `
    EOMONTH(DATE(2011, 1, 1), 1) → dt"2011-02-28T00:00:00Z"
    EOMONTH(DATE(2011, 1, 1), -3) → dt"2010-10-31T00:00:00Z"
    EOMONTH(DATE(2011, 1, 1), 0) → dt"2011-01-31T00:00:00Z"
    EOMONTH(DATE(2011, 1, 31), 0) → dt"2011-01-31T00:00:00Z"
    EOMONTH(DATE(2011, 1, 31), 1) → dt"2011-02-28T00:00:00Z"
    EOMONTH(DATE(2012, 1, 31), 1) → dt"2012-02-29T00:00:00Z"
    EOMONTH(DATE(2011, 1, 1), 12) → dt"2012-01-31T00:00:00Z"
    EOMONTH(DATE(2011, 1, 1), 11) → dt"2011-12-31T00:00:00Z"
    EOMONTH(DATE(2011, 4, 15), 0) → dt"2011-04-30T00:00:00Z"
    EOMONTH("1-Jan-11", 1) → dt"2011-02-28T00:00:00Z"
    EOMONTH(40544, 1) → dt"2011-02-28T00:00:00Z"
    EOMONTH(40544, 1.9) → dt"2011-02-28T00:00:00Z"
    EOMONTH(40544, -1.9) → dt"2010-12-31T00:00:00Z"
    EOMONTH(dt"2011-01-31T23:00:00Z", 0) → dt"2011-01-31T00:00:00Z"
    EOMONTH(40544, "1") → dt"2011-02-28T00:00:00Z"
    EOMONTH("x", 1) → #VALUE!
    EOMONTH(40544, "x") → #VALUE!
    EOMONTH(#N/A, 1) → #N/A
    EOMONTH(40544, #REF!) → #REF!
    EOMONTH(40544, 1e300) → #NUM!
    EOMONTH(40544, [0, 1]) → [dt"2011-01-31T00:00:00Z", dt"2011-02-28T00:00:00Z"]
    N(EOMONTH(40544, 1)) → 40602
    EOMONTH(DATE(2011, 5, 9), -1) + 1 → dt"2011-05-01T00:00:00Z"
    DAY(EOMONTH(DATE(1900, 2, 1), 1)) → 31
    EOMONTH(start_date := 40544, months := 1) → dt"2011-02-28T00:00:00Z"
    EOMONTH(40544, ) → #N/A
    EOMONTH(40544) → refused
    EOMONTH(40544, 1, 2) → refused
  `,
  DATEVALUE: `
    DATEVALUE("8/22/2011") → dt"2011-08-22T00:00:00Z"
    DATEVALUE("22-MAY-2011") → dt"2011-05-22T00:00:00Z"
    DATEVALUE("2011/02/23") → dt"2011-02-23T00:00:00Z"
    DATEVALUE("2011-02-23") → dt"2011-02-23T00:00:00Z"
    N(DATEVALUE("8/22/2011")) → 40777
    N(DATEVALUE("22-MAY-2011")) → 40685
    N(DATEVALUE("2011/02/23")) → 40597
    DATEVALUE("22 May 2011") → dt"2011-05-22T00:00:00Z"
    DATEVALUE("May 22, 2011") → dt"2011-05-22T00:00:00Z"
    DATEVALUE("1/1/29") → dt"2029-01-01T00:00:00Z"
    DATEVALUE("1/1/30") → dt"1930-01-01T00:00:00Z"
    DATEVALUE("2/29/2012") → dt"2012-02-29T00:00:00Z"
    DATEVALUE("2/29/2011") → #VALUE!
    DATEVALUE("13/13/2011") → #VALUE!
    DATEVALUE("2011-02-23 18:30") → dt"2011-02-23T00:00:00Z"
    DATEVALUE("18:30") → #VALUE!
    DATEVALUE("x") → #VALUE!
    DATEVALUE("") → #VALUE!
    DATEVALUE(40777) → #VALUE!
    DATEVALUE("40777") → #VALUE!
    DATEVALUE(TRUE) → #VALUE!
    DATEVALUE(#N/A) → #N/A
    DATEVALUE(["8/22/2011", "x"]) → [dt"2011-08-22T00:00:00Z", #VALUE!]
    DATEVALUE(" 8/22/2011 ") → dt"2011-08-22T00:00:00Z"
    DATEVALUE("8/22/2011") = DATE(2011, 8, 22) → TRUE
    DATEVALUE(date_text := "8/22/2011") → dt"2011-08-22T00:00:00Z"
    DATEVALUE() → refused
    DATEVALUE("8/22/2011", 1) → refused
  `,
}
