// A slow and obviously right answer to "when does this cron run": walk through every minute of a
// window, ask Temporal what the wall clock shows, and read the rules off that list. It shares no
// code with the evaluator: its own parser, no bitmasks, no search, no zone tables.
import { Temporal } from 'temporal-polyfill'

/** One minute of a wall clock, taken apart. */
interface WallMinute {
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly month: number
  readonly weekday: number
}

/** The wall clock of a zone, minute by minute. */
export interface WallWindow {
  readonly zone: string
  /** The instants, every minute. */
  readonly instants: readonly number[]
  /** What the clock shows at each, as minutes of the wall clock since 1970-01-01T00:00. */
  readonly shown: readonly number[]
  /** Every minute from the least to the greatest shown, skipped ones too. */
  readonly dial: ReadonlyMap<number, WallMinute>
}

/** Minutes between two questions to Temporal where the offset does not change. */
const stride = 15

/** Reads the wall clock of a zone at every minute of a window. Both ends must be whole minutes. */
export function wallWindow(zone: string, from: number, to: number): WallWindow {
  const instants: number[] = []
  const shown: number[] = []
  let offset = offsetMinutes(zone, from)
  for (let at = from; at <= to; at += stride * 60_000) {
    const endOffset = offsetMinutes(zone, at + stride * 60_000)
    for (let next = at; next < at + stride * 60_000 && next <= to; next += 60_000) {
      instants.push(next)
      shown.push(next / 60_000 + (offset === endOffset ? offset : offsetMinutes(zone, next)))
    }
    offset = endOffset
  }
  const [least, greatest] = [
    shown.reduce((a, b) => Math.min(a, b)),
    shown.reduce((a, b) => Math.max(a, b)),
  ]
  const dial = new Map<number, WallMinute>()
  for (let wall = least; wall <= greatest; wall++) dial.set(wall, takeApart(wall))
  return { zone, instants, shown, dial }
}

/**
 * When a cron runs within a window, its first minute excluded (what was skipped or shown just
 * before is not known there).
 */
export function oracleOccurrences(cron: string, window: WallWindow): number[] {
  const fields = cron.split(' ')
  const matches = matcher(fields)
  const fixed = !/[*/]/.test(`${fields[0]}${fields[1]}`)
  return fixed ? fixedRuns(window, matches) : patternRuns(window, matches)
}

/** Every wall time that exists, in both passes. */
function patternRuns(window: WallWindow, matches: (minute: WallMinute) => boolean): number[] {
  return window.instants.filter((_, i) => i > 0 && matches(window.dial.get(window.shown[i]!)!))
}

/** Each wall time once: at its first pass, or if it is skipped at the first instant after the gap. */
function fixedRuns(window: WallWindow, matches: (minute: WallMinute) => boolean): number[] {
  const runs = new Set<number>()
  for (const [wall, minute] of window.dial) {
    if (wall <= window.shown[0]! || !matches(minute)) continue
    const firstPass = window.shown.indexOf(wall)
    const afterGap = window.shown.findIndex((shown) => shown > wall)
    runs.add(window.instants[firstPass >= 0 ? firstPass : afterGap]!)
  }
  return [...runs].sort((a, b) => a - b)
}

function matcher(fields: readonly string[]): (at: WallMinute) => boolean {
  const [minutes, hours, days, months, weekdays] = [
    valuesOf(fields[0]!, 0, 59),
    valuesOf(fields[1]!, 0, 23),
    valuesOf(fields[2]!, 1, 31),
    valuesOf(named(fields[3]!, 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC', 1), 1, 12),
    valuesOf(named(fields[4]!, 'SUN MON TUE WED THU FRI SAT', 0), 0, 7),
  ]
  const starred = fields[2]!.startsWith('*') || fields[4]!.startsWith('*')
  return (at) => {
    if (!minutes.has(at.minute) || !hours.has(at.hour) || !months.has(at.month)) return false
    const byDay = days.has(at.day)
    const byWeekday = weekdays.has(at.weekday) || (at.weekday === 0 && weekdays.has(7))
    return starred ? byDay && byWeekday : byDay || byWeekday
  }
}

function takeApart(wall: number): WallMinute {
  const plain = dateOf(Math.floor(wall / 1440))
  const inDay = wall - Math.floor(wall / 1440) * 1440
  return {
    minute: inDay % 60,
    hour: Math.floor(inDay / 60),
    day: plain.day,
    month: plain.month,
    weekday: plain.dayOfWeek % 7,
  }
}

const dates = new Map<number, { day: number; month: number; dayOfWeek: number }>()

function dateOf(days: number): { day: number; month: number; dayOfWeek: number } {
  let date = dates.get(days)
  if (date === undefined) {
    const { day, month, dayOfWeek } = Temporal.PlainDate.from('1970-01-01').add({ days })
    date = { day, month, dayOfWeek }
    dates.set(days, date)
  }
  return date
}

function offsetMinutes(zone: string, at: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return local.offsetNanoseconds / 60e9
}

function named(field: string, names: string, first: number): string {
  return names
    .split(' ')
    .reduce((text, name, i) => text.replaceAll(new RegExp(name, 'gi'), String(i + first)), field)
}

function valuesOf(field: string, low: number, high: number): Set<number> {
  const values = new Set<number>()
  for (const entry of field.split(',')) {
    const [range = '', step = '1'] = entry.split('/')
    const [from, to = from] = range === '*' ? [low, high] : range.split('-').map(Number)
    for (let value = from!; value <= to!; value += Number(step)) values.add(value)
  }
  return values
}
