// Bases, bits, units and the special functions of engineers.

import { rows } from './rows.ts'

export const engineering = rows(
  'engineering',
  `
BESSELI(x, n) → number
  The modified Bessel function of the first kind, of order n.
  ROUND(BESSELI(1.5, 1), 6) → 0.981666
BESSELJ(x, n) → number
  The Bessel function of the first kind, of order n.
  ROUND(BESSELJ(1.9, 2), 6) → 0.329926
BESSELK(x, n) → number
  The modified Bessel function of the second kind, of order n.
  ROUND(BESSELK(1.5, 1), 6) → 0.277388
BESSELY(x, n) → number
  The Bessel function of the second kind, of order n.
  ROUND(BESSELY(2.5, 1), 6) → 0.145918
BIN2DEC(number: any) → number
  Reads a binary number of up to ten digits; ten with a leading 1 are negative.
  BIN2DEC(1100100) → 100
  BIN2DEC("1111111111") → -1
BIN2HEX(number: any, [places]) → text
  A binary number in hexadecimal.
  BIN2HEX(11111011, 4) → "00FB"
BIN2OCT(number: any, [places]) → text
  A binary number in octal.
  BIN2OCT(1001, 3) → "011"
BITAND(number1: number, number2: number) → number
  The bits that both numbers have.
  BITAND(13, 25) → 9
BITLSHIFT(number, shift_amount) → number
  A number with its bits moved to the left.
  BITLSHIFT(4, 2) → 16
BITOR(number1: number, number2: number) → number
  The bits that at least one number has.
  BITOR(23, 10) → 31
BITRSHIFT(number, shift_amount) → number
  A number with its bits moved to the right.
  BITRSHIFT(13, 2) → 3
BITXOR(number1: number, number2: number) → number
  The bits that only one of the numbers has.
  BITXOR(5, 3) → 6
CONVERT(number, from_unit, to_unit) → number
  Turns a measure from one unit into another. A unit may carry a prefix such as k or m.
  CONVERT(68, "F", "C") → 20
  CONVERT(2.5, "km", "m") → 2500
DEC2BIN(number, [places]) → text
  A number from -512 to 511 in binary.
  DEC2BIN(9, 4) → "1001"
  DEC2BIN(-100) → "1110011100"
DEC2HEX(number, [places]) → text
  A number in hexadecimal.
  DEC2HEX(100, 4) → "0064"
DEC2OCT(number, [places]) → text
  A number in octal.
  DEC2OCT(58, 3) → "072"
DELTA(number1: number, [number2: number]) → number
  1 if two numbers are equal, else 0; the second is 0 unless told.
  DELTA(5, 5) → 1
ERF(lower_limit, [upper_limit]) → number
  The error function, from 0 or between two limits.
  ROUND(ERF(1), 6) → 0.842701
ERF.PRECISE(x) → number
  The error function from 0 to x.
  ROUND(ERF.PRECISE(1), 6) → 0.842701
ERFC(x) → number
  One minus the error function.
  ROUND(ERFC(1), 6) → 0.157299
ERFC.PRECISE(x) → number
  One minus the error function; the same as ERFC.
  ROUND(ERFC.PRECISE(1), 6) → 0.157299
GESTEP(number, [step]) → number
  1 if a number reaches a threshold, else 0; the threshold is 0 unless told.
  GESTEP(5, 4) → 1
HEX2BIN(number: any, [places]) → text
  A hexadecimal number in binary.
  HEX2BIN("F", 8) → "00001111"
HEX2DEC(number: any) → number
  Reads a hexadecimal number of up to ten digits.
  HEX2DEC("A5") → 165
HEX2OCT(number: any, [places]) → text
  A hexadecimal number in octal.
  HEX2OCT("3B4E") → "35516"
OCT2BIN(number: any, [places]) → text
  An octal number in binary.
  OCT2BIN(3, 3) → "011"
OCT2DEC(number: any) → number
  Reads an octal number of up to ten digits.
  OCT2DEC(54) → 44
OCT2HEX(number: any, [places]) → text
  An octal number in hexadecimal.
  OCT2HEX(100, 4) → "0040"
`,
)
