// A database, in memory unless another is given, that a test can hold up, and that can refuse what comes next.

import {
  type Arrival,
  type Driver,
  MemoryDriver,
  StoreError,
  type StoreErrorCode,
} from '@cellwake/store'
import { type Needs, type Rows, WrappedDriver } from '@cellwake/store/testing'

export class HeldDriver extends WrappedDriver {
  #open: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  #refusals: StoreErrorCode[] = []
  #waiting = 0

  constructor(inner: Driver = new MemoryDriver()) {
    super(inner)
  }

  /** Nothing becomes durable until `release`. */
  hold(): void {
    this.#open = new Promise((resolve) => {
      this.#release = resolve
    })
  }

  release(): void {
    this.#release()
  }

  /** The next group of commits is refused, for good. */
  refuseNext(code: StoreErrorCode = 'disk-full'): void {
    this.#refusals.push(code)
  }

  /** Resolves when a group of commits waits to become durable. */
  async reached(): Promise<void> {
    while (this.#waiting === 0) await turn()
  }

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    this.#waiting++
    await this.#open
    this.#waiting--
    const code = this.#refusals.shift()
    if (code !== undefined) throw new StoreError(code, 'on purpose')
    await this.inner.transact(needs, body)
  }
}

/** Lets everything run that does not wait for the database. */
export async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}
