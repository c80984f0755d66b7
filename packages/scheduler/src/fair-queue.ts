// Fair queue: round-robin over callers, so that none waits behind all that another has asked for.

export class FairQueue<T> {
  /** In the order in which they are served. */
  readonly #waiting = new Map<string, T[]>()

  add(who: string, what: T): void {
    const mine = this.#waiting.get(who)
    if (mine === undefined) this.#waiting.set(who, [what])
    else mine.push(what)
  }

  /** Number of waiting entries of one owner. */
  count(who: string): number {
    return this.#waiting.get(who)?.length ?? 0
  }

  /** Next entry in round-robin order whose owner `may` run; the owner then goes to the back of the queue. */
  take(may: (who: string) => boolean): { readonly who: string; readonly what: T } | undefined {
    for (const [who, [what, ...more]] of this.#waiting) {
      if (!may(who)) continue
      this.#waiting.delete(who)
      if (more.length > 0) this.#waiting.set(who, more)
      return { who, what: what! }
    }
    return undefined
  }

  /** Removes an entry that is not needed any more. */
  remove(who: string, what: T): void {
    const mine = this.#waiting.get(who)?.filter((other) => other !== what) ?? []
    if (mine.length === 0) this.#waiting.delete(who)
    else this.#waiting.set(who, mine)
  }

  *all(): Iterable<T> {
    for (const waiting of this.#waiting.values()) yield* waiting
    this.#waiting.clear()
  }
}
