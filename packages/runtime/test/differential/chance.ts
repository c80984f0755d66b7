// A seeded generator, so that a difference found once is found again. Every function has a seed of its
// own: a new function changes nothing for the others.

export class Chance {
  #state: number

  constructor(seed: string) {
    let hash = 2_166_136_261
    for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
    this.#state = hash >>> 0
  }

  /** From 0 up to, not including, 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** Both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1))
  }

  /** With so many decimals, as people write numbers. */
  decimal(low: number, high: number, decimals = 2): number {
    return Number((low + this.share() * (high - low)).toFixed(decimals))
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)]!
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.share() * 100 < share
  }

  many<T>(count: number, one: () => T): T[] {
    return Array.from({ length: count }, one)
  }
}
