// Working days: counted and walked by whole weeks, so that no span takes long; only holidays are
// visited one by one.

import { dayIn, floorMod, midnightOf, trunc, weekdayOf } from '../calendar.ts'
import { toDatetime } from '../coerce.ts'
import { context } from '../context.ts'
import { type Args, array, type Functions, num } from '../functions.ts'
import { burn, codePoints, orderOfNumbers } from '../primitives.ts'
import {
  type ErrorValue,
  errorOf,
  isBlank,
  isDatetime,
  K_DATETIME,
  type Pending,
  type Value,
} from '../values.ts'
import { dayAt } from './date.ts'

/** Which days are free, from Monday on, and how many are not. */
interface Week {
  readonly free: readonly boolean[]
  readonly working: number
}

const SATURDAY_SUNDAY = weekOf([false, false, false, false, false, true, true])

export const workdayFunctions: Functions = {
  NETWORKDAYS: (a) => netWorkdays(a, SATURDAY_SUNDAY, 2),
  'NETWORKDAYS.INTL': (a) => {
    const week = weekendAt(a, 2)
    return 'free' in week ? netWorkdays(a, week, 3) : week
  },
  WORKDAY: (a) => workday(a, SATURDAY_SUNDAY, 2),
  'WORKDAY.INTL': (a) => {
    const week = weekendAt(a, 2)
    return 'free' in week ? workday(a, week, 3) : week
  },
}

function weekOf(free: readonly boolean[]): Week {
  let working = 0
  for (let i = 0; i < 7; i++) if (!free[i]) working++
  return { free, working }
}

/** A number of a weekend, or seven digits from Monday on with 1 for free. */
function weekendAt(args: Args, at: number): Week | ErrorValue {
  const value = args[at]
  if (value === undefined || isBlank(value)) return SATURDAY_SUNDAY
  const free = [false, false, false, false, false, false, false]
  if (typeof value === 'string') {
    const points = codePoints(value)
    let known = points.length === 7
    for (let i = 0; i < 7 && known; i++) {
      free[i] = points[i] === 49
      known = points[i] === 48 || points[i] === 49
    }
    return known
      ? weekOf(free)
      : errorOf('VALUE!', 'a weekend in text is seven digits, each 0 or 1, from Monday on')
  }
  if (typeof value !== 'number')
    return errorOf('VALUE!', 'a weekend is a number, or a text of seven digits')
  const number = trunc(value)
  if (number >= 1 && number <= 7) {
    free[floorMod(number + 4, 7)] = true
    free[floorMod(number + 5, 7)] = true
    return weekOf(free)
  }
  if (number < 11 || number > 17) return errorOf('NUM!', 'a weekend is from 1 to 7 or 11 to 17')
  free[floorMod(number - 5, 7)] = true
  return weekOf(free)
}

function isWorking(week: Week, day: number): boolean {
  return !week.free[floorMod(weekdayOf(day) - 1, 7)]
}

/** The holidays that would be working days, in order, each once. */
function holidaysAt(args: Args, at: number, week: Week): number[] | ErrorValue | Pending {
  if (args[at] === undefined) return []
  const days: number[] = []
  for (const item of array(args, at).items) {
    burn(12)
    if (isBlank(item)) continue
    if (typeof item === 'boolean') return errorOf('VALUE!', 'a holiday is not a date')
    const date = toDatetime(item)
    if (date.k !== K_DATETIME) return date
    const day = dayIn(context.zone, date.ms)
    if (isWorking(week, day)) days.push(day)
  }
  const once: number[] = []
  for (const place of orderOfNumbers(days)) {
    const day = days[place]!
    if (once.length === 0 || once[once.length - 1] !== day) once.push(day)
  }
  return once
}

/** Working days from one day to another, both included; the first is not after the last. */
function countWorking(week: Week, first: number, last: number): number {
  const weeks = Math.floor((last - first + 1) / 7)
  let count = weeks * week.working
  for (let day = first + weeks * 7; day <= last; day++) if (isWorking(week, day)) count++
  return count
}

function netWorkdays(args: Args, week: Week, holidaysPlace: number): Value {
  const start = dayAt(args, 0)
  const end = dayAt(args, 1)
  const holidays = holidaysAt(args, holidaysPlace, week)
  if ('k' in holidays) return holidays
  const first = Math.min(start, end)
  const last = Math.max(start, end)
  let count = countWorking(week, first, last)
  for (const day of holidays) if (day >= first && day <= last) count--
  return start > end && count > 0 ? -count : count
}

/** The day so many working days on, in either direction. */
function walk(week: Week, from: number, count: number, step: number): number {
  // All weeks but the last are walked at once.
  const weeks = Math.floor((count - 1) / week.working)
  burn(12)
  let day = from + weeks * 7 * step
  for (let left = count - weeks * week.working; left > 0; ) {
    day += step
    if (isWorking(week, day)) left--
  }
  return day
}

function workday(args: Args, week: Week, holidaysPlace: number): Value {
  const start = dayAt(args, 0)
  const count = trunc(num(args, 1))
  const holidays = holidaysAt(args, holidaysPlace, week)
  if ('k' in holidays) return holidays
  if (count === 0) return midnightOf(start)
  if (week.working === 0) return errorOf('VALUE!', 'a week without working days')
  const step = count < 0 ? -1 : 1
  // A target beyond the range of datetimes is not walked to: the sums would lose whole days.
  const end = midnightOf(start + trunc(count / 7) * 7)
  if (!isDatetime(end)) return end
  let day = walk(week, start, Math.abs(count), step)
  for (let i = 0; i < holidays.length; i++) {
    const holiday = step > 0 ? holidays[i]! : holidays[holidays.length - 1 - i]!
    if ((holiday - start) * step <= 0) continue
    if ((holiday - day) * step > 0) break
    burn(4)
    day = walk(week, day, 1, step)
  }
  return midnightOf(day)
}
