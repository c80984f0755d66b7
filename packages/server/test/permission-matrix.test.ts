// Goal: the walls of a token stand where there is no route of its own: topics that rules publish to, entries of the
// audit, and live sockets. Method: a row for each, asked with every scope and every reach; what each may see or do
// follows from the scope and the patterns alone, so the table is computed and not written.

import { createHmac } from 'node:crypto'
import type { Scope } from '@cellwake/client'
import { describe, expect, it } from 'vitest'
import { newToken, type TokenConfig } from '../src/index.ts'
import { connected, TestSocket } from './live/support.ts'
import { type World, world } from './world.ts'

const scopes: readonly Scope[] = ['read', 'write', 'deploy', 'admin']
const sides = ['mine', 'other'] as const
type Side = (typeof sides)[number]

/** One of each scope for each pair of what it reaches: models of one side, topics of one. */
const callers = scopes.flatMap((scope) =>
  sides.flatMap((models) =>
    sides.map((topics) => ({ scope, models, topics, token: newToken() }) as const),
  ),
)
type Caller = (typeof callers)[number]

const configs: TokenConfig[] = callers.map(({ scope, models, topics, token }) => ({
  name: `${scope}-${models}-${topics}`,
  token,
  scopes: [scope],
  models: [`${models}*`],
  topics: [`${topics}*`],
}))

const has = ({ scope }: Caller, least: Scope) => scopes.indexOf(scope) >= scopes.indexOf(least)

/** A model of one side with a rule that publishes to a topic of one. */
const source = (topic: Side) => `A1 = 0\nWHEN A1 > 5 THEN\n  ${topic}!rang(A1)\nEND\n`

/** Each model is there and has published to each topic, once by its rule and once by a caller. */
async function stage(): Promise<World> {
  const made = await world({ tokens: configs })
  for (const models of sides) {
    for (const topics of sides) {
      const id = `${models}_${topics}`
      await made.engine.deploy(source(topics), { id })
      await made.engine.running(id).set({ A1: 9 })
    }
  }
  for (const topic of sides) {
    const publish = [{ topic, messageId: 'm', payload: 1 }]
    await made.store.commit({ publish, cause: { by: 'x', detail: { act: 'publish', topic } } })
  }
  return made
}

describe('a deploy of a rule that publishes', () => {
  it.each(sides)('to a topic of %s needs the scope, the model and the topic', async (topic) => {
    const { ask } = await stage()
    for (const caller of callers) {
      for (const model of sides) {
        const id = `${model}_${caller.scope}_${caller.topics}`
        for (const dryRun of [true, false]) {
          const body = { id, source: source(topic), dryRun }
          const { status } = await ask('POST', '/api/models', { token: caller.token, body })
          const refused = caller.models !== model ? 404 : caller.topics === topic ? 200 : 403
          const expected = has(caller, 'deploy') ? refused : 403
          expect([caller, model, dryRun, status]).toEqual([caller, model, dryRun, expected])
        }
      }
    }
  })

  it.each(sides)('cannot be had by a rollback of a model to a topic of %s', async (topic) => {
    const { ask, engine } = await stage()
    for (const model of sides) await engine.deploy('A1 = 0\n', { id: `${model}_${topic}` })
    for (const caller of callers) {
      for (const model of sides) {
        const url = `/api/models/${model}_${topic}/rollback`
        const { status } = await ask('POST', url, { token: caller.token, body: { version: 1 } })
        const refused = caller.models !== model ? 404 : caller.topics === topic ? 200 : 403
        const expected = has(caller, 'deploy') ? refused : 403
        expect([caller, model, status]).toEqual([caller, model, expected])
      }
    }
  })
})

describe('topics', () => {
  it('are listed, read and published to by those who reach them, whoever filled them', async () => {
    const { ask } = await stage()
    for (const { token, ...caller } of callers) {
      const listed = (await ask('GET', '/api/topics', { token })).at('topics.*.topic')
      expect([caller, listed]).toEqual([caller, [caller.topics]])
      for (const topic of sides) {
        const url = `/api/topics/${topic}/events`
        const isMine = caller.topics === topic
        const read = await ask('GET', url, { token })
        expect([caller, topic, read.status]).toEqual([caller, topic, isMine ? 200 : 404])
        const written = await ask('POST', url, { token, body: { payload: 1 } })
        const mayWrite = has({ ...caller, token }, 'write')
        const expected = mayWrite ? (isMine ? 200 : 404) : 403
        expect([caller, topic, written.status]).toEqual([caller, topic, expected])
      }
    }
  })
})

describe('the audit', () => {
  it('has models by patterns of models, topics by patterns of topics, rules of both, for admins alone', async () => {
    const { ask } = await stage()
    for (const { token, ...caller } of callers) {
      const answer = await ask('GET', '/api/audit?limit=500', { token })
      if (!has({ ...caller, token }, 'admin')) {
        expect([caller, answer.status]).toEqual([caller, 403])
        continue
      }
      const entries = answer.at('entries') as { kind: string; about: string; act: string }[]
      const about = (kind: string) => [
        ...new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.about)),
      ]
      expect([caller, about('model').sort()]).toEqual([
        caller,
        sides.map((topics) => `${caller.models}_${topics}`),
      ])
      expect([caller, about('topic')]).toEqual([caller, [caller.topics]])
      // One by a caller, and one by the rule of each model that publishes there.
      const published = entries.filter(({ act }) => act === 'publish')
      expect([caller, published.length]).toEqual([caller, 3])
      for (const side of sides) {
        const one = await ask('GET', `/api/audit?about=${side}`, { token })
        const seen = (one.at('entries') as unknown[]).length > 0
        expect([caller, side, seen]).toEqual([caller, side, caller.topics === side])
      }
    }
  })
})

describe('what belongs to the whole server', () => {
  it.each([
    '/api/functions',
    '/api/whoami',
    '/api/workflows',
    '/api/upcoming',
    '/api/models',
    '/metrics',
  ])('%s is for every token, and names no model of others', async (url) => {
    const { ask } = await stage()
    for (const { token, ...caller } of callers) {
      const { status, text } = await ask('GET', url, { token })
      expect([caller, status]).toEqual([caller, 200])
      const other = caller.models === 'mine' ? 'other_' : 'mine_'
      expect([caller, text.includes(other)]).toEqual([caller, false])
    }
  })
})

describe('a webhook', () => {
  it('is opened by its signature, and by no token; its event is for those who reach the topic', async () => {
    const secret = 'a long enough secret'
    const hooks = { mine: { topic: 'mine', secret, scheme: 'github' } } as const
    const { ask } = await world({ tokens: configs, hooks })
    const body = { amount: 1 }
    for (const [at, { token, ...caller }] of callers.entries()) {
      const delivery = { 'x-github-delivery': `d${at}` }
      const unsigned = await ask('POST', '/hooks/mine', { token, body, headers: delivery })
      expect([caller, unsigned.status]).toEqual([caller, 401])
    }
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const headers = { 'x-github-delivery': 'd', 'x-hub-signature-256': `sha256=${digest}` }
    expect((await ask('POST', '/hooks/mine', { body, headers })).status).toBe(200)
    for (const { token, ...caller } of callers) {
      const { status } = await ask('GET', '/api/topics/mine/events', { token })
      expect([caller, status]).toEqual([caller, caller.topics === 'mine' ? 200 : 404])
    }
  })
})

describe('the way back from a value', () => {
  const flow = (side: Side) => `${side}-flow`

  /** A cell of each model was set by a run for an event: one of a caller, or of a rule of the models of `by`. */
  it.each([undefined, ...sides])(
    'ends where it leaves what a token reaches; the event is of the rules of %s',
    async (by) => {
      const { ask, engine, store } = await stage()
      for (const from of sides) {
        const events = await store.events(from, { limit: 10 })
        const isMeant = ({ messageId }: { messageId: string }) =>
          by === undefined ? messageId === 'm' : messageId.startsWith(`${by}_`)
        const { messageId, seq } = events.find(isMeant)!
        const run = {
          ...{ workflow: flow(from), run: 'r1', inputs: [`${from}-input`] },
          events: [{ topic: from, messageId, rev: seq }],
        }
        for (const models of sides)
          await engine.running(`${models}_${from}`).set({ A2: 4 }, { by: flow(from), run })
      }
      for (const { token, ...caller } of callers) {
        for (const from of sides) {
          // Workflows are reached as models are.
          const seesRun = caller.models === from
          const seesEvent = seesRun && caller.topics === from
          const seesRule = seesEvent && (by === undefined || by === caller.models)
          const url = (what: string) => `/api/models/${caller.models}_${from}/${what}/A2`
          for (const what of ['explain', 'history']) {
            const { status, text } = await ask('GET', url(what), { token })
            expect([caller, from, status]).toEqual([caller, from, 200])
            expect([caller, from, text.includes(`${from}-input`)]).toEqual([caller, from, seesRun])
            const names = `"topic":"${from}"`
            expect([caller, from, text.includes(names)]).toEqual([caller, from, seesEvent])
          }
          const origin = (await ask('GET', url('explain'), { token })).at('origin.*.by') as string[]
          expect([caller, from, origin[0]]).toEqual([caller, from, flow(from)])
          expect([caller, from, origin.length > 1]).toEqual([caller, from, seesRule])
        }
      }
    },
  )
})

describe('a live socket', () => {
  async function listening() {
    const made = await stage()
    const { url } = await made.server.listen({ port: 0 })
    return { ...made, url }
  }
  const wanted = { op: 'subscribe', symbols: ['A1'], events: true }

  it('is closed to whoever has no token, a wrong one, or says nothing first', async () => {
    const { url } = await listening()
    for (const first of [
      { op: 'auth', token: newToken() },
      { ...wanted, id: '1', model: 'mine_mine' },
    ]) {
      const socket = new TestSocket(url)
      socket.socket.once('open', () => socket.send(first))
      expect((await socket.closed).code).toBe(4401)
      expect(socket.frames.filter(({ cells }) => cells !== undefined)).toEqual([])
    }
  })

  it('shows the models that its token reaches, and no others, whatever its scope', async () => {
    const { url } = await listening()
    for (const { token, ...caller } of callers) {
      const socket = await connected(url, { authorization: `Bearer ${token}` })
      for (const model of sides) {
        socket.send({ ...wanted, id: model, model: `${model}_${caller.topics}` })
        const frame = await socket.next()
        const told = frame.error?.code ?? frame.cells?.A1?.value
        const expected = caller.models === model ? 9 : 'unknown-model'
        expect([caller, model, told]).toEqual([caller, model, expected])
      }
      socket.send({ ...wanted, id: 'none', model: 'mine_none' })
      expect((await socket.next()).error?.code).toBe('unknown-model')
      socket.socket.terminate()
    }
  })

  it('as a stream of events shows the same', async () => {
    const { url } = await listening()
    for (const { token, ...caller } of callers) {
      for (const model of sides) {
        const at = `${url}/api/live/${model}_${caller.topics}?symbols=A1`
        const answer = await fetch(at, { headers: { authorization: `Bearer ${token}` } })
        await answer.body?.cancel()
        const expected = caller.models === model ? 200 : 404
        expect([caller, model, answer.status]).toEqual([caller, model, expected])
      }
    }
  })

  it('ends when its token is taken away', async () => {
    const { url, server } = await listening()
    const { token, ...caller } = callers[0]!
    const socket = await connected(url, { authorization: `Bearer ${token}` })
    socket.send({ ...wanted, id: '1', model: `${caller.models}_mine` })
    expect((await socket.next()).cells?.A1?.value).toBe(9)
    server.replaceTokens(configs.slice(1))
    expect((await socket.closed).code).toBe(4401)
  })
})
