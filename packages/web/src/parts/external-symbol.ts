// The symbols of external calls, which the compiler makes up, in words for people.

const SYMBOL = /^__ext__:(.*):[0-9a-f]+$/

/** `__ext__:A1:9f23c8` belongs to A1. */
export function ownerOf(symbol: string): string {
  return SYMBOL.exec(symbol)?.[1] ?? symbol
}

/** `the call in A1`; any other symbol is its own name. */
export function spokenSymbol(symbol: string): string {
  return SYMBOL.test(symbol) ? `the call in ${ownerOf(symbol)}` : symbol
}
