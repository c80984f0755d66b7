// References in a text: `A1`, `Data!B2:C9`, `A:C`, `1:3`, or a name.

import { SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts'
import { codePoints, fromCodePoints, textReplaceAll, textTrim } from '../primitives.ts'
import type { Reference } from '../values.ts'
import { truncated } from './call-arguments.ts'
import { findName, findSheet } from './grid.ts'
import type { ModelState } from './state.ts'

/** A place, a name, or nothing. */
export type Referred = Reference | { readonly name: string } | undefined

const BANG = 33
const QUOTE = 39
const DOLLAR = 36
const COLON = 58

interface Part {
  /** 0 if it has none. */
  readonly column: number
  readonly row: number
}

export function referredBy(m: ModelState, text: string): Referred {
  const written = textTrim(text)
  const points = codePoints(written)
  const colon = lastOf(points, COLON, points.length)
  const bang = lastOf(points, BANG, colon < 0 ? points.length : colon)
  const sheet = bang < 0 ? 0 : sheetIn(m, points, bang)
  if (colon < 0) {
    const only = partOf(points, bang + 1, points.length)
    if (only !== undefined && only.column > 0 && only.row > 0) {
      return sheet < 0 ? undefined : place(sheet, only, only)
    }
    return bang < 0 && findName(m, written) !== undefined ? { name: written } : undefined
  }
  const first = partOf(points, bang + 1, colon)
  const last = partOf(points, colon + 1, points.length)
  if (first === undefined || last === undefined || sheet < 0) return undefined
  if (isCell(first) && isCell(last)) return place(sheet, first, last)
  if (first.row === 0 && last.row === 0) {
    return place(sheet, { column: first.column, row: 1 }, { column: last.column, row: SHEET_ROWS })
  }
  if (first.column === 0 && last.column === 0) {
    return place(sheet, { column: 1, row: first.row }, { column: SHEET_COLUMNS, row: last.row })
  }
  return undefined
}

function isCell({ column, row }: Part): boolean {
  return column > 0 && row > 0
}

function place(sheet: number, a: Part, b: Part): Reference {
  return {
    k: 10,
    sheet,
    column: Math.min(a.column, b.column),
    row: Math.min(a.row, b.row),
    lastColumn: Math.max(a.column, b.column),
    lastRow: Math.max(a.row, b.row),
  }
}

function lastOf(points: readonly number[], point: number, end: number): number {
  for (let i = end - 1; i >= 0; i--) if (points[i] === point) return i
  return -1
}

/** The sheet named before a place; -1 if there is none of that name. */
export function sheetIn(m: ModelState, points: readonly number[], end: number): number {
  if (end === 0) return -1
  const isQuoted = points[0] === QUOTE
  if (!isQuoted) {
    for (let i = 0; i < end; i++) if (!isWord(points[i]!)) return -1
    return findSheet(m, fromCodePoints(points.slice(0, end)))
  }
  if (end < 3 || points[end - 1] !== QUOTE) return -1
  const name: number[] = []
  for (let i = 1; i < end - 1; i++) {
    if (points[i] === QUOTE) {
      // Doubled, or it would have ended there.
      if (i + 1 >= end - 1 || points[i + 1] !== QUOTE) return -1
      i++
    }
    name.push(points[i]!)
  }
  return findSheet(m, fromCodePoints(name))
}

function isWord(point: number): boolean {
  return isLetter(point) || isDigit(point) || point === 95
}

function isLetter(point: number): boolean {
  return (point >= 65 && point <= 90) || (point >= 97 && point <= 122)
}

function isDigit(point: number): boolean {
  return point >= 48 && point <= 57
}

/** `$A$1`, `A` or `1` between two places of a text. */
function partOf(points: readonly number[], from: number, end: number): Part | undefined {
  let at = from
  let column = 0
  let row = 0
  if (points[at] === DOLLAR && at < end) at++
  const letters = at
  while (at < end && isLetter(points[at]!)) {
    column = column * 26 + ((points[at]! - 65) % 32) + 1
    at++
  }
  if (at - letters > 3) return undefined
  if (at > letters && at < end && points[at] === DOLLAR) at++
  const digits = at
  while (at < end && isDigit(points[at]!)) {
    row = row * 10 + points[at]! - 48
    at++
  }
  if (at < end || at - digits > 7 || at === from || points[end - 1] === DOLLAR) return undefined
  if (column > SHEET_COLUMNS || row > SHEET_ROWS || (at > digits && row === 0)) return undefined
  return { column, row }
}

/** A rectangle moved and resized; undefined beyond the sheet. */
export function offsetOf(
  from: Reference,
  rows: number,
  columns: number,
  height: number | undefined,
  width: number | undefined,
): Reference | undefined {
  const tall = sizeOf(height ?? from.lastRow - from.row + 1)
  const wide = sizeOf(width ?? from.lastColumn - from.column + 1)
  if (tall === 0 || wide === 0) return undefined
  // A negative height or width grows up or to the left.
  const row = from.row + truncated(rows) + Math.min(0, tall + 1)
  const column = from.column + truncated(columns) + Math.min(0, wide + 1)
  const lastRow = row + Math.abs(tall) - 1
  const lastColumn = column + Math.abs(wide) - 1
  const fits = row >= 1 && column >= 1 && lastRow <= SHEET_ROWS && lastColumn <= SHEET_COLUMNS
  return fits ? { k: 10, sheet: from.sheet, column, row, lastColumn, lastRow } : undefined
}

/** Part of a row is a row, and the fraction of several is left out, as in Excel. */
function sizeOf(size: number): number {
  if (size === 0) return 0
  return size < 0 ? Math.min(-1, Math.ceil(size)) : Math.max(1, Math.floor(size))
}

/** An address without a sheet, on a sheet; a name stays as it is. */
export function addressOn(sheet: string, text: string, inA1: boolean): string {
  const points = codePoints(textTrim(text))
  if (lastOf(points, BANG, points.length) >= 0) return text
  if (inA1 && !isAddress(points)) return text
  return `'${textReplaceAll(sheet, "'", "''")}'!${textTrim(text)}`
}

/** `A1`, `$A$1…`, `A:…` or `1:…` at the start of a text. */
function isAddress(points: readonly number[]): boolean {
  let at = points[0] === DOLLAR ? 1 : 0
  const letters = at
  while (at < points.length && isLetter(points[at]!)) at++
  const isColumn = at > letters && at - letters <= 3
  if (isColumn) {
    if (points[at] === COLON) return true
    if (points[at] === DOLLAR) at++
    return at < points.length && isDigit(points[at]!)
  }
  if (at > letters) return false
  const digits = at
  while (at < points.length && isDigit(points[at]!)) at++
  return at > digits && at - digits <= 7 && points[at] === COLON
}
