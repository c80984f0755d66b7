// Goal: what the server does can be seen in logs, metrics and spans, and no secret can. Method: requests with
// secrets in every place, at the level of most detail; the logs are read whole.

import { context, propagation, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog, withoutSecrets } from '../src/log.ts'
import { newToken } from '../src/tokens.ts'
import { desk, world } from './world.ts'

function capture() {
  const lines: string[] = []
  return { lines, log: { level: 'trace', to: { write: (line: string) => lines.push(line) } } }
}

describe('logs', () => {
  it('have a line for each request, with its id, and no query', async () => {
    const { lines, log } = capture()
    const { ask } = await world({ log })
    const answer = await ask('GET', '/api/models/x/cells?symbols=A1')
    const line = lines.map((text) => JSON.parse(text)).find(({ route }) => route !== undefined)
    expect(line).toMatchObject({
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/models/:id/cells',
      path: '/api/models/x/cells',
      status: 404,
      by: 'local',
    })
  })

  it('warn of every request that is refused, with its code; one that is too many is only noted', async () => {
    const { lines, log } = capture()
    const { ask } = await world({ log, rates: { address: { perSecond: 0.001, burst: 2 } } })
    await ask('GET', '/api/models')
    await ask('GET', '/api/models/x/source')
    await ask('GET', '/api/models')
    const told = lines.map((text) => JSON.parse(text)).filter(({ route }) => route !== undefined)
    expect(told.map(({ level, status, code }) => [level, status, code])).toEqual([
      [30, 200, undefined],
      [40, 404, 'unknown-model'],
      [30, 429, 'rate-limited'],
    ])
  })

  it('hold no secret, wherever it came from', async () => {
    const { lines, log } = capture()
    const token = newToken()
    const plain = 'canary-configured-token-0123456789'
    const tokens = [
      { name: 'ann', token, scopes: ['admin'] as const },
      { name: 'bob', token: plain, scopes: ['read'] as const },
    ]
    const { ask, server, engine } = await world({ log, tokens })
    await engine.deploy(desk, { id: 'desk' })
    const wrong = newToken()
    const answers = [
      await ask('GET', '/api/models', { token }),
      await ask('GET', '/api/whoami', { token: plain }),
      await ask('GET', '/api/models', { token: wrong }),
      await ask('GET', `/api/models?token=${token}`, { token }),
      await ask('GET', '/api/models', { headers: { cookie: `session=${wrong}` } }),
      await ask('POST', '/api/models', { token, body: `{"source": ${token}` }),
      await ask('POST', '/api/models/desk/inputs', {
        token,
        body: { set: { A1: 2 } },
        key: 'k-canary',
      }),
    ]
    server.app.log.info({ authorization: `Bearer ${plain}`, headers: { authorization: plain } })
    server.app.log.error(new Error(`postgres://ann:hunter2canary@db/x refused Bearer ${wrong}`))
    const text = [...lines, ...answers.map((answer) => answer.text)].join('\n')
    expect(lines.length).toBeGreaterThan(6)
    for (const secret of [token, wrong, plain, 'hunter2canary']) expect(text).not.toContain(secret)
  })

  it('take out what looks like a secret, and leave the rest', () => {
    const token = newToken()
    expect(withoutSecrets(`a ${token} b`)).toBe('a [secret] b')
    expect(withoutSecrets('postgres://u:pw@h/d and Bearer abc.def')).toBe(
      'postgres://u:[secret]@h/d and Bearer [secret]',
    )
    expect(withoutSecrets('{"msg":"plain"}')).toBe('{"msg":"plain"}')
  })

  it('are silent unless asked for', () => {
    expect(createLog(undefined).level).toBe('silent')
    expect(createLog({}).level).toBe('info')
  })
})

describe('an error that nobody foresaw', () => {
  it('shows its stack to the log only', async () => {
    const { lines, log } = capture()
    const { ask, engine } = await world({ log })
    await engine.deploy(desk, { id: 'desk' })
    Object.defineProperty(engine.running('desk'), 'cells', {
      value: () => {
        throw new Error('canary of the inside')
      },
    })
    const answer = await ask('GET', '/api/models/desk/cells?symbols=A1')
    expect([answer.status, answer.code]).toEqual([500, 'internal'])
    expect(answer.text).not.toContain('canary')
    expect(lines.join('')).toContain('canary of the inside')
    expect(lines.join('')).toContain('observability.test.ts')
    expect(lines.join('')).toContain(String(answer.at('error.requestId')))
  })
})

describe('metrics', () => {
  it('count requests, sets, firings, commits, errors and the process', async () => {
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    await ask('POST', '/api/models/desk/inputs', { body: { set: { A1: 20 } } })
    await ask('GET', '/api/nothing')
    const { text, headers } = await ask('GET', '/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain; version=0.0.4/)
    for (const line of [
      'cellwake_requests_total{route="/api/models/:id/inputs",method="POST",status="200"} 1',
      'cellwake_sets_total 1',
      'cellwake_rule_firings 1',
      'cellwake_errors_total{code="not-found"} 1',
      'cellwake_live_subscriptions 0',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).toMatch(/^cellwake_commits [1-9]/m)
    expect(text).toMatch(/^cellwake_nodejs_eventloop_lag_seconds /m)
    expect(text).toMatch(/^cellwake_process_resident_memory_bytes /m)
    expect(text).toMatch(/^cellwake_request_seconds_count\{route="\/api\/models\/:id\/inputs"/m)
  })
})

describe('spans', () => {
  it('surround requests and sets', async () => {
    const exporter = new InMemorySpanExporter()
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    })
    trace.setGlobalTracerProvider(provider)
    onTestFinished(async () => {
      trace.disable()
      context.disable()
      propagation.disable()
      await provider.shutdown()
    })
    const { ask, engine } = await world()
    await engine.deploy(desk, { id: 'desk' })
    await ask('POST', '/api/models/desk/inputs', { body: { set: { A1: 2 } } })
    await ask('POST', '/api/models/desk/inputs', { body: { set: { B1: 2 } } })
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ name }) => name)).toEqual([
      'cellwake.set',
      'POST /api/models/:id/inputs',
      'cellwake.set',
      'POST /api/models/:id/inputs',
    ])
    expect(spans[1]?.attributes).toMatchObject({
      'http.route': '/api/models/:id/inputs',
      'http.response.status_code': 200,
    })
    expect(spans[2]?.status.code).toBe(2)
  })
})
