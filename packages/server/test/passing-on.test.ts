// Goal: a request for a model of another host reaches that host and no other, whatever its request line says. Method: a
// door that always refuses with the holder's address, and two listeners: the holder, and one that must hear nothing.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { OwnedElsewhereError } from '@cellwake/engine'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orPassedOn } from '../src/passing-on.ts'

const heard: string[] = []
let holder: Server
let stranger: Server
let door: FastifyInstance

beforeAll(async () => {
  holder = await listener('holder')
  stranger = await listener('stranger')
  door = Fastify()
  door.get('/api/models/:id', (request) =>
    orPassedOn(request, () =>
      Promise.reject(new OwnedElsewhereError('fx', `session@${addressOf(holder)}`)),
    ),
  )
  await door.listen({ port: 0, host: '127.0.0.1' })
})

afterAll(async () => {
  await door.close()
  holder.close()
  stranger.close()
})

it.each([
  ['as usual', () => '/api/models/fx?a=1'],
  ['with the address of a stranger', () => `${addressOf(stranger)}/api/models/fx?a=1`],
  [
    'with a user and a stranger',
    () => `http://u:p@127.0.0.1:${portOf(stranger)}/api/models/fx?a=1`,
  ],
])('a request line %s is passed on to the holder alone', async (_how, target) => {
  heard.length = 0
  expect(await ask(target())).toMatch(/^HTTP\/1.1 200/)
  expect(heard).toEqual(['holder GET /api/models/fx?a=1 Bearer t'])
})

async function listener(name: string): Promise<Server> {
  const server = createServer((request: IncomingMessage, response) => {
    heard.push(`${name} ${request.method} ${request.url} ${request.headers.authorization}`)
    response.setHeader('content-type', 'application/json')
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${portOf(server)}`
}

/** A request line as it is written, which no HTTP client would send. */
function ask(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(portOf(door.server), '127.0.0.1')
    let said = ''
    socket.on('data', (data) => {
      said += String(data)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(said))
    socket.write(
      `GET ${target} HTTP/1.1\r\nhost: here\r\nauthorization: Bearer t\r\nconnection: close\r\n\r\n`,
    )
  })
}
