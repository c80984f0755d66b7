// Hooks around every request: headers, the gate, the span, the count, the line in the log, and errors
// in one form.

import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { nothingThere } from './api.ts'
import { answerError } from './error-answer.ts'
import { ServerError } from './errors.ts'
import type { Gate } from './gate.ts'
import { setHeaders } from './headers.ts'
import type { InTransit } from './in-transit.ts'
import { REFUSED_CLOSE_MS } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Clock, Parts } from './parts.ts'
import { endRequestSpan, requestSpan } from './tracing.ts'
import type { Ui } from './ui.ts'

export interface Around {
  readonly ui: Ui
  readonly gate: Gate
  readonly inTransit: InTransit
  isClosing(): boolean
}

export function addHooks(app: FastifyInstance, parts: Parts, around: Around): void {
  const { clock, metrics } = parts
  app.decorateRequest('principal', null)
  app.decorateRequest('span', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('cameAt', 0)

  app.addHook('onRequest', (request, reply, done) => {
    request.cameAt = clock.now()
    request.span = requestSpan(request)
    setHeaders(reply)
    try {
      enter(request, reply, around)
      done()
    } catch (error) {
      done(error as Error)
    }
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const { method } = request
    const ms = Math.max(0, clock.now() - request.cameAt)
    metrics.requests.inc({ route, method, status: reply.statusCode })
    metrics.latency.observe({ route, method }, ms / 1000)
    if (request.span !== null) endRequestSpan(request.span, reply.statusCode)
    const by = request.principal?.name
    const line = { method, route, path: pathOf(request), status: reply.statusCode, ms, by }
    const { refusal } = request
    if (refusal === null) request.log.info(line)
    // One that asks too often must not fill the log as well.
    else if (reply.statusCode === 429) request.log.info({ ...line, code: refusal }, 'refused')
    else request.log.warn({ ...line, code: refusal }, 'refused')
    done()
  })

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, metrics))

  app.setNotFoundHandler(async (request, reply) => {
    if (!request.url.startsWith('/api') && (await around.ui.answer(request, reply))) return reply
    const error = nothingThere(request)
    const { allowed } = (error.details ?? {}) as { readonly allowed?: readonly string[] }
    if (allowed !== undefined) reply.header('allow', allowed.join(', '))
    return answerError(error, request, reply, metrics)
  })
}

function enter(request: FastifyRequest, reply: FastifyReply, around: Around): void {
  const { permission } = request.routeOptions.config
  if (around.isClosing() && permission?.scope !== 'public') {
    reply.header('connection', 'close')
    throw new ServerError('closing', 'The server is closing.', { retryAfterS: 1 })
  }
  const principal = around.gate.admit(request, permission)
  // Default deny: a route without a permission is closed.
  if (permission === undefined && !request.is404) throw nothingThere(request)
  request.principal = principal
  around.inTransit.take(principal, bodyBytes(request), reply.raw)
}

/** The size reserved for a body: its declared length, or else the limit. */
function bodyBytes({ headers, method, routeOptions }: FastifyRequest): number {
  const length = headers['content-length']
  if (length === undefined && headers['transfer-encoding'] === undefined) return 0
  if (method === 'GET') return 0
  const most = routeOptions.bodyLimit
  return length === undefined ? most : Math.min(Number(length), most)
}

/** The path without the query, which may hold secrets. */
function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0]!.slice(0, 500)
}

/** Requests that never reach a route: addresses that cannot be decoded, and malformed HTTP. */
export function refuseMalformed(metrics: Metrics, clock: Clock) {
  return {
    frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      setHeaders(reply)
      answerError(error, request, reply, metrics)
    },
    clientErrorHandler(error: Error & { readonly code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) return
      const status = statusOf(error.code)
      const { code, message } = new ServerError('bad-request', 'The request is malformed.')
      const body = JSON.stringify({ error: { code, message, requestId: uuidv7() } })
      socket.end(
        `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
          `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      // A peer that keeps its end open after the answer would hold its place for ever.
      const late = clock.wake(clock.now() + REFUSED_CLOSE_MS, () => socket.destroy())
      socket.once('close', () => clock.cancel(late))
    },
  }
}

function statusOf(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return '408 Request Timeout'
  return '400 Bad Request'
}
