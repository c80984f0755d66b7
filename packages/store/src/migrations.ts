// Numbered SQL files, applied in order, each once. Each says in its first line from which version on the result can
// be read. A database that was brought further than we know was opened by a newer version: it is left alone,
// unless that is at most ours. So hosts of two versions may run together.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StoreError } from './errors.ts'

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** The lowest version that may still use the database. */
  readonly readableFrom: number
}

const READABLE = /^-- readable from (\d+)\n/

/** The migrations beside a module, in order. */
export function readMigrations(moduleUrl: string): Migration[] {
  const folder = fileURLToPath(new URL('./migrations/', moduleUrl))
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(folder + file, 'utf8')
      const readableFrom = READABLE.exec(sql)?.[1]
      if (readableFrom === undefined) throw new StoreError('internal', `${file} says no version`)
      return {
        number: Number(file.slice(0, 4)),
        name: file,
        sql,
        readableFrom: Number(readableFrom),
      }
    })
}

/** Throws if a database is of a version that this one cannot use. */
export function mustBeReadable(
  what: string,
  { version, readableFrom }: { version: number; readableFrom: number },
  newest: number,
): void {
  if (version <= newest || readableFrom <= newest) return
  const needed = `it can be used from version ${readableFrom} on`
  throw new StoreError(
    'store-newer',
    `${what} has version ${version}, this one is ${newest}; ${needed}`,
  )
}
