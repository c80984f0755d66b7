// No text grows beyond its limit: an operation that would exceed it is an error before it
// allocates.

import { STRING_MAX_CHARS } from '../limits.ts'
import { joinTexts, textLength, textsFit } from '../primitives.ts'
import { type ErrorValue, errorOf } from '../values.ts'

export const TOO_LONG_TEXT = errorOf('VALUE!', 'the text would be too long')

/** Parts one after the other, with a separator between them. */
export function joinedTexts(parts: readonly string[], separator: string): string | ErrorValue {
  const between = textLength(separator) * Math.max(parts.length - 1, 0)
  if (!textsFit(parts, STRING_MAX_CHARS - between)) return TOO_LONG_TEXT
  return joinTexts(parts, separator)
}
