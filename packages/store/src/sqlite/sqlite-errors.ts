// Errors of SQLite, in our words.

import Database from 'better-sqlite3'
import { StoreError, type StoreErrorCode } from '../errors.ts'

const CODES: readonly [prefix: string, code: StoreErrorCode][] = [
  ['SQLITE_BUSY', 'store-locked'],
  ['SQLITE_LOCKED', 'store-locked'],
  ['SQLITE_CORRUPT', 'store-corrupt'],
  ['SQLITE_NOTADB', 'store-corrupt'],
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR', 'disk-failed'],
  ['SQLITE_READONLY', 'path-unwritable'],
  ['SQLITE_CANTOPEN', 'path-unwritable'],
  ['SQLITE_PERM', 'path-unwritable'],
]

/** Passes on errors that are not SQLite's. */
export function fromSqlite(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const code = CODES.find(([prefix]) => error.code.startsWith(prefix))?.[1] ?? 'internal'
  return new StoreError(code, `${path} (${error.message})`, { cause: error })
}
