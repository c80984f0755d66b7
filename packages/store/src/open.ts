// From a URL to a store. The database is checked before the first commit: that it can be reached,
// that it is ours and not newer, and that its settings keep what it acknowledges.

import type { Driver } from './driver.ts'
import { StoreError } from './errors.ts'
import { MemoryDriver } from './memory/driver.ts'
import { Store, type StoreOptions } from './store.ts'

/** Opens `memory:`, `sqlite:PATH` or `postgres://…`, or a second session on an open driver. */
export async function openStore(from: string | Driver, options: StoreOptions = {}): Promise<Store> {
  if (typeof from !== 'string') {
    return new Store(from, await from.head(), { ...options, ownsDriver: false })
  }
  const driver = await openDriver(from)
  return new Store(driver, await driver.head(), { ...options, ownsDriver: true })
}

/** Drivers are loaded when they are asked for: a memory store needs no database client. */
export async function openDriver(url: string): Promise<Driver> {
  if (url === 'memory:') return new MemoryDriver()
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/driver.ts')
    return openSqlite(url.slice('sqlite:'.length))
  }
  if (url.startsWith('postgres:') || url.startsWith('postgresql:')) {
    const { openPostgres } = await import('./postgres/driver.ts')
    return openPostgres(url)
  }
  throw new StoreError('url-malformed', url === '' ? 'it is empty' : redact(url))
}

/** Redacts the credentials of a URL. */
function redact(url: string): string {
  return url.replace(/\/\/.*@/, '//…@').slice(0, 200)
}
