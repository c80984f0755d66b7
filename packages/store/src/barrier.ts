// Barrier: counts commits without a verdict, and work that others say belongs to them. A process
// may stop, or say that it is at rest, only when the count is zero.

export class Barrier {
  private pending = 0
  #waiting: (() => void)[] = []

  get busy(): boolean {
    return this.pending > 0
  }

  /** Until `end`, which must be called as often. */
  begin(): void {
    this.pending++
  }

  end(): void {
    this.pending--
    if (this.pending > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }

  /** Until the returned function is called, however often. */
  enter(): () => void {
    this.begin()
    let left = false
    return () => {
      if (left) return
      left = true
      this.end()
    }
  }

  /** Counts a promise as pending until it settles, either way. */
  track<T>(promise: Promise<T>): Promise<T> {
    const leave = this.enter()
    promise.then(leave, leave)
    return promise
  }

  settled(): Promise<void> {
    if (this.pending === 0) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}
