// Goal: `cellwake sinks` keeps sinks by way of a server or in the store, a host delivers to them from then on and after a
// restart, and no command prints an address whole. Method: hosts on free ports, and a receiver on loopback.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@cellwake/scheduler'
import { MemoryDriver, openStore } from '@cellwake/store'
import {
  Connections,
  Egress,
  isSignedBy,
  loadSecretKey,
  newSecretKey,
  Secret,
  Sinks,
} from '@cellwake/workers'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Host, listen, openHost } from '../src/hosting/host.ts'
import { open } from '../src/index.ts'
import { Output } from '../src/text/output.ts'
import { inProcess } from './in-process.ts'

const canary = 'canary-7d31'
const nobody = { write: () => {} }

beforeEach(() => {
  vi.stubEnv('CELLWAKE_SECRET_KEY', newSecretKey())
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
})

interface Heard {
  readonly headers: Record<string, unknown>
  readonly body: string
}

async function receiver(): Promise<{ readonly url: string; readonly heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const isHere = request.url === `/${canary}`
      if (isHere) heard.push({ headers: request.headers, body })
      response.writeHead(isHere ? 204 : 404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${canary}`, heard }
}

async function hostOn(store: string, sinks?: object): Promise<{ host: Host; url: string }> {
  const settings = { store, auth: 'none', ...(sinks !== undefined && { sinks: sinks as never }) }
  const host = await openHost(settings, new Output(nobody, nobody, {}))
  const { url } = await listen(host, { port: 0, host: '127.0.0.1' })
  return { host, url }
}

function fileStore(): string {
  const made = mkdtempSync(join(tmpdir(), 'cellwake-sinks-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return `sqlite:${join(made, 'cellwake.db')}`
}

it('one is added, tried, delivered to, listed and removed while a server runs, and stays after a restart', async () => {
  const { url, heard } = await receiver()
  const store = fileStore()
  const topics = () => heard.map(({ body }) => JSON.parse(body).topic)
  let running = await hostOn(store, { orders: { webhook: 'https://example.com/orders' } })
  const run = (...args: string[]) => inProcess(['sinks', ...args, '--server', running.url])
  const args = ['sinks', 'add', 'ops', '--topic', 'alerts', '--webhook', url, '--secret', '-']
  const added = await inProcess([...args, '--server', running.url], `${canary} secret\n`)
  expect(added).toMatchObject({ code: 0, out: expect.stringContaining('ops delivers alerts to') })
  const listed = await run('list')
  expect(listed.out).toMatch(/orders\.webhook +orders +in the settings/)
  const tested = await run('test', 'ops')
  expect(tested).toMatchObject({ code: 0, out: expect.stringContaining('took a test message') })
  const publish = async (messageId: string) => {
    await running.host.outside.workflows.publish('alerts', { messageId, payload: 1 })
    await running.host.outside.idle()
  }
  await publish('a')
  expect(topics()).toEqual(['test', 'alerts'])
  const { headers, body } = heard[1]!
  const head = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
  }
  expect(isSignedBy(new Secret(`${canary} secret`), head, body)).toBe(true)
  await running.host[Symbol.asyncDispose]()
  running = await hostOn(store)
  await publish('b')
  expect(topics()).toEqual(['test', 'alerts', 'alerts'])
  const removed = await run('remove', 'ops')
  expect(removed.code).toBe(0)
  await publish('c')
  expect(topics()).toHaveLength(3)
  expect((await running.host.outside.workflows.status('sink.ops')).status).toBe('Stopped')
  const again = await run('add', 'ops', '--topic', 'alerts', '--webhook', url)
  await running.host.outside.idle()
  expect(JSON.parse(heard[3]!.body).id).toBe('c')
  await run('add', 'gone', '--topic', 'nothing', '--slack', `http://127.0.0.1:1/${canary}`)
  const gone = await run('test', 'gone')
  expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('127.0.0.1') })
  const place = new URL('/not-there', url).href
  await run('add', 'missing', '--topic', 'nothing', '--webhook', `${place}/${canary}`)
  const missing = await run('test', 'missing')
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('404') })
  await running.host[Symbol.asyncDispose]()
  for (const { out, err } of [added, listed, tested, removed, again, gone, missing])
    expect(out + err).not.toContain('canary')
})

it('one can be set up in the store before the first start', async () => {
  const { url, heard } = await receiver()
  const store = fileStore()
  const run = (...args: string[]) => inProcess(['sinks', ...args, '--store', store])
  expect((await run('list')).out).toContain('There are no sinks.')
  expect(await run('add', 'ops', '--topic', 'alerts', '--slack', url)).toMatchObject({ code: 0 })
  const listed = await run('list', '--json')
  expect(JSON.parse(listed.out).sinks).toMatchObject([{ name: 'ops', kind: 'slack', kept: true }])
  const { host } = await hostOn(store)
  await host.outside.workflows.publish('alerts', { messageId: 'a', payload: 'high' })
  await host.outside.idle()
  await host[Symbol.asyncDispose]()
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual([{ text: 'alerts\nhigh' }])
  expect((await run('remove', 'ops')).code).toBe(0)
  expect(await run('remove', 'ops')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no sink ops'),
  })
})

it('one that another host adds is delivered to by the host that is there, and no more once it is removed', async () => {
  const { url, heard } = await receiver()
  const driver = new MemoryDriver()
  const clock = systemClock({ unref: true })
  const [here, elsewhere] = [await openStore(driver, { clock }), await openStore(driver, { clock })]
  const cw = await open({ store: here, clock })
  const egress = new Egress({ clock })
  const key = await loadSecretKey(process.env)
  const connections = new Connections(elsewhere, key)
  const channels = { egress, connections, now: () => clock.now() }
  const sinks = new Sinks(elsewhere, key, { channels, configured: [] })
  await sinks.add('ops', { topic: 'alerts', channel: { webhook: url } })
  const status = async () => (await cw.workflows.list()).map(({ status }) => status)
  await expect.poll(status).toEqual(['Idle'])
  await cw.publish('alerts', { messageId: 'a', payload: 1 })
  await cw.idle()
  expect(heard).toHaveLength(1)
  await sinks.remove('ops')
  await expect.poll(status).toEqual(['Stopped'])
  await cw.publish('alerts', { messageId: 'b', payload: 2 })
  await cw.idle()
  expect(heard).toHaveLength(1)
  await cw.close()
  await here.close()
  await elsewhere.close()
})

it('one with the longest name can be delivered to, and one with a longer name is refused', async () => {
  const { url, heard } = await receiver()
  const store = fileStore()
  const name = 'n'.repeat(59)
  const add = (one: string) => {
    return inProcess(['sinks', 'add', one, '--topic', 'alerts', '--slack', url, '--store', store])
  }
  expect(await add(`${name}n`)).toMatchObject({ code: 1, err: expect.stringContaining('59') })
  expect(await add(name)).toMatchObject({ code: 0 })
  const { host } = await hostOn(store)
  await host.outside.workflows.publish('alerts', { messageId: 'a' })
  await host.outside.idle()
  await host[Symbol.asyncDispose]()
  expect(heard).toHaveLength(1)
})

it.each([
  [['--topic', 'alerts'], 'one of --webhook, --slack and --email'],
  [['--topic', 'alerts', '--slack', 'https://a.example', '--email', 'a@b.c'], 'one of --webhook'],
  [['--topic', 'a b', '--slack', 'https://a.example'], 'names a topic'],
  [['--topic', 'alerts', '--slack', 'nowhere'], 'ops.slack'],
  [['--topic', 'alerts', '--email', 'ann@example.com'], 'ops.email'],
  [['--topic', 'alerts', '--webhook', '-', '--secret', '-'], 'The input holds one thing'],
])('what is wrong is told: %j', async (args, says) => {
  const store = fileStore()
  const ran = await inProcess(['sinks', 'add', 'ops', ...args, '--store', store])
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(says) })
})
