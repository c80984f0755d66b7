// Goal: what one caller sends and does not fetch takes a bounded amount of memory, and nobody else waits for it. Method:
// sockets that ask for large answers and read nothing, bodies that never end, and another caller beside them.

import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import {
  BODY_BYTES,
  CALLER_TRANSIT_BYTES,
  SOURCE_BODY_BYTES,
  TRANSIT_BYTES,
} from '../src/limits.ts'
import { newToken } from '../src/tokens.ts'
import { world } from './world.ts'

const [ann, bob] = [newToken(), newToken()]
const tokens = [
  { name: 'ann', token: ann, scopes: ['deploy'] as const },
  { name: 'bob', token: bob, scopes: ['read'] as const },
]
const large = '/api/models/m/cells?symbols=A1:A7'
/** Seven texts of a million. */
const LARGE_BYTES = 7_000_000

async function listening() {
  const hooks = { stock: { topic: 'stock', secret: 'a secret of a shop' } }
  const made = await world({ tokens, hooks })
  await made.engine.deploy('A1:A7 = REPT("x", 1000000)\n', { id: 'm' })
  const { url } = await made.server.listen({ port: 0 })
  const status = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}`, connection: 'close' }
    const answer = await fetch(url + path, { headers })
    await answer.arrayBuffer()
    return answer.status
  }
  /** Says something, and reads no more than the first of what it hears. */
  const still = (text: string) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(text)
    const heard = new Promise<string>((resolve) => {
      socket.once('data', (chunk) => {
        socket.pause()
        resolve(String(chunk).slice(9, 12))
      })
    })
    return { socket, heard }
  }
  const head = (line: string, token: string) =>
    `${line} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`
  return { ...made, status, still, head }
}

it('a caller who does not fetch its answers gets no more of them, and others do', async () => {
  const { status, still, head } = await listening()
  const fitting = Math.floor(CALLER_TRANSIT_BYTES / LARGE_BYTES)
  const asked = Array.from({ length: fitting + 5 }, () => still(`${head(`GET ${large}`, ann)}\r\n`))
  const heard = await Promise.all(asked.map((one) => one.heard))
  expect(heard.filter((code) => code === '503')).toHaveLength(5)
  expect([await status(ann, large), await status(bob, large)]).toEqual([503, 200])
  // What is small is answered all the same, and what it gave up is free again.
  expect(await status(ann, '/api/models')).toBe(200)
  for (const { socket } of asked) socket.destroy()
  await expect.poll(() => status(ann, large)).toBe(200)
})

it('a caller whose bodies do not come may not announce more of them, and others may', async () => {
  const { status, still, head } = await listening()
  const fitting = Math.floor(CALLER_TRANSIT_BYTES / SOURCE_BODY_BYTES)
  const body = `content-type: application/json\r\ncontent-length: ${SOURCE_BODY_BYTES}\r\n\r\n{`
  const begun = Array.from({ length: fitting }, () => still(head('POST /api/models', ann) + body))
  await expect.poll(() => still(head('POST /api/models', ann) + body).heard).toBe('503')
  const endless = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'
  expect(await still(head('POST /api/models', ann) + endless).heard).toBe('503')
  expect([await status(ann, '/api/models'), await status(bob, large)]).toEqual([200, 200])
  for (const { socket } of begun) socket.destroy()
  await expect.poll(() => status(ann, large)).toBe(200)
})

it('strangers without a token leave room for the bodies and answers of callers', async () => {
  const { status, still } = await listening()
  const hold = (path: string) =>
    still(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
        `content-length: ${BODY_BYTES}\r\n\r\n{`,
    )
  const many = Math.ceil(TRANSIT_BYTES / BODY_BYTES) + 4
  for (const path of ['/nowhere', '/hooks/stock']) {
    const sockets = Array.from({ length: many }, () => hold(path))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([path, await status(ann, large)]).toEqual([path, 200])
    for (const { socket } of sockets) socket.destroy()
  }
})
