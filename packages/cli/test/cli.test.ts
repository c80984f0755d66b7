// Goal: the command line as a person meets it: what it prints, and the code it leaves.
// Method: the program in a folder of its own, as a child where that folder, all that is printed or the code of
// the process matters.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Engine, Slices } from '@cellwake/engine'
import { systemClock, virtualClock } from '@cellwake/scheduler'
import { createServer } from '@cellwake/server'
import { openStore } from '@cellwake/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcess } from './in-process.ts'

const program = fileURLToPath(new URL('../bin/cellwake.mjs', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellwake-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function cellwake(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

test('doctor shows the tier, the settings and this machine, for people and for machines', async () => {
  const url = `sqlite:${join(folder, 'data.db')}`
  const store = await openStore(url)
  await store.edit((tx) => tx.write({ space: 'a', id: 'b', path: [] }, 1))
  await store.close()
  await writeFile(join(folder, 'cellwake.config.json'), '{ "port": 0, "token": "a-secret" }')
  const text = await cellwake('doctor', '--store', url)
  expect(text.code).toBe(0)
  expect(text.out).toContain('synchronous=FULL')
  expect(text.out).toMatch(/port +0 {2}from the file/)
  expect(text.out).toContain('127.0.0.1:0 is free')
  expect(text.out).toContain('Nothing to fix.')
  expect(text.out).not.toContain('a-secret')
  const json = JSON.parse((await cellwake('doctor', '--store', url, '--json')).out)
  expect(json.durability.tier).toBe('A')
  expect(json.stats.documents).toBe(1)
  expect(json.settings.store.from).toBe('flag')
  await rm(join(folder, 'cellwake.config.json'))
})

test('doctor tries each provider that is configured, and shows no key of an address', async () => {
  const config = (outside: object) =>
    writeFile(join(folder, 'cellwake.config.json'), JSON.stringify({ port: 0, outside }))
  const url = `sqlite:${join(folder, 'providers.db')}`
  await writeFile(join(folder, 'rates.json'), '{ "EUR/USD": 1.0842 }')
  try {
    await config({ fx: { table: 'rates.json' } })
    const well = await cellwake('doctor', '--store', url)
    expect(well.out).toMatch(/FX_RATE +✓ EUR\/USD is 1\.0842\./)
    expect([well.code, well.out]).toEqual([0, expect.stringContaining('Nothing to fix.')])

    const fx = { url: 'http://127.0.0.1:1/{base}?key=hunter2', path: 'rates.{quote}' }
    await config({ fx, ml: { connection: 'nowhere' } })
    const bad = await cellwake('doctor', '--store', url, '--json')
    expect(bad.code).toBe(1)
    const { providers, problem } = JSON.parse(bad.out)
    expect(providers).toMatchObject([
      { functions: ['FX_RATE'], ok: false, said: expect.stringContaining('Nobody listens') },
      {
        functions: ['ML_SCORE'],
        ok: false,
        said: expect.stringContaining('connections add nowhere'),
      },
    ])
    expect(problem.message).toContain('FX_RATE')
    expect(bad.out + (await cellwake('doctor', '--store', url)).out).not.toContain('hunter2')

    await config({ fx: { tabel: 'rates.json' } })
    const slip = await cellwake('doctor', '--store', url)
    expect([slip.code, slip.out]).toEqual([
      1,
      expect.stringContaining('outside.fx has no setting tabel'),
    ])
  } finally {
    await rm(join(folder, 'cellwake.config.json'))
  }
})

test('doctor says what is wrong with a store and what to do', async () => {
  const path = join(folder, 'not-a-database')
  await writeFile(path, 'this is not SQLite, but it is long enough to look at'.repeat(100))
  const { code, out } = await inProcess(['doctor', '--store', `sqlite:${path}`])
  expect(code).toBe(1)
  expect(out).toContain('store-corrupt')
  expect(out).toContain('restore the newest backup')
})

test('doctor finds nothing to fix beside a server that is well and holds the database', async () => {
  const url = `sqlite:${join(folder, 'held.db')}`
  await using store = await openStore(url)
  const engine = new Engine({ store })
  const server = await createServer({ engine, store, clock: systemClock({ unref: true }) })
  const listening = await server.listen({ port: 0 })
  try {
    const { port } = new URL(listening.url)
    await writeFile(join(folder, 'cellwake.config.json'), `{ "port": ${port} }`)
    const { code, out } = await cellwake('doctor', '--store', url)
    expect(out).toContain(`held by the server at ${listening.url}, which is well`)
    expect(out).toContain('Nothing to fix.')
    expect(code).toBe(0)
    const json = JSON.parse((await cellwake('doctor', '--store', url, '--json')).out)
    expect(json.server).toMatchObject({ url: listening.url, status: 'ok' })
    // Without a server on the port, somebody else has the file.
    await writeFile(join(folder, 'cellwake.config.json'), '{ "port": 0 }')
    const alone = await cellwake('doctor', '--store', url)
    expect([alone.code, alone.out]).toEqual([1, expect.stringContaining('store-locked')])
  } finally {
    await rm(join(folder, 'cellwake.config.json'))
    await server.close()
    await engine.close()
  }
})

test('doctor names models that a server has put aside as something to fix', async () => {
  const url = `sqlite:${join(folder, 'aside.db')}`
  await using store = await openStore(url)
  const slices = new Slices({ sliceMs: 0, workMs: 0 })
  const engine = new Engine({ store, slices, onError: () => {} })
  const rule = 'WHEN B1 = 1 THEN\n n = 5000\nEND\n'
  await engine.deploy(`B1 = 1\n${rule}A1 = SEQUENCE(MAX(1, n))\n`, { id: 'bomb' })
  const server = await createServer({ engine, store, clock: systemClock({ unref: true }) })
  const { url: at } = await server.listen({ port: 0 })
  try {
    await writeFile(join(folder, 'cellwake.config.json'), `{ "port": ${new URL(at).port} }`)
    const { code, out } = await cellwake('doctor', '--store', url)
    expect([code, out]).toEqual([1, expect.stringContaining('One model was put aside')])
  } finally {
    await rm(join(folder, 'cellwake.config.json'))
    await server.close()
    await engine.close()
  }
})

test('doctor says that the clock was ahead, and that rules are silent since', async () => {
  const url = `sqlite:${join(folder, 'ahead.db')}`
  const clock = virtualClock(Date.now() + 86_400_000)
  await using store = await openStore(url, { clock })
  const engine = new Engine({ store, clock })
  await engine.deploy('EVERY 1h SKIP MISSED THEN\n A1 = A1 + 1\nEND\n', { id: 'm' })
  await clock.advance(7_200_000)
  await engine.idle()
  await clock.set(Date.now())
  const server = await createServer({ engine, store, clock })
  const { url: at } = await server.listen({ port: 0 })
  try {
    await writeFile(join(folder, 'cellwake.config.json'), `{ "port": ${new URL(at).port} }`)
    const beside = await cellwake('doctor', '--store', url)
    expect([beside.code, beside.out]).toEqual([1, expect.stringContaining('One rule is silent')])
  } finally {
    await rm(join(folder, 'cellwake.config.json'))
    await server.close()
    await engine.close()
    await store.close()
    clock.close()
  }
  const { code, out } = await inProcess(['doctor', '--store', url])
  expect([code, out]).toEqual([1, expect.stringContaining('which is still to come')])
})

test.each([
  ['postgres://me:hunter2@127.0.0.1:9/db', 'hunter2'],
  ['postgres://me:hun/ter@2@127.0.0.1:9/db', 'ter@2'],
  ['postgres://127.0.0.1:9/db?user=me&password=hunter2', 'hunter2'],
  ['postgres://me:hunter%322@127.0.0.1:9/db?sslpassword=hunter3', 'hunter3'],
  ['postgres://me@127.0.0.1:9/db?options=-c%20x&passWord=hunter2', 'hunter2'],
  ['host=127.0.0.1 password=hunter2', 'hunter2'],
])('doctor on %s never prints the password', async (url, secret) => {
  const text = await inProcess(['doctor', '--store', url])
  const json = await inProcess(['doctor', '--store', url, '--json'])
  for (const { out, err } of [text, json]) expect(out + err).not.toContain(secret)
})

test('a password in a URL is never printed', async () => {
  const { code, out, err } = await cellwake('doctor', '--store', 'mysql://me:hunter2@host/db')
  expect(code).toBe(1)
  expect(out + err).toContain('url-malformed')
  expect(out + err).not.toContain('hunter2')
})

test('wrong usage ends with 2 and a hint', async () => {
  const { code, err } = await cellwake('doctr')
  expect(code).toBe(2)
  expect(err).toContain('Did you mean doctor?')
})
