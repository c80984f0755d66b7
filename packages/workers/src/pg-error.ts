// Classifies a user's Postgres errors: the class and the sentence of a failed call.

import type { PostgresConnection } from './connection.ts'
import { type CallClass, CallError } from './errors.ts'
import { EXCERPT_CHARS } from './limits.ts'
import { asCallError } from './network-error.ts'

/** By the beginning of the SQLSTATE; the longest that fits counts. */
const classes: Readonly<Record<string, CallClass>> = {
  '08': 'transient',
  '25006': 'refused',
  '28': 'auth',
  '3D': 'auth',
  '40': 'transient',
  '42501': 'auth',
  '53': 'transient',
  '55P03': 'transient',
  '57': 'transient',
  '57014': 'timeout',
  '58': 'transient',
}

export function fromPostgres(error: unknown, to: PostgresConnection): CallError {
  if (error instanceof CallError) return error
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  const said = String(message)
    .replace(/[\p{C}\s]+/gu, ' ')
    .slice(0, EXCERPT_CHARS)
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E'))
    return new CallError(classOf(code), `The database ${to.name} says: ${said} (${code}).`)
  if (said.includes('does not support SSL'))
    return new CallError(
      'refused',
      `The database ${to.name} does not speak TLS. If that is meant to be so, add ?sslmode=disable to the URL of the connection ${to.name}.`,
    )
  if (/password|SASL|SCRAM/i.test(said))
    return new CallError('auth', `The database ${to.name} does not take the password.`)
  const { host, port } = to
  return asCallError(error, { host, port, shown: `The database ${to.name}` })
}

function classOf(code: string): CallClass {
  return classes[code] ?? classes[code.slice(0, 2)] ?? 'rejected'
}
