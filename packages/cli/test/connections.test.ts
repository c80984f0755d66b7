// Goal: `cellwake connections` keeps credentials by way of a server, or in the store where none runs, tries them,
// and never prints a secret. Method: a host on a free port, a provider on loopback that wants a token, and a file.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecretKey } from '@cellwake/workers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Host, listen, openHost } from '../src/hosting/host.ts'
import { Output } from '../src/text/output.ts'
import { inProcess } from './in-process.ts'

const canary = 'canary-51d0c2e8'
const nobody = { write: () => {} }

/** Takes one token, and has nothing at its root. */
async function provider(): Promise<string> {
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${canary}`
    response.writeHead(isKnown ? 404 : 401, { 'content-type': 'application/json' })
    response.end('{"error":{"message":"see the manual"}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('by way of a server', () => {
  let host: Host
  let url: string
  beforeAll(async () => {
    vi.stubEnv('CELLWAKE_SECRET_KEY', newSecretKey())
    const settings = {
      store: 'memory:',
      auth: 'none',
      functions: undefined,
      workflows: undefined,
      outside: undefined,
      secretKeyFile: undefined,
      publicUrl: undefined,
      peerUrl: undefined,
    }
    host = await openHost(settings, new Output(nobody, nobody, {}))
    url = (await listen(host, { port: 0, host: '127.0.0.1' })).url
  })
  afterAll(async () => {
    await host[Symbol.asyncDispose]()
    vi.unstubAllEnvs()
  })
  const run = (...args: string[]) => inProcess(['connections', ...args, '--server', url])

  it('one is added, listed, tried and removed, and its secret is printed nowhere', async () => {
    const place = await provider()
    const ran = [
      await run('add', 'api', '--url', place, '--token', canary, '--header', 'X-Team: blue'),
      await run('list'),
      await run('test', 'api'),
      await run('list', '--json'),
      await run('remove', 'api'),
      await run('list'),
      await run('test', 'api'),
    ]
    const [added, listed, tested, asJson, removed, empty, gone] = ran
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining(`api leads to ${place}`) })
    expect(listed!.out).toContain('x-team, authorization')
    expect(tested).toMatchObject({ code: 0, out: expect.stringContaining('is reached') })
    const { connections } = JSON.parse(asJson!.out)
    expect(connections).toMatchObject([{ name: 'api', kind: 'http', usable: true }])
    expect(removed!.code).toBe(0)
    expect(empty!.out).toContain('There are no connections.')
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('no connection api') })
    for (const { out, err } of ran) expect(out + err).not.toContain('canary')
  })

  it('a wrong token, a place where nobody listens, and a bad description are told as such', async () => {
    const place = await provider()
    await run('add', 'wrong', '--url', place, '--token', 'not-this-one')
    expect(await run('test', 'wrong')).toMatchObject({
      code: 1,
      err: expect.stringContaining('401'),
    })
    await run('add', 'gone', '--url', 'http://127.0.0.1:1')
    const gone = await run('test', 'gone', '--json')
    expect(gone.code).toBe(1)
    expect(JSON.parse(gone.out)).toMatchObject({ name: 'gone', ok: false })
    expect(await run('add', 'bad', '--url', 'ftp://x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('https://'),
    })
    expect((await run('add', 'No Name', '--url', place)).err).toContain('small letters')
  })

  it('a token may come by the input, so that no history holds it', async () => {
    const place = await provider()
    const args = ['connections', 'add', 'piped', '--url', place, '--token', '-', '--server', url]
    expect(await inProcess(args, `${canary}\n`)).toMatchObject({ code: 0 })
    expect(await run('test', 'piped')).toMatchObject({ code: 0 })
  })
})

describe('in the store', () => {
  beforeEach(() => {
    vi.stubEnv('CELLWAKE_SECRET_KEY', newSecretKey())
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
  })

  function fileStore(): string {
    const made = mkdtempSync(join(tmpdir(), 'cellwake-connections-'))
    onTestFinished(() => rmSync(made, { recursive: true, force: true }))
    return `sqlite:${join(made, 'cellwake.db')}`
  }

  it('it can be set up before the first start', async () => {
    const store = fileStore()
    const run = (...args: string[]) => inProcess(['connections', ...args, '--store', store])
    const url = `postgres://reader:${canary}@127.0.0.1:1/sales?sslmode=disable`
    expect(await run('add', 'sales', '--url', url)).toMatchObject({ code: 0 })
    const listed = await run('list')
    expect(listed.out).toContain('postgres://reader@127.0.0.1:1/sales')
    const tested = await run('test', 'sales')
    expect(tested).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nobody listens at 127.0.0.1, port 1'),
    })
    expect(listed.out + tested.out + tested.err).not.toContain('canary')
  })

  it('with another key it is listed as unusable, and a try says what to set', async () => {
    const store = fileStore()
    const run = (...args: string[]) => inProcess(['connections', ...args, '--store', store])
    await run('add', 'api', '--url', 'https://api.example.com', '--token', canary)
    vi.stubEnv('CELLWAKE_SECRET_KEY', newSecretKey())
    expect((await run('list')).out).toContain('cannot be decrypted with this key')
    expect(await run('test', 'api')).toMatchObject({
      err: expect.stringContaining('CELLWAKE_SECRET_KEY'),
    })
  })

  it('without a key it says how to make one, and "key" does', async () => {
    const store = fileStore()
    vi.stubEnv('CELLWAKE_SECRET_KEY', '')
    const args = ['connections', 'add', 'api', '--url', 'https://api.example.com', '--store', store]
    expect(await inProcess(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('CELLWAKE_SECRET_KEY'),
    })
    const { out } = await inProcess(['connections', 'key'])
    vi.stubEnv('CELLWAKE_SECRET_KEY', out.trim())
    expect(await inProcess(args)).toMatchObject({ code: 0 })
  })
})
