// The door of the live streams: upgrades to WebSocket at `/api/live`, `GET /api/live/:id`, and
// `GET /api/live/workflows/:name`. A page of another origin is refused before anything else happens.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { ServerError } from '../errors.ts'
import type { Gate } from '../gate.ts'
import { LIVE_FRAME_BYTES } from '../limits.ts'
import type { Principal } from '../principal.ts'
import { answerWithCells, answerWithRuns } from './event-stream.ts'
import { Feeds, type LiveParts } from './feeds.ts'
import { Session } from './session.ts'
import { Strangers } from './strangers.ts'

export interface LiveStreams {
  /** Ends all of them, with the close code of a closing server. */
  close(): void
}

export function mountLive(app: FastifyInstance, parts: LiveParts, gate: Gate): LiveStreams {
  const feeds = new Feeds(parts)
  const door = { gate, strangers: new Strangers() }
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIVE_FRAME_BYTES,
    // A compressed frame may be a bomb, and the same bytes for all readers could not be shared.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const address = request.socket.remoteAddress ?? ''
    const refusal = refusalOf(request, address, feeds, door)
    if (refusal !== undefined) {
      refuse(request, socket, refusal, parts)
      return
    }
    const principal = parts.auth.fromHeader(request.headers.authorization)
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (ws) => new Session(ws, feeds, { ...door, address }, principal),
    )
  }
  app.server.on('upgrade', upgrade)
  app.get(
    '/api/live/:id',
    { config: { permission: { scope: 'read', on: 'model' } } },
    (request: FastifyRequest<{ Params: { readonly id: string } }>, reply: FastifyReply) =>
      answerWithCells(request, reply, callerOf(request, parts), feeds),
  )
  app.get(
    '/api/live/workflows/:name',
    { config: { permission: { scope: 'read', on: 'workflow' } } },
    (request: FastifyRequest<{ Params: { readonly name: string } }>, reply: FastifyReply) =>
      answerWithRuns(request, reply, callerOf(request, parts), feeds),
  )
  const close = () => {
    app.server.off('upgrade', upgrade)
    feeds.close()
  }
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => close())
  return { close }
}

function callerOf(request: FastifyRequest, parts: LiveParts): Principal {
  if (!isOurs(request.headers, parts)) {
    throw new ServerError('origin-refused', 'The request comes from a page of another origin.')
  }
  const principal = parts.auth.fromHeader(request.headers.authorization)
  if (principal !== undefined) return principal
  throw new ServerError('unauthenticated', 'It is not known who is asking.')
}

interface Door {
  readonly gate: Gate
  readonly strangers: Strangers
}

const refusals = {
  'not-found': '404 Not Found',
  'origin-refused': '403 Forbidden',
  unauthenticated: '401 Unauthorized',
  'rate-limited': '429 Too Many Requests',
  busy: '503 Service Unavailable',
} as const
type Refusal = keyof typeof refusals

function refusalOf(
  request: IncomingMessage,
  address: string,
  feeds: Feeds,
  { gate, strangers }: Door,
): Refusal | undefined {
  const [path] = (request.url ?? '').split('?')
  if (path !== '/api/live') return 'not-found'
  const { auth } = feeds.parts
  if (!isOurs(request.headers, feeds.parts)) return 'origin-refused'
  if (gate.knock(address) > 0) return 'rate-limited'
  const { authorization } = request.headers
  const principal = auth.fromHeader(authorization)
  // Without a header it may authenticate by a frame: a browser cannot send one.
  if (authorization !== undefined && principal === undefined) {
    return gate.wrongToken(address) > 0 ? 'rate-limited' : 'unauthenticated'
  }
  if (principal === undefined && !strangers.hasRoom(address)) return 'rate-limited'
  return feeds.isFull(principal?.name) ? 'busy' : undefined
}

/** With tokens it is enough that page and server have one host, since a proxy may speak https for us. */
function isOurs(headers: IncomingMessage['headers'], { auth, origins }: LiveParts): boolean {
  const { origin, host } = headers
  if (auth.open) return origins.isOurHost(host) && origins.isOurPage(headers)
  if (origins.isOurPage(headers)) return true
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

function refuse(
  { method, url = '' }: IncomingMessage,
  socket: Duplex,
  code: Refusal,
  { log, metrics }: LiveParts,
): void {
  const status = refusals[code]
  metrics.refused.inc({ code })
  const path = url.split('?')[0]!.slice(0, 500)
  const line = { method, route: '/api/live', path, status: Number.parseInt(status, 10), code }
  if (code === 'rate-limited') log.info(line, 'refused')
  else log.warn(line, 'refused')
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
