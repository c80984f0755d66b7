// Functions that evaluate only the arguments they need: IFERROR, IFNA, CHOOSE and SWITCH. IF and IFS are
// forms of their own. Where an array chooses, each element chooses for itself, among all.

import { broadcastMany, broadcastTwo, stretchedItem } from '../broadcast.ts'
import { toNumber } from '../coerce.ts'
import { equalValues } from '../compare.ts'
import { ARRAY_MAX_ELEMENTS, CALL_STEPS } from '../limits.ts'
import { burn } from '../primitives.ts'
import {
  type ArrayValue,
  arrayOf,
  BLANK,
  errorOf,
  isArray,
  isError,
  NOT_AVAILABLE,
  stops,
  type Value,
} from '../values.ts'
import type { Argument, Code } from './linker.ts'

const NO_PLACE = errorOf('VALUE!', 'there is no value at that place')
const NONE_EQUAL = errorOf('N/A', 'none of the values is equal')

/** Undefined for a function that wants all its arguments. */
export function compileLazily<At>(
  name: string,
  args: readonly Argument<At>[],
): Code<At> | undefined {
  const all = args.map(({ code }) => code ?? blank)
  if (name === 'IFERROR') return unless(all, stops)
  if (name === 'IFNA') return unless(all, isNotAvailable)
  if (name === 'CHOOSE') return choose(all)
  return name === 'SWITCH' ? switched(all) : undefined
}

function blank(): Value {
  return BLANK
}

function isNotAvailable(value: Value): boolean {
  return isError(value) && value.code === 'N/A'
}

function unless<At>(codes: readonly Code<At>[], caught: (value: Value) => boolean): Code<At> {
  const code = codes[0] ?? blank
  const otherwise = codes[1] ?? blank
  return (at, slots) => {
    burn(CALL_STEPS)
    const value = code(at, slots)
    if (isArray(value)) {
      return broadcastTwo(value, reaching(value, otherwise(at, slots)), (a, b) =>
        caught(a) ? b : a,
      )
    }
    return caught(value) ? otherwise(at, slots) : value
  }
}

/** As large as the values that it stands in for: elements without an error need no other. */
function reaching(value: ArrayValue, otherwise: Value): Value {
  if (!isArray(otherwise) || otherwise.items.length === 0) return otherwise
  const rows = Math.max(value.rows, otherwise.rows)
  const columns = Math.max(value.columns, otherwise.columns)
  if (rows * columns > ARRAY_MAX_ELEMENTS) return otherwise
  burn(rows * columns)
  const items: Value[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      items.push(stretchedItem(otherwise, row, column) ?? NOT_AVAILABLE)
    }
  }
  return arrayOf(rows, columns, items)
}

function choose<At>(codes: readonly Code<At>[]): Code<At> {
  const code = codes[0] ?? blank
  return (at, slots) => {
    burn(CALL_STEPS)
    const index = code(at, slots)
    if (isArray(index)) return broadcastMany(evaluated([index], codes, 1, at, slots), chosen)
    const place = placeIn(index, codes.length)
    return typeof place === 'number' ? codes[place]!(at, slots) : place
  }
}

function chosen(values: readonly Value[]): Value {
  const place = placeIn(values[0]!, values.length)
  return typeof place === 'number' ? values[place]! : place
}

function placeIn(index: Value, count: number): Value {
  const number = toNumber(index)
  if (typeof number !== 'number') return number
  const place = Math.floor(number)
  return place >= 1 && place < count ? place : NO_PLACE
}

function switched<At>(codes: readonly Code<At>[]): Code<At> {
  const code = codes[0] ?? blank
  const last = codes.length - 1
  return (at, slots) => {
    burn(CALL_STEPS)
    const wanted = code(at, slots)
    if (isArray(wanted)) return broadcastMany(evaluated([wanted], codes, 1, at, slots), fitting)
    if (stops(wanted)) return wanted
    let i = 1
    for (; i < last; i += 2) {
      const value = codes[i]!(at, slots)
      if (isArray(value)) {
        return broadcastMany(evaluated([wanted, value], codes, i + 1, at, slots), fitting)
      }
      const same = isSame(wanted, value)
      if (typeof same !== 'boolean') return same
      if (same) return codes[i + 1]!(at, slots)
    }
    return i === last ? codes[last]!(at, slots) : NONE_EQUAL
  }
}

/** The subject, values and results in turn, and perhaps the default. */
function fitting(values: readonly Value[]): Value {
  const wanted = values[0]!
  const last = values.length - 1
  let i = 1
  for (; i < last; i += 2) {
    const same = isSame(wanted, values[i]!)
    if (typeof same !== 'boolean') return same
    if (same) return values[i + 1]!
  }
  return i === last ? values[last]! : NONE_EQUAL
}

function isSame(wanted: Value, value: Value): boolean | Value {
  if (stops(wanted)) return wanted
  return stops(value) ? value : equalValues(wanted, value)
}

/** The values evaluated before, followed by those of all codes from a place on. */
function evaluated<At>(
  before: Value[],
  codes: readonly Code<At>[],
  from: number,
  at: At,
  slots: Value[],
): Value[] {
  for (let i = from; i < codes.length; i++) before.push(codes[i]!(at, slots))
  return before
}
