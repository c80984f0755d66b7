// The elementary functions, the same to the last bit in every runtime: the machine's own differ there.
// All are within one unit in the last place, most within 0.51.

export { acos, acot, asin, atan, atan2 } from './libm-arc.ts'
export { cosh, coth, exp, expm1, sinh, tanh } from './libm-exp.ts'
export { acosh, acoth, asinh, atanh, log, log1p, log2, log10, logToBase } from './libm-log.ts'
export { cbrt, hypot, pow } from './libm-pow.ts'
export { cos, cot, sin, tan } from './libm-trig.ts'
