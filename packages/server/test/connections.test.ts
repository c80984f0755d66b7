// Goal: connections and providers over HTTP: for admins of everything alone, and without a secret in any answer.
// Method: a server with an empty store of connections, asked with tokens of several reaches.

import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import {
  builtInFunctions,
  Connections,
  channelOf,
  Egress,
  Functions,
  loadSecretKey,
  newSecretKey,
  Sinks,
} from '@cellwake/workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newToken } from '../src/index.ts'
import { world } from './world.ts'

const canary = 'canary-0b7e'
const all = newToken()
const some = newToken()
const reader = newToken()
const tokens = [
  { name: 'all', token: all, scopes: ['admin'] as const },
  { name: 'some', token: some, scopes: ['admin'] as const, models: ['mine-*'] },
  { name: 'reader', token: reader, scopes: ['read'] as const },
]

async function withOutside(key: string | undefined = newSecretKey()) {
  const clock = systemClock({ unref: true })
  const store = await openStore('memory:', { clock })
  onTestFinished(() => store.close())
  const egress = new Egress({ clock })
  const secretKey = await loadSecretKey(key === '' ? {} : { CELLWAKE_SECRET_KEY: key })
  const connections = new Connections(store, secretKey)
  const config = { ml: { url: 'http://127.0.0.1:1' } }
  const functions = new Functions(await builtInFunctions(config, { egress, connections }))
  const channels = { egress, connections, now: () => clock.now() }
  const hook = channelOf(channels, 'hook', { webhook: 'http://127.0.0.1:1/in' })
  const configured = [{ name: 'alerts.webhook', topic: 'alerts', channel: hook }]
  const sinks = new Sinks(store, secretKey, { channels, configured })
  const outside = { egress, connections, functions, sinks }
  return await world({ tokens, outside })
}

describe('connections', () => {
  it('are added and listed by name, and no answer holds a secret', async () => {
    const { ask } = await withOutside()
    const body = { name: 'crm', url: `postgres://me:${canary}@127.0.0.1:1/crm?sslmode=disable` }
    const added = await ask('POST', '/api/connections', { token: all, body, key: 'k' })
    expect(added).toMatchObject({ status: 200, json: { name: 'crm', kind: 'postgres' } })
    const listed = await ask('GET', '/api/connections', { token: all })
    expect(listed.json).toMatchObject({ hasKey: true, connections: [{ name: 'crm' }] })
    const tried = await ask('POST', '/api/connections/crm/test', { token: all, body: {} })
    expect(tried.json).toMatchObject({ ok: false })
    const removed = await ask('DELETE', '/api/connections/crm', { token: all })
    expect(removed.json).toEqual({ removed: 'crm' })
    expect((await ask('DELETE', '/api/connections/crm', { token: all })).status).toBe(404)
    for (const { text } of [added, listed, tried, removed]) expect(text).not.toContain('canary')
  })

  it('are for admins whose reach has no bounds', async () => {
    const { ask } = await withOutside()
    const body = { name: 'crm', url: 'https://crm.example.com' }
    for (const token of [some, reader]) {
      expect((await ask('GET', '/api/connections', { token })).status).toBe(403)
      expect((await ask('POST', '/api/connections', { token, body })).status).toBe(403)
      expect((await ask('POST', '/api/connections/crm/test', { token, body: {} })).status).toBe(403)
      const url = '/api/providers/ML_SCORE/test'
      expect((await ask('POST', url, { token, body: {} })).status).toBe(403)
    }
  })

  it('need a key, and what is wrong is told with what to do', async () => {
    const { ask } = await withOutside('')
    const body = { name: 'crm', url: 'https://crm.example.com' }
    const without = await ask('POST', '/api/connections', { token: all, body })
    expect(without).toMatchObject({ status: 400, code: 'secret-key-missing' })
    expect(without.at('error.message')).toContain('CELLWAKE_SECRET_KEY')
    const { ask: other } = await withOutside()
    const bad = await other('POST', '/api/connections', {
      token: all,
      body: { name: 'crm', url: 'ftp://x' },
    })
    expect(bad).toMatchObject({ status: 400, code: 'bad-connection' })
  })
})

describe('sinks', () => {
  const slack = `https://hooks.example.com/services/${canary}`

  it('are added and listed with those of the settings, and no answer holds an address whole', async () => {
    const { ask } = await withOutside()
    const body = { name: 'ops', topic: 'alerts', slack }
    const added = await ask('POST', '/api/sinks', { token: all, body, key: 'k' })
    const shown = { name: 'ops', topic: 'alerts', kind: 'slack', to: 'https://hooks.example.com' }
    expect(added).toMatchObject({ status: 200, json: { ...shown, kept: true, usable: true } })
    const listed = await ask('GET', '/api/sinks', { token: all })
    const set = { name: 'alerts.webhook', kept: false, changed: null }
    expect(listed.json).toMatchObject({ hasKey: true, sinks: [set, shown] })
    const url = '/api/sinks/alerts.webhook'
    const tried = await ask('POST', `${url}/test`, { token: all, body: {} })
    expect(tried.json).toMatchObject({ ok: false, said: expect.stringContaining('127.0.0.1') })
    expect((await ask('DELETE', url, { token: all })).status).toBe(404)
    const removed = await ask('DELETE', '/api/sinks/ops', { token: all })
    expect(removed.json).toEqual({ removed: 'ops' })
    const gone = await ask('POST', '/api/sinks/ops/test', { token: all, body: {} })
    expect(gone).toMatchObject({ status: 404, code: 'unknown-sink' })
    for (const { text } of [added, listed, tried, removed]) expect(text).not.toContain('canary')
  })

  it('are for admins whose reach has no bounds, and need a key', async () => {
    const { ask } = await withOutside()
    const body = { name: 'ops', topic: 'alerts', slack }
    for (const token of [some, reader]) {
      expect((await ask('GET', '/api/sinks', { token })).status).toBe(403)
      expect((await ask('POST', '/api/sinks', { token, body })).status).toBe(403)
      expect((await ask('DELETE', '/api/sinks/ops', { token })).status).toBe(403)
      expect((await ask('POST', '/api/sinks/ops/test', { token, body: {} })).status).toBe(403)
    }
    const { ask: keyless } = await withOutside('')
    const refused = await keyless('POST', '/api/sinks', { token: all, body })
    expect(refused).toMatchObject({ status: 400, code: 'secret-key-missing' })
  })

  it.each([
    [{ name: 'ops', topic: 'alerts' }, 'bad-config'],
    [{ name: 'ops', topic: 'alerts', slack: 'ftp://x' }, 'bad-config'],
    [{ name: 'ops', topic: 'a b', slack }, 'bad-sink'],
    [{ name: 'No Name', topic: 'alerts', slack }, 'bad-sink'],
    [{ name: 'ops', topic: 'alerts', slack, webhook: slack }, 'bad-config'],
  ])('that are written wrong are refused: %j', async (body, code) => {
    const { ask } = await withOutside()
    expect(await ask('POST', '/api/sinks', { token: all, body })).toMatchObject({
      status: 400,
      code,
    })
  })
})

describe('providers', () => {
  it('are listed with what is missing, and tried', async () => {
    const { ask } = await withOutside()
    const { json } = await ask('GET', '/api/providers', { token: reader })
    const { providers } = json as { providers: { functions: string[]; state: string }[] }
    expect(providers.find(({ functions }) => functions.includes('FX_RATE'))).toMatchObject({
      state: 'unconfigured',
      missing: expect.stringContaining('outside.fx'),
    })
    expect(providers.find(({ functions }) => functions.includes('ML_SCORE'))).toMatchObject({
      state: 'configured',
      provider: 'http://127.0.0.1:1',
      route: 'ml.scoring',
    })
    const tried = await ask('POST', '/api/providers/ml_score/test', { token: all, body: {} })
    expect(tried.json).toMatchObject({ ok: false })
    const unknown = await ask('POST', '/api/providers/NOPE/test', { token: all, body: {} })
    expect(unknown.status).toBe(404)
  })
})
