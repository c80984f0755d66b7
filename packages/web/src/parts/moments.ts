// Instants in words: relative within a day, the full one on hover and focus. Past and future have words of their
// own: a clock that lags, here or on the server, must not show the past as the future.

import { formatSpan } from './format.ts'
import { dayNumber, formatIn, type Zone, zoneName } from './zone.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

function inZone(name: string, options: Intl.DateTimeFormatOptions) {
  return (ms: number, { shown }: Zone) => formatIn(shown, name, options).format(ms)
}

const minutes = inZone('minutes', { hour: '2-digit', minute: '2-digit' })
const seconds = inZone('seconds', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const weekday = inZone('weekday', { weekday: 'short' })
export const weekdayDay = inZone('weekday-day', { weekday: 'short', day: 'numeric' })
export const dayMonth = inZone('day-month', { day: 'numeric', month: 'short' })
const dayMonthYear = inZone('date', { day: 'numeric', month: 'short', year: 'numeric' })
const year = inZone('year', { year: 'numeric' })
const full = inZone('full', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** "14:30", and "14:30 CET" where the page around shows another zone. */
export function clockTime(ms: number, zone: Zone): string {
  return zone.isNamed ? namedTime(ms, zone) : minutes(ms, zone)
}

/** "14:30 CET". */
export function namedTime(ms: number, zone: Zone): string {
  return `${minutes(ms, zone)} ${zoneName(ms, zone.shown)}`
}

export function clockSeconds(ms: number, zone: Zone): string {
  return zone.isNamed ? `${seconds(ms, zone)} ${zoneName(ms, zone.shown)}` : seconds(ms, zone)
}

/** "Tue 17 Nov 2026, 14:30:04 CET". */
export function absolute(ms: number, zone: Zone): string {
  return full(ms, zone).replace(', ', ' ').replace(' at ', ', ')
}

/** A past instant: "2 min ago", "yesterday 16:12". */
export function ago(ms: number, now: number, zone: Zone): string {
  const age = now - ms
  if (age < 1500) return 'just now'
  if (age < 12 * hourMs) return `${spanInOneUnit(age)} ago`
  const days = dayNumber(now, zone.shown) - dayNumber(ms, zone.shown)
  if (days === 0) return `today ${clockTime(ms, zone)}`
  if (days === 1) return `yesterday ${clockTime(ms, zone)}`
  if (days < 7) return `${days} days ago`
  return dated(ms, now, zone)
}

/** A future instant: "in 13 min", "at 03:00", "Tue 09:00". */
export function ahead(ms: number, now: number, zone: Zone): string {
  const wait = ms - now
  if (wait <= 0) return 'now'
  if (wait < 90 * minuteMs) return `in ${spanInOneUnit(wait)}`
  const days = dayNumber(ms, zone.shown) - dayNumber(now, zone.shown)
  if (wait < dayMs) return `at ${clockTime(ms, zone)}`
  if (days === 1) return `tomorrow ${clockTime(ms, zone)}`
  if (days < 7) return `${weekday(ms, zone)} ${clockTime(ms, zone)}`
  return dated(ms, now, zone)
}

/** One unit is enough for an age; the rest is on hover. */
export function spanInOneUnit(ms: number): string {
  if (ms < minuteMs) return formatSpan(Math.max(1000, ms))
  const whole = ms < hourMs ? ms - (ms % minuteMs) : ms - (ms % hourMs)
  return formatSpan(whole)
}

function dated(ms: number, now: number, zone: Zone): string {
  return year(ms, zone) === year(now, zone) ? dayMonth(ms, zone) : dayMonthYear(ms, zone)
}
