// Datetimes as text: ISO-8601 with a required offset, to and from milliseconds since 1970.
// Guarantees that printing and parsing round-trip, and that a date which does not exist (30
// February, 24:00, second 60) is an error and not another date.

import { badLiteral, TimeError } from '../errors.ts'
import { INSTANT_MAX_MS, INSTANT_TEXT_MAX_CHARS } from '../limits.ts'
import {
  civilDay,
  civilFromDays,
  civilMonth,
  civilYear,
  dayMs,
  daysFromCivil,
  daysInMonth,
  hourMs,
  minuteMs,
} from './civil.ts'

const shape =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?$/i

/** Throws `time-out-of-range` unless a datetime can hold the instant. */
export function checkInstant(at: number): number {
  if (at >= -INSTANT_MAX_MS && at <= INSTANT_MAX_MS) return at
  throw new TimeError('time-out-of-range', `${at} ms is not an instant a datetime can hold.`)
}

/** Milliseconds of a fraction of a second, or undefined if it is finer than a millisecond. */
export function fractionMs(digits: string): number | undefined {
  return /[1-9]/.test(digits.slice(3)) ? undefined : Number(digits.slice(0, 3).padEnd(3, '0'))
}

/** Reads `2026-12-31T23:59:00Z`; the offset is required. */
export function parseInstant(text: string): number {
  const bad = (problem: string, offset = 0) => badLiteral('datetime', problem, offset)
  if (text.length > INSTANT_TEXT_MAX_CHARS)
    throw bad(`longer than ${INSTANT_TEXT_MAX_CHARS} characters`)
  const parts = shape.exec(text)
  if (parts === null) throw bad('write it like 2026-12-31T23:59:00Z')
  const [, yearText = '', monthText = '', dayText = '', ...rest] = parts
  const [hourText, minuteText, secondText = '0', fraction = '', offsetText] = rest
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  const [hour, minute, second] = [Number(hourText), Number(minuteText), Number(secondText)]
  const at = yearText.length
  if (month < 1 || month > 12) throw bad(`there is no month ${monthText}`, at + 1)
  if (day < 1 || day > daysInMonth(year, month))
    throw bad(`month ${monthText} of ${year} has no day ${dayText}`, at + 4)
  if (hour > 23) throw bad(`there is no hour ${hourText}`, at + 7)
  if (minute > 59) throw bad(`there is no minute ${minuteText}`, at + 10)
  if (second > 59) throw bad(`there is no second ${secondText}`, at + 13)
  if (offsetText === undefined)
    throw bad('an offset is required: end it with Z, or with one such as +01:00', text.length)
  const ms = fractionMs(fraction)
  if (ms === undefined) throw bad('finer than a millisecond', at + 15)
  const wall = daysFromCivil(year, month, day) * dayMs + hour * hourMs + minute * minuteMs
  return checkInstant(wall + second * 1000 + ms - parseOffset(offsetText, text.length, bad))
}

/** Prints an instant in UTC, with milliseconds only where there are some. */
export function formatInstant(at: number): string {
  checkInstant(at)
  const days = Math.floor(at / dayMs)
  const civil = civilFromDays(days)
  const rest = Math.trunc(at - days * dayMs)
  const two = (n: number) => String(n).padStart(2, '0')
  const year = civilYear(civil)
  const sign = year < 0 ? '-' : '+'
  const yearText =
    year >= 0 && year <= 9999
      ? String(year).padStart(4, '0')
      : sign + String(Math.abs(year)).padStart(6, '0')
  const time = [Math.floor(rest / hourMs), Math.floor(rest / minuteMs) % 60]
  time.push(Math.floor(rest / 1000) % 60)
  const fraction = rest % 1000 === 0 ? '' : `.${String(rest % 1000).padStart(3, '0')}`
  const date = `${yearText}-${two(civilMonth(civil))}-${two(civilDay(civil))}`
  return `${date}T${time.map(two).join(':')}${fraction}Z`
}

function parseOffset(
  text: string,
  end: number,
  bad: (problem: string, offset: number) => TimeError,
): number {
  if (text === 'Z' || text === 'z') return 0
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(4))]
  if (hours > 23 || minutes > 59) throw bad(`there is no offset ${text}`, end - text.length)
  return (text.startsWith('-') ? -1 : 1) * (hours * hourMs + minutes * minuteMs)
}
