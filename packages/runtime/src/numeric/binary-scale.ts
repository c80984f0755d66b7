// Powers of two, and numbers taken apart by them, without looking at bits.

import type { Dd } from './double-double.ts'

const HIGHEST_POWER = 1023
const LOWEST_NORMAL_POWER = -1022
const LOWEST_POWER = -1074

const powers: number[] = []
for (let i = 0, power = 1; i <= HIGHEST_POWER; i++, power *= 2) powers.push(power)

/** 2^n, for n from -1022 to 1023. */
export function powerOfTwo(n: number): number {
  return n >= 0 ? powers[n]! : 1 / powers[-n]!
}

/** x × 2^n, rounded once. */
export function scale(x: number, n: number): number {
  let scaled = x
  let left = n
  while (left > HIGHEST_POWER && scaled !== 0 && Math.abs(scaled) < Number.POSITIVE_INFINITY) {
    scaled *= powers[HIGHEST_POWER]!
    left -= HIGHEST_POWER
  }
  if (left > HIGHEST_POWER) return scaled
  if (left < LOWEST_NORMAL_POWER) {
    if (left < 2 * LOWEST_POWER) return 0
    // A step that keeps a number around 1 normal, so that only the last step rounds.
    scaled *= powerOfTwo(LOWEST_NORMAL_POWER + 1)
    left -= LOWEST_NORMAL_POWER + 1
    if (left < LOWEST_NORMAL_POWER) return 0
  }
  return scaled * powerOfTwo(left)
}

/** (hi + lo) × 2^n for hi from 1/2 to 4, rounded once even where the result has few digits left. */
export function scaleSum(sum: Dd, n: number): number {
  const whole = sum.hi + sum.lo
  if (n >= LOWEST_NORMAL_POWER + 1) return scale(whole, n)
  if (n < LOWEST_POWER - 3) return 0
  const unit = powerOfTwo(LOWEST_POWER - n)
  // Adding this leaves room for nothing below the unit.
  const coarse = unit * 6_755_399_441_055_744
  let rounded = sum.hi + coarse - coarse
  const rest = sum.hi - rounded + sum.lo
  if (rest > unit / 2) rounded += unit
  else if (rest < -unit / 2) rounded -= unit
  return scale(rounded, n)
}

export interface Parts {
  /** From 1 up to, not including, 2. */
  readonly mantissa: number
  readonly power: number
}

/** A finite number that is not negative as mantissa × 2^power. */
export function partsOf(x: number): Parts {
  if (x === 0) return { mantissa: 0, power: 0 }
  let mantissa = x
  let power = 0
  if (mantissa >= 2) {
    for (let step = 512; step >= 1; step /= 2) {
      if (mantissa < powers[step]!) continue
      mantissa /= powers[step]!
      power += step
    }
  } else if (mantissa < 1) {
    // Below the normal numbers one round is not enough.
    while (mantissa < 1) {
      for (let step = 512; step >= 1; step /= 2) {
        if (mantissa * powers[step]! >= 2) continue
        mantissa *= powers[step]!
        power -= step
      }
    }
  }
  return { mantissa, power }
}
