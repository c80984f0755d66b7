// Goal: a webhook is taken in once, from whoever has the secret, near its time, and from nobody else. Method: deliveries
// signed rightly, wrongly, too early, too late and twice.

import { createHmac } from 'node:crypto'
import { virtualClock } from '@cellwake/scheduler'
import { Secret, signWebhook } from '@cellwake/workers'
import { describe, expect, it } from 'vitest'
import { type World, world } from './world.ts'

const SECRET = 'whsec_c2VjcmV0LWJ5dGVz'
const START = '2026-01-01T00:00:00Z'
const hooks = {
  payments: { topic: 'payments', secret: SECRET },
  code: { topic: 'code', secret: 'a long secret', scheme: 'github' },
} as const

interface Delivery {
  readonly id?: string
  readonly body?: string
  readonly secret?: string
  /** Seconds from now. */
  readonly late?: number
  readonly name?: string
  readonly headers?: Record<string, string>
}

async function hooked(): Promise<
  World & { deliver: (how?: Delivery) => ReturnType<World['ask']> }
> {
  const clock = virtualClock(START)
  const made = await world({ clock, hooks })
  const deliver = ({
    id = 'msg-1',
    body = '{"amount":120}',
    secret = SECRET,
    late = 0,
    name = 'payments',
    headers = {},
  }: Delivery = {}) => {
    const timestamp = String(Math.floor(clock.now() / 1000) - late)
    const signature = signWebhook(new Secret(secret), id, timestamp, body)
    return made.ask('POST', `/hooks/${name}`, {
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature,
        ...headers,
      },
    })
  }
  return { ...made, deliver }
}

describe('a signed webhook', () => {
  it('is an event of its topic, once, however often it is sent', async () => {
    const { deliver, store } = await hooked()
    const first = await deliver()
    expect(first.status).toBe(200)
    expect((await deliver()).json).toEqual(first.json)
    expect((await deliver({ id: 'msg-2' })).status).toBe(200)
    const events = await store.events('payments')
    expect(events.map(({ messageId, payload }) => [messageId, payload])).toEqual([
      ['hook/payments/msg-1', { amount: 120 }],
      ['hook/payments/msg-2', { amount: 120 }],
    ])
  })

  it('may carry several signatures, while a secret is changed', async () => {
    const { deliver } = await hooked()
    const wrong = `v1,${Buffer.alloc(32).toString('base64')}`
    const timestamp = String(Date.parse(START) / 1000)
    const right = signWebhook(new Secret(SECRET), 'msg-1', timestamp, '{"amount":120}')
    const headers = { 'webhook-signature': `${wrong} ${right}` }
    expect((await deliver({ headers })).status).toBe(200)
  })

  it.each<[string, Delivery]>([
    ['with another secret', { secret: 'another secret' }],
    ['changed on its way', { headers: { 'webhook-signature': 'v1,AAAA' } }],
    ['with the id of another', { headers: { 'webhook-id': 'msg-9' } }],
    ['with another time', { headers: { 'webhook-timestamp': '1' } }],
    ['without a signature', { headers: { 'webhook-signature': '' } }],
    ['sent again after the window', { late: 301 }],
    ['from the future', { late: -301 }],
    ['for a name that is not there', { name: 'nobody' }],
    ['with an id that is no id', { id: 'a b' }],
  ])('%s is refused, and nothing is published', async (_, how) => {
    const { deliver, store } = await hooked()
    const answer = await deliver(how)
    expect([answer.status, answer.code]).toEqual([401, 'bad-signature'])
    expect(await store.topics()).toEqual([])
  })

  it('that is no JSON is refused', async () => {
    const { deliver } = await hooked()
    expect((await deliver({ body: 'amount=120' })).code).toBe('bad-json')
  })

  it('of somebody who guesses is slowed down', async () => {
    const { deliver } = await hooked()
    const codes = new Set<unknown>()
    for (let i = 0; i < 60; i++) codes.add((await deliver({ secret: `guess number ${i}` })).code)
    expect(codes).toContain('rate-limited')
  })

  it('as GitHub signs is taken once by its delivery', async () => {
    const { ask, store } = await hooked()
    const body = '{"ref":"main"}'
    const mac = createHmac('sha256', 'a long secret').update(body).digest('hex')
    const send = (signature: string) =>
      ask('POST', '/hooks/code', {
        body,
        headers: { 'x-github-delivery': 'd-1', 'x-hub-signature-256': signature },
      })
    expect((await send(`sha256=${mac}`)).status).toBe(200)
    expect((await send(`sha256=${mac}`)).status).toBe(200)
    expect((await send(`sha256=${mac.replace(/./, '0')}f`)).code).toBe('bad-signature')
    expect(await store.events('code')).toMatchObject([{ payload: { ref: 'main' } }])
  })
})

it.each([
  [{ a: { secret: 'a long secret' } }, /names no topic/],
  [{ a: { topic: 't', secret: 'short' } }, /at least 8/],
  [{ a: { topic: 't', secret: 'a long secret', scheme: 'none' } }, /standard or github/],
  [{ 'a/b': { topic: 't', secret: 'a long secret' } }, /is no name/],
  [{ a: { topic: 't', secret: 'a long secret', url: '' } }, /no setting url/],
])('a hook that is written wrong is told at the start: %j', async (wrong, says) => {
  await expect(world({ hooks: wrong as never, over: () => {} })).rejects.toThrow(says)
})
