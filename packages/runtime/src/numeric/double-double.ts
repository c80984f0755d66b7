// Numbers with twice the digits: an unevaluated sum of two doubles. Only +, − and × of doubles are
// used, which round alike in every runtime, so results are the same to the last bit. Algorithms after
// Dekker and Knuth.

export interface Dd {
  readonly hi: number
  /** At most half a unit in the last place of `hi`. */
  readonly lo: number
}

/** 2^27 + 1: cuts a double into two halves whose products are exact. */
const SPLITTER = 134_217_729

export function dd(hi: number, lo: number): Dd {
  return { hi, lo }
}

/** The exact sum of two doubles. */
export function twoSum(a: number, b: number): Dd {
  const hi = a + b
  const part = hi - a
  return { hi, lo: a - (hi - part) + (b - part) }
}

/** The exact sum, where `a` is the larger in size. */
export function quickSum(a: number, b: number): Dd {
  const hi = a + b
  return { hi, lo: b - (hi - a) }
}

/** The exact product of two doubles below 2^990. */
export function twoProduct(a: number, b: number): Dd {
  const hi = a * b
  const cutA = SPLITTER * a
  const highA = cutA - (cutA - a)
  const lowA = a - highA
  const cutB = SPLITTER * b
  const highB = cutB - (cutB - b)
  const lowB = b - highB
  return { hi, lo: highA * highB - hi + highA * lowB + lowA * highB + lowA * lowB }
}

export function add(a: Dd, b: Dd): Dd {
  const high = twoSum(a.hi, b.hi)
  const low = twoSum(a.lo, b.lo)
  const sum = quickSum(high.hi, high.lo + low.hi)
  return quickSum(sum.hi, sum.lo + low.lo)
}

export function addNumber(a: Dd, b: number): Dd {
  const high = twoSum(a.hi, b)
  return quickSum(high.hi, high.lo + a.lo)
}

export function negate(a: Dd): Dd {
  return { hi: -a.hi, lo: -a.lo }
}

export function subtract(a: Dd, b: Dd): Dd {
  return add(a, negate(b))
}

export function multiply(a: Dd, b: Dd): Dd {
  const product = twoProduct(a.hi, b.hi)
  return quickSum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi))
}

export function multiplyNumber(a: Dd, b: number): Dd {
  const product = twoProduct(a.hi, b)
  return quickSum(product.hi, product.lo + a.lo * b)
}

export function divide(a: Dd, b: Dd): Dd {
  const first = a.hi / b.hi
  const rest = subtract(a, multiplyNumber(b, first))
  const second = rest.hi / b.hi
  const last = subtract(rest, multiplyNumber(b, second))
  const sum = quickSum(first, second)
  return addNumber(sum, last.hi / b.hi)
}

/** Of a number that is not negative. */
export function squareRoot(a: Dd): Dd {
  if (a.hi <= 0) return { hi: 0, lo: 0 }
  const root = Math.sqrt(a.hi)
  const rest = subtract(a, twoProduct(root, root))
  return quickSum(root, rest.hi / (2 * root))
}

/** Times a power of two, which is exact. */
export function times(a: Dd, power: number): Dd {
  return { hi: a.hi * power, lo: a.lo * power }
}
