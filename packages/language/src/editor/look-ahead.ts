// Looking at the text around the place where an editor's parser stands. Offsets count from there.

import type { InputStream } from '@lezer/lr'
import {
  isAsciiLetter,
  isDigit,
  isLineEnd,
  isNameStart,
  isSpace,
  wordUnits,
} from '../lexer/characters.ts'

/** The text between two offsets; shorter at the end of the file. */
export function textAt(input: InputStream, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) {
    const unit = input.peek(at)
    if (unit < 0) break
    text += String.fromCharCode(unit)
  }
  return text
}

/** How many units of a name stand at an offset; 0 if none does. */
export function wordUnitsAt(input: InputStream, at: number): number {
  const unit = input.peek(at)
  if (unit < 128) return isAsciiLetter(unit) || isDigit(unit) || unit === 95 ? 1 : 0
  return wordUnits(textAt(input, at, at + 2), 0)
}

/** Whether a name may start here. */
export function startsName(input: InputStream): boolean {
  const { next } = input
  if (next < 128) return isAsciiLetter(next) || next === 95
  return isNameStart(textAt(input, 0, 2), 0)
}

/** Where the word that starts at an offset ends; the offset itself if none does. */
export function wordEnd(input: InputStream, from: number): number {
  let at = from
  for (let units = wordUnitsAt(input, at); units > 0; units = wordUnitsAt(input, at)) at += units
  return at
}

/** Where white space within the line ends. */
export function spaceEnd(input: InputStream, from: number): number {
  let at = from
  while (isSpace(input.peek(at))) at++
  return at
}

/** Where white space ends, line ends included. */
export function blankEnd(input: InputStream, from: number): number {
  let at = from
  while (isSpace(input.peek(at)) || isLineEnd(input.peek(at))) at++
  return at
}

/** Where the line ends. */
export function lineEndAt(input: InputStream, from: number): number {
  let at = from
  while (input.peek(at) >= 0 && !isLineEnd(input.peek(at))) at++
  return at
}

/** Where the block comment ends that starts at an offset; one that is never closed, with the file. */
export function blockCommentEnd(
  input: InputStream,
  from: number,
): { readonly end: number; readonly isClosed: boolean } {
  let at = from + 2
  for (; input.peek(at) >= 0; at++)
    if (input.peek(at) === 42 && input.peek(at + 1) === 47) return { end: at + 2, isClosed: true }
  return { end: at, isClosed: false }
}

/** Whether a block comment starts at an offset. */
export function startsBlockComment(input: InputStream, at: number): boolean {
  return input.peek(at) === 47 && input.peek(at + 1) === 42
}

/** Whether nothing, white space or a comment stands right before. */
export function hasSpaceBefore(input: InputStream): boolean {
  const before = input.peek(-1)
  if (before < 0 || isSpace(before) || isLineEnd(before)) return true
  return before === 47 && input.peek(-2) === 42
}

/** Whether an operand may end right before: with a word or a closing bracket. */
export function isBehindOperand(input: InputStream): boolean {
  const before = input.peek(-1)
  if (before < 0) return false
  return before === 41 || before === 93 || wordUnitsAt(input, -1) > 0
}

/** Whether the `!` of a sheet stands at an offset, and not that of `!=`. */
export function isSheetMark(input: InputStream, at: number): boolean {
  return input.peek(at) === 33 && input.peek(at + 1) !== 61
}
