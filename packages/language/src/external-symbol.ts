// The symbol of an external call: `__ext__:A1:9f23c8`, from the cell or name that it belongs to and the hash of the call.
// No cell and no name has a colon.

const PREFIX = '__ext__:'

export function externalSymbol(owner: string, hex: string): string {
  return `${PREFIX}${owner}:${hex}`
}

export function isExternalSymbol(symbol: string): boolean {
  return symbol.startsWith(PREFIX)
}

/** The cell or name that a call belongs to; any other symbol is itself. */
export function ownerOfExternal(symbol: string): string {
  return isExternalSymbol(symbol) ? symbol.slice(PREFIX.length, symbol.lastIndexOf(':')) : symbol
}

/** The call of another cell that is equal but for its place. */
export function externalSymbolAt(symbol: string, owner: string): string {
  return externalSymbol(owner, symbol.slice(symbol.lastIndexOf(':') + 1))
}
