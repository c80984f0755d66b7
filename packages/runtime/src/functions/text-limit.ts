// No text grows beyond its limit: what would is an error before it is made.

import { STRING_MAX_CHARS } from '../limits.ts'
import { burn, textLength } from '../primitives.ts'
import { type ErrorValue, errorOf } from '../values.ts'

export const TOO_LONG_TEXT = errorOf('VALUE!', 'the text would be too long')

/** Parts one after the other, with a separator between them. */
export function joinedTexts(parts: readonly string[], separator: string): string | ErrorValue {
  let length = textLength(separator) * Math.max(parts.length - 1, 0)
  for (const part of parts) {
    length += textLength(part)
    if (length > STRING_MAX_CHARS) return TOO_LONG_TEXT
  }
  if (length > STRING_MAX_CHARS) return TOO_LONG_TEXT
  burn(length + parts.length)
  return parts.join(separator)
}
