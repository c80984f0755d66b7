// Goal: a script that fails is mended without a person where the operator named a fixer, as a webhook and as a chat model, and no
// fix reaches further than the script did. Method: the public face of the package, a virtual clock, a server on loopback that
// answers as a fixer does.

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { virtualClock } from '@cellwake/scheduler'
import { isSignedBy, Secret } from '@cellwake/workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FixerConfig } from '../src/hosting/fixer.ts'
import { type OpenOptions, open } from '../src/index.ts'

const scriptOf = (prepare: string, more = '') => `export default workflow({
  topics: { orders: { shared: true } }, tools: [], connections: []${more},
  consumers: { take: { subscribe: ['orders'], prepare: async (ctx) => {
    const orders = await ctx.peek('orders')
    ${prepare}
    return { reservations: [{ topic: 'orders', ids: orders.map(({ id }) => id) }] }
  } } } })`
const broken = scriptOf('orders.map(({ payload }) => payload.lines.length)')
const mended = scriptOf('orders.map(({ payload }) => payload.lines?.length ?? 0)')

interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers each POST with what is given. */
async function answering(answer: () => unknown) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      heard.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function failing(options: Partial<OpenOptions>) {
  const errors: unknown[] = []
  const cw = await open({
    store: 'memory:',
    clock: virtualClock('2026-01-01T00:00:00Z'),
    onError: (error) => errors.push(error),
    ...options,
  })
  onTestFinished(() => cw.close())
  await cw.workflows.deploy({ name: 'intake', script: broken })
  await cw.publish('orders', { messageId: 'o-1', payload: { total: 5 } })
  await cw.idle()
  return { cw, errors, status: await cw.workflows.status('intake') }
}

describe('a fixer that the operator named', () => {
  it('as a webhook: is sent the failure, signed, and its script is the next minor version', async () => {
    const { heard, url } = await answering(() => ({
      script: mended,
      comment: 'some have no lines',
    }))
    const fixer = { webhook: `${url}/fix`, secret: 'a long secret' }
    const { cw, status } = await failing({ fixer })
    expect(status).toMatchObject({ status: 'Idle', version: '1.1', pending: 0 })
    expect(await cw.workflows.versions('intake')).toMatchObject([
      { version: '1.0', active: false },
      { version: '1.1', active: true, fixes: '1.0', comment: 'some have no lines' },
    ])
    const [{ path, headers, body }] = heard as [Heard]
    expect(path).toBe('/fix')
    expect(JSON.parse(body)).toMatchObject({ workflow: 'intake', version: '1.0', handler: 'take' })
    expect(JSON.parse(body)).toMatchObject({ script: broken, attempts: [] })
    const head = {
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
    }
    expect(isSignedBy(new Secret('a long secret'), head, body)).toBe(true)
  })

  it('as a chat model: is asked at its address, and its script runs', async () => {
    const content = JSON.stringify({ script: mended })
    const { heard, url } = await answering(() => ({ choices: [{ message: { content } }] }))
    const { status } = await failing({ fixer: { model: 'mender-1', url: `${url}/v1` } })
    expect(status).toMatchObject({ status: 'Idle', version: '1.1', pending: 0 })
    expect(heard[0]?.path).toBe('/v1/chat/completions')
    expect(JSON.parse(heard[0]!.body)).toMatchObject({ model: 'mender-1' })
  })

  it('cannot be reached, or declines: a person is asked, and told why', async () => {
    const { url } = await answering(() => ({ declined: 'the orders are wrong' }))
    const declined = await failing({ fixer: { webhook: url } })
    expect(declined.status).toMatchObject({ status: 'Needs attention', version: '1.0', pending: 1 })
    expect(declined.status.issue?.sentence).toContain('the orders are wrong')
    const nobody = await failing({ fixer: { webhook: 'http://127.0.0.1:9/fix' } })
    expect(nobody.status).toMatchObject({ status: 'Needs attention', version: '1.0' })
  })

  it('that refuses is told by its host alone: the rest of its address may be its secret', async () => {
    const server = createServer((_, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const webhook = `http://127.0.0.1:${port}/hook/T0PSECRET?key=alsosecret`
    const { status, errors } = await failing({ fixer: { webhook } })
    const told = `${JSON.stringify(status)} ${errors}`
    expect(told).toContain(`http://127.0.0.1:${port}`)
    expect(told).not.toMatch(/secret/i)
  })

  it('may not give the script a connection that it did not have', async () => {
    const wider = mended.replace('connections: []', "connections: ['bank']")
    const { url } = await answering(() => ({ script: wider }))
    const { status, errors } = await failing({ fixer: { webhook: url } })
    expect(status).toMatchObject({ status: 'Needs attention', version: '1.0' })
    expect(`${errors[0]} ${status.issue?.sentence}`).toContain('it changes connections')
  })

  it.each([
    [{}],
    [{ webhook: 'https://a.example', model: 'm' }],
    [{ model: 'm' }],
    [{ webhook: 'ftp://a.example' }],
    [{ webhook: 'https://a.example', sercet: 'x' }],
  ])('%j is refused when the host starts', async (fixer) => {
    await expect(open({ store: 'memory:', fixer: fixer as FixerConfig })).rejects.toThrow(/^fixer /)
  })
})

describe('limits of workflows', () => {
  it('are those of the setting', async () => {
    const { cw } = await failing({ workflowLimits: { payloadChars: 20 } })
    const message = { messageId: 'o-2', payload: 'a text that is longer' }
    await expect(cw.publish('orders', message)).rejects.toThrow('20 are allowed')
  })

  it('with a name that there is not, or no whole number, are refused', async () => {
    const limits = { payloadCars: 20 } as object
    const opened = open({ store: 'memory:', workflowLimits: limits })
    await expect(opened).rejects.toThrow('workflowLimits has no payloadCars')
    const none = open({ store: 'memory:', workflowLimits: { phaseMs: 0 } })
    await expect(none).rejects.toThrow('workflowLimits.phaseMs')
  })

  it('of one deploy are smaller ones, by names that there are', async () => {
    const { cw } = await failing({})
    const deploy = (limits: object) =>
      cw.workflows.deploy({ name: 'other', script: mended, limits })
    await expect(deploy({ phaseMilliseconds: 5 })).rejects.toThrow('limits.phaseMilliseconds')
    await expect(deploy({ phaseMs: 1_000 })).resolves.toEqual({ name: 'other', version: '1.0' })
  })
})
