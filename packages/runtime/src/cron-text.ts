// Parser of a cron text: five fields, or a shortcut such as @daily. Accepted spellings and the
// canonical form are those of a cron literal in a model.

import { CRON_TEXT_MAX_CHARS } from './limits.ts'
import { codePoints, fromCodePoints, textLength, textSplit } from './primitives.ts'

interface Field {
  readonly low: number
  readonly high: number
  /** How many different values there are: Sunday is both 0 and 7. */
  readonly size: number
  readonly names: readonly string[]
}

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'
const WEEKDAYS = 'SUN MON TUE WED THU FRI SAT'
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const DAY_OF_MONTH = 2
const MONTH = 3
const DAY_OF_WEEK = 4

const FIELDS: readonly Field[] = [
  { low: 0, high: 59, size: 60, names: [] },
  { low: 0, high: 23, size: 24, names: [] },
  { low: 1, high: 31, size: 31, names: [] },
  { low: 1, high: 12, size: 12, names: textSplit(MONTHS, ' ') },
  { low: 0, high: 7, size: 7, names: textSplit(WEEKDAYS, ' ') },
]

const SHORTCUTS = ['@HOURLY', '@DAILY', '@WEEKLY', '@MONTHLY', '@YEARLY']
const SPELLED_OUT = ['0 * * * *', '0 0 * * *', '0 0 * * 0', '0 0 1 * *', '0 0 1 1 *']

/** The cron with single spaces and shortcuts spelled out; undefined if it is none, or never runs. */
export function cronText(text: string): string | undefined {
  if (textLength(text) > CRON_TEXT_MAX_CHARS) return undefined
  const words = wordsOf(text)
  if (words === undefined) return undefined
  if (words.length === 1) {
    const at = SHORTCUTS.indexOf(capitals(words[0]!))
    return at < 0 ? undefined : SPELLED_OUT[at]
  }
  if (words.length !== FIELDS.length) return undefined
  const sets: boolean[][] = []
  for (let i = 0; i < FIELDS.length; i++) {
    const set = readField(FIELDS[i]!, capitals(words[i]!))
    if (set === undefined) return undefined
    sets.push(set)
  }
  // A day may match either way when both are restricted; otherwise some month must have such a day.
  const starred = isStarred(words[DAY_OF_MONTH]!) || isStarred(words[DAY_OF_WEEK]!)
  return starred && !hasDay(sets[DAY_OF_MONTH]!, sets[MONTH]!) ? undefined : words.join(' ')
}

/** Parted by spaces and tabs; undefined if the text is not ASCII. */
function wordsOf(text: string): string[] | undefined {
  const words: string[] = []
  let word: number[] = []
  for (const point of codePoints(text)) {
    if (point >= 128) return undefined
    if (point !== 32 && point !== 9) word.push(point)
    else if (word.length > 0) {
      words.push(fromCodePoints(word))
      word = []
    }
  }
  if (word.length > 0) words.push(fromCodePoints(word))
  return words
}

function capitals(word: string): string {
  const points = codePoints(word)
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!
    if (point >= 97 && point <= 122) points[i] = point - 32
  }
  return fromCodePoints(points)
}

function isStarred(word: string): boolean {
  return word.substring(0, 1) === '*'
}

function hasDay(days: readonly boolean[], months: readonly boolean[]): boolean {
  let first = 1
  while (first < days.length && !days[first]) first++
  for (let month = 1; month <= 12; month++)
    if (months[month] && first <= LONGEST_MONTHS[month - 1]!) return true
  return false
}

/** A list of `*`, numbers, names and ranges; `*` and ranges may have a step. */
function readField(field: Field, word: string): boolean[] | undefined {
  const set: boolean[] = []
  for (let i = 0; i <= field.high; i++) set.push(false)
  for (const entry of textSplit(word, ',')) {
    const slashed = textSplit(entry, '/')
    const range = slashed[0]!
    const ends = textSplit(range, '-')
    if (slashed.length > 2 || ends.length > 2) return undefined
    const stepped = slashed.length === 2
    const step = stepped ? wholeNumber(slashed[1]!) : 1
    const star = range === '*'
    if (step < 1 || step > field.size || (stepped && !star && ends.length === 1)) return undefined
    const low = star ? field.low : fieldValue(field, ends[0]!)
    // With 7 included, a step over `*` would meet Sunday twice.
    let high = star ? field.low + field.size - 1 : fieldValue(field, ends[ends.length - 1]!)
    // As the end of a range Sunday can only be meant as 7, as in FRI-SUN.
    if (ends.length === 2 && low > high && ends[1] === 'SUN') high = 7
    if (low < 0 || high < low) return undefined
    for (let value = low; value <= high; value += step) set[value] = true
  }
  return set
}

/** A number or a name of a field; -1 if it is none. */
function fieldValue(field: Field, word: string): number {
  const named = field.names.indexOf(word)
  if (named >= 0) return named + field.low
  const value = wholeNumber(word)
  return value >= field.low && value <= field.high ? value : -1
}

/** Up to nine digits; -1 for anything else. */
function wholeNumber(word: string): number {
  const points = codePoints(word)
  if (points.length === 0 || points.length > 9) return -1
  let value = 0
  for (const point of points) {
    if (point < 48 || point > 57) return -1
    value = value * 10 + point - 48
  }
  return value
}
