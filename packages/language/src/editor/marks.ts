// Line ends, comments, and tokens that begin with `#`: a comment, an error such as #N/A, or the spill
// of a cell.

import { ExternalTokenizer, type InputStream, type Stack } from '@lezer/lr'
import { isSpace } from '../lexer/characters.ts'
import { errorLength } from '../lexer/error-spellings.ts'
import { errorCodes, errorSpellings } from '../lexer/tokens.ts'
import { BlockComment, ErrorLiteral, LineComment, SpillOp, UnclosedComment } from './grid-terms.ts'
import { endStatement } from './line-ends.ts'
import {
  blockCommentEnd,
  hasSpaceBefore,
  isBehindOperand,
  lineEndAt,
  startsBlockComment,
  textAt,
} from './look-ahead.ts'

const longestError = 1 + Math.max(...errorSpellings.map((spelling) => spelling.length))

export const marks = new ExternalTokenizer(
  (input, stack) => {
    if (endStatement(input, stack)) return
    if (input.next === 35) hash(input, stack)
    else if (startsBlockComment(input, 0)) {
      const { end, isClosed } = blockCommentEnd(input, 0)
      input.acceptToken(isClosed ? BlockComment : UnclosedComment, end)
    }
  },
  { contextual: true },
)

function hash(input: InputStream, stack: Stack): void {
  const spaced = hasSpaceBefore(input)
  const window = textAt(input, 0, longestError + 2)
  const length = errorLength(window, 0)
  if (length === 0) {
    if (spaced) comment(input)
    else input.acceptToken(SpillOp, 1)
  } else if (!spaced && isBehindOperand(input)) input.acceptToken(SpillOp, 1)
  else if (stack.canShift(ErrorLiteral)) {
    // The other two exist as values only.
    if (errorCodes.has(window.slice(1, length).toUpperCase()))
      input.acceptToken(ErrorLiteral, length)
  } else if (spaced) comment(input)
}

function comment(input: InputStream): void {
  let end = lineEndAt(input, 0)
  while (isSpace(input.peek(end - 1))) end--
  input.acceptToken(LineComment, end)
}
