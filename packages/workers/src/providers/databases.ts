// The databases that the operator configured for models: which there are, and whether they are set up as they should be.

import type { PostgresConfig } from '../config.ts'
import { mustBe } from '../connection-access.ts'
import { CallError } from '../errors.ts'
import type { Plain } from '../kinds.ts'
import { quotedTable } from '../query.ts'
import type { Outside, Probe } from './built-in.ts'

type Config = Readonly<Record<string, PostgresConfig>>

export const MUTATIONS_TABLE = 'public.cellwake_mutations'

export function databaseOf(config: Config, name: string): PostgresConfig {
  const found = Object.hasOwn(config, name) ? config[name] : undefined
  if (found !== undefined) return found
  throw new CallError(
    'unconfigured',
    `There is no database ${JSON.stringify(name.slice(0, 80))} for models. Add it to the setting outside.postgres, such as ${name}: { tables: { 'public.orders': '*' } }.`,
  )
}

/** Each database has a circuit of its own, and is the provider. */
export function circuitOfTable([table]: readonly Plain[]): string {
  return typeof table === 'string' ? (table.split('.')[0] ?? '') : ''
}

/** The database of a call; without a call, all that there are. */
export function databaseText(config: Config): (args: readonly Plain[]) => string {
  return (args) => {
    const name = circuitOfTable(args)
    return name === '' ? Object.keys(config).join(', ') : `the database ${name}`
  }
}

/** Connects to each, and says which of them a model could write to though it only reads. */
export function probeDatabases(config: Config, outside: Outside): Probe {
  return async (signal) => {
    const said: string[] = []
    for (const [name, { tables = {}, mutate }] of Object.entries(config)) {
      const database = mustBe(await outside.connections.open(name), 'postgres')
      const writable = await outside.egress.postgres(database, { signal }, async (session) => {
        const found: string[] = []
        for (const table of Object.keys(tables)) {
          const { rows } = await session.query(
            "SELECT has_table_privilege($1, 'INSERT, UPDATE, DELETE')",
            [quotedTable(table)],
          )
          if (rows[0]?.[0] === 't') found.push(table)
        }
        return found
      })
      const warning =
        writable.length > 0 && mutate === undefined
          ? `; its user may write to ${writable.join(', ')}, and one that may only read is safer`
          : ''
      said.push(`${name} answers${warning}`)
    }
    return `${said.join('. ')}.`
  }
}
