// PG_SELECT, and the SELECT that is short for it: rows of tables that the operator listed, in a transaction that can
// only read, below a header row.

import type { PostgresConfig } from '../config.ts'
import { mustBe } from '../connection-access.ts'
import { CallError } from '../errors.ts'
import { PG_SELECT_CONCURRENCY, POSTGRES_ROWS } from '../limits.ts'
import { plainRows } from '../pg-values.ts'
import { rulesFor, selectStatement, tableName } from '../query.ts'
import { type BuiltIn, type Outside, unconfigured } from './built-in.ts'
import { circuitOfTable, databaseOf, databaseText, probeDatabases } from './databases.ts'

type Config = Readonly<Record<string, PostgresConfig>>

export function pgSelect(config: Config | undefined, outside: Outside): BuiltIn {
  if (config === undefined)
    return unconfigured(
      'PG_SELECT',
      "outside.postgres, such as postgres: { finance: { tables: { 'public.orders': '*' } } }, with: cellwake connections add finance --url postgres://…",
    )
  return {
    concurrency: PG_SELECT_CONCURRENCY,
    circuit: circuitOfTable,
    provider: databaseText(config),
    handler: async ([table, query], { signal, timeoutMs }) => {
      const name = tableName(table)
      const { tables, rows = POSTGRES_ROWS } = databaseOf(config, name.connection)
      const columns = rulesFor(name, tables, 'tables')
      const { text, values } = selectStatement(name, columns, query, rows)
      const database = mustBe(await outside.connections.open(name.connection), 'postgres')
      const limits = { signal, totalMs: timeoutMs }
      const answer = await outside.egress.postgres(database, limits, (session) =>
        session.query(text, values),
      )
      if (answer.rows.length > rows)
        throw new CallError(
          'answer',
          `The query finds more than ${rows} rows. Add a limit to it, or raise the setting outside.postgres.${name.connection}.rows.`,
        )
      return plainRows(answer)
    },
    probe: probeDatabases(config, outside),
  }
}
