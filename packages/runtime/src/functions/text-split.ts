// TEXTSPLIT, TEXTBEFORE and TEXTAFTER: cutting a text at delimiters. Where several delimiters fit at
// one place, the longest counts.

import { type Stop, toText } from '../coerce.ts'
import { type Args, array, type Fn, type Functions, flagOr, numOr, text } from '../functions.ts'
import { ARRAY_MAX_ELEMENTS } from '../limits.ts'
import { burn, codePoints, fromCodePoints } from '../primitives.ts'
import { foldedPoint } from '../text-case.ts'
import { arrayOf, errorOf, NOT_AVAILABLE, type Value } from '../values.ts'
import { stopAmong, truncated } from './arguments.ts'

/** Code points of a text, and of it for comparing. */
interface Subject {
  readonly points: readonly number[]
  readonly compared: readonly number[]
}

/** A delimiter in a text: from `start` up to, not including, `end`. */
interface Cut {
  readonly start: number
  readonly end: number
}

/** Cost of a piece, beside its characters. */
const PIECE_STEPS = 12

const BAD_MODE = errorOf('VALUE!', 'the match mode is 0 or 1')
const EMPTY_DELIMITER = errorOf('VALUE!', 'a delimiter is empty')

function isMode(value: number): boolean {
  return value === 0 || value === 1
}

function folds(points: readonly number[]): number[] {
  const found: number[] = []
  burn(2 * points.length)
  for (const point of points) found.push(foldedPoint(point))
  return found
}

function subjectOf(whole: string, ignoreCase: boolean): Subject {
  const points = codePoints(whole)
  burn(points.length)
  return { points, compared: ignoreCase ? folds(points) : points }
}

/** The delimiters in an argument, as code points for comparing. None if it was left out. */
function delimitersOf(args: Args, at: number, ignoreCase: boolean): number[][] | Stop {
  const found: number[][] = []
  if (args[at] === undefined) return found
  for (const item of array(args, at).items) {
    const delimiter = toText(item)
    if (typeof delimiter !== 'string') return delimiter
    const points = codePoints(delimiter)
    found.push(ignoreCase ? folds(points) : points)
  }
  return found
}

function hasEmpty(delimiters: readonly number[][]): boolean {
  for (const delimiter of delimiters) if (delimiter.length === 0) return true
  return false
}

function areLonger(delimiters: readonly number[][], length: number): boolean {
  for (const delimiter of delimiters) if (delimiter.length <= length) return false
  return true
}

/** The delimiters from left to right, none over another, between two places. */
function cutsIn(
  subject: Subject,
  delimiters: readonly number[][],
  from: number,
  until: number,
): Cut[] {
  const cuts: Cut[] = []
  let at = from
  while (at < until) {
    burn(1 + delimiters.length)
    let longest = 0
    for (const delimiter of delimiters)
      if (delimiter.length > longest && fitsAt(subject, delimiter, at, until))
        longest = delimiter.length
    if (longest > 0) {
      burn(PIECE_STEPS)
      cuts.push({ start: at, end: at + longest })
    }
    at += Math.max(longest, 1)
  }
  return cuts
}

function fitsAt(
  subject: Subject,
  delimiter: readonly number[],
  at: number,
  until: number,
): boolean {
  if (at + delimiter.length > until) return false
  let fits = 0
  while (fits < delimiter.length && subject.compared[at + fits] === delimiter[fits]) fits++
  burn(fits)
  return fits === delimiter.length
}

function sliceOf(subject: Subject, start: number, end: number): string {
  return fromCodePoints(subject.points.slice(start, end))
}

/** The pieces between delimiters, as places. */
function piecesOf(
  subject: Subject,
  delimiters: readonly number[][],
  piece: Cut,
  ignoreEmpty: boolean,
): Cut[] {
  const pieces: Cut[] = []
  let start = piece.start
  for (const cut of cutsIn(subject, delimiters, piece.start, piece.end)) {
    if (!ignoreEmpty || cut.start > start) pieces.push({ start, end: cut.start })
    start = cut.end
  }
  if (!ignoreEmpty || piece.end > start) pieces.push({ start, end: piece.end })
  return pieces
}

const textSplit: Fn = (a) => {
  const ignoreEmpty = flagOr(a, 3, false)
  const mode = truncated(numOr(a, 4, 0))
  if (!isMode(mode)) return BAD_MODE
  const columnMarks = delimitersOf(a, 1, mode === 1)
  if ('k' in columnMarks) return columnMarks
  const rowMarks = delimitersOf(a, 2, mode === 1)
  if ('k' in rowMarks) return rowMarks
  if (hasEmpty(columnMarks) || hasEmpty(rowMarks)) return EMPTY_DELIMITER
  if (columnMarks.length + rowMarks.length === 0) return errorOf('VALUE!', 'there is no delimiter')
  const subject = subjectOf(text(a, 0), mode === 1)
  const whole = { start: 0, end: subject.points.length }
  const rows: Cut[][] = []
  let columns = 0
  for (const piece of piecesOf(subject, rowMarks, whole, ignoreEmpty)) {
    const row = piecesOf(subject, columnMarks, piece, ignoreEmpty)
    if (row.length === 0) continue
    columns = Math.max(columns, row.length)
    rows.push(row)
  }
  if (rows.length === 0) return errorOf('CALC!', 'nothing is left of the text')
  return filled(subject, rows, columns, a[5] === undefined ? NOT_AVAILABLE : a[5])
}

/** Rows of one length, the short ones filled up. */
function filled(subject: Subject, rows: readonly Cut[][], columns: number, pad: Value): Value {
  if (rows.length * columns > ARRAY_MAX_ELEMENTS)
    return errorOf('CALC!', 'the array would be too large')
  burn(4 * rows.length * columns)
  const items: Value[] = []
  for (const row of rows) {
    for (const piece of row) items.push(sliceOf(subject, piece.start, piece.end))
    for (let i = row.length; i < columns; i++) items.push(pad)
  }
  return arrayOf(rows.length, columns, items)
}

/** The delimiter that TEXTBEFORE or TEXTAFTER means; the fallback if there is none. */
function chosenCut(a: Args, subject: Subject, mode: number): Cut | { readonly none: Value } {
  const delimiters = delimitersOf(a, 1, mode === 1)
  if ('k' in delimiters) return { none: delimiters }
  const instance = Math.floor(numOr(a, 2, 1))
  const atEnds = truncated(numOr(a, 4, 0))
  if (!isMode(atEnds)) return { none: errorOf('VALUE!', 'matching at the end is 0 or 1') }
  if (instance === 0) return { none: errorOf('VALUE!', 'occurrences count from 1, or from -1') }
  const length = subject.points.length
  if (length > 0 && Math.abs(instance) > length)
    return { none: errorOf('VALUE!', 'the text has fewer characters than that') }
  if (length > 0 && areLonger(delimiters, length))
    return {
      none: errorOf(a[2] === undefined ? 'N/A' : 'VALUE!', 'the delimiter is longer than the text'),
    }
  // An empty delimiter is found at once, at the side where the count begins.
  const edge = instance > 0 ? 0 : length
  if (hasEmpty(delimiters)) return { start: edge, end: edge }
  const cuts = cutsIn(subject, delimiters, 0, length)
  const index = instance > 0 ? instance - 1 : cuts.length + instance
  if (index >= 0 && index < cuts.length) return cuts[index]!
  const opposite = length - edge
  const isNext = index === (instance > 0 ? cuts.length : -1)
  if (atEnds === 1 && isNext) return { start: opposite, end: opposite }
  return { none: a[5] === undefined ? errorOf('N/A', 'the delimiter was not found') : a[5] }
}

function beside(a: Args, after: boolean): Value {
  // The fallback may be an error, and is not evaluated where the delimiter is found.
  const stop = stopAmong(a, [0, 1, 2, 3, 4])
  if (stop !== undefined) return stop
  const mode = truncated(numOr(a, 3, 0))
  if (!isMode(mode)) return BAD_MODE
  const subject = subjectOf(text(a, 0), mode === 1)
  const cut = chosenCut(a, subject, mode)
  if ('none' in cut) return cut.none
  return after ? sliceOf(subject, cut.end, subject.points.length) : sliceOf(subject, 0, cut.start)
}

export const textSplitFunctions: Functions = {
  TEXTAFTER: (a) => beside(a, true),
  TEXTBEFORE: (a) => beside(a, false),
  TEXTSPLIT: textSplit,
}
