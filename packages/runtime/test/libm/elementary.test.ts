// Goal: the elementary functions are right to the last place, on values known to many more digits.
// Method: references computed with 1400 bits; exact values from arithmetic; the machine's own, nearly.
import { expect, test } from 'vitest'
import * as libm from '../../src/numeric/libm.ts'
import { angleReferences } from './angle-references.ts'
import { hyperbolicReferences } from './hyperbolic-references.ts'
import { powerReferences } from './power-references.ts'
import { ulpsApart } from './ulps.ts'

type Elementary = (x: number, y: number) => number
const references = { ...powerReferences, ...angleReferences, ...hyperbolicReferences }
const functions = libm as unknown as Readonly<Record<string, Elementary>>

test.each(Object.keys(references))('%s is within one unit in the last place', (name) => {
  const wrong = references[name]!.filter((row) => {
    const found = functions[name]!(row[0]!, row[1]!)
    return ulpsApart(found, row.at(-1)!) > 1
  })
  expect(wrong).toEqual([])
})

const near = ['exp', 'expm1', 'log', 'log1p', 'log10', 'log2', 'sin', 'cos', 'tan', 'atan'] as const
test.each([...near, ...(['sinh', 'cosh', 'tanh', 'asinh', 'cbrt'] as const)])(
  "%s is nearly the machine's own",
  (name) => {
    for (let i = 1; i <= 2000; i++) {
      const x = i * 0.0137
      expect(ulpsApart(functions[name]!(x, 0), Math[name](x)), `${name}(${x})`).toBeLessThanOrEqual(
        2,
      )
    }
  },
)

test('asin, acos and atanh are nearly the machine’s own between -1 and 1', () => {
  for (let i = -999; i <= 999; i++) {
    const x = i / 1000
    expect(ulpsApart(libm.asin(x), Math.asin(x)), `asin(${x})`).toBeLessThanOrEqual(2)
    expect(ulpsApart(libm.acos(x), Math.acos(x)), `acos(${x})`).toBeLessThanOrEqual(2)
    expect(ulpsApart(libm.atanh(x), Math.atanh(x)), `atanh(${x})`).toBeLessThanOrEqual(2)
  }
})

test('a power of two is exact over the whole range', () => {
  for (let n = -1074, exact = 5e-324; n <= 1023; n++, exact *= 2) {
    expect(libm.pow(2, n)).toBe(exact)
    expect(libm.log2(exact)).toBe(n)
  }
})

test('a power of ten is rounded right, and its logarithm is whole', () => {
  for (let n = -323; n <= 308; n++) {
    expect(libm.pow(10, n)).toBe(Number(`1e${n}`))
    // Below the normal numbers, what is written 1e-320 is held as something else.
    if (n >= -307) expect(libm.log10(Number(`1e${n}`)), `log10 of 1e${n}`).toBe(n)
  }
})

test('whole powers of whole numbers are exact where a double holds them', () => {
  for (let base = 2; base <= 400; base++) {
    for (let n = 1, exact = base; exact <= Number.MAX_SAFE_INTEGER; n++, exact *= base) {
      expect(libm.pow(base, n)).toBe(exact)
      expect(libm.pow(-base, n)).toBe(n % 2 === 0 ? exact : -exact)
      expect(libm.logToBase(exact, base), `log of ${base}^${n}`).toBe(n)
    }
  }
})

test('the cube root of a cube is exact', () => {
  for (let i = -2000; i <= 2000; i++) expect(libm.cbrt(i * i * i)).toBe(i)
})

test.each([
  ['exp of 0', libm.exp(0), 1],
  ['exp of 1', libm.exp(1), Math.E],
  ['exp of 710', libm.exp(710), Number.POSITIVE_INFINITY],
  ['exp of -746', libm.exp(-746), 0],
  ['exp of infinity', libm.exp(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
  ['exp of minus infinity', libm.exp(Number.NEGATIVE_INFINITY), 0],
  ['exp of nothing', libm.exp(Number.NaN), Number.NaN],
  ['log of 1', libm.log(1), 0],
  ['log of 0', libm.log(0), Number.NEGATIVE_INFINITY],
  ['log of -1', libm.log(-1), Number.NaN],
  ['log of infinity', libm.log(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
  ['log1p of -1', libm.log1p(-1), Number.NEGATIVE_INFINITY],
  ['sin of 0', libm.sin(0), 0],
  ['cos of 0', libm.cos(0), 1],
  ['tan of 0', libm.tan(0), 0],
  ['sin of infinity', libm.sin(Number.POSITIVE_INFINITY), Number.NaN],
  ['asin of 1', libm.asin(1), Math.PI / 2],
  ['asin of 2', libm.asin(2), Number.NaN],
  ['acos of 1', libm.acos(1), 0],
  ['acos of -1', libm.acos(-1), Math.PI],
  ['acos of 0', libm.acos(0), Math.PI / 2],
  ['atan of 1', libm.atan(1), Math.PI / 4],
  ['atan of infinity', libm.atan(Number.POSITIVE_INFINITY), Math.PI / 2],
  ['atan2 of the left', libm.atan2(0, -1), Math.PI],
  ['atan2 of below', libm.atan2(-1, 0), -Math.PI / 2],
  ['atan2 of the diagonal', libm.atan2(1e300, 1e300), Math.PI / 4],
  ['acosh of 1', libm.acosh(1), 0],
  ['acosh of 0', libm.acosh(0), Number.NaN],
  ['atanh of 1', libm.atanh(1), Number.POSITIVE_INFINITY],
  ['atanh of 2', libm.atanh(2), Number.NaN],
  ['cosh of 0', libm.cosh(0), 1],
  ['cosh of 1000', libm.cosh(1000), Number.POSITIVE_INFINITY],
  ['sinh of -1000', libm.sinh(-1000), Number.NEGATIVE_INFINITY],
  ['tanh of 1000', libm.tanh(1000), 1],
  ['hypot of 3 and 4', libm.hypot(3, 4), 5],
  ['hypot of large', libm.hypot(3e300, 4e300), 5e300],
  ['pow of 0 and 0', libm.pow(0, 0), 1],
  ['pow of 0 and -1', libm.pow(0, -1), Number.POSITIVE_INFINITY],
  ['pow of -8 and a third', libm.pow(-8, 1 / 3), Number.NaN],
  ['pow of -2 and -3', libm.pow(-2, -3), -0.125],
  ['pow of 4 and a half', libm.pow(4, 0.5), 2],
  ['pow of 1.1 and 1e300', libm.pow(1.1, 1e300), Number.POSITIVE_INFINITY],
  ['pow of 0.9 and 1e300', libm.pow(0.9, 1e300), 0],
  ['cbrt of 27', libm.cbrt(27), 3],
  ['cbrt of the smallest', libm.cbrt(5e-324), Math.cbrt(5e-324)],
])('%s', (_name, found, expected) => {
  expect(found).toBe(expected)
})

test('identities hold: sin² + cos² is 1, and exp undoes log', () => {
  for (let i = 1; i < 500; i++) {
    const x = i * 1.37
    expect(Math.abs(libm.sin(x) ** 2 + libm.cos(x) ** 2 - 1)).toBeLessThan(5e-16)
    expect(Math.abs(libm.exp(libm.log(x)) / x - 1)).toBeLessThan(2e-15)
    expect(libm.sin(-x)).toBe(-libm.sin(x))
    expect(libm.cos(-x)).toBe(libm.cos(x))
  }
})
