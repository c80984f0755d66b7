// SUBTOTAL and AGGREGATE: other summaries, chosen by number.

import { type Args, type Fn, type Functions, num } from '../functions.ts'
import { burn } from '../primitives.ts'
import { arrayOf, errorOf, isError, isPending, listOf, stops, type Value } from '../values.ts'
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
  if (ranked && args.length < 4) return errorOf('VALUE!', 'this summary needs a rank or a share')
  const last = ranked ? args.length - 1 : args.length
  const kept = keptItems(args.slice(2, last), leavesErrorsOut(option))
  if (!ranked) return kept.stop ?? summary(which)([listOf(kept.items)])
  const rank = single(args[last])
  if (stops(rank)) return rank
  if (typeof rank !== 'number') return errorOf('VALUE!', 'the rank or share is not a number')
  return kept.stop ?? summary(which)([listOf(kept.items), rank])
}

function leavesErrorsOut(option: number): boolean {
  return option === 2 || option === 3 || option >= 6
}

/** Errors may be left out. What has not arrived may not: the result would be one of fewer figures. */
function keptItems(args: Args, leaveOut: boolean): { items: Value[]; stop: Value | undefined } {
  const items: Value[] = []
  for (const arg of args) {
    const all = arg === undefined ? arrayOf(0, 0, []) : asArray(arg)
    burn(all.items.length)
    for (const item of all.items) {
      if (isPending(item) || (isError(item) && !leaveOut)) return { items, stop: item }
      if (!isError(item)) items.push(item)
    }
  }
  return { items, stop: undefined }
}

export const aggregateFunctions: Functions = { AGGREGATE: aggregate, SUBTOTAL: subtotal }
