// SUBTOTAL and AGGREGATE: other summaries, chosen by number.

import { broadcastOne } from '../broadcast.ts'
import { toNumber } from '../coerce.ts'
import { type Args, type Fn, type Functions, num } from '../functions.ts'
import { argCount, burn } from '../primitives.ts'
import { errorOf, isError, listOf, stops, type Value } from '../values.ts'
import { asArray, itemsFrom, single, truncated } from './arguments.ts'
import { statisticsFunctions } from './statistics.ts'
import { sumFunctions } from './sums.ts'

// In the order of their numbers, from 1.
const SUMMARIES = [
  'AVERAGE',
  'COUNT',
  'COUNTA',
  'MAX',
  'MIN',
  'PRODUCT',
  'STDEV.S',
  'STDEV.P',
  'SUM',
  'VAR.S',
  'VAR.P',
  'MEDIAN',
  'MODE.SNGL',
  'LARGE',
  'SMALL',
  'PERCENTILE.INC',
  'QUARTILE.INC',
  'PERCENTILE.EXC',
  'QUARTILE.EXC',
]
const LAST_OF_SUBTOTAL = 11
/** From here on a summary takes a rank or a share as well. */
const FIRST_WITH_RANK = 14

const NO_SUCH_SUMMARY = errorOf('VALUE!', 'there is no summary with this number')

function summary(number: number): Fn {
  const name = SUMMARIES[number - 1]!
  return sumFunctions[name] ?? statisticsFunctions[name]!
}

function subtotal(args: Args): Value {
  const asked = truncated(num(args, 0))
  const number = asked > 100 ? asked - 100 : asked
  if (number < 1 || number > LAST_OF_SUBTOTAL) return NO_SUCH_SUMMARY
  return summary(number)([listOf(itemsFrom(args, 1))])
}

function aggregate(args: Args): Value {
  const number = args[0]!
  const options = args[1]!
  if (stops(number)) return number
  if (stops(options)) return options
  const which = truncated(number as number)
  if (which < 1 || which > SUMMARIES.length) return NO_SUCH_SUMMARY
  const option = truncated(options as number)
  if (option < 0 || option > 7) return errorOf('VALUE!', 'the options go from 0 to 7')
  const ranked = which >= FIRST_WITH_RANK
  const count = argCount(args)
  if (ranked && count < 4) return errorOf('VALUE!', 'this summary needs a rank or a share')
  const last = ranked ? count - 1 : count
  const kept = listOf(keptItems(args, last, leavesErrorsOut(option)))
  if (!ranked) return summary(which)([kept])
  return broadcastOne(single(args[last]), (asked) => {
    const rank = toNumber(asked)
    return typeof rank === 'number' ? summary(which)([kept, rank]) : rank
  })
}

function leavesErrorsOut(option: number): boolean {
  return option === 2 || option === 3 || option >= 6
}

/** Errors may be skipped. Pending values may not: the result would be one of fewer figures. */
function keptItems(args: Args, end: number, leaveOut: boolean): Value[] {
  const kept: Value[] = []
  for (let at = 2; at < end; at++) {
    const arg = args[at]
    if (arg === undefined) continue
    const items = asArray(arg).items
    burn(items.length)
    for (const item of items) if (!leaveOut || !isError(item)) kept.push(item)
  }
  return kept
}

export const aggregateFunctions: Functions = { AGGREGATE: aggregate, SUBTOTAL: subtotal }
