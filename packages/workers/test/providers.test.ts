// Goal: each built-in function is answered by the provider that the operator configured, and without one says what to
// set. Method: real servers on loopback that stand in for the providers, the reference model host, calls by jobs.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkOutside, type OutsideConfig } from '../src/config.ts'
import { Connections } from '../src/connections.ts'
import { Egress } from '../src/egress.ts'
import { builtInFunctions } from '../src/providers/built-in-functions.ts'
import { loadSecretKey, newSecretKey } from '../src/seal.ts'
import { bench } from './jobs.ts'
import { json, provider, testAuthority } from './support.ts'

/** A worker with the built-in functions, on real time. */
async function outside(
  config: OutsideConfig,
  connected: Readonly<Record<string, { url: string; token?: string }>> = {},
) {
  const clock = systemClock()
  const store = await openStore('memory:', { clock })
  const key = await loadSecretKey({ CELLWAKE_SECRET_KEY: newSecretKey() })
  const connections = new Connections(store, key)
  for (const [name, input] of Object.entries(connected)) await connections.add(name, input)
  const { allow = [] } = config
  const egress = new Egress({ clock, allow, ca: testAuthority })
  onTestFinished(async () => {
    await egress.close()
    await store.close()
    clock.close()
  })
  const functions = await builtInFunctions(checkOutside(config), { egress, connections })
  const made = await bench(functions, { clock, store, egress, connections })
  /** The value of a call, or the error of its job. */
  const call = async (name: string, ...args: unknown[]) => {
    const id = await made.ask(name, args, { attempts: 1 })
    for (;;) {
      const { state, result, error } = await made.job(id)
      if (state === 'done') return (result as { value: unknown }).value
      if (state === 'failed') return `${error}`
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const probe = (name: string) =>
    functions.find((one) => one.name === name)!.probe!(AbortSignal.timeout(5_000))
  return { ...made, call, probe, functions }
}

function file(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cellwake-providers-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

describe('without a provider', () => {
  it.each([
    ['FX_RATE', ['EUR', 'USD'], 'outside.fx'],
    ['ML_SCORE', [[1]], 'outside.ml'],
    ['AI_PROMPT', ['hello'], 'outside.ai'],
    ['PG_SELECT', ['a.b.c', {}], 'outside.postgres'],
    ['PG_MUTATE', ['a.b.c', {}], 'outside.postgres with mutate'],
    ['HTTP_JSON', ['https://api.example.com/x'], 'outside.allow'],
  ])('%s fails at once, and names the setting', async (name, args, setting) => {
    const { call } = await outside({})
    const said = await call(name, ...args)
    expect(said).toMatch(/^(unconfigured|refused): /)
    expect(said).toContain(`setting ${setting}`)
  })
})

describe('FX_RATE', () => {
  it('comes from a JSON endpoint, by template and path', async () => {
    const rates = await provider((_request, response) =>
      json(response, { rates: { USD: 1.08, CHF: '0.95' } }),
    )
    const { call, probe } = await outside({
      fx: { url: `${rates.url}/latest?base={base}&symbols={quote}`, path: 'rates.{quote}' },
    })
    expect(await call('FX_RATE', 'EUR', 'USD')).toBe(1.08)
    expect(await call('FX_RATE', 'eur', 'chf')).toBe(0.95)
    expect(rates.seen.map(({ url }) => url)).toEqual([
      '/latest?base=EUR&symbols=USD',
      '/latest?base=EUR&symbols=CHF',
    ])
    expect(await call('FX_RATE', 'EUR', 'EUR')).toBe(1)
    expect(rates.seen).toHaveLength(2)
    expect(await probe('FX_RATE')).toBe('EUR/USD is 1.08.')
  })

  it.each([
    [{ rates: {} }, 'answer: There is no rate at rates.USD in the answer of'],
    [{ rates: { USD: -1 } }, 'answer: There is no rate at rates.USD'],
    [{ rates: { USD: {} } }, 'answer: There is no rate at rates.USD'],
    [null, 'answer: There is no rate at rates.USD'],
  ])('an answer %j is no rate', async (answer, what) => {
    const rates = await provider((_request, response) => json(response, answer))
    const { call } = await outside({ fx: { url: `${rates.url}/{base}`, path: 'rates.{quote}' } })
    expect(await call('FX_RATE', 'EUR', 'USD')).toContain(what)
  })

  it.each(['../x', 'E', 'EUR?x=1', 'EUR/../../', '{quote}', '', 'EUR\r\n'])(
    'a currency %j never reaches the provider',
    async (base) => {
      const rates = await provider((_request, response) => json(response, { USD: 1 }))
      const { call } = await outside({ fx: { url: `${rates.url}/{base}`, path: '{quote}' } })
      expect(await call('FX_RATE', base, 'USD')).toBe('rejected: A currency is a code such as EUR.')
      expect(rates.connections).toBe(0)
    },
  )

  it('shows its credentials to the provider, from a connection', async () => {
    const rates = await provider((_request, response) => json(response, { USD: 1.1 }))
    const fx = { url: `${rates.url}/{base}`, path: '{quote}', connection: 'rates' }
    const { call } = await outside({ fx }, { rates: { url: rates.url, token: 'canary-fx-token' } })
    expect(await call('FX_RATE', 'EUR', 'USD')).toBe(1.1)
    expect(rates.seen[0]?.headers.authorization).toBe('Bearer canary-fx-token')
  })

  it('does not show the credentials of one place to another', async () => {
    const rates = await provider((_request, response) => json(response, { USD: 1.1 }))
    const fx = { url: `${rates.url}/{base}`, path: '{quote}', connection: 'rates' }
    const other = { url: 'https://other.example.com', token: 'canary-fx-token' }
    const { call } = await outside({ fx }, { rates: other })
    expect(await call('FX_RATE', 'EUR', 'USD')).toContain(
      'unconfigured: The connection rates is for',
    )
    expect(rates.connections).toBe(0)
  })

  it('comes from a table in a file, JSON or lines, as it stands now', async () => {
    const table = file('rates.json', '{ "EUR/USD": 1.08 }')
    const { call } = await outside({ fx: { table } })
    expect(await call('FX_RATE', 'EUR', 'USD')).toBe(1.08)
    writeFileSync(table, '{ "EUR/USD": 1.09 }')
    expect(await call('FX_RATE', 'EUR', 'USD')).toBe(1.09)
    expect(await call('FX_RATE', 'EUR', 'GBP')).toContain('has no rate EUR/GBP')
    const lines = await outside({
      fx: { table: file('rates.csv', 'EUR,USD,1.07\nGBP,USD,1.25\n') },
    })
    expect(await lines.call('FX_RATE', 'GBP', 'USD')).toBe(1.25)
  })

  it('from a table that is not there says which setting names it', async () => {
    const { call } = await outside({ fx: { table: '/nowhere/rates.json' } })
    expect(await call('FX_RATE', 'EUR', 'USD')).toBe(
      'unconfigured: The table of rates /nowhere/rates.json cannot be read (ENOENT). See the setting outside.fx.table.',
    )
  })
})

describe('HTTP_JSON', () => {
  it('gives the document, over https, from a host that is allowed', async () => {
    const api = await provider((_request, response) => json(response, { id: 42, tags: ['a'] }), {
      secure: true,
    })
    const { call } = await outside({ allow: [`https://localhost:${api.port}`] })
    expect(await call('HTTP_JSON', `https://localhost:${api.port}/widgets/42`)).toEqual({
      id: 42,
      tags: ['a'],
    })
    expect(await call('HTTP_JSON', `https://127.0.0.1:${api.port}/widgets/42`)).toContain(
      'refused: Models may not reach',
    )
    expect(api.seen).toHaveLength(1)
  })

  it('one host that is down leaves the others alone', async () => {
    const api = await provider((_request, response) => json(response, 1))
    const dead = await provider(() => {})
    await dead.stop()
    const { call } = await outside({ allow: [api.url, dead.url] })
    for (let i = 0; i < 5; i++)
      expect(await call('HTTP_JSON', `${dead.url}/`)).toContain('transient:')
    expect(await call('HTTP_JSON', `${dead.url}/`)).toContain('circuit:')
    expect(await call('HTTP_JSON', `${api.url}/`)).toBe(1)
  })

  it('what is no JSON is said to be none', async () => {
    const api = await provider((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"a":')
    })
    const { call } = await outside({ allow: [api.url] })
    expect(await call('HTTP_JSON', `${api.url}/`)).toBe(
      'answer: The address answered with what is no JSON.',
    )
  })
})

describe('AI_PROMPT', () => {
  /** Speaks the chat completions of OpenAI, as far as they are used. */
  const standIn = () =>
    provider((request, response) => {
      if (request.headers.authorization !== 'Bearer canary-ai-token') {
        json(response, { error: { message: 'Incorrect API key: canary-ai-token' } }, 401)
        return
      }
      if (request.url === '/v1/models') {
        json(response, { data: [] })
        return
      }
      const { messages, model, temperature } = JSON.parse(request.body)
      const content = `${model} ${temperature ?? 'default'}: ${messages.map((one: { role: string; content: string }) => `${one.role}=${one.content}`).join('|')}`
      json(response, {
        choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
      })
    })
  const ai = { connection: 'openai', model: 'small' }

  it('is what the model answers, with the options of the call', async () => {
    const server = await standIn()
    const connected = { openai: { url: `${server.url}/v1`, token: 'canary-ai-token' } }
    const { call, probe } = await outside({ ai }, connected)
    expect(await call('AI_PROMPT', 'Hi')).toBe('small default: user=Hi')
    expect(
      await call('AI_PROMPT', 'Hi', { temperature: 0.2, model: 'big', system: 'Be brief.' }),
    ).toBe('big 0.2: system=Be brief.|user=Hi')
    expect(await call('AI_PROMPT', 'Hi', { tools: [] })).toContain(
      'rejected: AI_PROMPT has no option tools.',
    )
    expect(await call('AI_PROMPT', 'Hi', { temperature: 'hot' })).toContain(
      'temperature of AI_PROMPT is a number',
    )
    expect(await call('AI_PROMPT', '')).toContain('rejected: A prompt is a text')
    expect(await probe('AI_PROMPT')).toContain('answers and takes the credentials')
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions',
      '/v1/models',
    ])
  })

  it('with the wrong key fails without repeating it', async () => {
    const server = await standIn()
    const { call } = await outside(
      { ai },
      { openai: { url: `${server.url}/v1`, token: 'another-key-here' } },
    )
    const said = await call('AI_PROMPT', 'Hi')
    expect(said).toContain('auth:')
    expect(said).not.toContain('another-key-here')
  })

  it('a refusal is no text', async () => {
    const server = await provider((_request, response) =>
      json(response, {
        choices: [{ message: { content: null, refusal: 'I cannot' }, finish_reason: 'stop' }],
      }),
    )
    const { call } = await outside({ ai: { url: server.url, model: 'm' } })
    expect(await call('AI_PROMPT', 'Hi')).toBe('answer: The AI answered with no text: I cannot.')
  })

  it('without its connection says how to add it', async () => {
    const { call } = await outside({ ai })
    expect(await call('AI_PROMPT', 'Hi')).toContain(
      'unconfigured: There is no connection openai. Add it: cellwake connections add openai --url URL',
    )
  })
})

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('the reference model host, skipped where there is no Python', () => {
  async function host(): Promise<string> {
    const folder = fileURLToPath(new URL('../../../examples/model-host', import.meta.url))
    const args = ['-u', 'host.py', '--port', '0', '--quiet']
    const child: ChildProcess = spawn('python3', args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = await new Promise<string[]>((resolve) =>
      child.stdout!.once('data', (data: Buffer) =>
        resolve(/http:\S+/.exec(String(data)) as unknown as string[]),
      ),
    )
    return line!
  }

  it('answers the functions of its manifest, and ML_SCORE', async () => {
    const url = await host()
    const { default: manifest } = await import('../../../examples/model-host/manifest.json', {
      with: { type: 'json' },
    })
    const { call, probe, functions } = await outside({
      modelHosts: [{ ...manifest, host: url }],
      ml: { url },
    })
    expect(await call('ML_SCORE', [0.1, 0.2, 0.3, 0.4])).toBeCloseTo(0.3, 10)
    expect(await call('CHURN_SCORE', [0.5, 0.2, 0.1])).toBeCloseTo(1 / (1 + Math.exp(-0.01)), 10)
    expect(await call('CHURN_SCORE', [1])).toBe(
      'rejected: The model host failed CHURN_SCORE: The model takes 3 features, not 1. (bad-features).',
    )
    expect(await call('CHURN_SCORE', ['a', 'b', 'c'])).toContain('must be one list of numbers')
    expect(await probe('CHURN_SCORE')).toBe(`${url} is well.`)
    expect(functions.find(({ name }) => name === 'CHURN_SCORE')?.signature.external).toMatchObject({
      route: 'ml.churn',
      ttlMs: 60_000,
    })
  })

  it('that is gone is a failure of the host, and the probe says so', async () => {
    const gone = await provider(() => {})
    await gone.stop()
    const { call, probe } = await outside({ ml: { url: gone.url } })
    expect(await call('ML_SCORE', [1])).toContain('transient: Nobody listens at 127.0.0.1')
    await expect(probe('ML_SCORE')).rejects.toThrow('Nobody listens')
  })
})

describe('a model host', () => {
  const manifest = (more: Record<string, unknown> = {}) => ({
    host: 'http://127.0.0.1:1',
    functions: [{ name: 'SCORE_IT', args: ['x'], returns: 'number', path: '/score', ...more }],
  })

  it('that says an error can pass is tried again, and one that answers nonsense is not', async () => {
    let answer: unknown = { error: { code: 'busy', message: 'warming up', retryable: true } }
    const server = await provider((_request, response) => json(response, answer))
    const { call } = await outside({ modelHosts: [{ ...manifest(), host: server.url }] })
    expect(await call('SCORE_IT', 1)).toBe(
      'transient: The model host failed SCORE_IT: warming up (busy).',
    )
    answer = { result: 1 }
    expect(await call('SCORE_IT', 1)).toContain(
      'answer: The model host answered SCORE_IT with neither',
    )
    answer = { value: 'high' }
    expect(await call('SCORE_IT', 1)).toBe(
      'answer: SCORE_IT answered with a text, but it declares returns: number.',
    )
    expect(JSON.parse(server.seen[0]!.body)).toMatchObject({ function: 'SCORE_IT', args: [1] })
    expect(JSON.parse(server.seen[0]!.body).requestId).toMatch(/^ext:m:/)
  })

  it.each([
    [{ hots: 'x', ...manifest() }, 'a manifest has no hots'],
    [{ functions: manifest().functions }, 'host is the URL of the model host'],
    [{ ...manifest(), host: 'file:///etc' }, 'host is the URL of the model host'],
    [{ host: 'http://127.0.0.1:1', functions: [] }, 'functions is a list'],
    [manifest({ path: 'score' }), 'path of SCORE_IT begins with a slash'],
    [manifest({ path: '/a?b' }), 'path of SCORE_IT begins with a slash'],
    [manifest({ returns: 'float' }), 'SCORE_IT: returns is one of'],
    [manifest({ name: '1' }), 'a name starts with a letter'],
    [manifest({ name: 'sum' }), 'There is already a function SUM'],
    [manifest({ name: 'fx_rate' }), 'There is already a function FX_RATE'],
    [manifest({ ttl: 5 }), 'SCORE_IT has a field ttl'],
    ['/nowhere/m.json', 'outside.modelHosts /nowhere/m.json: it cannot be read (ENOENT)'],
  ])('a bad manifest is refused with the setting and what is wrong: %#', async (given, what) => {
    await expect(outside({ modelHosts: [given] })).rejects.toMatchObject({ code: 'bad-manifest' })
    await expect(outside({ modelHosts: [given] })).rejects.toThrow(what)
    await expect(outside({ modelHosts: [given] })).rejects.toThrow(/^outside\.modelHosts/)
  })

  it('a manifest in a file is read', async () => {
    const path = file('manifest.json', JSON.stringify(manifest()))
    const { functions } = await outside({ modelHosts: [path] })
    expect(functions.map(({ name }) => name)).toContain('SCORE_IT')
    await expect(outside({ modelHosts: [file('m.json', '{')] })).rejects.toThrow('it is no JSON')
  })
})

describe('the setting outside', () => {
  it.each([
    [[], 'outside is an object'],
    [{ alow: [] }, 'outside has no setting alow'],
    [{ allow: 'x' }, 'outside.allow is a list'],
    [{ allow: ['https://a b'] }, 'outside.allow: "https://a b" is no host'],
    [{ allow: ['a.com/path'] }, 'is no host'],
    [{ fx: { url: 'https://x.example/{base}' } }, 'outside.fx.path is where the rate is'],
    [{ fx: { path: 'x' } }, 'outside.fx needs a url'],
    [{ fx: { url: 'https://{base}.example/x', path: 'x' } }, 'outside.fx.url'],
    [{ fx: { table: 'a', url: 'https://x' } }, 'a table or a url, not both'],
    [{ ml: { url: 'ftp://x' } }, 'outside.ml.url: A URL begins with https://'],
    [{ ml: {} }, 'outside.ml needs a url'],
    [{ ai: { url: 'https://x.example' } }, 'outside.ai.model is the name of a model'],
    [{ postgres: { a: { tables: { orders: '*' } } } }, '"orders" is no table. Write schema.table'],
    [{ postgres: { a: { tables: { 'public.orders': [] } } } }, 'the columns of public.orders'],
    [{ postgres: { a: { rows: 0 } } }, 'outside.postgres.a.rows is the most rows'],
    [{ postgres: { a: { write: {} } } }, 'outside.postgres.a has no setting write'],
    [{ routes: { 'ai.prompt': { concurrency: 0 } } }, 'ai.prompt.concurrency is a whole number'],
    [{ routes: { 'ai.prompt': { rate: 1 } } }, 'ai.prompt has no setting rate'],
    [{ modelHosts: 'x' }, 'outside.modelHosts is a list'],
  ])('%j is refused: %s', (given, what) => {
    expect(() => checkOutside(given)).toThrow(what)
  })
})
