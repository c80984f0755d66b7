// Sums, counts, means and extremes of cells that meet conditions.

import type { Stop } from '../coerce.ts'
import { criterionOf } from '../criteria.ts'
import type { Args, Functions } from '../functions.ts'
import { argCount, burn } from '../primitives.ts'
import { type ArrayValue, errorOf, itemAt, PENDING, type Value } from '../values.ts'
import { anyPending, asArray, type Figures, figuresOf, single } from './arguments.ts'
import { averaged, extreme, summed } from './summary.ts'

/** The places of a range that meet every condition: pairs of range and criteria from a place on. */
function meeting(args: Args, from: number, shape: ArrayValue): number[] | Stop {
  let kept: number[] | undefined
  const last = argCount(args)
  for (let at = from; at < last; at += 2) {
    const range = asArray(args[at])
    if (range.rows !== shape.rows || range.columns !== shape.columns) {
      return errorOf('VALUE!', 'the ranges have different shapes')
    }
    // A condition on something that has not arrived can be neither met nor failed.
    const criteria = single(args[at + 1])
    if (anyPending([criteria]) || anyPending(range.items)) return PENDING
    const holds = criterionOf(criteria)
    const count: number = kept === undefined ? range.items.length : kept.length
    burn(4 * count)
    const still: number[] = []
    for (let i = 0; i < count; i++) {
      const place: number = kept === undefined ? i : kept[i]!
      if (holds(range.items[place]!)) still.push(place)
    }
    kept = still
  }
  return kept ?? []
}

/** The figures of a range where others meet conditions. Errors elsewhere do not matter. */
function figuresMeeting(args: Args): Figures | Stop {
  const range = asArray(args[0])
  const kept = meeting(args, 1, range)
  if ('k' in kept) return kept
  const items: Value[] = []
  for (const at of kept) items.push(range.items[at]!)
  return figuresOf(items)
}

/** For SUMIF and AVERAGEIF: the figures may lie in another range, whose shape need not agree. */
function figuresIf(args: Args): Figures | Stop {
  const range = asArray(args[0])
  const kept = meeting([range, args[1]], 0, range)
  if ('k' in kept) return kept
  const source = args[2] === undefined ? range : asArray(args[2])
  const items: Value[] = []
  for (const at of kept) {
    const row = Math.floor(at / range.columns)
    const column = at - row * range.columns
    if (row < source.rows && column < source.columns) items.push(itemAt(source, row, column))
  }
  return figuresOf(items)
}

function countIf(args: Args): Value {
  const kept = meeting(args, 0, asArray(args[0]))
  return 'k' in kept ? kept : kept.length
}

export const conditionalFunctions: Functions = {
  AVERAGEIF: (a) => averaged(figuresIf(a)),
  AVERAGEIFS: (a) => averaged(figuresMeeting(a)),
  COUNTIF: countIf,
  COUNTIFS: countIf,
  MAXIFS: (a) => extreme(figuresMeeting(a), 1),
  MINIFS: (a) => extreme(figuresMeeting(a), -1),
  SUMIF: (a) => summed(figuresIf(a)),
  SUMIFS: (a) => summed(figuresMeeting(a)),
}
