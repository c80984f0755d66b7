// Goal: nobody can ask more than their share, and who waits as told gets in again. Method: a virtual clock, on
// which time passes only when the test says so.

import { virtualClock } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import { Auth } from '../src/auth.ts'
import { Gate } from '../src/gate.ts'
import {
  CALLER_CONCURRENT_REQUESTS,
  RATE_KEYS,
  WRONG_TOKENS_BURST_REQUESTS,
} from '../src/limits.ts'
import { Origins } from '../src/origins.ts'
import { Principal } from '../src/principal.ts'
import { addressKey, Rates } from '../src/rates.ts'
import { newToken } from '../src/tokens.ts'
import { world } from './world.ts'

const start = '2026-01-01T00:00:00Z'

describe('a caller', () => {
  it('who asks too often is told how long to wait, and is served again after that', async () => {
    const clock = virtualClock(start)
    const [ann, bob] = [newToken(), newToken()]
    const { ask } = await world({
      clock,
      tokens: [
        { name: 'ann', token: ann, scopes: ['read'] },
        { name: 'bob', token: bob, scopes: ['read'] },
      ],
      rates: { caller: { perSecond: 0.5, burst: 3 } },
    })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++)
      statuses.push((await ask('GET', '/api/whoami', { token: ann })).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await ask('GET', '/api/whoami', { token: ann })
    expect([refused.code, refused.headers['retry-after']]).toEqual(['rate-limited', '2'])
    expect((await ask('GET', '/api/whoami', { token: bob })).status).toBe(200)
    await clock.advance(2_000)
    expect((await ask('GET', '/api/whoami', { token: ann })).status).toBe(200)
    expect((await ask('GET', '/api/whoami', { token: ann })).status).toBe(429)
  })

  it('has so many requests worked on at a time, and not more', async () => {
    const clock = virtualClock(start)
    const gate = new Gate({ clock, auth: new Auth(), origins: new Origins() })
    const ann = new Principal({
      id: 'x',
      name: 'ann',
      scopes: ['read'],
      models: [],
      topics: [],
      workflows: [],
      open: false,
    })
    const ends: (() => void)[] = []
    const work = () => gate.within(ann, () => new Promise<void>((end) => ends.push(end)))
    const running = [...Array(CALLER_CONCURRENT_REQUESTS).keys()].map(work)
    await expect(work()).rejects.toThrow(/Too many requests are being worked on/)
    ends.shift()?.()
    await running[0]
    const next = work()
    for (const end of ends) end()
    await expect(Promise.all([...running, next])).resolves.toBeDefined()
  })
})

describe('an address', () => {
  it('is limited whoever asks', async () => {
    const { ask } = await world({
      clock: virtualClock(start),
      rates: { address: { perSecond: 1, burst: 2 } },
    })
    expect((await ask('GET', '/health')).status).toBe(200)
    expect((await ask('GET', '/nothing')).status).toBe(404)
    expect((await ask('GET', '/health')).status).toBe(429)
  })

  it('that guesses tokens is stopped, and the right token still works', async () => {
    const token = newToken()
    const { ask } = await world({
      clock: virtualClock(start),
      tokens: [{ name: 'ann', token, scopes: ['read'] }],
    })
    for (let i = 0; i < WRONG_TOKENS_BURST_REQUESTS; i++) {
      expect((await ask('GET', '/api/whoami', { token: newToken() })).status).toBe(401)
    }
    expect((await ask('GET', '/api/whoami', { token: newToken() })).status).toBe(429)
    expect((await ask('GET', '/api/whoami', { token })).status).toBe(200)
  })

  it('that is gone is one too', () => {
    expect(addressKey(undefined)).toBe('')
  })

  it('is a /64 of IPv6', () => {
    expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2:9::1'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  })
})

describe('the buckets', () => {
  it('forget the quietest when there are too many, and survive a clock that is set back', () => {
    let now = 0
    const rates = new Rates({ now: () => now }, { perSecond: 1, burst: 1 })
    expect(rates.take('first')).toBe(0)
    expect(rates.take('first')).toBe(1_000)
    now = -1e9
    expect(rates.take('first')).toBe(1_000)
    for (let i = 0; i <= RATE_KEYS; i++) rates.take(`k${i}`)
    expect(rates.take('first')).toBe(0)
  })
})
