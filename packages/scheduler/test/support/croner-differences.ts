// Where croner 11 and Cellwake differ, why, and how to tell. This list is complete for what the
// comparison covers: a difference that none of these explains fails it.
import type { Change } from './changes.ts'

/** Two answers that differ, and the clock changes in the period. */
export interface Difference {
  readonly cron: string
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  readonly changes: readonly Change[]
}

/** A known difference in when a cron runs. */
export interface KnownDifference {
  readonly name: string
  readonly croner: string
  readonly cellwake: string
  /** Whether it accounts for a difference, all of it. */
  explains(difference: Difference): boolean
}

const timesPerDay = (cron: string) => {
  const [minute = '', hour = ''] = cron.split(' ')
  return /[,-]/.test(minute) || /[,-]/.test(hour) ? 'many' : 'one'
}

const isFixed = (cron: string) => !/[*/]/.test(cron.split(' ').slice(0, 2).join())

const dayOf = (wall: number) => Math.floor(wall / 86_400_000)

const missing = (d: Difference) => d.ours.filter((at) => !d.theirs.includes(at))

const extra = (d: Difference) => d.theirs.filter((at) => !d.ours.includes(at))

/** All differences in when a cron runs. Those in what is accepted as a cron are below. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    name: 'a starred step counts as restricted',
    croner:
      'Takes `*/2` in a day field as a restriction: `0 0 */2 * 1` runs on odd days or on Mondays.',
    cellwake:
      'Follows Vixie cron, where a field that starts with `*` is unrestricted: odd days that are Mondays.',
    explains({ cron }) {
      const [, , day = '', , weekday = ''] = cron.split(' ')
      return day !== '*' && weekday !== '*' && (day.startsWith('*') || weekday.startsWith('*'))
    },
  },
  {
    name: 'lists are dropped in a gap',
    croner: 'Drops a skipped time when minute or hour is a list or a range, `30 2,14 * * *`.',
    cellwake: 'Runs it at the first instant after the gap, as it does with a single time.',
    explains: (d) =>
      isFixed(d.cron) &&
      timesPerDay(d.cron) === 'many' &&
      extra(d).length === 0 &&
      missing(d).every((at) => d.changes.some((c) => c.at === at && c.after > c.before)),
  },
  {
    name: 'lists are repeated in an overlap',
    croner: 'Runs twice when minute or hour is a list or a range, `30 1,13 * * *`.',
    cellwake: 'Runs fixed times once, at the first pass.',
    explains: (d) =>
      isFixed(d.cron) &&
      timesPerDay(d.cron) === 'many' &&
      missing(d).length === 0 &&
      extra(d).every((at) =>
        d.changes.some((c) => at >= c.at && at < c.at + c.before - c.after && c.after < c.before),
      ),
  },
  {
    name: 'a gap that ends on another day',
    croner: 'Drops what is skipped, as in Nuuk from 23:00 to 00:00, or the day that Apia left out.',
    cellwake: 'Runs it once, at the first instant after, as with any other gap.',
    explains: (d) =>
      isFixed(d.cron) &&
      extra(d).length === 0 &&
      missing(d).every((at) =>
        d.changes.some((c) => c.at === at && dayOf(at + c.before) < dayOf(at + c.after)),
      ),
  },
]

/** The known difference that accounts for all of this one. */
export function explainDifference(difference: Difference): KnownDifference | undefined {
  return knownDifferences.find((known) => known.explains(difference))
}

/** What croner takes as a cron and Cellwake refuses as `bad-literal`. */
export const refusedTexts: Readonly<Record<string, string>> = {
  '0 0 12 * * *': 'a sixth field, for seconds',
  '0 0 ? * 1': '`?` for any',
  '0 0 L * *': '`L`, `W` and `#` for the last, the nearest working and the n-th day',
  '@midnight': '`@midnight` and `@annually`',
  '0 0 31 2 *': 'a cron that never runs (croner answers null)',
}
