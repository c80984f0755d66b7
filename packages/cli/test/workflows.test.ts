// Goal: the line from a rule through a workflow to a cell holds for users of the library: published in the wave's commit,
// run once, set once, explained back to the rule, told outside without code. Method: the public face of the package, a
// virtual clock, a server on loopback that hears what is sent.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { virtualClock } from '@cellwake/scheduler'
import { isSignedBy, Secret } from '@cellwake/workers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type OpenOptions, open } from '../src/index.ts'
import { defineTool, ToolError, workflow } from '../src/workflows.ts'

const desk = 'A1 = 1\nlimit = 10\nWHEN A1 > 10 THEN\n  alerts!high(A1)\nEND\n'

/** Sets the limit of the desk to what the alert says, once somebody approves. */
const raise = (more: object = {}) =>
  workflow({
    name: 'raise-limit',
    topics: { alerts: { shared: true } },
    tools: ['models.get', 'models.set'],
    consumers: {
      raise: {
        subscribe: ['alerts'],
        ...more,
        prepare: async (ctx) => {
          const [event] = await ctx.peek<{ args: number[] }>('alerts', { limit: 1 })
          if (event === undefined) return { reservations: [] }
          const now = (await ctx.tools.models!.get!({ model: 'desk', symbols: ['limit'] })) as {
            limit: number
          }
          const [value = 0] = event.payload.args
          return {
            reservations: [{ topic: 'alerts', ids: [event.id] }],
            data: { from: now.limit, to: value },
          }
        },
        mutate: (ctx, { data }) =>
          ctx.tools.models!.set!({ model: 'desk', set: { limit: (data as { to: number }).to } }),
      },
    },
  })

async function opened(options: Partial<OpenOptions> = {}) {
  const clock = virtualClock('2026-01-01T00:00:00Z')
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const cw = await open({ store: 'memory:', clock, onError, ...options })
  onTestFinished(() => cw.close())
  clock.onSettle(() => cw.idle())
  return { cw, clock, errors }
}

/** Hears POSTs, and answers each as told. */
async function hearing(status: () => number = () => 200) {
  const heard: { headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      response.writeHead(status()).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { heard, url }
}

describe("a rule's event", () => {
  it('runs a workflow that sets a cell once, and explain goes back to the rule', async () => {
    const { cw, errors } = await opened()
    const model = await cw.deploy(desk, { id: 'desk' })
    await cw.workflows.deploy(raise())
    await model.set({ A1: 12 }, { by: 'ann' })
    await cw.idle()
    expect(errors).toEqual([])
    expect(model.get('limit').value).toBe(12)
    const [run] = await cw.workflows.runs('raise-limit')
    expect(run).toMatchObject({ phase: 'committed', status: 'committed' })
    expect(run).toMatchObject({ mutationOutcome: 'applied' })
    expect(await cw.events('alerts')).toHaveLength(1)

    const { origin } = await model.explain('limit')
    const [set, fired, first] = origin
    expect(set).toMatchObject({ kind: 'set', run: { workflow: 'raise-limit', run: run!.id } })
    expect(set!.run!.events).toMatchObject([{ topic: 'alerts' }])
    expect(fired).toMatchObject({ kind: 'rule', rule: { line: 3 } })
    expect(first).toMatchObject({ kind: 'set', by: 'ann', run: null })
    expect(origin).toHaveLength(3)
  })

  it('waits for an approval with the parameters in words, and is set after it', async () => {
    const { cw } = await opened()
    const model = await cw.deploy(desk, { id: 'desk' })
    await cw.workflows.deploy(raise({ approval: true }))
    await model.set({ A1: 12 })
    await cw.idle()
    expect(model.get('limit').value).toBe(10)
    const status = await cw.workflows.status('raise-limit')
    expect(status.status).toBe('Needs attention')
    expect(status.issue?.sentence).toContain('set limit = 12 in desk')
    expect(status.issue?.actions).toEqual(['approve', 'reject'])
    await cw.workflows.approve('raise-limit')
    await cw.idle()
    expect(model.get('limit').value).toBe(12)
    expect((await cw.workflows.status('raise-limit')).status).toBe('Idle')
  })

  it('of another model is named in the explanation with its model', async () => {
    const { cw } = await opened()
    const plant = await cw.deploy('A1 = 1\nWHEN A1 > 10 THEN\n  alerts!high(A1)\nEND\n', {
      id: 'plant',
    })
    const model = await cw.deploy('limit = 10\n', { id: 'desk' })
    await cw.workflows.deploy(raise())
    await plant.set({ A1: 30 })
    await cw.idle()
    const { origin } = await model.explain('limit')
    expect(origin.map(({ kind }) => kind)).toEqual(['set', 'rule'])
    expect(origin[1]).toMatchObject({ model: 'plant' })
  })
})

it('explain names the input behind what a workflow polled', async () => {
  const { cw } = await opened()
  const model = await cw.deploy('paid = 0\n', { id: 'books' })
  await cw.workflows.deploy(
    workflow({
      name: 'intake',
      topics: { invoices: {} },
      producers: {
        poll: {
          publishes: ['invoices'],
          schedule: { interval: '5m' },
          handler: async (ctx) => {
            const item = { source: 'bank', type: 'invoice', id: '7', title: 'Invoice 7, Acme' }
            const inputId = await ctx.registerInput(item)
            await ctx.publish('invoices', { messageId: 'inv-7', inputId, payload: 120 })
          },
        },
      },
      consumers: {
        book: {
          subscribe: ['invoices'],
          prepare: async (ctx) => {
            const [event] = await ctx.peek<number>('invoices', { limit: 1 })
            if (event === undefined) return { reservations: [] }
            return { reservations: [{ topic: 'invoices', ids: [event.id] }], data: event.payload }
          },
          mutate: (ctx, { data }) =>
            ctx.tools.models!.set!({ model: 'books', set: { paid: data } }),
        },
      },
    }),
  )
  await cw.idle()
  expect(model.get('paid').value).toBe(120)
  const { origin } = await model.explain('paid')
  expect(origin[0]!.run).toMatchObject({ workflow: 'intake', inputs: ['Invoice 7, Acme'] })
  expect(origin[1]).toMatchObject({ kind: 'event', by: 'workflow:intake' })
  expect(await cw.events('invoices')).toMatchObject([{ messageId: 'inv-7' }])
})

describe('a sink', () => {
  it('sends each event signed with its id, again until it is taken, and is seen', async () => {
    let status = 503
    const { heard, url } = await hearing(() => status)
    const sinks = { alerts: { webhook: url, secret: 'a long secret' } }
    const { cw, clock, errors } = await opened({ sinks })
    const model = await cw.deploy(desk, { id: 'desk' })
    await model.set({ A1: 12 })
    await cw.idle()
    expect(heard).toHaveLength(1)
    const waiting = await cw.workflows.status('sink.alerts.webhook')
    expect(waiting.issue?.sentence).toMatch(/answered 503.* It is tried again at/)
    expect(waiting.pending).toBe(1)
    status = 204
    await clock.advance(10_000)
    expect(heard).toHaveLength(2)
    await clock.advance(3_600_000)
    expect(heard).toHaveLength(2)
    const [event] = await cw.events('alerts')
    for (const { headers, body } of heard) {
      const said = JSON.parse(body)
      expect(said).toMatchObject({ topic: 'alerts', payload: { event: 'high', args: [12] } })
      expect(said.id).toBe(event!.messageId)
      const head = {
        id: String(headers['webhook-id']),
        timestamp: String(headers['webhook-timestamp']),
        signature: String(headers['webhook-signature']),
      }
      expect(isSignedBy(new Secret('a long secret'), head, body)).toBe(true)
      expect(isSignedBy(new Secret('another secret'), head, body)).toBe(false)
    }
    expect((await cw.workflows.status('sink.alerts.webhook')).status).toBe('Idle')
    const [sent] = await cw.workflows.ledger('sink.alerts.webhook')
    expect(sent).toMatchObject({ tool: 'sink.send', status: 'applied' })
    expect(errors).toEqual([])
  })

  it('of Slack gets a sentence; one that fails holds up none beside it', async () => {
    const broken = await hearing(() => 500)
    const { heard, url } = await hearing()
    const { cw } = await opened({ sinks: { alerts: [{ webhook: broken.url }, { slack: url }] } })
    await cw.publish('alerts', { messageId: 'a', payload: { event: 'high', args: ['<b>', 3] } })
    await cw.idle()
    expect(heard.map(({ body }) => JSON.parse(body))).toEqual([
      { text: 'alerts: high\n&lt;b&gt;, 3' },
    ])
    expect(broken.heard).toHaveLength(1)
  })

  it.each([
    [{ alerts: { webhook: 'no url' } }, /sinks\.alerts\.webhook/],
    [{ alerts: {} }, /sinks\.alerts is/],
    [{ alerts: { slack: 'https://a.example', secret: 'b' } }, /sinks\.alerts\.secret/],
    [{ alerts: [{ email: { connection: 'mail', to: 'nobody' } }] }, /sinks\.alerts\.email/],
    [{ alerts: { webhook: 'https://a.example', url: 1 } }, /no setting url/],
  ])('that is written wrong is told when it opens: %j', async (sinks, says) => {
    await expect(open({ store: 'memory:', sinks: sinks as never })).rejects.toThrow(says)
  })
})

it('whoever must act is told once, again when it is resolved, and later if nobody heard', async () => {
  let status = 500
  const { heard, url } = await hearing(() => status)
  const never = defineTool({
    name: 'bank.pay',
    call: async () => {
      throw new ToolError('auth', 'the token has expired')
    },
  })
  const { cw, clock, errors } = await opened({ notify: [{ webhook: url }], tools: [never] })
  await cw.workflows.deploy(
    workflow({
      name: 'pay',
      topics: { bills: {} },
      consumers: {
        pay: {
          subscribe: ['bills'],
          prepare: async (ctx) => {
            const events = await ctx.peek('bills')
            return { reservations: [{ topic: 'bills', ids: events.map(({ id }) => id) }] }
          },
          mutate: (ctx) => ctx.tools.bank!.pay!({}),
        },
      },
    }),
  )
  await cw.publish('bills', { messageId: 'b1', payload: 1 })
  await cw.idle()
  expect(heard).toHaveLength(1)
  expect(errors).toHaveLength(1)
  status = 200
  await clock.advance(120_000)
  expect(heard).toHaveLength(2)
  await clock.advance(3_600_000)
  expect(heard).toHaveLength(2)
  await cw.workflows.reject('pay')
  await cw.idle()
  const said = heard.map(({ body }) => JSON.parse(body))
  expect(said.map(({ state }) => state)).toEqual(['open', 'open', 'resolved'])
  expect(said[1]).toMatchObject({ workflow: 'pay', kind: 'auth' })
  expect(said[1].sentence).toContain('the token has expired')
})
