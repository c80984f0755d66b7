// Operators and marks. Spellings of other languages are accepted for recovery, with a diagnostic
// that names the spelling here.

import type { TokenState } from './state.ts'
import { Token } from './tokens.ts'

/** Marks of one character that start no longer operator. */
const single = new Int8Array(128).fill(-1)
single[40] = Token.Open
single[41] = Token.Close
single[91] = Token.OpenBracket
single[93] = Token.CloseBracket
single[123] = Token.OpenBrace
single[125] = Token.CloseBrace
single[44] = Token.Comma
single[59] = Token.Semicolon
single[37] = Token.Percent
single[94] = Token.Power
single[96] = Token.Backtick

/** Signs that a word processor or a mathematician writes. */
const wide: Readonly<Record<number, readonly [kind: number, text: string]>> = {
  8804: [Token.LessEqual, '<='],
  8805: [Token.GreaterEqual, '>='],
  8800: [Token.Unequal, '<>'],
  215: [Token.Times, '*'],
  247: [Token.Divide, '/'],
  8722: [Token.Minus, '-'],
  8211: [Token.Minus, '-'],
}

/** Reads an operator or a mark; false if none starts here. */
export function readOperator(token: TokenState, unit: number): boolean {
  const { source, start } = token
  if (unit >= 128) {
    const [kind, text] = wide[unit] ?? []
    if (kind === undefined || text === undefined) return false
    return foreign(token, kind, 1, text)
  }
  if (single[unit]! >= 0) return take(token, single[unit]!, 1)
  const next = source.charCodeAt(start + 1)
  switch (unit) {
    case 61:
      if (next === 62) return take(token, Token.Arrow, 2)
      if (next !== 61) return take(token, Token.Equal, 1)
      return foreign(token, Token.Equal, source.charCodeAt(start + 2) === 61 ? 3 : 2, '=')
    case 43:
      return next === 61 ? assign(token) : take(token, Token.Plus, 1)
    case 45:
      return next === 61 ? assign(token) : take(token, Token.Minus, 1)
    case 42:
      if (next === 42) return foreign(token, Token.Power, 2, '^')
      return next === 61 ? assign(token) : take(token, Token.Times, 1)
    case 47:
      if (next === 47) return slashes(token)
      return next === 61 ? assign(token) : take(token, Token.Divide, 1)
    case 38:
      return next === 38 ? foreign(token, Token.And, 2, 'AND') : take(token, Token.Join, 1)
    case 124:
      return next === 124 && foreign(token, Token.Or, 2, 'OR')
    case 60:
      if (next === 62) return take(token, Token.Unequal, 2)
      return next === 61 ? take(token, Token.LessEqual, 2) : take(token, Token.Less, 1)
    case 62:
      if (next === 62) return take(token, Token.Pipe, 2)
      return next === 61 ? take(token, Token.GreaterEqual, 2) : take(token, Token.Greater, 1)
    case 33:
      if (next !== 61) return take(token, Token.Bang, 1)
      if (source.charCodeAt(start + 2) === 61) return foreign(token, Token.Unequal, 3, '<>')
      return take(token, Token.Unequal, 2)
    case 58:
      if (next === 61) return take(token, Token.Named, 2)
      return next === 58 ? take(token, Token.Tag, 2) : take(token, Token.Colon, 1)
    case 63:
      if (next === 61) return assign(token)
      return next === 63 ? take(token, Token.Default, 2) : take(token, Token.Question, 1)
    case 126:
      return next === 61 && assign(token)
    default:
      return false
  }
}

function take(token: TokenState, kind: number, length: number): true {
  token.kind = kind
  token.end = token.start + length
  return true
}

function assign(token: TokenState): true {
  token.text = token.source.slice(token.start, token.start + 2)
  return take(token, Token.Assign, 2)
}

function foreign(token: TokenState, kind: number, length: number, text: string): true {
  const { source, start } = token
  const end = start + length
  // A word needs space around it where a sign does not.
  const isWord = /^[A-Z]/.test(text)
  const before = isWord && !/\s/.test(source.charAt(start - 1)) ? ' ' : ''
  const after = isWord && !/\s/.test(source.charAt(end)) ? ' ' : ''
  token.flaw(`Write ${text} instead of ${source.slice(start, end)}.`, start, end, {
    title: `Write ${text}`,
    edits: [{ start, end, text: before + text + after }],
  })
  return take(token, kind, length)
}

function slashes(token: TokenState): true {
  const { start } = token
  token.flaw('A comment starts with #, not with //.', start, start + 2, {
    title: 'Write #',
    edits: [{ start, end: start + 2, text: token.source.charAt(start - 1) === ' ' ? '#' : ' #' }],
  })
  return take(token, Token.Bad, 2)
}
