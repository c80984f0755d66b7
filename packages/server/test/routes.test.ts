// Goal: every route gives what the contract says, and refuses what it must with a code. Method: one good request
// for each route, its answer checked with the contract's own schema, and a table of bad ones.

import { type Route, type RouteName, routes } from '@cellwake/client'
import { type VirtualClock, virtualClock } from '@cellwake/scheduler'
import { workflow } from '@cellwake/workflows'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Ask, type World, world } from './world.ts'

const source = `MODEL "Price desk"
TIMEZONE "UTC"
A1 = 1
B1 = A1 * 2
C1 ~= B1 + 1
D5 = 1 / 0

# Too dear
WHEN B1 > 10 THEN
  E1 = "over"
  alerts!dear(B1)
END

EVERY 1h SKIP MISSED THEN
  F1 = A1
END
`

const ids = '/api/models/price-desk'
const flow = '/api/workflows/intake'
const start = '2026-01-01T00:00:00.000Z'

const intake = workflow({
  name: 'intake',
  topics: { received: {} },
  producers: {
    poll: {
      publishes: ['received'],
      schedule: { interval: '1h' },
      handler: async (ctx) => ctx.log('looked'),
    },
  },
})

/** What needs something that waits for a person, a script, or a process of its own: each has tests of its own. */
const elsewhere: readonly RouteName[] = [
  'importFile',
  'job',
  'retryJob',
  'cancelJob',
  'connections',
  'addConnection',
  'removeConnection',
  'tryConnection',
  'sinks',
  'addSink',
  'removeSink',
  'trySink',
  'providers',
  'tryProvider',
  'deployWorkflow',
  'approveMutation',
  'rejectMutation',
  'resolveMutation',
  'skipEvent',
  'reprocessEvent',
]

/** In an order that makes sense; each with what its answer holds where. */
const good: readonly [RouteName, string, Ask, Readonly<Record<string, unknown>>][] = [
  ['deploy', '/api/models', { body: { source } }, { id: 'price-desk', version: 1 }],
  ['set', `${ids}/inputs`, { body: { set: { A1: 7 } } }, { 'firings.*.kind': ['when'] }],
  ['cells', `${ids}/cells?symbols=A1,B1,E1`, {}, { 'cells.B1.value': 14 }],
  ['sheet', `${ids}/sheet?range=A1:D9`, {}, { 'cells.B1.role': 'formula' }],
  ['resolve', `${ids}/resolve/C1?wait=1s`, {}, { 'value.value': 15, status: 'ready' }],
  ['refresh', `${ids}/refresh`, { body: { symbols: ['C1'] } }, { 'cells.C1.value': 15 }],
  ['jobs', `${ids}/jobs`, {}, { jobs: [], 'counts.landed': 0 }],
  ['model', ids, {}, { title: 'Price desk', livesIn: 'memory', errors: 1 }],
  ['models', '/api/models', {}, { 'models.*.id': ['price-desk'] }],
  ['source', `${ids}/source`, {}, { source }],
  ['versions', `${ids}/versions`, {}, { 'versions.*.by': ['local'], current: 1 }],
  ['rollback', `${ids}/rollback`, { body: { version: 1 } }, { version: 2 }],
  ['rules', `${ids}/rules`, {}, { 'rules.*.kind': ['when', 'every'] }],
  ['timeline', `${ids}/timeline`, {}, { 'lanes.*.truncated': [false, false] }],
  ['upcoming', '/api/upcoming?hours=2', {}, { 'models.*.model': ['price-desk'] }],
  ['explain', `${ids}/explain/B1?depth=3`, {}, { 'why.value': 14 }],
  ['history', `${ids}/history/A1`, {}, { 'entries.0.value': 7 }],
  ['graph', `${ids}/graph`, {}, { leftOut: 0 }],
  ['activity', `${ids}/activity?limit=1`, {}, { 'entries.*.about': ['price-desk'] }],
  ['audit', '/api/audit?limit=1', {}, { 'entries.*.by': ['local'] }],
  [
    'simulate',
    `${ids}/simulate`,
    { body: { from: start, until: '2026-01-01T03:00:00Z', fromNow: true, follow: ['F1'] } },
    { 'cells.F1.value': 7, 'series.F1.*.value': [null, 7], more: 0 },
  ],
  [
    'publish',
    '/api/topics/news/events',
    { body: { messageId: 'm', payload: 1 } },
    { messageId: 'm' },
  ],
  ['events', '/api/topics/news/events', {}, { 'events.*.payload': [1] }],
  ['topics', '/api/topics', {}, { 'topics.*.topic': ['alerts', 'news'] }],
  ['workflows', '/api/workflows', {}, { 'workflows.*.name': ['intake'] }],
  ['workflow', flow, {}, { status: 'Idle', kind: 'typescript', tools: null }],
  ['runNow', `${flow}/run-now`, { body: {} }, { name: 'intake' }],
  ['workflowRuns', `${flow}/runs?limit=5`, {}, { 'runs.*.handler': ['poll', 'poll'] }],
  ['workflowInputs', `${flow}/inputs`, {}, { inputs: [] }],
  ['workflowEvents', `${flow}/events?limit=5`, {}, { events: [] }],
  ['workflowLedger', `${flow}/ledger`, {}, { mutations: [] }],
  ['workflowLogs', `${flow}/logs`, {}, { 'lines.*.text': ['looked', 'looked'] }],
  ['workflowVersions', `${flow}/versions`, {}, { 'versions.*.version': ['1.0'] }],
  ['activateVersion', `${flow}/activate`, { body: { version: '1.0' } }, { version: '1.0' }],
  ['pauseWorkflow', `${flow}/pause`, { body: {} }, { status: 'Stopped' }],
  ['resumeWorkflow', `${flow}/resume`, { body: {} }, { status: 'Idle' }],
  ['functions', '/api/functions', {}, { 'functions.0.name': 'ABS' }],
  ['whoAmI', '/api/whoami', {}, { name: 'local', open: true }],
  ['health', '/health', {}, { status: 'ok', 'store.driver': 'memory', models: 1 }],
]

describe('every route', () => {
  const answers = new Map<string, Answer>()

  beforeAll(async () => {
    const { ask, workflows } = await worldIn(start, afterAll)
    await workflows.deploy(intake)
    await workflows.idle()
    for (const [name, url, more] of good) {
      answers.set(name, await ask(routes[name].method, url, more))
      if (name === 'runNow') await workflows.idle()
    }
    const ruleId = String(answers.get('rules')?.at('rules.0.id'))
    const firings = `${ids}/rules/${encodeURIComponent(ruleId)}/firings`
    answers.set('firings', await ask('GET', firings))
    answers.set('deleteModel', await ask('DELETE', `${ids}?confirm=price-desk`))
    answers.set('ready', await ask('GET', '/ready'))
  })

  it.each([
    ...good.map(([name, , , expected]) => [name, expected] as const),
    ['firings', { 'firings.*.outcome': ['fired'] }] as const,
    ['deleteModel', { deleted: 'price-desk' }] as const,
  ])('%s answers as the contract says', (name, expected) => {
    const answer = answers.get(name)!
    expect([answer.status, answer.code]).toEqual([200, undefined])
    const schema: Route['answer'] = routes[name].answer
    expect(schema.parse(answer.json)).toEqual(answer.json)
    for (const [path, value] of Object.entries(expected)) {
      expect([path, answer.at(path)]).toEqual([path, value])
    }
  })

  it('is one of those tried here', () => {
    expect([...answers.keys(), ...elsewhere].sort()).toEqual(Object.keys(routes).sort())
  })

  it('ready says why it is not, before the server listens', () => {
    const { status, json } = answers.get('ready')!
    expect([status, json]).toEqual([503, { ready: false, why: 'The server is starting.' }])
  })
})

/** A world that outlives one test is closed by its file's end. */
async function worldIn(at: string, over?: (fn: () => Promise<void>) => void): Promise<World> {
  return world({ clock: virtualClock(at), ...(over !== undefined && { over }) })
}

const bad: readonly [string, string, unknown, number, string][] = [
  ['GET', '/api/models/none/cells', undefined, 404, 'unknown-model'],
  ['GET', '/api/models/a%20b/cells', undefined, 400, 'bad-model-id'],
  ['GET', `${ids}/cells?symbols=`, undefined, 400, 'bad-symbols'],
  ['GET', `${ids}/cells?symbols=%27x`, undefined, 400, 'bad-symbols'],
  ['GET', `${ids}/cells?symbols=1A`, undefined, 400, 'bad-symbol'],
  ['GET', `${ids}/cells?at=soon`, undefined, 400, 'bad-instant'],
  ['GET', `${ids}/cells?nonsense=1`, undefined, 400, 'bad-request'],
  ['GET', `${ids}/cells?symbols=A1&symbols=B1`, undefined, 400, 'bad-request'],
  ['GET', `${ids}/sheet`, undefined, 400, 'bad-request'],
  ['GET', `${ids}/resolve/A1?wait=long`, undefined, 400, 'bad-duration'],
  ['GET', `${ids}/source?version=99`, undefined, 404, 'unknown-version'],
  ['GET', `${ids}/timeline?from=2026-01-02&until=2026-01-01`, undefined, 400, 'bad-instant'],
  ['GET', `${ids}/timeline?from=2026-01-01&until=2046-01-01`, undefined, 400, 'bad-instant'],
  ['GET', `${ids}/history/A1?limit=0`, undefined, 400, 'bad-request'],
  ['GET', `${ids}/explain/A1?depth=99`, undefined, 400, 'bad-request'],
  ['DELETE', ids, undefined, 400, 'bad-request'],
  ['DELETE', `${ids}?confirm=price`, undefined, 409, 'name-not-repeated'],
  ['POST', '/api/models', { source: 'A1 = (' }, 422, 'diagnostics'],
  ['POST', '/api/models', {}, 400, 'bad-request'],
  ['POST', '/api/models', { source, more: 1 }, 400, 'bad-request'],
  ['POST', '/api/models', { source, id: '../x' }, 400, 'bad-model-id'],
  ['POST', '/api/models', { source, expectVersion: 0 }, 409, 'wrong-revision'],
  ['POST', '/api/models', { source, expectVersion: 2 }, 409, 'wrong-revision'],
  ['POST', '/api/models', { source, expectVersion: -1 }, 400, 'bad-request'],
  ['POST', '/api/models', '{"source":', 400, 'bad-json'],
  ['POST', `${ids}/inputs`, {}, 400, 'bad-request'],
  ['POST', `${ids}/inputs`, { set: { B1: 5 } }, 409, 'not-an-input'],
  ['POST', `${ids}/inputs`, { set: { 'A 1': 5 } }, 400, 'bad-symbol'],
  ['POST', `${ids}/inputs`, { set: { A1: { expr: '1 +' } } }, 400, 'bad-value'],
  ['POST', `${ids}/inputs`, { set: { A1: 1 }, expectRev: 0 }, 409, 'wrong-revision'],
  ['POST', `${ids}/rollback`, { version: 99 }, 404, 'unknown-version'],
  ['POST', `${ids}/simulate`, {}, 400, 'bad-request'],
  ['POST', `${ids}/simulate`, { from: '2026-01-02', until: '2026-01-01' }, 400, 'bad-instant'],
  ['POST', `${ids}/simulate`, { until: '2099-01-01' }, 422, 'simulation-too-long'],
  [
    'POST',
    `${ids}/simulate`,
    { until: '2026-01-02', sets: [{ at: '2026-01-01', set: { rate: 1 } }] },
    400,
    'unknown-name',
  ],
  ['POST', `${ids}/simulate`, { until: '2026-01-02', source: 'A1 = (' }, 422, 'diagnostics'],
  [
    'POST',
    `${ids}/simulate`,
    { until: '2026-01-02', functions: { FX_RATE: 1 } },
    400,
    'bad-request',
  ],
  [
    'POST',
    `${ids}/simulate`,
    { until: '2026-01-02', functions: { FX_RATE: [{ after: '1s' }] } },
    400,
    'bad-fixtures',
  ],
  [
    'POST',
    `${ids}/simulate`,
    { until: '2026-01-02', functions: { FX_RAET: [{ returns: 1 }] } },
    400,
    'bad-fixtures',
  ],
  ['POST', '/api/topics/t/events', { messageId: 'a/b', payload: 1 }, 400, 'bad-message-id'],
  ['POST', '/api/topics/t/events', {}, 400, 'bad-request'],
  ['GET', '/api/topics/t/events?limit=5000', undefined, 400, 'bad-request'],
  ['GET', '/api/nothing', undefined, 404, 'not-found'],
  ['GET', '/nothing', undefined, 404, 'not-found'],
  ['PUT', '/api/models', undefined, 405, 'method-not-allowed'],
  ['DELETE', '/api/whoami', undefined, 405, 'method-not-allowed'],
]

describe('a bad request', () => {
  it('gets a code, a sentence and the id of the request, and changes nothing', async () => {
    const { ask, engine, store } = await worldIn(start)
    await engine.deploy(source, { id: 'price-desk' })
    const before = store.seq
    for (const [method, url, body, status, code] of bad) {
      const answer = await ask(method, url, body === undefined ? {} : { body })
      expect([method, url, answer.status, answer.code]).toEqual([method, url, status, code])
      expect(answer.at('error.message')).toMatch(/[.!?]$/)
      expect(answer.at('error.requestId')).toBe(answer.headers['x-request-id'])
    }
    expect(store.seq).toBe(before)
  })

  it('names the methods that an address has', async () => {
    const { ask } = await world()
    expect((await ask('PUT', '/api/models')).headers.allow).toBe('POST, GET')
  })

  it('has its diagnostics with lines and columns', async () => {
    const { ask } = await world()
    const answer = await ask('POST', '/api/models', {
      body: { source: 'A1 = 1\nB1 = NOPE(1)\n' },
    })
    expect(answer.at('error.details.diagnostics.0')).toMatchObject({
      code: 'unknown-function',
      range: { start: { line: 2, column: 6 }, end: { line: 2, column: 10 } },
    })
  })
})

describe('reading the past', () => {
  it('takes a revision or an instant', async () => {
    const clock = virtualClock(start)
    const { ask } = await world({ clock })
    await ask('POST', '/api/models', { body: { source, id: 'price-desk' } })
    const first = (await ask('POST', `${ids}/inputs`, { body: { set: { A1: 2 } } })).at('rev')
    await clock.advance(60_000)
    await ask('POST', `${ids}/inputs`, { body: { set: { A1: 3 } } })
    const at = async (text: string) =>
      (await ask('GET', `${ids}/cells?symbols=B1&at=${encodeURIComponent(text)}`)).at(
        'cells.B1.value',
      )
    expect(await at(String(first))).toBe(4)
    expect(await at('2026-01-01T00:00:30Z')).toBe(4)
    expect(await at('2026-01-01T00:01:30Z')).toBe(6)
  })
})

describe('events', () => {
  it('come newest first, or in order after a position', async () => {
    const { ask, store } = await world()
    for (let i = 0; i < 30; i++) {
      await ask('POST', '/api/topics/t/events', { body: { payload: i } })
      // What others publish lies between, so positions have gaps.
      await store.commit({ publish: [{ topic: 'other', messageId: `m${i}`, payload: i }] })
    }
    const newest = await ask('GET', '/api/topics/t/events?limit=3')
    expect(newest.at('events.*.payload')).toEqual([29, 28, 27])
    const all = await ask('GET', '/api/topics/t/events')
    expect(all.at('events.*.payload')).toEqual([...Array(30).keys()].reverse())
    const third = all.at('events.27.position')
    const after = await ask('GET', `/api/topics/t/events?after=${third}&limit=2`)
    expect(after.at('events.*.payload')).toEqual([3, 4])
    expect(after.at('after')).toBe(after.at('events.1.position'))
    expect((await ask('GET', '/api/topics/nobody/events')).json).toEqual({
      events: [],
      after: null,
    })
  })
})

describe('the audit', () => {
  it('tells who published what where', async () => {
    const { ask } = await world()
    await ask('POST', '/api/topics/news/events', { body: { payload: 1 } })
    const { json } = await ask('GET', '/api/audit?about=news')
    expect(json).toMatchObject({
      entries: [{ by: 'local', act: 'publish', about: 'news', what: 'Published an event.' }],
    })
  })
})

describe('simulating', () => {
  it('tries a source that is not deployed', async () => {
    const { ask } = await worldIn(start)
    const every = (period: string) => `EVERY ${period} SKIP MISSED THEN\n  F1 = 1\nEND\n`
    const url = '/api/models/new/simulate'
    const good = await ask('POST', url, { body: { source: every('1h'), until: '2026-01-02' } })
    expect([good.status, good.at('firings.23.kind')]).toEqual([200, 'every'])
    expect((await ask('GET', '/api/models/new')).status).toBe(404)
  })

  it('takes what external functions answer, and gives the same every time', async () => {
    const { ask } = await worldIn(start)
    const body = {
      source: 'rate = FX_RATE("EUR", "USD")\nprice = ROUND(100 * (rate DEFAULT 1.08), 2)\n',
      from: start,
      until: new Date(Date.parse(start) + 20 * 60_000).toISOString(),
      follow: ['price'],
      functions: {
        FX_RATE: [
          { args: ['EUR', 'USD'], returns: 1.1, after: '10s' },
          { fails: 'transient: down' },
        ],
      },
    }
    const told = await ask('POST', '/api/models/new/simulate', { body })
    const { cells, series } = told.json as {
      cells: object
      series: { price: { value: unknown }[] }
    }
    expect(cells).toMatchObject({ price: { value: 108 }, rate: { status: 'failed' } })
    // When it became stale is a point too.
    expect(series.price.map(({ value }) => value)).toEqual([108, 110, 110, 108])
    const again = await ask('POST', '/api/models/new/simulate', { body })
    expect(again.json).toEqual(told.json)
  })

  it('stops when it takes too long, and lets others in meanwhile', async () => {
    // Each look at this clock takes a second of its time.
    let now = Date.parse(start)
    const { ask } = await world({
      clock: { ...virtualClock(start), now: () => (now += 1_000) },
    })
    const slow = 'EVERY 1s SKIP MISSED THEN\n  F1 = 1\nEND\n'
    const running = ask('POST', '/api/models/new/simulate', {
      body: { source: slow, from: start, until: '2026-02-01' },
    })
    expect((await ask('GET', '/api/whoami')).status).toBe(200)
    const answer = await running
    expect([answer.status, answer.code]).toEqual([422, 'simulation-too-long'])
  })
})

/** Until the request has come so far that it waits for the time. */
async function armed(clock: VirtualClock): Promise<void> {
  while (clock.pending === 0) await new Promise((resolve) => setImmediate(resolve))
}

describe('resolving', () => {
  const external = 'A1 = FX_RATE("EUR", "USD")\n'

  it('waits for a value that is on its way, and says after that what there is', async () => {
    const clock = virtualClock(start)
    const { ask, engine } = await world({ clock })
    await engine.deploy(external, { id: 'fx' })
    const at = engine.running('fx').rev
    let over = false
    const asked = ask('GET', '/api/models/fx/resolve/A1?wait=5s').finally(() => {
      over = true
    })
    await armed(clock)
    await clock.advance(4_999)
    expect(over).toBe(false)
    await clock.advance(1)
    const answer = await asked
    expect(answer.json).toMatchObject({ status: 'queued', request_rev: at, resolved_rev: 0 })
    const now = await ask('GET', '/api/models/fx/resolve/A1')
    expect(now.at('status')).toBe('queued')
  })

  it('ends when another version has the value, or the model is gone', async () => {
    const clock = virtualClock(start)
    const { ask, engine } = await world({ clock })
    await engine.deploy(external, { id: 'fx' })
    const asked = ask('GET', '/api/models/fx/resolve/A1?wait=5s')
    await armed(clock)
    await engine.deploy('A1 = 2\n', { id: 'fx' })
    await clock.advance(5_000)
    expect([(await asked).at('value.value'), (await asked).at('status')]).toEqual([2, 'ready'])
    await engine.deploy(external, { id: 'gone' })
    const last = ask('GET', '/api/models/gone/resolve/A1?wait=5s')
    await armed(clock)
    await engine.delete('gone', 'gone')
    await clock.advance(5_000)
    expect([(await last).status, (await last).code]).toEqual([404, 'unknown-model'])
  })
})
