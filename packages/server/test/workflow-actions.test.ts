// Goal: an action of a person on a workflow happens once, however often the request comes, and what one person answered is
// never taken for an answer to the next question. Method: requests to a server in this process, with tools that fail as told.

import { defineTool, Sandbox, ToolError, workflow } from '@cellwake/workflows'
import { describe, expect, it, onTestFinished } from 'vitest'
import { world } from './world.ts'

const flow = '/api/workflows/mail'

async function stage() {
  const sent: unknown[] = []
  let outcome: () => unknown = () => 'done'
  const send = defineTool({
    name: 'outbox.send',
    call: (input: unknown) => {
      sent.push(input)
      return outcome()
    },
  })
  const mail = workflow({
    name: 'mail',
    topics: { orders: {} },
    producers: {
      poll: {
        publishes: ['orders'],
        schedule: { interval: '1h' },
        handler: async (ctx, state: number | undefined = 0) => {
          const item = { source: 'shop', type: 'order', id: `${state}`, title: `Order ${state}` }
          const inputId = await ctx.registerInput(item)
          await ctx.publish('orders', { messageId: `o-${state}`, inputId, payload: state })
          return state + 1
        },
      },
    },
    consumers: {
      send: {
        subscribe: ['orders'],
        prepare: async (ctx) => {
          const [event] = await ctx.peek('orders', { limit: 1 })
          if (event === undefined) return { reservations: [] }
          const reservations = [{ topic: 'orders', ids: [event.id] }]
          return { reservations, data: event.payload }
        },
        mutate: (ctx, { data }) => ctx.tools.outbox!.send!(data),
      },
    },
  })
  const scripts = new Sandbox()
  onTestFinished(() => scripts.close())
  const made = await world({ scripts, tools: [send] })
  const { ask, workflows } = made
  await workflows.deploy(mail)
  await workflows.idle()
  return {
    ...made,
    sent,
    will: (next: () => unknown) => {
      outcome = next
    },
    post: async (verb: string, body: unknown, key?: string) => {
      const answer = await ask('POST', `${flow}/${verb}`, { body, ...(key && { key }) })
      await workflows.idle()
      return answer
    },
  }
}

const lost = () => {
  throw new ToolError('unknown', 'the line went dead')
}

describe('with an idempotency key', () => {
  it('a deploy makes one version, and the same answer', async () => {
    const { ask, workflows } = await stage()
    const script =
      'export default workflow({ topics: { t: {} }, consumers: { c: { subscribe: ["t"], prepare: async () => ({}) } } })'
    const body = { name: 'other', script }
    const deploy = (given: object, key?: string) =>
      ask('POST', '/api/workflows', { body: given, ...(key && { key }) })
    const answers = await Promise.all([deploy(body, 'k'), deploy(body, 'k')])
    answers.push(await deploy(body, 'k'))
    expect(answers.map(({ json }) => json)).toEqual(
      Array(3).fill({ name: 'other', version: '1.0' }),
    )
    expect(await workflows.versions('other')).toHaveLength(1)
    const other = await deploy({ ...body, script: `${script} ` }, 'k')
    expect([other.status, other.code]).toEqual([409, 'key-reused'])
    expect((await deploy(body, 'l')).at('version')).toBe('2.0')
  })

  it('run now runs once', async () => {
    const { post, sent } = await stage()
    const before = sent.length
    expect((await post('run-now', {}, 'k')).status).toBe(200)
    expect((await post('run-now', {}, 'k')).status).toBe(200)
    expect(sent).toHaveLength(before + 1)
    await post('run-now', {}, 'l')
    expect(sent).toHaveLength(before + 2)
  })

  it('an answer that comes again is none to the next question', async () => {
    const { post, workflows, will } = await stage()
    will(lost)
    await post('run-now', {})
    expect((await post('resolve', { answer: 'happened' }, 'k')).at('status')).toBe('Idle')
    await post('run-now', {})
    const again = await post('resolve', { answer: 'happened' }, 'k')
    expect([again.status, again.at('status')]).toEqual([200, 'Needs attention'])
    const [open] = await workflows.ledger('mail')
    expect(open).toMatchObject({ status: 'indeterminate' })
    const other = await post('resolve', { answer: 'skip' }, 'k')
    expect([other.status, other.code]).toEqual([409, 'key-reused'])
  })

  it('pause, resume and skip happen once', async () => {
    const { post, workflows, will } = await stage()
    await post('pause', {}, 'p')
    await post('resume', {}, 'r')
    await post('pause', {}, 'p')
    await post('resume', {}, 'r')
    expect((await workflows.status('mail')).status).toBe('Idle')
    will(lost)
    await post('run-now', {})
    await post('pause', {})
    await workflows.publish('orders', { messageId: 'x' })
    const skip = { topic: 'orders', messageId: 'x' }
    expect((await post('skip', skip, 's')).status).toBe(200)
    await post('reprocess', skip)
    expect((await post('skip', skip, 's')).at('pending')).toBe(2)
  })
})

it('an input is skipped with all that it caused, by its id', async () => {
  const { ask, post, workflows } = await stage()
  await post('pause', {})
  await workflows.resume('mail')
  await workflows.pause('mail')
  const inputs = await ask('GET', `${flow}/inputs`)
  const [id] = inputs.at('inputs.*.id') as string[]
  const answer = await post('skip', { inputId: id })
  expect(answer.status).toBe(200)
  expect((await ask('GET', `${flow}/inputs`)).at('inputs.*.status')).toEqual(['skipped'])
  const none = await post('skip', { inputId: 'nowhere' })
  expect([none.status, none.code]).toEqual([404, 'unknown-input'])
  const neither = await post('skip', { topic: 'orders' })
  expect(neither.status).toBe(400)
})
