// Goal: a request that is sent again with its key changes nothing more and gets the first answer; a key of
// somebody else, or with another request, never does. Method: repeats, races, restarts and other bodies.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '@cellwake/engine'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createServer } from '../src/index.ts'
import { newToken } from '../src/tokens.ts'
import { desk, world } from './world.ts'

const [ann, bob] = [newToken(), newToken()]
const tokens = [
  { name: 'ann', token: ann, scopes: ['deploy'] as const },
  { name: 'bob', token: bob, scopes: ['deploy'] as const },
]

describe('set', () => {
  it('with the same key happens once for each caller', async () => {
    const { ask, engine, store } = await world({ tokens })
    await engine.deploy(desk, { id: 'desk' })
    const inputs = '/api/models/desk/inputs'
    const first = await ask('POST', inputs, { token: ann, key: 'k', body: { set: { A1: 2 } } })
    const seq = store.seq
    const again = await ask('POST', inputs, { token: ann, key: 'k', body: { set: { A1: 2 } } })
    expect([again.status, again.at('rev'), store.seq]).toEqual([200, first.at('rev'), seq])
    const other = await ask('POST', inputs, { token: ann, key: 'k', body: { set: { A1: 3 } } })
    expect([other.status, other.code]).toEqual([409, 'key-reused'])
    const bobs = await ask('POST', inputs, { token: bob, key: 'k', body: { set: { A1: 3 } } })
    expect([bobs.status, engine.running('desk').get('A1').value]).toEqual([200, 3])
  })
})

describe('a key', () => {
  const inputs = '/api/models/desk/inputs'

  it('belongs to its token, also where two tokens have one name', async () => {
    const [one, two] = [newToken(), newToken()]
    const scopes = ['deploy'] as const
    const shared = [one, two].map((token) => ({ name: 'desk', token, scopes }))
    const { ask, engine } = await world({ tokens: shared })
    await engine.deploy(desk, { id: 'desk' })
    const set = (token: string, value: number) =>
      ask('POST', inputs, { token, key: 'k', body: { set: { A1: value } } })
    expect([(await set(one, 2)).status, (await set(two, 3)).status]).toEqual([200, 200])
    expect(engine.running('desk').get('A1').value).toBe(3)
    const deploy = (token: string) =>
      ask('POST', '/api/models', { token, key: 'k', body: { id: 'other', source: desk } })
    expect((await deploy(one)).at('version')).toBe(1)
    expect((await deploy(two)).at('version')).toBe(2)
    const publish = (token: string) =>
      ask('POST', '/api/topics/t/events', { token, key: 'k', body: { payload: 1 } })
    expect((await publish(one)).at('messageId')).not.toBe((await publish(two)).at('messageId'))
  })

  it('belongs to its request with all options', async () => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    const { rev } = engine.running('desk')
    const set = (more: object) =>
      ask('POST', inputs, { key: 'k', body: { set: { A1: 2 }, ...more } })
    const first = await set({ expectRev: rev })
    expect((await set({ expectRev: rev })).json).toEqual(first.json)
    expect((await set({ expectRev: rev + 1 })).code).toBe('key-reused')
    expect((await set({})).code).toBe('key-reused')
  })

  it('is another one for a model that was deleted and made again', async () => {
    const clock = virtualClock('2026-01-01T00:00:00Z')
    const { ask, engine } = await world({ clock })
    const set = () => ask('POST', inputs, { key: 'k', body: { set: { A1: 2 } } })
    const back = () => ask('POST', '/api/models/desk/rollback', { key: 'k', body: { version: 1 } })
    await engine.deploy(desk, { id: 'desk' })
    await set()
    expect((await back()).at('version')).toBe(2)
    await engine.delete('desk', 'desk')
    await clock.advance(1)
    await engine.deploy(desk, { id: 'desk' })
    expect((await set()).at('changed')).toContain('A1')
    expect(engine.running('desk').get('A1').value).toBe(2)
    expect((await back()).at('version')).toBe(2)
    expect(engine.running('desk').version).toBe(2)
  })

  it('gets the first answer again, with its revision and its firings, also after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const url = `sqlite:${join(folder, 'store.db')}`
    const answers: unknown[] = []
    for (const start of [1, 2]) {
      let close = async () => {}
      const { ask, engine } = await world({
        url,
        over: (fn) => {
          close = fn
        },
      })
      if (start === 1) await engine.deploy(desk, { id: 'desk' })
      for (let i = 0; i < 2; i++) {
        const answer = await ask('POST', inputs, { key: 'k', body: { set: { A1: 9 } } })
        answers.push(answer.json)
      }
      await close()
    }
    expect(answers[0]).toMatchObject({ firings: [{ writes: { D1: 'over' } }] })
    expect(answers).toEqual([answers[0], answers[0], answers[0], answers[0]])
  })

  it('gives a message an id that nobody can name', async () => {
    const { ask } = await world()
    const publish = (more: object, key?: string) =>
      ask('POST', '/api/topics/t/events', {
        ...(key !== undefined && { key }),
        body: { payload: 1, ...more },
      })
    const first = await publish({}, 'k')
    const forged = await publish({ messageId: first.at('messageId') })
    expect([first.status, forged.status, forged.code]).toEqual([200, 400, 'bad-message-id'])
  })
})

describe('deploy', () => {
  it('with the same key makes one version, also when both are sent at once', async () => {
    const { ask, engine } = await world({ tokens })
    const body = { id: 'desk', source: desk }
    const send = (source = desk, token = ann) =>
      ask('POST', '/api/models', { token, key: 'k', body: { ...body, source } })
    const [a, b] = await Promise.all([send(), send()])
    expect([a.status, a.at('version')]).toEqual([200, 1])
    expect(b.json).toEqual(a.json)
    expect((await send()).json).toEqual(a.json)
    expect(engine.running('desk').version).toBe(1)
    const other = await send(`${desk}E1 = 1\n`)
    expect([other.status, other.code]).toEqual([409, 'key-reused'])
    expect((await send(desk, bob)).at('version')).toBe(2)
  })

  it('with the version it expects gets the first answer when it is sent again', async () => {
    const { ask } = await world()
    const send = (key: string, expectVersion: number) =>
      ask('POST', '/api/models', { key, body: { id: 'desk', source: desk, expectVersion } })
    const first = await send('k', 0)
    expect([first.status, first.at('version')]).toEqual([200, 1])
    expect((await send('k', 0)).json).toEqual(first.json)
    expect((await send('k', 1)).code).toBe('key-reused')
    expect((await send('l', 0)).code).toBe('wrong-revision')
    expect((await send('m', 1)).at('version')).toBe(2)
  })

  it('keeps its answer over a restart, with the commit it made', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cellwake-server-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const deploy = async () => {
      const clock = systemClock({ unref: true })
      const store = await openStore(`sqlite:${join(folder, 'x.db')}`)
      const engine = new Engine({ store, clock })
      const server = await createServer({ engine, store, clock })
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/models',
        headers: { host: 'localhost', 'idempotency-key': 'k' },
        payload: { id: 'desk', source: desk },
      })
      const { seq } = store
      await server.close()
      await engine.close()
      await store.close()
      clock.close()
      return { seq, answer: answer.json() as unknown }
    }
    const first = await deploy()
    const again = await deploy()
    expect(again).toEqual(first)
    expect(first.seq).toBe(1)
  })

  it('with a dry run keeps nothing', async () => {
    const { ask, store } = await world()
    const body = { id: 'desk', source: desk, dryRun: true }
    const answer = await ask('POST', '/api/models', { key: 'k', body })
    expect([answer.status, store.seq]).toEqual([200, 0])
  })
})

describe('rollback', () => {
  it('with the same key happens once', async () => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    await engine.deploy(`${desk}E1 = 1\n`, { id: 'desk' })
    const send = () => ask('POST', '/api/models/desk/rollback', { key: 'k', body: { version: 1 } })
    expect([(await send()).at('version'), (await send()).at('version')]).toEqual([3, 3])
    expect(engine.running('desk').version).toBe(3)
  })
})

describe('publish', () => {
  it('with the same message id publishes once; another payload replaces one that nobody has taken', async () => {
    const { ask } = await world({ tokens })
    const send = (token: string, payload: unknown) =>
      ask('POST', '/api/topics/t/events', { token, body: { payload, messageId: 'm1' } })
    const first = await send(ann, { a: 1 })
    expect((await send(bob, { a: 1 })).json).toEqual(first.json)
    expect((await send(bob, { a: 2 })).status).toBe(200)
    const events = await ask('GET', '/api/topics/t/events', { token: ann })
    expect(events.at('events.*.payload')).toEqual([{ a: 2 }])
  })

  it('with the same key publishes once; another request is refused', async () => {
    const { ask } = await world({ tokens })
    const send = (token: string, payload: unknown, more: { messageId?: string; key?: string }) =>
      ask('POST', '/api/topics/t/events', {
        token,
        ...(more.key !== undefined && { key: more.key }),
        body: { payload, ...(more.messageId !== undefined && { messageId: more.messageId }) },
      })
    const first = await send(ann, { a: 1 }, { messageId: 'm1', key: 'k1' })
    expect((await send(ann, { a: 1 }, { messageId: 'm1', key: 'k1' })).json).toEqual(first.json)
    expect((await send(ann, { a: 2 }, { messageId: 'm1', key: 'k1' })).code).toBe('key-reused')
    expect((await send(ann, { a: 1 }, { messageId: 'm2', key: 'k1' })).code).toBe('key-reused')
    const keyed = await send(ann, 2, { key: 'k' })
    expect((await send(ann, 2, { key: 'k' })).json).toEqual(keyed.json)
    expect((await send(ann, 3, { key: 'k' })).code).toBe('key-reused')
    expect((await send(bob, 4, { key: 'k' })).status).toBe(200)
    const events = await ask('GET', '/api/topics/t/events', { token: ann })
    expect(events.at('events.*.payload')).toEqual([4, 2, { a: 1 }])
  })

  it('cannot replace what a rule published', async () => {
    const { ask, engine, store } = await world()
    await engine.deploy('A1 = 0\nWHEN A1 > 1 THEN\n  t!high(A1)\nEND\n', { id: 'm' })
    await ask('POST', '/api/models/m/inputs', { body: { set: { A1: 5 } } })
    const [event] = await store.events('t')
    const body = { messageId: event!.messageId, payload: 'forged' }
    expect((await ask('POST', '/api/topics/t/events', { body })).code).toBe('bad-message-id')
    expect(await store.events('t')).toEqual([event])
  })
})

describe('a key', () => {
  it('that is malformed is refused before anything happens', async () => {
    const { ask, store } = await world()
    const answer = await ask('POST', '/api/models', { key: 'a b', body: { source: desk } })
    expect([answer.status, answer.code, store.seq]).toEqual([400, 'bad-key', 0])
  })
})
