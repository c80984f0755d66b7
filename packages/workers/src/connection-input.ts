// An operator's input for a connection: a URL, and for HTTP a token or headers. It is checked when it is added, and
// read again each time it is opened.

import type { Connection, ConnectionKind } from './connection.ts'
import { type Destination, namedDestination } from './destinations.ts'
import { WorkersError } from './errors.ts'
import { Secret } from './secret.ts'

export interface ConnectionInput {
  /** `https://…` or `http://…`, `postgres://user:password@host/database`, `smtps://user:password@host`. */
  readonly url: string
  /** For HTTP: sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined
  /** For HTTP: headers that hold a secret. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const kinds: Readonly<Record<string, ConnectionKind>> = {
  'http:': 'http',
  'https:': 'http',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'smtp:': 'smtp',
  'smtps:': 'smtp',
}

/** The public part of a connection, without secrets. */
export function shownConnection(input: ConnectionInput): {
  readonly kind: ConnectionKind
  readonly url: string
  readonly headers: readonly string[]
} {
  const url = new URL(input.url)
  const { protocol, username, host, pathname } = url
  const user = username === '' ? '' : `${username}@`
  const headers = Object.keys(headersOf(input))
  return { kind: kinds[protocol]!, url: `${protocol}//${user}${host}${pathname}`, headers }
}

/** Throws `bad-connection` with the fault. */
export function readConnection(name: string, version: number, input: ConnectionInput): Connection {
  const refuse = (what: string) => new WorkersError('bad-connection', `${name}: ${what}`)
  const { url: text, token, headers, ...rest } = input
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw refuse(`there is no setting ${unknown}; there are url, token and headers.`)
  if (
    typeof text !== 'string' ||
    !URL.canParse(text) ||
    kinds[new URL(text).protocol] === undefined
  )
    throw refuse('url begins with https://, http://, postgres://, smtps:// or smtp://.')
  const url = new URL(text)
  const kind = kinds[url.protocol]
  if (kind !== 'http' && (token !== undefined || headers !== undefined))
    throw refuse('only a connection to an HTTP server has a token or headers.')
  if (url.hostname === '') throw refuse('url needs a host.')
  const named = { name, version }
  if (kind === 'http') return httpConnection(named, url, input, refuse)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const password = url.password === '' ? undefined : new Secret(decodeURIComponent(url.password))
  const user = decodeURIComponent(url.username)
  if (kind === 'smtp') {
    const secure = url.protocol === 'smtps:'
    const port = Number(url.port) || (secure ? 465 : 587)
    return { ...named, kind, host, port, secure, user: user === '' ? undefined : user, password }
  }
  const database = decodeURIComponent(url.pathname.slice(1))
  if (user === '' || database === '')
    throw refuse('url names a user and a database: postgres://user:password@host/database.')
  const secure = isSecure(url, refuse)
  return {
    ...named,
    kind: 'postgres',
    host,
    port: Number(url.port) || 5432,
    user,
    database,
    password,
    secure,
  }
}

type Refuse = (what: string) => WorkersError

function httpConnection(
  named: { readonly name: string; readonly version: number },
  url: URL,
  input: ConnectionInput,
  refuse: Refuse,
): Connection {
  if (url.username !== '' || url.password !== '')
    throw refuse('url holds no user name or password: give a token, or headers.')
  if (url.search !== '' || url.hash !== '') throw refuse('url ends before ? and #.')
  for (const [header, value] of Object.entries(headersOf(input)))
    if (!/^[\w-]+$/.test(header) || typeof value !== 'string' || /[\r\n]/.test(value))
      throw refuse(`the header ${header} cannot be sent.`)
  const place = placeOf(input.url, refuse)
  const headers = Object.fromEntries(
    Object.entries(headersOf(input)).map(([header, value]) => [header, new Secret(value)]),
  )
  const base = place.url.href.replace(/\/+$/, '')
  return { ...named, kind: 'http', url: base, endpoint: { origin: place.url.origin, headers } }
}

function placeOf(url: string, refuse: Refuse): Destination {
  try {
    return namedDestination(url)
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}

function headersOf({ token, headers = {} }: ConnectionInput): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    ...Object.fromEntries(lower),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
}

/** With TLS, unless it is this machine or the URL says `sslmode=disable`. */
function isSecure(url: URL, refuse: Refuse): boolean {
  const mode = url.searchParams.get('sslmode')
  if (mode === 'disable') return false
  if (mode === 'require' || mode === 'verify-full') return true
  if (mode !== null) throw refuse('sslmode is require, verify-full or disable.')
  return !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
