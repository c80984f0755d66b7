// Those who change a model stand in line: each has it for itself, in the order in which they came, until what it does
// has come to an end. Most come when nobody is there, and need not ask for a turn.

export class Line {
  /** Settles when the last that came is through; undefined while nobody is there. */
  private last: Promise<unknown> | undefined

  get isFree(): boolean {
    return this.last === undefined
  }

  /** Acts when all that came before are through: at once, if nobody is there. */
  enter<T>(act: () => Promise<T>): Promise<T> {
    const acting = this.last === undefined ? act() : this.last.then(act)
    this.hold(acting)
    return acting
  }

  /** Whoever comes now waits for this, which has begun. */
  hold(acting: Promise<unknown>): void {
    const over = () => {
      if (this.last === last) this.last = undefined
    }
    const last = acting.then(over, over)
    this.last = last
  }

  /** Resolves when nobody is there. */
  async empty(): Promise<void> {
    while (this.last !== undefined) await this.last
  }
}
