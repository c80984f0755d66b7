// One write to a user's database, once: its key is written in the same transaction. A retry with the same key
// changes nothing and gives the first result, so a call whose outcome is unknown can be retried (idempotent).

import { CallError } from '../errors.ts'
import type { Plain } from '../kinds.ts'
import type { PgSession } from '../pg-session.ts'
import { quotedTable, type Statement } from '../query.ts'

/** How the table of keys is made. */
export function mutationsTableSql(table: string): string {
  return `CREATE TABLE ${quotedTable(table)} (key text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(), rows integer)`
}

export interface Mutated {
  readonly [name: string]: Plain
  /** Rows that were written. */
  readonly rows: number
}

export async function mutateOnce(
  session: PgSession,
  keys: string,
  key: string,
  { text, values }: Statement,
): Promise<Mutated> {
  const table = quotedTable(keys)
  // Another transaction with this key is waited for: then it was written, or it never happened.
  const noted = await noteKey(session, table, keys, key)
  if (!noted) {
    const { rows } = await session.query(`SELECT rows FROM ${table} WHERE key = $1`, [key])
    return { rows: Number(rows[0]?.[0] ?? 0) }
  }
  const { count } = await session.query(text, values)
  await session.query(`UPDATE ${table} SET rows = $2 WHERE key = $1`, [key, count])
  return { rows: count }
}

/** False if the key is there already. */
async function noteKey(
  session: PgSession,
  table: string,
  keys: string,
  key: string,
): Promise<boolean> {
  try {
    const text = `INSERT INTO ${table} (key) VALUES ($1) ON CONFLICT (key) DO NOTHING`
    return (await session.query(text, [key])).count === 1
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === '42P01'
    if (!isMissing) throw error
    throw new CallError(
      'unconfigured',
      `The database has no table ${keys} for the keys of mutations. Create it: ${mutationsTableSql(keys)}`,
    )
  }
}
