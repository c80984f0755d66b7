// Numbers: `10`, `1_000`, `.5`, `1.5e3`, and with a unit `5pct`, `25bps`, `2min`.

import { diagnostic } from '../diagnostics.ts'
import { isDigit, wordUnits } from './characters.ts'
import type { TokenState } from './state.ts'
import { Token } from './tokens.ts'

/** Units of a number. */
export const units: ReadonlySet<string> = new Set(['pct', 'bps', 'ms', 's', 'min', 'h', 'd', 'w'])

/** Foreign spellings of units, with the unit meant. */
const meant: Readonly<Record<string, string>> = {
  m: 'min',
  sec: 's',
  secs: 's',
  mins: 'min',
  hr: 'h',
  hrs: 'h',
  day: 'd',
  days: 'd',
  week: 'w',
  weeks: 'w',
  bp: 'bps',
}

export function readNumber(token: TokenState): void {
  const { source, start } = token
  let at = start
  let value = 0
  for (let unit = source.charCodeAt(at); unit >= 48 && unit <= 57; ) {
    value = value * 10 + unit - 48
    unit = source.charCodeAt(++at)
  }
  token.kind = Token.Number
  token.unit = ''
  const next = source.charCodeAt(at)
  // Beyond 15 digits the sum above is no longer exact. A word, `_` or `.` may make the number longer.
  if (at - start <= 15 && next !== 46 && next < 128 && wordUnits(source, at) === 0) {
    token.end = at
    token.value = value
    token.text = source.slice(start, at)
    return
  }
  readLong(token, at)
}

function readLong(token: TokenState, whole: number): void {
  const { source, start } = token
  let at = digits(source, whole)
  if (source.charCodeAt(at) === 46 && isDigit(source.charCodeAt(at + 1)))
    at = digits(source, at + 1)
  if ((source.charCodeAt(at) | 32) === 101) {
    const sign = source.charCodeAt(at + 1)
    const exponent = sign === 43 || sign === 45 ? at + 2 : at + 1
    if (isDigit(source.charCodeAt(exponent))) at = digits(source, exponent)
  }
  const number = source.slice(start, at)
  token.value = Number(number.replaceAll('_', ''))
  if (!Number.isFinite(token.value))
    token.mistake ??= diagnostic(
      'limit',
      { start, end: at },
      'This number is too large: the largest is about 1.8e308.',
    )
  const ending = at
  for (let more = wordUnits(source, at); more > 0; more = wordUnits(source, at)) at += more
  token.end = at
  token.text = source.slice(start, at).toLowerCase()
  token.unit = source.slice(ending, at).toLowerCase()
  if (token.unit !== '' && !units.has(token.unit)) wrongUnit(token, ending)
}

/** Skips digits, with single underscores between them. */
function digits(source: string, from: number): number {
  let at = from
  for (;;) {
    if (isDigit(source.charCodeAt(at))) at++
    else if (
      source.charCodeAt(at) === 95 &&
      isDigit(source.charCodeAt(at - 1)) &&
      isDigit(source.charCodeAt(at + 1))
    )
      at += 2
    else return at
  }
}

function wrongUnit(token: TokenState, ending: number): void {
  const { end, unit, start, source } = token
  token.unit = ''
  const known = meant[unit]
  const written = source.slice(ending, end)
  const message = written.startsWith('_')
    ? 'An underscore in a number stands between two digits, as in 1_000.'
    : `A number cannot end with ${written.slice(0, 20)}. The units are pct, bps, ms, s, min, h, d and w; a name cannot start with a digit.`
  const fix = { title: `Write ${known}`, edits: [{ start: ending, end, text: known ?? '' }] }
  token.flaw(message, start, end, known === undefined ? undefined : fix)
}
