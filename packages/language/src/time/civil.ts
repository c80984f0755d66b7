// The Gregorian calendar in integers: days since 1970-01-01 to year, month and day, and back.
// Exact for every year a datetime can hold, before 1970 too. No Date objects: they cost an
// allocation and 100 ns each, and the cron evaluator calls this millions of times per second.
// The arithmetic counts years from March, so that the leap day is the last of its year.

export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

const monthDays = new Uint8Array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])

/** Days of a month, 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return monthDays[month]!
  return (year & 3) === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** Days from 1970-01-01 to the given date. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1
  const dayOfEra = yearOfEra * 365 + (yearOfEra >> 2) - ((yearOfEra / 100) | 0) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date of a day, packed into one integer so that nothing is allocated: see the readers below. */
export function civilFromDays(days: number): number {
  const z = days + 719_468
  const era = Math.floor(z / 146_097)
  const dayOfEra = z - era * 146_097
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) /
      365) |
    0
  const dayOfYear = dayOfEra - (365 * yearOfEra + (yearOfEra >> 2) - ((yearOfEra / 100) | 0))
  const shifted = ((5 * dayOfYear + 2) / 153) | 0
  const day = dayOfYear - (((153 * shifted + 2) / 5) | 0) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return (year << 9) | (month << 5) | day
}

/** The year of a packed date. */
export const civilYear = (civil: number): number => civil >> 9
/** The month of a packed date, 1 to 12. */
export const civilMonth = (civil: number): number => (civil >> 5) & 15
/** The day of the month of a packed date, 1 to 31. */
export const civilDay = (civil: number): number => civil & 31

/** The day of the week of a day since 1970-01-01 (a Thursday), Sunday as 0. */
export function weekday(days: number): number {
  const w = (days + 4) % 7
  return w < 0 ? w + 7 : w
}
