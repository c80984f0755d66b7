// Times of day, the present instant, days of the week and weeks of the year. It is Thursday, 5 March
// 2026, 14:30:45.250, wherever NOW and TODAY are asked.

import type { Table } from '../most-used/table.ts'

export const clocks: Table = {
  HOUR: `
    HOUR(0.75) → 18
    HOUR("7/18/2011 7:45") → 7
    HOUR("4/21/2012") → 0
    HOUR(0) → 0
    HOUR(0.5) → 12
    HOUR(0.999) → 23
    HOUR(1) → 0
    HOUR(40648.25) → 6
    HOUR("18:45") → 18
    HOUR("6:45 PM") → 18
    HOUR("12:00 AM") → 0
    HOUR("12:00 PM") → 12
    HOUR(dt"2026-01-31T18:45:30Z") → 18
    HOUR(dt"2026-01-31T23:59:59.999Z") → 23
    HOUR(TIME(27, 0, 0)) → 3
    HOUR("x") → #VALUE!
    HOUR("") → #VALUE!
    HOUR(#N/A) → #N/A
    HOUR(1 / 0) → #DIV/0!
    HOUR(1e300) → #NUM!
    HOUR([0.25, 0.75]) → [6, 18]
    HOUR([0.25; "x"]) → [6; #VALUE!]
    HOUR(NOW()) → 14
    HOUR(BLANK) → 0
    HOUR(serial_number := 0.75) → 18
    HOUR() → refused
    HOUR(1, 2) → refused
  `,
  MINUTE: `
    MINUTE("12:45:00 PM") → 45
    MINUTE(0.78125) → 45
    MINUTE(0) → 0
    MINUTE(0.5) → 0
    MINUTE(0.999) → 58
    MINUTE(40648.51) → 14
    MINUTE("18:59") → 59
    MINUTE("1:2:3") → 2
    MINUTE("7/18/2011 7:45") → 45
    MINUTE("4/21/2012") → 0
    MINUTE(dt"2026-01-31T18:45:30Z") → 45
    MINUTE(dt"2026-01-31T18:59:59.999Z") → 59
    MINUTE(TIME(0, 750, 0)) → 30
    MINUTE(TIME(1, 2, 3)) → 2
    MINUTE("x") → #VALUE!
    MINUTE("") → #VALUE!
    MINUTE(#N/A) → #N/A
    MINUTE(1 / 0) → #DIV/0!
    MINUTE(1e300) → #NUM!
    MINUTE([0.25, 0.26]) → [0, 14]
    MINUTE([0.25; "x"]) → [0; #VALUE!]
    MINUTE(NOW()) → 30
    MINUTE(BLANK) → 0
    MINUTE(serial_number := 0.78125) → 45
    MINUTE() → refused
    MINUTE(1, 2) → refused
  `,
  SECOND: `
    SECOND("4:48:18 PM") → 18
    SECOND("4:48 PM") → 0
    SECOND(0) → 0
    SECOND(0.5) → 0
    SECOND(0.00001157407407) → 1
    SECOND("18:59:59") → 59
    SECOND("1:2:3") → 3
    SECOND("7/18/2011 7:45:30") → 30
    SECOND("4/21/2012") → 0
    SECOND(dt"2026-01-31T18:45:30Z") → 30
    SECOND(TIME(0, 0, 2000)) → 20
    SECOND(TIME(1, 2, 3)) → 3
    SECOND(TIME(16, 48, 10)) → 10
    SECOND("x") → #VALUE!
    SECOND("") → #VALUE!
    SECOND(#N/A) → #N/A
    SECOND(1 / 0) → #DIV/0!
    SECOND(1e300) → #NUM!
    SECOND(["4:48:18", "4:48:19"]) → [18, 19]
    SECOND([0.25; "x"]) → [0; #VALUE!]
    SECOND(NOW()) → 45
    SECOND(BLANK) → 0
    TIME(HOUR("4:48:18"), MINUTE("4:48:18"), SECOND("4:48:18")) = TIMEVALUE("4:48:18") → TRUE
    SECOND(serial_number := 0.5) → 0
    SECOND() → refused
    SECOND(1, 2) → refused
  `,
  TIME: `
    TIME(12, 0, 0) → 0.5
    TIME(16, 48, 10) ≈ 0.7001157
    TIME(27, 0, 0) → 0.125
    TIME(0, 750, 0) ≈ 0.5208333
    TIME(0, 0, 2000) ≈ 0.0231481
    TIME(0, 0, 0) → 0
    TIME(6, 0, 0) → 0.25
    TIME(18, 0, 0) → 0.75
    TIME(23, 59, 59) ≈ 0.9999884
    TIME(24, 0, 0) → 0
    TIME(1, -30, 0) ≈ 0.0208333
    TIME(-1, 0, 0) → #NUM!
    TIME(0, -1, 0) → #NUM!
    TIME(32767, 0, 0) ≈ 0.2916667
    TIME(32768, 0, 0) → #NUM!
    TIME(0, 32768, 0) → #NUM!
    TIME(12.9, 0.9, 0.9) → 0.5
    TIME("12", "0", "0") → 0.5
    TIME("x", 0, 0) → #VALUE!
    TIME(#N/A, 0, 0) → #N/A
    TIME(0, #REF!, 0) → #REF!
    TIME([6, 12], 0, 0) → [0.25, 0.5]
    TEXT(TIME(13, 5, 9), "hh:mm:ss") → "13:05:09"
    HOUR(TIME(5, 6, 7)) * 10000 + MINUTE(TIME(5, 6, 7)) * 100 + SECOND(TIME(5, 6, 7)) → 50607
    TIME(hour := 12, minute := 0, second := 0) → 0.5
    TIME(12, , ) → 0.5
    TIME(1, 2) → refused
    TIME(1, 2, 3, 4) → refused
  `,
  TODAY: `
    TODAY() → dt"2026-03-05T00:00:00Z"
    TODAY() = DATE(2026, 3, 5) → TRUE
    TODAY() + 1 → dt"2026-03-06T00:00:00Z"
    TODAY() - 1 → dt"2026-03-04T00:00:00Z"
    TODAY() + 5 → dt"2026-03-10T00:00:00Z"
    N(TODAY()) → 46086
    YEAR(TODAY()) - 1963 → 63
    MONTH(TODAY()) → 3
    DAY(TODAY()) → 5
    HOUR(TODAY()) → 0
    MINUTE(TODAY()) → 0
    WEEKDAY(TODAY()) → 5
    TEXT(TODAY(), "yyyy-mm-dd") → "2026-03-05"
    TODAY() = TODAY() → TRUE
    TODAY() <= NOW() → TRUE
    TODAY() - DATE(2026, 3, 1) = 4d → TRUE
    DAYS(DATE(2026, 12, 25), TODAY()) → 295
    EDATE(TODAY(), 1) → dt"2026-04-05T00:00:00Z"
    EOMONTH(TODAY(), 0) → dt"2026-03-31T00:00:00Z"
    ISNUMBER(TODAY()) → TRUE
    INT(N(NOW())) = N(TODAY()) → TRUE
    DATEDIF(DATE(1990, 3, 6), TODAY(), "Y") → 35
    TODAY() + [0, 1] → [dt"2026-03-05T00:00:00Z", dt"2026-03-06T00:00:00Z"]
    TODAY(1) → refused
  `,
  NOW: `
    NOW() → dt"2026-03-05T14:30:45.250Z"
    NOW() = NOW() → TRUE
    NOW() - NOW() = 0s → TRUE
    NOW() + 7 → dt"2026-03-12T14:30:45.250Z"
    NOW() - 0.5 → dt"2026-03-05T02:30:45.250Z"
    NOW() - 2.25 → dt"2026-03-03T08:30:45.250Z"
    NOW() - TODAY() < 1d → TRUE
    NOW() >= TODAY() → TRUE
    YEAR(NOW()) → 2026
    MONTH(NOW()) → 3
    DAY(NOW()) → 5
    HOUR(NOW()) → 14
    MINUTE(NOW()) → 30
    SECOND(NOW()) → 45
    WEEKDAY(NOW(), 2) → 4
    WEEKNUM(NOW(), 21) → 10
    N(NOW()) ≈ 46086.60469
    TEXT(NOW(), "yyyy-mm-dd hh:mm") → "2026-03-05 14:30"
    ISNUMBER(NOW()) → TRUE
    NOW() > DATE(2026, 3, 5) → TRUE
    NOW() < DATE(2026, 3, 6) → TRUE
    NOW() + 1h → dt"2026-03-05T15:30:45.250Z"
    DAYS(NOW(), TODAY()) → 0
    EDATE(NOW(), 0) → dt"2026-03-05T00:00:00Z"
    NOW(1) → refused
  `,
  WEEKDAY: `
    WEEKDAY(DATE(2008, 2, 14)) → 5
    WEEKDAY(DATE(2008, 2, 14), 2) → 4
    WEEKDAY(DATE(2008, 2, 14), 3) → 3
    WEEKDAY(DATE(2008, 2, 17)) → 1
    WEEKDAY(DATE(2008, 2, 17), 2) → 7
    WEEKDAY(DATE(2008, 2, 17), 3) → 6
    WEEKDAY(DATE(2008, 2, 14), 1) → 5
    WEEKDAY(DATE(2008, 2, 14), 11) → 4
    WEEKDAY(DATE(2008, 2, 14), 12) → 3
    WEEKDAY(DATE(2008, 2, 14), 13) → 2
    WEEKDAY(DATE(2008, 2, 14), 14) → 1
    WEEKDAY(DATE(2008, 2, 14), 15) → 7
    WEEKDAY(DATE(2008, 2, 14), 16) → 6
    WEEKDAY(DATE(2008, 2, 14), 17) → 5
    WEEKDAY(DATE(2008, 2, 14), 4) → #NUM!
    WEEKDAY(DATE(2008, 2, 14), 0) → #NUM!
    WEEKDAY(DATE(2008, 2, 14), 18) → #NUM!
    WEEKDAY(39492) → 5
    WEEKDAY(39492.9) → 5
    WEEKDAY("2/14/2008") → 5
    WEEKDAY("x") → #VALUE!
    WEEKDAY(#N/A) → #N/A
    WEEKDAY(39492, #REF!) → #REF!
    WEEKDAY([39492, 39493]) → [5, 6]
    WEEKDAY(39492, [1, 2, 3]) → [5, 4, 3]
    WEEKDAY(39492) = WEEKDAY(39492 + 7) → TRUE
    WEEKDAY(39492, return_type := 2) → 4
    WEEKDAY() → refused
    WEEKDAY(1, 1, 1) → refused
  `,
  WEEKNUM: `
    WEEKNUM(DATE(2012, 3, 9)) → 10
    WEEKNUM(DATE(2012, 3, 9), 2) → 11
    WEEKNUM(DATE(2012, 3, 9), 21) → 10
    WEEKNUM(DATE(2012, 1, 1)) → 1
    WEEKNUM(DATE(2012, 1, 1), 2) → 1
    WEEKNUM(DATE(2012, 1, 2), 2) → 2
    WEEKNUM(DATE(2012, 1, 1), 21) → 52
    WEEKNUM(DATE(2012, 12, 31)) → 53
    WEEKNUM(DATE(2012, 12, 31), 21) → 1
    WEEKNUM(DATE(2009, 12, 31), 21) → 53
    WEEKNUM(DATE(2012, 3, 9), 1) → 10
    WEEKNUM(DATE(2012, 3, 9), 11) → 11
    WEEKNUM(DATE(2012, 3, 9), 12) → 11
    WEEKNUM(DATE(2012, 3, 9), 15) → 11
    WEEKNUM(DATE(2012, 3, 9), 16) → 10
    WEEKNUM(DATE(2012, 3, 9), 17) → 10
    WEEKNUM(DATE(2012, 3, 9), 3) → #NUM!
    WEEKNUM(DATE(2012, 3, 9), 20) → #NUM!
    WEEKNUM(40977) → 10
    WEEKNUM(40977.9) → 10
    WEEKNUM("3/9/2012") → 10
    WEEKNUM("x") → #VALUE!
    WEEKNUM(#N/A) → #N/A
    WEEKNUM(40977, #REF!) → #REF!
    WEEKNUM([40977, 40984]) → [10, 11]
    WEEKNUM(40977, 21) = ISOWEEKNUM(40977) → TRUE
    WEEKNUM(40977, return_type := 2) → 11
    WEEKNUM() → refused
    WEEKNUM(1, 1, 1) → refused
  `,
}
