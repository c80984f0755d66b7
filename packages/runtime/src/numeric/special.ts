// The special functions that statistics and engineering need, on the same footing as `libm.ts`.

export { erf, erfc, scaledErfc } from './special-erf.ts'
export { beta, factorial, gamma, lnBeta, lnGamma } from './special-gamma.ts'
export { betaI, betaQ, betaWeight, gammaP, gammaQ, gammaWeight } from './special-incomplete.ts'
export {
  betaIInverse,
  gammaPInverse,
  gammaQInverse,
  increasingRoot,
  normalQuantile,
} from './special-inverse.ts'
