// Dates and times by the calendar, as Excel has them. Dates are datetimes at midnight in the model's
// zone; where an argument is a number it is read as Excel's serial.

import { rows } from './rows.ts'

export const date = rows(
  'date',
  `
DATE(year, month, day) → datetime
  The datetime of midnight on a day. Months and days beyond their range carry over.
  DATE(2026, 1, 31) → dt"2026-01-31T00:00:00Z"
  DATE(2026, 14, 1) → dt"2027-02-01T00:00:00Z"
DATEDIF(start_date, end_date, unit) → number
  Whole years "Y", months "M" or days "D" between two dates; "YM", "YD" and "MD" leave out the larger units.
  DATEDIF(DATE(2024, 1, 15), DATE(2026, 3, 10), "M") → 25
DATEVALUE(date_text) → datetime
  Reads a date such as 2026-01-31 from text.
  DATEVALUE("2026-01-31") → dt"2026-01-31T00:00:00Z"
DAY(serial_number: any) → number
  The day of the month.
  DAY(DATE(2026, 1, 31)) → 31
DAYS(end_date, start_date) → number
  How many days lie between two dates; the later one comes first.
  DAYS(DATE(2026, 3, 1), DATE(2026, 2, 1)) → 28
DAYS360(start_date, end_date, [method]) → number
  Days between two dates in a year of twelve months of 30 days; method TRUE is the European way.
  DAYS360(DATE(2026, 1, 30), DATE(2026, 2, 1)) → 1
EDATE(start_date, months) → datetime
  The same day so many months later; the last day if the month is shorter.
  EDATE(DATE(2026, 1, 31), 1) → dt"2026-02-28T00:00:00Z"
EOMONTH(start_date, months) → datetime
  The last day of the month that lies so many months later.
  EOMONTH(DATE(2026, 1, 15), 1) → dt"2026-02-28T00:00:00Z"
HOUR(serial_number) → number
  The hour of the day, from 0 to 23.
  HOUR(dt"2026-01-31T18:45:30Z") → 18
ISOWEEKNUM(date) → number
  The number of the week in the year, by ISO 8601: weeks start on Monday.
  ISOWEEKNUM(DATE(2026, 1, 1)) → 1
MINUTE(serial_number) → number
  The minute of the hour.
  MINUTE(dt"2026-01-31T18:45:30Z") → 45
MONTH(serial_number: any) → number
  The month of the year, from 1 to 12.
  MONTH(DATE(2026, 3, 5)) → 3
NETWORKDAYS(start_date, end_date, [holidays]) → number
  Working days between two dates, both included, without weekends and holidays.
  NETWORKDAYS(DATE(2026, 1, 1), DATE(2026, 1, 7)) → 5
NETWORKDAYS.INTL(start_date, end_date, [weekend], [holidays]) → number
  Working days when the weekend is another: a number, or seven digits from Monday on with 1 for free.
  NETWORKDAYS.INTL(DATE(2026, 1, 1), DATE(2026, 1, 7), "0000001") → 6
NOW() → datetime, volatile
  The present instant, the same all through one evaluation of the model.
  NOW() IS DATE → TRUE
SECOND(serial_number) → number
  The second of the minute.
  SECOND(dt"2026-01-31T18:45:30Z") → 30
TIME(hour, minute, second) → number
  A time of day as a share of the day, from 0 up to 1.
  TIME(12, 0, 0) → 0.5
TIMEVALUE(time_text) → number
  Reads a time of day from text, as a share of the day.
  TIMEVALUE("18:00") → 0.75
TODAY() → datetime, volatile
  Midnight of the present day.
  TODAY() <= NOW() → TRUE
WEEKDAY(serial_number: any, [return_type]) → number
  The day of the week: 1 is Sunday, or with type 2 Monday.
  WEEKDAY(DATE(2026, 1, 1)) → 5
  WEEKDAY(DATE(2026, 1, 1), 2) → 4
WEEKNUM(serial_number, [return_type]) → number
  The number of the week in the year; the week with 1 January is the first. Type 21 is ISO 8601.
  WEEKNUM(DATE(2026, 1, 4)) → 2
WORKDAY(start_date, days, [holidays]) → datetime
  The day so many working days later.
  WORKDAY(DATE(2026, 1, 2), 1) → dt"2026-01-05T00:00:00Z"
WORKDAY.INTL(start_date, days, [weekend], [holidays]) → datetime
  The day so many working days later, when the weekend is another.
  WORKDAY.INTL(DATE(2026, 1, 2), 1, 11) → dt"2026-01-03T00:00:00Z"
YEAR(serial_number: any) → number
  The year.
  YEAR(DATE(2026, 1, 31)) → 2026
YEARFRAC(start_date, end_date, [basis]) → number
  The share of a year between two dates: basis 0 is 30/360, 1 actual, 2 actual/360, 3 actual/365.
  YEARFRAC(DATE(2026, 1, 1), DATE(2026, 7, 1)) → 0.5
`,
)
