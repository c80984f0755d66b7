// Angles and their functions. Angles are in radians.

import { rows } from './rows.ts'

export const trigonometry = rows(
  'math',
  `
ACOS(number) → number
  The angle that has this cosine, from 0 to pi.
  ACOS(1) → 0
  ROUND(ACOS(-1), 6) → 3.141593
ACOSH(number) → number
  The number that has this hyperbolic cosine.
  ACOSH(1) → 0
ACOT(number) → number
  The angle that has this cotangent, between 0 and pi.
  ROUND(ACOT(1), 6) → 0.785398
ACOTH(number) → number
  The number that has this hyperbolic cotangent.
  ROUND(ACOTH(2), 6) → 0.549306
ASIN(number) → number
  The angle that has this sine, from -pi/2 to pi/2.
  ROUND(ASIN(1), 6) → 1.570796
ASINH(number) → number
  The number that has this hyperbolic sine.
  ASINH(0) → 0
  ROUND(ASINH(1), 6) → 0.881374
ATAN(number) → number
  The angle that has this tangent, between -pi/2 and pi/2.
  ROUND(ATAN(1), 6) → 0.785398
ATAN2(x_num, y_num) → number
  The angle from the x axis to a point, x first, between -pi and pi.
  ROUND(ATAN2(-1, 1), 6) → 2.356194
ATANH(number) → number
  The number that has this hyperbolic tangent.
  ROUND(ATANH(0.5), 6) → 0.549306
COS(number) → number
  The cosine of an angle.
  COS(0) → 1
COSH(number) → number
  The hyperbolic cosine.
  COSH(0) → 1
COT(number) → number
  The cotangent of an angle.
  ROUND(COT(1), 6) → 0.642093
COTH(number) → number
  The hyperbolic cotangent.
  ROUND(COTH(2), 6) → 1.037315
CSC(number) → number
  The cosecant of an angle: one over its sine.
  ROUND(CSC(1), 6) → 1.188395
CSCH(number) → number
  The hyperbolic cosecant.
  ROUND(CSCH(1), 6) → 0.850918
DEGREES(angle) → number
  Turns radians into degrees.
  DEGREES(PI()) → 180
RADIANS(angle) → number
  Turns degrees into radians.
  ROUND(RADIANS(180), 6) → 3.141593
SEC(number) → number
  The secant of an angle: one over its cosine.
  SEC(0) → 1
SECH(number) → number
  The hyperbolic secant.
  SECH(0) → 1
SIN(number) → number
  The sine of an angle.
  SIN(0) → 0
  ROUND(SIN(PI() / 2), 6) → 1
SINH(number) → number
  The hyperbolic sine.
  ROUND(SINH(1), 6) → 1.175201
TAN(number) → number
  The tangent of an angle.
  ROUND(TAN(PI() / 4), 6) → 1
TANH(number) → number
  The hyperbolic tangent.
  ROUND(TANH(1), 6) → 0.761594
`,
)
