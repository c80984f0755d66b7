// Named connections: addresses of providers and databases, with their credentials. They are kept in the store,
// their secrets sealed; a list shows where they lead and never a secret.

import type { Store } from '@cellwake/store'
import type { Connection, ConnectionKind } from './connection.ts'
import { type ConnectionInput, readConnection, shownConnection } from './connection-input.ts'
import { WorkersError } from './errors.ts'
import { SECRET_KEY_VARIABLE, type SecretKey } from './seal.ts'
import { openSecret, Secret } from './secret.ts'

const SPACE = 'connections'

export interface ConnectionView {
  readonly name: string
  readonly kind: ConnectionKind
  /** Without user names' passwords and headers' values. */
  readonly url: string
  readonly headers: readonly string[]
  readonly changedAt: number
  /** Whether this process can open it. */
  readonly usable: boolean
}

interface Kept {
  readonly kind: ConnectionKind
  readonly url: string
  readonly headers: readonly string[]
  readonly changedAt: number
  readonly sealed: string
  readonly key: string
}

export class Connections {
  readonly #store: Store
  readonly #key: SecretKey | undefined

  constructor(store: Store, key: SecretKey | undefined) {
    this.#store = store
    this.#key = key
  }

  /** Whether secrets can be sealed and opened here. */
  get hasKey(): boolean {
    return this.#key !== undefined
  }

  /** Keeps a connection under its name, in place of an older one. */
  async add(name: string, input: ConnectionInput, by = 'operator'): Promise<ConnectionView> {
    if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name))
      throw new WorkersError(
        'bad-connection',
        'A connection has a name in small letters, with digits, _ and -, such as finance.',
      )
    const key = this.#mustHaveKey(name)
    readConnection(name, 0, input)
    const kept: Kept = {
      ...shownConnection(input),
      changedAt: this.#store.now(),
      sealed: key.seal(new Secret(JSON.stringify(input)), name),
      key: key.fingerprint,
    }
    await this.#store.edit((tx) => tx.write(at(name), kept), {
      cause: { by, detail: { connection: name } },
    })
    return viewOf(name, kept, true)
  }

  async list(): Promise<ConnectionView[]> {
    await this.#store.load({ space: SPACE })
    return [...this.#store.documents(SPACE)].sort().map((name) => {
      const kept = this.#read(name)!
      return viewOf(name, kept, kept.key === this.#key?.fingerprint)
    })
  }

  /** False if there was none. */
  async remove(name: string, by = 'operator'): Promise<boolean> {
    await this.#store.load({ space: SPACE })
    if (this.#read(name) === undefined) return false
    await this.#store.edit((tx) => tx.delete(at(name)), {
      cause: { by, detail: { connection: name } },
    })
    return true
  }

  /** A usable connection. Throws with the remedy if there is none. */
  async open(name: string): Promise<Connection> {
    await this.#store.load({ space: SPACE })
    const kept = this.#read(name)
    if (kept === undefined)
      throw new WorkersError(
        'unknown-connection',
        `There is no connection ${name}. Add it: cellwake connections add ${name} --url URL`,
      )
    const secret = this.#mustHaveKey(name).unseal(kept.sealed, name)
    if (secret === undefined)
      throw new WorkersError(
        'secret-unreadable',
        `The connection ${name} cannot be decrypted with this key. Set ${SECRET_KEY_VARIABLE}, or secretKeyFile, to the key with which it was added, or add it again: cellwake connections add ${name} --url URL`,
      )
    const { seq } = this.#store.version({ space: SPACE, id: name })
    return readConnection(name, seq, JSON.parse(openSecret(secret)))
  }

  #read(name: string): Kept | undefined {
    return this.#store.read(at(name)) as unknown as Kept | undefined
  }

  #mustHaveKey(name: string): SecretKey {
    if (this.#key !== undefined) return this.#key
    throw new WorkersError(
      'secret-key-missing',
      `The connection ${name} needs a key for its secrets. Set ${SECRET_KEY_VARIABLE}, or the setting secretKeyFile, to a key such as "openssl rand -base64 32" prints.`,
    )
  }
}

function at(name: string): { space: string; id: string; path: [] } {
  return { space: SPACE, id: name, path: [] }
}

function viewOf(name: string, kept: Kept, usable: boolean): ConnectionView {
  const { kind, url, headers, changedAt } = kept
  return { name, kind, url, headers, changedAt, usable }
}
