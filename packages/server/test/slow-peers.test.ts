// Goal: a peer that is slow, silent or does not let go holds nothing for long, and others are served meanwhile.
// Method: raw sockets that drip, stay silent or do not read, against a server whose patience is cut to fractions of
// a second, while an honest client asks.

import { connect, type Socket } from 'node:net'
import { systemClock } from '@cellwake/scheduler'
import { expect, it, onTestFinished } from 'vitest'
import {
  CONNECTIONS,
  HEADERS_BYTES,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  REQUEST_TIMEOUT_MS,
  STILL_CONNECTION_MS,
  TIMEOUT_CHECK_MS,
} from '../src/limits.ts'
import { desk, world } from './world.ts'

interface Impatient {
  readonly headersTimeout?: number
  readonly requestTimeout?: number
  readonly keepAliveTimeout?: number
  readonly timeout?: number
}

async function impatient(times: Impatient) {
  const made = await world({ clock: systemClock({ unref: true }) })
  const { server } = made.server.app
  Object.assign(server, times, { connectionsCheckingInterval: 20 })
  const { url } = await made.server.listen({ port: 0 })
  const port = Number(new URL(url).port)
  const open = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  return { ...made, http: server, port, url, open }
}

interface RawPeer {
  readonly socket: Socket
  /** What it was told, once the server has ended the connection. */
  readonly told: Promise<string>
}

/** It keeps its own end open, as nobody does who means well. */
function rawPeer(port: number, text = ''): RawPeer {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(text)
  let heard = ''
  const told = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      heard += String(chunk)
    })
    socket.on('end', () => resolve(heard))
    socket.on('close', () => resolve(heard))
    socket.on('error', () => resolve(heard))
  })
  return { socket, told }
}

/** One character every so often, until the server has had enough. */
function drip({ socket }: RawPeer): void {
  const timer = setInterval(() => socket.write('x'), 30)
  socket.on('error', () => clearInterval(timer))
  socket.on('close', () => clearInterval(timer))
  onTestFinished(() => clearInterval(timer))
}

async function becomes(value: () => Promise<number>, wanted: number): Promise<void> {
  while ((await value()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** An honest client, which uses a connection once. */
async function isServed(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/whoami`, { headers: { connection: 'close' } })
  await answer.text()
  return answer.status
}

it('the patience of a server is what its limits say', async () => {
  const { server } = await world()
  await server.listen({ port: 0 })
  expect(server.app.server).toMatchObject({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    timeout: STILL_CONNECTION_MS,
    maxConnections: CONNECTIONS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  })
})

it('headers that drip are cut off, and the connection is let go', async () => {
  const { port, url, open } = await impatient({ headersTimeout: 300 })
  const slow = [1, 2, 3].map(() =>
    rawPeer(port, 'GET /api/whoami HTTP/1.1\r\nHost: localhost\r\nX: '),
  )
  for (const peer of slow) drip(peer)
  await becomes(open, 3)
  expect(await isServed(url)).toBe(200)
  for (const { told } of slow) expect(await told).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  await becomes(open, 0)
  expect(await isServed(url)).toBe(200)
})

it('a body that drips is cut off, and changes nothing', async () => {
  const { port, url, open, engine } = await impatient({ requestTimeout: 400, headersTimeout: 300 })
  await engine.deploy(desk, { id: 'desk' })
  const peer = rawPeer(
    port,
    'POST /api/models/desk/inputs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      'Content-Length: 100000\r\n\r\n{"set":{"A1":"',
  )
  drip(peer)
  await becomes(open, 1)
  expect(await isServed(url)).toBe(200)
  expect(await peer.told).toMatch(/^HTTP\/1\.1 408 /)
  await becomes(open, 0)
  expect(engine.running('desk').get('A1').value).toBe(1)
})

it('connections on which nothing is said are closed, however many', async () => {
  const { port, url, open } = await impatient({ headersTimeout: 300 })
  const silent = Array.from({ length: 200 }, () => rawPeer(port))
  await becomes(open, 200)
  expect(await isServed(url)).toBe(200)
  await Promise.all(silent.map(({ told }) => told))
  await becomes(open, 0)
  expect(await isServed(url)).toBe(200)
})

it('a connection that waits for another request is closed after a while', async () => {
  const { port, open } = await impatient({ keepAliveTimeout: 200 })
  const peer = rawPeer(port, 'GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await peer.told).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  peer.socket.end()
  await becomes(open, 0)
})

it('when all places are taken, those who only wait make room', async () => {
  const { http, port, url, open } = await impatient({})
  http.maxConnections = 10
  const waiting = Array.from({ length: 10 }, () =>
    rawPeer(port, 'GET /ready HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  )
  await Promise.all(
    waiting.map(({ socket }) => new Promise((resolve) => socket.once('data', resolve))),
  )
  await becomes(open, 10)
  await expect(isServed(url)).rejects.toThrow()
  await Promise.all(waiting.map(({ told }) => told))
  for (const { socket } of waiting) socket.end()
  expect(await isServed(url)).toBe(200)
})

it('whoever does not read the answer is let go', async () => {
  const { http, port, url, open, engine } = await impatient({ timeout: 400 })
  await engine.deploy('A1:A40000 = ROW_INDEX & " of many rows"\n', { id: 'large' })
  const { socket } = rawPeer(
    port,
    'GET /api/models/large/cells HTTP/1.1\r\nHost: localhost\r\n\r\n',
  )
  socket.pause()
  await new Promise((resolve) => http.once('request', resolve))
  expect(await isServed(url)).toBe(200)
  await becomes(open, 0)
})

it('headers that are too large are refused, and the connection is let go', async () => {
  const { port, open } = await impatient({})
  const header = 'x'.repeat(2 * HEADERS_BYTES)
  const peer = rawPeer(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${header}\r\n\r\n`)
  expect(await peer.told).toMatch(/^HTTP\/1\.1 431 /)
  await becomes(open, 0)
})
