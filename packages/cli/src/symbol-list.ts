// Symbols as the API takes them: with commas between them.

export function symbolList(symbols: readonly string[]): string {
  return symbols.map((symbol) => symbol.trim()).join(',')
}
