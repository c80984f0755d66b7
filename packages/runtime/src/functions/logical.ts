// Conditions and choices. Where an engine evaluates only the branch that is taken, it does so itself;
// these choose among values that are there.

import { toLogical } from '../coerce.ts'
import { compareValues, equalValues } from '../compare.ts'
import { type Args, type Functions, flag, flagOr } from '../functions.ts'
import { argCount, burn } from '../primitives.ts'
import { BLANK, errorOf, isError, isPending, NOT_AVAILABLE, stops, type Value } from '../values.ts'
import { asArray, single } from './arguments.ts'

/** How many conditions hold and how many there are, or the first error. */
function counted(args: Args, fn: (held: number, all: number) => boolean): Value {
  let held = 0
  let all = 0
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    const arg = args[at]
    if (arg === undefined) continue
    const items = asArray(arg).items
    burn(items.length)
    for (const item of items) {
      // Only booleans and numbers count. A text passed directly has been coerced by now.
      const counts = typeof item === 'boolean' || typeof item === 'number' || stops(item)
      if (!counts) continue
      const truth = toLogical(item)
      if (typeof truth !== 'boolean') return truth
      all++
      if (truth) held++
    }
  }
  return all === 0 ? errorOf('VALUE!', 'there is no condition among the values') : fn(held, all)
}

function ifs(args: Args): Value {
  const count = argCount(args)
  for (let at = 0; at + 1 < count; at += 2) {
    const truth = toLogical(single(args[at]))
    if (typeof truth !== 'boolean') return truth
    if (truth) return args[at + 1] ?? BLANK
  }
  return errorOf('N/A', 'none of the conditions holds')
}

function choice(args: Args): Value {
  if (flag(args, 0)) return argCount(args) < 2 ? true : (args[1] ?? BLANK)
  return argCount(args) < 3 ? false : (args[2] ?? BLANK)
}

function switched(args: Args): Value {
  const wanted = single(args[0])
  const count = argCount(args)
  let at = 1
  for (; at + 1 < count; at += 2) {
    const same = equalValues(wanted, single(args[at]))
    if (typeof same !== 'boolean') return same
    if (same) return args[at + 1] ?? BLANK
  }
  if (at < count) return args[at] ?? BLANK
  return errorOf('N/A', 'none of the values is equal')
}

function between(args: Args): Value {
  const value = single(args[0])
  const below = compareValues(value, single(args[1]))
  if (typeof below !== 'number') return below
  const above = compareValues(value, single(args[2]))
  if (typeof above !== 'number') return above
  const fromLower = flagOr(args, 3, true) ? below >= 0 : below > 0
  return fromLower && (flagOr(args, 4, true) ? above <= 0 : above < 0)
}

function ifError(args: Args): Value {
  const value = args[0] ?? BLANK
  return stops(value) ? (args[1] ?? BLANK) : value
}

function ifNotAvailable(args: Args): Value {
  const value = args[0] ?? BLANK
  if (isPending(value)) return value
  return isError(value) && value.code === NOT_AVAILABLE.code ? (args[1] ?? BLANK) : value
}

export const logicalFunctions: Functions = {
  AND: (a) => counted(a, (held, all) => held === all),
  FALSE: () => false,
  IF: choice,
  IFERROR: ifError,
  IFNA: ifNotAvailable,
  IFS: ifs,
  ISBETWEEN: between,
  NOT: (a) => !flag(a, 0),
  OR: (a) => counted(a, (held) => held > 0),
  SWITCH: switched,
  TRUE: () => true,
  XOR: (a) => counted(a, (held) => held % 2 === 1),
}
