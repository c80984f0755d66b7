// Goal: `serve`, `dev` and `demo` start, deploy what has changed, keep their data, and stop when asked; killed
// ones too lose nothing. Method: the program as a child on a free port, SQLite in a folder of its own.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Engine } from '@cellwake/engine'
import { virtualClock } from '@cellwake/scheduler'
import { openStore } from '@cellwake/store'
import { expect, test } from 'vitest'
import { Child } from './child.ts'
import { inProcess } from './in-process.ts'
import { inFolder } from './support.ts'

const base = inFolder()
const START_MS = 120_000

async function folder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const path = base.path(name)
  await mkdir(`${path}/models`, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(`${path}/models/${file}`, text)
  return path
}

async function cellValue(url: string, model: string, symbol: string): Promise<unknown> {
  const { out } = await inProcess(['get', model, symbol, '--url', url, '--json'])
  return JSON.parse(out).cells[symbol].value
}

test('serve deploys a folder, survives kill -9, and deploys only what has changed', {
  timeout: START_MS,
}, async () => {
  const path = await folder('serve', {
    'one.grid': 'A1 = 1\nB1 = A1 * 2\n',
    'bad.grid': 'A1 = NO(\n',
  })
  const first = new Child(['serve', 'models', '--port', '0'], path)
  const url = await first.url()
  expect(first.out).toContain('✓ one v1')
  expect(first.out).toMatch(/bad\.grid:1:\d+ error\[/)
  expect(first.out).toContain('bad.grid was not deployed')
  await inProcess(['set', 'one', 'A1=21', '--url', url])
  await first.stop('SIGKILL')

  await writeFile(`${path}/models/two.grid`, 'A1 = 5\n')
  const second = new Child(['serve', 'models', '--port', '0'], path)
  const again = await second.url()
  expect(second.out).toContain('· one as it was')
  expect(second.out).toContain('✓ two v1')
  expect(await cellValue(again, 'one', 'B1')).toBe(42)
  expect(await second.stop('SIGTERM')).toBe(0)
  expect(second.out).toContain('Stopping')
})

test('serve listens while rules catch up on half a year, and stops when asked', {
  timeout: START_MS,
}, async () => {
  const path = await folder('late', {})
  const store = await openStore(`sqlite:${path}/late.db`)
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const engine = new Engine({ store, clock })
  const source = 'EVERY 1s BACKFILL THEN\n B1 = B1 + 1\nEND\nC1:C2000 = B1 + ROW_INDEX\n'
  await engine.deploy(source, { id: 'late' })
  await engine.close()
  await store.close()
  const child = new Child(['serve', '--port', '0', '--store', 'sqlite:late.db'], path)
  const url = await child.url()
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(await child.stop('SIGTERM')).toBe(0)
})

test('dev deploys what is saved, and keeps the old version while there are mistakes', {
  timeout: START_MS,
}, async () => {
  const path = await folder('dev', { 'one.grid': 'A1 = 1\n' })
  const child = new Child(['dev', 'models', '--port', '0', '--store', 'memory:'], path)
  const url = await child.url()
  await child.says(/Watching models/)
  await writeFile(`${path}/models/one.grid`, 'A1 = NO(1)\n')
  await child.says(/one stays as it is/)
  expect(child.out).toContain('one.grid:1:6 error[unknown-function]')
  expect(await cellValue(url, 'one', 'A1')).toBe(1)
  await writeFile(`${path}/models/one.grid`, 'A1 = 7\n')
  await child.says(/✓ one v2/)
  expect(await cellValue(url, 'one', 'A1')).toBe(7)
  expect(await child.stop('SIGINT')).toBe(0)
})

test('dev takes up functions that are saved: their answers, what they declare, and not their mistakes', {
  timeout: START_MS,
}, async () => {
  const path = await folder('functions', { 'one.grid': 'A1 = 100\nB1 = TAX(A1)\n' })
  const tax = (handler: string, args = '[{ name: "amount", kind: "number" }]') =>
    writeFile(
      `${path}/tax.mjs`,
      `export const tax = { name: 'TAX', args: ${args}, returns: 'number', handler: ${handler} }\n`,
    )
  await tax('([amount]) => amount * 0.2')
  const given = ['--functions', 'tax.mjs', '--port', '0', '--store', 'memory:']
  const child = new Child(['dev', 'models', ...given], path)
  const url = await child.url()
  const tells = async (value: unknown) => {
    const asked = ['resolve', 'one', 'B1', '--wait', '10s', '--url', url, '--json']
    await expect
      .poll(async () => JSON.parse((await inProcess(asked)).out).value.value, { timeout: 20_000 })
      .toBe(value)
  }
  await tells(20)
  await tax('([amount]) => amount * 0.25')
  await child.says(/1 function of tax\.mjs taken up/)
  await tells(25)
  await writeFile(`${path}/tax.mjs`, 'export const tax = {')
  await child.complains(/tax\.mjs: It could not be loaded/)
  await tells(25)
  await tax('([amount, rate]) => amount * rate', '["amount", "rate"]')
  await child.says(/one\.grid:2:\d+ error/)
  await writeFile(`${path}/models/one.grid`, 'A1 = 100\nB1 = TAX(A1, 0.5)\n')
  await child.says(/✓ one v2/)
  await tells(50)
  expect(await child.stop('SIGINT')).toBe(0)
})

test('the demo opens three models, is fed, and goes on where it ended', {
  timeout: START_MS,
}, async () => {
  const path = await folder('demo', {})
  const first = new Child(['demo', '--port', '0'], path)
  const url = await first.url()
  for (const id of ['operations', 'price-desk', 'treasury'])
    expect(first.out).toContain(`✓ ${id} v1`)
  await inProcess(['set', 'price-desk', 'buyer_note="mine"', '--url', url])
  const history = async () => {
    const { out } = await inProcess(['history', 'price-desk', 'copper', '--url', url, '--json'])
    return JSON.parse(out).entries as { cause: { by: string } }[]
  }
  let entries = await history()
  while (!entries.some(({ cause }) => cause.by === 'feed')) entries = await history()
  const rate = await inProcess([
    'resolve',
    'price-desk',
    'fx',
    '--wait',
    '10s',
    '--url',
    url,
    '--json',
  ])
  expect(JSON.parse(rate.out)).toMatchObject({ status: 'ready' })
  expect(await first.stop()).toBe(0)

  const second = new Child(['demo', '--port', '0', '--json'], path)
  const again = await second.url()
  expect(await cellValue(again, 'price-desk', 'buyer_note')).toBe('mine')
  expect(await second.stop()).toBe(0)
})

test('tokens come from a file, and a server for others will not start without', {
  timeout: START_MS,
}, async () => {
  const path = await folder('auth', { 'one.grid': 'A1 = 1\n' })
  const token = 'a-token-of-at-least-24-characters'
  const tokens = { tokens: [{ name: 'me', token, scopes: ['read'] }] }
  await writeFile(`${path}/auth.json`, JSON.stringify(tokens))
  const child = new Child(['serve', 'models', '--port', '0', '--store', 'memory:'], path, {
    CELLWAKE_AUTH: 'auth.json',
  })
  const url = await child.url()
  const without = await inProcess(['get', 'one', '--url', url])
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('[unauthenticated]')])
  expect((await inProcess(['get', 'one', '--url', url, '--token', token])).out).toContain('A1  1')
  const write = await inProcess(['set', 'one', 'A1=2', '--url', url, '--token', token])
  expect(write.err).toContain('[forbidden]')
  await child.stop()
  expect(child.out + child.err).not.toContain(token)

  const open = await inProcess(['serve', '--host', '0.0.0.0', '--port', '0', '--store', 'memory:'])
  expect([open.code, open.err]).toEqual([1, expect.stringContaining('[tokens-needed]')])
})

test('a token is added and revoked by its file, without a restart', {
  timeout: START_MS,
}, async () => {
  const path = await folder('tokens', { 'one.grid': 'A1 = 1\n' })
  const [first, second] = ['first', 'second'].map((name) => `${name}-${'x'.repeat(24)}`)
  const write = (...tokens: (string | undefined)[]) => {
    const all = tokens.map((token) => ({ name: token?.slice(0, 5), token, scopes: ['read'] }))
    return writeFile(`${path}/auth.json`, JSON.stringify({ tokens: all }), { mode: 0o600 })
  }
  await write(first)
  const child = new Child(
    ['serve', 'models', '--port', '0', '--store', 'memory:', '--auth', 'auth.json'],
    path,
  )
  const url = await child.url()
  const get = async (token = '') =>
    (await inProcess(['get', 'one', '--url', url, '--token', token])).code
  expect([await get(first), await get(second)]).toEqual([0, 1])
  await write(second)
  await child.says(/The tokens were read again: 1 token/)
  expect([await get(first), await get(second)]).toEqual([1, 0])
  // A mistake in the file changes nothing, and never opens the door.
  await writeFile(`${path}/auth.json`, '{ "tokens": [] }')
  await child.complains(/auth-unusable/)
  expect([await get(first), await get(second), await get()]).toEqual([1, 0, 1])
  await write(first, second)
  await child.says(/The tokens were read again: 2 tokens/)
  expect([await get(first), await get(second)]).toEqual([0, 0])
  expect(child.err).not.toContain('read by others')
  await child.stop()
})

test('a file with tokens that others can read is warned of', { timeout: START_MS }, async () => {
  const path = await folder('readable', {})
  const tokens = [{ name: 'me', token: 'x'.repeat(24), scopes: ['read'] }]
  await writeFile(`${path}/auth.json`, JSON.stringify({ tokens }), { mode: 0o644 })
  const child = new Child(
    ['serve', '--port', '0', '--store', 'memory:', '--auth', 'auth.json'],
    path,
  )
  await child.url()
  await child.complains(/auth\.json can be read by others.*chmod 600 auth\.json/)
  expect(await child.stop()).toBe(0)
})

test('off a terminal every line is prose, or with --json an object; refused requests leave one', {
  timeout: START_MS,
}, async () => {
  const path = await folder('lines', { 'one.grid': 'A1 = 1\n' })
  const start = ['serve', 'models', '--port', '0', '--store', 'memory:']
  const refuse = (url: string) => inProcess(['get', 'nowhere', '--url', url])
  const prose = new Child(start, path)
  await refuse(await prose.url())
  await prose.stop()
  expect(prose.out + prose.err).not.toContain('{"')
  expect(prose.err).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}warn {2}GET \/api\/models\/nowhere\/cells refused: 404 unknown-model, by local, request \S+$/m,
  )
  const json = new Child([...start, '--json'], path)
  await refuse(await json.url())
  await json.stop()
  const lines = `${json.out}${json.err}`.trim().split('\n')
  const objects = lines.map((line) => JSON.parse(line))
  expect(objects.some(({ code }) => code === 'unknown-model')).toBe(true)
})

test('what is in the way is told: a port, a folder, an auth file', {
  timeout: START_MS,
}, async () => {
  const path = await folder('wrong', {})
  const child = new Child(['serve', '--port', '0', '--store', 'memory:', '--json'], path)
  const { port } = new URL(await child.url())
  const run = (...args: string[]) => inProcess(['serve', '--store', 'memory:', ...args])
  const taken = await run('--port', port)
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('[port-taken]')])
  expect((await run(`${path}/nowhere`, '--port', '0')).err).toContain('[no-folder]')
  expect((await run('--auth', `${path}/none.json`)).err).toContain('[auth-unusable]')
  await child.stop()
})

test('two files with one name are refused', { timeout: START_MS }, async () => {
  const path = await folder('two', {
    'a.grid': 'MODEL "X"\nA1 = 1\n',
    'b.grid': 'MODEL "x"\nA1 = 1\n',
  })
  const ended = await inProcess(['serve', `${path}/models`, '--port', '0', '--store', 'memory:'])
  expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('both the model x')])
  expect(await readFile(`${path}/models/a.grid`, 'utf8')).toContain('"X"')
})
