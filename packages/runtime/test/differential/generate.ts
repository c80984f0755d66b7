// Arguments for a call, from the kinds and names of the parameters: a `rate` is a few percent, a
// `probability` lies between 0 and 1, a `number` may be anything. Some of each lie outside.

import type { Parameter, Signature } from '@cellwake/language'
import { acceptsCount, leastArguments, parameterAt } from '@cellwake/language'
import { type Argument, type Cell, isTable } from './argument.ts'
import type { Chance } from './chance.ts'
import {
  count,
  date,
  decimal,
  type Make,
  money,
  number,
  price,
  rate,
  share,
  spread,
  text,
  value,
  whole,
  wholeDate,
} from './makers.ts'
import { recipes } from './recipes.ts'

/** All tables of one call have the same shape, since most functions want pairs. */
interface Shape {
  readonly rows: number
  readonly columns: number
}

/** The shape of a call of a function. */
export function generate(signature: Signature, chance: Chance): Argument[] {
  const recipe = recipes[signature.name]
  return recipe === undefined ? usual(signature, chance) : recipe(chance)
}

/** One argument, or one cell of a table, is not what it should be. */
export function disturbed(args: readonly Argument[], chance: Chance): Argument[] {
  const place = chance.whole(0, args.length - 1)
  return args.map((arg, i) => {
    if (i !== place) return arg
    if (typeof arg === 'number') return otherwise(arg, chance)
    if (!isTable(arg)) return arg
    const [row, column] = [chance.whole(0, arg.length - 1), chance.whole(0, arg[0]!.length - 1)]
    const odd = chance.pick<Cell>(['x', '5', true, null, { error: 'N/A' }])
    return arg.map((cells, r) => cells.map((cell, c) => (r === row && c === column ? odd : cell)))
  })
}

/** A number that is a little off, or comes as digits, as a yes or no, as an empty cell. */
function otherwise(number: number, chance: Chance): Cell {
  const off = [number + 0.7, -number, 0, number * 100]
  return chance.percent(55) ? chance.pick(off) : chance.pick([String(number), number > 0, null])
}

function usual(signature: Signature, chance: Chance): Argument[] {
  const shape = { rows: chance.whole(1, 4), columns: chance.whole(1, 4) }
  // One column of several rows is what peers know best.
  const upright = chance.percent(60) ? { rows: chance.whole(2, 6), columns: 1 } : shape
  const count = countFor(signature, chance)
  return Array.from({ length: count }, (_, place) => {
    const parameter = parameterAt(signature, place)!
    return argumentFor(parameter, chance, upright)
  })
}

/** Optional arguments are left out from the end. */
function countFor(signature: Signature, chance: Chance): number {
  const least = leastArguments(signature)
  const most = signature.repeats > 0 ? least + 2 * signature.repeats : signature.params.length
  const count = chance.whole(least, most)
  return acceptsCount(signature, count) ? count : least
}

function argumentFor(parameter: Parameter, chance: Chance, shape: Shape): Argument {
  const stem = parameter.name.replace(/\d+$/, '')
  const byName = named[parameter.name] ?? named[stem]
  if (parameter.kind !== 'array') return (byName ?? byKind(parameter.kind))(chance)
  const cell = byName ?? (stem === 'value' ? value : number)
  if ((stem === 'number' || stem === 'value') && chance.percent(20)) return cell(chance)
  return chance.many(shape.rows, () => chance.many(shape.columns, () => cell(chance)))
}

function byKind(kind: Parameter['kind']): Make {
  if (kind === 'number') return number
  if (kind === 'text') return text
  if (kind === 'logical') return (chance) => chance.percent(50)
  if (kind === 'datetime') return date
  return value
}

const named: Readonly<Record<string, Make>> = {
  ...each('rate discount finance_rate reinvest_rate nominal_rate effect_rate yld', rate),
  ...each('pv fv pmt', money),
  ...each('cost principal', price),
  salvage: decimal(0, 2000, 2, 0),
  ...each('par redemption pr', decimal(80, 120, 3, 0, -5)),
  ...each('nper life npery', whole(1, 40, 0, -3, 7.5)),
  ...each('per period start_period end_period', whole(1, 20, 0, 50, 2.5)),
  type: whole(0, 1),
  basis: whole(0, 4, 5, -1),
  frequency: (chance) => chance.pick([1, 2, 4, 4, 3]),
  ...each('probability probability_s percent', share),
  ...each('standard_dev alpha beta lambda sigma', spread),
  ...each('deg_freedom', whole(1, 30, 0, 4.6)),
  mean: decimal(-5, 15, 2),
  ...each('number_s number_f sample_s population_s number_chosen shift_amount', count),
  ...each('trials number_sample number_pop', whole(1, 40, 0, 12.5)),
  radix: whole(2, 36, 1, 37, 10),
  ...each('places min_length', whole(1, 12, 0, -1)),
  num_digits: whole(-4, 6, 12),
  decimals: whole(-2, 5),
  num_chars: whole(0, 6, -1, 100),
  ...each('start_num instance_num', whole(1, 5, 0, -1, 30)),
  number_times: whole(0, 5, -1, 2.9),
  year: whole(1905, 2100, 99, 1899, 10_000, -1),
  month: whole(-6, 24),
  day: whole(-20, 60),
  months: whole(-30, 30, 1.9),
  days: whole(-60, 60),
  hour: whole(0, 30),
  ...each('minute second', whole(0, 90)),
  ...each('k quart', whole(1, 4, 0, 9)),
  guess: () => 0.1,
  ...each('start_date end_date serial_number settlement', wholeDate),
  schedule: rate,
  ...each('significance multiple divisor', decimal(-6, 6, 1, 0, 1, 10)),
}

function each(names: string, make: Make): Record<string, Make> {
  return Object.fromEntries(names.split(' ').map((name) => [name, make]))
}
