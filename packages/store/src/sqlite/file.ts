// The file of a store on SQLite: made or found, checked before it is touched, locked, set up so that commits are
// durable, and brought to the newest schema.

import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Durability } from '../driver.ts'
import { StoreError } from '../errors.ts'
import { fault } from '../faults.ts'
import { SQLITE_CHECKED_SIZE_BYTES, SQLITE_LOCK_WAIT_MS, SQLITE_WAL_PAGES } from '../limits.ts'
import { mustBeReadable, readMigrations } from '../migrations.ts'
import type { SqlRow } from '../sql-rows.ts'
import { fromSqlite } from './sqlite-errors.ts'

/** Makes something of the file: it is locked and of the newest schema. If that cannot be, it is closed again. */
export function openFile<T>(path: string, make: (db: Database.Database) => T): T {
  if (path === '' || path === ':memory:') {
    throw new StoreError('url-malformed', 'sqlite: needs the path of a file')
  }
  let db: Database.Database | undefined
  try {
    makeFolder(dirname(path))
    makeFile(path)
    db = new Database(path, { timeout: SQLITE_LOCK_WAIT_MS })
    mustBeOurs(db, path)
    prepare(db, path)
    migrate(db)
    growLog(db)
    return make(db)
  } catch (error) {
    db?.close()
    if (isFileError(error)) {
      throw new StoreError('path-unwritable', `${path} (${error.code})`, { cause: error })
    }
    throw fromSqlite(error, path)
  }
}

/** The recursive mkdir of Node never returns where the system makes no folders, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** For its owner alone; SQLite gives its log the same rights. The rights of a file that is there stay. */
function makeFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** Before anything is set: a file that is refused stays as it is. */
function mustBeOurs(db: Database.Database, path: string): void {
  const newest = readMigrations(import.meta.url).at(-1)?.number ?? 0
  const version = schemaOf(db)
  if (version > newest) {
    const { readable_from } = db.prepare('SELECT readable_from FROM horizon').get() as SqlRow
    mustBeReadable(path, { version, readableFrom: Number(readable_from) }, newest)
  }
  if (version === 0 && Number((db.prepare(COUNT_TABLES).get() as SqlRow).n) > 0) {
    throw new StoreError('store-corrupt', `${path} is a SQLite file of something else`)
  }
}

function schemaOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  if (error instanceof TypeError && error.message.includes('directory')) return true
  return error instanceof Error && 'syscall' in error
}

function prepare(db: Database.Database, path: string): void {
  db.pragma('locking_mode = EXCLUSIVE')
  db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  // Takes the lock now, so that a second process fails here and not at its first commit.
  db.exec('BEGIN IMMEDIATE; COMMIT')
  // A large file would take long to read: damage in it shows when it is met, and to `doctor`.
  if (sizeOf(path) > SQLITE_CHECKED_SIZE_BYTES) return
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
    throw new StoreError('store-corrupt', path)
  }
}

function migrate(db: Database.Database): void {
  const version = schemaOf(db)
  for (const migration of readMigrations(import.meta.url)) {
    if (migration.number <= version) continue
    db.transaction(() => {
      db.exec(migration.sql)
      // The first one has no place for it.
      if (migration.number > 1) db.prepare(READABLE_FROM).run(migration.readableFrom)
      fault('sqlite:migrate')
      db.pragma(`user_version = ${migration.number}`)
    }).immediate()
  }
}

const READABLE_FROM = 'UPDATE horizon SET readable_from = max(readable_from, ?)'
const COUNT_TABLES = `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table'`

/** A log that must grow makes every commit twice as slow; one that was grown once does not. */
function growLog(db: Database.Database): void {
  db.pragma('wal_autocheckpoint = 0')
  db.pragma('synchronous = OFF')
  const touch = db.prepare('UPDATE horizon SET seq = seq')
  for (let page = 0; page < SQLITE_WAL_PAGES; page++) touch.run()
  db.pragma('synchronous = FULL')
  db.pragma('wal_checkpoint(RESTART)')
  db.pragma('wal_autocheckpoint = 1000')
}

export function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** Reads the settings back: a requested setting is not always in force. */
export function assertDurability(db: Database.Database, path: string): Durability {
  const read = (name: string) => String(db.pragma(name, { simple: true }))
  const settings = {
    journal_mode: read('journal_mode'),
    synchronous: read('synchronous') === '2' ? 'FULL' : read('synchronous'),
    locking_mode: read('locking_mode'),
  }
  if (settings.journal_mode !== 'wal' || settings.synchronous !== 'FULL') {
    const found = `journal_mode=${settings.journal_mode}, synchronous=${settings.synchronous}`
    throw new StoreError('durability-unmet', `${path} has ${found}`)
  }
  return {
    driver: 'sqlite',
    tier: 'A',
    sentence:
      'Acknowledged commits survive a crash of the process, and of the machine if its disk keeps its word.',
    settings,
  }
}
