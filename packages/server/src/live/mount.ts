// The door of the live streams: upgrades to WebSocket at `/api/live`, and `GET /api/live/:id`. A page of
// another origin is refused before anything else happens.

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import { ServerError } from '../errors.ts'
import { LIVE_FRAME_BYTES } from '../limits.ts'
import { answerWithEvents } from './event-stream.ts'
import { Feeds, type LiveParts } from './feeds.ts'
import { Session } from './session.ts'

export interface LiveStreams {
  /** Ends all of them, and tells the peers that the server closes. */
  close(): void
}

export function mountLive(app: FastifyInstance, parts: LiveParts): LiveStreams {
  const feeds = new Feeds(parts)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIVE_FRAME_BYTES,
    // A compressed frame may be a bomb, and the same bytes for all readers could not be shared.
    perMessageDeflate: false,
    clientTracking: false,
  })
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = refusalOf(request, feeds)
    if (refusal !== undefined) {
      refuse(socket, refusal)
      return
    }
    const principal = parts.auth.fromHeader(request.headers.authorization)
    sockets.handleUpgrade(request, socket, head, (ws) => new Session(ws, feeds, principal))
  }
  app.server.on('upgrade', upgrade)
  app.get(
    '/api/live/:id',
    { config: { permission: { scope: 'read', on: 'model' } } },
    (request: FastifyRequest<{ Params: { readonly id: string } }>, reply: FastifyReply) => {
      if (!isOurs(request.headers, parts)) {
        throw new ServerError('origin-refused', 'The request comes from a page of another origin.')
      }
      const principal = parts.auth.fromHeader(request.headers.authorization)
      return answerWithEvents(request, reply, principal, feeds)
    },
  )
  const close = () => {
    app.server.off('upgrade', upgrade)
    feeds.close()
  }
  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => close())
  return { close }
}

function refusalOf(request: IncomingMessage, feeds: Feeds): string | undefined {
  const [path] = (request.url ?? '').split('?')
  if (path !== '/api/live') return '404 Not Found'
  const { auth } = feeds.parts
  if (!isOurs(request.headers, feeds.parts)) return '403 Forbidden'
  const { authorization } = request.headers
  const principal = auth.fromHeader(authorization)
  // Without a header it may still say who it is: a browser cannot send one.
  if (authorization !== undefined && principal === undefined) return '401 Unauthorized'
  if (feeds.isFull(principal?.name)) return '503 Service Unavailable'
  return undefined
}

/** With tokens it is enough that page and server have one host, since a proxy may speak https for us. */
function isOurs(headers: IncomingMessage['headers'], { auth, origins }: LiveParts): boolean {
  const { origin, host } = headers
  if (auth.open) return origins.isOurHost(host) && origins.isOurPage(headers)
  if (origins.isOurPage(headers)) return true
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
