// Complex numbers, written as texts such as 3+4i.

import { rows } from './rows.ts'

export const complex = rows(
  'engineering',
  `
COMPLEX(real_num, i_num, [suffix]) → text
  A complex number from its two parts, with i or j.
  COMPLEX(3, 4) → "3+4i"
  COMPLEX(0, -1, "j") → "-j"
IMABS(inumber) → number
  The size of a complex number.
  IMABS("3+4i") → 5
IMAGINARY(inumber) → number
  The imaginary part of a complex number.
  IMAGINARY("3+4i") → 4
IMARGUMENT(inumber) → number
  The angle of a complex number, in radians.
  ROUND(IMARGUMENT("3+4i"), 6) → 0.927295
IMCONJUGATE(inumber) → text
  A complex number with the sign of its imaginary part turned.
  IMCONJUGATE("3+4i") → "3-4i"
IMCOS(inumber) → text
  The cosine of a complex number.
  ROUND(IMREAL(IMCOS("1+i")), 6) → 0.83373
IMCOSH(inumber) → text
  The hyperbolic cosine of a complex number.
  ROUND(IMREAL(IMCOSH("1+i")), 6) → 0.83373
IMCOT(inumber) → text
  The cotangent of a complex number.
  ROUND(IMREAL(IMCOT("4+3i")), 6) → 0.004901
IMCSC(inumber) → text
  The cosecant of a complex number.
  ROUND(IMREAL(IMCSC("4+3i")), 6) → -0.07549
IMCSCH(inumber) → text
  The hyperbolic cosecant of a complex number.
  ROUND(IMREAL(IMCSCH("4+3i")), 6) → -0.036276
IMDIV(inumber1: text, inumber2: text) → text
  One complex number divided by another.
  IMDIV("5+5i", "1+2i") → "3-i"
IMEXP(inumber) → text
  The constant e, raised to a complex power.
  ROUND(IMREAL(IMEXP("1+i")), 6) → 1.468694
IMLN(inumber) → text
  The natural logarithm of a complex number.
  ROUND(IMREAL(IMLN("3+4i")), 6) → 1.609438
IMLOG10(inumber) → text
  The logarithm to base 10 of a complex number.
  ROUND(IMREAL(IMLOG10("3+4i")), 6) → 0.69897
IMLOG2(inumber) → text
  The logarithm to base 2 of a complex number.
  ROUND(IMREAL(IMLOG2("3+4i")), 6) → 2.321928
IMPOWER(inumber, number) → text
  A complex number raised to a power.
  ROUND(IMREAL(IMPOWER("2+3i", 3)), 6) → -46
IMPRODUCT(inumber1, …) → text
  The product of complex numbers.
  IMPRODUCT("3+4i", "5-3i") → "27+11i"
IMREAL(inumber) → number
  The real part of a complex number.
  IMREAL("6-9i") → 6
IMSEC(inumber) → text
  The secant of a complex number.
  ROUND(IMREAL(IMSEC("4+3i")), 6) → -0.065294
IMSECH(inumber) → text
  The hyperbolic secant of a complex number.
  ROUND(IMREAL(IMSECH("4+3i")), 6) → -0.036253
IMSIN(inumber) → text
  The sine of a complex number.
  ROUND(IMREAL(IMSIN("4+3i")), 6) → -7.619232
IMSINH(inumber) → text
  The hyperbolic sine of a complex number.
  ROUND(IMREAL(IMSINH("4+3i")), 6) → -27.016813
IMSQRT(inumber) → text
  The square root of a complex number.
  ROUND(IMREAL(IMSQRT("3+4i")), 6) → 2
IMSUB(inumber1: text, inumber2: text) → text
  One complex number less another.
  IMSUB("13+4i", "5+3i") → "8+i"
IMSUM(inumber1, …) → text
  The sum of complex numbers.
  IMSUM("3+4i", "5-3i") → "8+i"
IMTAN(inumber) → text
  The tangent of a complex number.
  ROUND(IMREAL(IMTAN("4+3i")), 6) → 0.004908
`,
)
