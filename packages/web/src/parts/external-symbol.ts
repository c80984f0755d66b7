// The symbols of external calls, which the compiler makes up, in words for people.

import { isExternalSymbol, ownerOfExternal } from '@cellwake/language'

/** `the call in A1`; any other symbol is its own name. */
export function spokenSymbol(symbol: string): string {
  return isExternalSymbol(symbol) ? `the call in ${ownerOfExternal(symbol)}` : symbol
}
