// Brackets and dots whose meaning depends on the context: `(x, y) =>` opens the parameters of a
// lambda, and a bracket or dot right behind an operand belongs to it.

import { ExternalTokenizer, type InputStream } from '@lezer/lr'
import { isDigit } from '../lexer/characters.ts'
import { applyStart, fieldDot, indexStart, lambdaStart } from './grid-terms.ts'
import { blankEnd, hasSpaceBefore, isBehindOperand, wordEnd, wordUnitsAt } from './look-ahead.ts'

export const brackets = new ExternalTokenizer(
  (input, stack) => {
    const { next } = input
    if (next === 40) {
      if (stack.canShift(applyStart)) {
        if (!hasSpaceBefore(input)) input.acceptToken(applyStart, 1)
      } else if (opensLambda(input)) input.acceptToken(lambdaStart, 1)
    } else if (next === 91) {
      if (!hasSpaceBefore(input) && stack.canShift(indexStart)) input.acceptToken(indexStart, 1)
    } else if (next === 46 && !hasSpaceBefore(input) && !startsNumber(input))
      input.acceptToken(fieldDot, 1)
  },
  { contextual: true },
)

function opensLambda(input: InputStream): boolean {
  let at = blankEnd(input, 1)
  while (wordUnitsAt(input, at) > 0) {
    at = blankEnd(input, wordEnd(input, at))
    if (input.peek(at) !== 44) break
    at = blankEnd(input, at + 1)
  }
  if (input.peek(at) !== 41) return false
  const arrow = blankEnd(input, at + 1)
  return input.peek(arrow) === 61 && input.peek(arrow + 1) === 62
}

/** `.5` where no operand stands before it. */
function startsNumber(input: InputStream): boolean {
  return isDigit(input.peek(1)) && !isBehindOperand(input)
}
