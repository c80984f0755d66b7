// Durations as text: ISO-8601, with one canonical spelling. Printing and parsing round-trip, part
// by part. Years are 12 months and weeks 7 days; hours never become days.

import { badLiteral, TimeError } from '../errors.ts'
import { DURATION_TEXT_MAX_CHARS } from '../limits.ts'
import { type Duration, duration } from './duration.ts'
import { fractionMs } from './instant.ts'

/** Reads `PT15M`, `P1D`, `P1Y2M`, `-PT1.5S`; a part may have its own sign, as in `P7DT-1H`. */
export function parseDuration(text: string): Duration {
  const bad = (problem: string, offset = 0) => badLiteral('duration', problem, offset)
  if (text.length > DURATION_TEXT_MAX_CHARS)
    throw bad(`longer than ${DURATION_TEXT_MAX_CHARS} characters`)
  const head = /^[+-]?P/i.exec(text)
  if (head === null) throw bad('it starts with P, such as PT15M or P1D')
  const parts = { months: 0, days: 0, ms: 0 }
  let at = head[0].length
  let inTime = false
  let last = -1
  while (at < text.length) {
    if (!inTime && /T/i.test(text[at]!)) {
      inTime = true
      last = 3
      at++
      if (at < text.length) continue
      throw bad('a time must follow T, such as PT15M', at)
    }
    const found = /^([+-]?)(\d{1,15})(?:[.,](\d+))?([YMWDHS])/i.exec(text.slice(at))
    if (found === null) throw bad('a number and a unit must follow, such as 15M', at)
    const [whole, sign, digits, fraction, letter = ''] = found
    const rank = (inTime ? '    HMS' : 'YMWD').indexOf(letter.toUpperCase())
    if (rank < 0) throw bad(wrongPlace(letter, inTime), at + whole.length - 1)
    if (rank <= last) throw bad('units go from large to small, each once', at + whole.length - 1)
    if (fraction !== undefined && rank !== 6)
      throw bad('only seconds may have a fraction; write PT1H30M for an hour and a half', at)
    const ms = fractionMs(fraction ?? '')
    if (ms === undefined) throw bad('finer than a millisecond', at)
    const minus = (sign === '-') !== text.startsWith('-')
    addPart(parts, rank, minus ? -Number(digits) : Number(digits), minus ? -ms : ms)
    last = rank
    at += whole.length
  }
  if (last < 0) throw bad('it is empty; zero is PT0S', at)
  try {
    return duration(parts)
  } catch (error) {
    if (error instanceof TimeError) throw bad('too long for any datetime')
    throw error
  }
}

/** Prints a duration in its canonical spelling: `PT36H`, `PT1M30S`, `P1D`, `P1Y2M`, `PT0S`. */
export function formatDuration(length: Duration): string {
  const { months, days, ms } = length
  if (months === 0 && days === 0 && ms === 0) return 'PT0S'
  // One sign in front when all parts are negative, otherwise each part has its own.
  const sign = months <= 0 && days <= 0 && ms <= 0 ? -1 : 1
  const [m, d, t] = [months * sign, days * sign, ms * sign]
  const date = unit(Math.trunc(m / 12), 'Y') + unit(m % 12, 'M') + unit(d, 'D')
  const hours = unit(Math.trunc(t / 3_600_000), 'H') + unit(Math.trunc(t / 60_000) % 60, 'M')
  const time = hours + seconds(t % 60_000)
  return `${sign < 0 ? '-' : ''}P${date}${time === '' ? '' : `T${time}`}`
}

function unit(value: number, letter: string): string {
  return value === 0 ? '' : `${value}${letter}`
}

function seconds(ms: number): string {
  if (ms === 0) return ''
  const all = Math.abs(ms)
  const fraction = all % 1000 === 0 ? '' : `.${String(all % 1000).padStart(3, '0')}`
  return `${ms < 0 ? '-' : ''}${Math.trunc(all / 1000)}${fraction.replace(/0+$/, '')}S`
}

function addPart(
  parts: { months: number; days: number; ms: number },
  rank: number,
  value: number,
  fraction: number,
): void {
  if (rank === 0) parts.months += value * 12
  else if (rank === 1) parts.months += value
  else if (rank === 2) parts.days += value * 7
  else if (rank === 3) parts.days += value
  else if (rank === 4) parts.ms += value * 3_600_000
  else if (rank === 5) parts.ms += value * 60_000
  else parts.ms += value * 1000 + fraction
}

function wrongPlace(letter: string, inTime: boolean): string {
  return inTime
    ? `${letter} stands before T, as in P1D`
    : `${letter} stands behind T, as in PT1${letter.toUpperCase()}`
}
