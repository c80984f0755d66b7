// Functions of texts: parts, case and repetition. Places and lengths count code points.

import { type Args, type Fn, type Functions, num, numOr, text, textOr } from '../functions.ts'
import { STRING_MAX_CHARS } from '../limits.ts'
import {
  codePoints,
  fromCodePoints,
  repeatText,
  sameText,
  textLength,
  textSlice,
  textsFit,
} from '../primitives.ts'
import { lower, proper, upper } from '../text-case.ts'
import { errorOf, type Value } from '../values.ts'
import { truncated } from './arguments.ts'
import { textCharacterFunctions } from './text-characters.ts'
import { textJoinFunctions } from './text-join.ts'
import { joinedTexts, TOO_LONG_TEXT } from './text-limit.ts'
import { textNumberFunctions } from './text-numbers.ts'
import { textPatternFunctions } from './text-patterns.ts'
import { textSearchFunctions } from './text-search.ts'
import { textSplitFunctions } from './text-split.ts'

const SPACE = 32
const NEGATIVE_COUNT = errorOf('VALUE!', 'the number of characters is negative')
const BAD_START = errorOf('VALUE!', 'places count from 1')

const left: Fn = (a) => {
  const count = truncated(numOr(a, 1, 1))
  return count < 0 ? NEGATIVE_COUNT : textSlice(text(a, 0), 0, count)
}

const right: Fn = (a) => {
  const count = truncated(numOr(a, 1, 1))
  if (count < 0) return NEGATIVE_COUNT
  const length = textLength(text(a, 0))
  return textSlice(text(a, 0), Math.max(length - count, 0), length)
}

const mid: Fn = (a) => {
  const start = truncated(num(a, 1))
  const count = truncated(num(a, 2))
  if (start < 1) return BAD_START
  return count < 0 ? NEGATIVE_COUNT : textSlice(text(a, 0), start - 1, start - 1 + count)
}

const replace: Fn = (a) => {
  const old = text(a, 0)
  const start = truncated(num(a, 1))
  const count = truncated(num(a, 2))
  if (start < 1) return BAD_START
  if (count < 0) return NEGATIVE_COUNT
  const before = textSlice(old, 0, start - 1)
  const after = textSlice(old, start - 1 + count, textLength(old))
  return joinedTexts([before, text(a, 3), after], '')
}

const rept: Fn = (a) => {
  const times = truncated(num(a, 1))
  if (times < 0) return errorOf('VALUE!', 'a text cannot be repeated a negative number of times')
  const length = textLength(text(a, 0))
  if (length === 0) return ''
  if (length * times > STRING_MAX_CHARS) return TOO_LONG_TEXT
  return repeatText(text(a, 0), times)
}

/** The padding up to a length; an error if that is impossible. */
function padding(a: Args): Value {
  const length = truncated(num(a, 1))
  const pad = textOr(a, 2, ' ')
  if (length > STRING_MAX_CHARS) return TOO_LONG_TEXT
  const missing = length - textLength(text(a, 0))
  if (missing <= 0) return ''
  if (pad === '') return errorOf('VALUE!', 'there is nothing to fill with')
  return textSlice(repeatText(pad, Math.ceil(missing / textLength(pad))), 0, missing)
}

const padLeft: Fn = (a) => {
  const fill = padding(a)
  return typeof fill === 'string' ? joinedTexts([fill, text(a, 0)], '') : fill
}

const padRight: Fn = (a) => {
  const fill = padding(a)
  return typeof fill === 'string' ? joinedTexts([text(a, 0), fill], '') : fill
}

/** Spaces only: tabs, line breaks and hard spaces stay, as in Excel. */
const trim: Fn = (a) => {
  const result: number[] = []
  let waiting = false
  for (const point of codePoints(text(a, 0))) {
    if (point === SPACE) waiting = true
    else {
      if (waiting && result.length > 0) result.push(SPACE)
      waiting = false
      result.push(point)
    }
  }
  return fromCodePoints(result)
}

function within(value: string): Value {
  return textsFit([value], STRING_MAX_CHARS) ? value : TOO_LONG_TEXT
}

const basicFunctions: Functions = {
  EXACT: (a) => sameText(text(a, 0), text(a, 1)),
  LEFT: left,
  LEN: (a) => textLength(text(a, 0)),
  LOWER: (a) => within(lower(text(a, 0))),
  MID: mid,
  PAD_LEFT: padLeft,
  PAD_RIGHT: padRight,
  PROPER: (a) => within(proper(text(a, 0))),
  REPLACE: replace,
  REPT: rept,
  RIGHT: right,
  T: (a) => (typeof a[0] === 'string' ? a[0] : ''),
  TRIM: trim,
  UPPER: (a) => within(upper(text(a, 0))),
}

export const textFunctions: Functions = {
  ...basicFunctions,
  ...textCharacterFunctions,
  ...textJoinFunctions,
  ...textNumberFunctions,
  ...textPatternFunctions,
  ...textSearchFunctions,
  ...textSplitFunctions,
}
