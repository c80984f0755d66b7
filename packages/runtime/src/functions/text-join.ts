// Joining texts, and writing values as text: CONCAT, TEXTJOIN, ARRAYTOTEXT, VALUETOTEXT.

import { type Stop, toText } from '../coerce.ts'
import { type Args, array, type Fn, type Functions, flag, numOr } from '../functions.ts'
import { burn } from '../primitives.ts'
import { type ArrayValue, errorOf, isArray, stops, type Value } from '../values.ts'
import { asArray, itemsFrom, truncated } from './arguments.ts'
import { joinedTexts } from './text-limit.ts'
import { plainText, writtenText } from './written-value.ts'

const BAD_FORMAT = errorOf('VALUE!', 'the format is 0 or 1')

function textsOf(items: readonly Value[]): string[] | Stop {
  burn(items.length)
  const found: string[] = []
  for (const item of items) {
    const part = toText(item)
    if (typeof part !== 'string') return part
    found.push(part)
  }
  return found
}

function joinedItems(a: Args): Value {
  const texts = textsOf(itemsFrom(a, 0))
  return 'k' in texts ? texts : joinedTexts(texts, '')
}

/** Several delimiters take turns. */
const textJoin: Fn = (a) => {
  const delimiters = textsOf(array(a, 0).items)
  if ('k' in delimiters) return delimiters
  const ignoreEmpty = flag(a, 1)
  const texts = textsOf(itemsFrom(a, 2))
  if ('k' in texts) return texts
  const parts: string[] = []
  for (const part of texts) if (!ignoreEmpty || part !== '') parts.push(part)
  if (delimiters.length === 1) return joinedTexts(parts, delimiters[0]!)
  const all: string[] = []
  for (let i = 0; i < parts.length; i++) {
    if (i > 0 && delimiters.length > 0) {
      const turn = i - 1 - delimiters.length * Math.floor((i - 1) / delimiters.length)
      all.push(delimiters[turn]!)
    }
    all.push(parts[i]!)
  }
  return joinedTexts(all, '')
}

const arrayToText: Fn = (a) => {
  const format = formatOf(a)
  if (typeof format !== 'number') return format
  const values = asArray(a[0])
  if (format === 1) return writtenText(values)
  return listed(values)
}

/** Values with commas, row after row. */
function listed(values: ArrayValue): Value {
  const parts: string[] = []
  for (const item of values.items) {
    const part = plainText(item)
    if (typeof part !== 'string') return part
    parts.push(part)
  }
  return joinedTexts(parts, ', ')
}

const valueToText: Fn = (a) => {
  const format = formatOf(a)
  if (typeof format !== 'number') return format
  const value = a[0]
  if (value === undefined) return ''
  if (format === 1) return writtenText(value)
  return isArray(value) ? listed(value) : plainText(value)
}

/** 0 or 1. These functions see errors, so an error given as the format comes here. */
function formatOf(a: Args): number | Value {
  const given = a[1]
  if (given !== undefined && stops(given)) return given
  const format = truncated(numOr(a, 1, 0))
  return format === 0 || format === 1 ? format : BAD_FORMAT
}

export const textJoinFunctions: Functions = {
  ARRAYTOTEXT: arrayToText,
  CONCAT: joinedItems,
  CONCATENATE: joinedItems,
  TEXTJOIN: textJoin,
  VALUETOTEXT: valueToText,
}
