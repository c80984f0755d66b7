// A number in the digit places of a format: `#,##0.00`, `0%`, `0.0E+00`, `000-00-00`.

import { burn, decimalDigits, repeatText } from '../primitives.ts'
import { type Decimal, decimalOf, SIGNIFICANT_DIGITS } from './decimal.ts'
import { generalText } from './general.ts'
import type { Token } from './tokens.ts'

interface Layout {
  /** Places before the point, after it, and of the exponent. */
  readonly whole: number
  readonly decimals: number
  readonly exponent: number
  readonly grouping: boolean
  /** Commas behind the last place before the point: each divides by a thousand. */
  readonly thousands: number
  readonly percents: number
  readonly hasExponent: boolean
}

/** Without a sign; the caller puts it in front. */
export function formatNumber(value: number, tokens: readonly Token[]): string {
  const layout = layoutOf(tokens)
  const shift = layout.percents * 2 - layout.thousands * 3
  if (!layout.hasExponent) {
    return placed(value, tokens, layout, decimalOf(value, layout.decimals, shift), 0)
  }
  const step = Math.max(layout.whole, 1)
  let power = 0
  if (value !== 0) {
    const { exponent } = decimalDigits(value, SIGNIFICANT_DIGITS)
    power = Math.floor((exponent + shift) / step) * step
  }
  let decimal = decimalOf(value, layout.decimals, shift - power)
  if (decimal.whole.length > step) {
    power += step
    decimal = decimalOf(value, layout.decimals, shift - power)
  }
  return placed(value, tokens, layout, decimal, power)
}

function layoutOf(tokens: readonly Token[]): Layout {
  let whole = 0
  let decimals = 0
  let exponent = 0
  let percents = 0
  let commas = 0
  let grouping = false
  let part = 0
  for (const token of tokens) {
    if (token.t === 'point' && part === 0) part = 1
    else if (token.t === 'exponent') part = 2
    else if (token.t === 'percent') percents++
    else if (token.t === 'comma' && whole > 0 && part < 2) commas++
    else if (token.t === 'digit') {
      if (part === 0) {
        whole++
        if (commas > 0) grouping = true
        commas = 0
      } else if (part === 1) decimals++
      else exponent++
    }
  }
  const hasExponent = part === 2
  return { whole, decimals, exponent, grouping, thousands: commas, percents, hasExponent }
}

function placed(
  value: number,
  tokens: readonly Token[],
  layout: Layout,
  decimal: Decimal,
  power: number,
): string {
  const { whole, fraction } = decimal
  let result = ''
  let part = 0
  let place = 0
  for (const token of tokens) {
    if (token.t === 'literal') result += token.text
    else if (token.t === 'percent') result += '%'
    else if (token.t === 'general') result += generalText(Math.abs(value))
    else if (token.t === 'point') {
      // Digits must not get lost when the format has no place for them.
      if (part === 0 && layout.whole === 0) result += whole
      result += '.'
      part = 1
      place = 0
    } else if (token.t === 'exponent') {
      result += exponentSign(token.text, power)
      part = 2
      place = 0
    } else if (token.t === 'digit') {
      if (part === 0) result += wholePlace(token.text, whole, place, layout)
      else if (part === 1) result += fractionPlace(token.text, fraction, place)
      else result += exponentPlace(token.text, Math.abs(power), place, layout.exponent)
      place++
    }
  }
  return result
}

/** The digits at a place before the point; the first place shows all digits that have no other. */
function wholePlace(kind: string, whole: string, place: number, layout: Layout): string {
  const fromRight = layout.whole - place
  let result = ''
  burn(place === 0 ? 2 + 6 * whole.length : 2)
  if (place === 0)
    for (let right = whole.length; right > fromRight; right--)
      result += separated(
        whole.substring(whole.length - right, whole.length - right + 1),
        right,
        layout,
      )
  if (fromRight <= whole.length) {
    const at = whole.length - fromRight
    return result + separated(whole.substring(at, at + 1), fromRight, layout)
  }
  if (kind === '#') return result
  return result + separated(kind === '0' ? '0' : ' ', fromRight, layout)
}

/** A digit, and a comma behind it if it ends a group. */
function separated(digit: string, fromRight: number, layout: Layout): string {
  const below = fromRight - 1
  const endsGroup = below > 0 && below === 3 * Math.floor(below / 3)
  if (!layout.grouping || !endsGroup) return digit
  return digit === ' ' ? '  ' : `${digit},`
}

function fractionPlace(kind: string, fraction: string, place: number): string {
  const digit = fraction.substring(place, place + 1)
  burn(2)
  if (kind === '0' || digit !== '0') return digit
  burn(2 * (fraction.length - place))
  for (let i = place + 1; i < fraction.length; i++)
    if (fraction.substring(i, i + 1) !== '0') return digit
  return kind === '?' ? ' ' : ''
}

function exponentSign(kind: string, power: number): string {
  if (power < 0) return 'E-'
  return kind === '+' ? 'E+' : 'E'
}

function exponentPlace(kind: string, power: number, place: number, places: number): string {
  const digits = power === 0 ? '' : `${power}`
  const padded = repeatText(' ', Math.max(places - digits.length, 0)) + digits
  const extra = padded.length - places
  const shown =
    place === 0
      ? padded.substring(0, extra + 1)
      : padded.substring(place + extra, place + extra + 1)
  if (shown !== ' ') return shown
  if (kind === '0') return '0'
  return kind === '?' ? ' ' : ''
}
