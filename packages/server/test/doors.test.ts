// Goal: without tokens, only programs and pages of this machine get in; a page of another origin can neither
// write nor read. Method: requests with the headers that browsers send, and listening where it is not allowed.

import { describe, expect, it } from 'vitest'
import { isLoopback } from '../src/origins.ts'
import { newToken } from '../src/tokens.ts'
import { desk, world } from './world.ts'

const set = { body: { set: { A1: 2 } } }

async function open() {
  const made = await world()
  await made.engine.deploy(desk, { id: 'desk' })
  return made
}

describe('without tokens', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:3000' }],
    ['a page in a sandbox', { origin: 'null' }],
    ['another scheme', { origin: 'https://localhost' }],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site request', { 'sec-fetch-site': 'same-site' }],
    ['two headers that disagree', { origin: 'http://localhost', 'sec-fetch-site': 'cross-site' }],
  ])('%s cannot write', async (_, headers) => {
    const { ask, engine } = await open()
    const answer = await ask('POST', '/api/models/desk/inputs', { ...set, headers })
    expect([answer.status, answer.code]).toEqual([403, 'origin-refused'])
    expect(engine.running('desk').get('A1').value).toBe(1)
    for (const url of ['/api/models/desk/cells', '/%61pi/whoami', '/metrics']) {
      expect([url, (await ask('GET', url, { headers })).status]).toEqual([url, 403])
    }
  })

  it.each([
    ['no page', {}],
    ['a page of the server', { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
  ])('%s can write', async (_, headers) => {
    const { ask } = await open()
    expect((await ask('POST', '/api/models/desk/inputs', { ...set, headers })).status).toBe(200)
  })

  it.each(['evil.example', 'localhost.evil.example', '10.0.0.1', 'localhost@evil.example', 'a b'])(
    'a name made to point here is refused: %s',
    async (host) => {
      const { ask } = await open()
      const answer = await ask('GET', '/api/whoami', { headers: { host } })
      expect([answer.status, answer.code]).toEqual([421, 'host-refused'])
    },
  )

  it.each(['localhost:4755', '127.0.0.1', '[::1]:80', 'LOCALHOST'])('%s is us', async (host) => {
    const { ask } = await open()
    expect((await ask('GET', '/api/whoami', { headers: { host } })).status).toBe(200)
  })

  it('the public address is one of its names', async () => {
    const { ask } = await world({ publicUrl: 'https://cells.example.org' })
    const headers = { host: 'cells.example.org', origin: 'https://cells.example.org' }
    expect((await ask('GET', '/api/whoami', { headers })).status).toBe(200)
    await expect(world({ publicUrl: 'cells' })).rejects.toThrow(/public address/)
  })

  it('it listens on loopback only, and says that access is open', async () => {
    const { server } = await world()
    await expect(server.listen({ port: 0, host: '0.0.0.0' })).rejects.toThrow(/Set tokens/)
    const { url, warning } = await server.listen({ port: 0, host: '127.0.0.1' })
    expect(warning).toMatch(/Access is open/)
    const ready = await fetch(`${url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
  })

  it('loopback is what only this machine reaches', () => {
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1'])
      expect(isLoopback(host)).toBe(true)
    for (const host of ['0.0.0.0', '::', '127.evil.example', '10.0.0.1']) {
      expect(isLoopback(host)).toBe(false)
    }
  })
})

describe('with tokens', () => {
  it('origins and names do not matter, since no page has the token', async () => {
    const token = newToken()
    const { ask } = await world({ tokens: [{ name: 'ann', token, scopes: ['read'] }] })
    const headers = { host: 'any.example', origin: 'https://other.example' }
    expect((await ask('GET', '/api/whoami', { token, headers })).status).toBe(200)
    expect((await ask('GET', '/api/whoami', { headers })).status).toBe(401)
  })

  it('no answer allows another origin to read it', async () => {
    const { ask } = await open()
    const answer = await ask('OPTIONS', '/api/models', {
      headers: { 'access-control-request-method': 'POST' },
    })
    expect(answer.status).toBe(405)
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  })
})

describe('a POST', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'with the content type "%s" is refused',
    async (type) => {
      const { ask, engine } = await open()
      const answer = await ask('POST', '/api/models/desk/inputs', {
        body: JSON.stringify(set.body),
        headers: { 'content-type': type },
      })
      expect([answer.status, answer.code]).toEqual([415, 'json-needed'])
      expect(engine.running('desk').get('A1').value).toBe(1)
    },
  )
})
