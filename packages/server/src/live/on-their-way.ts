// Which models have commits on their way. A model computes first and commits then, so while one is on its
// way, the cells in memory are ahead of what is durable, and nobody may be shown them.

import type { Store } from '@cellwake/store'

export class OnTheirWay {
  readonly #store: Store
  /** Documents that were written and may still be on their way, for each space that is followed. */
  readonly #written = new Map<string, Set<string>>()
  readonly #stop: () => void

  constructor(store: Store) {
    this.#store = store
    this.#stop = store.subscribe(({ type, changes }) => {
      if (type !== 'commit') return
      for (const { space, id } of changes) this.#written.get(space)?.add(id)
    })
  }

  follow(model: string): void {
    const space = spaceOf(model)
    if (this.#written.has(space)) return
    const ids = [...this.#store.documents(space)]
    this.#written.set(space, new Set(ids.filter((id) => this.#isPending(space, id))))
  }

  unfollow(model: string): void {
    this.#written.delete(spaceOf(model))
  }

  /** True if everything that the model has computed is durable. */
  isQuiet(model: string): boolean {
    const space = spaceOf(model)
    const written = this.#written.get(space)
    if (written === undefined) return true
    for (const id of written) {
      if (this.#isPending(space, id)) return false
      written.delete(id)
    }
    return true
  }

  close(): void {
    this.#stop()
    this.#written.clear()
  }

  #isPending(space: string, id: string): boolean {
    return this.#store.version({ space, id }).pending
  }
}

/** Where the engine keeps a model. See test: shows nothing while a set is on its way */
function spaceOf(model: string): string {
  return `model:${model}`
}
