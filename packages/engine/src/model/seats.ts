// Seats for work that holds much memory while it lasts: so much of it at once, and whoever comes then waits, first come,
// first served.

export class Seats {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Takes a seat: now, or when the promise resolves. Whoever takes one leaves it once, also if they no longer wait. */
  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free--
      return undefined
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free++
    else next()
  }
}
