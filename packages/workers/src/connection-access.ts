// A handler's view of a connection: requests over it. Its secrets stay inside the egress.

import type { Connection, ConnectionKind } from './connection.ts'
import type { Egress } from './egress.ts'
import { CallError } from './errors.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'
import type { Plain } from './kinds.ts'
import { plainRows } from './pg-values.ts'

export interface ConnectionAccess {
  readonly name: string
  readonly kind: ConnectionKind
  /** Of an HTTP connection: a call to a path below its URL, with its credentials. */
  request(path: string, call?: Omit<HttpCall, 'url' | 'endpoint' | 'signal'>): Promise<HttpAnswer>
  /** Of a Postgres connection: one read-only statement with parameters. Rows below a header row. */
  query(text: string, values?: readonly unknown[]): Promise<Plain[][]>
}

export function accessTo(
  connection: Connection,
  egress: Egress,
  limits: { readonly signal: AbortSignal; readonly totalMs: number },
): ConnectionAccess {
  const { name, kind } = connection
  return {
    name,
    kind,
    request: async (path, call = {}) => {
      const { url, endpoint } = mustBe(connection, 'http')
      const slash = path === '' || path.startsWith('/') ? '' : '/'
      return await egress.request({ ...limits, ...call, url: `${url}${slash}${path}`, endpoint })
    },
    query: async (text, values) =>
      await egress.postgres(mustBe(connection, 'postgres'), limits, async (session) =>
        plainRows(await session.query(text, values)),
      ),
  }
}

/** The connection, if it is of the kind that a setting needs. */
export function mustBe<K extends ConnectionKind>(
  connection: Connection,
  kind: K,
): Extract<Connection, { kind: K }> {
  if (connection.kind === kind) return connection as Extract<Connection, { kind: K }>
  throw new CallError(
    'unconfigured',
    `The connection ${connection.name} is one of ${connection.kind}, and ${kind} is needed here.`,
  )
}
