// Statements of one transaction with a user's Postgres. Each is one statement with its values beside it, by the
// protocol that takes no second one. Rows come as the texts that the database writes, up to a size.

import type { ClientBase, QueryArrayConfig } from 'pg'
import { CallError } from './errors.ts'
import { RESPONSE_SIZE_BYTES } from './limits.ts'

export interface PgAnswer {
  /** `type` is the number by which Postgres knows it. */
  readonly fields: readonly { readonly name: string; readonly type: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** Rows that were read or written. */
  readonly count: number
}

export interface PgSession {
  query(text: string, values?: readonly unknown[]): Promise<PgAnswer>
}

/** @internal Its types are those of the driver. */
export function sessionOf(client: ClientBase): PgSession {
  return {
    query: async (text, values = []) => {
      const limit = { left: RESPONSE_SIZE_BYTES }
      const config: QueryArrayConfig & { readonly queryMode: 'extended' } = {
        text,
        values: [...values],
        rowMode: 'array',
        queryMode: 'extended',
        // Called for each value; an exception ends the answer.
        types: { getTypeParser: () => (value: string) => counted(value, limit) },
      }
      const { fields, rows, rowCount } = await client.query<(string | null)[]>(config)
      return {
        fields: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
        rows,
        count: rowCount ?? 0,
      }
    },
  }
}

function counted(value: string, limit: { left: number }): string {
  limit.left -= value.length + 1
  if (limit.left >= 0) return value
  throw new CallError(
    'answer',
    `The rows hold more than ${RESPONSE_SIZE_BYTES / 1024 / 1024} MB. Select fewer columns, or add a limit.`,
  )
}

/** For this transaction only. Times come in one form, under any settings of the database. */
const SETTINGS = `SELECT set_config('statement_timeout', $1, true), set_config('TimeZone', 'UTC', true),
  set_config('DateStyle', 'ISO', true), set_config('IntervalStyle', 'iso_8601', true)`

/** Runs `work` in a transaction. An error of `work` is passed on; the holder of the connection rolls back. */
export async function inTransaction<T>(
  session: PgSession,
  timeoutMs: number,
  mayWrite: true | undefined,
  work: (session: PgSession) => Promise<T>,
): Promise<T> {
  await session.query(`BEGIN TRANSACTION ${mayWrite === true ? 'READ WRITE' : 'READ ONLY'}`)
  await session.query(SETTINGS, [String(timeoutMs)])
  const answer = await work(session)
  await session.query('COMMIT')
  return answer
}
