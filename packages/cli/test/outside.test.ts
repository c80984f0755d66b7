// Goal: a host answers external calls with what it is configured with, and shows what it does in numbers. Method: a
// host on a free port with a table of rates and functions of its own, asked over HTTP.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Host, listen, openHost } from '../src/hosting/host.ts'
import { Output } from '../src/text/output.ts'
import { inProcess } from './in-process.ts'

const nobody = { write: () => {} }
const folder = mkdtempSync(join(tmpdir(), 'cellwake-outside-'))
let host: Host
let url: string

beforeAll(async () => {
  const table = join(folder, 'rates.json')
  const functions = join(folder, 'own.mjs')
  writeFileSync(table, '{ "EUR/USD": 1.0842 }')
  writeFileSync(
    functions,
    `export default [
      { name: 'TAX', args: [{ name: 'amount', kind: 'number' }, 'country'], returns: 'number',
        handler: ([amount, country]) => amount * (country === 'DE' ? 0.19 : 0.2) },
      { name: 'TEXTS', args: [], returns: 'number', retry: { attempts: 1 }, handler: () => 'no number' },
      { name: 'THROWS', args: [], returns: 'number', retry: { attempts: 1 }, handler: () => { throw new Error('out of ink') } },
      { name: 'NEVER', args: [], returns: 'number', retry: { attempts: 1 }, timeoutMs: 50, handler: () => new Promise(() => {}) },
    ]`,
  )
  const settings = {
    store: 'memory:',
    auth: 'none',
    functions,
    workflows: undefined,
    outside: { fx: { table } },
    secretKeyFile: undefined,
    publicUrl: undefined,
  }
  host = await openHost(settings, new Output(nobody, nobody, {}))
  url = (await listen(host, { port: 0, host: '127.0.0.1' })).url
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const json = async (...args: string[]) => {
  const ended = await inProcess([...args, '--url', url, '--json'])
  return JSON.parse(ended.out)
}
const resolved = (model: string, symbol: string) => json('resolve', model, symbol, '--wait', '10s')

it('a rate and a function of one’s own are there, and the job and the way back name the provider', async () => {
  await host.engine.deploy(
    'rate = FX_RATE("EUR", "USD") DEFAULT 1.08\nduty = TAX(200, "DE")\ntotal = ROUND(rate * duty, 2)\n',
    { id: 'desk' },
  )
  expect(await resolved('desk', 'total')).toMatchObject({ status: 'ready', value: { value: 41.2 } })
  const { jobs } = await json('jobs', 'desk')
  const rate = jobs.find((job: { function: string }) => job.function === 'FX_RATE')
  expect(rate).toMatchObject({ status: 'done', provider: 'rates.json' })
  const why = await json('explain', 'desk', 'rate')
  expect(JSON.stringify(why)).toContain('rates.json')
  const said = (await inProcess(['explain', 'desk', 'rate', '--url', url])).out
  expect(said).toContain('FX_RATE answered by rates.json')
  expect(said).toMatch(/an answer from outside, \d{4}-/)
})

it('a handler that throws, gives another kind or never ends, and a missing provider, each say what to do', async () => {
  await host.engine.deploy(
    'A1 = THROWS()\nA2 = TEXTS()\nA3 = NEVER()\nA4 = AI_PROMPT("hello")\nA5 = ISERROR(A1)\n',
    { id: 'bad' },
  )
  const said = [
    ['A1', 'thrown: The handler of THROWS threw “out of ink”.'],
    ['A2', 'answer: TEXTS answered with a text, but it declares returns: number'],
    ['A3', 'timeout: NEVER took longer than its timeoutMs, 50 ms'],
    ['A4', 'unconfigured: AI_PROMPT has no provider. Add the setting outside.ai'],
  ] as const
  for (const [symbol, error] of said) {
    const cell = await resolved('bad', symbol)
    expect(cell.status).toBe('failed')
    expect(cell.last_error).toContain(error)
    expect(JSON.stringify(await json('jobs', 'bad', '--status', 'failed'))).toContain(error)
  }
  expect(await resolved('bad', 'A5')).toMatchObject({ value: { value: true } })
})

it('the audit has calls that had no answer, and answers by what they brought, each once', async () => {
  const { entries } = (await json('audit', '--limit', '200')) as {
    entries: { about: string; by: string; what: string }[]
  }
  const what = entries.filter(({ about }) => about === 'bad').map((entry) => entry.what)
  expect(what).toContainEqual(expect.stringMatching(/^Had no answer to THROWS: the job ext:bad:/))
  expect(entries.filter((entry) => entry.what === 'Committed.')).toEqual([])
  const desk = entries.filter(({ about, by }) => about === 'desk' && by.startsWith('worker'))
  expect(desk).toEqual([])
})

it('calls are counted by route, with how they ended and how they stand', async () => {
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain(
    'cellwake_calls_total{route="market-data.fx",outcome="done",class="done"} 1',
  )
  expect(text).toContain('outcome="failed",class="thrown"} 1')
  expect(text).toContain('cellwake_call_seconds_count{route="custom.tax"} 1')
  expect(text).toContain('cellwake_call_wait_seconds_count{route="custom.never"} 1')
  expect(text).toContain('cellwake_external_calls{route="custom.tax",status="ready"} 1')
  expect(text).toContain('cellwake_external_calls{route="ai.prompt",status="failed"} 1')
})

it('functions of one’s own are in the list of functions, for completion too', async () => {
  const { functions } = (await (await fetch(`${url}/api/functions`)).json()) as {
    functions: { name: string }[]
  }
  expect(functions.map(({ name }) => name)).toContain('TAX')
  const { providers } = (await (await fetch(`${url}/api/providers`)).json()) as {
    providers: { functions: string[] }[]
  }
  expect(providers.find((one) => one.functions.includes('TAX'))).toMatchObject({ state: 'own' })
})

it('a refresh says how many calls are asked again, and an error where it comes from', async () => {
  const run = async (...args: string[]) => (await inProcess([...args, '--url', url])).out
  await host.engine.deploy('A1 = AI_PROMPT("hello")\nB1 = A1 & "!"\nC1 = 1\n', { id: 'asks' })
  await resolved('asks', 'A1')
  expect(await run('refresh', 'asks')).toBe('1 call asked again.\n')
  await resolved('asks', 'A1')
  const cells = await run('get', 'asks', 'A1', 'B1')
  expect(cells).toMatch(/^A1 .*Add the setting outside\.ai.*[^1]$/m)
  expect(cells).toMatch(/^B1 .*[^.], in A1$/m)
  await host.engine.deploy('A1 = 1\n', { id: 'plain' })
  expect(await run('refresh', 'plain')).toBe('Nothing that is wanted comes from outside.\n')
})
