// Bugs, planted on purpose. A rig that cannot fail proves nothing, so each is shown one of these
// and must find it.

import { type Arrival, type Driver, rejection, type Store, StoreError } from '@cellwake/store'
import { type Needs, type Put, type Rows, WrappedDriver, wrapRows } from '@cellwake/store/testing'

export const PLANTS = ['acknowledge-before-durable'] as const
export type Plant = (typeof PLANTS)[number]

export const SOAK_PLANTS = [...PLANTS, 'leak'] as const
export type SoakPlant = (typeof SOAK_PLANTS)[number]

/** Keeps a few megabytes for ever, every second. */
export function leak(): void {
  const kept: Buffer[] = []
  setInterval(() => kept.push(Buffer.alloc(LEAK_BYTES, 1)), 1_000).unref()
}

const LEAK_BYTES = 16 * 1024 * 1024

/** Long enough that most kills fall into it. */
const LATE_MS = 50

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

/** A bug for the rig of refusals: something that a store or its driver must never do. */
export interface RefusalPlant {
  readonly bug: string
  readonly store?: (store: Store, random: () => number) => void
  readonly driver?: (driver: Driver, random: () => number) => Driver
}

/** How often a planted bug shows, of the times that it could. */
const PLANTED_SHARE = 0.3

/** Takes over some of the commits of waves. */
function wavesOf(store: Store, random: () => number, instead: Store['commit']): void {
  const commit = store.commit.bind(store)
  store.commit = (spec, options) => {
    const isWave = (spec.receipts?.length ?? 0) > 0 && spec.cause?.by === 'rules'
    return (isWave && random() < PLANTED_SHARE ? instead : commit)(spec, options)
  }
}

/** A lost write: drops cells of a commit, now and then, and reports it as durable. */
class LosesCells extends WrappedDriver {
  readonly #random: () => number

  constructor(inner: Driver, random: () => number) {
    super(inner)
    this.#random = random
  }

  override async transact(needs: Needs, body: (rows: Rows) => Arrival): Promise<void> {
    const isKept = ({ method, row }: Put) =>
      method !== 'putDoc' ||
      !/^A\d$/.test((row as { id: string }).id) ||
      this.#random() >= PLANTED_SHARE
    await this.inner.transact(needs, (rows) => body(wrapRows(rows, isKept)))
  }
}

export const REFUSAL_PLANTS: readonly RefusalPlant[] = [
  {
    bug: 'a wave is refused after it was sent',
    store: (store, random) => {
      const refused = rejection('terminal', 'value-too-large', 'planted')
      wavesOf(store, random, () => Promise.resolve(refused))
    },
  },
  {
    bug: 'a wave is refused, and happens',
    store: (store, random) => {
      const commit = store.commit.bind(store)
      wavesOf(store, random, (spec, options) => {
        void commit(spec, options)
        throw new StoreError('value-too-large', 'planted')
      })
    },
  },
  {
    bug: 'a wave throws what nobody expects',
    store: (store, random) => {
      wavesOf(store, random, () => {
        throw new TypeError('planted')
      })
    },
  },
  {
    bug: 'a set is acknowledged and lost',
    driver: (driver, random) => new LosesCells(driver, random),
  },
]
