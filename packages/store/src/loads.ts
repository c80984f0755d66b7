// Loads of documents from the database. One load per document or space at a time; each has a
// generation, by which a waiter can tell a new load from the one already seen.

import { docKey } from './address.ts'
import type { Change } from './commit.ts'
import type { Driver } from './driver.ts'
import type { Replica } from './replica.ts'

/** A document, or all of a space. */
export interface LoadKey {
  readonly space: string
  readonly id?: string
}

export class Loads {
  readonly #driver: Driver
  readonly #replica: Replica
  readonly #pulled: (changes: Change[]) => void
  readonly #pending = new Map<string, { key: LoadKey; promise: Promise<void> }>()
  readonly #generations = new Map<string, number>()

  constructor(driver: Driver, replica: Replica, pulled: (changes: Change[]) => void) {
    this.#driver = driver
    this.#replica = replica
    this.#pulled = pulled
  }

  /** Resolves when the document, or all of the space, is here. */
  load(key: LoadKey): Promise<void> {
    const name = keyOf(key)
    const pending = this.#pending.get(name)
    if (pending !== undefined) return pending.promise
    if (this.#isHere(key)) return Promise.resolve()
    const generation = (this.#generations.get(name) ?? 0) + 1
    this.#generations.set(name, generation)
    const promise = this.#fetch(key).finally(() => this.#pending.delete(name))
    this.#pending.set(name, { key, promise })
    return promise
  }

  pending(): LoadKey[] {
    return [...this.#pending.values()].map(({ key }) => key)
  }

  /** Number of loads of this key that were started. */
  generation(key: LoadKey): number {
    return this.#generations.get(keyOf(key)) ?? 0
  }

  /** Resolves when these loads are over; rejects if one failed. */
  async settled(keys: readonly LoadKey[]): Promise<void> {
    const names = new Set(keys.map(keyOf))
    await Promise.all([...names].map((name) => this.#pending.get(name)?.promise))
  }

  /**
   * Reads everything again that is here, after too much was missed. A document without a row any more was deleted
   * so long ago that its tombstone is gone: it is absent, as of this commit.
   */
  async reload(head: number): Promise<void> {
    for (const space of this.#replica.spaces()) {
      const isWanted = this.#replica.isSpaceWanted(space)
      const here = [...this.#replica.docs(space)].filter(({ derived }) => derived !== true)
      const rows = isWanted
        ? await this.#driver.load(space)
        : (await Promise.all(here.map(({ id }) => this.#driver.load(space, id)))).flat()
      const found = new Set<string>()
      for (const row of rows) {
        found.add(row.id)
        this.#replica.integrate(this.#replica.doc(space, row.id), row.seq, row.value)
      }
      for (const doc of here) {
        if (doc.seq > 0 && !found.has(doc.id)) this.#replica.integrate(doc, head, undefined)
      }
    }
  }

  #isHere(key: LoadKey): boolean {
    if (this.#replica.isSpaceLoaded(key.space)) return true
    return key.id !== undefined && this.#replica.find(key.space, key.id)?.loaded === true
  }

  async #fetch(key: LoadKey): Promise<void> {
    this.#replica.expect(key.space, key.id)
    const rows = await this.#driver.load(key.space, key.id)
    const changes: Change[] = []
    for (const row of rows) {
      const change = this.#replica.integrate(
        this.#replica.doc(row.space, row.id),
        row.seq,
        row.value,
      )
      if (change !== undefined) changes.push(change)
    }
    if (key.id === undefined) this.#replica.markSpaceLoaded(key.space)
    else this.#replica.doc(key.space, key.id).loaded = true
    if (changes.length > 0) this.#pulled(changes)
  }
}

function keyOf(key: LoadKey): string {
  return key.id === undefined ? `space:${key.space}` : `doc:${docKey(key.space, key.id)}`
}
