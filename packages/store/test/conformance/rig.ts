// The ground of a conformance case: one set of data, and sessions that come, go and come back.
// Memory and SQLite have one host; with Postgres every session is a host of its own.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, inject } from 'vitest'
import {
  type Driver,
  MemoryDriver,
  openDriver,
  openStore,
  type Store,
  type StoreOptions,
} from '../../src/index.ts'
import { openGates } from './gate.ts'

export interface Rig {
  readonly name: string
  /** A session on the rig's own driver. */
  open(options?: StoreOptions): Promise<Store>
  /** A session on a driver that a case has altered. */
  openOn(driver: Driver, options?: StoreOptions): Promise<Store>
  /** A further session on the same data: on the same driver, or on another host. */
  peer(options?: StoreOptions): Promise<Store>
  /** Closes every session and every driver, and opens the same data again. */
  restart(options?: StoreOptions): Promise<Store>
  driver(): Driver
  cleanup(): Promise<void>
}

/** One set of data, and how to reach it. */
export interface Data {
  readonly hosts: 'one' | 'many'
  connect(): Promise<Driver>
  disconnect(driver: Driver): Promise<void>
  cleanup(drivers: readonly Driver[]): Promise<void>
}

/** Makes a fresh rig for each case. `missing` says why there can be none. */
export interface Rigs {
  readonly name: string
  readonly missing?: string
  make(): Promise<Rig>
  end(): Promise<void>
}

/** Runs a suite on a fresh rig per case. */
export function withRigs(makers: readonly Rigs[], suite: (rig: () => Rig) => void): void {
  for (const { name, missing, make, end } of makers) {
    const title = missing === undefined ? name : `${name}, skipped: ${missing}`
    describe.skipIf(missing !== undefined)(title, () => {
      let current: Rig | undefined
      beforeEach(async () => {
        current = await make()
      })
      afterEach(async () => {
        await current?.cleanup()
      })
      afterAll(() => end())
      suite(() => current!)
    })
  }
}

/** `wrap` puts something between the sessions and the database, such as faults. */
export async function makeRig(
  name: string,
  data: Data,
  wrap: (driver: Driver) => Driver = (driver) => driver,
): Promise<Rig> {
  let stores: Store[] = []
  let drivers: Driver[] = []
  const connect = async (): Promise<Driver> => {
    const driver = await data.connect()
    drivers.push(driver)
    return wrap(driver)
  }
  const start = async (driver: Driver, options?: StoreOptions): Promise<Store> => {
    const store = await openStore(driver, options)
    stores.push(store)
    return store
  }
  const closeStores = async (): Promise<void> => {
    const open = stores
    stores = []
    await Promise.all(open.map((store) => store.close()))
  }
  let first = await connect()
  return {
    name,
    driver: () => first,
    open: (options) => start(first, options),
    openOn: (driver, options) => start(driver, options),
    peer: async (options) => start(data.hosts === 'one' ? first : await connect(), options),
    restart: async (options) => {
      await closeStores()
      await Promise.all(drivers.map((driver) => data.disconnect(driver)))
      drivers = []
      first = await connect()
      return start(first, options)
    },
    cleanup: async () => {
      openGates()
      await closeStores()
      await data.cleanup(drivers)
    },
  }
}

export function memoryData(): Data {
  const driver = new MemoryDriver()
  return {
    hosts: 'one',
    connect: async () => driver,
    disconnect: async () => {},
    cleanup: async () => {},
  }
}

export const memoryRigs: Rigs = {
  name: 'memory',
  make: () => makeRig('memory', memoryData()),
  end: async () => {},
}

/** A disk in memory where there is one: these cases are about what is kept, not about the disk. */
const DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function sqliteData(): Data {
  const folder = mkdtempSync(join(DISK, 'cellwake-store-'))
  return {
    hosts: 'one',
    connect: () => openDriver(`sqlite:${join(folder, 'store.db')}`),
    disconnect: (driver) => driver.close(),
    cleanup: async (drivers) => {
      await Promise.all(drivers.map((driver) => driver.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const sqliteRigs: Rigs = {
  name: 'sqlite',
  make: () => makeRig('sqlite', sqliteData()),
  end: async () => {},
}

export const NO_POSTGRES = 'there is no Postgres to test against'

/** The URL of the Postgres that tests may write to. */
export function postgresUrl(): string | undefined {
  return inject('postgresUrl')
}

/** A schema that no other test has, on the given server. */
export function postgresSchema(url: string): { schema: string; url: string } {
  const schema = `cellwake_test_${process.pid}_${++schemas}`
  const own = new URL(url)
  own.searchParams.set('schema', schema)
  return { schema, url: own.href }
}

let schemas = 0

export async function withClient<T>(url: string, fn: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await fn(client)
  } finally {
    await client.end()
  }
}

const TABLES = [
  'commits',
  'docs',
  'versions',
  'receipts',
  'events',
  'jobs',
  'timers',
  'leases',
  'entries',
  'sessions',
]

/**
 * A schema takes a while to make and to drop, so it is emptied between cases instead, and hosts
 * that no case has closed are used again.
 */
export class PostgresSchema {
  readonly #server: string
  readonly #own: { schema: string; url: string }
  #idle: Driver[] = []
  #cleaner: pg.Client | undefined

  constructor(server: string) {
    this.#server = server
    this.#own = postgresSchema(server)
  }

  data(): Data {
    return {
      hosts: 'many',
      connect: async () => {
        return this.#idle.pop() ?? (await openDriver(this.#own.url))
      },
      disconnect: (driver) => driver.close(),
      cleanup: async (drivers) => {
        this.#idle.push(...drivers)
        await this.#wipe()
      },
    }
  }

  async #wipe(): Promise<void> {
    const { schema } = this.#own
    if (this.#cleaner === undefined) {
      this.#cleaner = new pg.Client(this.#server)
      await this.#cleaner.connect()
      await this.#cleaner.query('SET synchronous_commit = off')
    }
    const clear = TABLES.map((table) => `DELETE FROM ${schema}.${table};`).join('')
    await this.#cleaner.query(`${clear} UPDATE ${schema}.head SET seq = 0, horizon = 0`)
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.map((driver) => driver.close()))
    this.#idle = []
    await this.#cleaner?.query(`DROP SCHEMA IF EXISTS ${this.#own.schema} CASCADE`)
    await this.#cleaner?.end()
    this.#cleaner = undefined
  }
}

export function postgresRigs(): Rigs {
  const url = postgresUrl()
  const unused = { make: () => Promise.reject(new Error(NO_POSTGRES)), end: async () => {} }
  if (url === undefined) return { name: 'postgres', missing: NO_POSTGRES, ...unused }
  const schema = new PostgresSchema(url)
  return {
    name: 'postgres',
    make: () => makeRig('postgres', schema.data()),
    end: () => schema.end(),
  }
}

/** All drivers, for what is promised of each. */
export function everyRig(): Rigs[] {
  return [memoryRigs, sqliteRigs, postgresRigs()]
}
