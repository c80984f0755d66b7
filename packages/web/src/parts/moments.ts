// Instants in words: relative within a day, the full one on hover and focus.

import { formatSpan } from './format.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function format(options: Intl.DateTimeFormatOptions): (ms: number) => string {
  const made = new Intl.DateTimeFormat('en-GB', options)
  return (ms) => made.format(ms)
}

export const clockTime = format({ hour: '2-digit', minute: '2-digit' })
export const clockSeconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const weekday = format({ weekday: 'short' })
const dayMonth = format({ day: 'numeric', month: 'short' })
const dayMonthYear = format({ day: 'numeric', month: 'short', year: 'numeric' })
const full = format({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** "Tue, 17 Nov 2026, 14:30:04 CET" without the first comma. */
export function absolute(ms: number): string {
  return full(ms).replace(', ', ' ').replace(' at ', ', ')
}

/** "2 min ago", "yesterday 16:12", "in 13 min", "at 03:00", "Tue 09:00". */
export function relative(ms: number, now: number): string {
  return ms <= now ? past(ms, now) : future(ms, now)
}

function past(ms: number, now: number): string {
  const age = now - ms
  if (age < 1500) return 'now'
  if (age < 12 * hourMs) return `${spanInOneUnit(age)} ago`
  const days = dayNumber(now) - dayNumber(ms)
  if (days === 0) return `today ${clockTime(ms)}`
  if (days === 1) return `yesterday ${clockTime(ms)}`
  if (days < 7) return `${days} days ago`
  return dated(ms, now)
}

function future(ms: number, now: number): string {
  const wait = ms - now
  if (wait < 90 * minuteMs) return `in ${spanInOneUnit(wait)}`
  const days = dayNumber(ms) - dayNumber(now)
  if (wait < dayMs) return `at ${clockTime(ms)}`
  if (days === 1) return `tomorrow ${clockTime(ms)}`
  if (days < 7) return `${weekday(ms)} ${clockTime(ms)}`
  return dated(ms, now)
}

/** One unit is enough for an age; the rest is on hover. */
export function spanInOneUnit(ms: number): string {
  if (ms < minuteMs) return formatSpan(Math.max(1000, ms))
  const whole = ms < hourMs ? ms - (ms % minuteMs) : ms - (ms % hourMs)
  return formatSpan(whole)
}

function dated(ms: number, now: number): string {
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return sameYear ? dayMonth(ms) : dayMonthYear(ms)
}

/** Days as the reader's calendar counts them, across changes of the clock. */
function dayNumber(ms: number): number {
  const day = new Date(ms)
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / dayMs)
}
