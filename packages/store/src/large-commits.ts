// Turns of large commits: one at a time is on its way to the database. A database is busy for as long as a commit has rows,
// so a small commit waits for one large one at most, however many are wanted at once.

/** A place in the line. */
export interface LargeTurn {
  /** Resolves when it has come; undefined if it is here. */
  readonly come: Promise<void> | undefined
  /** The commit has its verdict, or will not be made. May be called more than once. */
  end(): void
}

export class LargeCommits {
  /** End of the last one in line; undefined while there is none. */
  #last: Promise<void> | undefined

  turn(): LargeTurn {
    const come = this.#last
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const last = come === undefined ? ended : come.then(() => ended)
    this.#last = last
    void last.then(() => {
      if (this.#last === last) this.#last = undefined
    })
    return { come, end }
  }
}
