// Crons: five fields of text, compiled to bitmasks. Every text that is not a cron is a `bad-literal`
// that names the field and the column; so is a cron that can never run, such as 31 February.
// Time and memory are linear in the text, which is bounded.
//
// As in Vixie cron, a day must match day-of-month or day-of-week when both are restricted, and both
// when one of them starts with `*` (so `*/2` counts as unrestricted here, but still filters).
// With a `*` or a step in minute or hour the cron is a pattern, otherwise its times are fixed; the
// two differ when clocks change: see `cron-next.ts`.
import { badLiteral, type TimeError } from '../errors.ts'
import { CRON_TEXT_MAX_CHARS } from '../limits.ts'

/** A compiled cron. Bit n of a mask is the n-th value of its field. */
export interface Cron {
  /** The text, with single spaces and shortcuts spelled out. */
  readonly text: string
  /** Minutes 0 to 29, from bit 0. */
  readonly minutesLow: number
  /** Minutes 30 to 59, from bit 0. */
  readonly minutesHigh: number
  readonly hours: number
  /** Days of the month, the 1st at bit 0. */
  readonly days: number
  /** Months, January at bit 0. */
  readonly months: number
  /** Days of the week, Sunday at bit 0. */
  readonly weekdays: number
  /** Whether a day needs to match only one of day-of-month and day-of-week. */
  readonly eitherDay: boolean
  /** Whether minute and hour are fixed times, without `*` and step. */
  readonly fixed: boolean
  /** The first minute of a day on which the cron runs. */
  readonly firstMinute: number
}

interface Field {
  readonly name: string
  readonly low: number
  readonly high: number
  /** How many different values there are: Sunday is both 0 and 7. */
  readonly size: number
  readonly names?: readonly string[]
}

const monthNames = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
]
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const fields: readonly Field[] = [
  { name: 'minute', low: 0, high: 59, size: 60 },
  { name: 'hour', low: 0, high: 23, size: 24 },
  { name: 'day of month', low: 1, high: 31, size: 31 },
  { name: 'month', low: 1, high: 12, size: 12, names: monthNames },
  { name: 'day of week', low: 0, high: 7, size: 7, names: weekdayNames },
]

const shortcuts: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Reads a cron: five fields, or one of `@hourly @daily @weekly @monthly @yearly`. */
export function parseCron(text: string): Cron {
  if (text.length > CRON_TEXT_MAX_CHARS)
    throw bad(`longer than ${CRON_TEXT_MAX_CHARS} characters`, CRON_TEXT_MAX_CHARS)
  const words = wordsOf(text)
  const [first] = words
  if (first === undefined) throw bad('it is empty; write five fields, such as 0 9 * * 1-5', 0)
  if (first.text.startsWith('@')) return parseCron(shortcutOf(first, words))
  const sixth = words[5]
  if (sixth !== undefined)
    throw bad('a sixth field; there are five, from minute to day of week, and no seconds', sixth.at)
  const missing = fields[words.length]
  if (missing !== undefined)
    throw bad(`the field ${missing.name} is missing; a cron has five fields`, text.length)
  const sets = words.map((word, i) => parseField(fields[i]!, word))
  return compile(words, sets)
}

interface Word {
  readonly text: string
  readonly at: number
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[^ \t]+/g), (match) => ({ text: match[0], at: match.index }))
}

function shortcutOf(first: Word, words: readonly Word[]): string {
  const known = Object.keys(shortcuts).join(' ')
  const expanded = Object.hasOwn(shortcuts, first.text.toLowerCase())
    ? shortcuts[first.text.toLowerCase()]
    : undefined
  if (expanded === undefined) throw bad(`${quote(first.text)} is not one of ${known}`, first.at)
  const second = words[1]
  if (second !== undefined) throw bad(`nothing may follow ${first.text}`, second.at)
  return expanded
}

function compile(words: readonly Word[], sets: readonly boolean[][]): Cron {
  const [minutes, hours, days, months, weekdays] = sets as [
    boolean[],
    boolean[],
    boolean[],
    boolean[],
    boolean[],
  ]
  const [minute, hour, day, , weekday] = words as [Word, Word, Word, Word, Word]
  if (weekdays[7]) weekdays[0] = true
  const starred = day.text.startsWith('*') || weekday.text.startsWith('*')
  // A starred day field holds its first value, so only the day of month can make a cron impossible.
  const possible = months.some((on, month) => on && days.indexOf(true) <= longestMonths[month - 1]!)
  if (starred && !possible)
    throw bad(`it never runs: no month of ${quote(words[3]!.text)} has that day`, day.at)
  return {
    text: words.map((word) => word.text).join(' '),
    minutesLow: mask(minutes.slice(0, 30)),
    minutesHigh: mask(minutes.slice(30)),
    hours: mask(hours),
    days: mask(days.slice(1)),
    months: mask(months.slice(1)),
    weekdays: mask(weekdays.slice(0, 7)),
    eitherDay: !starred,
    fixed: !/[*/]/.test(minute.text + hour.text),
    firstMinute: hours.indexOf(true) * 60 + minutes.indexOf(true),
  }
}

function mask(set: readonly boolean[]): number {
  return set.reduce((bits, on, i) => (on ? bits | (1 << i) : bits), 0)
}

/** The values of one field: a list of `*`, numbers, names and ranges, the last and the first with steps. */
function parseField(field: Field, word: Word): boolean[] {
  const set = new Array<boolean>(field.high + 1).fill(false)
  let at = word.at
  for (const entry of word.text.split(',')) {
    if (entry === '') throw bad(`an entry of the list of ${field.name} is empty`, at)
    const slash = entry.indexOf('/')
    const range = slash < 0 ? entry : entry.slice(0, slash)
    const dash = range.indexOf('-')
    let [low, high] = [field.low, field.high]
    // `*` in the days of the week is 0 to 6: with 7 included, a step would meet Sunday twice.
    if (range === '*') high = field.low + field.size - 1
    else if (dash < 0) low = high = readValue(field, range, at)
    else [low, high] = rangeOf(field, range, dash, at)
    const step = slash < 0 ? 1 : stepOf(field, entry.slice(slash + 1), at + slash + 1)
    if (slash >= 0 && range !== '*' && dash < 0)
      throw bad(`a step needs * or a range, such as ${low}-${field.high}/${step}`, at)
    for (let value = low; value <= high; value += step) set[value] = true
    at += entry.length + 1
  }
  return set
}

function rangeOf(field: Field, range: string, dash: number, at: number): [number, number] {
  const low = readValue(field, range.slice(0, dash), at)
  let high = readValue(field, range.slice(dash + 1), at + dash + 1)
  // SUN is 0 and 7; as the end of a range it can only be meant as 7, as in FRI-SUN.
  if (low > high && /^sun$/i.test(range.slice(dash + 1))) high = 7
  if (low > high) throw bad(`the range ${quote(range)} of ${field.name} runs backwards`, at)
  return [low, high]
}

function stepOf(field: Field, text: string, at: number): number {
  const step = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (step === 0) throw bad(`a step must be a number from 1, not ${quote(text)}`, at)
  if (step > field.size)
    throw bad(`a step of ${step} is more than ${field.name} has values (${field.size})`, at)
  return step
}

function readValue(field: Field, text: string, at: number): number {
  if (/^\d{1,9}$/.test(text)) {
    const value = Number(text)
    if (value >= field.low && value <= field.high) return value
    throw bad(`${field.name} ${value} is not in ${field.low} to ${field.high}`, at)
  }
  const index = field.names?.indexOf(text.toUpperCase()) ?? -1
  if (index >= 0) return index + field.low
  const values = `${field.low} to ${field.high}`
  const names = field.names === undefined ? '' : `, or ${field.names[0]} to ${field.names.at(-1)}`
  throw bad(`${field.name} cannot be ${quote(text)}; it is ${values}${names}`, at)
}

function quote(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text)
}

function bad(problem: string, offset: number): TimeError {
  return badLiteral('cron', problem, offset)
}
