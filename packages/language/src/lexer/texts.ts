// Strings, names in single quotes, and the escapes that strings and templates share. A text ends on
// the line where it starts, so that a forgotten quote spoils one line and not the file.

import { diagnostic } from '../diagnostics.ts'
import { NAME_MAX_CHARS, STRING_MAX_BYTES } from '../limits.ts'
import { isLineEnd, isSpace, isUnequal, unwritable, utf8Bytes } from './characters.ts'
import type { TokenState } from './state.ts'
import { Token } from './tokens.ts'

/** Reads `"…"`. */
export function readString(token: TokenState): void {
  const { source, start } = token
  let text = ''
  let from = start + 1
  let at = from
  for (;;) {
    const unit = source.charCodeAt(at)
    if (unit === 34) {
      text += source.slice(from, at)
      if (source.charCodeAt(at + 1) !== 34) break
      text += '"'
      at += 2
      from = at
    } else if (unit === 92) {
      text += source.slice(from, at)
      const [value, end] = readEscape(token, at, '"')
      text += value
      at = end
      from = at
    } else if (at >= source.length || isLineEnd(unit)) {
      unclosed(token, at)
      return
    } else at++
  }
  token.kind = Token.String
  token.end = at + 1
  token.text = text
  if (!tooLong(text)) return
  const span = { start, end: token.end }
  token.mistake ??= diagnostic('limit', span, 'This text is longer than 1 MiB. Split it.')
}

/** Puts it on a name that is too long. */
export function longName(token: TokenState, length: number): void {
  token.mistake ??= diagnostic(
    'limit',
    token,
    `A name has at most ${NAME_MAX_CHARS} characters, and this one has ${length}. Shorten it.`,
  )
}

/** Whether a text is beyond the limit. */
export function tooLong(text: string): boolean {
  return utf8Bytes(text, STRING_MAX_BYTES) > STRING_MAX_BYTES
}

/** The character of the escape at an offset, and the offset behind it. */
export function readEscape(token: TokenState, at: number, quote: string): [string, number] {
  const { source } = token
  const letter = source.charAt(at + 1)
  if (letter === '\\' || letter === quote) return [letter, at + 2]
  // A lone } is text, but an author who escapes one brace will escape the other.
  if ((letter === '{' || letter === '}') && quote === '`') return [letter, at + 2]
  if (letter === 'n') return ['\n', at + 2]
  if (letter === 't') return ['\t', at + 2]
  if (letter === 'u' && source.charAt(at + 2) === '{') return readCodePoint(token, at)
  const known = quote === '`' ? '\\n \\t \\\\ \\u{…} \\{ and \\`' : '\\n \\t \\\\ \\u{…} and \\"'
  token.flaw(
    `A backslash starts one of ${known}. Write \\\\ for a backslash itself.`,
    at,
    Math.min(at + 2, source.length),
    { title: 'Write \\\\', edits: [{ start: at, end: at + 1, text: '\\\\' }] },
  )
  return ['\\', at + 1]
}

function readCodePoint(token: TokenState, at: number): [string, number] {
  const { source } = token
  let code = 0
  let next = at + 3
  // Seven digits are one more than any character has.
  while (next < at + 10 && /[0-9a-f]/i.test(source.charAt(next)))
    code = code * 16 + Number.parseInt(source.charAt(next++), 16)
  const digits = next - at - 3
  const closed = source.charAt(next) === '}'
  const half = code >= 0xd800 && code < 0xe000
  if (digits > 0 && closed && code <= 0x10ffff && !half)
    return [String.fromCodePoint(code), next + 1]
  const message =
    'A character by its number is written like \\u{20AC}: 1 to 6 hexadecimal digits in braces, of a character that exists.'
  token.flaw(message, at, closed ? next + 1 : next)
  return ['', closed ? next + 1 : next]
}

function unclosed(token: TokenState, lineEnd: number): void {
  const { source, start } = token
  let end = lineEnd
  while (end > start + 1 && isSpace(source.charCodeAt(end - 1))) end--
  token.kind = Token.Bad
  token.end = lineEnd
  token.mistake = undefined
  token.flaw(
    'This text is not closed. Put a " where it ends, on the same line.',
    start,
    start + 1,
    {
      title: 'Close the text at the end of the line',
      edits: [{ start: end, end, text: '"' }],
    },
  )
}

/** Reads `'Q4 Revenue'`, which must stand before `!`; otherwise it was meant as a string. */
export function readQuoted(token: TokenState): void {
  const { source, start } = token
  let text = ''
  let from = start + 1
  let at = from
  for (;;) {
    const unit = source.charCodeAt(at)
    if (unit === 39) {
      text += source.slice(from, at)
      if (source.charCodeAt(at + 1) !== 39) break
      text += "'"
      at += 2
      from = at
    } else if (at >= source.length || isLineEnd(unit)) {
      token.kind = Token.Bad
      token.end = at
      token.flaw(
        "This single quote is not closed. Single quotes stand around a sheet's name, as in 'Q4 Revenue'!B2; text is written in double quotes.",
        start,
        start + 1,
      )
      return
    } else at++
  }
  token.text = text
  token.end = at + 1
  if (source.charCodeAt(at + 1) === 33 && !isUnequal(source, at + 1) && text !== '') {
    token.kind = Token.Quoted
    const length = at - start - 1
    if (length > NAME_MAX_CHARS) longName(token, length)
    else if (unwritable.test(text))
      token.flaw('This name holds a control character. Take it out.', start, token.end)
    return
  }
  token.kind = Token.String
  rewrite(token, 'Text is written in double quotes. Single quotes only stand around sheet names.')
}

/** Reads a text in typographic quotes, as word processors write them; false if none starts here. */
export function readSmart(token: TokenState, unit: number): boolean {
  // “ ” „ « » and ‘ ’ ‚
  const isDouble = unit === 171 || unit === 187 || (unit >= 8220 && unit <= 8222)
  if (!isDouble && !(unit >= 8216 && unit <= 8218)) return false
  const { source, start } = token
  let at = start + 1
  for (; at < source.length && !isLineEnd(source.charCodeAt(at)); at++)
    if ('“”„«»‘’‚"'.includes(source.charAt(at))) break
  const closed = at < source.length && !isLineEnd(source.charCodeAt(at))
  token.kind = Token.String
  token.text = source.slice(start + 1, at)
  token.end = closed ? at + 1 : at
  rewrite(token, 'Text is written in straight double quotes.')
  return true
}

function rewrite(token: TokenState, message: string): void {
  const { start, end } = token
  token.flaw(message, start, end, {
    title: 'Write double quotes',
    edits: [{ start, end, text: quoteText(token.text) }],
  })
}

/** A text as a string literal. */
export function quoteText(text: string): string {
  return `"${escapeControls(text.replaceAll('\\', '\\\\')).replaceAll('"', '""')}"`
}

/** Writes line ends, tabs and other control characters as escapes. */
export function escapeControls(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029]/gu, (character) => {
    if (character === '\n') return '\\n'
    if (character === '\t') return '\\t'
    return `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`
  })
}
