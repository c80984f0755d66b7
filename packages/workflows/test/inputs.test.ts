// Inputs and outputs: what came from outside, once each, and which mutations came of it.

import { afterEach, describe, expect, it } from 'vitest'
import { type WorkflowDefinition, workflow } from '../src/index.ts'
import type { TestHost, TestHostOptions } from '../src/testing/index.ts'
import { all, consuming, oldest, opened, producing, put, states, status } from './support/kit.ts'

const hosts: TestHost[] = []
async function open(definition: WorkflowDefinition, options: TestHostOptions = {}) {
  const both = await opened(definition, options)
  hosts.push(both.host)
  return both
}
afterEach(async () => {
  for (const host of hosts.splice(0)) {
    expect(host.errors).toEqual([])
    await host.close()
  }
})

const mail = (id: string) => ({ source: 'mail', type: 'invoice', id, title: `Invoice ${id}` })

function intake(
  items: () => readonly string[],
  more: Partial<WorkflowDefinition['consumers']> = {},
) {
  return workflow({
    name: 'w',
    topics: { in: {}, out: {} },
    producers: {
      p: {
        publishes: ['in'],
        schedule: { interval: '5m' },
        handler: async (ctx) => {
          for (const id of items()) {
            const inputId = await ctx.registerInput(mail(id))
            await ctx.publish('in', { messageId: id, inputId, payload: { id } })
          }
        },
      },
    },
    consumers: {
      c: {
        subscribe: ['in'],
        publishes: ['out'],
        prepare: oldest,
        mutate: put,
        next: async (ctx, { data }) => {
          const { id } = (data ?? {}) as { id?: string }
          if (id !== undefined) await ctx.publish('out', { messageId: id })
        },
      },
      ...more,
    },
  } as WorkflowDefinition)
}

it('an item is registered once, however often the producer sees it', async () => {
  const { host } = await open(intake(() => ['1']))
  await host.advance('15m')
  expect(await host.workflows.inputs('w')).toMatchObject([
    { source: 'mail', type: 'invoice', externalId: '1', title: 'Invoice 1', status: 'done' },
  ])
})

it('every mutation is found from its inputs, and every input from its mutation', async () => {
  const { host } = await open(intake(() => ['1', '2']))
  await host.idle()
  const ledger = await host.workflows.ledger('w')
  const inputs = await host.workflows.inputs('w')
  expect(ledger).toHaveLength(2)
  for (const input of inputs) {
    expect(input.outputs).toHaveLength(1)
    expect(ledger.find(({ id }) => id === input.outputs[0])!.inputs).toEqual([input.id])
    expect(input.events.map(({ topic, state }) => `${topic} ${state}`)).toEqual([
      'w/in consumed',
      'w/out kept',
    ])
  }
})

it('what waits is counted by the source it came from, and by topic where it names none', async () => {
  const { host } = await open(
    intake(() => ['1', '2'], { c: { subscribe: ['in'], prepare: async () => ({}) } }),
  )
  await host.publish('in', 'x', {})
  await host.idle()
  expect(await host.workflows.status('w')).toMatchObject({
    pending: 3,
    pendingByTopic: { in: 3 },
    pendingBySource: { mail: 2, in: 1 },
  })
})

describe('an input is', () => {
  it('pending with an event that waits, or with none at all', async () => {
    const { host } = await open(
      workflow({
        name: 'w',
        topics: { in: {} },
        producers: {
          p: {
            publishes: ['in'],
            schedule: { interval: '1d' },
            handler: async (ctx) => {
              await ctx.registerInput(mail('alone'))
              const inputId = await ctx.registerInput(mail('waits'))
              await ctx.publish('in', { messageId: 'a', inputId })
            },
          },
        },
        consumers: { c: { subscribe: ['in'], prepare: async () => ({}) } },
      }),
    )
    expect(
      (await host.workflows.inputs('w')).map(({ status: word, stale }) => [word, stale]),
    ).toEqual([
      ['pending', false],
      ['pending', false],
    ])
    await host.advance('8d')
    expect((await host.workflows.inputs('w')).map(({ stale }) => stale)).toEqual([true, true])
  })

  it('skipped with all that it caused and will cause', async () => {
    let items = ['1', '2']
    const { host, tool } = await open(
      intake(() => items),
      {},
    )
    await host.idle()
    items = ['3']
    await host.workflows.pause('w')
    await host.workflows.resume('w')
    const [input] = await host.workflows.inputs('w')
    await host.workflows.skipInput('w', input!.id)
    expect((await host.workflows.inputs('w'))[0]!.status).toBe('skipped')
    const before = tool.calls.length
    items = [input!.externalId]
    await host.advance('5m')
    expect(tool.calls).toHaveLength(before)
    await expect(host.workflows.skipInput('w', 'nope')).rejects.toMatchObject({
      code: 'unknown-input',
    })
  })

  it('skipped while its event waits: the event is skipped', async () => {
    const { host, tool } = await open(
      intake(() => ['1'], { c: { subscribe: ['in'], prepare: async () => ({}) } }),
    )
    const [input] = await host.workflows.inputs('w')
    await host.workflows.skipInput('w', input!.id)
    expect(await states(host)).toEqual({ 1: 'skipped' })
    expect(tool.calls).toEqual([])
    expect((await host.workflows.status('w')).pending).toBe(0)
  })

  it('skipped while its event is held: the run begins anew without it', async () => {
    const { host, tool } = await open(
      intake(() => ['1', '2'], {
        c: { subscribe: ['in'], prepare: all, mutate: put, approval: true },
      }),
    )
    await host.idle()
    const inputs = await host.workflows.inputs('w')
    await host.workflows.skipInput('w', inputs.find(({ externalId }) => externalId === '1')!.id)
    await host.workflows.approve('w').catch(() => {})
    await host.idle()
    expect(await states(host)).toMatchObject({ 1: 'skipped' })
    if ((await status(host)).includes('approval')) await host.workflows.approve('w')
    await host.idle()
    expect(tool.calls.map(({ input }) => input)).toEqual([1])
  })
})

it('an event from outside without an input is one itself', async () => {
  const { host } = await open(consuming({ mutate: put }))
  await host.publish('in', 'order-7')
  await host.idle()
  expect(await host.workflows.inputs('w')).toMatchObject([
    { source: 'event', type: 'w/in', externalId: 'order-7', status: 'done', outputs: ['w-2'] },
  ])
})

it('what is no input is refused with what is missing', async () => {
  const { host } = await open(
    producing(async (ctx) => {
      await ctx.registerInput({ source: 'mail', type: 'x', id: '1' } as never)
    }),
  )
  expect((await host.workflows.runs('w'))[0]!.error).toBe('an input has a title, which is a text')
})

it('next names no input of its own', async () => {
  const { host } = await open(
    consuming({
      publishes: ['out'],
      next: async (ctx) => {
        await ctx.publish('out', { messageId: 'x', inputId: 'i' })
      },
    }),
  )
  expect((await host.workflows.runs('w'))[0]!.error).toMatch('next names no input')
})

it('every word but Running comes with a sentence if something must be done, and with what to do', async () => {
  const broken = await open(
    consuming({
      prepare: async () => {
        throw new Error('no')
      },
    }),
  )
  const { issue } = await broken.host.workflows.status('w')
  expect(issue).toEqual({
    kind: 'logic',
    sentence: 'c of w failed: no. Deploy a corrected version, or try again.',
    actions: ['resume', 'deploy'],
  })
  const { host } = await open(consuming())
  expect((await host.workflows.status('w')).issue).toBeUndefined()
  await host.workflows.pause('w')
  expect((await host.workflows.status('w')).issue).toMatchObject({ actions: ['resume'] })
})
