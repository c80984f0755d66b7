// Shared by the tests of the workers: servers on loopback that end with their test, a network in which names lead
// where a test says, and certificates that only the tests trust.

import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createConnection, type Socket } from 'node:net'
import { type Clock, systemClock } from '@cellwake/scheduler'
import { onTestFinished } from 'vitest'
import type { Network } from '../src/egress/dialer.ts'
import { Egress, type EgressOptions } from '../src/egress.ts'
import { type CallClass, CallError } from '../src/errors.ts'

const certificate = (name: string) =>
  readFileSync(new URL(`./certificates/${name}`, import.meta.url), 'utf8')

/** The authority that signed the certificate of `secureServer`, for provider.test, public.example and localhost. */
export const testAuthority = certificate('ca.pem')

export interface Provider {
  readonly port: number
  readonly url: string
  /** Every request that came, in order. */
  readonly seen: {
    method: string
    url: string
    headers: NodeJS.Dict<string | string[]>
    body: string
  }[]
  /** Every connection, with or without a request. */
  connections: number
  stop(): Promise<void>
}

export type Answer = (
  request: Provider['seen'][number],
  response: Parameters<RequestListener>[1],
  socket: Socket,
) => void

/** A server on loopback that answers as told. It ends with the test. */
export async function provider(
  answer: Answer,
  options: { secure?: boolean } = {},
): Promise<Provider> {
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    response.on('error', () => {})
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const seen = { method, url, headers, body: Buffer.concat(parts).toString('utf8') }
      made.seen.push(seen)
      answer(seen, response, request.socket)
    })
  }
  const server: Server =
    options.secure === true
      ? createSecureServer(
          { cert: certificate('server.pem'), key: certificate('server.key') },
          listener,
        )
      : createServer(listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    made.connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const scheme = options.secure === true ? 'https' : 'http'
  const made: Provider = {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    seen: [],
    connections: 0,
    stop,
  }
  onTestFinished(stop)
  return made
}

/** Answers with JSON. */
export function json(response: Parameters<RequestListener>[1], value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

export const PUBLIC = '93.184.216.34'

/** Names lead where `names` says, and the public address leads to loopback. What is dialled is on record. */
export function testNetwork(
  names: Readonly<Record<string, readonly string[] | (() => readonly string[])>>,
): Network & { readonly dialled: string[]; readonly asked: string[] } {
  const dialled: string[] = []
  const asked: string[] = []
  return {
    dialled,
    asked,
    lookup: async (host) => {
      asked.push(host)
      const found = names[host]
      if (found !== undefined) return typeof found === 'function' ? found() : found
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    },
    connect: (address, port) => {
      dialled.push(address)
      return createConnection({ host: address === PUBLIC ? '127.0.0.1' : address, port })
    },
  }
}

/** A door that trusts the tests' authority. */
export function testEgress(options: Partial<EgressOptions> = {}): Egress {
  const clock = systemClock()
  onTestFinished(() => clock.close())
  return new Egress({ clock, ca: testAuthority, ...options })
}

/** The class and the sentence of a call that must fail. */
export async function failureOf(
  work: Promise<unknown>,
): Promise<{ class: CallClass; message: string; retryAfterMs: number | undefined }> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { message, retryAfterMs } = error
    return { class: error.class, message, retryAfterMs }
  }
  throw new Error('it did not fail')
}

/** A clock on which so many seconds pass in one. */
export function fastClock(times: number): Clock {
  const start = Date.now()
  const clock = systemClock({
    now: () => start + (Date.now() - start) * times,
    startTimer: (fn, ms) => setTimeout(fn, ms / times),
  })
  onTestFinished(() => clock.close())
  return clock
}
