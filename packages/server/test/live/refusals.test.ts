// Goal: nobody gets in, or sees a model, who may not; nothing that is sent does harm. Method: forged origins
// and hosts, wrong and revoked tokens, malformed, oversized and hostile frames against a live server.

import { describe, expect, it } from 'vitest'
import {
  LIVE_ADDRESS_STRANGERS,
  LIVE_AUTH_MS,
  LIVE_BURST_FRAMES,
  LIVE_CONNECTIONS,
  LIVE_FRAME_BYTES,
  LIVE_STRANGERS,
  LIVE_SUBSCRIPTIONS,
  WRONG_TOKENS_BURST_REQUESTS,
} from '../../src/limits.ts'
import { Feeds } from '../../src/live/feeds.ts'
import { Strangers } from '../../src/live/strangers.ts'
import { atEnd, connected, liveHost, TestSocket, valuesIn } from './support.ts'

const SOURCE = 'A1 = 1\nB1 = A1 * 10\n'
const READER = `reader-${'r'.repeat(24)}`
const OTHER = `other-${'o'.repeat(24)}`
const tokens = [
  { name: 'reader', token: READER, scopes: ['read'], models: ['m*'] },
  { name: 'other', token: OTHER, scopes: ['read'], models: ['x'] },
] as const

async function openHost() {
  const live = await liveHost()
  await live.engine.deploy(SOURCE, { id: 'm' })
  return live
}

async function guardedHost() {
  const live = await liveHost({ tokens })
  await live.engine.deploy(SOURCE, { id: 'm' })
  return live
}

const ask = { op: 'subscribe', id: '1', model: 'm', symbols: ['B1'] }

describe('the door', () => {
  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a page without an origin that can be told', { origin: 'null' }],
    ['a name that was made to point here', { host: 'evil.example', origin: 'http://evil.example' }],
    ['another name without a page', { host: 'evil.example' }],
  ])('of an open server is closed to %s', async (_who, headers) => {
    const { url } = await openHost()
    const socket = new TestSocket(url, headers)
    await socket.closed
    expect([socket.refused, socket.frames]).toEqual([403, []])
  })

  it('is open to its own pages', async () => {
    const { url } = await openHost()
    const socket = await connected(url, { origin: url })
    expect(socket.frames[0]).toMatchObject({ op: 'ready' })
  })

  it('leads nowhere else', async () => {
    const { url } = await openHost()
    const socket = new TestSocket(`${url}/api/live/..`)
    await socket.closed
    expect(socket.refused).toBe(404)
  })

  it('with tokens is closed to a forged origin, even with a token', async () => {
    const { url } = await guardedHost()
    const headers = { origin: 'https://evil.example', authorization: `Bearer ${READER}` }
    const socket = new TestSocket(url, headers)
    await socket.closed
    expect(socket.refused).toBe(403)
  })

  it('with tokens is closed to a wrong one in a header', async () => {
    const { url } = await guardedHost()
    const socket = new TestSocket(url, { authorization: 'Bearer nobody' })
    await socket.closed
    expect(socket.refused).toBe(401)
  })
})

describe('a token', () => {
  it('comes in a header, or in the first frame', async () => {
    const { url } = await guardedHost()
    const byHeader = await connected(url, { authorization: `Bearer ${READER}` })
    byHeader.send(ask)
    expect(valuesIn((await byHeader.next()).cells)).toEqual({ B1: 10 })
    const byFrame = new TestSocket(url)
    byFrame.socket.on('open', () => byFrame.send({ op: 'auth', token: READER }))
    expect(await byFrame.next()).toMatchObject({ op: 'ready' })
    byFrame.send(ask)
    expect(valuesIn((await byFrame.next()).cells)).toEqual({ B1: 10 })
  })

  it.each([
    ['a wrong one', { op: 'auth', token: 'nobody' }],
    ['a subscription before it', ask],
    ['a ping before it', { op: 'ping' }],
  ])('is needed: %s ends the connection', async (_what, frame) => {
    const { url } = await guardedHost()
    const socket = new TestSocket(url)
    socket.socket.on('open', () => socket.send(frame))
    expect([(await socket.closed).code, socket.frames]).toEqual([4401, []])
  })

  it('shows the models it reaches, and not that there are others', async () => {
    const { url } = await guardedHost()
    const socket = await connected(url, { authorization: `Bearer ${OTHER}` })
    socket.send(ask)
    const hidden = await socket.next()
    socket.send({ ...ask, id: '2', model: 'x' })
    const missing = await socket.next()
    expect([hidden.error?.code, missing.error?.code]).toEqual(['unknown-model', 'unknown-model'])
    expect(hidden.error?.message.replaceAll('m.', 'x.')).toContain('There is no model')
  })

  it('that is revoked ends its connections, and no others', async () => {
    const { url, auth, engine } = await guardedHost()
    await engine.deploy(SOURCE, { id: 'x' })
    const reader = await connected(url, { authorization: `Bearer ${READER}` })
    const other = await connected(url, { authorization: `Bearer ${OTHER}` })
    reader.send(ask)
    await reader.next()
    auth.revoke('reader')
    expect(await reader.closed).toEqual({ code: 4401, reason: 'The token was revoked.' })
    await engine.running('m').set({ A1: 5 })
    other.send({ ...ask, model: 'x' })
    expect(await other.next()).toMatchObject({ cells: { B1: { value: 10 } } })
    expect(reader.frames.length).toBe(2)
  })
})

describe('somebody who has not said who they are', () => {
  const stranger = (url: string) => {
    const socket = new TestSocket(url)
    const opened = new Promise((resolve) => socket.socket.once('open', resolve))
    return { socket, opened: Promise.race([opened, socket.closed]) }
  }

  it('and guesses tokens is stopped as over HTTP, by header and by frame; the right one still works', async () => {
    const { url } = await guardedHost()
    const codes: (number | undefined)[] = []
    for (let i = 0; i < WRONG_TOKENS_BURST_REQUESTS; i++) {
      const socket = new TestSocket(url)
      socket.socket.on('open', () => socket.send({ op: 'auth', token: `nobody-${i}` }))
      codes.push((await socket.closed).code)
    }
    expect(new Set(codes)).toEqual(new Set([4401]))
    const late = new TestSocket(url)
    late.socket.on('open', () => late.send({ op: 'auth', token: 'nobody' }))
    expect((await late.closed).code).toBe(4429)
    const byHeader = new TestSocket(url, { authorization: 'Bearer nobody' })
    await byHeader.closed
    expect(byHeader.refused).toBe(429)
    const right = await connected(url, { authorization: `Bearer ${READER}` })
    expect(right.frames[0]).toMatchObject({ op: 'ready' })
  })

  it('has few places for each address', async () => {
    const { url } = await guardedHost()
    const all = Array.from({ length: LIVE_ADDRESS_STRANGERS }, () => stranger(url))
    await Promise.all(all.map(({ opened }) => opened))
    const more = stranger(url)
    await more.opened
    expect(more.socket.refused).toBe(429)
    // Whoever says so at once has a place all the same, and makes room by going.
    await connected(url, { authorization: `Bearer ${READER}` })
    all[0]!.socket.socket.close()
    await all[0]!.socket.closed
    const next = stranger(url)
    await next.opened
    expect(next.socket.refused).toBeUndefined()
  })

  it('takes no place of somebody who has, and the oldest goes when there are too many', () => {
    const ended: number[] = []
    const strangers = new Strangers()
    const come = (i: number) => {
      const one = { tooMany: () => ended.push(i) }
      strangers.enter(one, `10.0.${i >> 8}.${i & 255}`)
      return one
    }
    const first = come(0)
    for (let i = 1; i < LIVE_STRANGERS; i++) come(i)
    expect(ended).toEqual([])
    strangers.leave(first)
    come(LIVE_STRANGERS)
    expect(ended).toEqual([])
    come(LIVE_STRANGERS + 1)
    expect(ended).toEqual([1])
  })

  it('does not count among the connections that there may be', async () => {
    const feeds = new Feeds({ ...(await guardedHost()).parts })
    atEnd(() => feeds.close())
    const connection = (caller: string | undefined) => ({
      caller,
      tick: () => {},
      checkToken: () => {},
      close: () => {},
      ended: () => {},
    })
    for (let i = 0; i < LIVE_CONNECTIONS; i++) feeds.add(connection(undefined))
    expect(feeds.isFull('reader')).toBe(false)
    for (let i = 0; i < LIVE_CONNECTIONS; i++) feeds.add(connection(`c${i}`))
    expect(feeds.isFull('reader')).toBe(true)
  })

  it('is sent away after a few seconds', () => {
    expect(LIVE_AUTH_MS).toBeLessThanOrEqual(5_000)
  })
})

describe('a frame', () => {
  it.each([
    'not JSON',
    '[]',
    'null',
    '{}',
    '{"op":"nothing"}',
    '{"op":"subscribe"}',
    '{"op":"subscribe","id":7,"model":"m"}',
    '{"__proto__":{"op":"ping"}}',
    '{"op":"ping","more":1}',
  ])('that is malformed ends the connection: %s', async (text) => {
    const { url } = await openHost()
    const socket = await connected(url)
    socket.send(text)
    expect((await socket.closed).code).toBe(4400)
  })

  it('that is too large, or binary, ends the connection', async () => {
    const { url } = await openHost()
    const large = await connected(url)
    large.send(`"${'x'.repeat(LIVE_FRAME_BYTES)}"`)
    expect((await large.closed).code).toBe(1009)
    const binary = await connected(url)
    binary.socket.send(Buffer.from(JSON.stringify(ask)))
    expect((await binary.closed).code).toBe(4400)
  })

  it.each([
    ['no symbols', { ...ask, symbols: undefined }, 'bad-symbols'],
    ['an empty symbol', { ...ask, symbols: [''] }, 'bad-symbols'],
    ['what is no symbol', { ...ask, symbols: ['no such'] }, 'bad-symbol'],
    ['__proto__', { ...ask, symbols: ['__proto__'] }, 'bad-symbols'],
    ['a key that is not known', { ...ask, constructor: {} }, 'bad-request'],
    ['a fraction as a revision', { ...ask, fromRev: 1.5 }, 'bad-request'],
    ['too many symbols', { ...ask, symbols: Array(1_001).fill('A1') }, 'too-many-symbols'],
    ['a model that is not there', { ...ask, model: 'none' }, 'unknown-model'],
    ['what is no model', { ...ask, model: '../x' }, 'bad-model-id'],
    ['a model called __proto__', { ...ask, model: '__proto__' }, 'unknown-model'],
  ])('that asks for %s is refused, and the connection goes on', async (_what, frame, code) => {
    const { url } = await openHost()
    const socket = await connected(url)
    socket.send(frame)
    expect((await socket.next()).error?.code).toBe(code)
    socket.send({ ...ask, id: '2' })
    expect(valuesIn((await socket.next()).cells)).toEqual({ B1: 10 })
    expect(Object.keys({})).toEqual([])
  })

  it('with an id that is in use is refused', async () => {
    const { url } = await openHost()
    const socket = await connected(url)
    socket.send({ ...ask, id: 'constructor' })
    await socket.next()
    socket.send({ ...ask, id: 'constructor' })
    expect((await socket.next()).error?.code).toBe('bad-request')
  })

  it('is one too many when subscriptions or frames pass their limits', async () => {
    const { url } = await openHost()
    const many = await connected(url)
    for (let i = 0; i <= LIVE_SUBSCRIPTIONS; i++) many.send({ ...ask, id: String(i) })
    let last = await many.next()
    for (let i = 0; i < LIVE_SUBSCRIPTIONS; i++) {
      const next = await many.next()
      if (next.error !== undefined) last = next
    }
    expect(last.error?.code).toBe('too-large')
    const hasty = await connected(url)
    for (let i = 0; i < LIVE_BURST_FRAMES + 100; i++) hasty.send({ op: 'ping' })
    expect((await hasty.closed).code).toBe(4429)
  })
})
