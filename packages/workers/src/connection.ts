// A named connection as the door out uses it: where it leads, and secrets that only the door opens.

import type { Endpoint } from './http-call.ts'
import type { Secret } from './secret.ts'

interface Named {
  readonly name: string
  /** Another each time the connection is changed. */
  readonly version: number
}

export interface HttpConnection extends Named {
  readonly kind: 'http'
  /** Without a slash at its end. */
  readonly url: string
  readonly endpoint: Endpoint
}

export interface PostgresConnection extends Named {
  readonly kind: 'postgres'
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password: Secret | undefined
  readonly secure: boolean
}

export interface SmtpConnection extends Named {
  readonly kind: 'smtp'
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise by STARTTLS, which is required except on loopback. */
  readonly secure: boolean
  readonly user: string | undefined
  readonly password: Secret | undefined
}

export type Connection = HttpConnection | PostgresConnection | SmtpConnection
export type ConnectionKind = Connection['kind']
