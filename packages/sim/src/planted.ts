// Bugs, planted on purpose. A rig that cannot fail proves nothing, so each is shown one of these
// and must find it.

import type { Arrival } from '@cellwake/store'
import { type Needs, type Put, type Rows, WrappedDriver, wrapRows } from '@cellwake/store/testing'

export const PLANTS = ['acknowledge-before-durable'] as const
export type Plant = (typeof PLANTS)[number]

/** Long enough that most kills fall into it. */
const LATE_MS = 20

/** Says that a group is durable, and makes it so a little later. */
export class AcknowledgesEarly extends WrappedDriver {
  #late: Promise<void> = Promise.resolve()

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    await this.#late
    const puts: Put[] = []
    let arrival: Arrival | undefined
    const rehearsed = new Error('rolled back on purpose')
    try {
      await this.inner.transact(needs, (rows) => {
        arrival = body(wrapRows(rows, (put) => puts.push(put) > 0))
        throw rehearsed
      })
    } catch (error) {
      if (error !== rehearsed && !String(error).includes(rehearsed.message)) throw error
    }
    this.#late = new Promise((resolve) => setTimeout(resolve, LATE_MS)).then(() =>
      this.inner.transact(needs, (rows) => {
        for (const put of puts) put.apply(rows)
        return arrival!
      }),
    )
  }
}
