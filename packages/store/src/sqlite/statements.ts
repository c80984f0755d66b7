// Questions to one SQLite file, each prepared when it is first asked.

import type Database from 'better-sqlite3'
import { StoreError } from '../errors.ts'
import type { SqlRow } from '../sql-rows.ts'
import { fromSqlite } from './sqlite-errors.ts'

export class Statements {
  readonly #db: Database.Database
  readonly #path: string
  readonly #prepared = new Map<string, Database.Statement>()

  constructor(db: Database.Database, path: string) {
    this.#db = db
    this.#path = path
  }

  all<T>(convert: (row: SqlRow) => T, sql: string, ...parameters: unknown[]): T[] {
    return this.asking(() => {
      const rows = this.of(sql).all(...parameters)
      return rows.map((row) => convert(row as SqlRow))
    })
  }

  asking<T>(ask: () => T): T {
    this.mustBeOpen()
    try {
      return ask()
    } catch (error) {
      throw fromSqlite(error, this.#path)
    }
  }

  of(sql: string): Database.Statement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#db.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  mustBeOpen(): void {
    if (!this.#db.open) throw new StoreError('store-closed', this.#path)
  }
}
