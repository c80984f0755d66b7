// Which newline ends a statement. A newline counts only where a statement is complete: inside brackets
// and behind an operator the grammar has no use for one, so it is white space there.

import type { InputStream, Stack } from '@lezer/lr'
import { isLineEnd, isSpace } from '../lexer/characters.ts'
import { AssignOp, kwDebounce, lineEnd } from './grid-terms.ts'
import {
  blockCommentEnd,
  lineEndAt,
  startsBlockComment,
  textAt,
  wordEnd,
  wordUnitsAt,
} from './look-ahead.ts'

/** Ends the statement here, if this is where it ends; false if it is not. */
export function endStatement(input: InputStream, stack: Stack): boolean {
  const length = lengthHere(input)
  if (length < 0 || !(stack.canShift(lineEnd) || (length > 0 && isUnfinished(stack)))) return false
  if (length > 0 && carriesOn(input)) return false
  input.acceptToken(lineEnd, length)
  return true
}

/**
 * A target without its operator, or the head of a rule without THEN. No line end fits there: it is a
 * mistake of that line, which must not swallow the next.
 */
function isUnfinished(stack: Stack): boolean {
  return stack.canShift(AssignOp) || stack.canShift(kwDebounce)
}

/** How long the mark is that may end a statement here; 0 before END and at the end; -1 for none. */
function lengthHere(input: InputStream): number {
  const { next } = input
  if (isLineEnd(next)) return 1
  if (next < 0) return 0
  if ((next | 32) === 101) return isWord(input, 0, 'END') ? 0 : -1
  if (!startsBlockComment(input, 0)) return -1
  // A comment over several lines ends the statement before it.
  const { end, isClosed } = blockCommentEnd(input, 0)
  return isClosed && lineEndAt(input, 0) < end ? 0 : -1
}

/** Whether the next line that is not empty starts with a word or sign that carries on this one. */
function carriesOn(input: InputStream): boolean {
  let at = 0
  for (;;) {
    const unit = input.peek(at)
    if (isSpace(unit) || isLineEnd(unit)) at++
    else if (unit === 35) at = lineEndAt(input, at)
    else if (startsBlockComment(input, at)) at = blockCommentEnd(input, at).end
    else break
  }
  if (input.peek(at) === 62) return input.peek(at + 1) === 62
  return isWord(input, at, 'THEN') || isWord(input, at, 'ELSE') || isWord(input, at, 'DEFAULT')
}

function isWord(input: InputStream, from: number, capitals: string): boolean {
  const end = from + capitals.length
  if ((input.peek(from) & ~32) !== capitals.charCodeAt(0)) return false
  if (wordUnitsAt(input, end) > 0) return false
  return wordEnd(input, from) === end && textAt(input, from, end).toUpperCase() === capitals
}
