// The tool `postgres`: one parameterised statement over a named connection. A query runs in a transaction that can only
// read. A statement that writes has the mutation's idempotency key written in its transaction: a retry with the same key
// changes nothing, and reconcile reads the key.

import { mustBe } from '../connection-access.ts'
import type { Connections } from '../connections.ts'
import type { Egress } from '../egress.ts'
import type { Progress } from '../http-call.ts'
import { plainRows } from '../pg-values.ts'
import { MUTATIONS_TABLE } from '../providers/databases.ts'
import { mutateOnce } from '../providers/mutate-once.ts'
import { quotedTable } from '../query.ts'
import {
  type Found,
  fieldsOf,
  notDone,
  type OutsideTool,
  type ToolCallContext,
  textOf,
  whatCameOf,
} from './tool.ts'

export interface PostgresInput {
  readonly connection: string
  /** Reads: SELECT, WITH, VALUES or TABLE. */
  readonly query?: string
  /** Writes, once: INSERT, UPDATE, DELETE, MERGE or WITH. */
  readonly execute?: string
  /** For $1, $2 and so on. Objects and lists are written as JSON. */
  readonly values?: readonly unknown[]
}

export interface PostgresToolParts {
  readonly egress: Egress
  readonly connections: Connections
  /** The table of keys by connection, where it is not the usual one. */
  readonly keysTable?: (connection: string) => string | undefined
}

const EXAMPLE =
  "{ connection: 'finance', execute: 'INSERT INTO invoices (id, amount) VALUES ($1, $2)', values: ['inv-7', 120] }"
const QUERY = /^\s*(select|with|values|table)\b/i
const WRITE = /^\s*(insert|update|delete|merge|with)\b/i

export function postgresTool(parts: PostgresToolParts): OutsideTool {
  return {
    name: 'postgres',
    description:
      'One statement with parameters: { connection, query, values } gives rows as objects; { connection, execute, values } writes once and gives { rows }.',
    readOnly: (input) => Object(input).execute === undefined,
    input: { parse: inputOf },
    connectionOf: ({ connection }: PostgresInput) => connection,
    call: (input: PostgresInput, context) =>
      input.execute === undefined ? read(parts, input, context) : write(parts, input, context),
    reconcile: async ({ connection }: PostgresInput, context): Promise<Found> => {
      const keys = keysOf(parts, connection)
      const text = `SELECT rows FROM ${quotedTable(keys)} WHERE key = $1`
      try {
        const database = mustBe(await parts.connections.open(connection), 'postgres')
        const { signal, key } = context
        const { rows } = await parts.egress.postgres(database, { signal }, (session) =>
          session.query(text, [key]),
        )
        // A transaction that is still under way when its row is not seen writes nothing twice: the key is the same.
        const [first] = rows
        if (first === undefined) return { outcome: 'failed' }
        return { outcome: 'applied', result: { rows: Number(first[0] ?? 0) } }
      } catch {
        return { outcome: 'retry' }
      }
    },
    preview: ({ connection, execute, query, values = [] }: PostgresInput) => {
      const text = (execute ?? query ?? '').replace(/\s+/g, ' ').trim()
      const beside = values.length === 0 ? '' : ` with ${JSON.stringify(values)}`
      return `in ${connection}: ${text}${beside}`
    },
  }
}

async function read(
  { egress, connections }: PostgresToolParts,
  { connection, query, values = [] }: PostgresInput,
  { signal }: ToolCallContext,
): Promise<unknown> {
  try {
    const database = mustBe(await connections.open(connection), 'postgres')
    const [header = [], ...rows] = await egress.postgres(
      database,
      { signal, alone: true },
      async (session) => plainRows(await session.query(query!, values.map(asParameter))),
    )
    return rows.map((row) => Object.fromEntries(header.map((name, i) => [String(name), row[i]])))
  } catch (error) {
    throw notDone(error)
  }
}

async function write(
  parts: PostgresToolParts,
  { connection, execute, values = [] }: PostgresInput,
  { key, signal }: ToolCallContext,
): Promise<unknown> {
  const progress: Progress = {}
  try {
    const database = mustBe(await parts.connections.open(connection), 'postgres')
    const limits = { mayWrite: true, alone: true, signal, progress } as const
    const statement = { text: execute!, values: values.map(asParameter) }
    return await parts.egress.postgres(database, limits, (session) =>
      mutateOnce(session, keysOf(parts, connection), key, statement),
    )
  } catch (error) {
    throw whatCameOf(error, progress)
  }
}

function keysOf({ keysTable }: PostgresToolParts, connection: string): string {
  return keysTable?.(connection) ?? MUTATIONS_TABLE
}

type Parameter = string | number | boolean | null

function asParameter(value: unknown): Parameter {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as Parameter)
}

function inputOf(given: unknown): PostgresInput {
  const fields = fieldsOf('postgres', EXAMPLE, given, ['connection', 'query', 'execute', 'values'])
  const { connection, query, execute, values } = fields
  textOf(connection, 'connection')
  if ((query === undefined) === (execute === undefined)) {
    throw new TypeError(`give a query that reads, or execute that writes: ${EXAMPLE}`)
  }
  const text = textOf(query ?? execute, query === undefined ? 'execute' : 'query')
  if (query !== undefined && !QUERY.test(text)) {
    throw new TypeError('query begins with SELECT, WITH, VALUES or TABLE; what writes is execute')
  }
  if (execute !== undefined && !WRITE.test(text)) {
    throw new TypeError('execute begins with INSERT, UPDATE, DELETE, MERGE or WITH')
  }
  if (values !== undefined && !Array.isArray(values)) throw new TypeError('values is a list')
  const zero = ((values ?? []) as unknown[]).some((one) => String(one).includes('\0'))
  if (zero) throw new TypeError('a database takes no text with a zero character')
  return fields as unknown as PostgresInput
}
