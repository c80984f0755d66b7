// Goal: every route of the contract can be called, typed, with its errors as such; what may be repeated is,
// and nothing else. Method: a fetch that answers from a list, and time that does not pass.

import { describe, expect, it } from 'vitest'
import { ApiError, CellwakeClient, type RouteName, routes } from '../src/index.ts'

interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: unknown
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error

function clientWith(...answers: Answer[]) {
  const sent: Sent[] = []
  const pauses: number[] = []
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    sent.push({
      url: String(url),
      method: init.method ?? 'GET',
      headers: init.headers as Record<string, string>,
      body,
    })
    const answer = answers.shift() ?? {}
    if (answer instanceof Error) throw answer
    const { status = 200, body: given = {}, headers = {} } = answer
    return new Response(typeof given === 'string' ? given : JSON.stringify(given), {
      status,
      headers,
    })
  }
  const environment = {
    random: () => 1,
    uniqueId: () => 'unique',
    now: () => Date.UTC(2026, 0, 1),
    after: (ms: number, fn: () => void) => {
      pauses.push(ms)
      queueMicrotask(fn)
      return () => {}
    },
  }
  const client = new CellwakeClient({
    url: 'http://localhost:1/',
    token: 'secret',
    fetch: fetch as typeof globalThis.fetch,
    environment,
  })
  return { client, sent, pauses }
}

const away = new TypeError('fetch failed')
const busy = { status: 503, body: { error: { code: 'busy', message: 'Busy.', requestId: 'r1' } } }

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('a call', () => {
  it('of every route goes to its address with its method', async () => {
    // Each is spelled out in the address, whatever is in it.
    const value = (name: string) => `${name} 'of' a!b/c`
    for (const name of Object.keys(routes) as RouteName[]) {
      const { client, sent } = clientWith()
      const method = client[name] as (...args: unknown[]) => Promise<unknown>
      const named = [...routes[name].path.matchAll(/:(\w+)/g)].map((found) => found[1]!)
      await method.call(client, Object.fromEntries(named.map((key) => [key, value(key)])), {})
      const path = routes[name].path.replaceAll(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(value(key)),
      )
      expect(sent[0]).toMatchObject({
        url: `http://localhost:1${path}`,
        method: routes[name].method,
      })
      expect(sent[0]?.headers.authorization).toBe('Bearer secret')
      expect('idempotency-key' in sent[0]!.headers).toBe(routes[name].method === 'POST')
    }
  })

  it('sends a query or a body, and gives the answer', async () => {
    const { client, sent } = clientWith({ body: { rev: 1, cells: {} } }, { body: { rev: 2 } })
    const { cells } = await client.cells({ id: 'm' }, { symbols: 'A1,B2' })
    await client.set({ id: 'm' }, { set: { A1: 5 } }, { idempotencyKey: 'mine' })
    expect(cells).toEqual({})
    expect(sent[0]?.url).toBe('http://localhost:1/api/models/m/cells?symbols=A1%2CB2')
    expect(sent[1]).toMatchObject({
      body: { set: { A1: 5 } },
      headers: { 'idempotency-key': 'mine' },
    })
  })

  it('of the general form is the same', async () => {
    const { client, sent } = clientWith()
    await client.call('firings', { params: { id: 'm', ruleId: 'r' }, query: { limit: 3 } })
    expect(sent[0]?.url).toBe('http://localhost:1/api/models/m/rules/r/firings?limit=3')
  })

  it('that is refused throws the code, the message and the request id', async () => {
    const error = { code: 'not-an-input', message: 'No.', details: { at: 1 }, requestId: 'r7' }
    const { client } = clientWith({ status: 409, body: { error } })
    const thrown = await failure(client.set({ id: 'm' }, { set: { B1: 1 } }))
    const { code, status, message, details, requestId } = thrown
    expect({ code, message, details, requestId }).toEqual(error)
    expect(status).toBe(409)
  })

  it.each([
    ['text', '<html>', 'http-502'],
    ['nothing', '', 'http-502'],
    ['other JSON', [1], 'http-502'],
    ['an error without a code', { error: 5 }, 'http-502'],
  ])('that is refused with %s still throws something to show', async (_what, body, code) => {
    const { client } = clientWith({ status: 502, body })
    expect(await failure(client.models())).toMatchObject({ code, status: 502 })
  })

  it('that is answered with no JSON says so', async () => {
    const { client } = clientWith({ body: 'hello' })
    expect((await failure(client.models())).code).toBe('bad-answer')
  })
})

describe('trying again', () => {
  it('reads until the server is back, with growing pauses', async () => {
    const { client, sent, pauses } = clientWith(away, busy, away, { body: { models: [] } })
    expect(await client.models()).toEqual({ models: [] })
    expect([sent.length, pauses]).toEqual([4, [200, 400, 800]])
  })

  it('sends a POST again with the same key', async () => {
    const { client, sent } = clientWith(away, {})
    await client.set({ id: 'm' }, { set: { A1: 1 } })
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['unique', 'unique'])
  })

  it('waits as long as the server asks, but not for ever', async () => {
    const late = { ...busy, status: 429, headers: { 'retry-after': '7' } }
    const { client, pauses } = clientWith(late, {})
    await client.models()
    expect(pauses).toEqual([7_000])
    const tooLate = clientWith({ ...late, headers: { 'retry-after': '3600' } })
    expect((await failure(tooLate.client.models())).status).toBe(429)
    expect(tooLate.sent.length).toBe(1)
  })

  it('gives up in the end, and says what happened', async () => {
    const { client, sent } = clientWith(away, away, away, away, away)
    const error = await failure(client.models())
    expect([error.code, error.status, sent.length]).toEqual(['unreachable', 0, 4])
    expect(error.message).toMatch(/See whether the server runs/)
  })

  it('is not done for a DELETE, nor for what is wrong', async () => {
    const deleting = clientWith(away)
    await failure(deleting.client.deleteModel({ id: 'm' }, { confirm: 'm' }))
    const wrong = clientWith({ status: 400, body: {} })
    await failure(wrong.client.models())
    expect([deleting.sent.length, wrong.sent.length]).toEqual([1, 1])
  })

  it('ends when the caller wants no more', async () => {
    const stop = new AbortController()
    const { client, sent } = clientWith(away, away, away)
    stop.abort(new Error('enough'))
    const thrown = await client
      .call('models', { signal: stop.signal })
      .catch((error: Error) => error.message)
    expect([thrown, sent.length]).toEqual(['fetch failed', 1])
  })
})
