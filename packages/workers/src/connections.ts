// Named connections: addresses of providers and databases, with their credentials. They are kept in the store,
// their secrets sealed; a list shows where they lead and never a secret.

import type { Store } from '@cellwake/store'
import type { Connection, ConnectionKind } from './connection.ts'
import { type ConnectionInput, readConnection, shownConnection } from './connection-input.ts'
import type { SecretKey } from './seal.ts'
import { type RecordFacts, SealedRecords } from './sealed-records.ts'

interface Shown {
  readonly kind: ConnectionKind
  /** Without user names' passwords and headers' values. */
  readonly url: string
  readonly headers: readonly string[]
}

export type ConnectionView = Shown & RecordFacts

export class Connections {
  readonly #records: SealedRecords<Shown>

  constructor(store: Store, key: SecretKey | undefined) {
    this.#records = new SealedRecords(store, key, {
      space: 'connections',
      kind: 'connection',
      sealedAs: (name) => name,
      bad: 'bad-connection',
      unknown: 'unknown-connection',
      add: (name) => `cellwake connections add ${name} --url URL`,
    })
  }

  /** Whether secrets can be sealed and opened here. */
  get hasKey(): boolean {
    return this.#records.hasKey
  }

  /** Keeps a connection under its name, in place of an older one. */
  add(name: string, input: ConnectionInput, by = 'operator'): Promise<ConnectionView> {
    const shown = () => {
      readConnection(name, 0, input)
      return shownConnection(input)
    }
    return this.#records.put(name, { shown, secret: input, by })
  }

  list(): Promise<ConnectionView[]> {
    return this.#records.list()
  }

  /** False if there was none. */
  remove(name: string, by = 'operator'): Promise<boolean> {
    return this.#records.remove(name, by)
  }

  /** A usable connection. Throws with the remedy if there is none. */
  async open(name: string): Promise<Connection> {
    const { secret, version } = await this.#records.open(name)
    return readConnection(name, version, secret as ConnectionInput)
  }
}
