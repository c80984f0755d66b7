// Where a text in double quotes starts. One that is not closed on its line spoils that line only.

import { ExternalTokenizer, type InputStream } from '@lezer/lr'
import { isLineEnd } from '../lexer/characters.ts'
import { stringStart, UnclosedString } from './grid-terms.ts'
import { lineEndAt } from './look-ahead.ts'

export const quotes = new ExternalTokenizer((input) => {
  if (input.next !== 34) return
  if (isClosed(input)) input.acceptToken(stringStart, 1)
  else input.acceptToken(UnclosedString, lineEndAt(input, 0))
})

function isClosed(input: InputStream): boolean {
  for (let at = 1; ; at++) {
    const unit = input.peek(at)
    if (unit < 0 || isLineEnd(unit)) return false
    if (unit === 92) at++
    else if (unit === 34) {
      if (input.peek(at + 1) !== 34) return true
      at++
    }
  }
}
