// Texts and numbers as Lua source. All that comes from a model and is a text goes through `luaText`, so nothing in it can
// be read as code: any other character than a letter, a digit or a blank is written as the number of its byte.

export function luaText(text: string): string {
  let written = '"'
  for (const byte of Buffer.from(text, 'utf8')) {
    const char = String.fromCharCode(byte)
    // Three digits always, since a digit may follow.
    written += /[A-Za-z0-9 ]/.test(char) ? char : `\\${String(byte).padStart(3, '0')}`
  }
  return `${written}"`
}

/** The shortest text that reads back as the same number; Lua shares -0 with 0, so that has a name. */
export function luaNumber(value: number): string {
  if (Object.is(value, -0)) return 'o.minusZero'
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no number of a model.`)
  return value < 0 ? `(${String(value)})` : String(value)
}

/** A literal of the representation as a Lua constant. */
export function luaConstant(part: unknown): string {
  if (typeof part === 'number') return luaNumber(part)
  if (typeof part === 'string') return luaText(part)
  if (typeof part === 'boolean') return String(part)
  throw new TypeError('The representation holds lists and plain values.')
}
