// The tool `http`: one call to a place that the operator allows, or to a path of a named connection. GET and HEAD only
// read. Any other method is a mutation: it carries the idempotency key, and the progress of the request decides its
// outcome.

import { mustBe } from '../connection-access.ts'
import type { Connections } from '../connections.ts'
import type { Egress } from '../egress.ts'
import { isCallError, ToolFailure } from '../errors.ts'
import type { HttpAnswer, HttpCall, Progress } from '../http-call.ts'
import {
  type Found,
  fieldsOf,
  notDone,
  type OutsideTool,
  optionalText,
  type ToolCallContext,
  textOf,
  whatCameOf,
} from './tool.ts'

export interface HttpInput {
  readonly url?: string
  readonly connection?: string
  /** Below the URL of the connection. */
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown
  /** Where to look whether it happened: a GET that succeeds says yes, 404 says no. */
  readonly check?: { readonly url?: string; readonly path?: string }
}

export interface HttpResult {
  readonly status: number
  /** Of JSON its value, otherwise the text; null if it could not be read. */
  readonly body: unknown
}

const EXAMPLE = "{ url: 'https://api.example.com/orders', method: 'POST', body: { id: 7 } }"
const FIELDS = ['url', 'connection', 'path', 'method', 'headers', 'body', 'check']
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD'])
/** The head of a request is ours. */
const OURS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'idempotency-key',
])

export interface HttpToolParts {
  readonly egress: Egress
  readonly connections: Connections
}

export function httpTool(parts: HttpToolParts): OutsideTool {
  return {
    name: 'http',
    description:
      'One HTTP call: { url } or { connection, path }, with method, headers and body, gives { status, body }. Other methods than GET and HEAD are mutations.',
    readOnly: (input) => READS.has(methodOf(input)),
    input: { parse: inputOf },
    connectionOf: ({ connection }: HttpInput) => connection,
    call: async (input: HttpInput, context) => {
      const isRead = READS.has(methodOf(input))
      const progress: Progress = {}
      try {
        return await ask(parts, input, { ...context, progress })
      } catch (error) {
        if (isRead) throw notDone(error)
        return cameOf(error, progress)
      }
    },
    canReconcile: ({ check }: HttpInput) => check !== undefined,
    reconcile: async (input: HttpInput, context): Promise<Found> => {
      const { connection, headers, check } = input
      const asked: HttpInput = {
        ...(connection !== undefined && { connection }),
        ...(headers !== undefined && { headers }),
        ...check,
      }
      const progress: Progress = {}
      try {
        return { outcome: 'applied', result: await ask(parts, asked, { ...context, progress }) }
      } catch {
        return { outcome: progress.status === 404 ? 'failed' : 'retry' }
      }
    },
    preview: (input: HttpInput) => {
      const { url, connection, path = '', body } = input
      const to = url ?? `${connection}${path === '' || path.startsWith('/') ? '' : '/'}${path}`
      const sent = body === undefined ? '' : ` with ${JSON.stringify(body)}`
      return `${methodOf(input)} ${to}${sent}`
    },
  }
}

type AskOptions = Pick<ToolCallContext, 'key' | 'signal'> & { readonly progress: Progress }

async function ask(
  { egress, connections }: HttpToolParts,
  input: HttpInput,
  { key, signal, progress }: AskOptions,
): Promise<HttpResult> {
  const { url, connection, path = '', headers = {}, body } = input
  const method = methodOf(input)
  const isText = typeof body === 'string'
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const call: Omit<HttpCall, 'url'> = {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
      ...Object.fromEntries(lower),
      ...(!READS.has(method) && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    signal,
    progress,
  }
  if (connection === undefined) return resultOf(await egress.request({ ...call, url: url ?? '' }))
  const { url: base, endpoint } = mustBe(await connections.open(connection), 'http')
  const slash = path === '' || path.startsWith('/') ? '' : '/'
  return resultOf(await egress.request({ ...call, url: `${base}${slash}${path}`, endpoint }))
}

function resultOf({ status, type, text }: HttpAnswer): HttpResult {
  if (!/\bjson\b/i.test(type)) return { status, body: text }
  try {
    return { status, body: JSON.parse(text) }
  } catch {
    return { status, body: text }
  }
}

/** A success whose answer cannot be read is a success. A redirect, or no answer, leaves open whether it happened. */
function cameOf(error: unknown, progress: Progress): HttpResult {
  const { status } = progress
  if (status === undefined || !isCallError(error)) throw whatCameOf(error, progress)
  if (status >= 200 && status < 300) return { status, body: null }
  const isSure = status >= 400 && status < 500 && status !== 408
  if (isSure || status === 307 || status === 308) throw notDone(error)
  throw new ToolFailure('unknown', error.message)
}

function methodOf(input: unknown): string {
  const { method = 'GET' } = Object(input) as { readonly method?: unknown }
  return String(method).toUpperCase()
}

function inputOf(given: unknown): HttpInput {
  const fields = fieldsOf('http', EXAMPLE, given, FIELDS)
  const { url, connection, path, method, headers, body, check } = fields
  optionalText(url, 'url')
  optionalText(connection, 'connection')
  if (path !== undefined && typeof path !== 'string') throw new TypeError('path is a text')
  if ((url === undefined) === (connection === undefined)) {
    throw new TypeError(`give a url, or a connection with a path: ${EXAMPLE}`)
  }
  if (path !== undefined && connection === undefined) {
    throw new TypeError('a path is of a connection')
  }
  if (method !== undefined && !METHODS.has(methodOf(fields))) {
    throw new TypeError(`method is one of ${[...METHODS].join(', ')}`)
  }
  if (READS.has(methodOf(fields)) && body !== undefined) {
    throw new TypeError(`a ${methodOf(fields)} has no body`)
  }
  checkHeaders(headers)
  if (check !== undefined) {
    const { url: at, path: below } = fieldsOf('check', "{ path: '/orders/7' }", check, [
      'url',
      'path',
    ])
    textOf(
      connection === undefined ? at : below,
      connection === undefined ? 'check.url' : 'check.path',
    )
    if (at !== undefined && below !== undefined) throw new TypeError('check has a url or a path')
  }
  return fields as HttpInput
}

function checkHeaders(headers: unknown): void {
  if (headers === undefined) return
  if (typeof headers !== 'object' || headers === null) throw new TypeError('headers are an object')
  for (const [name, value] of Object.entries(headers)) {
    const isFit = /^[\w-]+$/.test(name) && typeof value === 'string' && !/[\r\n\0]/.test(value)
    if (!isFit) throw new TypeError(`the header ${JSON.stringify(name)} cannot be sent`)
    if (OURS.has(name.toLowerCase())) throw new TypeError(`the header ${name} is set by the host`)
  }
}
