// Goal: a provider that behaves badly gets a clear failure within its limits, and never a secret. Method: real
// servers on loopback, over https where it matters.

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { EgressOptions } from '../src/egress.ts'
import type { HttpCall } from '../src/http-call.ts'
import { Secret } from '../src/secret.ts'
import {
  type Answer,
  failureOf,
  fastClock,
  json,
  PUBLIC,
  provider,
  testEgress,
  testNetwork,
} from './support.ts'

/** Asks an https server that answers like this, by its name. */
async function ask(
  answer: Answer,
  call: Partial<HttpCall> = {},
  options: Partial<EgressOptions> = {},
) {
  const server = await provider(answer, { secure: true })
  const network = testNetwork({ 'provider.test': [PUBLIC] })
  const egress = testEgress({
    network,
    allow: [`https://provider.test:${server.port}`],
    ...options,
  })
  const url = `https://provider.test:${server.port}/rates?token=hidden`
  return { server, work: egress.request({ url, accept: 'json', totalMs: 2_000, ...call }) }
}

const failsWith = async (answer: Answer, call: Partial<HttpCall> = {}) =>
  failureOf((await ask(answer, call)).work)

describe('a call', () => {
  it('gets what the provider answers, over TLS with the name of the host', async () => {
    const { server, work } = await ask((_request, response) => json(response, { rate: 1.08 }))
    expect(await work).toEqual({ status: 200, type: 'application/json', text: '{"rate":1.08}' })
    const [seen] = server.seen
    expect(seen).toMatchObject({
      method: 'GET',
      url: '/rates?token=hidden',
      headers: { host: `provider.test:${server.port}`, accept: 'application/json' },
    })
    expect(Object.keys(seen!.headers).sort()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].sort(),
    )
  })

  it('sends a body with its length', async () => {
    const { server, work } = await ask((_request, response) => json(response, 1), {
      method: 'POST',
      body: '{"ü":1}',
      headers: { 'content-type': 'application/json' },
    })
    await work
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: '{"ü":1}' })
  })

  it('unpacks gzip', async () => {
    const { work } = await ask((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(gzipSync('[1,2]'))
    })
    expect((await work).text).toBe('[1,2]')
  })

  it('does not trust a certificate that nobody signed', async () => {
    const server = await provider((_request, response) => json(response, 1), { secure: true })
    const options = { allow: [`https://127.0.0.1:${server.port}`] }
    const url = `${server.url}/`
    expect((await testEgress(options).request({ url })).text).toBe('1')
    const { ca: _, ...untrusting } = { ...options, ca: undefined }
    const failure = await failureOf(testEgress({ ...untrusting, ca: '' }).request({ url }))
    expect(failure).toMatchObject({
      class: 'refused',
      message: expect.stringContaining('add its authority to the setting outside.ca'),
    })
    expect(server.seen).toHaveLength(1)
  })

  it('does not trust a certificate for another name', async () => {
    const server = await provider((_request, response) => json(response, 1), { secure: true })
    const network = testNetwork({ 'other.test': ['127.0.0.1'] })
    const egress = testEgress({ network, allow: [`https://other.test:${server.port}`] })
    const failure = await failureOf(egress.request({ url: `https://other.test:${server.port}/` }))
    expect(failure).toMatchObject({ class: 'refused', message: expect.stringContaining('ALTNAME') })
  })
})

describe('a provider that', () => {
  it('is slow fails in time, with what took so long', async () => {
    const failure = await failsWith(() => {}, { totalMs: 150 })
    expect(failure.class).toBe('timeout')
    expect(failure.message).toMatch(
      /^https:\/\/provider\.test:\d+\/rates took longer than 150 ms\.$/,
    )
  })

  it('trickles its answer fails in time', async () => {
    const failure = await failsWith(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = () => {
          if (response.destroyed) return
          response.write(' ')
          setTimeout(drip, 20)
        }
        drip()
      },
      { totalMs: 300 },
    )
    expect(failure.class).toBe('timeout')
  })

  it('falls silent in the middle of its answer fails in time', async () => {
    const { work } = await ask(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
        response.write('[')
      },
      { totalMs: 20_000 },
      { clock: fastClock(4) },
    )
    const failure = await failureOf(work)
    expect(failure).toMatchObject({
      class: 'timeout',
      message: expect.stringContaining('it took longer than 5 s to go on with its answer'),
    })
  })

  it('announces too much is not read', async () => {
    const failure = await failsWith((_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': '10000000000',
      })
      response.write('[')
    })
    expect(failure).toMatchObject({
      class: 'answer',
      message: 'The answer is larger than 1 MB. Ask for less of it.',
    })
  })

  it('sends without end is cut off at the limit', async () => {
    let sent = 0
    const part = Buffer.alloc(64 * 1024, ' ')
    const failure = await failsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        if (response.destroyed) return
        sent += part.length
        response.write(part, more)
      }
      more()
    })
    expect(failure.class).toBe('answer')
    expect(sent).toBeLessThan(16 * 1024 * 1024)
  })

  it('sends a bomb of gzip is cut off at the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    const before = process.memoryUsage().rss
    const failure = await failsWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      response.end(bomb)
    })
    expect(failure).toMatchObject({ class: 'answer', message: expect.stringContaining('1 MB') })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  it('sends what is no gzip, an unknown encoding, the wrong type or bad UTF-8 fails with that', async () => {
    const answers = async (headers: Record<string, string>, body: Buffer | string) =>
      failsWith((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(body)
      })
    const failures = [
      await answers({ 'content-encoding': 'gzip' }, 'no gzip'),
      await answers({ 'content-encoding': 'zstd' }, 'x'),
      await answers({ 'content-type': 'text/html' }, '<html>'),
      await answers({}, Buffer.from([0xff, 0xfe, 0xfd])),
    ]
    expect(failures.map((one) => one.class)).toEqual(['answer', 'answer', 'answer', 'answer'])
    expect(failures.map((one) => one.message.replace(/https:\S+/, 'IT'))).toEqual([
      'The answer is no valid gzip.',
      'The answer is encoded as zstd, which is not known here.',
      'IT answered with text/html, not with JSON.',
      'IT answered with what is no valid UTF-8.',
    ])
  })

  it('breaks off is worth another try', async () => {
    const early = await failsWith((_request, _response, socket) => socket.destroy())
    expect(early).toMatchObject({ class: 'transient', message: expect.stringContaining('broke') })
    const late = await failsWith((_request, response, socket) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '10' })
      response.write('[', () => socket.destroy())
    })
    expect(late.class).toBe('transient')
  })

  it('does not speak HTTP fails with that', async () => {
    const failure = await failsWith((_request, _response, socket) =>
      socket.end('SSH-2.0-x\r\n\r\n'),
    )
    expect(failure).toMatchObject({ class: 'answer', message: expect.stringContaining('HTTP') })
  })

  it('sends endless headers is cut off', async () => {
    const failure = await failsWith((_request, _response, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(50_000)}`)
    })
    expect(failure).toMatchObject({
      class: 'answer',
      message: expect.stringContaining('HPE_HEADER'),
    })
  })

  it('is gone is worth another try', async () => {
    const server = await provider((_request, response) => json(response, 1))
    await server.stop()
    const endpoint = { origin: server.url }
    const failure = await failureOf(testEgress().request({ url: `${server.url}/`, endpoint }))
    expect(failure).toEqual({
      class: 'transient',
      message: `Nobody listens at 127.0.0.1, port ${server.port}.`,
      retryAfterMs: undefined,
    })
  })

  it('is one of many addresses is found though the first is dead', async () => {
    const server = await provider((_request, response) => json(response, 1))
    const network = testNetwork({ 'twice.test': ['127.0.0.2', PUBLIC] })
    const egress = testEgress({ network, allow: [`http://twice.test:${server.port}`] })
    expect((await egress.request({ url: `http://twice.test:${server.port}/` })).text).toBe('1')
    expect(network.dialled).toEqual(['127.0.0.2', PUBLIC])
  })

  it('redirects in a circle is left after three hops', async () => {
    const { server, work } = await ask((_request, response) =>
      response.writeHead(302, { location: '/again' }).end(),
    )
    expect(await failureOf(work)).toMatchObject({
      class: 'rejected',
      message: expect.stringContaining('more than 3 times'),
    })
    expect(server.seen).toHaveLength(4)
  })

  it('redirects a POST is not followed', async () => {
    const { server, work } = await ask(
      (_request, response) => response.writeHead(307, { location: '/there' }).end(),
      { method: 'POST', body: '1' },
    )
    expect((await failureOf(work)).class).toBe('rejected')
    expect(server.seen).toHaveLength(1)
  })
})

describe('a status that is no success', () => {
  const failsWithStatus = (status: number, headers: Record<string, string> = {}, body = '') =>
    failsWith((_request, response) => {
      response.writeHead(status, headers)
      response.end(body)
    })

  it.each([
    [400, 'rejected'],
    [401, 'auth'],
    [403, 'auth'],
    [404, 'rejected'],
    [408, 'transient'],
    [422, 'rejected'],
    [429, 'transient'],
    [500, 'transient'],
    [503, 'transient'],
  ])('%i is %s', async (status, kind) => {
    const failure = await failsWithStatus(status)
    expect(failure.class).toBe(kind)
    expect(failure.message).toMatch(new RegExp(`/rates answered ${status}\\.$`))
  })

  it('tells how long to wait: in seconds, by a date, and never over an hour', async () => {
    expect((await failsWithStatus(429, { 'retry-after': '7' })).retryAfterMs).toBe(7_000)
    const at = new Date(Date.now() + 30_000).toUTCString()
    const byDate = (await failsWithStatus(503, { 'retry-after': at })).retryAfterMs
    expect(byDate).toBeGreaterThan(25_000)
    expect(byDate).toBeLessThanOrEqual(30_000)
    expect((await failsWithStatus(503, { 'retry-after': '999999' })).retryAfterMs).toBe(3_600_000)
    expect((await failsWithStatus(503, { 'retry-after': 'soon' })).retryAfterMs).toBeUndefined()
  })

  it('carries what the provider says, in words and short', async () => {
    const said = JSON.stringify({ error: { message: 'no such currency: ABC' } })
    expect((await failsWithStatus(404, {}, said)).message).toMatch(/404: no such currency: ABC$/)
    expect((await failsWithStatus(404, {}, '<html>no')).message).toMatch(/404\.$/)
    const long = (await failsWithStatus(400, {}, `a\u0007\n${'b'.repeat(9_000)}`)).message
    expect(long.length).toBeLessThan(300)
    expect(long).toContain('a b')
  })
})

describe('secrets', () => {
  const token = 'canary-4d1f9c2e'
  const endpointOf = (origin: string) => ({
    origin,
    headers: { authorization: new Secret(`Bearer ${token}`) },
  })

  it('go to the place that the operator named, and nowhere else', async () => {
    const other = await provider((_request, response) => json(response, 1))
    const named = await provider((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: `${other.url}/` }).end()
      else json(response, 2)
    })
    const egress = testEgress({ allow: [other.url] })
    const endpoint = endpointOf(named.url)
    await egress.request({ url: `${named.url}/`, endpoint })
    await egress.request({ url: `${named.url}/away`, endpoint })
    await egress.request({ url: `${other.url}/`, endpoint })
    expect(named.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ])
    expect(other.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })

  it('are taken out of what a provider repeats', async () => {
    const named = await provider((request, response) =>
      json(
        response,
        { error: { message: `wrong key ${token}, ${request.headers.authorization}` } },
        401,
      ),
    )
    const endpoint = endpointOf(named.url)
    const failure = await failureOf(testEgress().request({ url: `${named.url}/`, endpoint }))
    expect(failure.class).toBe('auth')
    expect(failure.message).toContain('wrong key [secret]')
    expect(JSON.stringify(failure)).not.toContain('canary')
  })

  it('show themselves nowhere', () => {
    const secret = new Secret(token)
    const shown = [String(secret), JSON.stringify({ secret }), `${secret}`]
    expect(shown).toEqual(['[secret]', '{"secret":"[secret]"}', '[secret]'])
    expect(Object.keys(secret)).toEqual([])
  })

  it('that would end a header are not sent', async () => {
    const named = await provider((_request, response) => json(response, 1))
    const endpoint = { origin: named.url, headers: { 'x-key': new Secret('a\r\nx-other: b') } }
    const failure = await failureOf(testEgress().request({ url: `${named.url}/`, endpoint }))
    expect(failure.class).toBe('refused')
    expect(named.seen).toEqual([])
  })
})

describe('limits of a call', () => {
  it('a body that is too large is not sent', async () => {
    const { server, work } = await ask((_request, response) => json(response, 1), {
      method: 'POST',
      body: 'x'.repeat(1024 * 1024 + 1),
    })
    expect((await failureOf(work)).class).toBe('refused')
    expect(server.connections).toBe(0)
  })

  it('a caller who gives up ends it with their reason', async () => {
    const stop = new AbortController()
    const { work } = await ask(() => stop.abort(new Error('enough')), { signal: stop.signal })
    await expect(work).rejects.toThrow('enough')
  })

  it('leaves no connection behind', async () => {
    const server = await provider((request, response) => {
      if (request.url === '/slow') return
      json(response, 1, request.url === '/bad' ? 500 : 200)
    })
    const closed: Promise<void>[] = []
    const egress = testEgress({
      network: {
        lookup: async () => ['127.0.0.1'],
        connect: (address, port) => {
          const socket = testNetwork({}).connect(address, port)
          closed.push(new Promise((resolve) => socket.once('close', () => resolve())))
          return socket
        },
      },
    })
    const endpoint = { origin: server.url }
    for (const path of ['/', '/bad', '/slow'])
      await egress.request({ url: `${server.url}${path}`, endpoint, totalMs: 200 }).catch(() => {})
    await Promise.all(closed)
    expect(closed).toHaveLength(3)
  })
})
