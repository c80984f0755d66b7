// Tokens in the words of a message.

import { Token } from '../lexer/tokens.ts'

interface Found {
  readonly kind: number
  readonly source: string
  readonly start: number
  readonly end: number
}

/** The name of a token, for "but found …". */
export function describe(token: Found): string {
  const text = shortened(token.source.slice(token.start, token.end))
  switch (token.kind) {
    case Token.Eof:
      return 'the end of the text'
    case Token.Word:
      return `the name ${text}`
    case Token.Cell:
      return `the cell ${text}`
    case Token.Number:
      return `the number ${text}`
    case Token.String:
      return `the text ${text}`
    case Token.Backtick:
      return 'a template'
    case Token.Comma:
      return 'a comma'
    case Token.Semicolon:
      return 'a semicolon'
    case Token.Colon:
      return 'a colon'
    case Token.Dot:
      return 'a dot'
    default:
      return text
  }
}

/** A text that fits into a message. */
export function shortened(text: string): string {
  const line = text.split(/[\r\n]/, 1)[0] ?? ''
  return line.length <= 30 ? line : `${line.slice(0, 29)}…`
}
