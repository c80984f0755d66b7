// The functions for complex numbers, which are texts such as 3+4i.

import { toText } from '../coerce.ts'
import { type Args, type Fn, type Functions, num, text, textOr } from '../functions.ts'
import { argCount, burn } from '../primitives.ts'
import { DIVISION_BY_ZERO, errorOf, isBlank, type Value } from '../values.ts'
import { asArray } from './arguments.ts'
import {
  angle,
  type Complex,
  complex,
  cosine,
  exponential,
  hyperbolicCosine,
  hyperbolicSine,
  isZero,
  logarithm,
  product,
  quotient,
  readComplex,
  sine,
  size,
  squareRoot,
  sum,
  tangent,
  wholePower,
  writeComplex,
} from './complex-numbers.ts'

const NOT_COMPLEX = errorOf('NUM!', 'not a complex number such as 3+4i')
const OUT_OF_REACH = errorOf('NUM!', 'the result is not a number that can be held')
const MIXED = errorOf('VALUE!', 'i and j do not go together')

function written(value: Complex, suffix: string): Value {
  const finite = value.re - value.re === 0 && value.im - value.im === 0
  return finite ? writeComplex(value, suffix === '' ? 'i' : suffix) : OUT_OF_REACH
}

/** A complex number from a complex number. */
function of(fn: (value: Complex) => Complex | Value): Fn {
  return (args) => {
    const value = readComplex(text(args, 0))
    if (value === undefined) return NOT_COMPLEX
    const result = fn(value)
    if (typeof result === 'object' && 're' in result) return written(result, value.suffix)
    return result
  }
}

/** A number from a complex number. */
function figure(fn: (value: Complex) => Value): Fn {
  return (args) => {
    const value = readComplex(text(args, 0))
    return value === undefined ? NOT_COMPLEX : fn(value)
  }
}

/** From two complex numbers. */
function ofTwo(fn: (a: Complex, b: Complex) => Complex | Value): Fn {
  return (args) => {
    const a = readComplex(text(args, 0) === '' ? '0' : text(args, 0))
    const b = readComplex(text(args, 1) === '' ? '0' : text(args, 1))
    if (a === undefined || b === undefined) return NOT_COMPLEX
    if (a.suffix !== '' && b.suffix !== '' && a.suffix !== b.suffix) return MIXED
    const result = fn(a, b)
    if (typeof result !== 'object' || !('re' in result)) return result
    return written(result, a.suffix === '' ? b.suffix : a.suffix)
  }
}

/** A blank in a range does not count; one that is given by itself is 0, as in Excel. */
function complexItems(args: Args): Value[] {
  const found: Value[] = []
  const count = argCount(args)
  for (let at = 0; at < count; at++) {
    const arg = args[at]
    if (arg === undefined) continue
    const { items } = asArray(arg)
    burn(items.length)
    for (const item of items) {
      if (!isBlank(item)) found.push(item)
      else if (items.length === 1) found.push(0)
    }
  }
  return found
}

/** All arguments, one after the other. */
function folding(start: Complex, fn: (a: Complex, b: Complex) => Complex): Fn {
  return (args: Args) => {
    let total = start
    let suffix = ''
    for (const item of complexItems(args)) {
      burn(1)
      const words =
        typeof item === 'boolean'
          ? errorOf('VALUE!', 'TRUE and FALSE are no numbers')
          : toText(item)
      if (typeof words !== 'string') return words
      const value = readComplex(words)
      if (value === undefined) return NOT_COMPLEX
      if (suffix !== '' && value.suffix !== '' && suffix !== value.suffix) return MIXED
      if (suffix === '') suffix = value.suffix
      total = fn(total, value)
    }
    return written(total, suffix)
  }
}

function inverse(value: Complex): Complex | Value {
  return isZero(value) ? errorOf('NUM!', 'a division by zero') : quotient(complex(1, 0), value)
}

function fromParts(args: Args): Value {
  // A cell that is blank is no suffix, as if none was given.
  const given = textOr(args, 2, 'i')
  const suffix = given === '' ? 'i' : given
  if (suffix !== 'i' && suffix !== 'j') return errorOf('VALUE!', 'the suffix is i or j')
  return written(complex(num(args, 0), num(args, 1)), suffix)
}

function power(args: Args): Value {
  const exponent = num(args, 1)
  return of((value) => {
    if (isZero(value)) return exponent > 0 ? complex(0, 0) : OUT_OF_REACH
    // A whole power is a product, which keeps whole numbers whole.
    const whole = exponent === Math.floor(exponent) && Math.abs(exponent) <= 1024
    if (whole) return wholePower(value, exponent)
    return exponential(product(complex(exponent, 0), logarithm(value)))
  })(args)
}

function logTo(base: number): Fn {
  return of((value) => {
    if (isZero(value)) return errorOf('NUM!', '0 has no logarithm')
    const natural = logarithm(value)
    return complex(natural.re / base, natural.im / base)
  })
}

function cotangent(value: Complex): Complex | Value {
  const found = tangent(value)
  return inverse(found)
}

export const complexFunctions: Functions = {
  COMPLEX: fromParts,
  IMABS: figure(size),
  IMAGINARY: figure((value) => value.im),
  IMARGUMENT: figure((value) => (isZero(value) ? DIVISION_BY_ZERO : angle(value))),
  IMCONJUGATE: of((value) => complex(value.re, -value.im)),
  IMCOS: of(cosine),
  IMCOSH: of(hyperbolicCosine),
  IMCOT: of(cotangent),
  IMCSC: of((value) => inverse(sine(value))),
  IMCSCH: of((value) => inverse(hyperbolicSine(value))),
  IMDIV: ofTwo((a, b) => (isZero(b) ? errorOf('NUM!', 'a division by zero') : quotient(a, b))),
  IMEXP: of(exponential),
  IMLN: logTo(1),
  IMLOG10: logTo(Math.LN10),
  IMLOG2: logTo(Math.LN2),
  IMPOWER: power,
  IMPRODUCT: folding(complex(1, 0), product),
  IMREAL: figure((value) => value.re),
  IMSEC: of((value) => inverse(cosine(value))),
  IMSECH: of((value) => inverse(hyperbolicCosine(value))),
  IMSIN: of(sine),
  IMSINH: of(hyperbolicSine),
  IMSQRT: of(squareRoot),
  IMSUB: ofTwo((a, b) => complex(a.re - b.re, a.im - b.im)),
  IMSUM: folding(complex(0, 0), sum),
  IMTAN: of(tangent),
}
