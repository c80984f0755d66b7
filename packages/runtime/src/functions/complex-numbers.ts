// Complex numbers: their text form, and arithmetic on pairs.

import { numberText } from '../number-text.ts'
import { atan2, cos, cosh, exp, hypot, log, sin, sinh } from '../numeric/libm.ts'
import { codePoints, fromCodePoints, parseDecimal } from '../primitives.ts'

export interface Complex {
  readonly re: number
  readonly im: number
}

export interface Written extends Complex {
  /** `i`, `j`, or empty for a number without an imaginary part. */
  readonly suffix: string
}

const PLUS = 43
const MINUS = 45

export function complex(re: number, im: number): Complex {
  return { re, im }
}

/** Reads `3+4i`, `-j`, `2.5` or `1e3-2E-1i`. */
export function readComplex(text: string): Written | undefined {
  const points = codePoints(text)
  const last = points[points.length - 1]
  if (last !== 105 && last !== 106) {
    const re = parseDecimal(text)
    return re - re === 0 ? { re, im: 0, suffix: '' } : undefined
  }
  const end = points.length - 1
  let split = end - 1
  // The sign between the parts is the last one that does not belong to an exponent.
  while (split > 0 && !(isSign(points[split]!) && !isExponent(points[split - 1]!))) split--
  const im = coefficient(fromCodePoints(points.slice(Math.max(split, 0), end)))
  const re = split <= 0 ? 0 : parseDecimal(fromCodePoints(points.slice(0, split)))
  if (re - re !== 0 || im - im !== 0) return undefined
  return { re, im, suffix: last === 105 ? 'i' : 'j' }
}

function isSign(point: number): boolean {
  return point === PLUS || point === MINUS
}

function isExponent(point: number): boolean {
  return point === 69 || point === 101
}

function coefficient(text: string): number {
  if (text === '' || text === '+') return 1
  return text === '-' ? -1 : parseDecimal(text)
}

export function writeComplex(value: Complex, suffix: string): string {
  const re = numberText(value.re)
  if (value.im === 0) return re
  const size = Math.abs(value.im)
  const unit = size === 1 ? suffix : `${numberText(size)}${suffix}`
  if (value.im < 0) return value.re === 0 ? `-${unit}` : `${re}-${unit}`
  return value.re === 0 ? unit : `${re}+${unit}`
}

export function sum(a: Complex, b: Complex): Complex {
  return complex(a.re + b.re, a.im + b.im)
}

export function product(a: Complex, b: Complex): Complex {
  return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

/** Divides by the larger part first, so that no square can overflow. */
export function quotient(a: Complex, b: Complex): Complex {
  if (Math.abs(b.re) >= Math.abs(b.im)) {
    const ratio = b.im / b.re
    const by = b.re + b.im * ratio
    return complex((a.re + a.im * ratio) / by, (a.im - a.re * ratio) / by)
  }
  const ratio = b.re / b.im
  const by = b.re * ratio + b.im
  return complex((a.re * ratio + a.im) / by, (a.im * ratio - a.re) / by)
}

export function isZero(value: Complex): boolean {
  return value.re === 0 && value.im === 0
}

export function size(value: Complex): number {
  return hypot(value.re, value.im)
}

export function angle(value: Complex): number {
  return atan2(value.im, value.re)
}

export function exponential(value: Complex): Complex {
  const scale = exp(value.re)
  return complex(scale * cos(value.im), scale * sin(value.im))
}

export function logarithm(value: Complex): Complex {
  return complex(log(size(value)), angle(value))
}

/** The root with the positive real part, without going through an angle. */
export function squareRoot(value: Complex): Complex {
  if (isZero(value)) return complex(0, 0)
  const half = Math.sqrt((size(value) + Math.abs(value.re)) / 2)
  const other = Math.abs(value.im) / (2 * half)
  const re = value.re >= 0 ? half : other
  const im = value.re >= 0 ? other : half
  return complex(re, value.im < 0 ? -im : im)
}

export function sine(value: Complex): Complex {
  return complex(sin(value.re) * cosh(value.im), cos(value.re) * sinh(value.im))
}

export function cosine(value: Complex): Complex {
  return complex(cos(value.re) * cosh(value.im), -sin(value.re) * sinh(value.im))
}

export function hyperbolicSine(value: Complex): Complex {
  return complex(sinh(value.re) * cos(value.im), cosh(value.re) * sin(value.im))
}

export function hyperbolicCosine(value: Complex): Complex {
  return complex(cosh(value.re) * cos(value.im), sinh(value.re) * sin(value.im))
}

/** sin(2a) + i sinh(2b) over cos(2a) + cosh(2b): the quotient of sine and cosine overflows sooner. */
export function tangent(value: Complex): Complex {
  // Past this size the tangent is i to the last digit.
  if (Math.abs(value.im) > 350) return complex(0, value.im > 0 ? 1 : -1)
  const by = cos(2 * value.re) + cosh(2 * value.im)
  return complex(sin(2 * value.re) / by, sinh(2 * value.im) / by)
}

export function wholePower(value: Complex, exponent: number): Complex {
  let left = Math.abs(exponent)
  let square = value
  let result = complex(1, 0)
  while (left > 0) {
    if (left % 2 === 1) result = product(result, square)
    square = product(square, square)
    left = Math.floor(left / 2)
  }
  return exponent < 0 ? quotient(complex(1, 0), result) : result
}
