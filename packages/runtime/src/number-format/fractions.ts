// A number as a fraction: `# ?/?`, `# ??/??`, `?/8`. The nearest fraction with as many digits as the
// denominator has places; of two that are as near, the one with the smaller denominator.

import { burn, parseDecimal, repeatText } from '../primitives.ts'
import { formatNumber } from './numbers.ts'
import type { Token } from './tokens.ts'

interface Shape {
  /** The places of the numerator start here and end at the slash. */
  readonly start: number
  readonly slash: number
  /** Behind the denominator. */
  readonly end: number
  /** The denominator that the format fixes; 0 if it has places. */
  readonly fixed: number
}

/** Where the fraction of a format is; undefined if it has none. */
export function fractionShape(tokens: readonly Token[]): Shape | undefined {
  for (let slash = 1; slash < tokens.length - 1; slash++) {
    if (literalOf(tokens[slash]!) !== '/' || tokens[slash - 1]!.t !== 'digit') continue
    let start = slash - 1
    while (start > 0 && tokens[start - 1]!.t === 'digit') start--
    const end = denominatorEnd(tokens, slash + 1)
    if (end === slash + 1) continue
    const isPlaces = tokens[slash + 1]!.t === 'digit'
    return { start, slash, end, fixed: isPlaces ? 0 : fixedDenominator(tokens, slash + 1, end) }
  }
  return undefined
}

/** Places all the way, or the digits of a number, in which a zero reads as a place. */
function denominatorEnd(tokens: readonly Token[], start: number): number {
  const isPlaces = tokens[start]!.t === 'digit'
  let end = start
  while (end < tokens.length) {
    const token = tokens[end]!
    const isZero = token.t === 'digit' && token.text === '0'
    if (isPlaces ? token.t !== 'digit' : !isZero && !isDigit(literalOf(token))) break
    end++
  }
  return end
}

function fixedDenominator(tokens: readonly Token[], start: number, end: number): number {
  let digits = ''
  for (let i = start; i < end; i++) {
    const token = tokens[i]!
    if (token.t === 'literal' || token.t === 'digit') digits += token.text
  }
  return parseDecimal(digits)
}

function literalOf(token: Token): string {
  return token.t === 'literal' ? token.text : ''
}

function isDigit(char: string): boolean {
  return char.length === 1 && '123456789'.includes(char)
}

/** Without a sign; the caller puts it in front. */
export function formatFraction(value: number, tokens: readonly Token[], shape: Shape): string {
  const size = Math.abs(value)
  const front = tokens.slice(0, shape.start)
  const mixed = hasPlaces(front)
  let whole = mixed ? Math.floor(size) : 0
  const rest = size - whole
  const places = shape.end - shape.slash - 1
  const denominator = shape.fixed > 0 ? shape.fixed : nearest(rest, places)
  let numerator = Math.floor(rest * denominator + 0.5)
  if (mixed && numerator === denominator) {
    whole++
    numerator = 0
  }
  const back = formatNumber(0, tokens.slice(shape.end))
  const before = formatNumber(whole, front)
  // A whole number leaves the room of its fraction empty.
  if (mixed && numerator === 0 && whole > 0)
    return before + repeatText(' ', shape.end - shape.start) + back
  const above = padded(`${numerator}`, tokens.slice(shape.start, shape.slash))
  const below = `${denominator}`
  const gap = shape.fixed > 0 ? 0 : Math.max(places - below.length, 0)
  return `${before}${above}/${below}${repeatText(' ', gap)}${back}`
}

function hasPlaces(tokens: readonly Token[]): boolean {
  for (const token of tokens) if (token.t === 'digit') return true
  return false
}

/** The denominator of the nearest fraction, of up to four digits. */
function nearest(value: number, places: number): number {
  let last = 1
  for (let i = 0; i < Math.min(places, 4); i++) last = last * 10
  burn(2 * last)
  let best = 1
  let least = Number.POSITIVE_INFINITY
  for (let denominator = 1; denominator < last; denominator++) {
    const numerator = Math.floor(value * denominator + 0.5)
    const error = Math.abs(value - numerator / denominator)
    if (error < least) {
      least = error
      best = denominator
    }
  }
  return best
}

/** To the right of its places. */
function padded(digits: string, places: readonly Token[]): string {
  let result = ''
  for (let i = 0; i < places.length - digits.length; i++) {
    const place = places[i]!
    if (place.t === 'digit' && place.text !== '#') result += place.text === '0' ? '0' : ' '
  }
  return result + digits
}
