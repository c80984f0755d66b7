// The home of models in a Redis: opens it, checks its durability and our library, and gives each model its place.

import { type ModelHome, type ModelPlace, type PlacedVersion, spaceOf } from '@cellwake/engine'
import { openStore, system as realSystem, type Store, type System } from '@cellwake/store'
import { evaluatorChunk, hostLua } from './chunk.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import type { Evaluator } from './evaluator.ts'
import { INDEX_KEY, keysOf } from './keys.ts'
import { Calls, ensureLibrary, type Library, libraryOf } from './library.ts'
import { ModelDriver } from './model-driver.ts'
import { Outbox } from './outbox.ts'
import { assertTier, type RedisTier, type TierOptions } from './tier.ts'
import { Versions } from './versions.ts'

export interface RedisModelsOptions extends ConnectionOptions, TierOptions {
  /** The URL of the user who may load libraries, if that is not the everyday one. */
  readonly deployUrl?: string | undefined
  readonly clock?: { now(): number }
  /** No other host has any of the models that are used: they need no leases. */
  readonly isAlone?: boolean
  readonly system?: System
  /** Where others reach this host. */
  readonly reachedAt?: string | undefined
  readonly onError?: (error: unknown) => void
}

export async function openRedisModels(options: RedisModelsOptions): Promise<RedisModels> {
  const library = libraryOf(await evaluatorChunk(), hostLua())
  const connection = await connect(options)
  try {
    const tier = await assertTier(connection, options)
    const { deployUrl } = options
    const deploy =
      deployUrl === undefined
        ? undefined
        : await connect({ ...options, url: deployUrl, onTrouble: () => {} })
    await ensureLibrary(deploy ?? connection, library)
    return new RedisModels({ connection, deploy, library, tier, options })
  } catch (error) {
    await connection.close()
    throw error
  }
}

interface RedisModelsParts {
  readonly connection: Connection
  readonly deploy: Connection | undefined
  readonly library: Library
  readonly tier: RedisTier
  readonly options: RedisModelsOptions
  /** The owner closes the connections. */
  readonly isShared?: boolean
}

export class RedisModels implements ModelHome {
  readonly runtimes = ['lua_interpreter', 'lua_generated'] as const
  /** The durability of this Redis, with warnings for the operator. */
  readonly tier: RedisTier
  readonly library: Library
  readonly #parts: RedisModelsParts
  readonly #calls: Calls

  constructor(parts: RedisModelsParts) {
    this.#parts = parts
    this.tier = parts.tier
    this.library = parts.library
    this.#calls = new Calls(parts.connection, parts.library, parts.deploy)
  }

  get durability(): RedisTier {
    return this.tier
  }

  get trouble(): string | undefined {
    return this.#parts.connection.trouble
  }

  async ids(): Promise<readonly string[]> {
    const { connection } = this.#parts
    const reply = await connection.command(INDEX_KEY, ['SMEMBERS', INDEX_KEY], { readOnly: true })
    return [...(reply as readonly string[])].sort()
  }

  async has(id: string): Promise<boolean> {
    const { head } = keysOf(id)
    const { connection } = this.#parts
    const digest = await connection.command(head, ['HGET', head, 'digest'], { readOnly: true })
    return digest !== null && digest !== ''
  }

  async place(id: string, outside: Store): Promise<RedisPlace> {
    const space = spaceOf(id)
    const { connection, options, tier } = this.#parts
    // Before the model: a dangling name in the index is harmless, a model that cannot be found is
    // not.
    await connection.command(INDEX_KEY, ['SADD', INDEX_KEY, id])
    const report = options.onError ?? (() => {})
    const outbox = new Outbox({
      id,
      calls: this.#calls,
      outside,
      report,
      system: options.system ?? realSystem,
    })
    const calls = this.#calls
    const { chunk } = this.library
    const versions = new Versions({ id, space, calls, chunk, report })
    const driver = new ModelDriver({
      id,
      space,
      calls,
      durability: tier,
      reckoning: (docs) => versions.of(docs),
      brought: (docs) => versions.brought(docs),
      sent: () => outbox.empty(),
    })
    const { clock, system, onError, reachedAt } = options
    const store = await openStore(driver, {
      reachedAt,
      ...(clock && { clock }),
      ...(system && { system }),
      ...(onError && { onError }),
    })
    outbox.empty()
    const isShared = options.isAlone !== true
    return new RedisPlace({
      store,
      outbox,
      isShared,
      evaluator: (version) => versions.make(version, driver, store),
      forget: () => this.#forget(id, isShared),
    })
  }

  /** A model was deleted. Its keys end by themselves; those of a host that is alone are of no use to anybody. */
  async #forget(id: string, isShared: boolean): Promise<void> {
    const { connection } = this.#parts
    const { head, outbox, ...others } = keysOf(id)
    const ask = (key: string, ...args: string[]) => connection.command(key, args)
    // Events that it published last are handed over by whoever looks at the models that there are.
    if (((await ask(outbox, 'XLEN', outbox)) as number) > 0) return
    await ask(INDEX_KEY, 'SREM', INDEX_KEY, id)
    if (!isShared) await ask(head, 'UNLINK', head, outbox, ...Object.values(others))
    // Another host may have made one of that name meanwhile.
    else if (await this.has(id)) await ask(INDEX_KEY, 'SADD', INDEX_KEY, id)
  }

  /** The same on another clock, by the same connection: for tests of models, each of which has a time of its own. */
  on(clock: { now(): number }, onError: (error: unknown) => void): RedisModels {
    const options = { ...this.#parts.options, clock, onError, isAlone: true }
    return new RedisModels({ ...this.#parts, options, isShared: true })
  }

  async close(): Promise<void> {
    if (this.#parts.isShared === true) return
    await this.#parts.deploy?.close()
    await this.#parts.connection.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

interface RedisPlaceParts {
  readonly store: Store
  readonly outbox: Outbox
  readonly isShared: boolean
  readonly evaluator: (version: PlacedVersion) => Evaluator
  readonly forget: () => Promise<void>
}

export class RedisPlace implements ModelPlace {
  readonly store: Store
  readonly isShared: boolean
  readonly evaluator: (version: PlacedVersion) => Evaluator
  readonly forget: () => Promise<void>
  readonly #outbox: Outbox

  constructor({ store, outbox, isShared, evaluator, forget }: RedisPlaceParts) {
    this.store = store
    this.#outbox = outbox
    this.isShared = isShared
    this.evaluator = evaluator
    this.forget = forget
  }

  idle(): Promise<void> {
    return this.#outbox.idle()
  }

  async close(): Promise<void> {
    await this.store.close()
    await this.#outbox.idle()
    this.#outbox.close()
  }
}
