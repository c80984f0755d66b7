// Goal: nobody reaches a route, or a model, that their token does not allow. Method: every route of the contract
// is asked with every kind of token, from none to the right one; the table is generated, so no route is left out.

import { type Route, type RouteName, routes, type Scope } from '@cellwake/client'
import { systemClock } from '@cellwake/scheduler'
import { describe, expect, it } from 'vitest'
import { newToken, type TokenConfig } from '../src/index.ts'
import { CellwakeServer } from '../src/server.ts'
import { type Ask, desk, type World, world } from './world.ts'

const scopes: readonly Scope[] = ['read', 'write', 'deploy', 'admin']
const tokens = new Map<string, string>()

function tokenFor(scope: Scope, models: string): string {
  const key = `${scope}:${models}`
  const known = tokens.get(key) ?? newToken()
  tokens.set(key, known)
  return known
}

const configs: TokenConfig[] = scopes.flatMap((scope) =>
  ['mine-*', 'other-*'].map((models) => ({
    name: `${scope}-${models.slice(0, 4)}`,
    token: tokenFor(scope, models),
    scopes: [scope],
    models: [models],
  })),
)

async function guarded(): Promise<World> {
  const made = await world({ tokens: configs })
  await made.engine.deploy(desk, { id: 'mine-1' })
  return made
}

const bodies: Partial<Record<RouteName, unknown>> = {
  deploy: { id: 'mine-1', source: desk, dryRun: true },
  rollback: { version: 1 },
  set: { set: { A1: 2 } },
  refresh: {},
  simulate: { until: '2030-01-01T00:00:00Z', from: '2029-12-31T00:00:00Z' },
  publish: { payload: 1 },
  addConnection: { name: 'mine', url: 'https://api.example.com' },
  tryConnection: {},
  addSink: { name: 'mine', topic: 'alerts', slack: 'https://hooks.example.com' },
  trySink: {},
  tryProvider: {},
  retryJob: {},
  cancelJob: {},
  deployWorkflow: { name: 'mine-flow', script: '' },
  activateVersion: { version: '1.0' },
  runNow: {},
  pauseWorkflow: {},
  resumeWorkflow: {},
  approveMutation: {},
  rejectMutation: {},
  resolveMutation: { answer: 'happened' },
  importFile: { name: 'book.xlsx', data: '' },
  skipEvent: { topic: 'mine-topic', messageId: 'm' },
  reprocessEvent: { topic: 'mine-topic', messageId: 'm' },
}
// Nothing is really deleted: the name is not repeated.
const queries: Partial<Record<RouteName, string>> = {
  deleteModel: '?confirm=no',
  sheet: '?range=A1:C9',
}

function request(name: RouteName, token?: string): [method: string, url: string, more: Ask] {
  const { method, path }: Route = routes[name]
  const url = path
    .replace(':id', 'mine-1')
    .replace(':symbol', 'A1')
    .replace(':ruleId', 'none')
    .replace(':topic', 'mine-topic')
    .replace(':name', 'mine-flow')
    .replace(':jobId', 'none')
    .replace(':function', 'none')
  const body = bodies[name]
  return [
    method,
    `${url}${queries[name] ?? ''}`,
    { ...(body !== undefined && { body }), ...(token !== undefined && { token }) },
  ]
}

const closed = (Object.keys(routes) as RouteName[]).filter(
  (name) => routes[name].permission.scope !== 'public',
)

describe('every route', () => {
  it('is refused without a token, and with a wrong one', async () => {
    const { ask } = await guarded()
    for (const name of closed) {
      for (const token of [undefined, newToken()]) {
        const answer = await ask(...request(name, token))
        expect([name, answer.status, answer.code]).toEqual([
          name,
          answer.status === 429 ? 429 : 401,
          answer.status === 429 ? 'rate-limited' : 'unauthenticated',
        ])
      }
    }
  })

  it('is refused with a scope below the one it needs', async () => {
    const { ask } = await guarded()
    let tried = 0
    for (const name of closed) {
      const { permission }: Route = routes[name]
      for (const scope of scopes.slice(0, scopes.indexOf(permission.scope as Scope))) {
        const answer = await ask(...request(name, tokenFor(scope, 'mine-*')))
        expect([name, scope, answer.status]).toEqual([name, scope, 403])
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(10)
  })

  it('does not show that a model, topic or workflow of others exists', async () => {
    const { ask } = await guarded()
    for (const name of closed) {
      const { permission }: Route = routes[name]
      if (permission.scope === 'public' || permission.on === 'server') continue
      const answer = await ask(...request(name, tokenFor('admin', 'other-*')))
      const code = `unknown-${permission.on}`
      expect([name, answer.status, answer.code]).toEqual([name, 404, code])
    }
  })

  it('is open to the scope it needs and every higher one, on what the token reaches', async () => {
    const { ask } = await guarded()
    for (const name of closed) {
      const { permission }: Route = routes[name]
      for (const scope of scopes.slice(scopes.indexOf(permission.scope as Scope))) {
        const answer = await ask(...request(name, tokenFor(scope, 'mine-*')))
        const isAllowed = [200, 404, 409, 501].includes(answer.status)
        expect([name, scope, answer.status, isAllowed]).toEqual([name, scope, answer.status, true])
        expect([name, answer.code]).not.toEqual([name, 'unknown-model'])
      }
    }
  })

  it('needs no token if it is public', async () => {
    const { ask } = await guarded()
    const open = Object.values(routes as Record<string, Route>).filter(
      ({ permission }) => permission.scope === 'public',
    )
    expect(open.map(({ path }) => path).sort()).toEqual(['/health', '/ready'])
    for (const { path } of open) expect([200, 503]).toContain((await ask('GET', path)).status)
    expect((await ask('GET', '/metrics')).status).toBe(401)
  })
})

describe('lists', () => {
  it('hold only what the token reaches', async () => {
    const { ask, engine } = await guarded()
    await engine.deploy(desk, { id: 'other-1' })
    const publisher = tokenFor('write', 'other-*')
    await ask('POST', '/api/topics/other-news/events', { token: publisher, body: { payload: 1 } })
    const ids = async (token: string) =>
      (await ask('GET', '/api/models', { token })).at('models.*.id')
    expect(await ids(tokenFor('read', 'mine-*'))).toEqual(['mine-1'])
    expect(await ids(tokenFor('read', 'other-*'))).toEqual(['other-1'])
    const topics = async (token: string) =>
      (await ask('GET', '/api/topics', { token })).at('topics.*.topic')
    expect(await topics(tokenFor('read', 'mine-*'))).toEqual([])
    expect(await topics(tokenFor('read', 'other-*'))).toEqual(['other-news'])
  })

  it('of the audit hold only what the token reaches', async () => {
    const { ask, engine } = await guarded()
    await engine.deploy(desk, { id: 'other-1' })
    const answer = await ask('GET', '/api/audit', { token: tokenFor('admin', 'mine-*') })
    expect(answer.at('entries.*.about')).toEqual(['mine-1'])
  })
})

describe('deploying', () => {
  it('with a token for some models needs the id, since the source may name any', async () => {
    const { ask } = await guarded()
    const token = tokenFor('deploy', 'mine-*')
    const unnamed = await ask('POST', '/api/models', { token, body: { source: desk } })
    expect([unnamed.status, unnamed.code]).toEqual([400, 'id-needed'])
    const other = await ask('POST', '/api/models', { token, body: { id: 'x', source: desk } })
    expect([other.status, other.code]).toEqual([404, 'unknown-model'])
    const mine = await ask('POST', '/api/models', { token, body: { id: 'mine-2', source: desk } })
    expect([mine.status, mine.at('id')]).toEqual([200, 'mine-2'])
  })
})

describe('topics of rules', () => {
  const publishing = (topic: string) =>
    `A1 = 0\n# Loud\nWHEN A1 > 5 THEN\n  ${topic}!rang(A1)\nEND\n`
  const topical = [
    { name: 'all', token: newToken(), scopes: ['admin'] },
    { name: 'mine', token: newToken(), scopes: ['admin'], models: ['m-*'], topics: ['t_*'] },
  ] as const
  const [all, mine] = topical.map(({ token }) => token)

  it('are within the reach of the token that deploys, also in a dry run and a rollback', async () => {
    const { ask } = await world({ tokens: topical })
    const deploy = (token: string | undefined, topic: string, more: object = {}) =>
      ask('POST', '/api/models', {
        token: token!,
        body: { id: 'm-1', source: publishing(topic), ...more },
      })
    for (const more of [{}, { dryRun: true }]) {
      const refused = await deploy(mine, 'alerts', more)
      expect([refused.status, refused.code]).toEqual([403, 'topic-refused'])
      expect(refused.text).toContain('alerts')
    }
    expect((await ask('GET', '/api/models', { token: mine! })).at('models')).toEqual([])
    expect((await deploy(all, 'alerts')).status).toBe(200)
    expect((await deploy(mine, 't_1')).status).toBe(200)
    const back = await ask('POST', '/api/models/m-1/rollback', {
      token: mine!,
      body: { version: 1 },
    })
    expect([back.status, back.code]).toEqual([403, 'topic-refused'])
    // Whoever reaches the topic may.
    expect(
      (await ask('POST', '/api/models/m-1/rollback', { token: all!, body: { version: 1 } })).status,
    ).toBe(200)
  })

  it('have their events in the audit, under the topic', async () => {
    const { ask, engine } = await world({ tokens: topical })
    await engine.deploy(publishing('t_1'), { id: 'm-1' })
    await ask('POST', '/api/models/m-1/inputs', { token: mine!, body: { set: { A1: 9 } } })
    await engine.idle()
    const audit = await ask('GET', '/api/audit?about=t_1', { token: mine! })
    expect(audit.at('entries')).toMatchObject([{ kind: 'topic', about: 't_1', act: 'publish' }])
    const ofModel = await ask('GET', '/api/audit?about=m-1', { token: mine! })
    expect(ofModel.at('entries.*.kind')).not.toContain('topic')
  })
})

describe('the audit', () => {
  const name = 'part'
  const token = newToken()
  const part = { name, token, scopes: ['admin'], models: ['a-*'], topics: ['b-*'] } as const

  it('shows models by patterns of models and topics by patterns of topics, in full pages', async () => {
    const { ask, engine, store } = await world({ tokens: [part] })
    for (const id of ['a-model', 'b-model']) await engine.deploy('A1 = 1\n', { id })
    for (const topic of ['a-topic', 'b-topic']) {
      const detail = { act: 'publish', topic }
      const publish = [{ topic, messageId: 'm', payload: 1 }]
      await store.commit({ publish, cause: { by: 'x', detail } })
    }
    for (let i = 0; i < 5; i++) await engine.running('b-model').set({ A1: i + 10 })
    const whole = await ask('GET', '/api/audit', { token })
    expect(whole.at('entries.*.about')).toEqual(['b-topic', 'a-model'])
    const page = await ask('GET', '/api/audit?limit=1', { token })
    expect(page.at('entries.*.about')).toEqual(['b-topic'])
    const hidden = await ask('GET', '/api/audit?about=b-model', { token })
    expect(hidden.at('entries')).toEqual([])
  })

  it('says by whose token a cell was computed', async () => {
    const { ask, engine } = await world({ tokens: [part] })
    await engine.deploy(desk, { id: 'a-model' })
    await ask('GET', '/api/models/a-model/resolve/C1', { token })
    const audit = await ask('GET', '/api/audit?limit=1', { token })
    expect(audit.at('entries')).toMatchObject([{ act: 'resolve', by: name }])
  })
})

describe('a route that does not say who may use it', () => {
  it('is used by nobody', async () => {
    const { engine, store } = await world()
    const clock = systemClock({ unref: true })
    const server = new CellwakeServer({ engine, store, clock })
    server.app.get('/forgotten', () => 'secret')
    await server.start(undefined)
    const answer = await server.app.inject({ url: '/forgotten', headers: { host: 'localhost' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('secret')
    await server.close()
  })
})
