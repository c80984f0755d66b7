// Numbers that look random and are the same for the same seed.

/** Draws from a seed. */
export interface Seeded {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  /** One of the values. */
  pick<T>(values: readonly T[]): T
}

/** The mulberry32 generator. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (values) => values[below(values.length)]! }
}
