// The spellings of errors: `#N/A`, `#DIV/0!` and their kind.

import { wordUnits } from './characters.ts'
import { errorSpellings } from './tokens.ts'

/** How long the error is that starts with the `#` at an offset; 0 if none does. */
export function errorLength(source: string, at: number): number {
  for (const spelling of errorSpellings) {
    const end = at + 1 + spelling.length
    // #N/AB is no error; the others end with a mark of their own.
    if (matches(source, at + 1, spelling) && (spelling !== 'N/A' || wordUnits(source, end) === 0))
      return end - at
  }
  return 0
}

function matches(source: string, at: number, capitals: string): boolean {
  for (let index = 0; index < capitals.length; index++) {
    const unit = source.charCodeAt(at + index)
    const wanted = capitals.charCodeAt(index)
    if (unit !== wanted && !(wanted >= 65 && wanted <= 90 && unit === wanted + 32)) return false
  }
  return true
}
