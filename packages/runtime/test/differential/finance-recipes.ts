// Cash flows with a rate to find, loans with periods inside their term, bills that mature in a year.

import type { Argument } from './argument.ts'
import type { Chance } from './chance.ts'
import { each, type Recipe, upTo } from './recipe.ts'

/** Money paid first and earned later, so that there is one rate. */
function flows(chance: Chance): number[] {
  return [-chance.whole(500, 900), ...chance.many(chance.whole(3, 6), () => chance.whole(150, 450))]
}

const upright = (values: readonly Argument[]) => values.map((value) => [value]) as number[][]

function dated(chance: Chance): [number[][], { serial: number }[][]] {
  const values = flows(chance)
  let day = chance.whole(38_000, 45_000)
  const dates = values.map(() => {
    const serial = day
    day += chance.whole(20, 300)
    return [{ serial }]
  })
  return [upright(values), dates]
}

const rate = (chance: Chance) => chance.decimal(0.002, 0.15, 4)
const money = (chance: Chance) => chance.decimal(-9000, 9000, 2)

/** A period inside the term, now and then outside. */
const within: Recipe = (chance) => {
  const term = chance.whole(2, 36)
  const per = chance.percent(8) ? term + 1 : chance.whole(1, term)
  return upTo(chance, 4, [
    rate(chance),
    per,
    term,
    money(chance),
    money(chance),
    chance.whole(0, 1),
  ])
}

const between: Recipe = (chance) => {
  const term = chance.whole(2, 36)
  const first = chance.whole(1, term)
  const last = chance.percent(8) ? first - 1 : chance.whole(first, term)
  return [rate(chance), term, chance.whole(100, 9000), first, last, chance.whole(0, 1)]
}

/** What a thing costs, what it is worth at the end, and when. */
const declining =
  (last: (chance: Chance) => number): Recipe =>
  (chance) => {
    const life = chance.whole(2, 12)
    const period = chance.percent(8) ? life + 1 : chance.whole(1, life)
    const cost = chance.whole(1000, 90_000)
    return upTo(chance, 4, [cost, chance.whole(0, 900), life, period, last(chance)])
  }

/** A settlement and a maturity within a year. */
const bill =
  (low: number, high: number): Recipe =>
  (chance) => {
    const start = chance.whole(38_000, 45_000)
    const days = chance.percent(8) ? -3 : chance.whole(5, 170)
    return [{ serial: start }, { serial: start + days }, chance.decimal(low, high, 4)]
  }

const discounted =
  (low: number, high: number): Recipe =>
  (chance) => [
    ...bill(low, high)(chance),
    ...upTo(chance, 1, [chance.whole(100, 110), chance.whole(0, 4)]),
  ]

export const financeRecipes: Readonly<Record<string, Recipe>> = {
  IRR: (chance) => upTo(chance, 1, [upright(flows(chance)), 0.1]),
  MIRR: (chance) => [upright(flows(chance)), rate(chance), rate(chance)],
  NPV: (chance) => [rate(chance), upright(chance.many(chance.whole(1, 6), () => money(chance)))],
  XIRR: (chance) => upTo(chance, 2, [...dated(chance), 0.1]),
  XNPV: (chance) => [rate(chance), ...dated(chance)],
  RATE: (chance) => {
    const term = chance.whole(3, 40)
    const paid = chance.whole(30, 60)
    return upTo(chance, 3, [term, -paid, paid * term * 0.7, 0, chance.whole(0, 1), 0.05])
  },
  NPER: (chance) =>
    upTo(chance, 3, [
      ...[rate(chance), -chance.whole(300, 900), chance.whole(500, 1900)],
      ...[chance.whole(0, 500), chance.whole(0, 1)],
    ]),
  ...each('IPMT PPMT', within),
  ISPMT: (chance) => [rate(chance), chance.whole(1, 12), chance.whole(12, 36), money(chance)],
  ...each('CUMIPMT CUMPRINC', between),
  DB: declining((chance) => chance.whole(1, 12)),
  DDB: declining((chance) => chance.pick([1.5, 2, 2.5])),
  SYD: (chance) => [chance.whole(1000, 9000), chance.whole(0, 900), 10, chance.whole(1, 10)],
  ...each('TBILLEQ TBILLPRICE', bill(0.01, 0.12)),
  TBILLYIELD: bill(92, 99.9),
  DISC: discounted(88, 99.9),
  PRICEDISC: discounted(0.01, 0.09),
  COUPDAYS: (chance) => {
    const start = chance.whole(38_000, 42_000)
    const end = start + chance.whole(100, 3000)
    const more = [chance.pick([1, 2, 4]), chance.whole(0, 4)]
    return upTo(chance, 3, [{ serial: start }, { serial: end }, ...more])
  },
  ACCRINT: (chance) => {
    const issue = chance.whole(38_000, 42_000)
    const first = { serial: issue + 180 }
    const settlement = { serial: issue + chance.whole(20, 170) }
    const terms = [chance.decimal(0.01, 0.1, 3), 1000, chance.pick([1, 2, 4]), chance.whole(0, 4)]
    return upTo(chance, 6, [{ serial: issue }, first, settlement, ...terms])
  },
  DOLLARDE: (chance) => [chance.decimal(-20, 20, 2), chance.pick([1, 2, 4, 8, 16, 32, 6.5, 0, -2])],
  DOLLARFR: (chance) => [chance.decimal(-20, 20, 3), chance.pick([1, 2, 4, 8, 16, 32, 6.5, 0, -2])],
  RRI: (chance) => [chance.whole(1, 40), chance.whole(100, 9000), chance.whole(0, 9000)],
  PDURATION: (chance) => [rate(chance), chance.whole(100, 9000), chance.whole(100, 9000)],
}
