// Datetimes and durations as values, for which Excel has no functions because its dates are numbers.
// The set is small on purpose. Sums need none of it (`a + 2h`, `b - a`, `n * duration"P1M"`, `d / 1h`);
// these read them from text, take them apart, cut them to calendar units, and cross to numbers.

import { rows } from './rows.ts'

export const time = rows(
  'date',
  `
DATETIME(year, month, day, [hour], [minute], [second], [zone]) → datetime
  The instant of a wall-clock time, in the model's zone or in the one that is named.
  DATETIME(2026, 1, 31, 9, 30) → dt"2026-01-31T09:30:00Z"
DURATION_PART(duration, part) → number
  One part of a duration: "months", "days" or "ms". Parts never carry into each other.
  DURATION_PART(duration"P1M2DT3H", "days") → 2
  DURATION_PART(duration"P1M2DT3H", "ms") → 10800000
END_OF(datetime, unit) → datetime
  The last millisecond of the "minute", "hour", "day", "week", "month", "quarter" or "year" around it.
  END_OF(dt"2026-02-10T08:00:00Z", "month") → dt"2026-02-28T23:59:59.999Z"
EPOCH_MS(datetime) → number
  Milliseconds since the start of 1970, UTC.
  EPOCH_MS(dt"1970-01-02T00:00:00Z") → 86400000
FROM_EPOCH_MS(number) → datetime
  The datetime so many milliseconds after the start of 1970, UTC.
  FROM_EPOCH_MS(86400000) → dt"1970-01-02T00:00:00Z"
FROM_SERIAL(number) → datetime
  The datetime of one of Excel's date numbers, in the model's zone. N goes the other way.
  FROM_SERIAL(46023.5) → dt"2026-01-01T12:00:00Z"
MILLISECOND(serial_number) → number
  The millisecond of the second.
  MILLISECOND(dt"2026-01-31T18:45:30.250Z") → 250
PARSE_CRON(text) → any
  Reads a schedule such as 0 9 * * 1-5 from text, so that a setting can drive a rule.
  PARSE_CRON("0 9 * * 1-5") → cron"0 9 * * 1-5"
PARSE_DATETIME(text) → datetime
  Reads an ISO 8601 datetime from text. Without an offset it is a time in the model's zone.
  PARSE_DATETIME("2026-01-31T10:00:00+01:00") → dt"2026-01-31T09:00:00Z"
PARSE_DURATION(text) → duration
  Reads an ISO 8601 duration from text.
  PARSE_DURATION("PT90M") → 90min
QUARTER(serial_number) → number
  The quarter of the year, from 1 to 4.
  QUARTER(DATE(2026, 5, 1)) → 2
START_OF(datetime, unit) → datetime
  The first instant of the "minute", "hour", "day", "week", "month", "quarter" or "year" around it. A
  week starts on Monday.
  START_OF(dt"2026-02-10T08:20:00Z", "month") → dt"2026-02-01T00:00:00Z"
  START_OF(dt"2026-02-10T08:20:00Z", "week") → dt"2026-02-09T00:00:00Z"
ZONE_OFFSET(datetime, zone) → duration
  How far the clocks of a zone are ahead of UTC at an instant.
  ZONE_OFFSET(dt"2026-07-01T00:00:00Z", "Europe/Berlin") → 2h
`,
)
