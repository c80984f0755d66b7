// Bessel functions of order 0 and 1 as Excel computes them: the polynomials of Abramowitz and Stegun (9.4 and 9.8)
// and the rational fits that go with them. They are right to some eight digits, and the same eight as in Excel.

import { cos, exp, log, sin } from './libm.ts'

const TWO_OVER_PI = 0.636619772
const QUARTER_TURN = 0.785398164
const THREE_QUARTER_TURNS = 2.356194491
/** Up to here the functions of the first two kinds have one fit, and beyond it another. */
const WAVES_FROM = 8
/** The same of the modified function of the first kind. */
const GROWTH_FROM = 3.75

/** By Horner, the constant term first. */
function polynomial(x: number, terms: readonly number[]): number {
  let value = 0
  for (let i = terms.length - 1; i >= 0; i--) value = value * x + terms[i]!
  return value
}

const J0_ABOVE = [
  57568490574, -13362590354, 651619640.7, -11214424.18, 77392.33017, -184.9052456,
] as const
const J0_BELOW = [57568490411, 1029532985, 9494680.718, 59272.64853, 267.8532712, 1] as const
const J1_ABOVE = [
  72362614232, -7895059235, 242396853.1, -2972611.439, 15704.4826, -30.16036606,
] as const
const J1_BELOW = [144725228442, 2300535178, 18583304.74, 99447.43394, 376.9991397, 1] as const
const Y0_ABOVE = [
  -2957821389, 7062834065, -512359803.6, 10879881.29, -86327.92757, 228.4622733,
] as const
const Y0_BELOW = [40076544269, 745249964.8, 7189466.438, 47447.2647, 226.1030244, 1] as const
const Y1_ABOVE = [
  -0.4900604943e13, 0.127527439e13, -0.5153438139e11, 0.7349264551e9, -0.4237922726e7,
  0.8511937935e4,
] as const
const Y1_BELOW = [
  0.249958057e14, 0.4244419664e12, 0.3733650367e10, 0.2245904002e8, 0.102042605e6, 0.3549632885e3,
  1,
] as const

const PHASE_0 = [1, -0.1098628627e-2, 0.2734510407e-4, -0.2073370639e-5, 0.2093887211e-6] as const
const DRIFT_0 = [
  -0.1562499995e-1, 0.1430488765e-3, -0.6911147651e-5, 0.7621095161e-6, -0.934935152e-7,
] as const
const PHASE_1 = [1, 0.183105e-2, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6] as const
/** The first kind of order 1 has the third term twice in Excel, so from 8 on it has seven digits. */
const PHASE_J1 = [
  1, 0.183105e-2, -0.3516396496e-4, -0.3516396496e-4, 0.2457520174e-5, -0.240337019e-6,
] as const
const DRIFT_1 = [
  0.04687499995, -0.2002690873e-3, 0.8449199096e-5, -0.88228987e-6, 0.105787412e-6,
] as const

/** A large argument: a wave that fades, as the first kind (`turned` false) or the second. */
function wave(x: number, order: 0 | 1, turned: boolean): number {
  const z = 8 / x
  const y = z * z
  const angle = x - (order === 0 ? QUARTER_TURN : THREE_QUARTER_TURNS)
  const p = polynomial(y, order === 0 ? PHASE_0 : turned ? PHASE_1 : PHASE_J1)
  const q = z * polynomial(y, order === 0 ? DRIFT_0 : DRIFT_1)
  const scale = Math.sqrt(TWO_OVER_PI / x)
  return turned
    ? scale * (sin(angle) * p + cos(angle) * q)
    : scale * (cos(angle) * p - sin(angle) * q)
}

export function fitJ0(x: number): number {
  const size = Math.abs(x)
  const y = x * x
  return size < WAVES_FROM
    ? polynomial(y, J0_ABOVE) / polynomial(y, J0_BELOW)
    : wave(size, 0, false)
}

export function fitJ1(x: number): number {
  const size = Math.abs(x)
  const y = x * x
  if (size < WAVES_FROM) return (x * polynomial(y, J1_ABOVE)) / polynomial(y, J1_BELOW)
  return x < 0 ? -wave(size, 1, false) : wave(size, 1, false)
}

/** Above 0. */
export function fitY0(x: number): number {
  if (x >= WAVES_FROM) return wave(x, 0, true)
  const y = x * x
  return polynomial(y, Y0_ABOVE) / polynomial(y, Y0_BELOW) + TWO_OVER_PI * fitJ0(x) * log(x)
}

/** Above 0. */
export function fitY1(x: number): number {
  if (x >= WAVES_FROM) return wave(x, 1, true)
  const y = x * x
  const fit = (x * polynomial(y, Y1_ABOVE)) / polynomial(y, Y1_BELOW)
  return fit + TWO_OVER_PI * (fitJ1(x) * log(x) - 1 / x)
}

const I0_NEAR = [1, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813] as const
const I0_FAR = [
  0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537, -0.01647633,
  0.00392377,
] as const
const I1_NEAR = [
  0.5, 0.87890594, 0.51498869, 0.15084934, 0.02658733, 0.00301532, 0.00032411,
] as const
const I1_FAR = [
  0.39894228, -0.03988024, -0.00362018, 0.00163801, -0.01031555, 0.02282967, -0.02895312,
  0.01787654, -0.00420059,
] as const

export function fitI0(x: number): number {
  const size = Math.abs(x)
  const near = x / GROWTH_FROM
  if (size < GROWTH_FROM) return polynomial(near * near, I0_NEAR)
  return (exp(size) / Math.sqrt(size)) * polynomial(GROWTH_FROM / size, I0_FAR)
}

export function fitI1(x: number): number {
  const size = Math.abs(x)
  const near = x / GROWTH_FROM
  if (size < GROWTH_FROM) return x * polynomial(near * near, I1_NEAR)
  const found = (exp(size) / Math.sqrt(size)) * polynomial(GROWTH_FROM / size, I1_FAR)
  return x < 0 ? -found : found
}

const K0_NEAR = [
  -0.57721566, 0.4227842, 0.23069756, 0.0348859, 0.00262698, 0.0001075, 0.0000074,
] as const
const K0_FAR = [
  1.25331414, -0.07832358, 0.02189568, -0.01062446, 0.00587872, -0.0025154, 0.00053208,
] as const
const K1_NEAR = [
  1, 0.15443144, -0.67278579, -0.18156897, -0.01919402, -0.00110404, -0.00004686,
] as const
const K1_FAR = [
  1.25331414, 0.23498619, -0.0365562, 0.01504268, -0.00780353, 0.00325614, -0.00068245,
] as const

/** Above 0. */
export function fitK0(x: number): number {
  if (x <= 2) return polynomial((x * x) / 4, K0_NEAR) - log(x / 2) * fitI0(x)
  return (exp(-x) / Math.sqrt(x)) * polynomial(2 / x, K0_FAR)
}

/** Above 0. */
export function fitK1(x: number): number {
  if (x <= 2) return log(x / 2) * fitI1(x) + polynomial((x * x) / 4, K1_NEAR) / x
  return (exp(-x) / Math.sqrt(x)) * polynomial(2 / x, K1_FAR)
}
