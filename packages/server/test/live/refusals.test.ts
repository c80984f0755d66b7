// Goal: nobody gets in, or sees a model, who may not; nothing that is sent does harm. Method: forged origins
// and hosts, wrong and revoked tokens, malformed, oversized and hostile frames against a live server.

import { describe, expect, it } from 'vitest'
import { LIVE_BURST_FRAMES, LIVE_FRAME_BYTES, LIVE_SUBSCRIPTIONS } from '../../src/limits.ts'
import { connected, liveHost, TestSocket, valuesIn } from './support.ts'

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
