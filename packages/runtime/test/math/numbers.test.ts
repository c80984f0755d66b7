// Goal: powers, division, whole numbers and numerals give exact results and the errors a spreadsheet
// gives. Method: known values and identities.
import { expect, test } from 'vitest'
import { context, setContext } from '../../src/context.ts'
import { evaluate, shown } from './evaluate.ts'

test.each([
  ['MOD(3, -2)', -1],
  ['MOD(-3, -2)', -1],
  ['MOD(5.5, 2)', 1.5],
  ['MOD(0.3, 0.1)', 0],
  ['MOD(1, 0.1)', 0],
  ['MOD(-1, 0.1)', 0],
  ['MOD(10, 0)', '#DIV/0!'],
  ['MOD(0, 5)', 0],
  ['MOD(-0.5, 3)', 2.5],
  ['MOD(9007199254740991, 10)', 1],
  ['MOD(123456789012346, 7)', 123456789012346 % 7],
  ['MOD(1e20, 7)', '#NUM!'],
  ['QUOTIENT(10, 3)', 3],
  ['QUOTIENT(-1, 3)', 0],
  ['QUOTIENT(1, 0)', '#DIV/0!'],
  ['POWER(2, 0.5)', Math.SQRT2],
  ['POWER(0, 0)', '#NUM!'],
  ['POWER(0, -1)', '#DIV/0!'],
  ['POWER(-8, 1/3)', '#NUM!'],
  ['POWER(10, 308)', 1e308],
  ['POWER(10, 309)', '#NUM!'],
  ['POWER(10, -2)', 0.01],
  ['SQRT(-1)', '#NUM!'],
  ['SQRT(2)', Math.SQRT2],
  ['SQRTPI(-1)', '#NUM!'],
  ['LN(0)', '#NUM!'],
  ['LN(-1)', '#NUM!'],
  ['LOG(100)', 2],
  ['LOG(8, 2)', 3],
  ['LOG(243, 3)', 5],
  ['LOG(0.25, 2)', -2],
  ['LOG(5, 1)', '#DIV/0!'],
  ['LOG(5, 0)', '#NUM!'],
  ['LOG10(0.001)', -3],
  ['EXP(710)', '#NUM!'],
  ['EXP(1)', Math.E],
  ['SIGN(0)', 0],
  ['SIGN(0.1)', 1],
  ['ABS(-2)', 2],
  ['CLAMP(5, 10, 1)', '#NUM!'],
  ['CLAMP(5, 1, 10)', 5],
])('%s is %s', (formula, expected) => {
  expect(shown(formula)).toBe(expected)
})

test.each([
  ['GCD(5)', 5],
  ['GCD(0, 7)', 7],
  ['GCD(12.9, 18)', 6],
  ['GCD([12, 18; 30, 42])', 6],
  ['GCD(-2, 4)', '#NUM!'],
  ['LCM(2, 3, 5, 7)', 210],
  ['LCM(0, 3)', 0],
  ['LCM(9007199254740991, 2)', '#NUM!'],
  ['COMBIN(5, 0)', 1],
  ['COMBIN(52, 5)', 2598960],
  ['COMBIN(50, 25)', 126410606437752],
  ['COMBIN(3, 4)', '#NUM!'],
  ['COMBIN(-1, 0)', '#NUM!'],
  ['COMBIN(1e9, 5e8)', '#NUM!'],
  ['COMBINA(0, 0)', 1],
  ['COMBINA(10, 3)', 220],
  ['FACT(0)', 1],
  ['FACT(1.9)', 1],
  ['FACT(20)', 2432902008176640000],
  ['FACT(170)', 7.257415615307999e306],
  ['FACT(171)', '#NUM!'],
  ['FACT(-1)', '#NUM!'],
  ['FACTDOUBLE(6)', 48],
  ['FACTDOUBLE(0)', 1],
  ['FACTDOUBLE(-1)', 1],
  ['FACTDOUBLE(-2)', '#NUM!'],
  ['MULTINOMIAL(1, 1, 1)', 6],
  ['MULTINOMIAL([2, 3, 4])', 1260],
  ['BASE(0, 2)', '0'],
  ['BASE(35, 36)', 'Z'],
  ['BASE(9007199254740991, 2)', '1'.repeat(53)],
  ['BASE(7, 1)', '#NUM!'],
  ['BASE(-1, 2)', '#NUM!'],
  ['DECIMAL("zz", 36)', 1295],
  ['DECIMAL("102", 2)', '#NUM!'],
  ['DECIMAL("", 2)', 0],
  ['ROMAN(499, 1)', 'LDVLIV'],
  ['ROMAN(499, 2)', 'XDIX'],
  ['ROMAN(499, 3)', 'VDIV'],
  ['ROMAN(1999)', 'MCMXCIX'],
  ['ROMAN(3999)', 'MMMCMXCIX'],
  ['ROMAN(0)', ''],
  ['ROMAN(4000)', '#VALUE!'],
  ['ROMAN(5, 7)', '#VALUE!'],
  ['ARABIC("mcmxii")', 1912],
  ['ARABIC("-IV")', -4],
  ['ARABIC("")', 0],
  ['ARABIC("ABC")', '#VALUE!'],
  ['ARABIC("LDVLIV")', 499],
])('%s gives %s', (formula, expected) => {
  expect(shown(formula)).toBe(expected)
})

test('reading a Roman numeral undoes writing it, in every form', () => {
  for (let form = 0; form <= 4; form++) {
    for (let n = 1; n <= 3999; n += 37) {
      expect(evaluate(`ARABIC(ROMAN(${n}, ${form}))`)).toBe(n)
    }
  }
})

test('reading a number in another base undoes writing it', () => {
  for (let radix = 2; radix <= 36; radix++) {
    expect(evaluate(`DECIMAL(BASE(123456789, ${radix}), ${radix})`)).toBe(123456789)
    expect(evaluate(`BASE(123456789, ${radix})`)).toBe((123456789).toString(radix).toUpperCase())
  }
})

test('chance comes from the context and keeps within its bounds', () => {
  const before = context.random
  setContext({ ...context, random: () => 0.999999 })
  expect(evaluate('RAND()')).toBe(0.999999)
  expect(evaluate('RANDBETWEEN(1, 6)')).toBe(6)
  setContext({ ...context, random: () => 0 })
  expect(evaluate('RANDBETWEEN(1.5, 6)')).toBe(2)
  expect(shown('RANDBETWEEN(6, 1)')).toBe('#NUM!')
  setContext({ ...context, random: before })
})

test.each([
  ['ACOS(2)', '#NUM!'],
  ['ASIN(-1.1)', '#NUM!'],
  ['ACOSH(0.5)', '#NUM!'],
  ['ATANH(1)', '#NUM!'],
  ['ACOTH(1)', '#NUM!'],
  ['ATAN2(0, 0)', '#DIV/0!'],
  ['COT(0)', '#DIV/0!'],
  ['COTH(0)', '#DIV/0!'],
  ['CSC(0)', '#DIV/0!'],
  ['CSCH(0)', '#DIV/0!'],
  ['SIN(1)', Math.sin(1)],
  ['COS(PI())', -1],
  ['ACOT(0)', Math.PI / 2],
  ['ATAN2(1, 0)', 0],
  ['ATAN2(-1, 0)', Math.PI],
  ['DEGREES(PI() / 6)', 30],
  ['RADIANS(360)', 2 * Math.PI],
  ['SINH(1000)', '#NUM!'],
  ['TANH(1000)', 1],
])('the angle function %s is %s', (formula, expected) => {
  expect(shown(formula)).toBe(expected)
})
