// Named records with secrets, kept in the store: what may be shown stands openly, the rest is sealed under a key that is
// not in the store, for the kind and the name of the record.

import type { Store } from '@cellwake/store'
import { WorkersError, type WorkersErrorCode } from './errors.ts'
import { SECRET_KEY_VARIABLE, type SecretKey } from './seal.ts'
import { openSecret, Secret } from './secret.ts'

export interface RecordWords {
  readonly space: string
  /** In messages: `connection`. */
  readonly kind: string
  /** The name under which a secret is sealed. */
  readonly sealedAs: (name: string) => string
  readonly bad: WorkersErrorCode
  readonly unknown: WorkersErrorCode
  /** The command that adds one of a name. */
  readonly add: (name: string) => string
}

/** A record in a list, beside what it shows itself. */
export interface RecordFacts {
  readonly name: string
  readonly changedAt: number
  /** Whether this process can open it. */
  readonly usable: boolean
}

type Kept<Shown> = Shown & {
  readonly changedAt: number
  readonly sealed: string
  readonly key: string
}

export class SealedRecords<Shown extends object> {
  readonly #store: Store
  readonly #key: SecretKey | undefined
  readonly #words: RecordWords

  constructor(store: Store, key: SecretKey | undefined, words: RecordWords) {
    this.#store = store
    this.#key = key
    this.#words = words
  }

  /** Whether secrets can be sealed and opened here. */
  get hasKey(): boolean {
    return this.#key !== undefined
  }

  /** Keeps a record under its name, in place of an older one. `check` throws to refuse it. */
  async put(
    name: string,
    {
      shown,
      secret,
      by,
    }: { readonly shown: () => Shown; readonly secret: object; readonly by: string },
  ): Promise<Shown & RecordFacts> {
    const { bad, kind, sealedAs } = this.#words
    if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name))
      throw new WorkersError(
        bad,
        `A ${kind} has a name in small letters, with digits, _ and -, such as finance.`,
      )
    const key = this.#mustHaveKey(name)
    const kept: Kept<Shown> = {
      ...shown(),
      changedAt: this.#store.now(),
      sealed: key.seal(new Secret(JSON.stringify(secret)), sealedAs(name)),
      key: key.fingerprint,
    }
    await this.#store.edit((tx) => tx.write(this.#at(name), kept), this.#cause(name, by))
    return this.#view(name, kept)
  }

  async list(): Promise<(Shown & RecordFacts)[]> {
    const { space } = this.#words
    await this.#store.load({ space })
    return [...this.#store.documents(space)]
      .sort()
      .map((name) => this.#view(name, this.#read(name)!))
  }

  /** False if there was none. */
  async remove(name: string, by: string): Promise<boolean> {
    await this.#store.load({ space: this.#words.space })
    if (this.#read(name) === undefined) return false
    await this.#store.edit((tx) => tx.delete(this.#at(name)), this.#cause(name, by))
    return true
  }

  /** The secret of a record, and a number that is another each time it is changed. Throws with the remedy. */
  async open(name: string): Promise<{ readonly secret: unknown; readonly version: number }> {
    const { space, kind, sealedAs, unknown, add } = this.#words
    await this.#store.load({ space })
    const kept = this.#read(name)
    if (kept === undefined)
      throw new WorkersError(unknown, `There is no ${kind} ${name}. Add it: ${add(name)}`)
    const secret = this.#mustHaveKey(name).unseal(kept.sealed, sealedAs(name))
    if (secret === undefined)
      throw new WorkersError(
        'secret-unreadable',
        `The ${kind} ${name} cannot be decrypted with this key. Set ${SECRET_KEY_VARIABLE}, or secretKeyFile, to the key with which it was added, or add it again: ${add(name)}`,
      )
    const { seq } = this.#store.version({ space, id: name })
    return { secret: JSON.parse(openSecret(secret)), version: seq }
  }

  #at(name: string): { space: string; id: string; path: [] } {
    return { space: this.#words.space, id: name, path: [] }
  }

  #cause(name: string, by: string) {
    return { cause: { by, detail: { [this.#words.kind]: name } } }
  }

  #read(name: string): Kept<Shown> | undefined {
    return this.#store.read(this.#at(name)) as unknown as Kept<Shown> | undefined
  }

  #view(name: string, kept: Kept<Shown>): Shown & RecordFacts {
    const { sealed: _, key, ...shown } = kept
    return {
      ...(shown as unknown as Shown),
      name,
      changedAt: kept.changedAt,
      usable: key === this.#key?.fingerprint,
    }
  }

  #mustHaveKey(name: string): SecretKey {
    if (this.#key !== undefined) return this.#key
    throw new WorkersError(
      'secret-key-missing',
      `The ${this.#words.kind} ${name} needs a key for its secrets. Set ${SECRET_KEY_VARIABLE}, or the setting secretKeyFile, to a key such as "openssl rand -base64 32" prints.`,
    )
  }
}
