// Failures in the background, kept until somebody waits: a run that stands alone fails with the first, and the
// process goes on.

export class Faults {
  readonly #found: unknown[] = []

  /** Hears of one. */
  readonly report = (error: unknown): void => {
    this.#found.push(error)
  }

  /** Throws the first, if there is one. */
  mustBeNone(): void {
    if (this.#found.length > 0) throw this.#found.splice(0)[0]
  }
}
