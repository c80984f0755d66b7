// Seeded chance. The same seed gives the same numbers, on every machine and in every version of
// Node, so that a run that failed can be run again.

/** Numbers in [0, 1): mulberry32, which has 32 bits of state and no bias that a rig would notice. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from `from` up to and without `to`. */
export function between(random: () => number, from: number, to: number): number {
  return from + Math.floor(random() * (to - from))
}

export function pick<T>(random: () => number, choices: readonly T[]): T {
  const choice = choices[between(random, 0, choices.length)]
  if (choice === undefined) throw new RangeError('there is nothing to pick from')
  return choice
}
