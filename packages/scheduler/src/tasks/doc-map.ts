// Map of documents by space and id.

/** By space, then by id: to put both into one key would cost more than to look twice. */
export class DocMap<T> {
  readonly #spaces = new Map<string, Map<string, T>>()
  /** The space that was last looked at: mostly it is the same again. */
  #space = ''
  #ids: Map<string, T> | undefined
  size = 0

  get(space: string, id: string): T | undefined {
    if (space !== this.#space) {
      this.#space = space
      this.#ids = this.#spaces.get(space)
    }
    return this.#ids?.get(id)
  }

  set(space: string, id: string, value: T): void {
    const known = this.#spaces.get(space)
    const ids = known ?? new Map<string, T>()
    if (known === undefined) {
      this.#spaces.set(space, ids)
      this.#space = ''
    }
    if (!ids.has(id)) this.size++
    ids.set(id, value)
  }

  delete(space: string, id: string): void {
    const ids = this.#spaces.get(space)
    if (ids?.delete(id) !== true) return
    this.size--
    if (ids.size > 0) return
    this.#spaces.delete(space)
    this.#space = ''
    this.#ids = undefined
  }

  *values(): Iterable<T> {
    for (const ids of this.#spaces.values()) yield* ids.values()
  }
}
