// Mutual exclusion per model: opening, deploying and deleting one come one after another; models do not wait for each other.

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  enter<T>(id: string, act: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(id) ?? Promise.resolve()).then(act, act)
    this.#last.set(id, turn)
    const over = () => {
      if (this.#last.get(id) === turn) this.#last.delete(id)
    }
    turn.then(over, over)
    return turn
  }

  /** Resolves when all that have come so far are through. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#last.values())
  }
}
