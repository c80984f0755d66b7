// Goal: a tool says truly what came of its call: done, not done, or that nobody knows. Method: servers on loopback that
// answer, refuse, fall silent and hang up at every stage, and what they saw.

import { type AddressInfo, createServer } from 'node:net'
import { openStore } from '@cellwake/store'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Connections } from '../src/connections.ts'
import { loadSecretKey, newSecretKey } from '../src/seal.ts'
import type { OutsideTool, ToolCallContext } from '../src/tools/tool.ts'
import { outsideTools } from '../src/tools/tools.ts'
import { json, provider, testEgress } from './support.ts'

const context = (): ToolCallContext => ({
  key: 'key-1',
  signal: AbortSignal.timeout(5_000),
  now: '2026-01-01T00:00:00.000Z',
  workflow: 'w',
  run: 'r',
})

async function world(allow: readonly string[] = []) {
  const store = await openStore('memory:')
  onTestFinished(() => store.close())
  const key = await loadSecretKey({ CELLWAKE_SECRET_KEY: newSecretKey() })
  const connections = new Connections(store, key)
  const logged: unknown[] = []
  const egress = testEgress({ allow })
  const log = (entry: unknown) => logged.push(entry)
  const tools = outsideTools({ egress, connections, config: {}, log })
  const tool = (name: string) => tools.find((one) => one.name === name)!
  return { connections, logged, tool }
}

const run = (tool: OutsideTool, input: unknown) =>
  tool.call(tool.input.parse(input) as never, context())

const kindOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (result) => ({ result }),
    (error: Error & { kind?: string }) => `${error.name} ${error.kind}`,
  )

describe('http', () => {
  it('reads with GET, and gives JSON as its value', async () => {
    const server = await provider((_, response) => json(response, { id: 7 }))
    const { tool } = await world([server.url])
    const http = tool('http')
    expect(await run(http, { url: `${server.url}/a?b=1` })).toEqual({
      status: 200,
      body: { id: 7 },
    })
    expect((http.readOnly as (input: unknown) => boolean)({ url: 'x' })).toBe(true)
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/a?b=1' })
    expect(server.seen[0]!.headers['idempotency-key']).toBeUndefined()
  })

  it('posts with the idempotency key, over a connection with its credentials', async () => {
    const server = await provider((_, response) => json(response, { ok: true }, 201))
    const { tool, connections } = await world()
    await connections.add('crm', { url: server.url, token: 'secret-token' })
    const http = tool('http')
    const input = { connection: 'crm', path: 'orders', method: 'POST', body: { id: 7 } }
    expect((http.readOnly as (input: unknown) => boolean)(input)).toBe(false)
    expect(http.connectionOf!(input as never)).toBe('crm')
    expect(await run(http, input)).toEqual({ status: 201, body: { ok: true } })
    const [seen] = server.seen
    expect(seen).toMatchObject({ method: 'POST', url: '/orders', body: '{"id":7}' })
    expect(seen!.headers).toMatchObject({
      'idempotency-key': 'key-1',
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
    })
  })

  const outcomes: readonly [string, (status: number) => Parameters<typeof provider>[0], unknown][] =
    [
      ['a reply', () => (_, response) => json(response, 1), { result: { status: 200, body: 1 } }],
      [
        'a success whose answer breaks off',
        () => (_, response) => {
          response.writeHead(200, { 'content-length': '10' })
          response.write('ab', () => response.destroy())
        },
        { result: { status: 200, body: null } },
      ],
      ['400', () => (_, response) => json(response, {}, 400), 'ToolError rejected'],
      ['401', () => (_, response) => json(response, {}, 401), 'ToolError auth'],
      ['429', () => (_, response) => json(response, {}, 429), 'ToolError transient'],
      ['408', () => (_, response) => json(response, {}, 408), 'ToolError unknown'],
      ['503', () => (_, response) => json(response, {}, 503), 'ToolError unknown'],
      [
        'a redirect after a POST',
        () => (_, response) => response.writeHead(303, { location: '/' }).end(),
        'ToolError unknown',
      ],
      ['a connection that ends', () => (_, __, socket) => socket.destroy(), 'ToolError unknown'],
    ]
  it.each(outcomes)('of a mutation with %s says what came of it', async (_, answer, expected) => {
    const server = await provider(answer(0))
    const { tool } = await world([server.url])
    const sent = kindOf(run(tool('http'), { url: server.url, method: 'POST', body: {} }))
    expect(await sent).toEqual(expected)
  })

  it('that nobody hears was not sent; a place that is not allowed needs a permission', async () => {
    const server = await provider(() => {})
    const { tool } = await world([server.url])
    await server.stop()
    const post = { method: 'POST', body: {} }
    expect(await kindOf(run(tool('http'), { ...post, url: server.url }))).toBe(
      'ToolError transient',
    )
    const other = { ...post, url: 'https://elsewhere.example' }
    expect(await kindOf(run(tool('http'), other))).toBe('ToolError permission')
    const unnamed = { ...post, connection: 'none' }
    expect(await kindOf(run(tool('http'), unnamed))).toBe('ToolError auth')
  })

  it('finds out by its check whether it happened', async () => {
    let status = 404
    const server = await provider((_, response) => json(response, { id: 7 }, status))
    const { tool } = await world([server.url])
    const http = tool('http')
    const input = { url: server.url, method: 'POST', check: { url: `${server.url}/orders/7` } }
    const check = () => http.reconcile!(input as never, context())
    expect(http.canReconcile!(input as never)).toBe(true)
    expect(http.canReconcile!({ url: server.url } as never)).toBe(false)
    expect(await check()).toEqual({ outcome: 'failed' })
    status = 503
    expect(await check()).toEqual({ outcome: 'retry' })
    status = 200
    expect(await check()).toEqual({ outcome: 'applied', result: { status: 200, body: { id: 7 } } })
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(3).fill('GET /orders/7'),
    )
  })

  it.each([
    [{}, /give a url/],
    [{ url: 'https://a.example', connection: 'b' }, /give a url/],
    [{ url: 'https://a.example', path: '/b' }, /path is of a connection/],
    [{ url: 'https://a.example', body: 1 }, /GET has no body/],
    [{ url: 'https://a.example', method: 'TRACE' }, /method is one of/],
    [{ url: 'https://a.example', headers: { Host: 'b' } }, /set by the host/],
    [{ url: 'https://a.example', headers: { a: 'b\r\nc: d' } }, /cannot be sent/],
    [{ url: 'https://a.example', uri: 1 }, /has no uri/],
    ['https://a.example', /it takes/],
  ])('refuses %j', async (input, says) => {
    const { tool } = await world()
    expect(() => tool('http').input.parse(input)).toThrow(says)
  })
})

describe('email', () => {
  async function mailServer(options: SMTPServerOptions) {
    const got: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          got.push(Buffer.concat(parts).toString('utf8'))
          done()
        })
      },
      ...options,
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo
    const made = await world()
    await made.connections.add('mail', { url: `smtp://127.0.0.1:${port}` })
    return { ...made, got }
  }
  const mail = {
    connection: 'mail',
    from: 'bot@example.com',
    to: ['ann@example.com', 'bob@example.com'],
    subject: 'Three invoices',
    text: 'They are filed.',
  }
  const refusing = (code: number) => Object.assign(new Error('no'), { responseCode: code })

  it('is sent once, with a Message-ID that follows from the key', async () => {
    const { tool, got } = await mailServer({})
    const result = await run(tool('email'), mail)
    expect(result).toMatchObject({ messageId: '<key-1@example.com>', rejected: [] })
    expect(got).toHaveLength(1)
    expect(got[0]).toMatch(/Message-ID: <key-1@example\.com>/)
    expect(got[0]).toMatch(/To: ann@example\.com, bob@example\.com/)
    expect(got[0]).toContain('They are filed.')
  })

  it.each([
    ['refuses the mail for good', 550, 'ToolError rejected'],
    ['wants to be asked later', 450, 'ToolError transient'],
  ])('that the server %s was not sent', async (_, code, expected) => {
    const { tool } = await mailServer({
      onData: (stream, __, done) => {
        stream.resume()
        stream.on('end', () => done(refusing(code)))
      },
    })
    expect(await kindOf(run(tool('email'), mail))).toBe(expected)
  })

  it('whose server goes away after it has the mail may have been sent', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 here\r\n')
      let isData = false
      socket.on('data', (part) => {
        const said = part.toString()
        if (isData) {
          if (said.endsWith('\r\n.\r\n')) socket.destroy()
          return
        }
        isData = said.startsWith('DATA')
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { tool, connections } = await world()
    const { port } = server.address() as AddressInfo
    await connections.add('mail', { url: `smtp://127.0.0.1:${port}` })
    expect(await kindOf(run(tool('email'), mail))).toBe('ToolError unknown')
  })

  it('names those who were refused, when others took it', async () => {
    const { tool, got } = await mailServer({
      onRcptTo: ({ address }, _, done) =>
        done(address.startsWith('bob') ? refusing(550) : undefined),
    })
    expect(await run(tool('email'), mail)).toMatchObject({ rejected: ['bob@example.com'] })
    expect(got).toHaveLength(1)
  })

  it.each([
    [{ ...mail, to: 'no address' }, /no mail address/],
    [{ ...mail, to: 'a@b.example, c@d.example' }, /no mail address/],
    [{ ...mail, to: [] }, /goes to somebody/],
    [{ ...mail, subject: 'a\r\nBcc: x@y.example' }, /one line/],
    [{ ...mail, text: undefined }, /has a text/],
    [{ ...mail, attachments: ['/etc/passwd'] }, /has no attachments/],
    [{ ...mail, bcc: Array(60).fill('a@b.example') }, /at most 50/],
  ])('refuses %#', async (input, says) => {
    const { tool } = await world()
    expect(() => tool('email').input.parse(input)).toThrow(says)
  })
})

describe('postgres', () => {
  it.each([
    [{ connection: 'db' }, /give a query/],
    [{ connection: 'db', query: 'SELECT 1', execute: 'DELETE FROM a' }, /give a query/],
    [{ connection: 'db', query: 'DELETE FROM a' }, /query begins with/],
    [{ connection: 'db', query: 'SET ROLE admin' }, /query begins with/],
    [{ connection: 'db', execute: 'COMMIT' }, /execute begins with/],
    [{ connection: 'db', execute: 'DROP TABLE a' }, /execute begins with/],
    [{ connection: 'db', query: 'SELECT $1', values: 'a' }, /values is a list/],
    [{ connection: 'db', query: 'SELECT $1', values: ['a\0'] }, /zero character/],
  ])('refuses %j', async (input, says) => {
    const { tool } = await world()
    expect(() => tool('postgres').input.parse(input)).toThrow(says)
  })
})

it('log writes one line for the operator, without control characters', async () => {
  const { tool, logged } = await world()
  await run(tool('log'), { message: 'three\nfiled', data: 3 })
  expect(logged).toEqual([{ workflow: 'w', run: 'r', message: 'three filed', data: 3 }])
})
