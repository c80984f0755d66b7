// Dates that belong together: a start before its end, holidays near both, weekends by number or text.

import type { Argument, Cell } from './argument.ts'
import type { Chance } from './chance.ts'
import { wholeDate } from './makers.ts'
import { each, type Recipe, upTo } from './recipe.ts'

/** A start, what follows it, perhaps a weekend, holidays near them. */
function workdays(chance: Chance, second: Argument, start: number, weekend: boolean): Argument[] {
  const holidays = chance.many(3, () => [{ serial: start + chance.whole(-20, 60) }])
  const kinds = weekend ? [chance.pick<Cell>([1, 2, 7, 11, 17, '0000011', '1010101'])] : []
  return upTo(chance, 2, [{ serial: start }, second, ...kinds, holidays])
}

const network =
  (weekend: boolean): Recipe =>
  (chance) => {
    const start = chance.whole(30_000, 50_000)
    return workdays(chance, { serial: start + chance.whole(-30, 120) }, start, weekend)
  }

const shift =
  (weekend: boolean): Recipe =>
  (chance) => {
    const start = chance.whole(30_000, 50_000)
    return workdays(chance, chance.whole(-40, 90), start, weekend)
  }

function pair(chance: Chance): [{ serial: number }, { serial: number }] {
  const first = chance.whole(20_000, 60_000)
  return [{ serial: first }, { serial: first + chance.whole(chance.percent(8) ? -50 : 0, 4000) }]
}

const two = (n: number) => String(n).padStart(2, '0')

export const dateRecipes: Readonly<Record<string, Recipe>> = {
  DATEDIF: (chance) => [...pair(chance), chance.pick(['Y', 'M', 'D', 'YM', 'YD', 'MD'])],
  YEARFRAC: (chance) => upTo(chance, 2, [...pair(chance), chance.whole(0, 4)]),
  DAYS360: (chance) => upTo(chance, 2, [...pair(chance), chance.percent(50)]),
  WEEKDAY: (chance) =>
    upTo(chance, 1, [wholeDate(chance), chance.pick([1, 2, 3, 11, 12, 13, 14, 15, 16, 17, 4])]),
  WEEKNUM: (chance) =>
    upTo(chance, 1, [wholeDate(chance), chance.pick([1, 2, 11, 12, 13, 14, 15, 16, 17, 21, 3])]),
  NETWORKDAYS: network(false),
  'NETWORKDAYS.INTL': network(true),
  WORKDAY: shift(false),
  'WORKDAY.INTL': shift(true),
  ...each('HOUR MINUTE SECOND', (chance) => [
    { serial: chance.whole(30_000, 50_000) + chance.whole(0, 86_399) / 86_400 },
  ]),
  DATEVALUE: (chance) => [
    `${chance.whole(1950, 2100)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`,
  ],
  TIMEVALUE: (chance) => {
    const time = `${two(chance.whole(0, 23))}:${two(chance.whole(0, 59))}`
    return [chance.percent(50) ? time : `${time}:${two(chance.whole(0, 59))}`]
  },
}
