// The stores of the crash rig, which survive the end of a process: memory because the rig holds on
// to it; SQLite and Postgres by nature. Opening is slow beside a commit, so runs share one database
// and keep apart by the names they use.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Driver,
  FAULT_POINTS,
  type FaultPoint,
  MemoryDriver,
  openDriver,
} from '@cellwake/store'

export interface World {
  readonly name: 'memory' | 'sqlite' | 'postgres'
  /** Deletes all data if `empty`; otherwise runs go on in the database that is there. */
  reset(empty: boolean): Promise<void>
  /** The driver that is open, or a new one on the same data. */
  open(): Promise<Driver>
  /** Loses the process: connections are closed, and open transactions rolled back. */
  lose(): Promise<void>
  close(): Promise<void>
}

/** The points that a rig on this database can and must reach. */
export function pointsOf(name: World['name']): FaultPoint[] {
  return FAULT_POINTS.filter((point) => point.startsWith('group:') || point.startsWith(`${name}:`))
}

export function memoryWorld(): World {
  let driver = new MemoryDriver()
  return {
    name: 'memory',
    reset: async () => {
      driver = new MemoryDriver()
    },
    open: async () => driver,
    lose: async () => {},
    close: async () => {},
  }
}

export function sqliteWorld(): World {
  // The disk's durability is not the subject here, and memory is several times faster to open.
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(parent, 'cellwake-crash-'))
  let files = 1
  return databaseWorld({
    name: 'sqlite',
    url: () => `sqlite:${join(folder, `${files}.db`)}`,
    empty: () => {
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(folder, `${files}.db${end}`), { force: true })
      files++
    },
    end: async () => rmSync(folder, { recursive: true, force: true }),
  })
}

/** `name` separates the schemas of tests that share a server; the owner of the server clears it. */
export function postgresWorld(url: string, name: string): World {
  let schemas = 1
  return databaseWorld({
    name: 'postgres',
    url: () => {
      const target = new URL(url)
      target.searchParams.set('schema', `${name}_${schemas}`)
      return target.href
    },
    empty: () => {
      schemas++
    },
    end: async () => {},
  })
}

function databaseWorld(database: {
  name: World['name']
  url(): string
  empty(): void
  end(): Promise<void>
}): World {
  let driver: Driver | undefined
  const lose = async () => {
    await driver?.close()
    driver = undefined
  }
  return {
    name: database.name,
    reset: async (empty) => {
      if (!empty) return
      await lose()
      database.empty()
    },
    open: async () => {
      driver ??= await openDriver(database.url())
      return driver
    },
    lose,
    close: async () => {
      await lose()
      await database.end()
    },
  }
}
