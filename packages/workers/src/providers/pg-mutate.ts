// PG_MUTATE: one write for each request of a model, once. It is off until the operator lists tables that models may
// write to, and needs a table in the same database that keeps the idempotency keys of past writes.

import type { PostgresConfig } from '../config.ts'
import { mustBe } from '../connection-access.ts'
import { PG_MUTATE_CONCURRENCY } from '../limits.ts'
import { mutateStatement, rulesFor, tableName } from '../query.ts'
import { type BuiltIn, type Outside, unconfigured } from './built-in.ts'
import { circuitOfTable, databaseOf, databaseText, MUTATIONS_TABLE } from './databases.ts'
import { mutateOnce } from './mutate-once.ts'

type Config = Readonly<Record<string, PostgresConfig>>

export function pgMutate(config: Config | undefined, outside: Outside): BuiltIn {
  const isOn = Object.values(config ?? {}).some(({ mutate }) => mutate !== undefined)
  if (config === undefined || !isOn)
    return unconfigured(
      'PG_MUTATE',
      "outside.postgres with mutate, such as postgres: { crm: { mutate: { 'public.leads': '*' } } }. Without it no model writes to a database.",
    )
  return {
    concurrency: PG_MUTATE_CONCURRENCY,
    circuit: circuitOfTable,
    provider: databaseText(config),
    handler: async ([table, change], { signal, timeoutMs, job }) => {
      const name = tableName(table)
      const { mutate, mutations = MUTATIONS_TABLE } = databaseOf(config, name.connection)
      const columns = rulesFor(name, mutate, 'mutate')
      const statement = mutateStatement(name, columns, change)
      const database = mustBe(await outside.connections.open(name.connection), 'postgres')
      const limits = { mayWrite: true, signal, totalMs: timeoutMs } as const
      return await outside.egress.postgres(database, limits, (session) =>
        mutateOnce(session, mutations, job, statement),
      )
    },
  }
}
