// Mutex of a model: first in, first out. Each holder has the model for itself until its work has come to an end.
// Most come when it is free, and need not ask for a turn.

export class Line {
  /** Settles when the last in line is through; undefined while the line is empty. */
  private last: Promise<unknown> | undefined

  get isFree(): boolean {
    return this.last === undefined
  }

  /** Acts when all before it are through: at once, if the line is empty. */
  enter<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.last === undefined ? act() : this.last.then(act)
    this.hold(acting)
    return acting
  }

  /** Puts work that has begun at the end of the line: later ones wait for it. */
  hold(acting: Promise<unknown>): void {
    const over = () => {
      if (this.last === last) this.last = undefined
    }
    const last = acting.then(over, over)
    this.last = last
  }

  /** Resolves when the line is empty. */
  async empty(): Promise<void> {
    while (this.last !== undefined) await this.last
  }
}
